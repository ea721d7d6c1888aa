/** PayPal: approved on its page, taken once by us. Its own books judge. */
import { randomUUID } from 'node:crypto'
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { beforeAll, expect, test } from 'vitest'
import { freePort } from '../../platform/embedded-postgres.ts'
import { approveAtPaypal, bankBooks, keepMethod, paypalBooks } from '../../testing/bank.ts'
import { preview, sell, sellGood } from '../../testing/buy-setting.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { type Person, testServer } from '../../testing/test-server.ts'
import { checkBooksJob } from './check-books.job.ts'

const port = await freePort()
const sandbox = await sandboxProcess(100, `http://127.0.0.1:${port}`)
const { SANDBOX_URL = '', ZOPI_URL = '', ZOPI_API_KEY = '' } = sandbox.env
const server = await testServer({
  ...sandbox.bank_env,
  ...sandbox.paypal_env,
  SANDBOX_URL,
  ZOPI_URL,
  ZOPI_API_KEY,
  PLACEMENT_LANDS_MS: '300',
  PAYMENT_LANDS_MS: '300',
})
Object.defineProperty(server.clock, 'now', { get: () => new Date() })
const { ask, behind } = server
beforeAll(async () => {
  await server.app.listen({ port, host: '127.0.0.1' })
})

const key = () => ({ 'idempotency-key': randomUUID() })
async function seller(): Promise<Person> {
  const person = await server.person()
  await ask(walletCalls.acceptWalletPolicy, { version: 1 }, person)
  return person
}
const walletOf = async (person: Person) => (await ask(walletCalls.getWallet, {}, person)).body.data
const stateOf = async (person: Person, payment_id: string) =>
  (await ask(walletCalls.getPayment, { payment_id }, person)).body.data
async function until(check: () => Promise<boolean>, ms = 20_000) {
  for (const end = Date.now() + ms; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    await server.runJobs()
    if (await check()) return
  }
  throw new Error('it did not come true in time')
}
const isIn = (person: Person, payment_id: string, state: string) => async () =>
  (await stateOf(person, payment_id))?.state === state

async function openTopup(person: Person, amount: number, save_method = false) {
  const { body } = await ask(walletCalls.topupWallet, { amount, method: 'paypal', save_method }, person, key())
  expect(body.success, body.message).toBe(true)
  const payment_id = body.data?.payment_id ?? ''
  await until(isIn(person, payment_id, 'open'))
  const url = (await stateOf(person, payment_id))?.url ?? ''
  return { payment_id, url, order: new URL(url).searchParams.get('token') ?? '' }
}
const ofOrder = async (order: string) => (await paypalBooks(sandbox)).movements.filter((row) => row.order === order)

test('approved on PayPal’s page, taken once, credited once; told again nothing more', async () => {
  const person = await seller()
  expect((await walletOf(person))?.topup_by).toEqual(['credit_card', 'stripe', 'paypal'])
  const { payment_id, url, order } = await openTopup(person, 12_345)
  const { to } = await approveAtPaypal(url)
  expect(to).toContain(`payment=${payment_id}`)
  // Approved is not paid.
  expect(await ofOrder(order)).toEqual([])
  await ask(walletCalls.checkPayment, { payment_id }, person)
  await until(isIn(person, payment_id, 'succeeded'))
  expect(await walletOf(person)).toMatchObject({ balance_topup: 12_345, total_balance: 12_345 })
  for (let n = 0; n < 3; n++) await sandbox.act('paypal', 'send_again', { order })
  await until(
    async () =>
      (await sandbox.events('paypal')).filter(({ kind, status }) => kind === 'webhook' && status === 200).length >= 5,
  )
  await server.runJobs()
  expect((await ofOrder(order)).map(({ code, amount }) => [code, amount])).toEqual([['T0006', 12_345]])
  expect((await walletOf(person))?.balance_topup).toBe(12_345)
})

test('nobody comes back: PayPal’s message alone leads to the payment', async () => {
  const person = await seller()
  const { payment_id, url } = await openTopup(person, 2000)
  await approveAtPaypal(url)
  await until(isIn(person, payment_id, 'succeeded'))
  expect((await walletOf(person))?.balance_topup).toBe(2000)
})

