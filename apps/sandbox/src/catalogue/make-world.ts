import { draw, type Draw } from './draw.ts'
import { CATEGORIES, KINDS } from './kinds.ts'
import { makeOptions, manyOptions } from './make-options.ts'
import { nameOf } from './countries.ts'
import { makeSeller } from './sellers.ts'
import {
  type Category,
  type Good,
  type Kind,
  type Oddity,
  type Offer,
  type Option,
  type Seller,
  SOURCES,
  type Source,
} from './shapes.ts'
import { TRAITS, traitsOf } from './sources/registry.ts'
import { HIGHEST_PRICE, LOWEST_PRICE } from './variants.ts'
import { vendorId } from './vendor-ids.ts'
import { writeTitle } from './write-title.ts'

/** Everything that is for sale in the sandbox. The same size and seed always give the same world. */
export interface SupplyWorld {
  goods: readonly Good[]
  categories: readonly Category[]
  offers: Readonly<Record<Source, readonly Offer[]>>
  sellers: Readonly<Record<Source, readonly Seller[]>>
  find(source: Source, id: string): Offer | undefined
}

const PRODUCTS = 5200
const OFFERS_OF_A_GOOD = [1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5]
const OFFERS_OF_A_SELLER = 9
const FREE_TO_US = 0.18
/** At which of its source's offers each oddity sits. */
const ODDITIES: ReadonlyMap<number, Oddity> = new Map([
  [3, 'many_variants'],
  [7, 'no_pictures'],
  [11, 'wide_price'],
  [13, 'one_variant'],
  [17, 'emoji_title'],
  [23, 'chinese_title'],
  [29, 'arabic_title'],
  [41, 'emoji_title'],
  [47, 'chinese_title'],
])
const BRAND_HEADS = [
  'Brel',
  'Quor',
  'Zalt',
  'Mirv',
  'Ostr',
  'Plun',
  'Tarq',
  'Wend',
  'Yolv',
  'Fenn',
  'Drus',
  'Haxi',
  'Jeln',
  'Kvar',
  'Lumb',
  'Neph',
  'Skir',
  'Thwi',
  'Vosk',
  'Gril',
]
const BRAND_TAILS = ['ane', 'iko', 'essa', 'elle', 'ovik', 'uess', 'ako', 'ique', 'aro', 'ith', 'umo', 'indra']
export function makeWorld({
  products = PRODUCTS,
  seed = 'omni',
}: { products?: number; seed?: string } = {}): SupplyWorld {
  const left = quotas(products)
  const offers = Object.fromEntries(SOURCES.map((source) => [source, [] as Offer[]])) as Record<Source, Offer[]> // one for each
  const sellers = Object.fromEntries(
    SOURCES.map((source) => {
      const count = Math.max(3, Math.ceil(left[source] / OFFERS_OF_A_SELLER))
      return [source, Array.from({ length: count }, (_, i) => makeSeller(seed, source, i))]
    }),
  ) as Record<Source, Seller[]> // one entry for each source
  const goods: Good[] = []
  const by = draw(`${seed} goods`)
  let kinds: Kind[] = []
  for (let toMake = products; toMake > 0;) {
    if (kinds.length === 0) kinds = by.shuffled(KINDS)
    const good = makeGood(seed, goods.length, kinds.pop() as Kind) // just filled
    goods.push(good)
    const count = Math.min(toMake, by.pick(OFFERS_OF_A_GOOD))
    for (let i = 0; i < count; i++) {
      const source = pickSource(by, left)
      left[source] -= 1
      offers[source].push(makeOffer(seed, source, offers[source].length, good, by.pick(sellers[source]), 1 / count))
    }
    toMake -= count
  }
  const byId = new Map(
    SOURCES.flatMap((source) => offers[source].map((offer) => [`${source} ${offer.id}`, offer] as const)),
  )
  return { goods, categories: CATEGORIES, offers, sellers, find: (source, id) => byId.get(`${source} ${id}`) }
}

function quotas(products: number): Record<Source, number> {
  const left = Object.fromEntries(
    SOURCES.map((source) => [source, Math.round((TRAITS[source].share / PRODUCTS) * products)]),
  ) as Record<Source, number> // one for each
  left[SOURCES[0]] += products - SOURCES.reduce((sum, source) => sum + left[source], 0)
  return left
}

