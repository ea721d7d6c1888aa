/**
 * What an order earned (true profit), in one currency and in whole minor units. Everything that is counted, listed or
 * charted is a sum of these parts, so that no two figures can disagree.
 *
 * profit = revenue - cost - fees - refunds + recovered. Tax that was collected is the state's: it is named apart.
 */
import { allocate, convert, type Minor, type Rates, roundMinor } from '../money.ts'
import type { FinancialState } from '../orders/document.ts'
import { no, ok, type Result } from '../result.ts'

/** The figures of an order, a product, a day: they add up field by field. */
export interface ProfitFigures {
  pieces: number
  /** What the buyer paid for goods and shipping, less discounts, without tax. */
  revenue: Minor
  /** Tax that was collected and not given back. */
  tax: Minor
  /** What suppliers charged: goods, shipping, taxes and import charges. While nothing is bought, what it would cost. */
  cost: Minor
  /** What the channel and the payment keep. */
  fees: Minor
  /** What the buyer was given back, without its tax. */
  refunds: Minor
  /** What suppliers gave back. */
  recovered: Minor
  /** How much of cost, refunds and recovered nobody has confirmed yet. */
  estimated: Minor
  /** Pieces of which nobody knows what they cost. They are in `revenue` and not in `cost`. */
  uncosted: number
}

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

export interface SoldLine {
  line_id: string
  remote_line_id: string
  product_id: string | null
  /** As sold. */
  quantity: number
  /** Still wanted: without what was taken out. */
  current: number
  unit_price: Minor
  discount: Minor
  /** Who would deliver it: US cents for `pieces` of it. Null: nobody knows. */
  planned: { cost: Minor; pieces: number; supplier: string } | null
}

export interface SupplierPurchase {
  supplier: string
  currency: string
  /** What was charged, or what was agreed to while it is being bought. */
  total: Minor
  /** What the supplier gave back of it. */
  recovered: Minor
  /** `total`, `recovered`: nobody has confirmed it yet. */
  is_expected: boolean
  is_return_expected: boolean
  /** Which lines it is for; the total is divided by weight. */
  lines: readonly { line_id: string; weight: number }[]
}

export interface SoldOrder {
  currency: string
  financial: FinancialState
  is_cancelled: boolean
  /** With tax and shipping, less discounts. */
  total: Minor
  taxes: Minor
  refunds: readonly { amount: Minor; lines: readonly { remote_line_id: string; quantity: number }[] }[]
  fees: FeeTerms | null
  lines: readonly SoldLine[]
  purchases: readonly SupplierPurchase[]
}

export type CannotCount = 'rate_unknown' | 'amount_too_large'

export const NO_FIGURES: ProfitFigures = {
  pieces: 0,
  revenue: 0,
  tax: 0,
  cost: 0,
  fees: 0,
  refunds: 0,
  recovered: 0,
  estimated: 0,
  uncosted: 0,
}
// The keys of the object above.
export const FIGURES = Object.keys(NO_FIGURES) as (keyof ProfitFigures)[]

export function addFigures(all: Iterable<ProfitFigures>): ProfitFigures {
  const sum = { ...NO_FIGURES }
  for (const one of all) for (const figure of FIGURES) sum[figure] += one[figure]
  return sum
}

export const profitOf = ({ revenue, cost, fees, refunds, recovered }: ProfitFigures): Minor =>
  revenue - cost - fees - refunds + recovered

/** Per cent of the revenue with one decimal. Null: nothing was sold. */
export const marginOf = (figures: ProfitFigures): number | null =>
  figures.revenue > 0 ? Math.round((profitOf(figures) / figures.revenue) * 1000) / 10 || 0 : null

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
}

const worthOf = ({ unit_price, quantity, discount }: SoldLine): Minor => Math.max(0, unit_price * quantity - discount)

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

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

type Costs = Pick<ProfitPart, 'supplier' | 'cost' | 'recovered' | 'estimated' | 'uncosted'>

/**
 * The parts of an order in `currency`, by the rates of the order's day. Each amount is converted once, from the currency
 * it was paid in, and divided afterwards: parts always sum to the whole.
 */
