/**
 * How a selling price can be made. Apart from the rule itself: contracts name these, and the first screen must not
 * bring the rule along.
 */

export const PRICE_KINDS = ['multiplier', 'fixed', 'formula'] as const
export type PriceKind = (typeof PRICE_KINDS)[number]

export const COMPARE_KINDS = ['none', 'multiplier', 'fixed', 'formula'] as const
export type CompareKind = (typeof COMPARE_KINDS)[number]

export const ROUNDINGS = ['none', '99', '95', 'whole'] as const
export type Rounding = (typeof ROUNDINGS)[number]
