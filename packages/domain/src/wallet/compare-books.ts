import type { Minor } from '../money.ts'

/** What one side's books say about a payment: the net of everything that moved for it. */
export interface BookEntry {
  ref: string
  currency: string
  amount: Minor
}

export interface BookDifference {
  ref: string
  kind: 'missing_here' | 'missing_there' | 'amount'
  currency: string
  ours: Minor
  theirs: Minor
}

/** To the unit, without tolerance. Several rows of one payment count together. */
export function compareBooks(ours: readonly BookEntry[], theirs: readonly BookEntry[]): BookDifference[] {
  const mine = sums(ours)
  const other = sums(theirs)
  const found: BookDifference[] = []
  for (const key of new Set([...mine.keys(), ...other.keys()])) {
    const [ref = '', currency = ''] = key.split(' ', 2)
    const here = mine.get(key)
    const there = other.get(key)
    if (here === there) continue
    const entry = { ref, currency, ours: here ?? 0, theirs: there ?? 0 }
    if (here === undefined) found.push({ ...entry, kind: 'missing_here' })
    else found.push({ ...entry, kind: there === undefined ? 'missing_there' : 'amount' })
  }
  return found
}

function sums(entries: readonly BookEntry[]): Map<string, Minor> {
  const total = new Map<string, Minor>()
  for (const { ref, currency, amount } of entries) {
    const key = `${ref} ${currency}`
    total.set(key, (total.get(key) ?? 0) + amount)
  }
  return total
}
