/**
 * What is bought when a variant is sold. A variant is made of components; each is bought from the first of its
 * suppliers that serves the customer's country and has enough.
 */
import type { Minor } from '../money.ts'

export const MAX_COMPONENTS = 10
export const MAX_UNITS = 1000

/** One supplier of one component, as kept. Links of a component have its units and gift in common. */
export interface MappedLink {
  /** The order in which suppliers are tried. */
  rank: number
  component: number
  /** Bought per piece sold. 0: the component is a gift only. */
  units: number
  /** ISO countries it serves; empty: those that no other supplier of the component names. */
  countries: readonly string[]
  /** For every so many pieces sold, so many of the component come on top; null: none. */
  gift_every: number | null
  gift_get: number | null
  /** US cents a unit. */
  cost: Minor
  /** Null: the supplier does not say. */
  quantity: number | null
}

/** A variant bought from one supplier, one for one. */
export const ONE_FOR_ONE = { component: 0, units: 1, countries: [], gift_every: null, gift_get: null } as const

export interface PlanLine<L> {
  link: L
  quantity: number
  /** Of these, given on top. */
  gifts: number
}
export type Plan<L> =
  | { ok: true; lines: PlanLine<L>[] }
  | { ok: false; reason: 'not_mapped' | 'cannot_ship' | 'out_of_stock'; component: number }

interface Sale {
  country: string
  quantity: number
}

/** Fewer suppliers than are set, or the cheaper one first instead of the one that is set first. */
interface Among<L> {
  among?: (link: L) => boolean
  by?: 'rank' | 'cost'
}

/** Gifts are counted over the whole line: five sold of "two get one" are two gifts. */
const giftsFor = ({ gift_every, gift_get }: MappedLink, sold: number): number =>
  gift_every === null || gift_get === null ? 0 : Math.floor(sold / gift_every) * gift_get

const needed = (link: MappedLink, sold: number): number => link.units * sold + giftsFor(link, sold)

function componentsOf<L extends MappedLink>(links: readonly L[]): [number, L[]][] {
  const groups = Map.groupBy(
    links.toSorted((a, b) => a.rank - b.rank),
    ({ component }) => component,
  )
  return [...groups].sort(([a], [b]) => a - b)
}

/** A supplier that names the country goes before all that name none. A supplier for other countries is never taken. */
function serving<L extends MappedLink>(links: readonly L[], country: string): L[] {
  const named = links.filter(({ countries }) => countries.includes(country))
  return named.length > 0 ? named : links.filter(({ countries }) => countries.length === 0)
}

const has = ({ quantity }: MappedLink, need: number): boolean => quantity === null || quantity >= need

/** Which suppliers deliver a sale. A line is not divided over suppliers: one that has too little is passed over. */
export function plan<L extends MappedLink>(
  links: readonly L[],
  { country, quantity }: Sale,
  { among = () => true, by = 'rank' }: Among<L> = {},
): Plan<L> {
  if (links.length === 0) return { ok: false, reason: 'not_mapped', component: 0 }
  const lines: PlanLine<L>[] = []
  for (const [component, all] of componentsOf(links)) {
    const candidates = serving(all, country).filter(among)
    if (by === 'cost') candidates.sort((a, b) => a.cost - b.cost)
    const [first] = candidates
    if (!first) return { ok: false, reason: 'cannot_ship', component }
    const need = needed(first, quantity)
    if (need === 0) continue
    const link = candidates.find((one) => has(one, need))
    if (!link) return { ok: false, reason: 'out_of_stock', component }
    lines.push({ link, quantity: need, gifts: giftsFor(link, quantity) })
  }
  return { ok: true, lines }
}

export interface Supply {
  /** Of one piece, US cents; null: nobody delivers it to the country. */
  cost: Minor | null
  /** Pieces that can be sold; null: not known. */
  quantity: number | null
}

/** What one piece costs in a country, and how many can be sold there. */
export function supplyIn(links: readonly MappedLink[], country: string): Supply {
  const [only, another] = links
  // Most variants have one supplier; a product has up to two thousand variants.
  if (only && !another) return supplyFrom(only, country)
  const components = componentsOf(links).map(([, all]) => serving(all, country))
  if (components.length === 0 || components.some((candidates) => candidates.length === 0))
    return { cost: null, quantity: links.length === 0 ? null : 0 }
  let cost: Minor = 0
  for (const candidates of components) {
    const need = (link: MappedLink) => needed(link, 1)
    // What is sold out still has its price.
    const bought = candidates.find((link) => has(link, need(link))) ?? candidates[0]
    cost += bought ? bought.cost * need(bought) : 0
  }
  const pieces = components.map((candidates) => piecesOf(candidates))
  return { cost, quantity: pieces.includes(null) ? null : Math.min(...pieces.map((count) => count ?? 0)) }
}

function supplyFrom(link: MappedLink, country: string): Supply {
  const { countries, cost, quantity } = link
  if (countries.length > 0 && !countries.includes(country)) return { cost: null, quantity: 0 }
  return { cost: cost * needed(link, 1), quantity: quantity === null ? null : piecesFrom(link, quantity) }
}

/** The most pieces that one supplier of a component can deliver. */
function piecesOf(candidates: readonly MappedLink[]): number | null {
  let most = 0
  for (const link of candidates) {
    if (link.quantity === null) return null
    most = Math.max(most, piecesFrom(link, link.quantity))
  }
  return most
}

/** The largest number sold whose need, gifts included, is in stock. A component that costs nothing limits nothing. */
function piecesFrom(link: MappedLink, stock: number): number {
  if (needed(link, link.gift_every ?? 1) === 0) return Number.MAX_SAFE_INTEGER
  if (link.gift_every === null || link.gift_get === null) return Math.floor(stock / link.units)
  let [enough, tooMany] = [0, 1]
  while (needed(link, tooMany) <= stock) [enough, tooMany] = [tooMany, tooMany * 2]
  while (tooMany - enough > 1) {
    const middle = Math.floor((enough + tooMany) / 2)
    if (needed(link, middle) <= stock) enough = middle
    else tooMany = middle
  }
  return enough
}
