import { VendorError } from '@omni/connectors/vendor-error.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { askQuotes } from '../catalog/ingest/fetch-product.ts'
import { readRates } from '../rates/read-rates.ts'
import {
  NO_SKU,
  type ShippingOption,
  shipFromTo,
  storeQuotes,
  toShippingOptions,
} from '../catalog/ingest/store-quotes.ts'
import { callSupplier } from '../catalog/ingest/supplier-state.ts'
import { indexProducts } from '../catalog/search/index-products.ts'
import type { Product } from './fresh-product.ts'

const MAX_AGE_MS = 12 * 3_600_000 // spec: not shown. How long a shipping price is believed without asking again

export interface QuoteRequest {
  country_code: string
  quantity: number
  ship_from: string | undefined
  sku_id: string | undefined
}
export interface Quoted {
  options: ShippingOption[]
  quoted_at: string
  stale: boolean
}

/** Shipping ways from the cache while they are young, else from the supplier; an old answer beats none. */
export async function quoteFor(ctx: Ctx, product: Product, request: QuoteRequest): Promise<Quoted> {
  const source = asSource(product.source)
  const ship_from =
    request.ship_from && product.ship_froms.includes(request.ship_from)
      ? request.ship_from
      : shipFromTo(request.country_code, product.ship_froms)
  const { known, sku_id } = await ctx.db.read(async (tx) => {
    const variant =
      request.sku_id === undefined
        ? await tx
            .selectFrom('catalog_variants')
            .select('sku_id')
            .where('product_id', '=', product.id)
            .where((eb) => eb.or([eb('quantity', 'is', null), eb('quantity', '>', 0)]))
            .orderBy('price')
            .orderBy('position')
            .limit(1)
            .executeTakeFirst()
        : await tx
            .selectFrom('catalog_variants')
            .select('sku_id')
            .where('product_id', '=', product.id)
            .where('sku_id', '=', request.sku_id)
            .executeTakeFirst()
    if (request.sku_id !== undefined && !variant) refuse('catalog.variant_unknown')
    const sku = variant?.sku_id ?? NO_SKU
    const { rows } = await sql<{ options: ShippingOption[]; quoted_at: string }>`
      select ways as options, quoted_at from catalog_quotes
        where product_id = ${product.id} and country_code = ${request.country_code} and quantity = ${request.quantity}
        and (sku_id = ${sku} or sku_id = '') and (ship_from = ${ship_from} or ${request.ship_from === undefined})
      order by quoted_at desc limit 1`.execute(tx)
    return { known: rows[0], sku_id: sku }
  })
  const age = known ? ctx.now.getTime() - new Date(known.quoted_at).getTime() : Number.POSITIVE_INFINITY
  const supplier = ctx.services.suppliers.shared[source]
  if (known && (age < MAX_AGE_MS || !supplier?.logistics)) return { ...known, stale: false }
  if (!supplier?.logistics) return { options: [], quoted_at: product.seen_at, stale: false }
  try {
    const quotes = await callSupplier(ctx, source, () =>
      askQuotes(supplier, {
        product_id: product.source_product_id,
        sku_id,
        quantity: request.quantity,
        country_code: request.country_code,
        ship_from,
      }),
    )
    const options = await ctx.as({}).tx(async (tx) => {
      const made = toShippingOptions(quotes ?? [], await readRates(tx))
      await storeQuotes(
        tx,
        { product_id: product.id, country_code: request.country_code, ship_from, sku_id, quantity: request.quantity },
        made,
        ctx.now,
      )
      if (request.quantity === 1) await indexProducts(tx, [product.id])
      return made
    })
    return { options, quoted_at: ctx.now.toISOString(), stale: false }
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (known) return { ...known, stale: true }
    if (error.kind === 'invalid' || error.kind === 'not_found' || error.kind === 'out_of_stock')
      return { options: [], quoted_at: ctx.now.toISOString(), stale: false }
    refuse('catalog.supplier_down', { supplier: supplier.definition.name })
  }
}
