import type { Supplier } from '@omni/connectors/suppliers/open-supplier.ts'
import type { SupplierQuote } from '@omni/connectors/suppliers/quote.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { ingestRoom } from '@omni/domain/catalog/plan-ingest.ts'
import { SOURCES, type Source } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import { timeNow } from '../../../platform/clock.ts'
import type { JobCtx } from '../../../platform/ctx.ts'
import { enqueue, work } from '../../../platform/jobs.ts'
import { indexProducts, markIndexDirty } from '../search/index-products.ts'
import { askQuotes } from './fetch-product.ts'
import { costsOf, countWork, QUOTE_DAYS, quotedCountries } from './ingest-plan.ts'
import { quoteCountries } from './jobs.ts'
import { readRates } from '../../rates/read-rates.ts'
import { NO_SKU, shipFromTo, storeQuotes, toShippingOptions } from './store-quotes.ts'
import { recordAnswer } from './supplier-state.ts'

const SLICE_MS = 40_000
const AT_ONCE = 4
/** Looked up at once, because the look-up reads the whole list of a supplier; asked for and kept in parts. */
const PICK = 400
const PART = 20
/** A product whose quote failed is asked about again after so many hours. */
const AFTER_FAILURE_H = 6

/** Only where a round is done: new products and changed prices are worth more than one more country. */
export const quoteCountriesJob = work(quoteCountries, async (ctx) => {
  const until = performance.now() + SLICE_MS
  const { rows } = await ctx.db.read((tx) =>
    sql<{ source: string }>`select source from supplier_state where phase = 'idle' and failing_since is null`.execute(
      tx,
    ),
  )
  const idle = new Set(rows.map(({ source }) => source))
  const ended = await Promise.all(
    SOURCES.map((source) => {
      const supplier = ctx.services.suppliers.shared[source]
      return supplier && idle.has(source) ? quoteSource(ctx, supplier, source, until) : true
    }),
  )
  if (ended.includes(false))
    await ctx.db.tx((tx) => enqueue(tx, quoteCountries, {}, new Date(timeNow().getTime() + 100)))
})

/** True when nothing is left to ask now: all is known, the budget is spent, or the supplier cannot be asked. */
async function quoteSource(ctx: JobCtx, supplier: Supplier, source: Source, until: number): Promise<boolean> {
  const { quote: cost } = costsOf(ctx.services.suppliers, source)
  try {
    await countWork(ctx, source)
    if (!supplier.logistics) return true
    for (const country_code of quotedCountries(ctx.config)) {
      for (;;) {
        const products = await pick(ctx, source, country_code)
        if (products.length === 0) break
        while (products.length > 0) {
          if (performance.now() > until) return false
          const room = ingestRoom(await ctx.services.suppliers.budget(source))
          if (room !== null && room < cost * PART) return true
          await quoteProducts(ctx, supplier, source, country_code, products.splice(0, PART))
        }
      }
    }
    return true
  } catch (error) {
    await recordAnswer(ctx.db, source, error, timeNow())
    if (!(error instanceof VendorError)) throw error
    ctx.log.warn({ source, err: error }, 'shipping cannot be asked for now')
    return true
  }
}

interface Picked {
  id: number
  source_product_id: string
  ship_froms: string[]
  sku_id: string
}

/** Most ordered first; of each its cheapest variant that is there. */
async function pick(ctx: JobCtx, source: Source, country_code: string): Promise<Picked[]> {
  const { rows } = await ctx.db.read((tx) =>
    sql<Picked>`
      select p.id, p.source_product_id, p.ship_froms, coalesce(v.sku_id, ${NO_SKU}) as sku_id
      from catalog_products p left join lateral (
        select sku_id from catalog_variants where product_id = p.id and quantity is distinct from 0
        order by price, position limit 1) v on true
      where p.source = ${source} and p.gone_at is null and p.detail_at is not null and p.stock is distinct from 0
        and (p.quote_failed_at is null or p.quote_failed_at < now() - make_interval(hours => ${AFTER_FAILURE_H}))
        and not exists (select from catalog_quotes q where q.product_id = p.id and q.country_code = ${country_code}
          and q.quantity = 1 and q.quoted_at > now() - make_interval(days => ${QUOTE_DAYS}))
      order by p.orders desc, p.id limit ${PICK}`.execute(tx),
  )
  return rows
}

/** Asked side by side, kept together: one pass of the index for all of them. */
async function quoteProducts(
  ctx: JobCtx,
  supplier: Supplier,
  source: Source,
  country_code: string,
  products: readonly Picked[],
): Promise<void> {
  const queue = [...products]
  const answers: { product: Picked; quotes: SupplierQuote[] | null }[] = []
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let product = queue.shift(); product; product = queue.shift())
      answers.push({ product, quotes: await quoteOne(ctx, supplier, country_code, product) })
  })
  const ended = await Promise.allSettled(workers)
  const now = timeNow()
  // What was answered before somebody failed is kept.
  await ctx.db.tx(async (tx) => {
    const rates = await readRates(tx)
    for (const { product, quotes } of answers) {
      const ship_from = shipFromTo(country_code, product.ship_froms)
      const key = { product_id: product.id, country_code, ship_from, sku_id: product.sku_id, quantity: 1 }
      if (quotes) await storeQuotes(tx, key, toShippingOptions(quotes, rates), now)
      else await tx.updateTable('catalog_products').set({ quote_failed_at: now }).where('id', '=', product.id).execute()
    }
    await indexProducts(
      tx,
      answers.map(({ product }) => product.id),
    )
    await markIndexDirty(tx, now)
  })
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  await recordAnswer(ctx.db, source, null, now)
}

/** null: no answer about this product. A supplier that cannot be asked at all is thrown. */
async function quoteOne(ctx: JobCtx, supplier: Supplier, country_code: string, product: Picked) {
  try {
    return await askQuotes(supplier, {
      product_id: product.source_product_id,
      sku_id: product.sku_id,
      quantity: 1,
      country_code,
      ship_from: shipFromTo(country_code, product.ship_froms),
    })
  } catch (error) {
    if (!(error instanceof VendorError) || error.down || error.kind === 'auth_expired') throw error
    ctx.log.warn({ product_id: product.id, country_code, err: error }, 'shipping could not be read')
    return null
  }
}
