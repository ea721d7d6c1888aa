/**
 * Why an order was cancelled, by its channel or at its source. Orders spec §5: numbered 1 to 14, "for example lack of
 * inventory, tracking not found, product damaged, not want anymore"; the full list is not shown, so the rest is ours.
 */
const CANCEL_REASONS = {
  1: 'lack_of_inventory',
  2: 'tracking_not_found',
  3: 'product_damaged',
  4: 'not_wanted',
  5: 'wrong_address',
  6: 'ordered_twice',
  7: 'wrong_item',
  8: 'too_slow',
  9: 'cannot_ship',
  10: 'price_changed',
  11: 'payment_declined',
  12: 'fraud',
  13: 'store_decision',
  14: 'other',
} as const
export type CancelReasonNo = keyof typeof CANCEL_REASONS
export const CANCEL_REASON_NOS = Object.keys(CANCEL_REASONS).map(Number) as CancelReasonNo[] // its own keys
export const OTHER_REASON: CancelReasonNo = 14

export const isCancelReason = (no: number): no is CancelReasonNo => no in CANCEL_REASONS

/** Channels' own words, an enum of one and sentences of another. The first that fits. */
const WORDS: readonly (readonly [RegExp, CancelReasonNo])[] = [
  [/inventory|stock|sold out/, 1],
  [/tracking/, 2],
  [/damaged|defective|broken/, 3],
  [/duplicate|twice/, 6],
  [/address/, 5],
  [/wrong|mistake/, 7],
  [/too long|late|delay|slow/, 8],
  [/cannot ship|unable to (ship|deliver)|undeliverable/, 9],
  [/price|pricing|discount|cheaper/, 10],
  [/declined|payment|unpaid/, 11],
  [/fraud/, 12],
  [/^staff$|^deleted$|seller/, 13],
  [/customer|no longer|not want|don't want|changed (my|their) mind|need/, 4],
]

/** Null: the channel said nothing. */
export function cancelReasonOf(words: string): CancelReasonNo | null {
  const said = words.trim().toLowerCase()
  if (said === '') return null
  return WORDS.find(([pattern]) => pattern.test(said))?.[1] ?? OTHER_REASON
}
