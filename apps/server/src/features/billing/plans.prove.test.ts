/** Plans against the sandbox's Paddle: what a seller can do, what the provider tells, and what its books say. */
import { randomUUID } from 'node:crypto'
import { billingCalls as calls } from '@omni/contracts/billing.calls.ts'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { toppedUp } from '@omni/domain/ledger/placing.ts'
import { beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '../../platform/embedded-postgres.ts'
import { post } from '../../platform/ledger.ts'
import { paddleBooks, payPlan } from '../../testing/paddle.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { type Person, testServer } from '../../testing/test-server.ts'

const port = await freePort()
const sandbox = await sandboxProcess(100, `http://127.0.0.1:${port}`)
const server = await testServer({ ...sandbox.paddle_env, PAYMENT_LANDS_MS: '800' })
Object.defineProperty(server.clock, 'now', { get: () => new Date() })
const { ask, behind, runJobs } = server
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

beforeAll(() => server.app.listen({ port, host: '127.0.0.1' }))

/** Runs jobs until something is so: messages of the provider take a moment to arrive. */
async function until<T>(read: () => Promise<T>, is: (value: T) => boolean, within_ms = 20_000): Promise<T> {
  for (const end = Date.now() + within_ms * inject('patience'); ;) {
    await runJobs()
    const value = await read()
    if (is(value)) return value
    if (Date.now() > end) throw new Error(`it never became so: ${JSON.stringify(value)}`)
    await pause(50)
  }
}
const sweep = () => behind.query(`select enqueue_job('billing.sweep', '{}'::json, null, 3, null, null, 0)`)
const key = () => ({ 'idempotency-key': randomUUID() })
const planOf = async (me: Person) => (await ask(calls.getCurrentPlan, {}, me)).body.data
const stateOf = async (me: Person) => (await ask(calls.getSubscription, {}, me)).body.data
const logsOf = async (me: Person) => (await ask(calls.listPaymentLogs, {}, me)).body.data?.items ?? []
const chargeOf = async (me: Person, charge_id: string) => (await ask(calls.getPlanCharge, { charge_id }, me)).body.data
const refOf = async (me: Person) =>
  (
    await behind.query<{ provider_ref: string }>(
      `select provider_ref from subscriptions where user_id = $1 order by created_at desc limit 1`,
      [me.user_id],
    )
  ).rows[0]?.provider_ref ?? ''

async function openPage(me: Person, package_id: string) {
  const { body } = await ask(calls.chargeSubscription, { package_id }, me, key())
  const charge_id = body.data?.charge?.charge_id ?? ''
  return until(
    () => chargeOf(me, charge_id),
    (charge) => charge?.state === 'open',
  )
}

async function subscribed(package_id = 'basic_monthly', card?: string, country?: string): Promise<Person> {
  const me = await server.person()
  const page = await openPage(me, package_id)
  await payPlan(page?.url ?? '', card, country)
  await until(
    () => planOf(me),
    (plan) => plan?.id === package_id,
  )
  return me
}
async function booksBalance(): Promise<void> {
  expect((await behind.query('select * from ledger_faults()')).rows).toEqual([])
  const { rows } = await behind.query<{ sum: string }>(
    `select coalesce(sum(amount), 0) as sum from ledger_system_balances where account = 'clearing.paddle'`,
  )
  expect(-Number(rows[0]?.sum)).toBe((await paddleBooks(sandbox)).balance)
}
const change = (me: Person, package_id: string) => ask(calls.chargeSubscription, { package_id }, me, key())
const settled = (me: Person, charge_id: string) =>
  until(
    () => chargeOf(me, charge_id),
    (charge) => ['done', 'failed'].includes(charge?.state ?? ''),
  )

test('subscribe: the page is paid, the limits change at once, the invoice is in the log and in the ledger', async () => {
  const me = await server.person()
  const before = await planOf(me)
  const [first, again] = await Promise.all([change(me, 'basic_monthly'), change(me, 'basic_monthly')])
  expect(first.body.data?.charge?.charge_id).toBe(again.body.data?.charge?.charge_id)
  const page = await openPage(me, 'basic_monthly')
  expect((await payPlan(page?.url ?? '', '4000000000000002')).status).toBe(402)
  expect((await planOf(me))?.id).toBe(before?.id)
  expect((await payPlan(page?.url ?? '', undefined, 'DE')).status).toBe(303)
  const plan = await until(
    () => planOf(me),
    (now) => now?.id === 'basic_monthly',
  )
  expect(plan).toMatchObject({ provider_payment: 'paddle', features: { IMPORT_PRODUCT: { limit: 3000 } } })
  const logs = await until(
    () => logsOf(me),
    (list) => list.length === 1,
  )
  expect(logs).toMatchObject([{ kind: 'subscribe', amount: 2990, tax: 477, state: 'done', name: 'Basic' }])
  expect(logs[0]?.invoice_number).toMatch(/^70-/)
  expect(await stateOf(me)).toMatchObject({
    pending: null,
    subscription: { state: 'active', is_first_cycle: true, method: { last4: '4242', brand: 'visa' } },
  })
  const csv = (await ask(calls.exportPaymentLogs, {}, me)).body.data
  expect(csv?.text).toContain('"29.90","4.77","USD","done"')
  const told = await behind.query(
    `select message_key from notifications where user_id = $1 and message_key <> 'welcome'`,
    [me.user_id],
  )
  expect(told.rows).toEqual([{ message_key: 'plan_started' }])
  await booksBalance()
})

test.each(['free', 'starter_monthly'])(
  'buying a plan marks the step of the quick start, for who had %s',
  async (had) => {
    const me = await server.person()
    await behind.query('update users set plan_id = $1 where user_id = $2', [had, me.user_id])
    const page = await openPage(me, 'starter_monthly')
    await payPlan(page?.url ?? '')
    const guide = await until(
      async () => (await ask(settingsCalls.getQuickStartGuide, {}, me)).body.data,
      (data) => data?.steps['CHOOSE_A_PLAN'] === true,
    )
    expect(guide?.active_step).toBe('FIND_AND_IMPORT')
  },
)

test('another plan while the page is open changes what the page sells: nobody can pay two', async () => {
  const me = await server.person()
  const first = await openPage(me, 'starter_monthly')
  const second = await openPage(me, 'growth_tier_1_monthly')
  expect(second).toMatchObject({ charge_id: first?.charge_id, url: first?.url, item: 'growth_tier_1_monthly' })
  await payPlan(first?.url ?? '')
  await until(
    () => planOf(me),
    (plan) => plan?.id === 'growth_tier_1_monthly',
  )
  expect((await behind.query('select 1 from subscriptions where user_id = $1', [me.user_id])).rowCount).toBe(1)
})

test('upgrade in the middle of a cycle: the preview is what is charged, and the limits change at once', async () => {
  const me = await subscribed('starter_monthly')
  const subscription = await refOf(me)
  await sandbox.act('paddle', 'age', { subscription, days: 15 })
  await until(
    () => stateOf(me),
    (now) => Date.parse(now?.subscription?.period_start ?? '') < Date.now() - 86_400_000,
  )
  const seen = (await ask(calls.previewPlanChange, { package_id: 'basic_monthly' }, me)).body.data
  expect(seen).toMatchObject({ kind: 'upgrade', due_now: 750, credit: 745, charge: 1495, recurring: 2990 })
  const { body } = await change(me, 'basic_monthly')
  expect(body.data?.charge).toMatchObject({ kind: 'upgrade', state: 'opening' })
  const done = await settled(me, body.data?.charge?.charge_id ?? '')
  expect(done).toMatchObject({ state: 'done', amount: 750 })
  expect((await planOf(me))?.id).toBe('basic_monthly')
  const own = (await paddleBooks(sandbox)).movements.filter((row) => row.subscription === subscription)
  expect(own.map(({ type, amount }) => [type, amount])).toEqual([
    ['api', 1490],
    ['subscription_update', 750],
  ])
  await booksBalance()
})

test('a card that says no to an upgrade: nothing is charged and nothing changes', async () => {
  const me = await subscribed('starter_monthly')
  const subscription = await refOf(me)
  await sandbox.act('paddle', 'set_card', { subscription, behaviour: 'poor' })
  const { body } = await change(me, 'pro_tier_1_monthly')
  const failed = await settled(me, body.data?.charge?.charge_id ?? '')
  expect(failed).toMatchObject({ state: 'failed', error_key: 'insufficient_funds' })
  expect((await planOf(me))?.id).toBe('starter_monthly')
  await booksBalance()
})

test('downgrade: refused with 4002 in the first cycle; later a pending change that the provider learns of before the renewal', async () => {
  const me = await subscribed('growth_tier_1_monthly')
  const subscription = await refOf(me)
  expect((await change(me, 'basic_monthly')).body.status).toBe(4002)
  expect((await change(me, 'enterprise_monthly')).http).toBe(422)
  await sandbox.act('paddle', 'age', { subscription, days: 29 })
  await sandbox.act('paddle', 'renew_now', { subscription })
  await until(
    () => stateOf(me),
    (now) => now?.subscription?.is_first_cycle === false,
  )
  const requested = await change(me, 'basic_monthly')
  expect(requested.body.data).toMatchObject({ charge: null, subscription: { next_package: { id: 'basic_monthly' } } })
  expect((await change(me, 'growth_tier_1_monthly')).body.data?.subscription?.next_package).toBeNull()
  await change(me, 'basic_monthly')
  const priceNow = async () =>
    (await paddleBooks(sandbox)).subscriptions.find(({ id }) => id === subscription)?.item.price_id ?? ''
  expect(await priceNow()).toContain('growth')
  // Half a day before the renewal the provider is told; the plan in force stays until then.
  await sandbox.act('paddle', 'age', { subscription, days: 29.5 })
  await until(
    () => stateOf(me),
    (now) => Date.parse(now?.subscription?.next_billed_at ?? '') < Date.now() + 86_400_000,
  )
  await sweep()
  await until(priceNow, (price) => price.includes('basic'))
  await until(
    () => stateOf(me),
    (now) => now?.pending === null,
  )
  expect((await planOf(me))?.id).toBe('growth_tier_1_monthly')
  await sandbox.act('paddle', 'renew_now', { subscription })
  await until(
    () => planOf(me),
    (plan) => plan?.id === 'basic_monthly',
  )
  const logs = await until(
    () => logsOf(me),
    (list) => list.length === 3,
  )
  expect(logs.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['renewal', 2990],
    ['renewal', 4990],
    ['subscribe', 4990],
  ])
  await booksBalance()
})

