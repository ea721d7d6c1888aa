/** Plans on the invoice of a Shopify store: what a seller can do there, and what Shopify's own books say. */
import { randomUUID } from 'node:crypto'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { billingCalls as calls } from '@omni/contracts/billing.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '../../platform/embedded-postgres.ts'
import { allowStore } from '../../testing/allow-store.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { decide, storeBooks } from '../../testing/store-plans.ts'
import { PASSWORD, type Person, testServer } from '../../testing/test-server.ts'
import { readReportJob } from './read-report.job.ts'

const port = await freePort()
const PUBLIC_URL = `http://127.0.0.1:${port}`
const sandbox = await sandboxProcess(100, PUBLIC_URL)
const server = await testServer({
  ...sandbox.env,
  ...sandbox.paddle_env,
  ...sandbox.store_plans_env,
  PUBLIC_URL,
  PAYMENT_LANDS_MS: '800',
})
let ahead_ms = 0
Object.defineProperty(server.clock, 'now', { get: () => new Date(Date.now() + ahead_ms) })
const { ask, behind, runJobs } = server
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
beforeAll(() => server.app.listen({ port, host: '127.0.0.1' }))

async function until<T>(read: () => Promise<T>, is: (value: T) => boolean, within_ms = 20_000): Promise<T> {
  for (const end = Date.now() + within_ms * inject('patience'); ;) {
    await runJobs()
    const value = await read()
    if (is(value)) return value
    if (Date.now() > end) throw new Error(`it never became so: ${JSON.stringify(value)}`)
    await pause(50)
  }
}
const key = () => ({ 'idempotency-key': randomUUID() })
const planOf = async (me: Person) => (await ask(calls.getCurrentPlan, {}, me)).body.data
const stateOf = async (me: Person) => (await ask(calls.getSubscription, {}, me)).body.data
const chargeOf = async (me: Person, charge_id: string) => (await ask(calls.getPlanCharge, { charge_id }, me)).body.data
const change = (me: Person, package_id: string) => ask(calls.chargeSubscription, { package_id }, me, key())
const hasPlan = (me: Person, id: string) =>
  until(
    () => planOf(me),
    (plan) => plan?.id === id,
  )

let shops = 0
/** Somebody with a Shopify store of their own. */
async function seller(): Promise<Person & { shop: string }> {
  const me = await server.person()
  const name = `plan-shop-${++shops}`
  await sandbox.act('shopify', 'make_shop', { name, points_per_second: 1000 })
  const shop = `${name}.myshopify.com`
  const { url = '' } = (await ask(storeCalls.linkPlatform, { platform: 'shopify', shop }, me)).body.data ?? {}
  const made = await ask(storeCalls.installPlatform, { platform: 'shopify', query: await allowStore(url) }, me)
  expect(made.body.success).toBe(true)
  // What looks after the store subscribes to its messages.
  await runJobs()
  return { ...me, shop }
}
async function pageOf(
  me: Person,
  started: Promise<{ body: { data?: { charge: { charge_id: string } | null } | null } }>,
) {
  const charge_id = (await started).body.data?.charge?.charge_id ?? ''
  return until(
    () => chargeOf(me, charge_id),
    (charge) => charge?.state === 'open' && charge.url !== null,
  )
}
async function subscribed(package_id = 'basic_monthly') {
  const me = await seller()
  const page = await pageOf(me, change(me, package_id))
  await decide(page?.url ?? '')
  await hasPlan(me, package_id)
  return me
}
const books = (me: { shop: string }) => storeBooks(sandbox, me.shop)

