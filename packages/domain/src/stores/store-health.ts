/**
 * How a store's connection stands. `expired`: its owner has to connect it again. `unreachable`: it did not answer at the
 * last look. `webhooks_lost`: it does not tell us of changes; they are found by reading, later. `closed`: the shop is
 * switched off or its plan ended.
 */
export const STORE_HEALTHS = ['ok', 'expired', 'unreachable', 'webhooks_lost', 'closed', 'disconnected'] as const
export type StoreHealth = (typeof STORE_HEALTHS)[number]
