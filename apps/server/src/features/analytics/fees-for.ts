import { feeTermsOf } from '@omni/domain/analytics/fee-terms.ts'
import { type FeeTerms, isSold } from '@omni/domain/analytics/order-profit.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { productSettings } from '../product-settings/settings.ts'
import type { Sold } from './read-sold.ts'

/**
 * What is kept of each sale: as it was kept when the sale was first counted, else as it is set now (`added`). What is
 * kept once of a sale is the first part's.
 */
export async function feesFor(
  tx: Tx,
  workplace_id: string,
  orders: readonly Sold[],
): Promise<{ terms: Map<string, FeeTerms>; added: (FeeTerms & { order_id: string })[] }> {
  const ids = orders.flatMap(({ order_id, split_of }) => (split_of === null ? order_id : [order_id, split_of]))
  const { rows } = await sql<FeeTerms & { order_id: string }>`
    select order_id, percent, fixed, currency from order_fees
    where workplace_id = ${workplace_id} and order_id = any(${ids}::uuid[])`.execute(tx)
  const known = new Map(rows.map(({ order_id, ...terms }) => [order_id, terms]))
  const unknown = orders.filter(({ order_id, financial }) => isSold(financial) && !known.has(order_id))
  if (unknown.length === 0) return { terms: known, added: [] }
  const settings = await productSettings(tx, workplace_id)
  const added = unknown.flatMap(({ order_id, split_of, channel }) => {
    const ofSale = known.get(split_of ?? '') ?? feeTermsOf(settings, channel)
    const terms = ofSale && split_of !== null ? { ...ofSale, fixed: 0 } : ofSale
    if (terms) known.set(order_id, terms)
    return terms ? [{ order_id, ...terms }] : []
  })
  return { terms: known, added }
}
