import type { Supplier } from '@omni/connectors/suppliers/open-supplier.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { CATEGORY_WORDS } from '@omni/domain/catalog/categories.ts'
import { DEFAULT_SHIP_TO, SOURCES, type Source } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { JobCtx } from '../../../platform/ctx.ts'
import type { Tx } from '../../../platform/db.ts'
import { enqueue, work } from '../../../platform/jobs.ts'
import { countTags } from '../search/index-products.ts'
import { countSellers } from './count-sellers.ts'
import { fetchProduct } from './fetch-product.ts'
import { countCatalogue, ingestAll, ingestSource } from './jobs.ts'
import { storeSummaries } from './store-summaries.ts'
import { noteAnswer } from './supplier-state.ts'

const SLICE_MS = 40_000 // a job that runs for minutes is lost whole when its worker dies
const PAGE_SIZE = 100
const AT_ONCE = 4 // the pace keeps the limit; this only hides the supplier's answering time
const PICK = 40
const ROUND_EVERY_MS = 20 * 3_600_000
const DOWN_RETRY_S = 15

/** Suppliers whose search wants words are walked by the words of our categories; the others list everything. */
const NEEDS_WORDS: readonly Source[] = ['aliexpress', 'ebay', 'amazon']
const Place = z.object({ word: z.int(), cursor: z.string().nullable() })

export const ingestAllJob = work(ingestAll, async (ctx) => {
  await ctx.db.tx(async (tx) => {
    for (const source of SOURCES)
      if (ctx.services.suppliers.shared[source]?.catalog) await enqueue(tx, ingestSource, { source })
  })
})

/** Lists what is new, then fetches what is due; every step is committed, so a killed worker loses one page at most. */
export const ingestSourceJob = work(ingestSource, async (ctx, { source }) => {
  const supplier = ctx.services.suppliers.shared[source]
  if (!supplier?.catalog) return
  const until = Date.now() + SLICE_MS
  try {
    const listed = await listNew(ctx, supplier, source, until)
    const fetched = listed && (await fetchDue(ctx, supplier, source, until))
    if (!fetched) await ctx.db.tx((tx) => enqueue(tx, ingestSource, { source }, new Date(Date.now() + 100)))
  } catch (error) {
    await noteAnswer(ctx.db, source, error, new Date())
    if (!(error instanceof VendorError) || !error.down) throw error
    // Not an attempt that failed: the supplier says when to come back, or is down for a while.
    ctx.log.warn({ source, err: error }, 'the supplier cannot be asked now')
    await ctx.db.tx((tx) =>
      enqueue(tx, ingestSource, { source }, new Date(Date.now() + (error.retry_after_s ?? DOWN_RETRY_S) * 1000)),
    )
  }
})

export const countCatalogueJob = work(countCatalogue, async (ctx) => {
  await ctx.db.tx(async (tx) => {
    const state = await tx.selectFrom('catalog_index').select('dirty_at').executeTakeFirst()
    if (!state?.dirty_at) return
    await countTags(tx, ctx.now)
    await countSellers(tx)
  })
})

/** True when the round's list is through. */
async function listNew(ctx: JobCtx, supplier: Supplier, source: Source, until: number): Promise<boolean> {
  const words = NEEDS_WORDS.includes(source) ? CATEGORY_WORDS : ['']
  for (;;) {
    const state = await ctx.db.tx((tx) => beginRound(tx, source, new Date()))
    if (state.phase !== 'listing') return true
    if (Date.now() > until) return false
    const place = Place.parse(JSON.parse(state.cursor ?? '{"word":0,"cursor":null}'))
    const text = words[place.word]
    if (text === undefined) {
      await ctx.db.tx((tx) =>
        tx.updateTable('supplier_state').set({ phase: 'details', cursor: null }).where('source', '=', source).execute(),
      )
      return true
    }
    const page = await supplier.catalog?.search({
      ...(text && { text }),
      page_size: PAGE_SIZE,
      ship_to: DEFAULT_SHIP_TO,
      ...(place.cursor !== null && { cursor: place.cursor }),
    })
    if (!page) return true
    const next = page.next === null ? { word: place.word + 1, cursor: null } : { word: place.word, cursor: page.next }
    await ctx.db.tx(async (tx) => {
      await storeSummaries(tx, source, page.items, new Date())
      await tx
        .updateTable('supplier_state')
        .set({ cursor: JSON.stringify(next) })
        .where('source', '=', source)
        .execute()
    })
    await noteAnswer(ctx.db, source, null, new Date())
  }
}

async function beginRound(tx: Tx, source: Source, now: Date) {
  await tx
    .insertInto('supplier_state')
    .values({ source })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const state = await tx
    .selectFrom('supplier_state')
    .selectAll()
    .where('source', '=', source)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const due =
    state.round_started_at === null || now.getTime() - new Date(state.round_started_at).getTime() > ROUND_EVERY_MS
  if (state.phase !== 'idle' || !due) return state
  return tx
    .updateTable('supplier_state')
    .set({ phase: 'listing', cursor: null, round: state.round + 1, round_started_at: now, round_ended_at: null })
    .where('source', '=', source)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * True when nothing is due any more. New ones come first, most ordered ones before others: what sellers look for is
 * whole soonest.
 */
async function fetchDue(ctx: JobCtx, supplier: Supplier, source: Source, until: number): Promise<boolean> {
  for (;;) {
    const due = await ctx.db.read(async (tx) => {
      const all = tx
        .selectFrom('catalog_products')
        .select(['id', 'source_product_id'])
        .where('source', '=', source)
        .where('gone_at', 'is', null)
        .where('due_at', '<=', new Date().toISOString())
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
      return true
    }
    const queue = [...due]
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (let next = queue.shift(); next && Date.now() < until; next = queue.shift())
        await fetchOne(ctx, supplier, source, next)
    })
    const ended = await Promise.allSettled(workers)
    const failed = ended.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
    if (Date.now() >= until) return false
  }
}

async function fetchOne(
  ctx: JobCtx,
  supplier: Supplier,
  source: Source,
  { id, source_product_id }: { id: number; source_product_id: string },
): Promise<void> {
  const now = new Date()
  try {
    const made = await fetchProduct(ctx.db, supplier, source, source_product_id, now)
    await noteAnswer(ctx.db, source, null, now)
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
      .set({ due_at: new Date(now.getTime() + 86_400_000) })
      .where('id', '=', id)
      .execute(),
  )
}
