/**
 * What an order earns, in one currency and in whole minor units. Everything that shows, sums, sorts or acts on a profit
 * asks this rule.
 *
 * profit = revenue - cost - fees - refunds + recovered. Tax that was collected is the state's: it is named apart.
 * A part is known, estimated, or unknown. With an unknown part there is no profit, only what it would be at most.
 * Fees by the seller's own terms, kept with the sale, count as known: no channel tells them order by order.
 */
import { allocate, convert, type Minor, type Rates, roundMinor } from '../money.ts'
import type { FinancialState } from '../orders/document.ts'
import { no, ok, type Result } from '../result.ts'
import {
  type Costs,
  costPart,
  costsByLine,
  NOTHING_KNOWN,
  type SoldLine,
  type StatedPart,
  sum,
  type SupplierPurchase,
  weakest,
  worthOf,
} from './order-costs.ts'
import { addFigures, asCertain, type Certainty, FIGURES, NO_FIGURES, type ProfitFigures } from './profit-figures.ts'

/** What one product from one supplier has of an order. Empty texts: no product of ours, no supplier. */
export interface ProfitPart extends ProfitFigures {
  product: string
  supplier: string
}

/** As they were when the sale was first counted: changed settings do not rewrite history. */
export interface FeeTerms {
  percent: number
  fixed: Minor
  currency: string
}

export interface SoldOrder {
  currency: string
  financial: FinancialState
  is_cancelled: boolean
  /** With tax and shipping, less discounts. */
  total: Minor
  taxes: Minor
  /** In what proportion the buyer paid for goods (with gift wrap and the like, less discounts) and for shipping. */
  paid_for: { goods: Minor; shipping: Minor }
  refunds: readonly { amount: Minor; lines: readonly { remote_line_id: string; quantity: number }[] }[]
  fees: FeeTerms | null
  lines: readonly SoldLine[]
  purchases: readonly SupplierPurchase[]
}

export interface OrderProfit {
  state: Certainty
  /** By product and supplier. */
  parts: ProfitPart[]
  stated: StatedPart[]
}

export type CannotCount = 'rate_unknown' | 'amount_too_large'

/** What was paid at some time. An order that was never paid earns nothing, and may cost all the same. */
export const isSold = (financial: FinancialState): boolean =>
  financial === 'paid' || financial === 'partially_refunded' || financial === 'refunded'

/** An order without lines (a tip, a deposit) is paid all the same. */
const NO_LINE: SoldLine = {
  line_id: '',
  remote_line_id: '',
  product_id: null,
  quantity: 0,
  current: 0,
  unit_price: 0,
  discount: 0,
  planned: null,
  rest: null,
}

/** What the store took and gave back, in the order's own currency. */
interface StoreMoney {
  /** With tax. */
  paid: Minor
  tax: Minor
  refunds: Minor
  refunded_tax: Minor
  is_refund_expected: boolean
  /** Of `refunds`, line by line. */
  refunds_by_line: Minor[]
}

function storeMoneyOf(order: SoldOrder): StoreMoney {
  const paid = isSold(order.financial) ? order.total : 0
  const tax = Math.max(0, Math.min(order.taxes, paid))
  const handled = paid === 0 ? [] : order.refunds.filter(({ amount }) => amount > 0)
  // A sale that was taken back is not earned, also while the store has not said that the money went back.
  const is_refund_expected = paid > 0 && order.is_cancelled && handled.length === 0
  const refunds = is_refund_expected ? [{ amount: paid, lines: [] }] : handled
  const refunds_by_line = order.lines.map(() => 0)
  let refunded_tax = 0
  for (const { amount, lines } of refunds) {
    const [net = 0, ofTax = 0] = allocate(amount, [paid - tax, tax])
    refunded_tax += ofTax
    const named = order.lines.map(
      (line) => line.unit_price * sum(lines.filter(isOf(line)).map(({ quantity }) => quantity)),
    )
    const weights = sum(named) > 0 ? named : order.lines.map(worthOf)
    for (const [at, part] of allocate(net, weights).entries()) refunds_by_line[at] = (refunds_by_line[at] ?? 0) + part
  }
  return { paid, tax, refunds: sum(refunds_by_line), refunded_tax, is_refund_expected, refunds_by_line }
}

const isOf =
  ({ remote_line_id }: SoldLine) =>
  (refunded: { remote_line_id: string }) =>
    refunded.remote_line_id === remote_line_id

/**
 * An order in `currency`, by the rates of its day. Each amount is converted once, from the currency it was paid in, and
 * divided afterwards: parts always sum to the whole.
 */
