import type { ShippingFigures } from '@omni/domain/catalog/search-document.ts'
import { SHIPPING_COSTS, SHIPPING_DAYS } from '@omni/domain/catalog/search-options.ts'
import { MAIN_COUNTRIES } from '@omni/domain/catalog/sources.ts'
import { RoaringBitmap32 } from 'roaring-wasm'
import type { Column } from './search-port.ts'
import { addTo, settled, type Tag, tagMaker } from './tag-bitmaps.ts'

/** A row of the record, as JSON brings it; tags with a space between them. */
export type IndexRow = [
  product_id: number,
  tags: string,
  score: number,
  price: number,
  orders: number,
  listings: number | null,
  rating: number | null,
  shipping: Record<string, ShippingFigures | null>,
]

/** One value for every slot. */
export interface Values {
  of: Int32Array | Float32Array | Float64Array | Uint8Array
  unknown: number
}
type Figure = 'ship_cost' | 'ship_days' | 'profit'
const FIGURES: readonly Figure[] = ['ship_cost', 'ship_days', 'profit']
const NO_PROFIT = -2_147_483_648

/** "At most so much": who falls under it, and its bit among the steps of a product. */
interface Step {
  most: number
  tag: Tag
  bit: number
}

/** Some choices together, and the kinds with one more. */
interface Kind {
  number: number
  choices: readonly number[]
  with: Kind[]
}

interface Country {
  /** null: asked for now and then. Few products hold a figure, and a map is smaller than three arrays. */
  columns: (Record<Figure, Values> & { steps: Values }) | null
  few: Map<number, ShippingFigures>
  costs: readonly Step[]
  days: readonly Step[]
  does_not_ship: Tag
}

/** Tags that are choices of a filter: their letters. */
const CHOICES = 'sfpolrn'
/** Room to grow and for slots that lie dead; an index that is full is built anew. */
const SPARE_SHARE = 0.1
const SPARE_AT_LEAST = 20_000
/** A map of a million keys is enlarged in one go, which would keep the thread; sixteen small ones are not. */
const SHARDS = 16

/**
 * The search index in memory: a compressed bitmap of slots for every tag, and typed arrays of what lists are sorted by.
 * A product that changes gets a new slot and its old one lies dead, so that no bitmap has to be searched for it; `sweep`
 * takes the dead out of all bitmaps now and then and frees their slots.
 */
