import type { SupplierQuote } from '@omni/connectors/suppliers/quote.ts'
import { estimateRetail } from '@omni/domain/catalog/retail.ts'
import { DEFAULT_SHIP_FROM, DEFAULT_SHIP_TO } from '@omni/domain/catalog/sources.ts'
import { supplierDecimalsOf } from '@omni/domain/currencies.ts'
import { convert, type Rates } from '@omni/domain/money.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db.ts'

/** A shipping way in US cents, as kept. */
export interface ShippingOption {
  service_name: string
  amount: number
  min_days: number | null
  max_days: number | null
  ship_from: string
  tracked: boolean
}

export interface QuoteKey {
  product_id: number
  country_code: string
  ship_from: string
  sku_id: string
  quantity: number
}

/** Where a quote asks for a variant and there is none, the supplier takes the product itself. */
export const NO_SKU = ''

/** From the country itself where the product is kept there, else from where it is kept first. */
export const shipFromTo = (country_code: string, ship_froms: readonly string[]): string =>
  ship_froms.includes(country_code) ? country_code : (ship_froms[0] ?? DEFAULT_SHIP_FROM)

/** Cheapest first; of equal price the faster. */
export const toShippingOptions = (quotes: readonly SupplierQuote[], rates: Rates): ShippingOption[] =>
  quotes
    .flatMap(({ service_name, amount, currency, min_days, max_days, ship_from, tracked }) => {
      const usd = convert(amount, currency, 'USD', rates, supplierDecimalsOf(currency))
      return usd.ok ? [{ service_name, amount: usd.value, min_days, max_days, ship_from, tracked }] : []
    })
    .sort((a, b) => a.amount - b.amount || (a.max_days ?? 999) - (b.max_days ?? 999))

/**
 * Keeps an answer. One for the default country and one piece also moves the product's own shipping, retail price and
 * profit.
 */
export async function storeQuotes(tx: Tx, key: QuoteKey, options: readonly ShippingOption[], now: Date): Promise<void> {
  const kept = JSON.stringify(options)
  await tx
    .insertInto('catalog_quotes')
    .values({ ...key, ways: kept, quoted_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['product_id', 'country_code', 'ship_from', 'sku_id', 'quantity'])
        .doUpdateSet({ ways: kept, quoted_at: now }),
    )
    .execute()
  if (key.quantity !== 1) return
  await tx
    .updateTable('catalog_products')
    .set({ quote_failed_at: null })
    .where('id', '=', key.product_id)
    .where('quote_failed_at', 'is not', null)
    .execute()
  if (options.length > 0) {
    await sql`update catalog_products
      set ship_countries = array(select distinct unnest(ship_countries || ${[key.country_code]}::text[]) order by 1)
      where id = ${key.product_id} and not (${key.country_code} = any (ship_countries))`.execute(tx)
  }
  if (key.country_code !== DEFAULT_SHIP_TO) return
  const [best] = options
  const product = await tx
    .selectFrom('catalog_products')
    .select(['price_min', 'charges'])
    .where('id', '=', key.product_id)
    .forUpdate()
    .executeTakeFirst()
  if (!product) return
  const retail = estimateRetail(product.price_min, best?.amount ?? null, product.charges ?? 0)
  const values = {
    shipping_cost: best?.amount ?? null,
    shipping_time_min: best?.min_days ?? null,
    shipping_time_max: best?.max_days ?? null,
    rsp_price: retail.price,
    profit: retail.profit,
    status: 'full',
  }
  await tx.updateTable('catalog_products').set(values).where('id', '=', key.product_id).execute()
}
