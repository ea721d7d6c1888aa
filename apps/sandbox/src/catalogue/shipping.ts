import { COUNTRIES, isCountry, zonesBetween } from './countries.ts'
import { draw } from './draw.ts'
import type { Offer } from './shapes.ts'

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

interface Service {
  code: string
  company: string
  /** Times the ordinary cost, times the ordinary days. */
  cost: number
  speed: number
  tracked: boolean
}

const SERVICES: Record<Offer['source'], readonly Service[]> = {
  aliexpress: [
    { code: 'CAINIAO_STANDARD', company: 'AliExpress Standard Shipping', cost: 1, speed: 1, tracked: true },
    { code: 'CAINIAO_ECONOMY', company: 'Cainiao Super Economy', cost: 0.6, speed: 1.7, tracked: false },
    { code: 'EMS_EXPRESS', company: 'Express Air', cost: 3.4, speed: 0.45, tracked: true },
  ],
  cj: [
    { code: 'CJPacket Ordinary', company: 'CJPacket Ordinary', cost: 1, speed: 1, tracked: true },
    { code: 'CJPacket Sensitive', company: 'CJPacket Sensitive', cost: 1.25, speed: 1.1, tracked: true },
    { code: 'CJPacket Fast Line', company: 'CJPacket Fast Line', cost: 1.7, speed: 0.65, tracked: true },
    { code: 'Express Official', company: 'Express Official', cost: 3.8, speed: 0.4, tracked: true },
  ],
  ebay: [
    { code: 'USPSGroundAdvantage', company: 'Ground Advantage', cost: 1, speed: 1, tracked: true },
    { code: 'ExpeditedPackage', company: 'Expedited Package', cost: 2.2, speed: 0.5, tracked: true },
  ],
  amazon: [{ code: 'STANDARD', company: 'Standard', cost: 1, speed: 1, tracked: true }],
  zopi: [
    { code: 'ZOPI_STANDARD', company: 'Zopi Standard', cost: 0.9, speed: 0.8, tracked: true },
    { code: 'ZOPI_EXPRESS', company: 'Zopi Express', cost: 2.1, speed: 0.4, tracked: true },
  ],
  temu: [{ code: 'STANDARD', company: 'Standard', cost: 0.8, speed: 0.9, tracked: true }],
  alibaba: [
    { code: 'AIR', company: 'Air freight', cost: 1.4, speed: 0.9, tracked: true },
    { code: 'SEA', company: 'Sea freight', cost: 0.5, speed: 3, tracked: false },
  ],
}
/** Days from order to door by zone, and US cents: a base plus so much a kilogram. */
const ZONES = [
  { days: [2, 5], base: 220, per_kg: 180 },
  { days: [5, 9], base: 260, per_kg: 420 },
  { days: [9, 16], base: 310, per_kg: 780 },
  { days: [13, 24], base: 420, per_kg: 1050 },
  { days: [20, 38], base: 560, per_kg: 1400 },
] as const

/** Most eBay sellers ship inside their own country only. */
const HOME_ONLY = 0.8

export function shipsTo(offer: Offer, country: string): boolean {
  if (!isCountry(country)) return false
  if (offer.ship_from.includes(country)) return true
  if (offer.source === 'amazon') return country === 'US'
  if (offer.source === 'ebay')
    return !draw(`home ${offer.id}`).chance(HOME_ONLY) && !draw(`reach ${offer.id} ${country}`).chance(0.2)
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
  return SERVICES[offer.source]
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
