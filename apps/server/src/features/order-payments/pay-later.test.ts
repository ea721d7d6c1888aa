/** Orders that were created to be paid later: by the wallet, a card, both, or whoever has a link. The bank's books judge. */
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { orderPaymentCalls } from '@omni/contracts/order-payments.calls.ts'
import { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../platform/embedded-postgres.ts'
import { alwaysSent } from '../../testing/always-sent.ts'
import { bankBooks, CARDS, keepMethod, typeCard } from '../../testing/bank.ts'
import { preview, sell, sellGood } from '../../testing/buy-setting.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { type Person, testServer } from '../../testing/test-server.ts'

const port = await freePort()
const sandbox = await sandboxProcess(100, `http://127.0.0.1:${port}`)
const { SANDBOX_URL = '', ZOPI_URL = '', ZOPI_API_KEY = '' } = sandbox.env
const lands = { PLACEMENT_LANDS_MS: '300', PAYMENT_LANDS_MS: '300' }
const server = await testServer({ ...sandbox.bank_env, SANDBOX_URL, ZOPI_URL, ZOPI_API_KEY, ...lands })
Object.defineProperty(server.clock, 'now', { get: () => new Date() })
const { ask, behind } = server
beforeAll(async () => {
  await server.app.listen({ port, host: '127.0.0.1' })
})

async function until(check: () => Promise<boolean>, ms = 20_000) {
  for (const end = Date.now() + ms; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    await server.runJobs()
    if (await check()) return
  }
  throw new Error('it did not come true in time')
}
const key = () => ({ 'idempotency-key': randomUUID() })

interface Purchase {
  supplier_order_id: string
  order_id: string
  state: string
  total: string
  approved: string
}
const purchases = async ({ workplace_id }: Person) =>
  (
    await behind.query<Purchase>(
      'select supplier_order_id, order_id, state, total, approved from supplier_orders where workplace_id = $1 order by 1',
      [workplace_id],
    )
  ).rows
const statesOf = async (me: Person) => (await purchases(me)).map(({ state }) => state).sort()
const costOf = (bought: readonly Purchase[]) =>
  bought.filter(({ state }) => state === 'placed').reduce((sum, { total }) => sum + Number(total), 0)

/** What the bank took of this seller's payments, each by itself. */
async function charged({ workplace_id }: Person): Promise<number[]> {
  const { rows } = await behind.query<{ reference: string }>('select reference from payments where workplace_id = $1', [
    workplace_id,
  ])
  const { movements } = await bankBooks(sandbox)
  return movements
    .filter(({ reference }) => rows.some((row) => row.reference === reference))
    .map(({ amount }) => amount)
}
const payments = async ({ workplace_id }: Person, purpose = 'orders') =>
  (
    await behind.query<{ state: string; taken: string; pays_by: string }>(
      'select state, taken, pays_by from payments where workplace_id = $1 and purpose = $2 order by created_at',
      [workplace_id, purpose],
    )
  ).rows
const walletOf = async (me: Person) => (await ask(walletCalls.getWallet, {}, me)).body.data

/** Somebody whose orders are created at the supplier and wait for their payment. */
async function sellerWhoPaysLater(behaviour?: 'ok' | 'no'): Promise<Person> {
  const me = await server.person()
  await behind.query(`update users set plan_id = 'pro_tier_1_monthly' where user_id = $1`, [me.user_id])
  await ask(walletCalls.acceptWalletPolicy, { version: 1 }, me)
  if (behaviour) await keepMethod({ sandbox, behind }, me.workplace_id, 'card', behaviour)
  await ask(orderSettingsCalls.updateOrderSettings, { source: 'zopi', version: 0, pay_mode: 'later' }, me)
  return me
}

async function orderUnpaid(me: Person, count: number) {
  const variant = await sellGood(server, me, 'zopi')
  const orders: string[] = []
  for (let n = 0; n < count; n++) orders.push(await sell(server, me, variant, { name: `Customer ${n}` }))
  const { plan_id } = await preview(server, me, orders)
  await ask(placementCalls.placeOrders, { plan_id }, me, key())
  await until(async () => (await statesOf(me)).filter((state) => state === 'created').length === count)
}

async function topUp(me: Person, amount: number) {
  const { body } = await ask(walletCalls.topupWallet, { amount }, me, key())
  await server.runJobs()
  const read = async () =>
    (await ask(walletCalls.getPayment, { payment_id: body.data?.payment_id ?? '' }, me)).body.data
  await typeCard((await read())?.url ?? '', CARDS.good)
  await until(async () => (await read())?.state === 'succeeded')
}

/** A link for everything that waits now, as its payer sees it. */
async function linkOf(me: Person) {
  const { body } = await ask(orderPaymentCalls.sendConfirmation, {}, me, key())
  const code = new URL(body.data?.url ?? 'http://none').searchParams.get('code') ?? ''
  const look = async () => (await ask(orderPaymentCalls.getPaymentConfirmation, { code })).body.data
  const confirm = async () => (await ask(orderPaymentCalls.confirmPayment, { code })).body.data
  /** Its page at the bank. */
  const open = async () => {
    await confirm()
    await until(async () => (await look())?.url !== null)
    return (await look())?.url ?? ''
  }
  return { code, made: body, look, confirm, open }
}

const isSettled = async (me: Person) =>
  (await statesOf(me)).every((state) => ['placed', 'failed', 'cancelled'].includes(state)) &&
  (await payments(me)).every(({ state }) => !['opening', 'checking', 'authorised'].includes(state))

afterEach(async () => {
  // Whatever was paid: all accounts together are zero in every currency.
  const { rows } = await behind.query<{ sum: string }>(
    `select sum(amount) as sum from (select currency, amount from ledger_balances
       union all select currency, amount from ledger_system_balances) b group by currency having sum(amount) <> 0`,
  )
  expect(rows).toEqual([])
})

test('who pays a link pays its orders, once, and the seller is told', async () => {
  const me = await sellerWhoPaysLater()
  expect((await ask(orderPaymentCalls.sendConfirmation, {}, me, key())).body.message).toContain('No order waits')
  await orderUnpaid(me, 3)
  const link = await linkOf(me)
  const due = (await ask(orderPaymentCalls.fetchPayAllLink, {}, me)).body.data
  expect(due).toMatchObject({ orders: 3, available: 0, by_card: 0, missing: due?.due })
  expect(link.made.data).toMatchObject({ amount: due?.due, orders: 3 })
  expect(await link.look()).toMatchObject({ state: 'new', url: null, amount: due?.due, orders: 3 })
  for (const forged of ['x', `${link.code}x`, link.code.slice(1)]) {
    const looked = await ask(orderPaymentCalls.getPaymentConfirmation, { code: forged })
    expect(looked.body.message).toContain('not valid any more')
    expect((await ask(orderPaymentCalls.confirmPayment, { code: forged })).http).toBe(422)
  }
  // Used many times at once: one payment.
  await Promise.all(Array.from({ length: 8 }, link.confirm))
  expect(await payments(me)).toHaveLength(1)
  await typeCard(await link.open(), CARDS.declined)
  await server.runJobs()
  expect(await statesOf(me)).toEqual(['created', 'created', 'created'])
  await typeCard(await link.open(), CARDS.good)
  await until(async () => (await link.look())?.state === 'paid')
  const bought = await purchases(me)
  expect(bought.map(({ state }) => state)).toEqual(['placed', 'placed', 'placed'])
  expect(await charged(me)).toEqual([costOf(bought)])
  expect(await link.confirm()).toMatchObject({ state: 'paid', amount: costOf(bought), url: null })
  expect(await payments(me)).toHaveLength(1)
  expect(await walletOf(me)).toMatchObject({ total_balance: 0, on_hold: 0, owed: 0 })
  const told = (await ask(notificationCalls.listNotification, {}, me)).body.data?.items.map(({ title }) => title)
  expect(told?.filter((title) => title.includes('payment link was paid'))).toHaveLength(1)
  expect(await alwaysSent(server, me)).toEqual(['link_paid'])
})

test('paid twice: the second card is let go, and both payers read what became of it', async () => {
  const me = await sellerWhoPaysLater()
  await orderUnpaid(me, 2)
  const [first, second] = [await linkOf(me), await linkOf(me)]
  const pages = [await first.open(), await second.open()]
  await Promise.all(pages.map((page) => typeCard(page, CARDS.good)))
  await until(() => isSettled(me))
  expect(await charged(me)).toEqual([costOf(await purchases(me))])
  expect((await payments(me)).map(({ state }) => state).sort()).toEqual(['released', 'succeeded'])
  expect([(await first.look())?.state, (await second.look())?.state].sort()).toEqual(['gone', 'paid'])
})

test('paid late: orders that are gone are told before paying, and a card that came too late is let go', async () => {
  const me = await sellerWhoPaysLater()
  await orderUnpaid(me, 2)
  const [late, unused] = [await linkOf(me), await linkOf(me)]
  const page = await late.open()
  const supplier_order_ids = (await purchases(me)).map(({ supplier_order_id }) => supplier_order_id)
  await ask(orderPaymentCalls.cancelPayments, { supplier_order_ids }, me)
  await until(async () => (await statesOf(me)).every((state) => state === 'cancelled'))
  expect(await late.look()).toMatchObject({ state: 'gone', url: null })
  expect(await unused.confirm()).toMatchObject({ state: 'gone', url: null })
  await typeCard(page, CARDS.good)
  await until(async () => (await payments(me)).some(({ state }) => state === 'released'))
  expect(await charged(me)).toEqual([])
  expect(await payments(me)).toHaveLength(1)
  expect(await late.look()).toMatchObject({ state: 'gone' })
  expect(await walletOf(me)).toMatchObject({ total_balance: 0, on_hold: 0, owed: 0 })
})

test('paid for a part: the link asks for what is left, and a page that asked for more takes no more than that', async () => {
  const me = await sellerWhoPaysLater()
  await orderUnpaid(me, 3)
  const link = await linkOf(me)
  const page = await link.open()
  const [gone] = await purchases(me)
  const all = (await link.look())?.amount ?? 0
  await ask(orderPaymentCalls.cancelPayments, { supplier_order_ids: [gone?.supplier_order_id ?? ''] }, me)
  expect(await link.look()).toMatchObject({
    state: 'new',
    orders: 2,
    amount: all - Number(gone?.total ?? gone?.approved),
  })
  await typeCard(page, CARDS.good)
  await until(() => isSettled(me))
  expect(await statesOf(me)).toEqual(['cancelled', 'placed', 'placed'])
  expect(await charged(me)).toEqual([costOf(await purchases(me))])
})

test('while a person pays the same orders in the app: each is paid once, by one of the two', async () => {
  const me = await sellerWhoPaysLater()
  await orderUnpaid(me, 3)
  const link = await linkOf(me)
  const page = await link.open()
  const { due = 0 } = (await ask(orderPaymentCalls.fetchPayAllLink, {}, me)).body.data ?? {}
  await topUp(me, due + 5_000)
  const supplier_order_ids = (await purchases(me)).map(({ supplier_order_id }) => supplier_order_id)
  await Promise.all([
    typeCard(page, CARDS.good).then(() => server.runJobs()),
    ask(placementCalls.payOrders, { supplier_order_ids }, me, key()),
    ask(orderPaymentCalls.retryAllPayments, {}, me),
  ])
  await until(() => isSettled(me))
  const bought = await purchases(me)
  expect(bought.map(({ state }) => state)).toEqual(['placed', 'placed', 'placed'])
  const [page_payment] = await payments(me)
  const by_card = Number(page_payment?.taken)
  const wallet = await walletOf(me)
  expect(by_card + (due + 5_000 - (wallet?.total_balance ?? 0))).toBe(costOf(bought))
  expect((await charged(me)).reduce((sum, amount) => sum + amount, 0)).toBe(due + 5_000 + by_card)
  expect(wallet).toMatchObject({ on_hold: 0, owed: 0 })
})

test('payment use auto: the wallet first and the kept card the rest, however often it is clicked', async () => {
  const me = await sellerWhoPaysLater('ok')
  await topUp(me, 500)
  await orderUnpaid(me, 2)
  const due = (await ask(orderPaymentCalls.fetchPayAllLink, {}, me)).body.data
  expect(due?.by_card).toBe((due?.due ?? 0) - 500)
  const clicks = await Promise.all(Array.from({ length: 4 }, () => ask(orderPaymentCalls.retryAllPayments, {}, me)))
  expect(clicks.map(({ body }) => body.data?.paying).sort()).toEqual([0, 0, 0, 2])
  await until(() => isSettled(me))
  const bought = await purchases(me)
  expect(bought.map(({ state }) => state)).toEqual(['placed', 'placed'])
  const [card, ...more] = await payments(me)
  expect(more).toEqual([])
  expect(card).toMatchObject({ state: 'succeeded', pays_by: 'saved' })
  expect(Number(card?.taken)).toBe(costOf(bought) - 500)
  expect(await charged(me)).toEqual([500, costOf(bought) - 500])
  expect(await walletOf(me)).toMatchObject({ total_balance: 0, on_hold: 0, owed: 0 })
})

test('payment use card: the wallet stays, and a card that says no leaves the orders waiting', async () => {
  const me = await sellerWhoPaysLater('no')
  await ask(walletCalls.updatePaymentSetting, { use: 'card' }, me)
  await topUp(me, 9_000)
  await orderUnpaid(me, 1)
  const [order] = await purchases(me)
  const one = { supplier_order_ids: [order?.supplier_order_id ?? ''] }
  expect((await ask(placementCalls.payOrders, one, me, key())).body.data?.paying).toBe(1)
  await until(async () => (await payments(me)).some(({ state }) => state === 'failed'))
  await server.runJobs()
  expect(await statesOf(me)).toEqual(['created'])
  expect(await walletOf(me)).toMatchObject({ total_balance: 9_000, on_hold: 0 })
  await behind.query('delete from payment_methods where workplace_id = $1', [me.workplace_id])
  await keepMethod({ sandbox, behind }, me.workplace_id, 'card', 'ok')
  expect((await ask(placementCalls.payOrders, one, me, key())).body.data?.paying).toBe(1)
  await until(() => isSettled(me))
  const bought = await purchases(me)
  expect(bought.map(({ state }) => state)).toEqual(['placed'])
  expect(await charged(me)).toEqual([9_000, costOf(bought)])
  expect(await walletOf(me)).toMatchObject({ total_balance: 9_000, on_hold: 0, owed: 0 })
})

test('the wallet alone: what it does not reach for is named and goes on waiting', async () => {
  const me = await sellerWhoPaysLater()
  await orderUnpaid(me, 1)
  const [order] = await purchases(me)
  const one = { supplier_order_ids: [order?.supplier_order_id ?? ''] }
  const { body } = await ask(placementCalls.payOrders, one, me, key())
  expect(body.data).toMatchObject({ paying: 0, left_out: [{ problem: 'wallet_too_low' }] })
  expect((await ask(orderPaymentCalls.retryAllPayments, {}, me)).body.data).toEqual({ paying: 0, left: 1 })
  expect(await statesOf(me)).toEqual(['created'])
})

test('a held card whose orders nobody decided about, because the job was lost, is used by the sweep', async () => {
  const me = await sellerWhoPaysLater()
  await orderUnpaid(me, 1)
  const link = await linkOf(me)
  const page = await link.open()
  await behind.query(`create function lose_word() returns trigger language plpgsql as $$ begin
    if new.key like 'on.payment.decided%' then return null; end if; return new; end $$`)
  await behind.query('create trigger lose_word before insert on jobs for each row execute function lose_word()')
  try {
    await typeCard(page, CARDS.good)
    await until(async () => (await payments(me))[0]?.state === 'authorised')
  } finally {
    await behind.query('drop trigger lose_word on jobs; drop function lose_word()')
  }
  expect(await link.look()).toMatchObject({ state: 'paying', url: null })
  await behind.query("update payments set created_at = now() - interval '1 hour' where workplace_id = $1", [
    me.workplace_id,
  ])
  await behind.query(`select enqueue_job('placement.sweep-cards', '{}'::json, null, 3, null, null, 0)`)
  await until(async () => (await link.look())?.state === 'paid')
  expect(await charged(me)).toEqual([costOf(await purchases(me))])
})

test('nobody pays for a day: let go with a notice, ready again, and the link with it', async () => {
  const me = await sellerWhoPaysLater()
  await orderUnpaid(me, 1)
  const link = await linkOf(me)
  const ends = Date.parse(link.made.data?.expires_at ?? '')
  expect(Math.abs(ends - Date.now() - 24 * 3_600_000)).toBeLessThan(600_000)
  await behind.query(
    `update supplier_orders set unpaid_since = unpaid_since - interval '25 hours', due_at = now() where workplace_id = $1`,
    [me.workplace_id],
  )
  await behind.query(`select enqueue_job('placement.sweep', '{}'::json, null, 3, null, null, 0)`)
  await behind.query("update supplier_orders set due_at = now() - interval '2 minutes' where workplace_id = $1", [
    me.workplace_id,
  ])
  await until(async () => (await statesOf(me)).every((state) => state === 'cancelled'))
  const { rows } = await behind.query<{ status: string; sub_status: string }>(
    'select status, sub_status from order_groups where workplace_id = $1',
    [me.workplace_id],
  )
  expect(rows).toEqual([{ status: 'placement', sub_status: 'ready' }])
  const told = (await ask(notificationCalls.listNotification, {}, me)).body.data?.items.map(({ title }) => title)
  expect(told?.filter((title) => title.includes('not paid in time'))).toHaveLength(1)
  expect(await alwaysSent(server, me)).toEqual(['payment_timed_out'])
  expect(await link.confirm()).toMatchObject({ state: 'gone' })
  await behind.query('update payment_links set expires_at = now() where workplace_id = $1', [me.workplace_id])
  const over = await ask(orderPaymentCalls.confirmPayment, { code: link.code })
  expect(over.body.message).toContain('not valid any more')
})
