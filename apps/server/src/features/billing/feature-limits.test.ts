/** Every feature key of foundation spec §6 that something uses up: many uses at once never pass its limit. */
import { billingCalls as calls } from '@omni/contracts/billing.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { workplaceCalls } from '@omni/contracts/workplaces.calls.ts'
import { FEATURE_TYPES, FEATURES } from '@omni/domain/billing/features.ts'
import { FREE_PLAN } from '@omni/domain/billing/plan-catalogue.ts'
import { expect, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'
import { grantFeature, hasFeature, limitOf, returnFeature } from './grant-feature.ts'

const server = await testServer({ PUBLIC_URL: 'https://omni.test' })
const COUNTED = FEATURES.filter((key) => FEATURE_TYPES[key] !== 'switch' && key !== 'WORKPLACE_LIMIT')

test.each(COUNTED)('%s: 24 parallel uses get exactly what is left, and the next one gets nothing', async (feature) => {
  const me = await server.person()
  const { limit } = FREE_PLAN.features[feature]
  const db = server.runtime.db({ ...me, own_workplaces: [me.workplace_id] })
  const now = new Date()
  const before = await db.tx((tx) => grantFeature(tx, me, feature, Math.max(0, limit - 10), now))
  const uses = await Promise.all(Array.from({ length: 24 }, () => db.tx((tx) => grantFeature(tx, me, feature, 1, now))))
  expect(uses.filter(({ granted }) => granted === 1).length).toBe(Math.min(limit, 10))
  expect(before.granted + uses.reduce((sum, { granted }) => sum + granted, 0)).toBe(limit)
  const shown = (await server.ask(calls.calcQuotaUsage, { feature }, me)).body.data
  expect(shown).toMatchObject({ isOutQuota: true, allowed: false, usage: limit })
  // Whichever of them came first has it.
  const cycle_start = [before, ...uses].find((one) => one.cycle_start !== null)?.cycle_start ?? ''
  await db.tx((tx) => returnFeature(tx, { workplace_id: me.workplace_id, feature, cycle_start }, 1))
  expect((await db.tx((tx) => grantFeature(tx, me, feature, 5, now))).granted).toBe(1)
})

test('AI_PRODUCT_WRITING and EXTRA_AI_PRODUCT_WRITING: whoever is in the trial on a small plan uses the extra one', async () => {
  const me = await server.person()
  const meant = async () =>
    (await server.ask(calls.calcQuotaUsage, { feature: 'AI_PRODUCT_WRITING' }, me)).body.data?.feature
  expect(await meant()).toBe('AI_PRODUCT_WRITING')
  await server.behind.query('update users set is_ab = true where user_id = $1', [me.user_id])
  expect(await meant()).toBe('EXTRA_AI_PRODUCT_WRITING')
  await server.behind.query(`update users set plan_id = 'basic_monthly' where user_id = $1`, [me.user_id])
  expect(await meant()).toBe('AI_PRODUCT_WRITING')
})

test('a grant says what it gave, what is used by now, and the cycle it came from', async () => {
  const me = await server.person()
  const db = server.runtime.db({ ...me, own_workplaces: [me.workplace_id] })
  const now = new Date()
  const use = (feature: (typeof COUNTED)[number], count: number) =>
    db.tx((tx) => grantFeature(tx, me, feature, count, now))
  const { limit } = FREE_PLAN.features.IMPORT_PRODUCT
  const today = now.toISOString().slice(0, 10)
  const given = { limit, demo: false }
  expect(await use('IMPORT_PRODUCT', 3)).toEqual({ ...given, granted: 3, usage: 3, cycle_start: today })
  expect(await use('IMPORT_PRODUCT', 2)).toEqual({ ...given, granted: 2, usage: 5, cycle_start: today })
  expect(await use('IMPORT_PRODUCT', limit)).toEqual({ ...given, granted: limit - 5, usage: limit, cycle_start: today })
  expect(await use('IMPORT_PRODUCT', 1)).toEqual({ ...given, granted: 0, usage: limit, cycle_start: null })
  // What exists has no cycle.
  expect(await use('LISTING_PRODUCTS', 1)).toMatchObject({ granted: 1, usage: 1, cycle_start: '1970-01-01' })
  const back = { workplace_id: me.workplace_id, feature: 'LISTING_PRODUCTS' as const, cycle_start: '1970-01-01' }
  await db.tx((tx) => returnFeature(tx, back, 9))
  expect(await use('LISTING_PRODUCTS', 1)).toMatchObject({ usage: 1 })
  expect(await use('IMPORT_PRODUCT', 1)).toMatchObject({ granted: 0 })
})

test('a plan without a limit gives what is wanted; demo mode gives nothing of what it blocks', async () => {
  const me = await server.person()
  const db = server.runtime.db({ ...me, own_workplaces: [me.workplace_id] })
  const use = (feature: (typeof COUNTED)[number]) => db.tx((tx) => grantFeature(tx, me, feature, 1_000_000, new Date()))
  const limit = (feature: (typeof FEATURES)[number]) => db.read((tx) => limitOf(tx, me.user_id, feature, new Date()))
  expect(await limit('WORKPLACE_LIMIT')).toBe(FREE_PLAN.features.WORKPLACE_LIMIT.limit)
  await server.behind.query(`update users set plan_id = 'enterprise_monthly' where user_id = $1`, [me.user_id])
  expect(await limit('ORDER_FULFILLMENT')).toBe(-1)
  expect(await use('ORDER_FULFILLMENT')).toMatchObject({ granted: 1_000_000, usage: 1_000_000 })
  const has = await db.read((tx) => hasFeature(tx, me.user_id, 'BULK_PUBLISH_TO_STORE', new Date()))
  expect(has).toBe(true)
  await server.behind.query('update users set is_demo = true where user_id = $1', [me.user_id])
  expect(await use('IMPORT_PRODUCT')).toMatchObject({ granted: 0, usage: 0, demo: true, cycle_start: null })
  expect(await use('ORDER_FULFILLMENT')).toMatchObject({ granted: 1_000_000, demo: false })
})

test('what rolls back was not used', async () => {
  const me = await server.person()
  const db = server.runtime.db({ ...me, own_workplaces: [me.workplace_id] })
  const failing = db.tx(async (tx) => {
    await grantFeature(tx, me, 'IMPORT_PRODUCT', 50, new Date())
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect((await server.ask(calls.getCurrentPlan, {}, me)).body.data?.features['IMPORT_PRODUCT']?.usage).toBe(0)
})

test('WORKPLACE_LIMIT: eight clicks at once make as many as the plan allows', async () => {
  const me = await server.person()
  const made = await Promise.all(
    Array.from({ length: 8 }, (_, n) => server.ask(workplaceCalls.createWorkplace, { name: `Shop ${n}` }, me)),
  )
  expect(made.filter(({ http }) => http === 200).length).toBe(FREE_PLAN.features.WORKPLACE_LIMIT.limit - 1)
  expect(new Set(made.filter(({ http }) => http !== 200).map(({ body }) => body.status))).toEqual(new Set([401]))
})

test('switches follow the plan at once', async () => {
  const me = await server.person()
  const has = (feature: 'BULK_ORDER_FULFILLMENT' | 'BULK_PUBLISH_TO_STORE') =>
    server.runtime.db(me).read((tx) => hasFeature(tx, me.user_id, feature, new Date()))
  expect([await has('BULK_ORDER_FULFILLMENT'), await has('BULK_PUBLISH_TO_STORE')]).toEqual([false, false])
  await server.behind.query(`update users set plan_id = 'starter_monthly' where user_id = $1`, [me.user_id])
  expect([await has('BULK_ORDER_FULFILLMENT'), await has('BULK_PUBLISH_TO_STORE')]).toEqual([true, false])
})

test('a plan that is paid by the year counts by the month all the same', async () => {
  const me = await server.person()
  await server.behind.query(
    `update users set plan_id = 'basic_yearly', created_at = now() - interval '31 days' where user_id = $1`,
    [me.user_id],
  )
  await server.behind.query(
    `insert into feature_usage (workplace_id, feature, cycle_start, usage)
     values ($1, 'IMPORT_PRODUCT', (now() - interval '31 days')::date, 2500)`,
    [me.workplace_id],
  )
  const plan = (await server.ask(calls.getCurrentPlan, {}, me)).body.data
  expect(plan?.features['IMPORT_PRODUCT']).toMatchObject({ limit: 3000, usage: 0 })
  expect(Date.parse(plan?.cycle_ends ?? '')).toBeLessThan(Date.now() + 30 * 86_400_000)
})

test('116: no store is connected while a package is due', async () => {
  const me = await server.person()
  const link = () =>
    server.ask(storeCalls.linkPlatform, { platform: 'woocommerce', shop: 'https://shop.example.com' }, me)
  expect((await link()).http).toBe(200)
  await server.behind.query(
    `insert into subscriptions (workplace_id, user_id, provider, provider_ref, customer_ref, state, plan_id, period_start,
       period_end, started_at, provider_updated_at, past_due_since)
     values ($1, $2, 'paddle', 'sub_due', 'ctm', 'past_due', 'basic_monthly', now(), now(), now(), now(), now())`,
    [me.workplace_id, me.user_id],
  )
  expect((await link()).body.status).toBe(116)
})