test('declined, left and pending: nothing is credited before the money moved', async () => {
  const person = await seller()
  const left = await openTopup(person, 1000)
  const declined = await openTopup(person, 1500)
  await approveAtPaypal(declined.url, 'no@northwind.test')
  await until(isIn(person, declined.payment_id, 'failed'), 90_000)
  expect((await stateOf(person, declined.payment_id))?.error_key).toBe('INSTRUMENT_DECLINED')
  const slow = await openTopup(person, 2500)
  await approveAtPaypal(slow.url, 'slow@northwind.test')
  await until(async () =>
    (await paypalBooks(sandbox)).orders.some(({ id, status }) => id === slow.order && status === 'COMPLETED'),
  )
  await server.runJobs()
  expect((await walletOf(person))?.total_balance).toBe(0)
  await sandbox.act('paypal', 'decide_pending', { order: slow.order, comes: 'yes' })
  await until(isIn(person, slow.payment_id, 'succeeded'))
  expect((await walletOf(person))?.balance_topup).toBe(2500)
  // The hour is over: a page that nobody approved is left, and approved later it is not taken.
  await behind.query(`update payments set expires_at = now() - interval '1 minute' where payment_id = $1`, [
    left.payment_id,
  ])
  await ask(walletCalls.checkPayment, { payment_id: left.payment_id }, person)
  await until(isIn(person, left.payment_id, 'expired'))
  await approveAtPaypal(left.url)
  await new Promise((done) => setTimeout(done, 500))
  await server.runJobs()
  expect(await ofOrder(left.order)).toEqual([])
})

test('lost replies, messages twice and out of order: one order, one capture', async () => {
  await sandbox.setFaults('paypal', [
    { kind: 'drop_reply', endpoint: 'orders.create', times: 1 },
    { kind: 'drop_reply', endpoint: 'orders.capture', times: 1 },
    { kind: 'duplicate_callbacks', times: 20 },
    { kind: 'reorder_callbacks', within_ms: 300, times: 20 },
  ])
  const person = await seller()
  const { payment_id, url, order } = await openTopup(person, 7000)
  await approveAtPaypal(url)
  await until(isIn(person, payment_id, 'succeeded'))
  await sandbox.setFaults('paypal', [])
  const { orders } = await paypalBooks(sandbox)
  const reference = orders.find(({ id }) => id === order)?.custom_id
  expect(orders.filter(({ custom_id }) => custom_id === reference).length).toBe(1)
  expect((await ofOrder(order)).length).toBe(1)
  expect((await walletOf(person))?.balance_topup).toBe(7000)
})

test('a message by another key, for another webhook, from another address, old or about nothing posts nothing', async () => {
  const count = async () => (await behind.query('select count(*) from ledger_txns')).rows
  const before = await count()
  await sandbox.act('paypal', 'forge', { order: 'NOWHERE', with: 'own_key' })
  await sandbox.act('paypal', 'forge', { order: 'NOWHERE', with: 'other_webhook' })
  await until(
    async () =>
      (await sandbox.events('paypal')).filter(({ kind, status }) => kind === 'webhook' && status === 401).length >= 2,
  )
  const headers = {
    'paypal-transmission-id': randomUUID(),
    'paypal-transmission-time': new Date().toISOString(),
    'paypal-transmission-sig': 'AAAA',
    'paypal-cert-url': `${sandbox.paypal_env['PAYPAL_URL']}/v1/notifications/certs/CERT-SANDBOX`,
    'paypal-auth-algo': 'SHA256withRSA',
    'content-type': 'application/json',
  }
  const wrong = [
    {},
    { 'paypal-cert-url': 'http://127.0.0.1:1/v1/notifications/certs/x' },
    { 'paypal-cert-url': 'https://paypal.com.evil.test/v1/notifications/certs/x' },
    { 'paypal-transmission-time': '2020-01-01T00:00:00Z' },
    { 'paypal-auth-algo': 'none' },
    { 'paypal-transmission-sig': '' },
  ]
  for (const part of wrong) {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/hooks/paypal',
      headers: { ...headers, ...part },
      payload: '{"id":"WH-1"}',
    })
    expect(reply.statusCode, JSON.stringify(part)).toBe(401)
  }
  await server.runJobs()
  expect(await count()).toEqual(before)
})

test('a message that is an hour old is PayPal’s own to verify; one that it does not know posts nothing', async () => {
  const person = await seller()
  const { payment_id, url, order } = await openTopup(person, 1800)
  await approveAtPaypal(url)
  await until(isIn(person, payment_id, 'succeeded'))
  const asked = async () =>
    (await sandbox.events('paypal')).filter(({ name }) => name.includes('verify-webhook-signature')).length
  const before = await asked()
  await sandbox.act('paypal', 'send_late', { order })
  await until(async () => (await asked()) > before)
  const { rows } = await behind.query(
    `select count(*)::int as n from inbox where vendor = 'paypal' and topic = 'PAYMENT.CAPTURE.COMPLETED'`,
  )
  expect(rows[0]?.n).toBeGreaterThan(1)
  expect((await walletOf(person))?.balance_topup).toBe(1800)
})

