/** One product in the search index, tag by tag. */
import { expect, test } from 'vitest'
import { choicesOf, collectionsOf, scoreOf, type SearchFacts, toSearchDocument } from './search-document.ts'
import { FACETS } from './search-options.ts'

const LAMP: SearchFacts = {
  name: 'Oak Lamps',
  source: 'ebay',
  category_id: null,
  price: 2000,
  orders: 600,
  orders_week: 10,
  rating: 4.2,
  reviews_count: 80,
  listings: 120,
  ship_froms: ['US', 'CN'],
  shipping: { US: { cost: 300, days: 8 }, DE: { cost: 900, days: 30 }, FR: null },
  single: true,
  condition: 'new',
  charges: 100,
}
const tagsOf = (change: Partial<SearchFacts>) => toSearchDocument({ ...LAMP, ...change }).tags

test('every fact has its tag', () => {
  expect(toSearchDocument(LAMP)).toEqual({
    tags: [
      'd:US:12',
      'd:US:20',
      'd:US:8',
      'f:CN',
      'f:US',
      'g:fastest_delivery_us',
      'g:made_in_us',
      'k:US:1000',
      'k:US:300',
      'k:US:500',
      'l:1',
      'n:new',
      'o:0',
      'o:2',
      'p:1',
      'r:3',
      'r:4',
      's:ebay',
      'w:lamp',
      'w:oak',
      'x:single',
    ],
    // 20.00 x 2.5 + 3.00 + 1.00 up to 54.99; the card's fee of it is 1.89.
    score: 5.883,
    price: 2000,
    profit: 2910,
    orders: 600,
    ship_days: 8,
    ship_cost: 300,
    listings: 120,
    rating: 4.2,
    // Charges are known for the default country alone.
    shipping: { US: [300, 8, 2910], DE: [900, 30, 2895], FR: null },
  })
})

test('what is not known has no tag', () => {
  const tags = tagsOf({ rating: null, listings: null, shipping: {}, single: false, ship_froms: [] })
  expect(tags.filter((tag) => 'rlkdfx'.includes(tag.charAt(0)))).toEqual([])
  expect(toSearchDocument({ ...LAMP, shipping: {} })).toMatchObject({ profit: null, ship_cost: null, ship_days: null })
})

test('a category is found under itself and those above it', () => {
  expect(tagsOf({ category_id: 101 }).filter((tag) => tag.startsWith('c:'))).toEqual(['c:100', 'c:101'])
})

test.each([
  [4.5, ['r:3', 'r:4', 'r:4.5']],
  [4.49, ['r:3', 'r:4']],
  [3, ['r:3']],
  [2.9, []],
])('stars of %s', (rating, tags) => {
  expect(tagsOf({ rating }).filter((tag) => tag.startsWith('r:'))).toEqual(tags)
})

test.each([
  [0, null],
  [-1, null],
  [1, 1],
  [99, 99],
  [100, null],
  [null, null],
])('a parcel of %s days counts as %s', (days, counts) => {
  expect(toSearchDocument({ ...LAMP, shipping: { US: { cost: 0, days } } }).ship_days).toBe(counts)
})

const collected = (change: Partial<SearchFacts>) => collectionsOf({ ...LAMP, ...change })
const NONE: Partial<SearchFacts> = { orders_week: 0, shipping: {}, source: 'cj' }

test('trending: sold this week, and more than a little of all that was ever sold', () => {
  expect(collected({ ...NONE, orders_week: 20, orders: 1000 })).toEqual(['trending'])
  expect(collected({ ...NONE, orders_week: 19, orders: 100 })).toEqual([])
  expect(collected({ ...NONE, orders_week: 20, orders: 1001 })).toEqual([])
})

test('fast and free are meant to the United States', () => {
  const to = (US: { cost: number; days: number | null } | null) => collected({ ...NONE, shipping: { US } })
  expect(to({ cost: 1, days: 8 })).toEqual(['fastest_delivery_us'])
  expect(to({ cost: 1, days: 9 })).toEqual([])
  expect(to({ cost: 0, days: null })).toEqual(['free_ship_us'])
  expect(to(null)).toEqual([])
})

test("from the United States is what eBay's sellers send from there; used goods are in no collection", () => {
  expect(collected({ ...NONE, source: 'ebay' })).toEqual(['made_in_us'])
  expect(collected({ ...NONE, source: 'ebay', ship_froms: ['CN'] })).toEqual([])
  expect(collected({ ...NONE, source: 'cj' })).toEqual([])
  expect(collected({ ...NONE, source: 'ebay', condition: 'used' })).toEqual([])
})

test('popularity: growth counts more than size, stars as far as many gave them, profit up to fifty dollars', () => {
  const score = (change: Partial<SearchFacts>, profit: number | null = null) =>
    scoreOf({ orders: 0, orders_week: 0, rating: null, reviews_count: 0, ...change }, profit)
  expect(score({})).toBe(0)
  expect(score({ orders: 99 })).toBeCloseTo(2)
  expect(score({ orders_week: 99 })).toBeCloseTo(3)
  expect(score({ rating: 5, reviews_count: 20 })).toBeCloseTo(1)
  expect(score({ rating: 1, reviews_count: 20 })).toBeCloseTo(-1)
  expect(score({ rating: 5, reviews_count: 0 })).toBe(0)
  expect([score({}, 2500), score({}, 9000), score({}, -400)]).toEqual([0.5, 1, 0])
})

test('each choice of a filter has the tag that products carry', () => {
  const tags = Object.fromEntries(FACETS.map((facet) => [facet, choicesOf(facet, 'DE').map((pair) => pair.join(' '))]))
  expect(tags).toMatchObject({
    source: expect.arrayContaining(['aliexpress s:aliexpress', 'alibaba s:alibaba']),
    price: ['-1000 p:0', '1000-3000 p:1', '3000-5000 p:2', '5000-10000 p:3', '10000- p:4'],
    orders: ['100- o:0', '-500 o:1', '500-1000 o:2', '1000-5000 o:3', '5000-10000 o:4', '10000- o:5'],
    listings: ['-100 l:0', '100-250 l:1', '250-500 l:2', '500-750 l:3', '750-1000 l:4', '1000- l:5'],
    rating: ['4.5 r:4.5', '4 r:4', '3 r:3'],
    days: ['5 d:DE:5', '8 d:DE:8', '12 d:DE:12', '20 d:DE:20'],
    shipping: ['0 k:DE:0', '300 k:DE:300', '500 k:DE:500', '1000 k:DE:1000'],
    condition: ['new n:new', 'refurbished n:refurbished', 'used n:used'],
    ship_from: expect.arrayContaining(['CN f:CN', 'US f:US']),
  })
})
