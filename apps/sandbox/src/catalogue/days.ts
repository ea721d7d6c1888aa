import { draw } from './draw.ts'
import type { Offer } from './shapes.ts'

const DAY_MS = 86_400_000
/** The catalogue's first day; before it offers only have a total. */
export const FIRST_DAY = Math.floor(Date.UTC(2025, 9, 1) / DAY_MS)

export const dayOf = (date: Date): number => Math.floor(date.getTime() / DAY_MS)
export const dateOf = (day: number): Date => new Date(day * DAY_MS)

interface Rhythm {
  slow: number
  quick: number
  burst: number
  phase: number
  /** Days between two price changes. */
  pricing: number
}
const rhythms = new WeakMap<Offer, Rhythm>()

function rhythmOf(offer: Offer): Rhythm {
  const known = rhythms.get(offer)
  if (known) return known
  const by = draw(`rhythm ${offer.source} ${offer.id}`)
  const rhythm = {
    slow: by.random() * 2 * Math.PI,
    quick: by.random() * 2 * Math.PI,
    burst: by.chance(0.12) ? by.int(90, 160) : 0,
    phase: by.int(0, 199),
    pricing: by.int(4, 21),
  }
  rhythms.set(offer, rhythm)
  return rhythm
}

const BURST_DAYS = 30

/**
 * Sold so far at the end of a day. Never falls: the waves are weaker than the steady growth they ride on, and a burst
 * (something goes viral for a month) only adds. So yesterday's total is always known and a day's sales are a
 * difference.
 */
export function ordersBy(offer: Offer, day: number): number {
  const t = Math.max(0, day - FIRST_DAY + 1)
  if (offer.pace === 0 || t === 0) return offer.sold_before
  const { slow, quick, burst, phase } = rhythmOf(offer)
  const waves =
    0.55 * 28 * (Math.sin(t / 28 + slow) - Math.sin(slow)) + 0.3 * 2.2 * (Math.sin(t / 2.2 + quick) - Math.sin(quick))
  const bursts =
    burst === 0 ? 0 : (Math.floor((t + phase) / burst) + Math.min(1, ((t + phase) % burst) / BURST_DAYS)) * 40
  return Math.floor(offer.sold_before + offer.pace * Math.max(0, t + waves + bursts))
}

const ordersOn = (offer: Offer, day: number): number => ordersBy(offer, day) - ordersBy(offer, day - 1)

/** What the day makes of a price: steps of a few per cent, now and then a sale. */
export function priceFactorOn(offer: Offer, day: number): number {
  const { pricing, phase } = rhythmOf(offer)
  const by = draw(`price ${offer.source} ${offer.id} ${Math.floor((day + phase) / pricing)}`)
  return by.chance(0.06) ? 0.82 + by.random() * 0.08 : 1 + Math.round((by.random() - 0.5) * 10) / 100
}

/** Pieces left: sold down day by day, filled up again when the shelf is nearly empty. */
export function stockOn(offer: Offer, variant: number, day: number): number {
  const by = draw(`stock ${offer.source} ${offer.id} ${variant}`)
  if (by.chance(0.05)) return 0
  const full = Math.round(20 + Math.exp(by.normal() * 1.3 + 4.6))
  const daily = Math.max(1, Math.round(full / by.int(15, 70)))
  const days = Math.ceil(full / daily)
  const emptyDays = by.chance(0.15) ? 3 : 0
  const since = (day + by.int(0, 999)) % (days + emptyDays)
  return Math.max(0, full - since * daily)
}

/** The daily figures of the days before `day`, oldest first. */
export function historyOf(offer: Offer, day: number, days = 180): { day: number; orders: number; price: number }[] {
  return Array.from({ length: days }, (_, i) => {
    const at = day - days + 1 + i
    return {
      day: at,
      orders: ordersOn(offer, at),
      price: Math.max(60, Math.round(offer.price * priceFactorOn(offer, at))),
    }
  })
}