const noticesOf = async (person: Person) =>
  ((await ask(notificationCalls.listNotification, {}, person)).body.data?.items ?? []).map(({ title }) => title)
const returnsOf = async (person: Person) =>
  (
    await behind.query(
      'select kind, amount::int, is_over, status from payment_returns where workplace_id = $1 order by kind',
      [person.workplace_id],
    )
  ).rows

test('an account that is kept later than the money came is kept when PayPal tells', async () => {
  const person = await seller()
  const { payment_id, url, order } = await openTopup(person, 2100, true)
  await approveAtPaypal(url, 'later@northwind.test')
  await until(isIn(person, payment_id, 'succeeded'))
  const kept = async () => (await ask(walletCalls.getPaymentSetting, {}, person)).body.data?.methods ?? []
  expect(await kept()).toEqual([])
  await sandbox.act('paypal', 'keep_later', { order })
  await until(async () => (await kept()).length === 1)
  expect(await kept()).toMatchObject([{ kind: 'paypal', label: 'l…@northwind.test', is_default: true }])
})

test('an account is kept with a payment, may pay by itself once it is let, and is forgotten at PayPal', async () => {
  const person = await seller()
  const first = await openTopup(person, 3000, true)
  await approveAtPaypal(first.url, 'ok@northwind.test')
  await until(isIn(person, first.payment_id, 'succeeded'))
  const setting = async () => (await ask(walletCalls.getPaymentSetting, {}, person)).body.data
  const [kept] = (await setting())?.methods ?? []
  expect(kept).toMatchObject({ kind: 'paypal', brand: '', label: 'o…@northwind.test', is_default: true })
  const by = { method: 'paypal' as const, method_id: kept?.method_id ?? '' }
  const charged = await ask(walletCalls.topupWallet, { amount: 1200, ...by }, person, key())
  await until(isIn(person, charged.body.data?.payment_id ?? '', 'succeeded'))
  expect((await walletOf(person))?.balance_topup).toBe(4200)
  // A card is not what this is.
  const asCard = { amount: 1200, method: 'credit_card' as const, method_id: by.method_id }
  expect((await ask(walletCalls.topupWallet, asCard, person, key())).http).toBe(422)

  const auto_topup = { on: true, below: 9000, amount: 5000, monthly_cap: 5000 }
  const info = async () =>
    (await ask(walletCalls.getPaymentAutomation, {}, person)).body.data?.methods.find(
      ({ method }) => method === 'paypal',
    )
  expect(await info()).toMatchObject({ enabled: false, available: true, is_auto: false })
  await ask(walletCalls.updatePaymentSetting, { auto_topup }, person)
  await server.runJobs()
  expect((await walletOf(person))?.balance_topup).toBe(4200)
  await ask(walletCalls.setPaymentAutomation, { provider_method: 'paypal', status: 'enable' }, person)
  expect(await info()).toMatchObject({ enabled: true, is_auto: true })
  await ask(walletCalls.updatePaymentSetting, { auto_topup }, person)
  await until(async () => (await walletOf(person))?.balance_topup === 9200)

  await ask(walletCalls.changePaymentInfo, { action: 'remove', method_id: by.method_id }, person, key())
  await server.runJobs()
  expect((await setting())?.methods).toEqual([])
  const deleted = (await sandbox.events('paypal')).filter(({ name }) => name.startsWith('DELETE '))
  expect(deleted.map(({ status }) => status)).toEqual([204])
})

/** Orders at the house supplier, paid from an empty wallet by the default method. */
async function buy(person: Person) {
  await behind.query(`update users set plan_id = 'pro_tier_1_monthly' where user_id = $1`, [person.user_id])
  await ask(walletCalls.setPaymentAutomation, { provider_method: 'paypal', status: 'enable' }, person)
  const variant = await sellGood(server, person, 'zopi')
  const orders = [
    await sell(server, person, variant, { name: 'A' }),
    await sell(server, person, variant, { name: 'B' }),
  ]
  const { plan_id, summary } = await preview(server, person, orders)
  expect(summary.wallet).toMatchObject({ has_card: true })
  await ask(placementCalls.placeOrders, { plan_id, use: 'auto' }, person, key())
  const purchases = async () =>
    (
      await behind.query<{ state: string; total: string }>(
        'select state, total from supplier_orders where workplace_id = $1',
        [person.workplace_id],
      )
    ).rows
  await until(async () => (await purchases()).every(({ state }) => ['placed', 'failed'].includes(state)), 60_000)
  const payment = async () =>
    (
      await behind.query<{ state: string; taken: string; payment_ref: string }>(
        `select state, taken, payment_ref from payments where workplace_id = $1 and purpose = 'orders'`,
        [person.workplace_id],
      )
    ).rows[0]
  return { purchases: await purchases(), payment }
}

