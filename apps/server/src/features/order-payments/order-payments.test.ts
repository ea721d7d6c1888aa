import { randomUUID } from 'node:crypto'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { beforeAll, expect, test } from 'vitest'
import { freePort } from '../../platform/embedded-postgres.ts'
import { bankBooks, CARDS, typeCard } from '../../testing/bank.ts'
import { preview, sell, sellGood } from '../../testing/buy-setting.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { type Person, testServer } from '../../testing/test-server.ts'

const port = await freePort()
const sandbox = await sandboxProcess(100, `http://127.0.0.1:${port}`)
const { SANDBOX_URL = '', ZOPI_URL = '', ZOPI_API_KEY = '' } = sandbox.env
const server = await testServer({
  ...sandbox.bank_env,
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

async function until(check: () => Promise<boolean>, ms = 20_000) {
  for (const end = Date.now() + ms; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    await server.runJobs()
    if (await check()) return
  }
  throw new Error('it did not come true in time')
}
const key = () => ({ 'idempotency-key': randomUUID() })
const walletOf = async (person: Person) => (await ask(walletCalls.getWallet, {}, person)).body.data

/** Somebody with a kept card of this behaviour. */
async function sellerWith(behaviour: string): Promise<Person> {
  const person = await server.person()
  await behind.query(`update users set plan_id = 'pro_tier_1_monthly' where user_id = $1`, [person.user_id])
  await ask(walletCalls.acceptWalletPolicy, { version: 1 }, person)
  const { customer, method } = (await sandbox.act('stripe', 'keep_card', { behaviour, last4: '4242' }))['result'] as {
    customer: string
    method: string
  } // the control action's own answer
  await behind.query(
    `insert into payment_methods (workplace_id, provider, kind, customer_ref, method_ref, brand, label, is_default)
     values ($1, 'stripe', 'card', $2, $3, 'visa', '4242', true)`,
    [person.workplace_id, customer, method],
  )
  return person
}

async function topUp(person: Person, amount: number) {
  const { body } = await ask(walletCalls.topupWallet, { amount }, person, key())
  await server.runJobs()
  const read = async () =>
    (await ask(walletCalls.getPayment, { payment_id: body.data?.payment_id ?? '' }, person)).body.data
  await typeCard((await read())?.url ?? '', CARDS.good)
  await until(async () => (await read())?.state === 'succeeded')
}

async function buy(person: Person, count: number, use?: 'auto' | 'wallet' | 'card') {
  const variant = await sellGood(server, person, 'zopi')
  const orders: string[] = []
  for (let n = 0; n < count; n++) orders.push(await sell(server, person, variant, { name: `Customer ${n}` }))
  const plan = await preview(server, person, orders)
  const { body } = await ask(placementCalls.placeOrders, { plan_id: plan.plan_id, ...(use && { use }) }, person, key())
  return { placed: body.data, message: body.message, plan: plan.summary, orders }
}

const purchases = async ({ workplace_id }: Person) =>
  (
    await behind.query<{ state: string; total: number; card_taken: string; payment_id: string | null }>(
      'select state, total, card_taken, payment_id from supplier_orders where workplace_id = $1',
      [workplace_id],
    )
  ).rows
const areSettled = async (person: Person) =>
  (await purchases(person)).every(({ state }) => ['placed', 'failed', 'cancelled'].includes(state))
const cardPayment = async ({ workplace_id }: Person) =>
  (
    await behind.query<{ state: string; amount: string; taken: string; payment_ref: string; error_key: string }>(
      `select state, amount, taken, payment_ref, error_key from payments where workplace_id = $1 and purpose = 'orders'`,
      [workplace_id],
    )
  ).rows
const balances = async ({ workplace_id }: Person) =>
  Object.fromEntries(
    (
      await behind.query<{ account: string; amount: string }>(
        'select account, amount from ledger_balances where workplace_id = $1',
        [workplace_id],
      )
    ).rows.map(({ account, amount }) => [account, Number(amount)]),
  )

test('the wallet pays first and the card the rest: authorised once, bought, taken once', async () => {
  const person = await sellerWith('ok')
  await topUp(person, 500)
  const { placed, plan } = await buy(person, 3)
  expect(plan.wallet).toMatchObject({ has_card: true, use: 'auto', asks: false })
  expect(placed).toMatchObject({ accepted: 3, left_out: [] })
  await until(async () => (await areSettled(person)) && (await cardPayment(person))[0]?.state === 'succeeded')
  const bought = await purchases(person)
  expect(bought.map(({ state }) => state)).toEqual(['placed', 'placed', 'placed'])
  const cost = bought.reduce((sum, { total }) => sum + Number(total), 0)
  const [payment] = await cardPayment(person)
  expect(Number(payment?.taken)).toBe(cost - 500)
  expect(Number(payment?.taken)).toBe(bought.reduce((sum, { card_taken }) => sum + Number(card_taken), 0))
  const { movements } = await bankBooks(sandbox)
  expect(movements.filter(({ intent }) => intent === payment?.payment_ref).map(({ amount }) => amount)).toEqual([
    cost - 500,
  ])
  expect(await balances(person)).toMatchObject({ wallet_topup: 0, hold_topup: 0, order_receivable: 0 })
  expect(await walletOf(person)).toMatchObject({ total_balance: 0, on_hold: 0, owed: 0 })
})

test('a card that says no: nothing is bought and what was held is back', async () => {
  const person = await sellerWith('no')
  await topUp(person, 500)
  await buy(person, 2)
  await until(() => areSettled(person))
  expect((await purchases(person)).map(({ state }) => state)).toEqual(['failed', 'failed'])
  expect((await cardPayment(person))[0]).toMatchObject({ state: 'failed', error_key: 'card_declined' })
  expect(await walletOf(person)).toMatchObject({ balance_topup: 500, on_hold: 0, owed: 0 })
  const wallet_only = await buy(person, 1, 'wallet')
  expect(wallet_only.placed?.left_out[0]?.problem).toBe('wallet_too_low')
})

test('a capture that fails is the seller’s debt, and the next top-up pays it first', async () => {
  const person = await sellerWith('lapses')
  await buy(person, 1, 'card')
  await until(async () => (await areSettled(person)) && (await cardPayment(person))[0]?.state === 'failed')
  const [bought] = await purchases(person)
  expect(bought?.state).toBe('placed')
  const cost = Number(bought?.total)
  expect(await walletOf(person)).toMatchObject({ total_balance: 0, owed: cost })
  await topUp(person, cost + 700)
  expect(await walletOf(person)).toMatchObject({ balance_topup: 700, owed: 0 })
  expect((await balances(person))['order_receivable']).toBe(0)
})

test('64 payments at once never take more than there is', async () => {
  const person = await sellerWith('no')
  await topUp(person, 2000)
  const variant = await sellGood(server, person, 'zopi')
  const plans: string[] = []
  for (let n = 0; n < 16; n++) {
    const order = await sell(server, person, variant, { name: `Customer ${n}` })
    plans.push((await preview(server, person, [order])).plan_id)
  }
  // Each click four times at once, under keys of their own.
  const clicks = plans.flatMap((plan_id) => Array.from({ length: 4 }, () => plan_id))
  await Promise.all(clicks.map((plan_id) => ask(placementCalls.placeOrders, { plan_id, use: 'wallet' }, person, key())))
  const held = await behind.query<{ held: string; n: string }>(
    `select coalesce(sum(held), 0) as held, count(*) as n from supplier_orders where workplace_id = $1`,
    [person.workplace_id],
  )
  const wallet = await walletOf(person)
  expect(Number(held.rows[0]?.held)).toBe(wallet?.on_hold)
  expect((wallet?.on_hold ?? 0) + (wallet?.total_balance ?? 0)).toBe(2000)
  expect(wallet?.total_balance).toBeGreaterThanOrEqual(0)
  await until(() => areSettled(person))
  expect((await walletOf(person))?.on_hold).toBe(0)
})

const SEED = 14
const STEPS = 24
/** The same sequence in every run: a failure can be looked at again. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test(`${STEPS} random steps of three sellers, some at once: each wallet is what the bank took less what was bought`, async () => {
  const roll = dice(SEED)
  const sellers = [await sellerWith('ok'), await sellerWith('no'), await sellerWith('lapses')]
  /** The model: what each paid in, by the amounts that were asked for. */
  const paidIn = new Map(sellers.map(({ workplace_id }) => [workplace_id, 0]))
  const uses = ['auto', 'wallet', 'card'] as const
  for (let step = 0; step < STEPS; step++) {
    const person = sellers[roll(sellers.length)] ?? (await server.person())
    const what = roll(5)
    if (what < 2) {
      const amount = 500 + roll(2000)
      await topUp(person, amount)
      paidIn.set(person.workplace_id, (paidIn.get(person.workplace_id) ?? 0) + amount)
    } else if (what === 2) {
      // Left on the bank's page: nothing moves.
      await ask(walletCalls.topupWallet, { amount: 900 }, person, key())
    } else if (what === 3) {
      const intent = (await bankBooks(sandbox)).movements.at(-1)?.intent
      if (intent) await sandbox.act('stripe', 'send_again', { intent })
    } else {
      const other = sellers[roll(sellers.length)] ?? person
      await Promise.all([buy(person, 1 + roll(2), uses[roll(3)]), other === person ? null : buy(other, 1, 'auto')])
    }
    await server.runJobs()
  }
  await until(async () => {
    for (const person of sellers) if (!(await areSettled(person))) return false
    const { rowCount } = await behind.query(
      `select from payments where purpose = 'orders' and settled_at is null and workplace_id = any($1)`,
      [sellers.map(({ workplace_id }) => workplace_id)],
    )
    return rowCount === 0
  })
  const { movements } = await bankBooks(sandbox)
  for (const person of sellers) {
    const { rows } = await behind.query<{ reference: string; purpose: string; state: string; taken: string }>(
      'select reference, purpose, state, taken from payments where workplace_id = $1',
      [person.workplace_id],
    )
    const theirs = movements.filter(({ reference }) => rows.some((row) => row.reference === reference))
    const charged = theirs.reduce((sum, { amount }) => sum + amount, 0)
    const byCard = rows.filter(({ purpose }) => purpose === 'orders').reduce((sum, { taken }) => sum + Number(taken), 0)
    expect(charged).toBe((paidIn.get(person.workplace_id) ?? 0) + byCard)
    const bought = (await purchases(person))
      .filter(({ state }) => state === 'placed')
      .reduce((sum, { total }) => sum + Number(total), 0)
    const { wallet_topup = 0, hold_topup = 0, order_receivable = 0 } = await balances(person)
    expect(hold_topup).toBe(0)
    expect(wallet_topup).toBeGreaterThanOrEqual(0)
    expect(wallet_topup + order_receivable).toBe(charged - bought)
  }
})

test('the bank and the books agree to the cent, and all accounts sum to zero', async () => {
  const { movements } = await bankBooks(sandbox)
  const { rows } = await behind.query<{ sum: string }>(
    `select sum(amount) from (select sum(amount) as amount from ledger_balances where currency = 'USD'
       union all select sum(amount) from ledger_system_balances where currency = 'USD') a`,
  )
  expect(Number(rows[0]?.sum)).toBe(0)
  const clearing = await behind.query<{ sum: string }>(
    `select sum(amount) from ledger_system_balances where account = 'clearing.stripe'`,
  )
  expect(-Number(clearing.rows[0]?.sum)).toBe(movements.reduce((sum, { amount, fee }) => sum + amount - fee, 0))
})
