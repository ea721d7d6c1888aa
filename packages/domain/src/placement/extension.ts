/**
 * Suppliers without an API for buyers (orders spec §9): the seller's own browser buys there, driven by the extension. To
 * the rules it is a supplier that takes no reference and answers no question (design: placement, kind d). The page of the
 * checkout is the quote; pressing its last button is the send.
 */
import { EXTENSION_SOURCE_IDS } from '../vendors/manifest.ts'
import type { PlacementProfile } from './placement.ts'

export const EXTENSION_SOURCES = EXTENSION_SOURCE_IDS
export type ExtensionSource = (typeof EXTENSION_SOURCES)[number]
export const isExtensionSource = (source: string): source is ExtensionSource =>
  (EXTENSION_SOURCES as readonly string[]).includes(source)

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/**
 * One press for each permission, and never a second one by itself: an outcome that nobody knows is looked for in the
 * buyer's order history, and a person decides what is not found there.
 */
export const EXTENSION_PLACING: PlacementProfile = {
  create: {
    find: 'none',
    merges_for_ms: 0,
    resend_after_ms: [],
    max_sends: 1,
    // From the question "may I press?" to the press. The page stands ready by then.
    send_within_ms: 30 * SECOND_MS,
    answers_within_ms: 2 * MINUTE_MS,
    lands_within_ms: 2 * MINUTE_MS,
    shows_within_ms: 15 * MINUTE_MS,
    asks_person_after_ms: 0,
  },
  confirm: null,
  pay: 'with_create',
  quote_good_for_ms: 5 * MINUTE_MS,
  unpaid_for_ms: 24 * 60 * MINUTE_MS,
}

/** Names the method of a basket whose shipping the supplier tells on the page of its checkout alone. */
export const AT_CHECKOUT = 'at_checkout'