test('cancel at the end of the period, resume, cancel again: it ends with the period and the free plan counts', async () => {
  const me = await subscribed('starter_monthly')
  const subscription = await refOf(me)
  const cancel = () => ask(calls.cancelSubscription, {}, me, key())
  const first = await cancel()
  await settled(me, first.body.data?.charge?.charge_id ?? '')
  await until(
    () => stateOf(me),
    (now) => now?.subscription?.cancel_at !== null,
  )
  expect((await planOf(me))?.id).toBe('starter_monthly')
  expect((await cancel()).http).toBe(422)
  expect((await change(me, 'basic_monthly')).http).toBe(422)
  const resumed = await ask(calls.resumeSubscription, {}, me, key())
  await settled(me, resumed.body.data?.charge?.charge_id ?? '')
  await until(
    () => stateOf(me),
    (now) => now?.subscription?.cancel_at === null,
  )
  expect((await ask(calls.resumeSubscription, {}, me, key())).http).toBe(422)
  await until(
    () => stateOf(me),
    (now) => now?.pending === null,
  )
  const last = await cancel()
  await settled(me, last.body.data?.charge?.charge_id ?? '')
  await sandbox.act('paddle', 'age', { subscription, days: 31 })
  await until(
    () => planOf(me),
    (plan) => plan?.is_free === true,
  )
  expect((await stateOf(me))?.subscription?.state).toBe('ended')
})