export function createBitmapIndex(expected: number) {
  const capacity = expected + Math.max(Math.ceil(expected * SPARE_SHARE), SPARE_AT_LEAST)
  let [used, version] = [0, 0]
  const columns: Values[] = []
  const column = (of: Values['of'], unknown: number): Values => {
    // A million to fill keeps the thread; where there is always a value, nobody sees what was there before.
    const made = { of: unknown === 0 || Number.isNaN(unknown) ? of : of.fill(unknown), unknown }
    columns.push(made)
    return made
  }
  const ids = column(new Float64Array(capacity), 0)
  // No product is without a score, a price or orders: nothing equals Number.NaN.
  const base: Record<Exclude<Column, Figure>, Values> = {
    score: column(new Float32Array(capacity), Number.NaN),
    price: column(new Int32Array(capacity), Number.NaN),
    orders: column(new Float64Array(capacity), Number.NaN),
    listings: column(new Int32Array(capacity), -1),
    rating: column(new Float32Array(capacity), -1),
  }
  /** Products that fall under the same choices are of one kind: counting kinds counts all choices at once. */
  const kinds = column(new Int32Array(capacity), 0)
  const noChoice: Kind = { number: -1, choices: [], with: [] }
  const choicesOfKind: (readonly number[])[] = []
  const choiceOf = new Map<string, number>()
  const slots = Array.from({ length: SHARDS }, () => new Map<number, number>())
  const tags = new Map<string, Tag>()
  const newTag = tagMaker()
  const countries = new Map<string, Country>()
  const [dead, vacant, nothing] = [new RoaringBitmap32(), new RoaringBitmap32(), new RoaringBitmap32()]

  function tagOf(name: string): Tag {
    let tag = tags.get(name)
    if (tag) return tag
    const isChoice = CHOICES.includes(name.charAt(0))
    tags.set(name, (tag = newTag(isChoice ? choiceOf.size : null)))
    if (isChoice) choiceOf.set(name, choiceOf.size)
    return tag
  }

  function countryOf(code: string): Country {
    const known = countries.get(code)
    if (known) return known
    const made: Country = {
      columns: MAIN_COUNTRIES.some((main) => main === code)
        ? {
            ship_cost: column(new Int32Array(capacity), -1),
            ship_days: column(new Uint8Array(capacity), 0),
            profit: column(new Int32Array(capacity), NO_PROFIT),
            steps: column(new Uint8Array(capacity), 0),
          }
        : null,
      few: new Map(),
      costs: SHIPPING_COSTS.map((most, at) => ({ most, tag: tagOf(`k:${code}:${most}`), bit: 1 << at })),
      days: SHIPPING_DAYS.map((most, at) => ({
        most,
        tag: tagOf(`d:${code}:${most}`),
        bit: 1 << (SHIPPING_COSTS.length + at),
      })),
      does_not_ship: tagOf(`z:${code}`),
    }
    countries.set(code, made)
    return made
  }

  /** A slot in which every value is unknown. */
  function newSlot(): number {
    const reused = vacant.pop()
    if (reused === undefined) return used++
    for (const { of, unknown } of columns) of[reused] = unknown
    return reused
  }

  const slotsOf = (id: number) => slots[id % SHARDS] ?? new Map<number, number>()

  function remove(id: number): void {
    version++
    const slot = slotsOf(id).get(id)
    if (slot === undefined) return
    slotsOf(id).delete(id)
    dead.add(slot)
    for (const { few } of countries.values()) few.delete(slot)
  }

  function put([id, names, score, price, orders, listings, rating, shipping]: IndexRow): void {
    remove(id)
    const slot = newSlot()
    slotsOf(id).set(id, slot)
    ids.of[slot] = id
    base.score.of[slot] = score
    base.price.of[slot] = price
    base.orders.of[slot] = orders
    if (listings !== null) base.listings.of[slot] = listings
    if (rating !== null) base.rating.of[slot] = rating
    let kind = noChoice
    for (const name of names.split(' ')) {
      const tag = tagOf(name)
      addTo(tag, slot)
      if (tag.choice !== null)
        kind = kind.with[tag.choice] ??= { number: -1, choices: [...kind.choices, tag.choice], with: [] }
    }
    if (kind.number < 0) kind.number = choicesOfKind.push(kind.choices) - 1
    kinds.of[slot] = kind.number
    for (const code in shipping) putShipping(countryOf(code), slot, shipping[code] ?? null)
  }

  function putShipping(country: Country, slot: number, figures: ShippingFigures | null): void {
    if (figures === null) {
      addTo(country.does_not_ship, slot)
      return
    }
    const [cost, days, profit] = figures
    if (country.columns) {
      country.columns.ship_cost.of[slot] = cost
      country.columns.profit.of[slot] = profit
      if (days !== null) country.columns.ship_days.of[slot] = days
    } else country.few.set(slot, figures)
    const steps = under(country.costs, cost, slot) | (days === null ? 0 : under(country.days, days, slot))
    if (country.columns) country.columns.steps.of[slot] = steps
  }

  function under(list: readonly Step[], value: number, slot: number): number {
    let steps = 0
    for (const { most, tag, bit } of list)
      if (value <= most) {
        addTo(tag, slot)
        steps |= bit
      }
    return steps
  }

  /** A country that few products were quoted for is written out for this one time. */
  function columnOf(name: Column, ship_to: string): Values {
    if (name !== 'ship_cost' && name !== 'ship_days' && name !== 'profit') return base[name]
    const country = countries.get(ship_to)
    if (country?.columns) return country.columns[name]
    const of = new Int32Array(capacity).fill(NO_PROFIT)
    for (const [slot, figures] of country?.few ?? []) of[slot] = figures[FIGURES.indexOf(name)] ?? NO_PROFIT
    return { of, unknown: NO_PROFIT }
  }

  return {
    put,
    remove,
    columnOf,
    ids,
    kinds,
    choicesOfKind,
    /** The number of a choice, by its tag. */
    choiceOf,
    dead,
    /** Dead slots may be in it. */
    tagged(name: string): RoaringBitmap32 {
      const tag = tags.get(name)
      return tag ? settled(tag) : nothing
    },
    /** How many slots hold a product, dead ones with them: a bitmap of so many holds them all. */
    filled: () => used - vacant.size,
    /** All slots of products. */
    living(): RoaringBitmap32 {
      const living = new RoaringBitmap32()
      living.addRange(0, used)
      for (const others of [vacant, dead]) living.andNotInPlace(others)
      return living
    },
    slotOf: (id: number) => slotsOf(id).get(id),
    /** Of a main country: the steps of cost and days each product falls under, as bits. */
    stepsOf: (ship_to: string) => countries.get(ship_to)?.columns?.steps,
    /** Arrays of the main countries take a moment each to be made. */
    countryOf,
    /** Another one after every change. */
    version: () => version,
    /** How many more products can be put. */
    room: () => capacity - used + vacant.size,
    /** Dead slots in every bitmap cost each question; room that is lost to them is half of what there is. */
    needsSweep: () => dead.size > (capacity - used + dead.size) / 2,
    /** Takes all that is fresh into the bitmaps. A tag at a time; between two the thread may do something else. */
    *settle(): Generator<void> {
      for (const tag of tags.values()) {
        settled(tag)
        yield
      }
    },
    /** A tag at a time, too. Slots that die meanwhile wait for the next sweep; fresh ones may be dead by now. */
    *sweep(): Generator<void> {
      const swept = dead.clone()
      for (const tag of tags.values()) {
        settled(tag).andNotInPlace(swept)
        yield
      }
      dead.andNotInPlace(swept)
      vacant.orInPlace(swept)
      swept.dispose()
    },
    /** Memory that no collector reaches is given back at once. */
    dispose(): void {
      for (const { slots } of [...tags.values(), { slots: dead }, { slots: vacant }, { slots: nothing }])
        slots.dispose()
    },
  }
}
export type BitmapIndex = ReturnType<typeof createBitmapIndex>
