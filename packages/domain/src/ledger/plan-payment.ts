import type { Minor } from '../money.ts'
import { no, ok, type Result } from '../result.ts'

export interface Wallet {
  bonus: Minor
  topup: Minor
}
export interface Parts extends Wallet {
  card: Minor
}

export type PaymentUse = 'auto' | 'wallet' | 'card'

/** Orders spec §5: `auto` = wallet first, card for the rest. Bonus before top-up: our choice. */
export function planPayment(use: PaymentUse, wallet: Wallet, due: Minor): Result<Parts, 'wallet_too_low'> {
  if (use === 'card') return ok({ bonus: 0, topup: 0, card: due })
  const bonus = Math.min(wallet.bonus, due)
  const topup = Math.min(wallet.topup, due - bonus)
  const card = due - bonus - topup
  return card > 0 && use === 'wallet' ? no('wallet_too_low') : ok({ bonus, topup, card })
}

/**
 * How much is held for an order: what the seller approved and the limit for a price jump on top, less where the money
 * does not reach, never less than what was approved. `available`: null where a card pays the rest.
 */
export function holdAmount(approved: Minor, limit: Minor, available: Minor | null): Result<Minor, 'wallet_too_low'> {
  const wanted = approved + limit
  if (available === null) return ok(wanted)
  return available < approved ? no('wallet_too_low') : ok(Math.min(wanted, available))
}

/**
 * What an authorised card pays of an order that waits, with the wallet before it where that is meant. `card_left` is what
 * is not used of the authorisation. At most `most` is held, less where the money does not reach, and never less than
 * what is due. Null: it cannot be paid by this card.
 */
export function planAuthorised(
  use: Exclude<PaymentUse, 'wallet'>,
  wallet: Wallet,
  card_left: Minor,
  { due, most }: { due: Minor; most: Minor },
): Parts | null {
  if (due > most) return null
  const reach = use === 'auto' ? wallet.bonus + wallet.topup : 0
  const amount = holdAmount(due, most - due, reach + card_left)
  if (!amount.ok) return null
  const parts = planPayment(use, wallet, amount.value)
  return parts.ok ? parts.value : null
}