test('a renewal that fails: told, in force for the grace period, 116 meanwhile; another card recovers it', async () => {
  const me = await subscribed('basic_monthly')
  const subscription = await refOf(me)
  await sandbox.act('paddle', 'set_card', { subscription, behaviour: 'no' })
  await sandbox.act('paddle', 'renew_now', { subscription })
  const late = await until(
    () => stateOf(me),
    (now) => now?.subscription?.state === 'past_due',
  )
  expect(late?.subscription?.grace_ends).not.toBeNull()
  expect((await planOf(me))?.id).toBe('basic_monthly')
  expect((await logsOf(me))[0]).toMatchObject({ kind: 'renewal', state: 'past_due', error_key: 'card_declined' })
  expect((await change(me, 'pro_tier_1_monthly')).body.status).toBe(116)
  const asResearcher = { ...key(), app: 'AH' }
  expect((await ask(calls.chargeExtra, { extra: 'orders_100' }, me, asResearcher)).body.status).toBe(117)
  await behind.query(
    `update subscriptions set past_due_since = now() - interval '8 days', check_at = now() where user_id = $1`,
    [me.user_id],
  )
  await sweep()
  await until(
    () => planOf(me),
    (plan) => plan?.is_free === true,
  )
  const { body } = await ask(calls.updatePaymentMethod, {}, me, key())
  const page = await until(
    () => chargeOf(me, body.data?.charge?.charge_id ?? ''),
    (charge) => charge?.state === 'open',
  )
  expect(page?.amount).toBe(2990)
  expect((await payPlan(page?.url ?? '')).status).toBe(303)
  await until(
    () => planOf(me),
    (plan) => plan?.id === 'basic_monthly',
  )
  expect((await stateOf(me))?.subscription?.state).toBe('active')
  const keys = await behind.query(
    `select message_key from notifications where user_id = $1 and message_key <> 'welcome' order by created_at`,
    [me.user_id],
  )
  expect(keys.rows.map((row) => row.message_key)).toEqual([
    'plan_started',
    'plan_payment_failed',
    'plan_grace_over',
    'plan_recovered',
  ])
  await booksBalance()
})

