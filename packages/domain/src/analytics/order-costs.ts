/** What the lines of an order cost, supplier by supplier, and how sure that is. */
import { allocate, type Minor, roundMinor } from '../money.ts'
import type { Certainty } from './profit-figures.ts'

/** What suppliers take, by kind. */
export interface CostKinds {
  goods: Minor
  shipping: Minor
  /** Import charges and the supplier's tax. */
  charges: Minor
}

/** US cents for `pieces` of a line. */
export interface PlannedCost extends Omit<CostKinds, 'shipping'> {
  pieces: number
  supplier: string
  /** Null: nobody knows what sending it costs. */
  shipping: Minor | null
  /** The supplier was asked about this order, or the catalogue was. */
  by: 'quote' | 'catalogue'
  as_of: string | null
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
  /** Who would deliver it, and for how much. Null: nobody knows. */
  planned: PlannedCost | null
  /** Of a bundle of which some is bought: what the rest would cost. Null: nothing is missing, or nothing is bought. */
  rest: PlannedCost | null
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
  /** In what proportion the total is for goods, shipping and charges. */
  kinds: CostKinds
  /** When it was agreed to or charged. */
  as_of: string | null
  /** Which lines it is for; the total is divided by weight. */
  lines: readonly { line_id: string; weight: number }[]
}

/** In the order in which a page shows them. `tax` is told, and is in no profit. */
export const STATED_PARTS = [
  'goods',
  'buyer_shipping',
  'tax',
  'fees',
  'supplier_goods',
  'supplier_shipping',
  'supplier_charges',
  'refunds',
  'recovered',
] as const

/** Who says so. `expected`: nobody yet. `nobody`: it is not known. */
export const PART_SOURCES = [
  'store',
  'fee_terms',
  'supplier',
  'agreed',
  'quote',
  'catalogue',
  'expected',
  'nobody',
] as const

/** One part of a profit as it counts: what is spent is below 0. */
export interface StatedPart {
  part: (typeof STATED_PARTS)[number]
  amount: Minor
  state: Certainty
  source: (typeof PART_SOURCES)[number]
  as_of: string | null
}

/** What a supplier takes for a line, and how sure that is. */
export interface Costs extends CostKinds {
  supplier: string
  cost: Minor
  recovered: Minor
  is_return_expected: boolean
  source: StatedPart['source']
  state: Certainty
  is_shipping_unknown: boolean
  as_of: string | null
}

export const worthOf = ({ unit_price, quantity, discount }: SoldLine): Minor =>
  Math.max(0, unit_price * quantity - discount)

export const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

export function weakest(states: readonly Certainty[]): Certainty {
  if (states.includes('unknown')) return 'unknown'
  return states.includes('estimated') ? 'estimated' : 'known'
}

/** What each line cost, by supplier. What is not bought of a line costs what it would cost. */
export function costsByLine(
  order: { lines: readonly SoldLine[]; purchases: readonly SupplierPurchase[] },
  is_wanted: boolean,
  into: (amount: Minor, from: string) => Minor,
): Costs[][] {
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
      ofLines[placeOf.get(line_id) ?? -1]?.push({
        supplier: purchase.supplier,
        cost,
        ...byKind(cost, purchase.kinds),
        recovered: back[n] ?? 0,
        is_return_expected: purchase.is_return_expected,
        source: purchase.is_expected ? 'agreed' : 'supplier',
        state: purchase.is_expected ? 'estimated' : 'known',
        is_shipping_unknown: false,
        as_of: purchase.as_of,
      })
    }
  }
  for (const [at, line] of order.lines.entries()) {
    const costs = ofLines[at]
    if (!costs || !is_wanted || line.current <= 0) continue
    if (costs.length === 0) costs.push(plannedCosts(line.planned, line.current, into))
    else if (line.rest) costs.push(plannedCosts(line.rest, line.current, into))
  }
  return ofLines
}

/** What nobody told apart is for goods. */
function byKind(cost: Minor, { goods, shipping, charges }: CostKinds): CostKinds {
  if (goods + shipping + charges <= 0) return { goods: cost, shipping: 0, charges: 0 }
  const [forGoods = 0, forShipping = 0, forCharges = 0] = allocate(cost, [goods, shipping, charges])
  return { goods: forGoods, shipping: forShipping, charges: forCharges }
}

export const NOTHING_KNOWN: Costs = {
  supplier: '',
  cost: 0,
  goods: 0,
  shipping: 0,
  charges: 0,
  recovered: 0,
  is_return_expected: false,
  source: 'nobody',
  state: 'unknown',
  is_shipping_unknown: false,
  as_of: null,
}

function plannedCosts(
  planned: PlannedCost | null,
  current: number,
  into: (amount: Minor, from: string) => Minor,
): Costs {
  if (!planned) return NOTHING_KNOWN
  const { supplier, pieces, by, as_of, goods, charges } = planned
  const shipping = planned.shipping ?? 0
  const cost = into(roundMinor(((goods + shipping + charges) * current) / Math.max(1, pieces)), 'USD')
  return {
    ...NOTHING_KNOWN,
    supplier,
    cost,
    ...byKind(cost, { goods, shipping, charges }),
    source: by,
    state: 'estimated',
    is_shipping_unknown: planned.shipping === null,
    as_of,
  }
}

/** Of several suppliers the least sure speaks, and the oldest word counts. */
export function costPart(kind: keyof CostKinds, costs: readonly Costs[]): StatedPart {
  const some = costs.filter((one) => one[kind] !== 0 || isUnknown(kind, one))
  const state = weakest(some.map((one) => (isUnknown(kind, one) ? 'unknown' : one.state)))
  const weak = some.filter((one) => (state === 'unknown' ? isUnknown(kind, one) : one.state === state))
  const as_of = weak.flatMap((one) => one.as_of ?? []).toSorted()[0] ?? null
  return {
    part: `supplier_${kind}`,
    amount: -sum(costs.map((one) => one[kind])) || 0,
    state,
    source: state === 'unknown' ? 'nobody' : (weak[0]?.source ?? 'supplier'),
    as_of,
  }
}

const isUnknown = (kind: keyof CostKinds, { state, is_shipping_unknown }: Costs) =>
  (kind === 'goods' && state === 'unknown') || (kind === 'shipping' && is_shipping_unknown)