test('who has a Shopify store pays there: approved on its page, in force at once, one subscription in its books', async () => {
  const me = await seller()
  expect(await stateOf(me)).toMatchObject({ can_buy: true, billed_by: 'shopify', subscription: null })
  const page = await pageOf(me, change(me, 'basic_monthly'))
  expect(page).toMatchObject({ paid_by: 'shopify', amount: 2990 })
  // Coming back proves nothing: nobody has approved.
  await ask(calls.checkPlanCharge, { charge_id: page?.charge_id ?? '' }, me)
  await runJobs()
  expect((await planOf(me))?.is_free).toBe(true)
  const back = await decide(page?.url ?? '')
  expect(back).toContain(`${PUBLIC_URL}/app/setting/billing?paid=om`)
  const plan = await hasPlan(me, 'basic_monthly')
  expect(plan).toMatchObject({ provider_payment: 'shopify', features: { IMPORT_PRODUCT: { limit: 3000 } } })
  expect(await stateOf(me)).toMatchObject({ pending: null, subscription: { state: 'active', is_first_cycle: true } })
  const { charges, bills } = await books(me)
  expect(charges.map(({ status, price }) => [status, price])).toEqual([['ACTIVE', 2990]])
  expect(bills.map(({ reason, amount }) => [reason, amount])).toEqual([['subscription', 2990]])
  // The page has done its work.
  expect(await decide(page?.url ?? '')).toBe('404')
  expect((await ask(calls.updatePaymentMethod, {}, me, key())).http).toBe(422)
  const other = await server.person()
  expect(await stateOf(other)).toMatchObject({ billed_by: 'paddle' })
})

test('declined, and another plan than the page was opened for: what was approved counts, and only that', async () => {
  const me = await seller()
  const first = await pageOf(me, change(me, 'starter_monthly'))
  await decide(first?.url ?? '', 'decline')
  const declined = await until(
    () => chargeOf(me, first?.charge_id ?? ''),
    (charge) => charge?.state === 'failed',
  )
  expect(declined?.error_key).toBe('page_declined')
  const starter = await pageOf(me, change(me, 'starter_monthly'))
  const pro = await pageOf(me, change(me, 'pro_tier_1_monthly'))
  expect(pro?.charge_id).toBe(starter?.charge_id)
  expect(pro?.url).not.toBe(starter?.url)
  // Both pages are open at Shopify. The seller goes back to the first.
  await decide(starter?.url ?? '')
  await hasPlan(me, 'starter_monthly')
  await decide(pro?.url ?? '')
  await hasPlan(me, 'pro_tier_1_monthly')
  const { charges } = await books(me)
  expect(charges.map(({ status }) => status)).toEqual(['DECLINED', 'CANCELLED', 'ACTIVE'])
  expect((await behind.query('select 1 from subscriptions where user_id = $1', [me.user_id])).rowCount).toBe(1)
})

test('upgrade in the middle of a cycle: Shopify prorates, the plan before ends, ours goes on as the same one', async () => {
  const me = await subscribed('starter_monthly')
  await sandbox.act('shopify', 'age_plan', { shop: me.shop, days: 15 })
  await until(
    () => stateOf(me),
    (now) => Date.parse(now?.subscription?.period_start ?? '') < Date.now() - 14 * 86_400_000,
  )
  const seen = (await ask(calls.previewPlanChange, { package_id: 'basic_monthly' }, me)).body.data
  expect(seen).toMatchObject({ kind: 'upgrade', due_now: null, recurring: 2990 })
  const before = await stateOf(me)
  const page = await pageOf(me, change(me, 'basic_monthly'))
  expect((await planOf(me))?.id).toBe('starter_monthly')
  await decide(page?.url ?? '')
  await hasPlan(me, 'basic_monthly')
  expect((await stateOf(me))?.subscription?.period_end).toBe(before?.subscription?.period_end)
  const { charges, bills } = await books(me)
  expect(charges.map(({ status }) => status)).toEqual(['CANCELLED', 'ACTIVE'])
  // 14.90 -> 29.90 with 15 of 30 days left.
  expect(bills.map(({ reason, amount }) => [reason, amount])).toEqual([
    ['subscription', 1490],
    ['proration', 750],
  ])
  const rows = await behind.query('select state from subscriptions where user_id = $1', [me.user_id])
  expect(rows.rows).toEqual([{ state: 'active' }])
})