export function orderProfit(sold: SoldOrder, currency: string, rates: Rates): Result<OrderProfit, CannotCount> {
  const order = sold.lines.length > 0 ? sold : { ...sold, lines: [NO_LINE] }
  const store = storeMoneyOf(order)
  const into = (amount: Minor, from: string): Minor => {
    const converted = convert(amount, from, currency, rates)
    if (!converted.ok) throw new CannotConvert(converted.reason)
    return converted.value
  }
  try {
    // What was given away for nothing is bought all the same.
    const ofLines = costsByLine(order, isSold(order.financial) && !order.is_cancelled, into)
    const worth = order.lines.map(worthOf)
    const paid = into(store.paid, order.currency)
    const taxed = into(store.tax, order.currency)
    const revenue = allocate(paid - taxed, worth)
    const tax = allocate(taxed - into(store.refunded_tax, order.currency), worth)
    const fees = allocate(feesOf(order.fees, paid, into), worth)
    const refunded = store.refunds === store.paid - store.tax ? paid - taxed : into(store.refunds, order.currency)
    const refunds = allocate(refunded, store.refunds_by_line)
    const parts = order.lines.flatMap((line, at) =>
      dividedBySupplier(line, ofLines[at] ?? [], {
        pieces: isSold(order.financial) ? line.quantity : 0,
        revenue: revenue[at] ?? 0,
        tax: tax[at] ?? 0,
        fees: fees[at] ?? 0,
        refunds: refunds[at] ?? 0,
      }),
    )
    const all = addFigures(parts)
    const stated = statedParts(order, all, ofLines.flat(), store.is_refund_expected)
    const state = weakest(stated.map((part) => part.state))
    return ok({ state, stated, parts: merged(parts).map((part) => asCertain(part, state)) })
  } catch (error) {
    if (error instanceof CannotConvert) return no(error.reason)
    throw error
  }
}

/** Every part that holds something, or of which nobody knows whether it does. They sum to what is left, tax apart. */
function statedParts(
  { paid_for, ...order }: SoldOrder,
  all: ProfitFigures,
  costs: readonly Costs[],
  is_refund_expected: boolean,
): StatedPart[] {
  const [goods = 0, shipping = 0] = allocate(all.revenue, [paid_for.goods, paid_for.shipping])
  const store = { state: 'known', source: 'store', as_of: null } as const
  const sure = (is_expected: boolean, source: 'store' | 'supplier') =>
    is_expected ? ({ state: 'estimated', source: 'expected', as_of: null } as const) : { ...store, source }
  const stated: StatedPart[] = [
    { part: 'goods', amount: goods, ...store },
    { part: 'buyer_shipping', amount: shipping, ...store },
    { part: 'tax', amount: all.tax, ...store },
    { part: 'fees', amount: -all.fees, ...store, source: 'fee_terms' },
    ...(['goods', 'shipping', 'charges'] as const).map((kind) => costPart(kind, costs)),
    { part: 'refunds', amount: -all.refunds, ...sure(is_refund_expected, 'store') },
    {
      part: 'recovered',
      amount: all.recovered,
      ...sure(
        costs.some((one) => one.is_return_expected),
        'supplier',
      ),
    },
  ]
  const isShown = ({ amount, state, part }: StatedPart) => amount !== 0 || state === 'unknown' || part === 'goods'
  return order.lines.length === 0 && all.revenue === 0 ? [] : stated.filter(isShown)
}

class CannotConvert extends Error {
  readonly reason: CannotCount
  constructor(reason: CannotCount) {
    super(reason)
    this.reason = reason
  }
}

/** On all that was paid, tax included; kept also when the buyer is given the money back. spec: not shown. */
function feesOf(terms: FeeTerms | null, paid: Minor, into: (amount: Minor, from: string) => Minor): Minor {
  if (!terms || paid <= 0) return 0
  return roundMinor((paid * terms.percent) / 100) + into(terms.fixed, terms.currency)
}

type LineMoney = Pick<ProfitFigures, 'pieces' | 'revenue' | 'tax' | 'fees' | 'refunds'>

/** What a line brought in goes to its suppliers in proportion to what each got for it. */
function dividedBySupplier({ product_id }: SoldLine, costs: readonly Costs[], line: LineMoney): ProfitPart[] {
  const suppliers = costs.length > 0 ? costs : [NOTHING_KNOWN]
  const weights = suppliers.map(({ cost, recovered }) => Math.max(0, cost - recovered))
  const [revenue, tax, fees, refunds] = [line.revenue, line.tax, line.fees, line.refunds].map((amount) =>
    allocate(amount, weights),
  )
  return suppliers.map(({ supplier, cost, recovered }, at) => ({
    ...NO_FIGURES,
    product: product_id ?? '',
    supplier,
    cost,
    recovered,
    pieces: at === 0 ? line.pieces : 0,
    revenue: revenue?.[at] ?? 0,
    tax: tax?.[at] ?? 0,
    fees: fees?.[at] ?? 0,
    refunds: refunds?.[at] ?? 0,
  }))
}

/** One part for each product and supplier, always in the same order; what holds nothing is left out. */
function merged(parts: readonly ProfitPart[]): ProfitPart[] {
  const groups = Map.groupBy(parts, ({ product, supplier }) => `${product} ${supplier}`)
  return [...groups.keys()].toSorted().flatMap((key) => {
    const [first, ...rest] = groups.get(key) ?? []
    if (!first) return []
    const figures = addFigures([first, ...rest])
    const isEmpty = FIGURES.every((figure) => figures[figure] === 0)
    return isEmpty ? [] : [{ product: first.product, supplier: first.supplier, ...figures }]
  })
}