export function orderProfit(sold: SoldOrder, currency: string, rates: Rates): Result<ProfitPart[], CannotCount> {
  const order = sold.lines.length > 0 ? sold : { ...sold, lines: [NO_LINE] }
  const store = storeMoneyOf(order)
  const into = (amount: Minor, from: string): Minor => {
    const converted = convert(amount, from, currency, rates)
    if (!converted.ok) throw new CannotConvert(converted.reason)
    return converted.value
  }
  try {
    const ofLines = costsByLine(order, store, into)
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
        is_refund_expected: store.is_refund_expected,
      }),
    )
    return ok(merged(parts))
  } catch (error) {
    if (error instanceof CannotConvert) return no(error.reason)
    throw error
  }
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

/** What each line cost, by supplier. A line that nothing is bought for costs what it would cost. */
function costsByLine(order: SoldOrder, store: StoreMoney, into: (amount: Minor, from: string) => Minor): Costs[][] {
  const ofLines = order.lines.map((): Costs[] => [])
  const placeOf = new Map(order.lines.map(({ line_id }, at) => [line_id, at]))
  for (const purchase of order.purchases) {
    const known = purchase.lines.filter(({ line_id }) => placeOf.has(line_id))
    const lines =
      known.length > 0 ? known : order.lines.map((line) => ({ line_id: line.line_id, weight: worthOf(line) }))
    const weights = lines.map(({ weight }) => weight)
    const costs = allocate(into(purchase.total, purchase.currency), weights)
    const back = allocate(into(purchase.recovered, purchase.currency), weights)
    for (const [n, { line_id }] of lines.entries()) {
      const cost = costs[n] ?? 0
      const recovered = back[n] ?? 0
      const estimated = (purchase.is_expected ? cost : 0) + (purchase.is_return_expected ? recovered : 0)
      ofLines[placeOf.get(line_id) ?? -1]?.push({
        supplier: purchase.supplier,
        cost,
        recovered,
        estimated,
        uncosted: 0,
      })
    }
  }
  const isWanted = store.paid > 0 && !order.is_cancelled
  for (const [at, line] of order.lines.entries()) {
    const costs = ofLines[at]
    if (!costs || costs.length > 0 || !isWanted || line.current <= 0) continue
    costs.push(plannedCost(line, into))
  }
  return ofLines
}

function plannedCost({ planned, current }: SoldLine, into: (amount: Minor, from: string) => Minor): Costs {
  if (!planned) return { supplier: '', cost: 0, recovered: 0, estimated: 0, uncosted: current }
  const cost = into(roundMinor((planned.cost * current) / Math.max(1, planned.pieces)), 'USD')
  return { supplier: planned.supplier, cost, recovered: 0, estimated: cost, uncosted: 0 }
}

interface LineMoney extends Pick<ProfitFigures, 'pieces' | 'revenue' | 'tax' | 'fees' | 'refunds'> {
  is_refund_expected: boolean
}

/** What a line brought in goes to its suppliers in proportion to what each got for it. */
function dividedBySupplier({ product_id }: SoldLine, costs: readonly Costs[], line: LineMoney): ProfitPart[] {
  const suppliers = costs.length > 0 ? costs : [{ supplier: '', cost: 0, recovered: 0, estimated: 0, uncosted: 0 }]
  const weights = suppliers.map(({ cost, recovered }) => Math.max(0, cost - recovered))
  const [revenue, tax, fees, refunds] = [line.revenue, line.tax, line.fees, line.refunds].map((amount) =>
    allocate(amount, weights),
  )
  return suppliers.map((of, at) => ({
    ...of,
    product: product_id ?? '',
    pieces: at === 0 ? line.pieces : 0,
    revenue: revenue?.[at] ?? 0,
    tax: tax?.[at] ?? 0,
    fees: fees?.[at] ?? 0,
    refunds: refunds?.[at] ?? 0,
    estimated: of.estimated + (line.is_refund_expected ? (refunds?.[at] ?? 0) : 0),
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