test('an unpaid renewal can be given up; a plan that was given ends too', async () => {
  const me = await subscribed('basic_monthly')
  expect((await ask(calls.skipRecharge, {}, me, key())).http).toBe(422)
  const subscription = await refOf(me)
  await sandbox.act('paddle', 'set_card', { subscription, behaviour: 'no' })
  await sandbox.act('paddle', 'renew_now', { subscription })
  await until(
    () => stateOf(me),
    (now) => now?.subscription?.state === 'past_due',
  )
  await ask(calls.skipRecharge, {}, me, key())
  await until(
    () => planOf(me),
    (plan) => plan?.is_free === true,
  )
  const guest = await server.person()
  await behind.query(`update users set plan_id = 'pro_tier_1_monthly' where user_id = $1`, [guest.user_id])
  await ask(calls.resetFreePlanAo, {}, guest, key())
  expect((await planOf(guest))?.is_free).toBe(true)
  const payer = await subscribed('starter_monthly')
  await ask(calls.resetFreePlanAo, {}, payer, key())
  await until(
    () => planOf(payer),
    (plan) => plan?.is_free === true,
  )
})

test('extras: by the card of the plan, by the wallet, on a page without a plan; each raises its limit once', async () => {
  const me = await subscribed('starter_monthly')
  const { body } = await ask(calls.chargeExtra, { extra: 'orders_100' }, me, key())
  await settled(me, body.data?.charge?.charge_id ?? '')
  expect((await planOf(me))?.features['ORDER_FULFILLMENT']?.limit).toBe(200)
  expect((await ask(calls.chargeExtra, { extra: 'imports_500', pay_by: 'wallet' }, me, key())).http).toBe(422)
  await server.runtime
    .db(me)
    .tx((tx) =>
      post(tx, [
        {
          scope: 'test',
          key: randomUUID(),
          kind: 'topup',
          postings: toppedUp('sandbox', 'USD', 5000),
          effective_at: new Date(),
        },
      ]),
    )
  const one = key()
  for (const headers of [one, one])
    expect((await ask(calls.chargeReady2sale, { pay_by: 'wallet' }, me, headers)).body.data?.charge?.state).toBe('done')
  expect((await ask(walletCalls.getWallet, {}, me)).body.data?.balance_topup).toBe(2100)
  const features = (await planOf(me))?.features ?? {}
  expect([features['IMPORT_PRODUCT']?.limit, features['LISTING_PRODUCTS']?.limit]).toEqual([1300, 350])
  const free = await server.person()
  const importsOf = async () => (await planOf(free))?.features['IMPORT_PRODUCT']?.limit ?? 0
  const imports = await importsOf()
  const started = await ask(calls.chargeExtra, { extra: 'imports_500' }, free, key())
  const page = await until(
    () => chargeOf(free, started.body.data?.charge?.charge_id ?? ''),
    (now) => now?.state === 'open',
  )
  await payPlan(page?.url ?? '')
  await settled(free, page?.charge_id ?? '')
  expect(await importsOf()).toBe(imports + 500)
  await booksBalance()
})

test('lost replies on a change and on a charge: found again by our reference, done once', async () => {
  const me = await subscribed('starter_monthly')
  const subscription = await refOf(me)
  for (const [endpoint, kind] of [
    ['subscriptions.update', 'drop_reply'],
    ['subscriptions.charge', 'act_then_fail'],
  ]) {
    await sandbox.setFaults('paddle', [{ kind, endpoint, times: 1 }])
    const { body } = endpoint?.endsWith('update')
      ? await change(me, 'basic_monthly')
      : await ask(calls.chargeExtra, { extra: 'orders_100' }, me, key())
    expect(await settled(me, body.data?.charge?.charge_id ?? '')).toMatchObject({ state: 'done' })
  }
  const own = (await paddleBooks(sandbox)).movements.filter((row) => row.subscription === subscription)
  expect(own.map(({ type }) => type)).toEqual(['api', 'subscription_update', 'subscription_charge'])
  await booksBalance()
})