test('orders by PayPal: authorised once, bought, taken once; one that says no buys nothing', async () => {
  const person = await seller()
  await keepMethod({ sandbox, behind }, person.workplace_id, 'paypal')
  const { purchases, payment } = await buy(person)
  expect(purchases.map(({ state }) => state)).toEqual(['placed', 'placed'])
  await until(async () => (await payment())?.state === 'succeeded')
  const cost = purchases.reduce((sum, { total }) => sum + Number(total), 0)
  expect(Number((await payment())?.taken)).toBe(cost)
  const rows = await ofOrder((await payment())?.payment_ref ?? '')
  expect(rows.map(({ amount }) => amount)).toEqual([cost])
  expect(await walletOf(person)).toMatchObject({ total_balance: 0, owed: 0 })

  const poor = await seller()
  await keepMethod({ sandbox, behind }, poor.workplace_id, 'paypal', 'no')
  const refused = await buy(poor)
  expect(refused.purchases.map(({ state }) => state)).toEqual(['failed', 'failed'])
  expect((await refused.payment())?.state).toBe('failed')
  expect(await walletOf(poor)).toMatchObject({ total_balance: 0, on_hold: 0, owed: 0 })
})

test('what PayPal’s books say is what the wallets were credited with; a dispute is noted at night', async () => {
  const check = () => checkBooksJob.run(server.runtime.jobCtx({}, 'check', 1), {})
  const found = async () => (await behind.query('select provider, ref, kind from book_differences')).rows
  // What is too young for PayPal's report is not compared yet.
  Object.defineProperty(server.clock, 'now', { get: () => new Date(Date.now() + 4 * 3_600_000) })
  await check()
  expect(await found()).toEqual([])
  const { movements } = await paypalBooks(sandbox)
  const { rows } = await behind.query<{ ref: string; amount: string; fee: string }>(`
    select t.external_ref as ref, sum(p.amount) filter (where p.debit_kind = 'clearing') as amount,
      sum(p.amount) filter (where p.debit_kind = 'fee_expense') as fee
    from ledger_txns t join ledger_postings p using (workplace_id, txn_id) where t.scope = 'paypal' group by 1`)
  const sorted = (list: (string | number)[][]) => list.map((row) => JSON.stringify(row)).sort()
  expect(rows.length).toBeGreaterThan(6)
  expect(sorted(rows.map(({ ref, amount, fee }) => [ref, Number(amount), Number(fee)]))).toEqual(
    sorted(movements.map(({ id, amount, fee }) => [id, amount, fee])),
  )
  expect((await bankBooks(sandbox)).movements).toEqual([])
  const last = movements.at(-1)
  await sandbox.act('paypal', 'dispute', { order: last?.order })
  await check()
  expect(await found()).toEqual([{ provider: 'paypal', ref: last?.id, kind: 'amount' }])
})

// Last: what goes back is in PayPal's books and not in ours.
test('a refund and a dispute at PayPal are written down and told once; the wallet is left to a person', async () => {
  const person = await seller()
  const first = await openTopup(person, 2300)
  await approveAtPaypal(first.url)
  const second = await openTopup(person, 2400)
  await approveAtPaypal(second.url)
  for (const { payment_id } of [first, second]) await until(isIn(person, payment_id, 'succeeded'))
  await sandbox.act('paypal', 'refund', { order: first.order, amount: 500 })
  await sandbox.act('paypal', 'dispute', { order: second.order })
  await until(async () => (await returnsOf(person)).length === 2)
  expect(await returnsOf(person)).toEqual([
    { kind: 'dispute', amount: 2400, is_over: false, status: 'CHARGEBACK WAITING_FOR_SELLER_RESPONSE' },
    { kind: 'refund', amount: 500, is_over: true, status: 'COMPLETED' },
  ])
  const told = (await noticesOf(person)).filter((title) => /disputed|given back/.test(title))
  expect(told.toSorted()).toEqual(['A payment is disputed', 'A payment was given back'])
  await sandbox.act('paypal', 'resolve_dispute', { order: second.order })
  await until(async () => (await returnsOf(person))[0]?.is_over === true)
  expect(await noticesOf(person)).toContain('A dispute about a payment is over')
  expect((await walletOf(person))?.balance_topup).toBe(4700)
})
