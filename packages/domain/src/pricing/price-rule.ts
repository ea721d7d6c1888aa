/** The selling-price rule: sourcing spec §2, `/setting/selling-price`. spec: not shown what it holds. */
import type { PriceKind, CompareKind, Rounding } from './price-kinds.ts'
import { MARKUPS, PAYMENT_FEE } from '../catalog/retail.ts'
import { decimalsOf } from '../currencies.ts'
import { type Minor, type Rates, roundMinor } from '../money.ts'
import { MAX_AMOUNT } from '../products/product.ts'
import { no, ok, type Result } from '../result.ts'
import { settle } from './decimals.ts'
import { type FormulaReason, evaluate, namesIn, parseFormula } from './formula.ts'

export interface PriceRange {
  /** US cents of the cost, half-open: from <= cost < to. */
  from: Minor
  /** null: no upper end. */
  to: Minor | null
  kind: PriceKind
  /** A multiplier, or an amount to add in minor units of the rule's currency. */
  value: number
  /** In major units: `cost * 2.5 + shipping`. */
  formula: string
}

export interface CurrencyRule {
  ranges: PriceRange[]
  /** A multiplier of the price, an amount added to it, or a formula. */
  compare_at: { kind: CompareKind; value: number; formula: string }
  rounding: Rounding
}

export interface SellingPrice {
  apply_on_import: boolean
  currency: string
  ship_to: string
  include_shipping: boolean
  /** By currency; one without its own goes by the rule of `currency`. */
  rules: Record<string, CurrencyRule>
  channel_fee_percent: number
  payment_fee_percent: number
  /** Minor units of `currency`. */
  payment_fee_fixed: Minor
  tax_percent: number
  duty_percent: number
  floor: { min_profit: Minor | null; min_margin: number | null }
}

const defaultRanges: PriceRange[] = MARKUPS.map(({ below, times }, index) => ({
  from: MARKUPS[index - 1]?.below ?? 0,
  to: below,
  kind: 'multiplier',
  value: times,
  formula: '',
}))

/** A new workplace prices as the catalogue recommends, so the profit shown there is the profit it gets. */
export const DEFAULT_SELLING_PRICE: SellingPrice = {
  apply_on_import: true,
  currency: 'USD',
  ship_to: 'US',
  include_shipping: true,
  rules: { USD: { ranges: defaultRanges, compare_at: { kind: 'none', value: 0, formula: '' }, rounding: '99' } },
  channel_fee_percent: 0,
  payment_fee_percent: PAYMENT_FEE.percent,
  payment_fee_fixed: PAYMENT_FEE.fixed,
  tax_percent: 0,
  duty_percent: 0,
  floor: { min_profit: null, min_margin: 10 },
}

const ENDINGS: Record<Rounding, Minor | null> = { none: null, '99': 99, '95': 95, whole: 0 }

/**
 * Up to the next price with the ending, never down. In currencies without decimals 99 and 95 are the last two digits
 * all the same
 * (1,299 yen is what .99 is elsewhere), and every amount is whole already. spec: not shown.
 */
export function roundUp(amount: Minor, rounding: Rounding, currency: string): Minor {
  const ending = ENDINGS[rounding]
  if (ending === null || (rounding === 'whole' && decimalsOf(currency) === 0)) return amount
  return Math.max(0, Math.ceil((amount - ending) / 100)) * 100 + ending
}

const scaleOf = (currency: string): number => 10 ** decimalsOf(currency)

function rateOf(currency: string, rates: Rates): number | null {
  const rate = Object.hasOwn(rates, currency) ? rates[currency] : currency === 'USD' ? 1 : undefined
  return rate !== undefined && Number.isFinite(rate) && rate > 0 ? rate : null
}

/** Everything in major units of the rule's currency. */
interface FormulaInputs {
  cost: number
  shipping: number
  fee: (price: number) => number
  tax: (price: number) => number
}

const MAX_ROUNDS = 200
const CLOSE_ENOUGH = 1e-9

/**
 * `fee` and `tax` (duty included) are what is due on the very price the formula gives, so that `cost + shipping + fee +
 * tax + 5` earns 5.
 * Found by asking again with the last answer; fees that grow faster than the price lead nowhere, and are a mistake in
 * the formula.
 */
