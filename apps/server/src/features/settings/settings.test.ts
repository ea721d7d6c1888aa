import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { homeCalls } from '@omni/contracts/home.calls.ts'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { telemetryCalls } from '@omni/contracts/telemetry.calls.ts'
import { expect, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'

const DAY_MS = 86_400_000
const server = await testServer()

test('settings are merged: two tabs that change different ones both stay; unknown ones are refused', async () => {
  const me = await server.person()
  const update = (settings: object) => server.ask(settingsCalls.updateSettings, { settings }, me)
  await Promise.all([
    update({ display_currency: 'EUR' }),
    update({ timezone: 'Asia/Tokyo' }),
    update({ notification: { order: { app: false } } }),
    update({ notification: { order: { mail: true } } }),
    update({ notification: { product: { digest: true } } }),
  ])
  // Admitad is part of a paid plan.
  await server.behind.query(`update users set plan_id = 'basic_monthly' where user_id = $1`, [me.user_id])
  await server.ask(settingsCalls.updateAdmitadSettings, { is_enable: true, publisher_id: 'p1' }, me)
  await server.ask(settingsCalls.updateWorkplaceSettings, { settings: { display_currency: 'JPY' } }, me)
  const { settings } = (await server.ask(settingsCalls.getSettings, {}, me)).body.data ?? {}
  expect(settings).toEqual({
    display_currency: 'JPY',
    timezone: 'Asia/Tokyo',
    language: 'en',
    notification: {
      product: { app: true, mail: false, digest: true },
      supplier: { app: true, mail: false, digest: false },
      order: { app: false, mail: true, digest: false },
      system: { app: true, mail: false, digest: false },
    },
    admitad: { is_enable: true, publisher_id: 'p1' },
  })
  expect((await update({ display_currency: 'XXX' })).body.errors).toEqual({
    display_currency: ['This currency is not supported.'],
  })
  expect((await update({ timezone: 'Mars/Olympus' })).http).toBe(422)
  const ai = await server.ask(settingsCalls.updateAiWritingSettings, { tone: 'luxury' }, me)
  expect(ai.body.data).toMatchObject({ tone: 'luxury', description_length: 'medium' })
})

test('a field that nobody keeps is refused, not answered with "saved"', async () => {
  const me = await server.person()
  const before = (await server.ask(settingsCalls.getSettings, {}, me)).body.data
  const ask = (call: (typeof settingsCalls)[keyof typeof settingsCalls], input: object) => server.ask(call, input, me)
  for (const [call, input] of [
    [settingsCalls.updateSettings, { settings: { display_currency: 'EUR', theme: 'dark' } }],
    [settingsCalls.updateSettings, { settings: { notification: { order: { sms: true } } } }],
    [settingsCalls.updateWorkplaceSettings, { settings: { display_currency: 'EUR', language: 'de' } }],
    [settingsCalls.updateAiWritingSettings, { tone: 'luxury', voice: 'loud' }],
    [settingsCalls.updateQuickStartGuide, { done: true }],
  ] as const) {
    const { http, body } = await ask(call, input)
    expect([call.path, http, body.success]).toEqual([call.path, 422, false])
  }
  expect((await server.ask(settingsCalls.getSettings, {}, me)).body.data).toEqual(before)
})

test('quick start: a step once done stays done, marking it again changes nothing', async () => {
  const me = await server.person()
  const mark = (input: object) => server.ask(settingsCalls.updateQuickStartGuide, input, me)
  await Promise.all([mark({ step: 'CHOOSE_A_PLAN' }), mark({ step: 'CHOOSE_A_PLAN' }), mark({ step: 'PUSH_PRODUCT' })])
  expect((await server.ask(settingsCalls.getQuickStartGuide, {}, me)).body.data).toMatchObject({
    isDone: false,
    dismiss: false,
    active_step: 'FIND_AND_IMPORT',
  })
  for (const step of ['FIND_AND_IMPORT', 'PLACE_ORDER', 'FIND_READY_ORDER', 'NAVIGATE_TO_ORDER_CENTER'])
    await mark({ step })
  expect((await mark({ dismiss: true })).body.data).toMatchObject({
    isDone: true,
    dismiss: true,
    active_step: 'PLACE_ORDER',
  })
  expect((await mark({ step: 'NOPE' })).http).toBe(422)
})

test('the plan: usage of the running cycle, quota questions use nothing up, demo mode blocks import', async () => {
  const me = await server.person()
  const day = (ago: number) => new Date(server.clock.now.getTime() - ago * DAY_MS).toISOString().slice(0, 10)
  await server.behind.query(
    `insert into feature_usage (workplace_id, feature, cycle_start, usage)
      values ($1, 'ORDER_FULFILLMENT', $2, 17), ($1, 'IMPORT_PRODUCT', '1970-01-01', 100), ($1,
      'ORDER_FULFILLMENT', $3, 500)`,
    [me.workplace_id, day(0), day(30)],
  )
  const plan = (await server.ask(billingCalls.getCurrentPlan, {}, me)).body.data
  expect(plan).toMatchObject({
    id: 'free',
    is_free: true,
    demo_mode: false,
    features: {
      ORDER_FULFILLMENT: { limit: 20, usage: 17 },
      IMPORT_PRODUCT: { usage: 100 },
      WORKPLACE_LIMIT: { usage: 1 },
    },
  })
  const may = async (feature: string, amount: number) =>
    (await server.ask(billingCalls.calcQuotaUsage, { feature, amount }, me)).body.data
  expect(await may('ORDER_FULFILLMENT', 3)).toMatchObject({ allowed: true, isOutQuota: false })
  expect(await may('ORDER_FULFILLMENT', 4)).toMatchObject({ allowed: false, isOutQuota: false })
  expect(await may('IMPORT_PRODUCT', 1)).toMatchObject({
    allowed: false,
    isOutQuota: true,
    suggested_upgrade: 'GROWTH_ZOPI_AO_TIER_1',
  })
  expect(await may('BULK_ORDER_FULFILLMENT', 1)).toMatchObject({ allowed: false })
  const attention = (await server.ask(homeCalls.getAttention, {}, me)).body.data?.items.map(
    ({ key, level }) => `${key} ${level}`,
  )
  expect(attention).toEqual([
    'quota_reached red',
    'quota_low amber',
    'connect_store amber',
    'unread_notifications grey',
    'second_factor_off grey',
  ])
  await server.behind.query('update users set is_demo = true where user_id = $1', [me.user_id])
  expect(await may('LISTING_PRODUCTS', 1)).toMatchObject({ allowed: false, isOutQuota: false })
})

test('reports are kept for the operator and cannot be read back by the app', async () => {
  const me = await server.person()
  expect((await server.ask(telemetryCalls.logVitals, { name: 'LCP', value: 2500 })).body.data).toEqual({
    accepted: false,
  })
  expect((await server.ask(telemetryCalls.logVitals, { name: 'LCP', value: 2501 })).body.data).toEqual({
    accepted: true,
  })
  await server.ask(telemetryCalls.recordMvpFeedback, { mvp: 'community', feedback: 'good' }, me)
  const { rows } = await server.behind.query('select kind, user_id from telemetry_events order by event_id')
  expect(rows).toEqual([
    { kind: 'vitals', user_id: null },
    { kind: 'mvp_feedback', user_id: me.user_id },
  ])
  await expect(
    server.runtime.db({ user_id: me.user_id }).read((tx) => tx.selectFrom('telemetry_events').selectAll().execute()),
  ).rejects.toThrow(/permission denied/)
})

test('a maintenance notice is shown while it is in force', async () => {
  const ask = async () => (await server.ask(settingsCalls.getMaintenanceNotice, {})).body.data?.maintenance
  expect(await ask()).toBe(false)
  const until = new Date(server.clock.now.getTime() + 7_200_000)
  await server.behind.query(`insert into operator_settings values ('maintenance', $1)`, [
    { message: 'Back in two hours', until: until.toISOString() },
  ])
  expect(await ask()).toBe(true)
  server.clock.now = new Date(until.getTime() + 1000)
  expect(await ask()).toBe(false)
})
