import { COUNTRIES, isCountry, zonesBetween } from './countries.ts'
import { draw } from './draw.ts'
import type { Offer } from './shapes.ts'
import { TRAITS, traitsOf } from './sources/registry.ts'

export interface Carriage {
  code: string
  company: string
  /** US cents. */
  cost: number
  min_days: number
  max_days: number
  tracked: boolean
  ship_from: string
}

/** Days from order to door by zone, and US cents: a base plus so much a kilogram. */
const ZONES = [
  { days: [2, 5], base: 220, per_kg: 180 },
  { days: [5, 9], base: 260, per_kg: 420 },
  { days: [9, 16], base: 310, per_kg: 780 },
  { days: [13, 24], base: 420, per_kg: 1050 },
  { days: [20, 38], base: 560, per_kg: 1400 },
] as const

export function shipsTo(offer: Offer, country: string): boolean {
  if (!isCountry(country)) return false
  if (offer.ship_from.includes(country)) return true
  const { reaches } = traitsOf(offer.source)
  if (reaches)
    return reaches(country, (of) => draw(of === 'home' ? `home ${offer.id}` : `reach ${offer.id} ${country}`))
  return !draw(`reach ${offer.source} ${offer.id} ${country}`).chance(0.05)
}

export const destinationsOf = (offer: Offer): string[] =>
  Object.keys(COUNTRIES).filter((country) => shipsTo(offer, country))

/** Cheapest first. Empty when nothing goes there. */
export function carriagesOf(
  offer: Offer,
  asked: { to: string; from?: string | undefined; quantity?: number; grams?: number },
): Carriage[] {
  const { to, quantity = 1, grams = offer.good.grams } = asked
  if (!shipsTo(offer, to)) return []
  const from =
    asked.from !== undefined && offer.ship_from.includes(asked.from) ? asked.from : nearest(offer.ship_from, to)
  const zone = ZONES[Math.min(ZONES.length - 1, zonesBetween(from, to))] ?? ZONES[2]
  const by = draw(`carriage ${offer.source} ${offer.id} ${from} ${to}`)
  const ordinary = zone.base + (zone.per_kg * grams * quantity) / 1000
  const spread = 0.85 + by.random() * 0.3
  const extra = by.int(0, 3)
  return TRAITS[offer.source].services
    .map(({ code, company, cost, speed, tracked }, i) => ({
      code,
      company,
      cost: i === 0 && isFree(offer, to) ? 0 : Math.round(ordinary * cost * spread),
      min_days: Math.max(1, Math.round(zone.days[0] * speed)),
      max_days: Math.max(2, Math.round((zone.days[1] + extra) * speed)),
      tracked,
      ship_from: from,
    }))
    .toSorted((a, b) => a.cost - b.cost)
}

const isFree = (offer: Offer, to: string) =>
  offer.free_to_us && (to === 'US' || draw(`free ${offer.id} ${to}`).chance(0.3))

function nearest(warehouses: readonly string[], to: string): string {
  const [first = 'CN'] = warehouses.toSorted((a, b) => zonesBetween(a, to) - zonesBetween(b, to))
  return first
}
