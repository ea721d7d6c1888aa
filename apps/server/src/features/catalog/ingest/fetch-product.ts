import type { Supplier } from '@omni/connectors/suppliers/open-supplier.ts'
import type { SupplierQuote } from '@omni/connectors/suppliers/quote.ts'
import type { SupplierProduct } from '@omni/connectors/suppliers/supplier.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { DEFAULT_SHIP_TO, MAIN_COUNTRIES, type Source } from '@omni/domain/catalog/sources.ts'
import type { Result } from '@omni/domain/result.ts'
import { no, ok } from '@omni/domain/result.ts'
import type { Db } from '../../../platform/db.ts'
import { indexProducts, markIndexDirty } from '../search/index-products.ts'
import { readRates } from '../../rates/read-rates.ts'
import { storeProduct } from './store-product.ts'
import { NO_SKU, shipFromTo, storeQuotes, toShippingOptions } from './store-quotes.ts'
import { recordVariantHistory } from './variant-history.ts'

/** What one country forbids is asked for in another, in so many at most. */
const COUNTRIES_TRIED = 3

/** Shipping ways; null when the supplier has no way of asking, [] when it does not ship there. */
export async function askQuotes(
  supplier: Supplier,
  request: { product_id: string; sku_id: string; quantity: number; country_code: string; ship_from: string },
): Promise<SupplierQuote[] | null> {
  if (!supplier.logistics) return null
  try {
    return await supplier.logistics.quote(request)
  } catch (error) {
    if (error instanceof VendorError && error.kind === 'cannot_ship') return []
    throw error
  }
}

/** The product as sold to the default country, or to the next one where it may be sold. */
async function getProduct(
  catalog: NonNullable<Supplier['catalog']>,
  product_id: string,
  hint: string | null,
): Promise<SupplierProduct> {
  let forbidden: unknown
  for (const ship_to of MAIN_COUNTRIES.slice(0, COUNTRIES_TRIED)) {
    try {
      const product = await catalog.get({ product_id, ship_to, ...(hint && { hint }) })
      // Charges are kept for the default country; another one's would be taken for its.
      const variants = product.variants.map(({ charges: _, ...variant }) => variant)
      return ship_to === DEFAULT_SHIP_TO ? product : { ...product, variants }
    } catch (error) {
      if (!(error instanceof VendorError) || error.kind !== 'cannot_ship') throw error
      forbidden = error
    }
  }
  throw forbidden
}

/** Shipping to the default country. A supplier that fails to say keeps nobody from having the product. */
async function firstQuotes(supplier: Supplier, product: SupplierProduct) {
  const cheapest = product.variants.filter(({ quantity }) => quantity !== 0).toSorted((a, b) => a.price - b.price)[0]
  const ship_from = shipFromTo(DEFAULT_SHIP_TO, product.ship_from)
  const sku_id = cheapest?.sku_id ?? NO_SKU
  // All sold out: there is nothing to send.
  if (!cheapest && product.variants.length > 0) return { ship_from, sku_id, quotes: null, failed: null }
  // It came with the product.
  if (product.quotes !== undefined) return { ship_from, sku_id, quotes: product.quotes, failed: null }
  const request = {
    product_id: product.source_product_id,
    sku_id,
    quantity: 1,
    country_code: DEFAULT_SHIP_TO,
    ship_from,
  }
  try {
    return { ship_from, sku_id, quotes: await askQuotes(supplier, request), failed: null }
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    return { ship_from, sku_id, quotes: null, failed: error }
  }
}

/** What the supplier's list or its last answer said; it spares the connector a call (`SupplierProduct.fetch_hint`). */
async function readHint(db: Db, source: Source, product_id: string): Promise<string | null> {
  const row = await db.read((tx) =>
    tx
      .selectFrom('catalog_products')
      .select('fetch_hint')
      .where('source', '=', source)
      .where('source_product_id', '=', product_id)
      .executeTakeFirst(),
  )
  return row?.fetch_hint ?? null
}

/**
 * One product through its connector into the catalogue: description, variants, shipping to the default country, index.
 * `stretch`: by how much the next look at it is put off (domain/catalog/plan-ingest.ts).
 */
export async function fetchProduct(
  db: Db,
  supplier: Supplier,
  source: Source,
  product_id: string,
  now: Date,
  stretch = 1,
): Promise<Result<{ id: number }, string>> {
  if (!supplier.catalog) return no('source_has_no_catalogue')
  let product
  try {
    product = await getProduct(supplier.catalog, product_id, await readHint(db, source, product_id))
  } catch (error) {
    if (!(error instanceof VendorError) || error.kind !== 'not_found') throw error
    await recordGone(db, source, product_id, now)
    return no('product_gone')
  }
  const { ship_from, sku_id, quotes, failed } = await firstQuotes(supplier, product)
  const stored = await db.tx(async (tx) => {
    const rates = await readRates(tx)
    const made = await storeProduct(tx, source, product, rates, now, stretch)
    if (!made.ok) return made
    const { id } = made.value
    if (quotes)
      await storeQuotes(
        tx,
        { product_id: id, country_code: DEFAULT_SHIP_TO, ship_from, sku_id, quantity: 1 },
        toShippingOptions(quotes, rates),
        now,
      )
    else
      await tx
        .updateTable('catalog_products')
        // Asked again by quote-countries.job.ts. A supplier that is down as a whole is not this product's failure.
        .set({ status: 'full', ...(failed && !failed.down && { quote_failed_at: now }) })
        .where('id', '=', id)
        .execute()
    await indexProducts(tx, [id])
    await markIndexDirty(tx, now)
    return ok({ id })
  })
  // Whoever asks for many products stops here; this one is kept.
  if (failed?.down || failed?.kind === 'auth_expired') throw failed
  return stored
}

async function recordGone(db: Db, source: Source, product_id: string, now: Date): Promise<void> {
  await db.tx(async (tx) => {
    // Looked at once more by whoever sells it: then the time of the look alone is new.
    await tx
      .updateTable('catalog_products')
      .set({ seen_at: now, read_failed_at: null })
      .where('source', '=', source)
      .where('source_product_id', '=', product_id)
      .execute()
    const gone = await tx
      .updateTable('catalog_products')
      .set({ gone_at: now })
      .where('source', '=', source)
      .where('source_product_id', '=', product_id)
      .where('gone_at', 'is', null)
      .returning('id')
      .execute()
    for (const { id } of gone) await recordVariantHistory(tx, id, { was_gone: false, variants: [], now })
    await indexProducts(
      tx,
      gone.map(({ id }) => id),
    )
    if (gone.length > 0) await markIndexDirty(tx, now)
  })
}