test('downgrade: 4002 in the first cycle; later approved at once and in force with the next cycle', async () => {
  const me = await subscribed('growth_tier_1_monthly')
  expect((await change(me, 'basic_monthly')).body.status).toBe(4002)
  // It was approved a cycle ago, and we heard of it then.
  await behind.query(`update subscriptions set started_at = started_at - interval '31 days' where user_id = $1`, [
    me.user_id,
  ])
  await sandbox.act('shopify', 'age_plan', { shop: me.shop, days: 31 })
  await until(
    () => stateOf(me),
    (now) => now?.subscription?.is_first_cycle === false,
  )
  const page = await pageOf(me, change(me, 'basic_monthly'))
  await decide(page?.url ?? '')
  await runJobs()
  expect((await planOf(me))?.id).toBe('growth_tier_1_monthly')
  await sandbox.act('shopify', 'age_plan', { shop: me.shop, days: 30 })
  await hasPlan(me, 'basic_monthly')
  expect((await books(me)).bills.map(({ amount }) => amount)).toEqual([4990, 4990, 2990])
})

test('cancel is pending until shortly before the next bill; taken back before that nothing was told to Shopify', async () => {
  const me = await subscribed('starter_monthly')
  expect((await ask(calls.cancelSubscription, {}, me, key())).body.data?.subscription?.cancel_at).not.toBeNull()
  await runJobs()
  expect((await stateOf(me))?.subscription?.cancel_at).not.toBeNull()
  expect((await ask(calls.resumeSubscription, {}, me, key())).body.data?.subscription?.cancel_at).toBeNull()
  await ask(calls.cancelSubscription, {}, me, key())
  await runJobs()
  expect((await books(me)).charges.map(({ status }) => status)).toEqual(['ACTIVE'])
  expect((await planOf(me))?.id).toBe('starter_monthly')
  // An hour before the cycle ends.
  await behind.query(
    `update subscriptions set cancel_at = now() + interval '1 hour', check_at = now() where user_id = $1`,
    [me.user_id],
  )
  await behind.query(`select enqueue_job('billing.sweep', '{}'::json, null, 3, null, null, 0)`)
  await until(
    () => planOf(me),
    (plan) => plan?.is_free === true,
  )
  const { charges, bills } = await books(me)
  expect(charges.map(({ status }) => status)).toEqual(['CANCELLED'])
  expect(bills.length).toBe(1)
})

test('a shop that does not pay: unpaid here, 116 meanwhile, and active again when it pays', async () => {
  const me = await subscribed('basic_monthly')
  await sandbox.act('shopify', 'freeze_plan', { shop: me.shop, frozen: 'yes' })
  await until(
    () => stateOf(me),
    (now) => now?.subscription?.state === 'past_due',
  )
  expect((await change(me, 'pro_tier_1_monthly')).body.status).toBe(116)
  await sandbox.act('shopify', 'freeze_plan', { shop: me.shop, frozen: 'no' })
  await until(
    () => stateOf(me),
    (now) => now?.subscription?.state === 'active',
  )
})

test('an extra is approved on a page of its own, and raises its limit once', async () => {
  const me = await subscribed('starter_monthly')
  const page = await pageOf(me, ask(calls.chargeExtra, { extra: 'orders_100' }, me, key()))
  expect((await planOf(me))?.features['ORDER_FULFILLMENT']?.limit).toBe(100)
  await decide(page?.url ?? '')
  await until(
    () => chargeOf(me, page?.charge_id ?? ''),
    (charge) => charge?.state === 'done',
  )
  expect((await planOf(me))?.features['ORDER_FULFILLMENT']?.limit).toBe(200)
  expect((await books(me)).bills.filter(({ reason }) => reason === 'one_time').length).toBe(1)
})

/** Reads the report, twice. */
async function readReport() {
  for (let n = 0; n < 2; n++) await readReportJob.run(server.runtime.jobCtx({}, 'report', 1), {})
}
/** The check of the night, when everything that was reported must have been posted. */
async function differences() {
  ahead_ms = 5 * 3_600_000
  await behind.query(`select enqueue_job('wallet.check_books', '{}'::json, null, 1, null, null, 0)`)
  await runJobs()
  ahead_ms = 0
  return (await behind.query(`select kind, theirs::int as theirs from book_differences where provider = 'shopify'`))
    .rows
}
const postedFor = async (me: Person, kind: string): Promise<number[]> =>
  (
    await behind.query(
      `select p.amount::int as amount from ledger_txns t join ledger_postings p using (workplace_id, txn_id)
       where workplace_id = $1 and t.kind = $2 and 'clearing.shopify' in (p.debit, p.credit) order by p.amount`,
      [me.workplace_id, kind],
    )
  ).rows.map(({ amount }: { amount: number }) => amount)

