/**
 * Parcels under watch. The plan: how many calls a day 100,000 of them need, without a single message, against the
 * tracker's limits. Measured: how many parcels are asked about each second at the tracker's own pace (the sandbox keeps it),
 * how long the list and the attention list take beside them, and how long a tracking number takes from the supplier's answer
 * to the store (p95). BENCH_PARCELS and BENCH_SENT make it smaller or larger.
 */
import { tracker } from '@omni/connectors/tracking/registry.ts'
import { nextPoll } from '@omni/domain/tracking/poll.ts'
import { PARCEL_STATUSES } from '@omni/domain/tracking/statuses.ts'
import { startProcess } from './system.ts'
import { startStores, type StoreSystem } from './store-system.ts'

const WATCHED = 100_000
const PARCELS = Number(process.env['BENCH_PARCELS'] ?? 100_000)
const SENT = Number(process.env['BENCH_SENT'] ?? 300)
/** How long a parcel is under watch: what comes new each day is registered. */
const LIFE_DAYS = 14
const PER_SECOND = 3
const DAY_S = 86_400
const HOUR_MS = 3_600_000
const SHOP = 'busy.myshopify.com'
const READS = 100
const TARGETS = { to_store_s: 60, list_ms: 200, share: 0.5, numbers_per_second: WATCHED / (6 * 3600) }

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const at = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0

/** The worst day: no message comes, and everything is asked about as often as the rule says. */
function plan(): boolean {
  const now = Date.now()
  const open = PARCEL_STATUSES.filter((status) => nextPoll(status, { now, quiet_since: now, spread: 0 }) !== null)
  const hours = open.map((status) => ((nextPoll(status, { now, quiet_since: now, spread: 0 }) ?? now) - now) / HOUR_MS)
  const often = 24 / Math.min(...hours)
  const calls = {
    read: Math.ceil((WATCHED * often) / tracker.most_numbers),
    register: Math.ceil(WATCHED / LIFE_DAYS / tracker.most_numbers),
    // One before each call that registers.
    quota: Math.ceil(WATCHED / LIFE_DAYS / tracker.most_numbers),
  }
  const all = calls.read + calls.register + calls.quota
  const share = all / (PER_SECOND * DAY_S)
  console.log(
    `plan for ${WATCHED} parcels, every one asked about ${often.toFixed(1)} times a day: ${calls.read} reads + ${calls.register} registers + ${calls.quota} quotas = ${all} calls a day, ${(share * 100).toFixed(1)} % of ${PER_SECOND} a second (at most ${TARGETS.share * 100} %)`,
  )
  return share <= TARGETS.share
}

export async function run(): Promise<boolean> {
  const isPlanned = plan()
  const system = await startStores({ variants: 2, pictures: 1, hasWorker: false })
  const stops: (() => void)[] = []
  try {
    const worker = await startProcess('../apps/server/src/main.worker.ts', system.database, {
      ...system.env,
      ...system.sandbox.tracker_env,
    })
    stops.push(worker.stop)
    const to_store = await sendToStore(system)
    await fill(system)
    const shown = await lists(system)
    const speed = await asked(system)
    console.log(
      `to the store, ${SENT} parcels at once: p50 ${at(to_store, 0.5).toFixed(1)} s, p95 ${at(to_store, 0.95).toFixed(1)} s (at most ${TARGETS.to_store_s} s)`,
    )
    console.log(`${PARCELS} parcels: lists p95 ${shown.toFixed(0)} ms (at most ${TARGETS.list_ms} ms)`)
    console.log(
      `asked about at the tracker's pace: ${speed.toFixed(1)} parcels/s (at least ${TARGETS.numbers_per_second.toFixed(1)}: all of ${WATCHED} in six hours)`,
    )
    return (
      isPlanned &&
      to_store.length === SENT &&
      at(to_store, 0.95) <= TARGETS.to_store_s &&
      shown <= TARGETS.list_ms &&
      speed >= TARGETS.numbers_per_second
    )
  } finally {
    for (const stop of stops) stop()
    await system.stop()
  }
}

