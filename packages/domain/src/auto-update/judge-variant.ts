/**
 * What follows for one variant when its supplier's cost or stock is read (monitoring settings). A person's price is never
 * changed. A price follows the cost by rules that do not flap: what may be a slip of the supplier waits for another look.
 */
import type { Minor } from '../money.ts'
import { steadyRate } from './steady-rate.ts'
import type { PriceAction, PricedAt, Target } from './target-price.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A lower price waits so long: costs that fall often rise again within hours. */
export const FALL_WAITS_MS = 6 * HOUR
/** A price change above this share waits for a second look at the supplier, so much later. */
const LARGE_CHANGE = 0.25
export const SECOND_READ_MS = 10 * MINUTE
/** What was sold out is on sale again with so many pieces, for so long. */
const BACK_UNITS = 3
export const BACK_MS = 30 * MINUTE
/** A choice that is missing once may be a slip; two looks so far apart agree. */
export const GONE_MS = 6 * HOUR
/** A variant whose price changes more often than this in a day is left to a person. */
export const CHANGES_A_DAY = 4
const DAY = 24 * HOUR

export interface WatchRules {
  on_price_change: 'ignore' | 'ask' | PriceAction
  /** Per cent by which the cost has to rise, or to fall, since the price was made. */
  price_change_percent: number
  price_fall_percent: number
  on_out_of_stock: 'ignore' | 'ask' | 'set_zero' | 'disable'
}

/** A change that waits. Times are in milliseconds. */
interface Pending {
  up: boolean
  /** The look at the supplier that first asked for it. */
  read_at: number
}

/** What is remembered of a variant. */
export interface Watch {
  /** A person's price: rules leave it alone. */
  pinned: boolean
  /** US cents, and units of the product's currency per dollar, when the price was made; null: not known yet. */
  cost: Minor | null
  rate: number | null
  /** Changes by rules within the last day. */
  changed_at: readonly number[]
  pending: Pending | null
  /** The cost the seller was asked about. */
  asked_cost: Minor | null
  out: boolean
  /** What the rule did when it was sold out; that alone is undone. */
  did: 'zero' | 'off' | null
  /** The look at the supplier that first showed it in stock again, or missing. */
  back_read_at: number | null
  gone_read_at: number | null
  gone_notified: boolean
}

export const NEW_WATCH: Watch = {
  pinned: false,
  cost: null,
  rate: null,
  changed_at: [],
  pending: null,
  asked_cost: null,
  out: false,
  did: null,
  back_read_at: null,
  gone_read_at: null,
  gone_notified: false,
}

/** What the supplier says now, by the mapping plan. */
export interface Fact {
  /** US cents; null: nobody delivers it. */
  cost: Minor | null
  /** Null: not said. */
  quantity: number | null
  /** The choice is offered no longer. */
  gone: boolean
  /** When the supplier was asked. */
  read_at: number
}

export interface Judged {
  watch: Watch
  variant: { price: Minor; compare_at_price: Minor | null; enabled: boolean }
  /** As it was known before this look. */
  before: { cost: Minor | null }
  fact: Fact
  rules: WatchRules
  /** A person let this figure through: nothing waits. */
  confirmed?: boolean
  /** Units of the product's currency per dollar, today. */
  rate: number
  now: number
  target: (action: PriceAction, at: PricedAt, cost: Minor, rate: number) => Target | null
  isBelowFloor: (price: Minor, cost: Minor, rate: number) => boolean
}

export type Note =
  | { kind: 'price_changed'; rule: PriceAction; cost: [Minor, Minor]; price: [Minor, Minor]; below_floor: boolean }
  /** The seller decides: the price is theirs, the rule is to ask, it gives none, or it changed too often today. */
  | { kind: 'price_asked'; why: 'ask' | 'pinned' | 'no_price' | 'too_often'; cost: [Minor, Minor] }
  | { kind: 'held' }
  /** What waited is no longer asked for. */
  | { kind: 'flap' }
  | { kind: 'sold_out' | 'gone' | 'back' }

export interface Verdict {
  watch: Watch
  patch: { price?: Minor; compare_at_price?: Minor | null; enabled?: boolean }
  notes: Note[]
  /** When it is to be judged again although nothing new was read; null: not by itself. */
  check_at: number | null
}

export function judgeVariant(judged: Judged): Verdict {
  const stock = judgeStock(judged)
  const price = judgePrice({ ...judged, watch: stock.watch })
  return {
    watch: price.watch,
    patch: { ...stock.patch, ...price.patch },
    notes: [...stock.notes, ...price.notes],
    check_at: earliest(stock.check_at, price.check_at),
  }
}

const earliest = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b))

const shareOf = (before: number, after: number): number => {
  if (before === after) return 0
  return before === 0 ? Infinity : after / before - 1
}

/** Dust of binary fractions must not hide a move of exactly the set share. */
const DUST = 1e-9

function isPast(share: number, { price_change_percent, price_fall_percent }: WatchRules): boolean {
  if (share === 0) return false
  return share > 0 ? share * 100 >= price_change_percent - DUST : -share * 100 >= price_fall_percent - DUST
}