function byFormula(text: string, inputs: FormulaInputs): Result<number, 'formula_invalid' | 'zero_divisor'> {
  const parsed = parseFormula(text)
  if (!parsed.ok) return no('formula_invalid')
  const names = namesIn(parsed.formula)
  const circular = names.has('fee') || names.has('tax')
  let price = 0
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = evaluate(parsed.formula, {
      cost: inputs.cost,
      shipping: inputs.shipping,
      fee: inputs.fee(price),
      tax: inputs.tax(price),
    })
    if (!next.ok) return no(next.reason === 'zero_divisor' ? 'zero_divisor' : 'formula_invalid')
    if (!circular || Math.abs(next.value - price) <= CLOSE_ENOUGH * Math.max(1, Math.abs(next.value)))
      return ok(next.value)
    price = next.value
  }
  return no('formula_invalid')
}

/** What a formula may use, for one cost. `input` in US cents; `rates` of the rule's own and of its main currency. */
function inputsOf(rule: SellingPrice, input: PriceInput, homeRate: number, mainRate: number): FormulaInputs {
  const [cost, shipping] = [(input.cost / 100) * homeRate, ((input.shipping ?? 0) / 100) * homeRate]
  const fixedFee = (rule.payment_fee_fixed / scaleOf(rule.currency) / mainRate) * homeRate
  return {
    cost,
    shipping,
    fee: (price) => (price * (rule.channel_fee_percent + rule.payment_fee_percent)) / 100 + fixedFee,
    tax: (price) => (price * rule.tax_percent) / 100 + (cost * rule.duty_percent) / 100,
  }
}

export interface PriceInput {
  /** US cents. */ cost: Minor
  /** US cents; null: not known, counts as none. */ shipping: Minor | null
}
export interface Priced {
  price: Minor
  compare_at_price: Minor | null
  range: PriceRange
}
export type CannotPrice =
  | 'no_rule_for_cost'
  | 'rate_unknown'
  | 'formula_invalid'
  | 'price_not_positive'
  | 'amount_too_large'

const within =
  (cost: Minor) =>
  ({ from, to }: PriceRange): boolean =>
    cost >= from && (to === null || cost < to)

/**
 * Converts first, then the rule, then the ending; rounded once. A currency without a rule of its own goes by the main
 * one, converted.
 */
export function priceBy(
  rule: SellingPrice,
  input: PriceInput,
  currency: string,
  rates: Rates,
): Result<Priced, CannotPrice> {
  const home = Object.hasOwn(rule.rules, currency) ? currency : rule.currency
  const own = Object.hasOwn(rule.rules, home) ? rule.rules[home] : undefined
  const range = own?.ranges.find(within(input.cost))
  if (!own || !range) return no('no_rule_for_cost')
  const [homeRate, mainRate, rate] = [rateOf(home, rates), rateOf(rule.currency, rates), rateOf(currency, rates)]
  if (homeRate === null || mainRate === null || rate === null) return no('rate_unknown')

  const inputs = inputsOf(rule, input, homeRate, mainRate)
  const passedOn = rule.include_shipping ? inputs.shipping : 0
  const wanted = wantedPrice(range, inputs, { home, passedOn })
  if (wanted === null) return no('formula_invalid')
  const toMinor = (major: number): Minor => roundMinor(settle((major / homeRate) * rate * scaleOf(currency)))
  if (toMinor(wanted) <= 0) return no('price_not_positive')
  const price = roundUp(toMinor(wanted), own.rounding, currency)
  if (!(price <= MAX_AMOUNT)) return no('amount_too_large')

  const { kind, value, formula } = own.compare_at
  const shown = (price / scaleOf(currency) / rate) * homeRate
  const before = compareAt(kind, { shown, value, home }) ?? workedOut(formula, inputs)
  if (before === null) return no('formula_invalid')
  const compare = roundUp(Math.max(0, toMinor(before)), own.rounding, currency)
  return ok({ price, compare_at_price: compare > price && compare <= MAX_AMOUNT ? compare : null, range })
}

/** Before rounding, in the supplier's currency; null: the formula cannot be worked out. */
function wantedPrice(
  range: PriceRange,
  inputs: FormulaInputs,
  { home, passedOn }: { home: string; passedOn: number },
): number | null {
  if (range.kind === 'multiplier') return inputs.cost * range.value + passedOn
  if (range.kind === 'fixed') return inputs.cost + range.value / scaleOf(home) + passedOn
  return workedOut(range.formula, inputs)
}

function workedOut(formula: string, inputs: FormulaInputs): number | null {
  const found = byFormula(formula, inputs)
  return found.ok ? found.value : null
}