/** Sales of a store, whose purchases are told their tracking numbers; seconds until the store knew each. */
async function sendToStore(system: StoreSystem): Promise<number[]> {
  const { client, ask, sandbox } = system
  const store_id = await system.connectShop('busy', 2000)
  const product_ids = await system.importProducts(5)
  await ask('POST', '/center/products/push', { product_ids, store_id })
  const idle = `select count(*)::int as n from listings where store_id = $1 and state = 'idle'`
  while ((await client.query<{ n: number }>(idle, [store_id])).rows[0]?.n !== 5) await pause(200)
  for (let n = 0; n < SENT; n += 100)
    await sandbox.act('shopify', 'place_orders', { shop: SHOP, count: Math.min(100, SENT - n) })
  const there = 'select count(*)::int as n from orders where store_id = $1'
  while (((await client.query<{ n: number }>(there, [store_id])).rows[0]?.n ?? 0) < SENT) await pause(500)
  const { rows } = await client.query<{ order_id: string; line_ids: string[] }>(
    `select order_id, array_agg(line_id) as line_ids from order_lines join orders using (workplace_id, order_id)
     where store_id = $1 group by 1`,
    [store_id],
  )
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let sale = rows.pop(); sale; sale = rows.pop())
        await ask('PUT', '/orders/v4/manually-fulfill', {
          ...sale,
          source: 'alibaba',
          order_no: `no ${rows.length}`,
          total: 500,
          tracking_number: `BN${String(rows.length).padStart(9, '0')}`,
          carrier: 'DHL',
        })
    }),
  )
  const open = `select count(*)::int as n from store_fulfilments where state = 'waiting'`
  const ends = performance.now() + 300_000
  while (((await client.query<{ n: number }>(open)).rows[0]?.n ?? 0) > 0 && performance.now() < ends) await pause(500)
  const reported = await client.query<{ s: number }>(
    `select extract(epoch from reported_at - created_at)::float8 as s from store_fulfilments where state = 'reported'`,
  )
  return reported.rows.map(({ s }) => s)
}

/** The rest, as rows: followed since yesterday, asked about next in some hours. */
async function fill({ client }: StoreSystem): Promise<void> {
  await client.query(
    `insert into parcels (workplace_id, order_id, supplier_order_id, number, carrier, not_before, status, registered_at,
       latest_at, latest_text, attention, attention_at, turn, turn_at, created_at)
     select p.workplace_id, p.order_id, p.supplier_order_id, 'BF' || lpad(n::text, 9, '0'), 'DHL', now() - interval '9 days',
       case when n % 5 = 0 then 'out_for_delivery' else 'in_transit' end, now() - interval '1 day',
       now() - interval '1 hour' * (n % 40), 'Scanned', 'silent', now() + interval '1 hour' * (48 - n % 40),
       'read', now() + interval '5 hours', now() - interval '1 second' * n
     from generate_series(1, $1::int) n, (select * from parcels order by created_at limit 1) p`,
    [PARCELS],
  )
  await client.query('analyze parcels')
}

/** p95 of what the shipment tab reads, in milliseconds. */
async function lists({ ask }: StoreSystem): Promise<number> {
  const paths = ['', '?status=in_transit&page_size=50', '?keyword=BF0000', '/count', '/attention']
  const times: number[] = []
  for (let n = 0; n < READS; n++) {
    const from = performance.now()
    await ask('GET', `/orders/v5/trackings${paths[n % paths.length] ?? ''}`)
    times.push(performance.now() - from)
  }
  return at(times, 0.95)
}

/** Some are due now: how many of them are answered each second by one worker. */
async function asked({ client }: StoreSystem): Promise<number> {
  const some = Math.min(PARCELS, 2000)
  const from = performance.now()
  await client.query(
    `update parcels set turn_at = now() where number in (select number from parcels where turn = 'read' and number like 'BF%' limit $1)`,
    [some],
  )
  const due = `select count(*)::int as n from parcels where number like 'BF%' and turn = 'read' and turn_at <= now()`
  const ends = performance.now() + 240_000
  let left = some
  while (left > 0 && performance.now() < ends) {
    await pause(1000)
    left = (await client.query<{ n: number }>(due)).rows[0]?.n ?? 0
  }
  return ((some - left) * 1000) / (performance.now() - from)
}
