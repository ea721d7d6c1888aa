/** One card for many orders that are bought at the same time, with the real engine: taken once, and not forgotten. */
import { randomUUID } from 'node:crypto'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allJobs } from '../../features.ts'
import { freePort } from '../../platform/embedded-postgres.ts'
import { runJobs } from '../../platform/jobs.ts'
import { bankBooks, keepMethod } from '../../testing/bank.ts'
import { preview, sell, sellGood } from '../../testing/buy-setting.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'

const ORDERS = 20
const port = await freePort()
const sandbox = await sandboxProcess(100, `http://127.0.0.1:${port}`)
const { SANDBOX_URL = '', ZOPI_URL = '', ZOPI_API_KEY = '' } = sandbox.env
const server = await testServer({ ...sandbox.bank_env, SANDBOX_URL, ZOPI_URL, ZOPI_API_KEY, WORKER_CONCURRENCY: '8' })
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
  await expect.poll(wallet, { timeout: 20_000 }).toBe(3500)
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
  await expect.poll(async () => (await payment())?.state, { timeout: 40_000 }).toBe('succeeded')
  const paid = await payment()
  const { movements } = await bankBooks(sandbox)
  const own = movements.filter(({ intent }) => intent === paid?.payment_ref)
  expect(own.map(({ amount }) => amount)).toEqual([Number(paid?.taken)])
}, 90_000)
