import type { Supplier } from '@omni/connectors/suppliers/open-supplier.ts'
import type { SupplierQuote } from '@omni/connectors/suppliers/supplier.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { DEFAULT_SHIP_FROM, DEFAULT_SHIP_TO, type Source } from '@omni/domain/catalog/sources.ts'
import type { Result } from '@omni/domain/result.ts'
import { no, ok } from '@omni/domain/result.ts'
import type { Db } from '../../../platform/db.ts'
import { indexProducts, markIndexDirty } from '../search/index-products.ts'
import { readRates } from './rates.ts'
import { storeProduct } from './store-product.ts'
import { storeQuotes, toShippingOptions } from './store-quotes.ts'

/** Where a way asks for a variant and there is none, the supplier takes the product itself. */
const NO_SKU = ''

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
 */
export async function fetchProduct(
  db: Db,
  supplier: Supplier,
  source: Source,
  product_id: string,
  now: Date,
): Promise<Result<{ id: number }, string>> {
  if (!supplier.catalog) return no('source_has_no_catalogue')
  let product
  try {
    const hint = await readHint(db, source, product_id)
    product = await supplier.catalog.get({ product_id, ship_to: DEFAULT_SHIP_TO, ...(hint && { hint }) })
  } catch (error) {
    if (!(error instanceof VendorError) || error.kind !== 'not_found') throw error
    await db.tx(async (tx) => {
      const gone = await tx
        .updateTable('catalog_products')
        .set({ gone_at: now, seen_at: now })
        .where('source', '=', source)
        .where('source_product_id', '=', product_id)
        .where('gone_at', 'is', null)
        .returning('id')
        .execute()
      await indexProducts(
        tx,
        gone.map(({ id }) => id),
      )
      if (gone.length > 0) await markIndexDirty(tx, now)
    })
    return no('product_gone')
  }
  const cheapest = product.variants.filter(({ quantity }) => quantity !== 0).toSorted((a, b) => a.price - b.price)[0]
  const ship_from = product.ship_from.includes(DEFAULT_SHIP_TO)
    ? DEFAULT_SHIP_TO
    : (product.ship_from[0] ?? DEFAULT_SHIP_FROM)
  const sku_id = cheapest?.sku_id ?? NO_SKU
  // All sold out: there is nothing to send.
  const sold_out = !cheapest && product.variants.length > 0
  const request = { product_id, sku_id, quantity: 1, country_code: DEFAULT_SHIP_TO, ship_from }
  const asked = product.quotes === undefined && !sold_out ? await askQuotes(supplier, request) : product.quotes
  const quotes = sold_out ? null : asked
  return db.tx(async (tx) => {
    const rates = await readRates(tx)
    const stored = await storeProduct(tx, source, product, rates, now)
    if (!stored.ok) return stored
    const { id } = stored.value
    if (quotes)
      await storeQuotes(
        tx,
        { product_id: id, country_code: DEFAULT_SHIP_TO, ship_from, sku_id, quantity: 1 },
        toShippingOptions(quotes, rates),
        now,
      )
    // Nothing more is to be had where shipping cannot be asked for.
    else
      await tx
        .updateTable('catalog_products')
        .set({ status: 'full' })
        .where('id', '=', id)
        .where('status', '<>', 'full')
        .execute()
    await indexProducts(tx, [id])
    await markIndexDirty(tx, now)
    return ok({ id })
  })
}
