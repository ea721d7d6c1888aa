/**
 * The accounts of the ledger (design: money, "Accounts"). Each exists once per currency, and those of a workplace once
 * per workplace. An account is named by its kind, and by a party where it has one: `supplier_payable.<supplier>`.
 *
 * Balance = credits - debits. What a seller has is positive; what a seller owes, our assets and our costs are negative.
 */
interface AccountKind {
  owner: 'workplace' | 'system'
  /** Whether a supplier, a provider or an account of theirs is part of the name. */
  party: boolean
  /** The balance never leaves these bounds. Null: no bound. The table `ledger_account_kinds` holds the same. */
  floor: number | null
  ceiling: number | null
}

const SELLER = { owner: 'workplace', party: false, floor: 0, ceiling: null } as const
const SELLER_AT_PARTY = { ...SELLER, party: true } as const
const OWED = { owner: 'workplace', party: false, floor: null, ceiling: 0 } as const
const SYSTEM = { owner: 'system', party: false, floor: null, ceiling: null } as const
const SYSTEM_AT_PARTY = { ...SYSTEM, party: true } as const

export const ACCOUNT_KINDS = {
  wallet_bonus: SELLER,
  wallet_topup: SELLER,
  hold_bonus: SELLER,
  hold_topup: SELLER,
  /** The seller's balance at a supplier, as the supplier last told it, so that it is not promised twice. */
  supplier_credit: SELLER_AT_PARTY,
  supplier_credit_hold: SELLER_AT_PARTY,
  /** Earned, and not spendable yet. */
  cashback_pending: SELLER,
  cashback_frozen: SELLER,
  order_receivable: OWED,
  supplier_payable: SYSTEM_AT_PARTY,
  clearing: SYSTEM_AT_PARTY,
  promo_expense: SYSTEM,
  cashback_expense: SYSTEM,
  /** Plans, and what is bought on top of them. */
  plan_revenue: SYSTEM,
  /** What a provider keeps of a payment. */
  fee_expense: SYSTEM_AT_PARTY,
  /** The other side of `supplier_credit`: money that is not ours. */
  supplier_credit_memo: SYSTEM_AT_PARTY,
} as const satisfies Record<string, AccountKind>

type KindName = keyof typeof ACCOUNT_KINDS
type PartyKind = { [K in KindName]: (typeof ACCOUNT_KINDS)[K]['party'] extends true ? K : never }[KindName]
type PlainKind = Exclude<KindName, PartyKind>
export type Account = PlainKind | `${PartyKind}.${string}`

const PARTY = /^[\w:-]{1,120}$/

/** What an account's name says. Undefined: no account has this name. */
export function kindOf(account: string): AccountKind | undefined {
  const dot = account.indexOf('.')
  const name = dot < 0 ? account : account.slice(0, dot)
  if (!Object.hasOwn(ACCOUNT_KINDS, name)) return undefined
  const kind: AccountKind = ACCOUNT_KINDS[name as KindName] // it was just looked up
  if (kind.party !== dot >= 0) return undefined
  return !kind.party || PARTY.test(account.slice(dot + 1)) ? kind : undefined
}

export const isWithinBounds = (account: string, balance: number): boolean => {
  const kind = kindOf(account)
  return kind !== undefined && balance >= (kind.floor ?? -Infinity) && balance <= (kind.ceiling ?? Infinity)
}
