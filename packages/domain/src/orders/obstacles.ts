/**
 * What stands in the way of buying a line, by what is known without asking anybody: the last quotes, the stock that was
 * last seen, accounts, settings and counters. What nobody knows is no obstacle; the preview asks.
 */
import type { AccountHealth } from '../source-accounts/account-health.ts'
import { isExtensionSource } from '../placement/extension.ts'
import { ORDER_SOURCE_IDS, OWN_ACCOUNTS } from '../vendors/manifest.ts'

/** What needs another supplier comes first: an account that is connected in vain helps nobody. */
export const OBSTACLES = [
  'change_supplier',
  'cannot_ship',
  'out_of_stock',
  'by_hand',
  'no_extension',
  'account_missing',
  'account_over',
  'method_gone',
  'quota',
] as const
export type Obstacle = (typeof OBSTACLES)[number]

/** How a supplier is bought from: by its API, in the seller's own browser, or by the seller at the supplier. */
export type BuyingWay = 'api' | 'browser' | 'hand'

const takesOrders = (source: string): boolean => (ORDER_SOURCE_IDS as readonly string[]).includes(source)

export function buyingWayOf(source: string): BuyingWay {
  if (!takesOrders(source)) return 'hand'
  return isExtensionSource(source) ? 'browser' : 'api'
}

/** The seller's own account there is what buys. */
export const needsAccount = (source: string): boolean => buyingWayOf(source) === 'api' && source in OWN_ACCOUNTS

/** What one supplier delivers of a line. */
export interface PartFacts {
  source: string
  /** Pieces that are bought. */
  quantity: number
  /** Pieces that were there when somebody last looked. Null: the supplier does not say, or nobody looked. */
  stock: number | null
  /** The supplier does not sell it any more. */
  is_gone: boolean
  /** By which methods it was last quoted to the country; empty: it is not sent there. Null: nobody asked. */
  methods: readonly string[] | null
  /** The method that the seller has set for the country. */
  set_method: string | null
  /** Of the seller's account at the supplier. Null: nobody knows. */
  account: AccountHealth | 'none' | null
}

/** What holds for every order of a workplace. Null: nobody knows. */
export interface BuyingFacts {
  has_extension: boolean | null
  is_quota_used: boolean
}

const IS: Record<Obstacle, (part: PartFacts, buying: BuyingFacts) => boolean> = {
  change_supplier: ({ is_gone }) => is_gone,
  cannot_ship: ({ methods }) => methods?.length === 0,
  out_of_stock: ({ stock, quantity }) => stock !== null && stock < quantity,
  by_hand: ({ source }) => buyingWayOf(source) === 'hand',
  no_extension: ({ source }, { has_extension }) => has_extension === false && isExtensionSource(source),
  account_missing: ({ source, account }) => account === 'none' && needsAccount(source),
  account_over: ({ source, account }) => account === 'expired' && needsAccount(source),
  method_gone: ({ methods, set_method }) =>
    set_method !== null && methods !== null && methods.length > 0 && !methods.includes(set_method),
  quota: (_, { is_quota_used }) => is_quota_used,
}

/** The first thing that has to be put right. Null: as far as is known it can be bought. */
export const obstacleOf = (parts: readonly PartFacts[], buying: BuyingFacts): Obstacle | null =>
  OBSTACLES.find((obstacle) => parts.some((part) => IS[obstacle](part, buying))) ?? null
