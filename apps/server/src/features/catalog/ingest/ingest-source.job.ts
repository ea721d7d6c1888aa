import type { Supplier } from '@omni/connectors/suppliers/open-supplier.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { refreshStretch } from '@omni/domain/catalog/plan-ingest.ts'
import { SOURCES, type Source } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import { timeNow } from '../../../platform/clock.ts'
import type { JobCtx } from '../../../platform/ctx.ts'
import { enqueue, work } from '../../../platform/jobs.ts'
import { countTags } from '../search/index-products.ts'
import { countSellers } from './count-sellers.ts'
import { fetchProduct } from './fetch-product.ts'
import { costsOf, countWork, waitFor } from './ingest-plan.ts'
import { countCatalogue, ingestAll, ingestSource } from './jobs.ts'
import { type KnownCategories, listingPlace, listPage } from './list-source.ts'
import { recordAnswer } from './supplier-state.ts'

const SLICE_MS = 40_000 // a job that runs for minutes is lost whole when its worker dies
const AT_ONCE = 4 // the pace keeps the limit; this only hides the supplier's answering time
const PICK = 40
const DOWN_RETRY_S = 15

export const ingestAllJob = work(ingestAll, async (ctx) => {
  await ctx.db.tx(async (tx) => {
    for (const source of SOURCES)
      if (ctx.services.suppliers.shared[source]?.catalog) await enqueue(tx, ingestSource, { source })
  })
})

/** Seconds until a slice can go on; 'done': the round is through. */
type Ended = number | 'done'

/**
 * Lists what is new, then fetches what is due, as far as the budget of the day goes. Every step is committed, so a killed
 * worker loses one page at most.
 */
export const ingestSourceJob = work(ingestSource, async (ctx, { source }) => {
  const supplier = ctx.services.suppliers.shared[source]
  if (!supplier?.catalog) return
  const until = performance.now() + SLICE_MS
  let ended: Ended
  try {
    ended = await listNew(ctx, supplier, source, until)
    if (ended === 'done') ended = await fetchDue(ctx, supplier, source, until)
  } catch (error) {
    await recordAnswer(ctx.db, source, error, timeNow())
    if (!(error instanceof VendorError) || !error.down) throw error
    // Not an attempt that failed: the supplier says when to come back, or is down for a while.
    ctx.log.warn({ source, err: error }, 'the supplier cannot be asked now')
    ended = error.retry_after_s ?? DOWN_RETRY_S
  }
  if (ended === 'done') return
  const again = new Date(timeNow().getTime() + Math.max(0.1, ended) * 1000)
  await ctx.db.tx((tx) => enqueue(tx, ingestSource, { source }, again))
})

export const countCatalogueJob = work(countCatalogue, async (ctx) => {
  await ctx.db.tx(async (tx) => {
    const state = await tx.selectFrom('catalog_index').select('dirty_at').executeTakeFirst()
    if (!state?.dirty_at) return
    await countTags(tx, ctx.now)
    await countSellers(tx)
  })
})

/** Seconds until the day's budget has room for so much; 0: it has. */
async function budgetWait(ctx: JobCtx, source: Source, cost: number): Promise<number> {
  const { limits } = ctx.services.suppliers.definition(source)
  return waitFor(await ctx.services.suppliers.budget(source), cost, limits.refills === true, timeNow())
}

async function listNew(ctx: JobCtx, supplier: Supplier, source: Source, until: number): Promise<Ended> {
  const categories: KnownCategories = {}
  for (;;) {
    const place = await listingPlace(ctx, source)
    if (!place) return 'done'
    if (performance.now() > until) return 0
    const wait = await budgetWait(ctx, source, costsOf(ctx.services.suppliers, source).list)
    if (wait > 0) return wait
    await listPage(ctx, supplier, source, place, categories)
  }
}

/**
 * Until nothing is due any more. New ones come first, most ordered ones before others: what sellers look for is
 * whole soonest.
 */
async function fetchDue(ctx: JobCtx, supplier: Supplier, source: Source, until: number): Promise<Ended> {
  const costs = costsOf(ctx.services.suppliers, source)
  const { looks_a_day } = await countWork(ctx, source)
  const stretch = refreshStretch(await ctx.services.suppliers.budget(source), costs, looks_a_day)
  for (;;) {
    const wait = await budgetWait(ctx, source, (costs.product + costs.quote) * AT_ONCE)
    if (wait > 0) return wait
    const due = await ctx.db.read(async (tx) => {
      const all = tx
        .selectFrom('catalog_products')
        .select(['id', 'source_product_id'])
        .where('source', '=', source)
        .where('gone_at', 'is', null)
        .where('due_at', '<=', timeNow().toISOString())
      const fresh = await all
        .where('detail_at', 'is', null)
        .orderBy('orders', 'desc')
        .orderBy('id')
        .limit(PICK)
        .execute()
      return fresh.length > 0 ? fresh : all.orderBy('due_at').orderBy('id').limit(PICK).execute()
    })
    if (due.length === 0) {
      await ctx.db.tx((tx) =>
        tx
          .updateTable('supplier_state')
          .set({ phase: 'idle', cursor: null, round_ended_at: sql`now()` })
          .where('source', '=', source)
          .where('phase', '=', 'details')
          .execute(),
      )
      await countWork(ctx, source)
      return 'done'
    }
    const queue = [...due]
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (let next = queue.shift(); next && performance.now() < until; next = queue.shift())
        await fetchOne(ctx, supplier, source, next, stretch)
    })
    const ended = await Promise.allSettled(workers)
    const failed = ended.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
    if (performance.now() >= until) return 0
  }
}

async function fetchOne(
  ctx: JobCtx,
  supplier: Supplier,
  source: Source,
  { id, source_product_id }: { id: number; source_product_id: string },
  stretch: number,
): Promise<void> {
  const now = timeNow()
  try {
    const made = await fetchProduct(ctx.db, supplier, source, source_product_id, now, stretch)
    await recordAnswer(ctx.db, source, null, now)
    if (made.ok) return
    ctx.log.info({ source, source_product_id, reason: made.reason }, 'a product could not be taken')
  } catch (error) {
    if (!(error instanceof VendorError) || error.down || error.kind === 'auth_expired') throw error
    ctx.log.warn({ source, source_product_id, err: error }, 'a product could not be read')
  }
  // Looked at again tomorrow; one bad product must not hold up the rest.
  await ctx.db.tx((tx) =>
    tx
      .updateTable('catalog_products')
      .set({ due_at: new Date(now.getTime() + 86_400_000), read_failed_at: now })
      .where('id', '=', id)
      .execute(),
  )
}
