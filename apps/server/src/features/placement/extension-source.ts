/** What is bought by the seller's browser (domain/placement/extension.ts): no account of ours, and no question to a site. */
import type { BasketQuery, BasketQuote, SupplyMethod } from '@omni/connectors/suppliers/supply-order.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { AT_CHECKOUT, type ExtensionSource } from '@omni/domain/placement/extension.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { ShippingOption } from '../catalog/ingest/store-quotes.ts'

/** Whose browser it was nobody knows: the numbers of a site belong to the workplace. */
export const extensionAccount = (workplace_id: string): string => `extension ${workplace_id}`

interface KnownLine {
  /** US cents; null: neither the catalogue nor the product has it. */
  price: number | null
  quantity: number | null
  /** Null: nobody has seen how it is sent to this country. */
  ways: ShippingOption[] | null
}

/**
 * What a basket cost when somebody last saw it: the catalogue's price, or what the seller's product has. The page of the
 * checkout has the last word, before anything is bought.
 */
export async function quoteKnown(
  tx: Tx,
  workplace_id: string,
  source: ExtensionSource,
  { lines, country_code }: BasketQuery,
): Promise<BasketQuote> {
  const { rows } = await sql<KnownLine>`
    select coalesce(v.price, (select min(s.cost) from variant_suppliers s where s.workplace_id = ${workplace_id}
        and s.source = ${source} and s.source_product_id = r.product_id and s.sku_id = r.sku_id)) as price, v.quantity,
      (select q.ways from catalog_quotes q where q.product_id = p.id and q.country_code = ${country_code}
        and q.quantity = 1 order by q.sku_id = r.sku_id desc, q.quoted_at desc limit 1) as ways
    from jsonb_to_recordset(${JSON.stringify(lines.map((line, at) => ({ ...line, at })))}::jsonb)
      as r (at int, product_id text, sku_id text)
    left join catalog_products p on p.source = ${source} and p.source_product_id = r.product_id
    left join catalog_variants v on v.product_id = p.id and v.sku_id = r.sku_id
    order by r.at`.execute(tx)
  const prices = rows.map(({ price }) => price ?? missing(source))
  if (rows.some(({ quantity }, at) => quantity !== null && quantity < (lines[at]?.quantity ?? 0)))
    throw new VendorError(source, 'out_of_stock', 'there was not enough of it when it was last seen')
  return {
    currency: WALLET_CURRENCY,
    prices,
    items_total: prices.reduce((sum, price, at) => sum + price * (lines[at]?.quantity ?? 0), 0),
    charges: 0,
    methods: methodsOf(rows.map(({ ways }) => ways)),
  }
}

function missing(source: ExtensionSource): never {
  throw new VendorError(source, 'not_found', 'nobody knows a price of it')
}

/** What carries every line. None, where one is known not to be sent there. */
function methodsOf(waysOfLines: readonly (ShippingOption[] | null)[]): SupplyMethod[] {
  const known = waysOfLines.filter((ways) => ways !== null)
  const [first = [], ...others] = known
  if (known.length < waysOfLines.length) return [atCheckout]
  return first.flatMap((way) => {
    const rest = others.map((ways) => ways.find(({ service_name }) => service_name === way.service_name))
    if (rest.includes(undefined)) return []
    const amount = rest.reduce((sum, other) => sum + (other?.amount ?? 0), way.amount)
    return [{ ...way, amount, currency: WALLET_CURRENCY, method: way.service_name }]
  })
}

const atCheckout: SupplyMethod = {
  method: AT_CHECKOUT,
  service_name: '',
  amount: 0,
  currency: WALLET_CURRENCY,
  min_days: null,
  max_days: null,
  ship_from: '',
  tracked: false,
}
