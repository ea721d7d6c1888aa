/** What a rule makes of a price when the cost has moved: rule, then floor, then rounding. */
import { isBelowFloor as isPieceBelowFloor, pieceProfit } from '../analytics/piece-profit.ts'
import { convert, type Minor, type Rates } from '../money.ts'
import { priceBy, roundUp, type SellingPrice } from '../pricing/price-rule.ts'
import { MAX_AMOUNT } from '../products/product.ts'

export type PriceAction = 'keep_margin' | 'apply_rule'

/** What a price of one product is made of, apart from its cost. */
export interface PriceSetting {
  rule: SellingPrice
  /** US cents; null: not known. */
  shipping: Minor | null
  currency: string
  rates: Rates
}

/** A price as it stands, with the cost it was made at (US cents). */
export interface PricedAt {
  price: Minor
  compare_at_price: Minor | null
  cost: Minor
}

export interface Target {
  price: Minor
  compare_at_price: Minor | null
  /** Raised, because what the rule gave lies below the floor. */
  floored: boolean
  /** The floor cannot be reached at any price. */
  below_floor: boolean
}

/** What a sale costs whatever its price is, in the product's currency; null: a rate is missing. */
function fixedCosts(cost: Minor, { rule, shipping, currency, rates }: PriceSetting): Minor | null {
  const free = pieceProfit({ price: 0, cost, shipping, currency, rates }, { rule })
  const fee = convert(rule.payment_fee_fixed, rule.currency, currency, rates)
  return free.ok && fee.ok ? fee.value - free.value.profit : null
}

export const isBelowFloor = (price: Minor, cost: Minor, { rule, shipping, currency, rates }: PriceSetting): boolean =>
  isPieceBelowFloor({ price, cost, shipping, currency, rates }, { rule }, rule.floor)

/** The lowest price that keeps the floor; null: there is no floor, or no price reaches it. */
export function floorPrice(cost: Minor, setting: PriceSetting): Minor | null {
  const { rule, currency, rates } = setting
  const { min_profit, min_margin } = rule.floor
  const fixed = fixedCosts(cost, setting)
  if (fixed === null || (min_profit === null && min_margin === null)) return null
  const least = convert(min_profit ?? 0, rule.currency, currency, rates)
  if (!least.ok) return null
  const untaxed = 100 - rule.tax_percent
  const kept = (untaxed - rule.channel_fee_percent - rule.payment_fee_percent) / 100
  const forMargin = min_margin === null ? Infinity : kept - (min_margin * untaxed) / 10_000
  if (kept <= 0 || forMargin <= 0) return null
  const wanted = Math.max(min_profit === null ? 0 : (fixed + least.value) / kept, fixed / forMargin)
  // Fees and tax are rounded each by itself: a few units may be missing.
  let price = Math.ceil(wanted)
  for (let more = 0; more < 5 && isBelowFloor(price, cost, setting); more++) price++
  return price
}

const roundingOf = ({ rule, currency }: PriceSetting) =>
  (Object.hasOwn(rule.rules, currency) ? rule.rules[currency] : rule.rules[rule.currency])?.rounding ?? 'none'

/**
 * The price that leaves the same share of itself: fees are shares already, so it grows as everything else does.
 * Null: a cost that was nothing gives no share to keep.
 */
function keepMargin({ price, compare_at_price, cost }: PricedAt, now: Minor, setting: PriceSetting) {
  const [before, after] = [fixedCosts(cost, setting), fixedCosts(now, setting)]
  if (before === null || after === null || before <= 0 || price <= 0) return null
  const scaled = (amount: Minor) => Math.round((amount * after) / before)
  return { price: scaled(price), compare_at_price: compare_at_price === null ? null : scaled(compare_at_price) }
}

/** Null: the rule says nothing about such a cost. */
export function targetPrice(action: PriceAction, at: PricedAt, cost: Minor, setting: PriceSetting): Target | null {
  const { rule, shipping, currency, rates } = setting
  const ruled = () => {
    const priced = priceBy(rule, { cost, shipping }, currency, rates)
    return priced.ok ? priced.value : null
  }
  const wanted = action === 'keep_margin' ? keepMargin(at, cost, setting) : ruled()
  if (!wanted || wanted.price <= 0) return null
  const floored = isBelowFloor(wanted.price, cost, setting)
  const floor = floored ? floorPrice(cost, setting) : null
  const price = roundUp(Math.max(wanted.price, floor ?? 0), roundingOf(setting), currency)
  if (price > MAX_AMOUNT) return null
  const compared =
    wanted.compare_at_price === null ? 0 : roundUp(wanted.compare_at_price, roundingOf(setting), currency)
  return {
    price,
    compare_at_price: compared > price && compared <= MAX_AMOUNT ? compared : null,
    floored: floored && floor !== null,
    below_floor: isBelowFloor(price, cost, setting),
  }
}
