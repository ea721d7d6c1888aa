import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, inject, test } from 'vitest'
import { depotOrder } from '../testing/depot-order.ts'
import { sandboxProcess } from '../testing/sandbox-process.ts'
import { testServer } from '../testing/test-server.ts'
import { startAttempt } from './attempts.ts'

/**
 * Real processes, real HTTP, `kill -9`: a depot that takes every request as a new order loses 30 % of its replies, fails
 * before and after the work, and its books say what was done.
 */
const KILLS = 30
const server = await testServer()
const sandbox = await sandboxProcess(100)
const me = await server.person()

interface Worker {
  child: ChildProcess
  worker_id: string
}
const workers = new Set<Worker>()
afterAll(() => {
  for (const { child } of workers) child.kill('SIGKILL')
})

async function startWorker(): Promise<void> {
  const child = fork(fileURLToPath(new URL('../testing/attempt.worker.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: server.url,
      SECRETS_KEYS: server.runtime.config.SECRETS_KEYS,
      LOG_LEVEL: 'fatal',
      DEAD_WORKER_S: '1',
      DB_POOL: '5',
      DEPOT_URL: `${sandbox.url}/depot`,
    },
  })
  const worker: Worker = { child, worker_id: '' }
  workers.add(worker)
  await new Promise<void>((done) => {
    child.once('message', ({ worker_id }: { worker_id: string }) => {
      worker.worker_id = worker_id
      done()
    })
    child.once('exit', () => done())
  })
}

const rowOf = async (attempt_id: string) =>
  (await server.behind.query('select state, reference, effect from attempts where attempt_id = $1', [attempt_id]))
    .rows[0]
const isAnyReady = () => [...workers].some(({ worker_id }) => worker_id !== '')
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Whoever works on the attempt now; anybody, when nobody does any more. */
async function holderOf(attempt_id: string): Promise<{ worker: Worker | undefined; isHolder: boolean }> {
  const { rows } = await server.behind.query<{ worker_id: string }>(
    `select worker_id from jobs where worker_id is not null and payload->>'attempt_id' = $1`,
    [attempt_id],
  )
  const alive = [...workers].filter(({ worker_id }) => worker_id !== '')
  const holder = alive.find((worker) => rows.some(({ worker_id }) => worker_id === worker.worker_id))
  return { worker: holder ?? alive[0], isHolder: holder !== undefined }
}

test(
  `${KILLS} kills around attempts at a vendor that loses replies: one effect each, by the vendor’s books`,
  { timeout: 900_000 * inject('patience') },
  async () => {
    await sandbox.setFaults('depot', [
      { kind: 'latency', min_ms: 20, max_ms: 300, endpoint: 'order' },
      { kind: 'drop_reply', percent: 30, endpoint: 'order' },
      { kind: 'act_then_fail', percent: 10, endpoint: 'order' },
      { kind: 'server_error', percent: 10, endpoint: 'order' },
      { kind: 'drop_reply', percent: 30, endpoint: 'find' },
    ])
    await Promise.all([startWorker(), startWorker()])
    const scope = { workplace_id: me.workplace_id, user_id: me.user_id }
    const ids: string[] = []
    let holdersKilled = 0
    for (let n = 0; n < KILLS; n++) {
      const { attempt_id } = await server.runtime
        .db(scope)
        .tx((tx) =>
          startAttempt(tx, depotOrder, {
            workplace_id: me.workplace_id,
            subject_id: `s${n}`,
            account_key: 'rehearsal',
            input: { buyer: `buyer ${n}`, quantity: 1 },
          }),
        )
      ids.push(attempt_id)
      await expect
        .poll(async () => (await rowOf(attempt_id)).state, { timeout: 120_000 * inject('patience'), interval: 5 })
        .not.toBe('intended')
      await pause(Math.random() * 250)
      const { worker, isHolder } = await holderOf(attempt_id)
      if (isHolder) holdersKilled++
      worker?.child.kill('SIGKILL')
      if (worker) workers.delete(worker)
      // The next one starts while the other goes on; only without any does the loop wait.
      const started = startWorker()
      if (!isAnyReady()) await started
    }
    const settled = async () =>
      (await server.behind.query(`select count(*)::int as n from attempts where state = 'done'`)).rows[0].n
    await expect.poll(settled, { timeout: 600_000 * inject('patience'), interval: 200 }).toBe(KILLS)

    await sandbox.setFaults('depot', [])
    const reply = await fetch(`${sandbox.url}/depot/v1/orders`, { headers: { authorization: 'Bearer rehearsal' } })
    const { orders } = (await reply.json()) as { orders: { order_no: string; reference: string }[] } // the depot's own books
    const rows = await Promise.all(ids.map(rowOf))
    expect(orders.map(({ reference }) => reference).sort()).toEqual(rows.map(({ reference }) => reference).sort())
    const numberOf = new Map(orders.map(({ reference, order_no }) => [reference, order_no]))
    for (const { reference, effect } of rows) expect(effect).toBe(numberOf.get(reference))
    const { rows: alarms } = await server.behind.query('select 1 from attempts where alarm is not null')
    expect(alarms).toEqual([])
    // A run in which nothing went wrong proves nothing.
    const { rows: outcomes } = await server.behind.query<{ outcome: string; n: number }>(
      'select outcome, count(*)::int as n from attempt_sends group by outcome',
    )
    const count = new Map(outcomes.map(({ outcome, n }) => [outcome, n]))
    console.log(`holders killed ${holdersKilled} of ${KILLS}, sends ${JSON.stringify(Object.fromEntries(count))}`)
    expect(holdersKilled).toBeGreaterThan(KILLS / 3)
    expect(count.get('unknown') ?? 0).toBeGreaterThan(5)
    expect(outcomes.filter(({ outcome }) => outcome === null)).toEqual([])
  },
)
