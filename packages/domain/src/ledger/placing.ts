/**
 * What placing posts (design: money, "Postings", from "placing starts" to "capture fails"). Each function is one event
 * and answers its postings. `checking` posts nothing: a hold has no end of its own.
 *
 * Wallet and card pay the house supplier. A supplier with a balance of the seller's own is mirrored as
 * `supplier_credit`. A seller who pays at the supplier himself has a hold of nothing.
 */
import type { Minor } from '../money.ts'
import type { Account } from './accounts.ts'
import type { Parts } from './plan-payment.ts'
import { moved, type Posting } from './postings.ts'

/** What is reserved for one attempt to buy. The card part is authorised at the provider only and posts nothing. */
export type Hold =
  | ({ by: 'wallet'; supplier: string; currency: string } & Parts)
  | { by: 'credit'; account: string; currency: string; amount: Minor }
  | { by: 'seller'; currency: string }

/** A price the seller accepted above the first hold: more of the same kind. */
export function withMore(hold: Hold, more: Hold): Hold {
  if (hold.by === 'wallet' && more.by === 'wallet')
    return { ...hold, bonus: hold.bonus + more.bonus, topup: hold.topup + more.topup, card: hold.card + more.card }
  return hold.by === 'credit' && more.by === 'credit' ? { ...hold, amount: hold.amount + more.amount } : hold
}

export function placingStarts(hold: Hold): Posting[] {
  const { currency } = hold
  switch (hold.by) {
    case 'wallet':
      return [
        ...moved('wallet_bonus', 'hold_bonus', currency, hold.bonus),
        ...moved('wallet_topup', 'hold_topup', currency, hold.topup),
      ]
    case 'credit':
      return moved(creditOf(hold.account), creditHoldOf(hold.account), currency, hold.amount)
    case 'seller':
      return []
  }
}

/** Failed, cancelled, unpaid for too long: everything goes back where it came from. */
export const notBought = (hold: Hold): Posting[] =>
  placingStarts(hold).map((posting) => ({ ...posting, from: posting.to, to: posting.from }))

/**
 * Settled as bought. The true total is taken from what is held, bonus first and card last; the rest goes back. What it
 * cost above the hold, the seller owes: it is bought, and a wallet is not taken from without being asked.
 */
export function placed(hold: Hold, total: Minor): Posting[] {
  const { currency } = hold
  if (hold.by === 'seller') return []
  if (hold.by === 'credit') {
    const taken = Math.min(hold.amount, total)
    return [
      ...moved(creditHoldOf(hold.account), creditMemoOf(hold.account), currency, taken),
      ...moved(creditHoldOf(hold.account), creditOf(hold.account), currency, hold.amount - taken),
    ]
  }
  const { bonus, topup, owed } = takenFrom(hold, total)
  const payable: Account = `supplier_payable.${hold.supplier}`
  return [
    ...moved('hold_bonus', payable, currency, bonus),
    ...moved('hold_topup', payable, currency, topup),
    ...moved('order_receivable', payable, currency, owed),
    ...moved('hold_bonus', 'wallet_bonus', currency, hold.bonus - bonus),
    ...moved('hold_topup', 'wallet_topup', currency, hold.topup - topup),
  ]
}

/** `owed` is what the card will be charged, and what nothing was held for. */
export function takenFrom(hold: Parts, total: Minor): { bonus: Minor; topup: Minor; owed: Minor; card: Minor } {
  const bonus = Math.min(hold.bonus, total)
  const topup = Math.min(hold.topup, total - bonus)
  const owed = total - bonus - topup
  return { bonus, topup, owed, card: Math.min(hold.card, owed) }
}

/** Once per click, when all its rows are settled. A capture that fails posts nothing: the seller goes on owing. */
export const cardCaptured = (provider: string, currency: string, amount: Minor): Posting[] =>
  moved(`clearing.${provider}`, 'order_receivable', currency, amount)

/** What is owed is paid from the wallet, by the next top-up or by hand. */
export const receivablePaid = (currency: string, amount: Minor): Posting[] =>
  moved('wallet_topup', 'order_receivable', currency, amount)

/**
 * The supplier gave money back: what we owe it falls. `real` was paid by top-up or card, and is in the wallet again;
 * nothing waits for a card, whose own refund would come days later.
 */
export const supplierRefunded = (
  supplier: string,
  currency: string,
  back: { real: Minor; bonus: Minor },
): Posting[] => [
  ...moved(`supplier_payable.${supplier}`, 'wallet_topup', currency, back.real),
  ...moved(`supplier_payable.${supplier}`, 'wallet_bonus', currency, back.bonus),
]

export const toppedUp = (provider: string, currency: string, amount: Minor): Posting[] =>
  moved(`clearing.${provider}`, 'wallet_topup', currency, amount)

/** What the provider keeps of a payment, once it tells. */
export const feeKept = (provider: string, currency: string, amount: Minor): Posting[] =>
  moved(`fee_expense.${provider}`, `clearing.${provider}`, currency, amount)

export const bonusGranted = (currency: string, amount: Minor): Posting[] =>
  moved('promo_expense', 'wallet_bonus', currency, amount)

/**
 * The supplier reports the balance of the seller's account there. `free` and `held` are what our books have of it. What
 * is held was not taken yet, so it is part of what was reported.
 */
export function creditReported(
  account: string,
  currency: string,
  reported: Minor,
  { free, held }: { free: Minor; held: Minor },
): Posting[] {
  const change = Math.max(reported - held, 0) - free
  const [from, to]: [Account, Account] =
    change > 0 ? [creditMemoOf(account), creditOf(account)] : [creditOf(account), creditMemoOf(account)]
  return moved(from, to, currency, Math.abs(change))
}

const creditOf = (account: string): Account => `supplier_credit.${account}`
const creditHoldOf = (account: string): Account => `supplier_credit_hold.${account}`
const creditMemoOf = (account: string): Account => `supplier_credit_memo.${account}`
