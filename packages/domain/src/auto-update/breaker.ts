/**
 * Stops what is not plausible before anything is written: a slip of a supplier, or of ours in reading it, must not
 * re-price a shop. Judged per workplace and supplier; a person lets the shown list through, or not.
 */
import type { Minor } from '../money.ts'

const FACTOR = 10
/** Of the products that are watched at this supplier, in one pass. */
const MOST_PRODUCTS = 0.3
const MOST_CHANGES = 500
const MOST_ERRORS = 0.2
const MOST_GONE = 0.05
/** Shares of a handful say nothing. */
const FEWEST_PRODUCTS = 20
const FEWEST_GONE = 5

export const BREAKER_REASONS = ['factor', 'zero', 'many', 'errors', 'gone', 'currency'] as const
export type BreakerReason = (typeof BREAKER_REASONS)[number]

/** One variant at one supplier: what was known, and what is read now. */
interface SupplierChange {
  product_id: string
  /** US cents. */
  before: Minor
  /** Null: the choice is offered no longer. */
  after: Minor | null
  /** It moves a price or empties the stock; small moves that nothing follows from do not count. */
  matters: boolean
  /** The supplier says its prices in another currency than before. */
  currency_changed?: boolean
}

export interface Pass {
  changes: readonly SupplierChange[]
  /** Products that are watched at this supplier. */
  products: number
  /** Of these, those whose last look failed. */
  failed: number
  /** Of these, those whose every choice is gone with this pass. */
  gone: number
}

/** A figure that is more likely a slip than a price. */
export const isImplausible = (before: Minor, after: Minor): boolean =>
  before > 0 && (after === 0 || after >= before * FACTOR || after * FACTOR <= before)

/** Why nothing of this pass may be written; null: it may. */
export function trips({ changes, products, failed, gone }: Pass): BreakerReason | null {
  const wild = changes.filter(({ before, after }) => after !== null && isImplausible(before, after))
  if (wild.length > 0) return wild.some(({ after }) => after === 0) ? 'zero' : 'factor'
  if (changes.some(({ currency_changed, after }) => currency_changed && after !== null)) return 'currency'
  if (gone >= FEWEST_GONE && gone > products * MOST_GONE) return 'gone'
  if (products >= FEWEST_PRODUCTS && failed > products * MOST_ERRORS) return 'errors'
  const matter = changes.filter(({ matters }) => matters)
  const touched = new Set(matter.map(({ product_id }) => product_id)).size
  const isMany = products >= FEWEST_PRODUCTS && touched > products * MOST_PRODUCTS
  return isMany || matter.length > MOST_CHANGES ? 'many' : null
}
