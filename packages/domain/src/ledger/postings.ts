/**
 * A posting moves one amount from one account to another in one currency, so that no list of postings can be
 * unbalanced: what one account loses, another gets.
 */
import type { Minor } from '../money.ts'
import { no, ok, type Result } from '../result.ts'
import { type Account, kindOf } from './accounts.ts'

export interface Posting {
  from: Account
  to: Account
  currency: string
  amount: Minor
}

export type PostingProblem = 'posting_amount' | 'posting_account' | 'posting_currency' | 'posting_to_itself'

const CURRENCY = /^[A-Z]{3}$/

function problemOf({ from, to, currency, amount }: Posting): PostingProblem | null {
  if (!Number.isSafeInteger(amount) || amount <= 0) return 'posting_amount'
  if (!CURRENCY.test(currency)) return 'posting_currency'
  if (kindOf(from) === undefined || kindOf(to) === undefined) return 'posting_account'
  return from === to ? 'posting_to_itself' : null
}

/** What the database would refuse is refused here, with a name. */
export function checkPostings(postings: readonly Posting[]): Result<readonly Posting[], PostingProblem> {
  for (const posting of postings) {
    const problem = problemOf(posting)
    if (problem) return no(problem)
  }
  return ok(postings)
}

/** By how much each account changes. The key is the account and the currency. */
export function netOf(postings: readonly Posting[]): Map<string, Minor> {
  const net = new Map<string, Minor>()
  const add = (account: Account, currency: string, amount: Minor) => {
    const key = `${account} ${currency}`
    net.set(key, (net.get(key) ?? 0) + amount)
  }
  for (const { from, to, currency, amount } of postings) {
    add(from, currency, -amount)
    add(to, currency, amount)
  }
  return net
}

/** A posting of nothing is left out. */
export const moved = (from: Account, to: Account, currency: string, amount: Minor): Posting[] =>
  amount === 0 ? [] : [{ from, to, currency, amount }]
