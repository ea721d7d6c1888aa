/**
 * A rule tried on 50,000 orders of the last 30 days: what the call takes, against a bare read of the same rows in the
 * same run.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort, startPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { fillOrders } from './orders.ts'
import { newSeller, startProcess } from './system.ts'

const ORDERS = Number(process.env['BENCH_ORDERS'] ?? 50_000)
const TARGET_MS = 2000
const TRIES = 5
const MINUTES_OF_30_DAYS = 30 * 24 * 60
const RULE = {
  condition: {
    query: [
      { type: 'order_value', operator: 'higher', value: 1000 },
      { type: 'order_profit_margin', operator: 'higher', value: 10 },
    ],
  },
  then: { action: 'create_and_pay', payment_preference: { use: 'auto', method: 'credit_card' } },
  time_schedule: { schedule: 'immediately', time: '', time_zone: 'America/Los_Angeles' },
  daily_limit: 500_000,
}
/** The rows that a trial looks at, and nothing made of them. */
const BARE = `select o.order_id, o.number, o.ordered_at, o.currency, o.total, l.quantity, l.cost, l.reason
  from orders o join order_lines l using (workplace_id, order_id)
  where o.workplace_id = $1 and o.ordered_at > now() - interval '30 days' order by o.ordered_at`

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

export async function run(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'omni-rules-'))
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(folder, { fsync: false })
  const stops: (() => void)[] = []
  try {
    const url = postgres.url()
    await migrate(url)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const seller = await newSeller(url)
    await fillOrders(client, seller.workplace_id, ORDERS)
    // All of them within the 30 days that a rule is tried on.
    await client.query(
      `update orders set ordered_at = now() - random() * $2 * interval '1 minute' where workplace_id = $1`,
      [seller.workplace_id, MINUTES_OF_30_DAYS * 0.99],
    )
    await client.query('vacuum analyze')
    const port = await freePort()
    const { stop } = await startProcess('../apps/server/src/main.api.ts', url, { PORT: String(port) })
    stops.push(stop)
    const ask = async () => {
      const reply = await fetch(`http://127.0.0.1:${port}/api/orders/v5/automation/try`, {
        method: 'POST',
        headers: { app: 'AO', authorization: `Bearer ${seller.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(RULE),
      })
      const body = (await reply.json()) as { message: string; data: { orders: number; placed: number } | null } // the contract's shape
      if (!body.data) throw new Error(body.message)
      return body.data
    }
    const { orders, placed } = await ask()
    const [tries, bare]: [number[], number[]] = [[], []]
    for (let n = 0; n < TRIES; n++) {
      bare.push(await timed(() => client.query(BARE, [seller.workplace_id])))
      tries.push(await timed(ask))
    }
    await client.end()
    const [ours, theirs] = [Math.max(...tries), median(bare)]
    const held = ours < TARGET_MS && orders === ORDERS
    console.log(`orders tried          ${orders}, of which the rule would have placed ${placed}`)
    console.log(
      `slowest of ${TRIES} trials    ${ours.toFixed(0)} ms (target ${TARGET_MS}), median ${median(tries).toFixed(0)} ms`,
    )
    console.log(`bare read of the rows ${theirs.toFixed(0)} ms (median)`)
    console.log(held ? 'held' : 'MISSED')
    return held
  } finally {
    for (const stop of stops) stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
