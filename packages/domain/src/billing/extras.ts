/**
 * What is bought once, on top of a plan. spec: not shown what `charge-extra` and `charge-ready2sale` sell. Here: more of
 * a quota for the running cycle, and a package to get a shop ready to sell.
 */
import type { Minor } from '../money.ts'
import type { FeatureKey } from './features.ts'

export interface Extra {
  id: string
  /** US cents. */
  price: Minor
  adds: Partial<Record<FeatureKey, number>>
}

export const EXTRAS = [
  { id: 'orders_100', price: 900, adds: { ORDER_FULFILLMENT: 100, ORDER_TRACKING_NUMBERS: 100 } },
  { id: 'imports_500', price: 500, adds: { IMPORT_PRODUCT: 500 } },
] as const satisfies readonly Extra[]
export type ExtraId = (typeof EXTRAS)[number]['id']
export const EXTRA_IDS = EXTRAS.map(({ id }) => id) as [ExtraId, ...ExtraId[]] // there is at least one

export const READY2SALE: Extra = {
  id: 'ready2sale',
  price: 2_900,
  adds: { IMPORT_PRODUCT: 300, LISTING_PRODUCTS: 100, FIND_SIMILAR_PRODUCT: 100 },
}

export const findExtra = (id: string): Extra | undefined => [...EXTRAS, READY2SALE].find((extra) => extra.id === id)
