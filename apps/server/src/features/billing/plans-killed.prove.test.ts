/** Real processes, real HTTP, `kill -9`: what is charged for plans under fire is charged once. Paddle's books judge. */
import { randomUUID } from 'node:crypto'
import { billingCalls as calls } from '@omni/contracts/billing.calls.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '../../platform/embedded-postgres.ts'
import { killableWorkers } from '../../testing/killable-workers.ts'
import { paddleBooks, payPlan } from '../../testing/paddle.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { type Person, testServer } from '../../testing/test-server.ts'

const KILLS = 10
/** Each changes the plan once and buys one extra. */
const PEOPLE = KILLS / 2
const LANDS_MS = 1500
/** A job that was lost with its worker is found by the sweep, which runs once a minute. */
const MOST_MS = 150_000 * inject('patience')

const port = await freePort()
const sandbox = await sandboxProcess(100, `http://127.0.0.1:${port}`)
const outside = { ...sandbox.paddle_env, PAYMENT_LANDS_MS: String(LANDS_MS) }
const server = await testServer(outside)
Object.defineProperty(server.clock, 'now', { get: () => new Date() })
const { ask, behind } = server
const { SECRETS_KEYS, STORAGE_DIR } = server.runtime.config
const workers = killableWorkers(behind, new URL('../../testing/billing.worker.ts', import.meta.url), {
  ...outside,
  DATABASE_URL: server.url,
  APP_DATABASE_URL: server.app_url,
  SECRETS_KEYS,
  STORAGE_DIR,
  MODELS_DIR: STORAGE_DIR,
})
afterAll(() => workers.killAll())
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const key = () => ({ 'idempotency-key': randomUUID() })
const people: Person[] = []

async function until<T>(read: () => Promise<T>, is: (value: T) => boolean): Promise<T> {
  for (const end = Date.now() + MOST_MS * inject('patience'); ;) {
    const value = await read()
    if (is(value)) return value
    if (Date.now() > end) throw new Error(`it never became so: ${JSON.stringify(value)}`)
    await pause(100)
  }
}

async function subscribe(): Promise<Person> {
  const me = await server.person()
  const { body } = await ask(calls.chargeSubscription, { package_id: 'starter_monthly' }, me, key())
  const charge_id = body.data?.charge?.charge_id ?? ''
  const page = await until(
    async () => (await ask(calls.getPlanCharge, { charge_id }, me)).body.data,
    (charge) => charge?.state === 'open',
  )
  await payPlan(page?.url ?? '')
  await until(
    async () => (await ask(calls.getCurrentPlan, {}, me)).body.data?.id,
    (id) => id === 'starter_monthly',
  )
  return me
}

beforeAll(async () => {
  await server.app.listen({ port, host: '127.0.0.1' })
  await Promise.all(Array.from({ length: 3 }, () => workers.start()))
  for (let n = 0; n < PEOPLE; n++) people.push(await subscribe())
})

test(
  `${PEOPLE} upgrades and extras, ${KILLS} workers killed meanwhile: by Paddle's books none twice, none lost`,
  async () => {
    await sandbox.setFaults('paddle', [
      { kind: 'latency', min_ms: 50, max_ms: 200 },
      { kind: 'drop_reply', percent: 15 },
      { kind: 'act_then_fail', percent: 10, status: 500 },
      { kind: 'duplicate_callbacks' },
      { kind: 'reorder_callbacks', within_ms: 500 },
    ])
    for (let kills = 0; kills < KILLS; kills++) {
      const me = people[Math.floor(kills / 2)] as Person // there are half as many as kills
      const { body } =
        kills % 2 === 0
          ? await ask(calls.chargeSubscription, { package_id: 'basic_monthly' }, me, key())
          : await ask(calls.chargeExtra, { extra: 'orders_100' }, me, key())
      expect(body.success).toBe(true)
      const busy = ['attempts.turn', 'receive.drain', 'billing.poll']
      const worker = await until(
        () => workers.holder(busy),
        (found) => found !== undefined && found !== null,
      )
      await pause(Math.random() * 120)
      if (worker) workers.kill(worker)
      void workers.start()
    }
    await sandbox.setFaults('paddle', [])
    const open = async () =>
      (
        await behind.query(
          `select c.kind, c.state, c.error_key, a.state as attempt, a.sends, a.due_at - now() as wakes, j.attempts,
           j.run_at - now() as runs, j.worker_id, left(j.error, 300) as error
         from plan_charges c left join attempts a on a.subject_id = c.charge_id || ':' || c.sends
         left join jobs j on j.key = 'attempts.turn:' || a.attempt_id
         where c.settled_at is null`,
        )
      ).rows
    expect(await until(open, (rows) => rows.length === 0)).toEqual([])

    const { movements, balance, subscriptions } = await paddleBooks(sandbox)
    const { rows } = await behind.query<{ kind: string; state: string; transaction_ref: string; amount: string }>(
      'select kind, state, transaction_ref, amount from plan_charges',
    )
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['done']))
    expect(rows.length).toBe(PEOPLE * 3)
    // Everything in their books is in ours, once, with its amount; and nothing else.
    const ours = rows.map(({ transaction_ref, amount }) => `${transaction_ref} ${amount}`).toSorted()
    expect(ours).toEqual(movements.map(({ transaction, amount }) => `${transaction} ${amount}`).toSorted())
    expect(movements.filter(({ type }) => type === 'subscription_charge').length).toBe(PEOPLE)
    expect(movements.filter(({ type }) => type === 'subscription_update').length).toBe(PEOPLE)
    expect(subscriptions.length).toBe(PEOPLE)
    for (const me of people) {
      const plan = (await ask(calls.getCurrentPlan, {}, me)).body.data
      expect(plan?.id).toBe('basic_monthly')
      expect(plan?.features['ORDER_FULFILLMENT']?.limit).toBe(600)
    }
    const clearing = await behind.query(
      `select -coalesce(sum(amount), 0) as sum from ledger_system_balances where account = 'clearing.paddle'`,
    )
    expect(Number(clearing.rows[0].sum)).toBe(balance)
    expect((await behind.query('select * from ledger_faults()')).rows).toEqual([])
  },
  240_000 * inject('patience'),
)