/** Null: it is a formula. */
function compareAt(
  kind: CompareKind,
  { shown, value, home }: { shown: number; value: number; home: string },
): number | null {
  if (kind === 'none') return 0
  if (kind === 'multiplier') return shown * value
  return kind === 'fixed' ? shown + value / scaleOf(home) : null
}

type RuleReason =
  | 'main_rule_missing'
  | 'range_empty'
  | 'ranges_unordered'
  | 'ranges_overlap'
  | 'ranges_gap'
  | 'ranges_end'
  | 'multiplier_not_positive'
  | 'zero_divisor'
  | 'price_not_positive'
  | FormulaReason

export interface RuleProblem {
  path: string
  reason: RuleReason
  /** Where in the formula. */ at?: number
  /** What stands there. */ found?: string
  /** US cents: a cost for which it does not work. */ cost?: Minor
}

/** A range without an upper end is tried up to here. */
const HIGHEST_TRIED = 1_000_000
const SHIPPING_TRIED: readonly Minor[] = [0, 500]

/** Costs of a range at which a formula is tried: both ends, and between them. */
function costsOf({ from, to }: Pick<PriceRange, 'from' | 'to'>): Minor[] {
  const first = Math.max(1, from)
  const last = Math.max(first, (to ?? Math.max(HIGHEST_TRIED, 10 * first)) - 1)
  return [...new Set([first, Math.round(Math.sqrt(first * last)), Math.round((first + last) / 2), last])]
}

/** What is wrong with a formula, by reading it and by trying it. `positive`: what it gives is a price. */
function formulaProblem(
  rule: SellingPrice,
  currency: string,
  rates: Rates,
  { path, text, costs, positive }: { path: string; text: string; costs: readonly Minor[]; positive: boolean },
): RuleProblem[] {
  const parsed = parseFormula(text)
  if (!parsed.ok) {
    const { reason, at, found } = parsed.error
    return [{ path, reason, at, found }]
  }
  const [homeRate, mainRate] = [rateOf(currency, rates), rateOf(rule.currency, rates)]
  for (const cost of costs)
    for (const shipping of SHIPPING_TRIED) {
      const worth = byFormula(text, inputsOf(rule, { cost, shipping }, homeRate ?? 1, mainRate ?? 1))
      if (!worth.ok && worth.reason === 'zero_divisor') return [{ path, reason: 'zero_divisor' }]
      // Without rates it is not known what the cost is in this currency.
      const isKnown = homeRate !== null && mainRate !== null
      if (positive && isKnown && worth.ok && worth.value <= 0) return [{ path, reason: 'price_not_positive', cost }]
    }
  return []
}

/**
 * Every cost must fall into exactly one range: what is missing, doubled, out of order, or no formula. Empty: the rule
 * may be saved.
 */
export function checkSellingPrice(rule: SellingPrice, rates: Rates): RuleProblem[] {
  const problems: RuleProblem[] = Object.hasOwn(rule.rules, rule.currency)
    ? []
    : [{ path: `rules.${rule.currency}`, reason: 'main_rule_missing' }]
  for (const [currency, { ranges, compare_at }] of Object.entries(rule.rules)) {
    let reached: Minor | null = 0
    for (const [index, { from, to, kind, value, formula }] of ranges.entries()) {
      const path = `rules.${currency}.ranges.${index}`
      const previous = ranges[index - 1]
      if (to !== null && to <= from) problems.push({ path: `${path}.to`, reason: 'range_empty' })
      if (previous && from < previous.from) problems.push({ path: `${path}.from`, reason: 'ranges_unordered' })
      else if (reached === null || from < reached) problems.push({ path: `${path}.from`, reason: 'ranges_overlap' })
      else if (from > reached) problems.push({ path: `${path}.from`, reason: 'ranges_gap' })
      if (kind === 'multiplier' && !(value > 0))
        problems.push({ path: `${path}.value`, reason: 'multiplier_not_positive' })
      if (kind === 'formula') {
        const tried = { path: `${path}.formula`, text: formula, costs: costsOf({ from, to }), positive: true }
        problems.push(...formulaProblem(rule, currency, rates, tried))
      }
      reached = to
    }
    if (ranges.length === 0 || reached !== null)
      problems.push({ path: `rules.${currency}.ranges`, reason: 'ranges_end' })
    if (compare_at.kind === 'formula') {
      const costs = costsOf({ from: 0, to: null })
      const tried = { path: `rules.${currency}.compare_at.formula`, text: compare_at.formula, costs, positive: false }
      problems.push(...formulaProblem(rule, currency, rates, tried))
    }
  }
  return problems
}
