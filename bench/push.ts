/**
 * Products of 10 variants and 6 pictures into shops of Shopify, through the call, the worker and the shop's own bucket.
 * The ceiling is what the bucket gives back: the share of it that went into making and showing products is read in the
 * shop's own ledger, from when the full bucket of the beginning is used up until the last of them. What reading costs is
 * lost, and counts as not used. Calls that it refused for want of points are counted.
 */
import { type StoreSystem, startStores } from './store-system.ts'

const VARIANTS = 10
const PICTURES = 6
const TARGETS = { spent: 0.97, throttled: 0.005, fair: 0.9 }
/** A full bucket holds this many seconds' points. */
const BUCKET_S = 10
const WINDOW_S = Number(process.env['BENCH_SECONDS'] ?? 40)
const STORES = Number(process.env['BENCH_STORES'] ?? 20)

interface Entry {
  operation: string
  requested: number
  actual: number | null
  throttled: boolean
  at: string
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const ledgerOf = async ({ sandbox }: StoreSystem, shop: string) =>
  ((await sandbox.control(`/shopify/ledger?shop=${shop}.myshopify.com`)) as { rows: Entry[] }).rows // its own form

/** What brings a product into the shop. */
const WRITES = ['productSet', 'publishablePublish']
const isWrite = ({ operation }: Entry) => WRITES.includes(operation)

/** What was spent on products of what the bucket gave back, once its first filling was used up. */
function spentOf(rows: readonly Entry[], rate: number, from: number) {
  const own = rows.filter(({ at }) => Date.parse(at) >= from)
  const paid = own.filter(({ throttled }) => !throttled)
  let used = 0
  const first = paid.findIndex(({ actual, requested }) => (used += Number(actual ?? requested)) >= rate * BUCKET_S)
  const since = paid.slice(first + 1)
  const [begin, end] = [since[0], since.findLast(isWrite)]
  const seconds = begin && end ? (Date.parse(end.at) - Date.parse(begin.at)) / 1000 : 0
  const points = since
    .slice(1)
    .filter(isWrite)
    .reduce((sum, { actual, requested }) => sum + Number(actual ?? requested), 0)
  return {
    seconds,
    share: first < 0 || seconds === 0 ? 0 : points / (rate * seconds),
    throttled: own.filter(({ throttled }) => throttled).length / Math.max(1, own.length),
    made: since.filter(({ operation }) => operation === 'productSet').length,
    points,
  }
}

/** Pushes until the window is over; what is left is taken back by the end of the processes. */
async function measure(system: StoreSystem, name: string, rate: number): Promise<boolean> {
  const store_id = await system.connectShop(name, rate)
  const count = Math.ceil((rate * (WINDOW_S + BUCKET_S)) / 25) + 10
  const product_ids = (await system.importProducts(Math.min(count, 900))).slice(0, 900)
  const from = Date.now()
  await system.ask('POST', '/center/products/push', { product_ids, store_id })
  const open = `select count(*)::int as n from listings where store_id = $1 and state in ('queued', 'sending')`
  for (const end = from + (WINDOW_S + BUCKET_S * 2) * 1000; Date.now() < end; await pause(500)) {
    const { rows } = await system.client.query<{ n: number }>(open, [store_id])
    if (rows[0]?.n === 0) break
  }
  const { share, throttled, made, seconds, points } = spentOf(await ledgerOf(system, name), rate, from)
  const paid = Object.entries(Object.groupBy(await ledgerOf(system, name), ({ operation }) => operation))
  const shares = paid.map(([operation, rows = []]) => {
    const sum = rows.reduce((total, { actual, requested }) => total + Number(actual ?? requested), 0)
    return `${operation} ${rows.length} x ${(sum / rows.length).toFixed(0)}`
  })
  console.log(`  ${shares.join(', ')}`)
  await system.client.query(`update listings set due_at = null, asked = false where store_id = $1`, [store_id])
  await system.ask('DELETE', '/auth/platform/unlink', { store_id })
  console.log(
    `${rate} points/s: ${(share * 100).toFixed(1)} % of the ceiling in products (at least ${TARGETS.spent * 100} %), ` +
      `${(throttled * 100).toFixed(2)} % throttled (below ${TARGETS.throttled * 100} %); ` +
      `${made} products in ${seconds.toFixed(1)} s = ${(made / seconds).toFixed(2)}/s, ${(points / Math.max(1, made)).toFixed(0)} points for each`,
  )
  return share >= TARGETS.spent && throttled < TARGETS.throttled
}

/** The same push into many shops at once: what each had spent on products when the window ended. */
async function measureFair(system: StoreSystem): Promise<boolean> {
  const names = Array.from({ length: STORES }, (_, n) => `fair-${n + 1}`)
  const store_ids: string[] = []
  for (const name of names) store_ids.push(await system.connectShop(name, 100))
  const product_ids = await system.importProducts(120)
  const from = Date.now()
  await system.ask('POST', '/center/products/push-multiple-channel', { product_ids, store_ids })
  await pause(WINDOW_S * 1000)
  const points: number[] = []
  for (const name of names) {
    const rows = (await ledgerOf(system, name)).filter(({ at, throttled }) => Date.parse(at) >= from && !throttled)
    points.push(rows.filter(isWrite).reduce((sum, { actual, requested }) => sum + Number(actual ?? requested), 0))
  }
  const [least, most] = [Math.min(...points), Math.max(...points)]
  const ratio = most === 0 ? 0 : least / most
  console.log(
    `${STORES} stores of 100 points/s for ${WINDOW_S} s: slowest ${least.toFixed(0)} points, fastest ${most.toFixed(0)} ` +
      `= ${(ratio * 100).toFixed(1)} % (at least ${TARGETS.fair * 100} %)`,
  )
  return ratio >= TARGETS.fair
}

export async function run(): Promise<boolean> {
  const system = await startStores({ variants: VARIANTS, pictures: PICTURES })
  try {
    const outcomes = [await measure(system, 'standard', 100), await measure(system, 'plus', 1000)]
    outcomes.push(await measureFair(system))
    return outcomes.every(Boolean)
  } finally {
    await system.stop()
  }
}