test('what Shopify reports is revenue: a plan, an extra, a renewal, each posted once; what nobody knows is named', async () => {
  const [me, lost] = [await subscribed('starter_monthly'), await subscribed('basic_monthly')]
  const extra = await pageOf(me, ask(calls.chargeExtra, { extra: 'orders_100' }, me, key()))
  await decide(extra?.url ?? '')
  await until(
    () => chargeOf(me, extra?.charge_id ?? ''),
    (charge) => charge?.state === 'done',
  )
  await sandbox.act('shopify', 'age_plan', { shop: me.shop, days: 31 })
  await behind.query(`update plan_charges set transaction_ref = 'gone' where user_id = $1`, [lost.user_id])
  await readReport()
  const billed = (await books(me)).bills.map(({ amount }) => amount).toSorted((a, b) => a - b)
  expect(billed.length).toBe(3)
  expect(await postedFor(me, 'plan_paid')).toEqual(billed)
  const kept = billed.map((amount) => Math.round(amount * 0.15) + Math.round(amount * 0.029))
  expect(await postedFor(me, 'fee')).toEqual(kept)
  const log = (await ask(calls.listPaymentLogs, {}, me)).body.data?.items
  expect(log?.map(({ kind }) => kind).toSorted()).toEqual(['extra', 'renewal', 'subscribe'])
  expect(log?.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual(billed)
  // Of all that this file's stores were billed, our books lack the one sale that belongs to nobody.
  expect(await postedFor(lost, 'plan_paid')).toEqual([])
  expect(await differences()).toEqual([{ kind: 'missing_here', theirs: 2990 - 449 - 87 }])
})

test('lost replies: a page nobody got is opened anew, a cancellation is found; one subscription by the books', async () => {
  const me = await seller()
  await sandbox.setFaults('shopify', [{ kind: 'drop_reply', endpoint: 'appSubscriptionCreate', times: 1 }])
  const page = await pageOf(me, change(me, 'basic_monthly'))
  const opened = await books(me)
  expect(opened.charges.map(({ status }) => status)).toEqual(['PENDING', 'PENDING'])
  await decide(page?.url ?? '')
  await hasPlan(me, 'basic_monthly')
  await sandbox.setFaults('shopify', [
    { kind: 'act_then_fail', endpoint: 'appSubscriptionCancel', times: 1, status: 500 },
  ])
  await ask(calls.resetFreePlanAo, {}, me, key())
  await until(
    () => planOf(me),
    (plan) => plan?.is_free === true,
  )
  await sandbox.setFaults('shopify', [])
  const { charges, bills } = await books(me)
  expect(charges.map(({ status }) => status)).toEqual(['PENDING', 'CANCELLED'])
  expect(bills.length).toBe(1)
})

test('however a store is left, it pays no more: disconnected, uninstalled there, deleted with the account', async () => {
  const [off, gone, deleted] = [await subscribed(), await subscribed(), await subscribed()]
  await ask(storeCalls.uninstallPlatform, { platform: 'shopify', shop: off.shop }, off)
  await sandbox.act('shopify', 'uninstall_app', { shop: gone.shop })
  expect((await ask(authCalls.deleteAccount, { password: PASSWORD }, deleted)).body.success).toBe(true)
  for (const me of [off, gone])
    await until(
      () => planOf(me),
      (plan) => plan?.is_free === true,
    )
  const open = async () =>
    (
      await behind.query(`select 1 from subscriptions where state <> 'ended' and user_id = any($1)`, [
        [off.user_id, gone.user_id, deleted.user_id],
      ])
    ).rowCount
  await until(open, (count) => count === 0)
  for (const me of [off, gone, deleted])
    expect(
      (await books(me)).charges.map(({ status }) => status),
      me.shop,
    ).toEqual(['CANCELLED'])
  // The keys are thrown away with the next look, and nothing waits.
  await behind.query(`update jobs set run_at = now() where key like 'billing.leave_store:%' and worker_id is null`)
  await until(
    async () => (await behind.query('select 1 from plan_farewells')).rowCount,
    (count) => count === 0,
  )
})
