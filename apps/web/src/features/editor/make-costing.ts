/**
 * Cost, shipping, fees and profit of each variant, from what is known of suppliers, quotes and the price rule. Pure.
 */
import { isBelowFloor, type PieceProfit, pieceProfit } from '@omni/domain/analytics/piece-profit.ts'
import type { Minor, Rates } from '@omni/domain/money.ts'
import type { SellingPrice } from '@omni/domain/pricing/price-rule.ts'
import type { ProductVariant } from '@omni/domain/products/product.ts'
import type { Extra } from './editor-state.ts'

interface Figures extends PieceProfit {
  low: boolean
}

export interface Costing {
  currency: string
  rates: Rates
  rule: SellingPrice
  country: string
  /** US cents; null: not known. */
  costOf: (variant_id: string) => Minor | null
  shippingOf: (variant_id: string) => Minor | null
  /** null: no supplier, or no rate. Remembered per variant object, so only what changed is computed again. */
  figuresOf: (variant: ProductVariant) => Figures | null
  ready: boolean
}

export function makeCosting(input: {
  currency: string
  rates: Rates
  rule: SellingPrice
  country: string
  extras: ReadonlyMap<string, Extra>
  shipping: Record<string, Minor>
  usual: Minor | null
  ready: boolean
}): Costing {
  const { currency, rates, rule, country, extras, shipping, usual, ready } = input
  const known = new WeakMap<ProductVariant, Figures | null>()
  const costOf = (id: string) => extras.get(id)?.cost ?? null
  const shippingOf = (id: string) => shipping[id] ?? usual
  const compute = (variant: ProductVariant): Figures | null => {
    const cost = costOf(variant.variant_id)
    if (cost === null) return null
    const piece = { price: variant.price, cost, shipping: shippingOf(variant.variant_id), currency, rates }
    const made = pieceProfit(piece, { rule })
    return made.ok ? { ...made.value, low: isBelowFloor(piece, { rule }, rule.floor) } : null
  }
  return {
    currency,
    rates,
    rule,
    country,
    costOf,
    shippingOf,
    ready,
    figuresOf: (variant) => {
      const seen = known.get(variant)
      if (seen !== undefined) return seen
      const figures = compute(variant)
      known.set(variant, figures)
      return figures
    },
  }
}