test('messages: doubled, shuffled and in parallel they count once; forged, unknown and foreign ones count nothing', async () => {
  await sandbox.setFaults('paddle', [{ kind: 'duplicate_callbacks' }, { kind: 'reorder_callbacks', within_ms: 300 }])
  const people = await Promise.all(Array.from({ length: 4 }, () => subscribed('basic_monthly')))
  for (const me of people) {
    const subscription = await refOf(me)
    await sandbox.act('paddle', 'renew_now', { subscription })
  }
  for (const me of people) {
    await until(
      () => logsOf(me),
      (list) => list.length === 2,
    )
    const rows = await behind.query(`select 1 from ledger_txns where workplace_id = $1 and kind = 'plan_paid'`, [
      me.workplace_id,
    ])
    expect(rows.rowCount).toBe(2)
  }
  await sandbox.setFaults('paddle', [])
  const [me, other] = people as [Person, Person]
  const ref = await refOf(me)
  const inbox = async () =>
    Number((await behind.query(`select count(*) from inbox where vendor = 'paddle'`)).rows[0].count)
  const before = await inbox()
  await sandbox.act('paddle', 'forge', { ref, type: 'subscription.canceled' })
  await sandbox.act('paddle', 'forge', { ref: 'sub_nobody', secret: 'pdl_ntfset_sandbox' })
  await until(inbox, (now) => now === before + 1)
  await runJobs()
  expect((await stateOf(me))?.subscription?.state).toBe('active')
  // A signed message that lies: the object is read, and it says otherwise.
  await sandbox.act('paddle', 'forge', { ref, secret: 'pdl_ntfset_sandbox' })
  await until(inbox, (now) => now === before + 2)
  await runJobs()
  expect((await stateOf(me))?.subscription?.state).toBe('active')
  const [charge] = await logsOf(me)
  expect((await ask(calls.getPlanCharge, { charge_id: charge?.charge_id ?? '' }, other)).http).toBe(404)
  expect((await ask(calls.checkPlanCharge, { charge_id: charge?.charge_id ?? '' }, other)).http).toBe(404)
  await booksBalance()
})

test('messages that were lost: the list of events is read on from where it was left', async () => {
  const me = await subscribed('basic_monthly')
  const subscription = await refOf(me)
  const catchUp = () => behind.query(`select enqueue_job('billing.catch_up', '{}'::json, null, 3, null, null, 0)`)
  await catchUp()
  await runJobs()
  await sandbox.act('paddle', 'mute', { muted: 'yes' })
  await sandbox.act('paddle', 'set_card', { subscription, behaviour: 'no' })
  await sandbox.act('paddle', 'renew_now', { subscription })
  await pause(300)
  await runJobs()
  expect((await stateOf(me))?.subscription?.state).toBe('active')
  await catchUp()
  await until(
    () => stateOf(me),
    (now) => now?.subscription?.state === 'past_due',
  )
  await sandbox.act('paddle', 'mute', { muted: 'no' })
})

test('several periods at once: each renewal has its invoice', async () => {
  const me = await subscribed('basic_monthly')
  await sandbox.act('paddle', 'age', { subscription: await refOf(me), days: 72 })
  const logs = await until(
    () => logsOf(me),
    (list) => list.length === 3,
  )
  expect(logs.map(({ kind, amount, name }) => [kind, amount, name]).toSorted()).toEqual([
    ['renewal', 2990, 'Basic'],
    ['renewal', 2990, 'Basic'],
    ['subscribe', 2990, 'Basic'],
  ])
  await booksBalance()
})

test('from another workplace of the same account everything is the same', async () => {
  const me = await subscribed('basic_monthly')
  const { rows } = await behind.query<{ workplace_id: string }>(
    `with made as (insert into workplaces (workplace_id, name) values (gen_random_uuid(), 'Second') returning workplace_id)
     insert into workplace_members (workplace_id, user_id) select workplace_id, $1 from made returning workplace_id`,
    [me.user_id],
  )
  const elsewhere = { 'workplace-id': rows[0]?.workplace_id ?? '' }
  const seen = (await ask(calls.getSubscription, {}, me, elsewhere)).body.data
  expect(seen?.subscription?.package_id).toBe('basic_monthly')
  const { body } = await ask(calls.chargeSubscription, { package_id: 'pro_tier_1_monthly' }, me, {
    ...key(),
    ...elsewhere,
  })
  await settled(me, body.data?.charge?.charge_id ?? '')
  expect((await planOf(me))?.id).toBe('pro_tier_1_monthly')
})

test('without a provider nothing can be bought, and the page says so', async () => {
  const { plain } = { plain: await testServer() }
  const me = await plain.person()
  expect((await plain.ask(calls.getSubscription, {}, me)).body.data?.can_buy).toBe(false)
  expect((await plain.ask(calls.chargeSubscription, { package_id: 'basic_monthly' }, me, key())).http).toBe(422)
})
