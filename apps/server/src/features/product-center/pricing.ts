import type { ProductSettings } from '@omni/contracts/product-settings.calls.ts'
import type { Rates } from '@omni/domain/money.ts'
import { priceBy } from '@omni/domain/pricing/price-rule.ts'
import type { Tx } from '../../platform/db.ts'
import { readRates } from '../rates/read-rates.ts'
import { productSettings } from '../product-settings/settings.ts'

/** What prices and sums need to know, read once for many products. */
export interface Pricing {
  settings: ProductSettings
  rates: Rates
}

export async function readPricing(tx: Tx, workplace_id: string): Promise<Pricing> {
  const settings = await productSettings(tx, workplace_id)
  return { settings, rates: await readRates(tx) }
}

export type Priced = { price: number; compare_at_price: number | null }

/** A selling price by the workplace's rule (or one to try); null where the rule says nothing about such a cost. */
export function priceOf(
  { settings, rates }: Pricing,
  cost: number,
  shipping: number | null,
  currency: string,
  rule = settings.selling_price,
): Priced | null {
  const priced = priceBy(rule, { cost, shipping }, currency, rates)
  return priced.ok ? { price: priced.value.price, compare_at_price: priced.value.compare_at_price } : null
}
