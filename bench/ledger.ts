/**
 * Durable postings: through the operation (`post` in a transaction of its own) against the same statement under pgbench,
 * and through HTTP (a top-up that is started: its payment, attempt and job in one commit) against bare Fastify with one
 * insert. Both servers are asked in turns and by the same client, so that what else the machine does meets both; none of
 * them is measured before it is warm, because a server that has run for a minute is what is meant.
 *
 * Through HTTP 600 calls a second are wanted on a machine where pgbench makes 1,364 durable postings, and that share of
 * pgbench's rate on a slower one.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { toppedUp } from '@omni/domain/ledger/placing.ts'
import { createPool, scopedDb } from '../apps/server/src/platform/db.ts'
import { freePort, startPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { post as postTxns } from '../apps/server/src/platform/ledger.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { type LoadRequest, postsPerSecond } from './plain-load.ts'
import { newSeller, startProcess } from './system.ts'

const SECONDS = 8
const CLIENTS = 24
const TARGET = 0.5
const HTTP_TARGET = 600
/** Postings a second of pgbench where so many are wanted. */
const PGBENCH_THERE = 1364
const TURNS = 3
const TURN_SECONDS = 4
const WARM_SECONDS = 6
const WORKPLACES = 64

/** The same work as one operation: scope, transaction, one posting. */
const SCRIPT = `\\set n random(1, ${WORKPLACES})
begin;
select set_config('app.workplace_id', (select workplace_id::text from bench_workplaces where n = :n), true);
select * from ledger_post(jsonb_build_array(jsonb_build_object('scope', 'bench', 'idem_key', new_id()::text,
  'input_hash', 'x', 'kind', 'topup', 'effective_at', now(),
  'postings', jsonb_build_array(jsonb_build_object('from', 'clearing.bench', 'to', 'wallet_topup', 'currency', 'USD', 'amount', 100)))));
commit;
`

function pgbench(url: string, folder: string): number {
  const file = join(folder, 'post.sql')
  writeFileSync(file, SCRIPT)
  const clients = ['-c', String(CLIENTS), '-j', '2', '-T', String(SECONDS)]
  const ran = spawnSync('pgbench', ['-n', '-M', 'prepared', ...clients, '-f', file, url], { encoding: 'utf8' })
  const found = /tps = ([\d.]+)/.exec(ran.stdout)?.[1]
  if (found === undefined) throw new Error(`pgbench: ${ran.stderr || ran.error?.message || ran.stdout}`)
  return Number(found)
}

async function operation(url: string, workplaces: readonly string[]): Promise<number> {
  const pool = createPool(url, CLIENTS)
  const until = performance.now() + SECONDS * 1000
  let done = 0
  const client = async (n: number) => {
    for (; performance.now() < until; done++) {
      const workplace_id = workplaces[(n + done) % workplaces.length] ?? ''
      const postings = toppedUp('bench', 'USD', 100)
      const txn = { scope: 'bench', key: randomUUID(), kind: 'topup', postings, effective_at: new Date() }
      await scopedDb(pool, { workplace_id }).tx((tx) => postTxns(tx, [txn]))
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n)))
  await pool.end()
  return done / SECONDS
}

export async function run(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'omni-bench-'))
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(folder)
  const stops: (() => void)[] = []
  try {
    const url = postgres.url()
    await migrate(url)
    const { token } = await newSeller(url)
    const workplaces = Array.from({ length: WORKPLACES }, () => randomUUID())
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    await admin.query('create table bench_workplaces (n int primary key, workplace_id uuid not null)')
    await admin.query('create table bench_rows (id uuid primary key, amount bigint not null)')
    for (const [n, id] of workplaces.entries())
      await admin.query('insert into bench_workplaces values ($1, $2)', [n + 1, id])
    await admin.query('grant select on bench_workplaces to omni_app')
    await admin.query('grant insert on bench_rows to omni_app')
    await admin.end()
    const same = pgbench(url, folder)
    const ours = await operation(url, workplaces)
    console.log(
      `pgbench ${same.toFixed(0)}/s   operation ${ours.toFixed(0)}/s   share ${(ours / same).toFixed(3)} (at least ${TARGET})`,
    )
    const [bare, api] = [await freePort(), await freePort()]
    const started = await Promise.all([
      startProcess('./bare-insert.ts', url, { PORT: String(bare) }),
      startProcess('../apps/server/src/main.api.ts', url, { PORT: String(api), STRIPE_SECRET_KEY: 'sk_bench' }),
    ])
    stops.push(...started.map(({ stop }) => stop))
    const headers = { app: 'AO', authorization: `Bearer ${token}` }
    await fetch(`http://127.0.0.1:${api}/api/payments/user/wallets/accept-policy`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"version":1}',
    })
    const body = () => JSON.stringify({ amount: 1000 })
    const topup = `http://127.0.0.1:${api}/api/payments/user/wallets/topup`
    const row = `http://127.0.0.1:${bare}/row`
    const post = (url: string, next: () => LoadRequest) => (seconds: number) =>
      postsPerSecond(url, { connections: CLIENTS, seconds }, next)
    const ways = {
      bare: post(row, () => ({ body: JSON.stringify({ id: randomUUID() }) })),
      plain: post(topup, () => ({ headers, body: body() })),
      keyed: post(topup, () => ({ headers: { ...headers, 'idempotency-key': randomUUID() }, body: body() })),
    }
    const names = ['bare', 'plain', 'keyed'] as const
    for (const way of names) await ways[way](WARM_SECONDS)
    const rates: Record<keyof typeof ways, number[]> = { bare: [], plain: [], keyed: [] }
    for (let turn = 0; turn < TURNS; turn++) for (const way of names) rates[way].push(await ways[way](TURN_SECONDS))
    const rate = (way: keyof typeof ways) => rates[way].toSorted((a, b) => a - b)[Math.floor(TURNS / 2)] ?? 0
    const wanted = HTTP_TARGET * Math.min(1, same / PGBENCH_THERE)
    console.log(
      `bare Fastify + insert ${rate('bare').toFixed(0)}/s   top-up by HTTP ${rate('plain').toFixed(0)}/s` +
        ` (at least ${wanted.toFixed(0)}/s here)   with an idempotency key ${rate('keyed').toFixed(0)}/s`,
    )
    return ours / same >= TARGET && rate('plain') >= wanted
  } finally {
    for (const stop of stops) stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
