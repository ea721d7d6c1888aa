import { draw } from '../../catalogue/draw.ts'
import type { Offer } from '../../catalogue/shapes.ts'

const decimal = (cents: number) => (cents / 100).toFixed(2)

export interface Step {
  min: number
  /** -1: open. */
  max: number
  /** A decimal in US dollars. */
  price: string
}

/** The more, the cheaper. */
export function ladderOf(offer: Offer, cents: number): Step[] {
  const by = draw(`ladder ${offer.id}`)
  const moq = by.pick([1, 2, 10, 20, 50, 100, 200])
  const steps = [moq, moq * 10, moq * 50, moq * 200].slice(0, by.int(2, 4))
  return steps.map((min, i) => ({
    min,
    max: (steps[i + 1] ?? 0) - 1,
    price: decimal(Math.max(20, cents * (1 - i * 0.09))),
  }))
}

export const minimumOf = (offer: Offer): number => ladderOf(offer, offer.price)[0]?.min ?? 1
