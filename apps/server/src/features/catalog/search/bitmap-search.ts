import { choicesOf } from '@omni/domain/catalog/search-document.ts'
import { type Facet, FACETS, TOTAL_CAP } from '@omni/domain/catalog/search-options.ts'
import { RoaringArenaAllocator, RoaringBitmap32 } from 'roaring-wasm'
import type { BitmapIndex } from './bitmap-index.ts'
import {
  type FacetCounts,
  isDown,
  ORDERS,
  PART,
  type Place,
  type Range,
  type SearchEngine,
  type SearchHits,
  type SearchRequest,
} from './search-port.ts'

/** Intersections of bitmaps, and a scan of what is left for the first of an order. */
export const bitmapSearch = (index: BitmapIndex): SearchEngine => ({
  search: async (request) => inArena(() => searchIn(index, request)),
  count: async (tags) => inArena(() => withAll(index, tags).size),
})

/** What a question makes on its way is given back when it is answered: wasm's memory knows no collector. */
const inArena = <T>(work: () => T): T => new RoaringArenaAllocator().with(work)

function searchIn(index: BitmapIndex, request: SearchRequest): SearchHits {
  const found = matches(index, request)
  const slots = found.toUint32Array()
  const best = firstOf(index, found, slots, request)
  const shown = best.slice(request.offset, request.offset + request.limit)
  return {
    ids: shown.map(({ id }) => id),
    total: Math.min(slots.length, TOTAL_CAP),
    total_is_capped: slots.length > TOTAL_CAP,
    last: shown.at(-1) ?? null,
    has_more: best.length > request.offset + request.limit,
    facets: request.counted ? countOnce(index, request, slots) : null,
  }
}

/** Rarest first: each step has less to do than the one before. What every product carries, as "new", takes none away. */
function withAll(index: BitmapIndex, tags: readonly string[]): RoaringBitmap32 {
  const [first, second, ...others] = tags
    .map((tag) => index.tagged(tag))
    .filter(({ size }) => size < index.filled())
    .sort((a, b) => a.size - b.size)
  if (!first) return index.living()
  const found = second ? RoaringBitmap32.and(first, second) : first.clone()
  for (const products of others) found.andInPlace(products)
  if (index.dead.size > 0) found.andNotInPlace(index.dead)
  return found
}

/** `but`: a filter that is left out, to count its own choices. */
function matches(index: BitmapIndex, request: SearchRequest, but?: Facet): RoaringBitmap32 {
  const filters = request.filters.filter(({ facet }) => but === undefined || facet !== but)
  const single = filters.flatMap(({ any }) => (any.length === 1 ? any : []))
  let found = withAll(index, [...request.tags, ...single])
  for (const id of request.without) found.delete(index.slotOf(id) ?? -1)
  for (const { any } of filters)
    if (any.length > 1) found.andInPlace(RoaringBitmap32.orMany(any.map((tag) => index.tagged(tag))))
  for (const { any, range } of filters)
    if (any.length === 0 && range && found.size > 0) found = within(index, found, range, request.ship_to)
  return found
}

function within(index: BitmapIndex, found: RoaringBitmap32, range: Range, ship_to: string): RoaringBitmap32 {
  const { of: values, unknown } = index.columnOf(range.column, ship_to)
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range
  const slots = found.toUint32Array()
  let kept = 0
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0
    const value = values[slot] ?? unknown
    if (value !== unknown && value >= min && value <= max) slots[kept++] = slot
  }
  return new RoaringBitmap32(slots.subarray(0, kept))
}

/** The places behind `after`, in order, as far as the page asked for and one more. */
function firstOf(index: BitmapIndex, found: RoaringBitmap32, all: Uint32Array, request: SearchRequest): Place[] {
  const { sort, ship_to, after, offset, limit } = request
  const wanted = offset + limit + 1
  const sign = ORDERS[sort].down ? -1 : 1
  const { of: values, unknown } = index.columnOf(ORDERS[sort].column, ship_to)
  const { of: scores } = index.columnOf('score', ship_to)
  const { of: ids } = index.ids
  const refused = RoaringBitmap32.and(found, index.tagged(`z:${ship_to}`))
  const sent = refused.size > 0 ? RoaringBitmap32.andNot(found, refused).toUint32Array() : all
  const order = (a: Place, b: Place) =>
    a.part - b.part || a.key - b.key || (isDown(sort, a.part) ? b.id - a.id : a.id - b.id)
  let best: Place[] = []
  // The worst place that still counts: nearly every slot is dismissed by one look at it.
  let [worstPart, worstKey] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const consider = (place: Place) => {
    if (after && order(place, after) <= 0) return
    best.push(place)
    if (best.length < 2 * wanted) return
    best = best.sort(order).slice(0, wanted)
    const worst = best.at(-1)
    if (worst) [worstPart, worstKey] = [worst.part, worst.key]
  }
  for (const [slots, shipped] of [
    [sent, true],
    [refused.toUint32Array(), false],
  ] as const)
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] ?? 0
      const value = values[slot] ?? unknown
      let part: number = PART.valued
      if (!shipped) part = PART.does_not_ship
      else if (value === unknown) part = PART.unknown
      const key = part === PART.valued ? sign * value : -(scores[slot] ?? 0)
      if (part > worstPart || (part === worstPart && key > worstKey)) continue
      consider({ part, key, id: ids[slot] ?? 0 })
    }
  return best.sort(order).slice(0, wanted)
}

