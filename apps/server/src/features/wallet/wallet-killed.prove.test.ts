/** Real processes, real HTTP, `kill -9`: what is charged under fire is charged once, and credited. The bank judges. */
import { randomUUID } from 'node:crypto'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '../../platform/embedded-postgres.ts'
import { bankBooks, keepMethod, paypalBooks } from '../../testing/bank.ts'
import { killableWorkers } from '../../testing/killable-workers.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'

/** `npm run chaos -- payments` kills more often, and has the time to let a busy bank answer. */
const CHAOS_KILLS = process.env['CHAOS_KILLS']
const KILLS = Number(CHAOS_KILLS ?? 20)
const PAYMENTS = 2 * KILLS
const LANDS_MS = CHAOS_KILLS === undefined ? 400 : 3000
/** A turn that a kill lost is found by the sweep, a minute later and by the minute. */
const MOST_MS = (150_000 + (CHAOS_KILLS === undefined ? 0 : 300_000)) * inject('patience')
const WORKERS = 4
const PATIENCE_MS = 120_000 * inject('patience')
const ALL_MS = (300_000 + KILLS * 15_000) * inject('patience')
const HELD = ['attempts.turn', 'receive.drain', 'wallet.poll']

const port = await freePort()
const sandbox = await sandboxProcess(100, `http://127.0.0.1:${port}`)
const outside = { ...sandbox.bank_env, ...sandbox.paypal_env, PAYMENT_LANDS_MS: String(LANDS_MS) }
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
/** Also for one that ended by itself: on a busy machine its start can fail, because the database answered too late. */
const keepWorkers = () => {
  while (workers.count() < WORKERS) void workers.start()
}
const me = await server.person()
let paypal_id = ''
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

beforeAll(async () => {
  await server.app.listen({ port, host: '127.0.0.1' })
  await ask(walletCalls.acceptWalletPolicy, { version: 1 }, me)
  await keepMethod({ sandbox, behind }, me.workplace_id, 'card')
  await keepMethod({ sandbox, behind }, me.workplace_id, 'paypal')
  const { body } = await ask(walletCalls.getPaymentSetting, {}, me)
  paypal_id = body.data?.methods.find(({ kind }) => kind === 'paypal')?.method_id ?? ''
  await Promise.all(Array.from({ length: WORKERS }, () => workers.start()))
})

/** Payments that are not settled, and what they wait for. */
const open = async () =>
  (
    await behind.query(
      `select p.state, a.state as attempt, a.sends, a.refusal, a.error_key, a.due_at - now() as wakes, j.attempts,
         j.run_at - now() as runs, j.worker_id is not null as locked, left(j.error, 80) as error
       from payments p join attempts a on a.subject_id = p.payment_id::text
       left join jobs j on j.key = 'attempts.turn:' || a.attempt_id
       where p.settled_at is null`,
    )
  ).rows

test(
  `${PAYMENTS} top-ups, ${KILLS} workers killed while they charge and credit: by the bank's log none twice, none lost`,
  async () => {
    const faults = [
      { kind: 'latency', min_ms: 50, max_ms: 250 },
      { kind: 'drop_reply', percent: 15 },
      { kind: 'act_then_fail', percent: 10, status: 500 },
      { kind: 'duplicate_callbacks' },
      { kind: 'reorder_callbacks', within_ms: 500 },
    ]
    for (const bank of ['stripe', 'paypal']) await sandbox.setFaults(bank, faults)
    let started = 0
    const start = async (count: number) => {
      for (; count > 0 && started < PAYMENTS; count--, started++) {
        const amount = 1000 + started
        const input =
          started % 2 === 0
            ? { amount, method: 'credit_card' as const }
            : { amount, method: 'paypal' as const, method_id: paypal_id }
        const { body } = await ask(walletCalls.topupWallet, input, me, { 'idempotency-key': randomUUID() })
        expect(body.success).toBe(true)
      }
    }
    for (let kills = 0; kills < KILLS; kills++) {
      await start(PAYMENTS / KILLS)
      // Every kill is followed by a start, which takes its time on a busy machine.
      const end = Date.now() + PATIENCE_MS
      let worker = await workers.holder(HELD)
      for (; !worker && Date.now() < end; worker = await workers.holder(HELD)) {
        keepWorkers()
        await pause(10)
      }
      if (!worker) throw new Error(`nobody works after ${kills} kills: ${JSON.stringify(await open())}`)
      await pause(Math.random() * 150)
      workers.kill(worker)
      keepWorkers()
      if (CHAOS_KILLS !== undefined && kills % 10 === 9) console.log(`${kills + 1} workers were killed`)
    }
    await start(PAYMENTS)
    for (const bank of ['stripe', 'paypal']) await sandbox.setFaults(bank, [])
    for (const end = Date.now() + MOST_MS; (await open()).length > 0 && Date.now() < end; await pause(200))
      keepWorkers()
    expect(await open()).toEqual([])
    // Kills that met no send prove nothing: some senders died before they could say what was answered.
    const { rows: unheard } = await behind.query(
      `select from attempts a where a.sends > (select count(*) from attempt_evidence e
        where e.workplace_id = a.workplace_id and e.attempt_id = a.attempt_id and e.source = 'reply')`,
    )
    expect(unheard.length).toBeGreaterThan(0)

    const bank = await bankBooks(sandbox)
    const paypal = await paypalBooks(sandbox)
    const movements = [...bank.movements, ...paypal.movements.map((row) => ({ ...row, intent: row.order }))]
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
    expect([bank.intents.length, paypal.orders.length]).toEqual([PAYMENTS / 2, PAYMENTS / 2])
    const charged = movements.reduce((sum, { amount }) => sum + amount, 0)
    expect((await ask(walletCalls.getWallet, {}, me)).body.data?.balance_topup).toBe(charged)
    const wrong = await behind.query('select * from ledger_faults()')
    expect(wrong.rows).toEqual([])
  },
  ALL_MS,
)
