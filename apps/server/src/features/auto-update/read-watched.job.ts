import { VendorError } from '@omni/connectors/vendor-error.ts'
import { GONE_MS } from '@omni/domain/auto-update/judge-variant.ts'
import { FLOOR_MS, type Readable, readNext, WATCH_SHARE } from '@omni/domain/auto-update/read-order.ts'
import { SOURCES, type Source } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { fetchProduct } from '../catalog/ingest/fetch-product.ts'
import { costsOf } from '../catalog/ingest/ingest-plan.ts'
import { recordAnswer } from '../catalog/ingest/supplier-state.ts'
import { readSource, readWatched } from './jobs.ts'

/** A slice ends after this: a job that runs for minutes is lost whole when its worker dies. */
const SLICE_MS = 40_000
/** The pace keeps the supplier's limits; this only hides its answering time. */
const AT_ONCE = 4
const MOST_READS = 400
/** Changes are remembered for about so long. */
const HISTORY_DAYS = 45
/** Without a budget of the day there is no end to it but the slice's. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER
/** Looks a minute at what is not overdue, at a supplier without such a budget. */
const SPARE_LOOKS = 60
const MINUTE_MS = 60_000

export const readWatchedJob = work(readWatched, async (ctx) => {
  await ctx.db.tx(async (tx) => {
    for (const source of SOURCES)
      if (ctx.services.suppliers.shared[source]?.catalog) await enqueue(tx, readSource, { source })
  })
})

interface Demanded extends Readable {
  source_product_id: string
}

interface DemandRow {
  source_product_id: string
  worth: number
  hot: boolean
  detail_at: string | null
  seen_at: string
  gone_at: string | null
  created_at: string
  changes: number
}

/** What all workplaces together want to be looked at. */
async function readDemand(ctx: JobCtx, source: Source, cost: number, now: number): Promise<Demanded[]> {
  const { rows } = await ctx.db.read((tx) =>
    sql<DemandRow>`select source_product_id, worth, hot, detail_at, seen_at, gone_at, created_at, changes
      from watch_demand(${source})`.execute(tx),
  )
  return rows.flatMap((row): Demanded[] => {
    const read_at = Date.parse((row.gone_at === null ? row.detail_at : row.seen_at) ?? row.created_at)
    if (row.gone_at !== null) {
      // Once more, so that two looks agree; then no longer.
      const [gone_at, isSeenTwice] = [Date.parse(row.gone_at), read_at - Date.parse(row.gone_at) >= GONE_MS]
      if (isSeenTwice || now - gone_at < GONE_MS) return []
    }
    const days = Math.min(HISTORY_DAYS, (now - Date.parse(row.created_at)) / FLOOR_MS)
    return [{ ...row, hot: row.hot || row.gone_at !== null, days, read_at, cost }]
  })
}

/** Spends the watch's share of the supplier's budget where it matters most. One look serves every workplace. */
export const readSourceJob = work(readSource, async (ctx, { source }) => {
  const supplier = ctx.services.suppliers.shared[source]
  if (!supplier?.catalog) return
  const costs = costsOf(ctx.services.suppliers, source)
  const { per_day, spent } = await ctx.services.suppliers.budget(source)
  const now = ctx.clock().getTime()
  const minutes_left = 1440 - (Math.floor(now / MINUTE_MS) % 1440)
  const room = per_day === null ? NO_LIMIT : per_day * WATCH_SHARE - spent
  const spare = per_day === null ? SPARE_LOOKS * (costs.product + costs.quote) : room / minutes_left
  const demand = await readDemand(ctx, source, costs.product + costs.quote, now)
  const queue = readNext(demand, { room, spare }, now).slice(0, MOST_READS)
  const until = performance.now() + SLICE_MS
  const worker = async () => {
    for (let next = queue.shift(); next && performance.now() < until; next = queue.shift()) {
      const at = ctx.clock()
      try {
        await fetchProduct(ctx.db, supplier, source, next.source_product_id, at)
        await recordAnswer(ctx.db, source, null, at)
      } catch (error) {
        if (!(error instanceof VendorError)) throw error
        await recordAnswer(ctx.db, source, error, at)
        if (error.down || error.kind === 'auth_expired') return
        ctx.log.warn({ source, source_product_id: next.source_product_id, err: error }, 'a product could not be read')
        await recordFailed(ctx, source, next.source_product_id, at)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, queue.length) }, worker))
})

const recordFailed = (ctx: JobCtx, source: Source, source_product_id: string, at: Date) =>
  ctx.db.tx((tx) =>
    tx
      .updateTable('catalog_products')
      .set({ read_failed_at: at })
      .where('source', '=', source)
      .where('source_product_id', '=', source_product_id)
      .execute(),
  )
