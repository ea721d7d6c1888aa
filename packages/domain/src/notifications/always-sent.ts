/** Notices about money and broken promises. No switch keeps them from the seller. */
export const ALWAYS_SENT: readonly string[] = [
  'bought_twice',
  'payment_failed',
  'payment_timed_out',
  'card_declined',
  'link_paid',
  'rule_confirm',
  'store_not_reported',
]

export const isAlwaysSent = (message_key: string): boolean => ALWAYS_SENT.includes(message_key)
