/** Real processes, real HTTP, `kill -9`: what is charged under fire is charged once, and credited. The bank judges. */
import { randomUUID } from 'node:crypto'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../platform/embedded-postgres.ts'
import { bankBooks } from '../../testing/bank.ts'
import { killableWorkers } from '../../testing/killable-workers.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'

const KILLS = 20
const PAYMENTS = 40
const LANDS_MS = 400
const MOST_MS = 90_000

const port = await freePort()
const sandbox = await sandboxProcess(100, `http://127.0.0.1:${port}`)
const outside = { ...sandbox.bank_env, PAYMENT_LANDS_MS: String(LANDS_MS) }
const server = await testServer(outside)
Object.defineProperty(server.clock, 'now', { get: () => new Date() })
const { ask, behind } = server
const { SECRETS_KEYS, STORAGE_DIR } = server.runtime.config
const workers = killableWorkers(behind, new URL('../../testing/wallet.worker.ts', import.meta.url), {
  ...outside,
  DATABASE_URL: server.url,
  APP_DATABASE_URL: server.app_url,
  SECRETS_KEYS,
  STORAGE_DIR,
  MODELS_DIR: STORAGE_DIR,
})
afterAll(() => workers.killAll())
const me = await server.person()
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

beforeAll(async () => {
  await server.app.listen({ port, host: '127.0.0.1' })
  await ask(walletCalls.acceptWalletPolicy, { version: 1 }, me)
  const kept = await sandbox.act('stripe', 'keep_card', { behaviour: 'ok', last4: '4242' })
  const { customer, method } = kept['result'] as { customer: string; method: string } // the control action's own answer
  await behind.query(
    `insert into payment_methods (workplace_id, provider, kind, customer_ref, method_ref, brand, label, is_default)
     values ($1, 'stripe', 'card', $2, $3, 'visa', '4242', true)`,
    [me.workplace_id, customer, method],
  )
  await Promise.all(Array.from({ length: 4 }, () => workers.start()))
}, 90_000)

test(`${PAYMENTS} top-ups, ${KILLS} workers killed while they charge and credit: by the bank's log none twice, none lost`, async () => {
  await sandbox.setFaults('stripe', [
    { kind: 'latency', min_ms: 50, max_ms: 250 },
    { kind: 'drop_reply', percent: 15 },
    { kind: 'act_then_fail', percent: 10, status: 500 },
    { kind: 'duplicate_callbacks' },
    { kind: 'reorder_callbacks', within_ms: 500 },
  ])
  let started = 0
  const start = async (count: number) => {
    for (; count > 0 && started < PAYMENTS; count--, started++) {
      const input = { amount: 1000 + started, method: 'credit_card' as const }
      const { body } = await ask(walletCalls.topupWallet, input, me, { 'idempotency-key': randomUUID() })
      expect(body.success).toBe(true)
    }
  }
  for (let kills = 0; kills < KILLS; kills++) {
    await start(PAYMENTS / KILLS)
    const end = Date.now() + 30_000
    let worker = await workers.holder(['attempts.turn', 'receive.handle', 'wallet.look'])
    for (; !worker && Date.now() < end; await pause(10))
      worker = await workers.holder(['attempts.turn', 'receive.handle', 'wallet.look'])
    if (!worker) throw new Error('nobody works')
    await pause(Math.random() * 150)
    workers.kill(worker)
    void workers.start()
  }
  await start(PAYMENTS)
  await sandbox.setFaults('stripe', [])
  const open = async () =>
    (
      await behind.query(
        `select p.state, a.state as attempt, a.sends, a.refusal, a.error_key, a.wake_at - now() as wakes, j.attempts,
           j.run_at - now() as runs, j.locked_by is not null as locked, left(j.last_error, 80) as error
         from payments p join attempts a on a.subject_id = p.payment_id::text
         left join graphile_worker._private_jobs j on j.key = 'attempts.turn:' || a.attempt_id
         where p.settled_at is null`,
      )
    ).rows
  for (const end = Date.now() + MOST_MS; (await open()).length > 0 && Date.now() < end;) await pause(200)
  expect(await open()).toEqual([])

  const { movements, intents } = await bankBooks(sandbox)
  const { rows } = await behind.query<{ reference: string; state: string; amount: string; payment_ref: string }>(
    'select reference, state, amount, payment_ref from payments order by amount',
  )
  expect(rows.length).toBe(PAYMENTS)
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['succeeded']))
  // One charge for each payment, of its amount, and no other.
  for (const { reference, amount, payment_ref } of rows) {
    const charges = movements.filter((row) => row.reference === reference)
    expect(charges.map((row) => [row.intent, row.amount])).toEqual([[payment_ref, Number(amount)]])
  }
  expect(intents.length).toBe(PAYMENTS)
  const charged = movements.reduce((sum, { amount }) => sum + amount, 0)
  expect((await ask(walletCalls.getWallet, {}, me)).body.data?.balance_topup).toBe(charged)
  const faults = await behind.query('select * from ledger_faults()')
  expect(faults.rows).toEqual([])
}, 240_000)
