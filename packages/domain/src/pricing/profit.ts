/** What one sale leaves, in the product's currency: everything shown adds up to the price exactly. */
import { convert, type Minor, type Rates, roundMinor } from '../money.ts'
import { ok, type Result } from '../result.ts'
import type { SellingPrice } from './price-rule.ts'

export interface Sale {
  /** In `currency`. */ price: Minor
  /** US cents. */ cost: Minor
  /** US cents; null: not known, counts as none. */ shipping: Minor | null
  currency: string
  rates: Rates
}

/** `currency` says what the fixed fee is in; without it, the product's. */
export type Fees = Pick<
  SellingPrice,
  'channel_fee_percent' | 'payment_fee_percent' | 'payment_fee_fixed' | 'tax_percent' | 'duty_percent'
> &
  Partial<Pick<SellingPrice, 'currency'>>

export interface Profit {
  cost: Minor
  shipping: Minor
  channel_fee: Minor
  payment_fee: Minor
  tax: Minor
  duty: Minor
  profit: Minor
  /** Per cent of the price. */ margin: number
}

const share = (amount: Minor, percent: number): Minor => roundMinor((amount * percent) / 100)

/** Tax is what the seller owes of the price, duty what is due on the cost. spec: not shown. */
export function profitOf(
  { price, cost, shipping, currency, rates }: Sale,
  fees: Fees,
): Result<Profit, 'rate_unknown' | 'amount_too_large'> {
  const bought = convert(cost, 'USD', currency, rates)
  if (!bought.ok) return bought
  const sent = convert(shipping ?? 0, 'USD', currency, rates)
  if (!sent.ok) return sent
  const fixed = convert(fees.payment_fee_fixed, fees.currency ?? currency, currency, rates)
  if (!fixed.ok) return fixed
  const channel_fee = share(price, fees.channel_fee_percent)
  const payment_fee = share(price, fees.payment_fee_percent) + fixed.value
  const [tax, duty] = [share(price, fees.tax_percent), share(bought.value, fees.duty_percent)]
  const profit = price - bought.value - sent.value - channel_fee - payment_fee - tax - duty
  return ok({
    cost: bought.value,
    shipping: sent.value,
    channel_fee,
    payment_fee,
    tax,
    duty,
    profit,
    margin: price > 0 ? Math.round((profit / price) * 100) || 0 : 0,
  })
}

/** The floor warns; it never blocks. `min_profit` in the same currency as the profit. */
export const belowFloor = (profit: Minor, margin: number, floor: SellingPrice['floor']): boolean =>
  (floor.min_profit !== null && profit < floor.min_profit) || (floor.min_margin !== null && margin < floor.min_margin)
