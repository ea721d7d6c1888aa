/** Which way a basket is sent, and why. */
import type { Minor } from '../money.ts'

export const PREFERENCES = ['cheapest', 'fastest'] as const
export type Preference = (typeof PREFERENCES)[number]

/** One way to send all of a basket, as a supplier offers it. */
export interface MethodOffer {
  method: string
  amount: Minor
  /** Null: not told. */
  max_days: number | null
}

export interface MethodChoice<M> {
  chosen: M
  /** `only`: there is no other. `kept`: the seller named it before. */
  because: Preference | 'only' | 'kept'
  /** What would have been taken instead. */
  runner_up: M | null
}

/** A time that nobody tells counts as the longest. */
const days = ({ max_days }: MethodOffer) => max_days ?? Number.MAX_SAFE_INTEGER

const ORDERS: Record<Preference, (a: MethodOffer, b: MethodOffer) => number> = {
  cheapest: (a, b) => a.amount - b.amount || days(a) - days(b),
  fastest: (a, b) => days(a) - days(b) || a.amount - b.amount,
}

/** `wanted`: methods named before, the first one that is offered is taken. Null: nothing is offered. */
export function chooseMethod<M extends MethodOffer>(
  offers: readonly M[],
  prefer: Preference,
  wanted: readonly string[] = [],
): MethodChoice<M> | null {
  const ranked = offers.toSorted(ORDERS[prefer])
  const named = wanted.map((method) => offers.find((offer) => offer.method === method)).find(Boolean)
  const chosen = named ?? ranked[0]
  if (!chosen) return null
  const runner_up = ranked.find(({ method }) => method !== chosen.method) ?? null
  if (named) return { chosen, because: 'kept', runner_up }
  return { chosen, because: runner_up ? prefer : 'only', runner_up }
}
