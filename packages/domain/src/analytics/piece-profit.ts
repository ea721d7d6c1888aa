/**
 * What one piece of a product would earn: the rule of orders for a sale that nobody made yet. Product screens, prices
 * that are kept up to date and the check before a push ask this. Pure.
 */
import { allocate, convert, type Minor, type Rates, roundMinor } from '../money.ts'
import type { SellingPrice } from '../pricing/price-rule.ts'
import { no, ok, type Result } from '../result.ts'
import { usualFeeTerms } from './fee-terms.ts'
import { type CannotCount, type FeeTerms, orderProfit, type SoldOrder } from './order-profit.ts'
import { addFigures, type Certainty, leftOf, percentOf } from './profit-figures.ts'

export interface Piece {
  /** In `currency`, with its tax. */
  price: Minor
  /** US cents, as the catalogue says. */
  cost: Minor
  /** US cents; null: nobody knows what sending it costs. */
  shipping: Minor | null
  currency: string
  rates: Rates
}

/** What is taken of the sale, and what is due on the cost. `fees`: of a certain channel; else what is usual. */
export interface PieceTerms {
  rule: Pick<
    SellingPrice,
    'currency' | 'channel_fee_percent' | 'payment_fee_percent' | 'payment_fee_fixed' | 'tax_percent' | 'duty_percent'
  >
  fees?: FeeTerms | null
}

/** All in the product's currency. Everything but `margin` adds up to the price exactly. */
export interface PieceProfit {
  state: Exclude<Certainty, 'known'>
  /** With an unknown part: at most. */
  profit: Minor
  /** Per cent of the price without tax. Null: a part is not known, or it costs nothing. */
  margin: number | null
  cost: Minor
  /** Null: not known. */
  shipping: Minor | null
  channel_fee: Minor
  payment_fee: Minor
  tax: Minor
  duty: Minor
}

const share = (amount: Minor, percent: number): Minor => roundMinor((amount * percent) / 100)

/** Tax is what the seller owes of the price, duty what is due on the cost. spec: not shown. */
function soldPiece({ price, cost, shipping, currency }: Piece, { rule, fees }: PieceTerms): SoldOrder {
  return {
    currency,
    financial: 'paid',
    is_cancelled: false,
    total: price,
    taxes: share(price, rule.tax_percent),
    paid_for: { goods: 1, shipping: 0 },
    refunds: [],
    fees: fees === undefined ? usualFeeTerms(rule) : fees,
    lines: [
      {
        line_id: '',
        remote_line_id: '',
        product_id: null,
        quantity: 1,
        current: 1,
        unit_price: price,
        discount: 0,
        planned: {
          pieces: 1,
          supplier: '',
          goods: cost,
          shipping,
          charges: share(cost, rule.duty_percent),
          by: 'catalogue',
          as_of: null,
        },
        rest: null,
      },
    ],
    purchases: [],
  }
}

export function pieceProfit(piece: Piece, terms: PieceTerms): Result<PieceProfit, CannotCount> {
  const made = orderProfit(soldPiece(piece, terms), piece.currency, piece.rates)
  if (!made.ok) return no(made.reason)
  const { stated, parts } = made.value
  const all = addFigures(parts)
  const of = (part: (typeof stated)[number]['part']) => stated.find((one) => one.part === part)?.amount ?? 0
  const { rule } = terms
  const ofChannel = share(piece.price, rule.channel_fee_percent)
  const [channel_fee = 0, payment_fee = 0] =
    terms.fees === undefined ? allocate(all.fees, [ofChannel, Math.max(0, all.fees - ofChannel)]) : [all.fees, 0]
  const isUnknown = piece.shipping === null
  const profit = leftOf(all)
  return ok({
    state: isUnknown ? 'unknown' : 'estimated',
    profit,
    margin: isUnknown ? null : percentOf(profit, all.revenue),
    cost: -of('supplier_goods') || 0,
    shipping: isUnknown ? null : -of('supplier_shipping') || 0,
    channel_fee,
    payment_fee,
    tax: all.tax,
    duty: -of('supplier_charges') || 0,
  })
}

/** The floor warns; it never blocks. What is not known cannot lift a piece over it, nor is it held against the piece. */
export function isBelowFloor(piece: Piece, terms: PieceTerms, floor: SellingPrice['floor']): boolean {
  const { min_profit, min_margin } = floor
  const made = pieceProfit(piece, terms)
  if (!made.ok) return false
  const { profit, tax } = made.value
  const least = min_profit === null ? null : convert(min_profit, terms.rule.currency, piece.currency, piece.rates)
  if (least?.ok && profit < least.value) return true
  return min_margin !== null && (percentOf(profit, piece.price - tax) ?? 0) < min_margin
}