function judgePrice(judged: Judged): Verdict {
  const { watch, variant, before, fact, rules, rate, now, target, isBelowFloor } = judged
  const base_cost = watch.cost ?? before.cost ?? fact.cost
  const base_rate = watch.rate ?? rate
  const changed_at = watch.changed_at.filter((at) => at > now - DAY)
  const known: Watch = { ...watch, cost: base_cost, rate: base_rate, changed_at }
  const still = (change: Partial<Watch>, notes: Note[] = [], check_at: number | null = null): Verdict => ({
    watch: { ...known, ...change },
    patch: {},
    notes,
    check_at,
  })
  const flap: Note[] = watch.pending ? [{ kind: 'flap' }] : []
  if (fact.cost === null || base_cost === null || fact.gone) return still({ pending: null }, flap)
  const used_rate = steadyRate(base_rate, rate)
  const cost: [Minor, Minor] = [base_cost, fact.cost]
  // Against the cost at the last price that was made, never against the last look: creeping counts.
  if (!isPast(shareOf(base_cost * base_rate, fact.cost * used_rate), rules))
    return still({ pending: null, asked_cost: null }, flap)
  if (rules.on_price_change === 'ignore') return still({ pending: null }, flap)

  const ask = (why: Extract<Note, { kind: 'price_asked' }>['why'], check_at: number | null = null): Verdict => {
    const isNews = watch.asked_cost === null || isPast(shareOf(watch.asked_cost, cost[1]), rules)
    return isNews
      ? still({ pending: null, asked_cost: cost[1] }, [...flap, { kind: 'price_asked', why, cost }], check_at)
      : still({ pending: null }, flap, check_at)
  }
  if (rules.on_price_change === 'ask') return ask('ask')
  if (watch.pinned) return ask('pinned')
  const made = target(rules.on_price_change, { ...variant, cost: base_cost }, fact.cost, used_rate)
  if (!made) return ask('no_price')
  if (made.price === variant.price) return still({ pending: null }, flap)
  const [first] = changed_at
  if (first !== undefined && changed_at.length >= CHANGES_A_DAY) return ask('too_often', first + DAY)

  const up = made.price > variant.price
  const turned = watch.pending !== null && watch.pending.up !== up
  const pending = watch.pending && !turned ? watch.pending : { up, read_at: fact.read_at }
  const large = Math.abs(shareOf(variant.price, made.price)) > LARGE_CHANGE
  const savesFloor = up && isBelowFloor(variant.price, fact.cost, used_rate)
  const ripe = up ? pending.read_at : pending.read_at + FALL_WAITS_MS
  const seenTwice = !large || fact.read_at - pending.read_at >= SECOND_READ_MS
  if (!savesFloor && judged.confirmed !== true && (now < ripe || !seenTwice)) {
    const isNew = watch.pending === null || turned
    const notes: Note[] = [...(turned ? flap : []), ...(isNew ? [{ kind: 'held' as const }] : [])]
    return still({ pending }, notes, Math.max(ripe, large ? pending.read_at + SECOND_READ_MS : 0))
  }
  return {
    watch: {
      ...known,
      cost: fact.cost,
      rate: used_rate,
      changed_at: [...changed_at, now],
      pending: null,
      asked_cost: null,
    },
    patch: {
      price: made.price,
      ...(made.compare_at_price !== variant.compare_at_price && { compare_at_price: made.compare_at_price }),
    },
    notes: [
      {
        kind: 'price_changed',
        rule: rules.on_price_change,
        cost,
        price: [variant.price, made.price],
        below_floor: made.below_floor,
      },
    ],
    check_at: null,
  }
}

function judgeStock({ watch, variant, fact, rules }: Judged): Verdict {
  const gone_read_at = fact.gone ? (watch.gone_read_at ?? fact.read_at) : null
  const isGone = gone_read_at !== null && fact.read_at - gone_read_at >= GONE_MS
  const notes: Note[] = isGone && !watch.gone_notified ? [{ kind: 'gone' }] : []
  const known: Watch = { ...watch, gone_read_at, gone_notified: fact.gone && (watch.gone_notified || isGone) }
  const check_at = gone_read_at !== null && !known.gone_notified ? gone_read_at + GONE_MS : null

  if (fact.gone || fact.quantity === 0) {
    const out: Watch = { ...known, out: true, back_read_at: null }
    if (watch.out) return { watch: out, patch: {}, notes, check_at }
    if (rules.on_out_of_stock !== 'ignore') notes.unshift({ kind: 'sold_out' })
    if (rules.on_out_of_stock === 'set_zero') return { watch: { ...out, did: 'zero' }, patch: {}, notes, check_at }
    const switchesOff = rules.on_out_of_stock === 'disable' && variant.enabled
    return switchesOff
      ? { watch: { ...out, did: 'off' }, patch: { enabled: false }, notes, check_at }
      : { watch: out, patch: {}, notes, check_at }
  }
  if (!watch.out) return { watch: known, patch: {}, notes, check_at }
  const enough = fact.quantity === null || fact.quantity >= BACK_UNITS
  const back_read_at = enough ? (watch.back_read_at ?? fact.read_at) : null
  if (back_read_at === null || fact.read_at - back_read_at < BACK_MS) {
    const again = back_read_at === null ? null : back_read_at + BACK_MS
    return { watch: { ...known, back_read_at }, patch: {}, notes, check_at: again }
  }
  return {
    watch: { ...known, out: false, did: null, back_read_at: null },
    // What the seller switched off stays off.
    patch: watch.did === 'off' && !variant.enabled ? { enabled: true } : {},
    notes: [...notes, { kind: 'back' }],
    check_at,
  }
}