/** What was counted for the same question stays true until a product changes. */
const counted = new WeakMap<BitmapIndex, { version: number; facets: Map<string, FacetCounts> }>()
const MAX_COUNTED = 500

function countOnce(index: BitmapIndex, request: SearchRequest, slots: Uint32Array): FacetCounts {
  // What one workplace has hidden is nobody else's question.
  if (request.without.length > 0) return countChoices(index, request, slots)
  let known = counted.get(index)
  if (known?.version !== index.version() || known.facets.size >= MAX_COUNTED)
    counted.set(index, (known = { version: index.version(), facets: new Map() }))
  const question = JSON.stringify([request.ship_to, request.tags, request.filters])
  const facets = known.facets.get(question) ?? countChoices(index, request, slots)
  known.facets.set(question, facets)
  return facets
}

/** How many products each choice would leave, with every other filter as it is. */
function countChoices(index: BitmapIndex, request: SearchRequest, all: Uint32Array): FacetCounts {
  const ofAll = countTags(index, all, request.ship_to)
  const counts = (facet: Facet): Record<string, number> => {
    const own = request.filters.filter((filter) => filter.facet === facet)
    const chosen = own.flatMap(({ any }) => any)
    let others: RoaringBitmap32 | undefined
    const count = (tag: string): number => {
      if (own.length === 0) return ofAll(tag)
      if (chosen.length === 1 && tag === chosen[0]) return all.length
      const products = index.tagged(tag)
      if (products.isEmpty) return 0
      // The few choices of one filter are intersected sooner than all products are passed over once more.
      others ??= matches(index, request, facet)
      return others.andCardinality(products)
    }
    return Object.fromEntries(choicesOf(facet, request.ship_to).map(([id, tag]) => [id, count(tag)]))
  }
  // every facet has its counts
  return Object.fromEntries(FACETS.map((facet) => [facet, counts(facet)])) as FacetCounts
}

/** By one pass over the products: many times as quick as intersecting large bitmaps choice by choice. */
function countTags(index: BitmapIndex, slots: Uint32Array, ship_to: string): (tag: string) => number {
  const { of: kinds } = index.kinds
  const ofKind = new Uint32Array(index.choicesOfKind.length)
  const steps = index.stepsOf(ship_to)?.of
  const ofSteps = new Uint32Array(256)
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0
    const kind = kinds[slot] ?? 0
    ofKind[kind] = (ofKind[kind] ?? 0) + 1
    if (!steps) continue
    const under = steps[slot] ?? 0
    ofSteps[under] = (ofSteps[under] ?? 0) + 1
  }
  const ofChoice = new Uint32Array(index.choiceOf.size)
  for (let kind = 0; kind < ofKind.length; kind++) {
    const products = ofKind[kind] ?? 0
    const choices = index.choicesOfKind[kind]
    if (products === 0 || !choices) continue
    for (let at = 0; at < choices.length; at++) {
      const choice = choices[at] ?? 0
      ofChoice[choice] = (ofChoice[choice] ?? 0) + products
    }
  }
  const counts = new Map([...index.choiceOf].map(([tag, choice]) => [tag, ofChoice[choice] ?? 0]))
  // Few products were quoted to any other country: their bitmaps are small.
  const found = steps ? null : new RoaringBitmap32(slots)
  for (const [tag, bit] of stepTags(ship_to))
    counts.set(tag, found?.andCardinality(index.tagged(tag)) ?? withBit(ofSteps, bit))
  return (tag) => counts.get(tag) ?? 0
}

const stepTags = (ship_to: string) =>
  (['shipping', 'days'] as const)
    .flatMap((facet) => choicesOf(facet, ship_to))
    .map(([, tag], at) => [tag, 1 << at] as const)

const withBit = (counts: Uint32Array, bit: number) =>
  counts.reduce((sum, products, bits) => (bits & bit ? sum + products : sum), 0)