/** In proportion to what is still to be made, so that all sources fill up together. */
function pickSource(by: Draw, left: Record<Source, number>): Source {
  let at = by.random() * SOURCES.reduce((sum, source) => sum + left[source], 0)
  for (const source of SOURCES) {
    at -= left[source]
    if (at < 0) return source
  }
  return SOURCES[0]
}

function makeGood(seed: string, number: number, kind: Kind): Good {
  const by = draw(`${seed} good ${number}`)
  const options = by.chance(0.1) ? [] : makeOptions(kind.choice, by, kind.materials)
  return {
    number,
    kind,
    brand: by.pick(BRAND_HEADS) + by.pick(BRAND_TAILS),
    features: by.shuffled(kind.features).slice(0, by.int(3, kind.features.length)),
    material: by.pick(kind.materials),
    options,
    price: Math.min(9_500, Math.max(130, Math.round(kind.price * 100 * Math.exp(by.normal() * 0.5)))),
    grams: Math.max(10, Math.round(kind.grams * Math.exp(by.normal() * 0.25))),
    // Most things sell a little, a few sell by the hundred thousand.
    demand: by.chance(0.06) ? 0 : Math.min(400_000, Math.round(160 * (1 - by.random()) ** -1.1)),
  }
}

function makeOffer(seed: string, source: Source, index: number, good: Good, seller: Seller, share: number): Offer {
  const by = draw(`${seed} offer ${source} ${index}`)
  const found = ODDITIES.get(index) ?? null
  // No page of a shop shows thousands of choices; only APIs hand them out.
  const oddity = found === 'many_variants' && traitsOf(source).is_captured ? null : found
  const ship_from = warehouses(source, seller, by)
  const sold = Math.min(200_000, Math.round(good.demand * share * Math.exp(by.normal() * 0.5)))
  const price = good.price * TRAITS[source].price_level * Math.exp(by.normal() * 0.12)
  return {
    source,
    index,
    id: vendorId(source, index),
    good,
    seller,
    title: writeTitle(good, source, by, oddity),
    price: Math.min(HIGHEST_PRICE, Math.max(LOWEST_PRICE, Math.round(price))),
    options: optionsOf(source, good, oddity, ship_from, by),
    pictures: oddity === 'no_pictures' ? 0 : by.int(3, 8),
    ship_from,
    pace: sold === 0 ? 0 : sold / 800,
    sold_before: Math.round(sold / 2),
    rating: Math.round((4.95 - Math.min(1.6, Math.abs(by.normal()) * 0.4)) * 10) / 10,
    free_to_us: by.chance(FREE_TO_US),
    oddity,
  }
}

function warehouses(source: Source, seller: Seller, by: Draw): string[] {
  const { keeps_at } = traitsOf(source)
  if (keeps_at) return [keeps_at(seller.country)]
  const others = ['US', 'DE', 'ES', 'FR', 'PL', 'GB', 'AU'].filter((country) => country !== seller.country)
  return [seller.country, ...(by.chance(0.28) ? by.some(others, by.int(1, 2)) : [])]
}

/** A seller shows a part of the colours; at some suppliers the warehouse is one of the choices. */
function optionsOf(source: Source, good: Good, oddity: Oddity | null, shipFrom: readonly string[], by: Draw): Option[] {
  if (oddity === 'many_variants') return manyOptions()
  if (oddity === 'one_variant') return []
  const own = good.options.length === 0 && oddity === 'wide_price' ? makeOptions('pack', by) : good.options
  const shown = own.map((option) => {
    const enough = option.values.length > 2 && by.chance(0.4)
    return enough ? { ...option, values: by.some(option.values, option.values.length - 1) } : option
  })
  if (!traitsOf(source).chooses_warehouse || shipFrom.length < 2) return shown
  const values = shipFrom.map((country, i) => ({ value: nameOf(country), factor: i === 0 ? 1 : 1.12, country }))
  return [...shown, { name: 'Ships From', values }]
}

const made = new Map<number, SupplyWorld>()

/** The one world of a running sandbox: made when first asked for. */
export function supplyWorld(config: { products?: number | undefined }): SupplyWorld {
  const products = config.products ?? PRODUCTS
  const known = made.get(products) ?? makeWorld({ products })
  made.set(products, known)
  return known
}
