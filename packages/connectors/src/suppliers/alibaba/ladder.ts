/** A factory's price depends on how many are bought. What counts for us is the step of the smallest order. */
import type { SupplierProduct } from '../supplier.ts'

export interface Step {
  from: number | null
  price: string | number | undefined
}

/** Steps come in any order; the lowest price is the one of the largest order. */
export const bySmallestOrder = <T extends Step>(steps: readonly T[]): T[] =>
  steps.toSorted((a, b) => (a.from ?? 0) - (b.from ?? 0))

/** The smallest order and the steps of the price, as a seller must see them before importing. */
export function ladderSpecifications(
  moq: number | null,
  steps: readonly Step[],
  unit: string,
  currency: string,
): SupplierProduct['specifications'] {
  return [
    ...(moq !== null ? [{ name: 'Minimum order', value: `${moq} ${unit}` }] : []),
    ...(steps.length > 1
      ? steps.map(({ from, price }) => ({
          name: `Price from ${from ?? 1} ${unit}`,
          value: `${price ?? '-'} ${currency}`,
        }))
      : []),
  ]
}

/** What sending the smallest order costs is said for all of it; a quote is for one piece. */
export const shareOf = (amount: number, pieces: number): number => Math.ceil(amount / Math.max(1, pieces))
