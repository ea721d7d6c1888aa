/** One card for many orders that are bought at the same time, with the real engine: taken once, and not forgotten. */
import { randomUUID } from 'node:crypto'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allJobs } from '../../features.ts'
import { freePort } from '../../platform/embedded-postgres.ts'
import { runJobs } from '../../platform/job-runner.ts'
import { bankBooks, keepMethod } from '../../testing/bank.ts'
import { preview, sell, sellGood } from '../../testing/buy-setting.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'

const ORDERS = 20
const port = await freePort()
const sandbox = await sandboxProcess(100, `http://127.0.0.1:${port}`)
const { SANDBOX_URL = '', ZOPI_URL = '', ZOPI_API_KEY = '' } = sandbox.env
// More orders than are written at once: a job writes them, all together because there is one card.
const slowly = { WORKER_CONCURRENCY: '8', PLACE_AT_ONCE: String(ORDERS / 2) }
const server = await testServer({ ...sandbox.bank_env, SANDBOX_URL, ZOPI_URL, ZOPI_API_KEY, ...slowly })
Object.defineProperty(server.clock, 'now', { get: () => new Date() })
const { ask, behind } = server
let stop: (() => Promise<void>) | undefined
beforeAll(async () => {
  await server.app.listen({ port, host: '127.0.0.1' })
})
afterAll(() => stop?.())

test(`${ORDERS} orders by one card: reserved once, taken once, also when many end at the same moment`, async () => {
  const person = await server.person()
  await behind.query(`update users set plan_id = 'pro_tier_1_monthly' where user_id = $1`, [person.user_id])
  await ask(walletCalls.acceptWalletPolicy, { version: 1 }, person)
  await keepMethod({ sandbox, behind }, person.workplace_id, 'card')
  const variant = await sellGood(server, person, 'zopi')
  const orders: string[] = []
  for (let n = 0; n < ORDERS; n++) orders.push(await sell(server, person, variant, { name: `Customer ${n}` }))
  const { plan_id } = await preview(server, person, orders)
  stop ??= (await runJobs(server.runtime, allJobs())).stop
  await ask(walletCalls.topupWallet, { amount: 3500, method: 'credit_card' }, person, {
    'idempotency-key': randomUUID(),
  })
  const wallet = async () => (await ask(walletCalls.getWallet, {}, person)).body.data?.balance_topup
  await expect.poll(wallet).toBe(3500)
  const { body } = await ask(placementCalls.placeOrders, { plan_id, use: 'auto' }, person, {
    'idempotency-key': randomUUID(),
  })
  expect(body.data).toMatchObject({ accepted: ORDERS })
  const payment = async () =>
    (
      await behind.query<{ state: string; taken: string; payment_ref: string }>(
        "select state, taken, payment_ref from payments where workplace_id = $1 and purpose = 'orders'",
        [person.workplace_id],
      )
    ).rows[0]
  await expect.poll(async () => (await payment())?.state).toBe('succeeded')
  const paid = await payment()
  const { movements } = await bankBooks(sandbox)
  const own = movements.filter(({ intent }) => intent === paid?.payment_ref)
  expect(own.map(({ amount }) => amount)).toEqual([Number(paid?.taken)])
})

test('a card that nobody takes or lets go: the sweep takes it where something was bought, and lets it go where nothing was', async () => {
  const own = "select payment_id, state, payment_ref from payments where workplace_id = $1 and purpose = 'orders'"
  const cases = [
    { ends: 'placed', to: 'succeeded' },
    { ends: 'failed', to: 'released' },
  ]
  for (const { ends, to } of cases) {
    const person = await server.person()
    await behind.query(`update users set plan_id = 'pro_tier_1_monthly' where user_id = $1`, [person.user_id])
    await ask(walletCalls.acceptWalletPolicy, { version: 1 }, person)
    await keepMethod({ sandbox, behind }, person.workplace_id, 'card')
    const variant = await sellGood(server, person, 'zopi')
    const order = await sell(server, person, variant, { name: 'Customer' })
    const { plan_id } = await preview(server, person, [order])
    // Nothing of what the authorisation should lead to is done: whoever had it to do is dead.
    await behind.query(`create function lose_card() returns trigger language plpgsql as $$ begin
      if new.key like 'placement.card:%' or new.key like 'on.payment.decided%' then return null; end if; return new; end $$`)
    const lose = 'create trigger lose_card before insert on jobs for each row execute function lose_card()'
    await behind.query(lose)
    try {
      await ask(placementCalls.placeOrders, { plan_id, use: 'card' }, person, { 'idempotency-key': randomUUID() })
      const state = async () => (await behind.query<{ state: string }>(own, [person.workplace_id])).rows[0]?.state
      await expect.poll(state).toBe('authorised')
    } finally {
      await behind.query('drop trigger lose_card on jobs; drop function lose_card()')
    }
    if (ends === 'failed')
      await behind.query(
        "update supplier_orders set state = 'cancelled', due_at = null, settled_at = now(), held = null, hold = null where workplace_id = $1",
        [person.workplace_id],
      )
    await behind.query("update payments set created_at = now() - interval '1 hour' where workplace_id = $1", [
      person.workplace_id,
    ])
    const payment = async () =>
      (await behind.query<{ state: string; payment_ref: string }>(own, [person.workplace_id])).rows[0]
    await behind.query(`select enqueue_job('placement.sweep-cards', '{}'::json, null, 3, null, null, 0)`)
    await expect.poll(async () => (await payment())?.state).toBe(to)
    const ref = (await payment())?.payment_ref
    const { movements } = await bankBooks(sandbox)
    const taken = movements.filter(({ intent }) => intent === ref)
    expect(taken.length).toBe(to === 'succeeded' ? 1 : 0)
  }
})
