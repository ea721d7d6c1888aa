import { expect, test } from 'vitest'
import { confidenceOf, isCertain } from './confidence.ts'
import { type Candidate, weigh } from './suggest.ts'

const store = { title: 'Waterproof hiking backpack 40 L', price: 5000, variants: 2 }
const candidate = (change: Partial<Candidate> = {}): Candidate => ({
  name: 'Hiking Backpack Waterproof for Travel',
  price: 2000,
  has_sku: false,
  matched: 2,
  picture: null,
  ...change,
})
const score = (change: Partial<Candidate> = {}) => weigh(store, candidate(change), 2.5, () => 1).score

test('each kind of evidence moves the score the right way', () => {
  expect(score({ has_sku: true })).toBeGreaterThan(score())
  expect(score({ picture: 0.98 })).toBeGreaterThan(score())
  expect(score({ picture: 0.6 })).toBeLessThan(score())
  expect(score({ matched: 0 })).toBeLessThan(score())
  expect(score({ price: 20_000 })).toBeLessThan(score())
  expect(score({ name: 'Ceramic mug' })).toBeLessThan(score())
  expect(score({ name: 'Hiking Backpack Waterproof 20 L' })).toBeLessThan(
    score({ name: 'Hiking Backpack Waterproof 40 L' }),
  )
})

test('a score is the sum of what speaks for and against it', () => {
  const named = { title: 'Blue lamp', price: 5000, variants: 2 }
  const fits = { name: 'Blue lamp', price: 2000, has_sku: false, matched: 2, picture: null }
  const of = (change: Partial<Candidate> = {}, facts: Partial<typeof store> = {}) =>
    weigh({ ...named, ...facts }, { ...fits, ...change }, 2.5, () => 1).score
  expect(of()).toBeCloseTo(4 + 2)
  expect(of({ has_sku: true })).toBeCloseTo(6 + 4 + 2)
  expect(of({ picture: 0.95 })).toBeCloseTo(4 + 2 + 1)
  expect(of({ picture: 0.75 })).toBeCloseTo(4 + 2 - 1)
  expect(of({ matched: 1 })).toBeCloseTo(4 + 1)
  expect(of({}, { variants: 0 })).toBeCloseTo(4)
  // Twice as dear as usual, or half: as far off. However far off, a price says no more than that it is.
  for (const price of [1000, 4000]) expect(of({ price })).toBeCloseTo(6 - Math.log(2))
  expect(of({ price: 1 })).toBeCloseTo(6 - 2)
  expect(of({ price: 0 })).toBeCloseTo(6)
  expect(weigh({ ...named, price: null }, fits, 2.5, () => 1).score).toBeCloseTo(6)
  expect(of({ price: 1 }, { price: 0 })).toBeCloseTo(6 - Math.log(2.5))
  // A title of nothing but praise names nothing.
  expect(of({ name: 'New premium' }, { title: 'New premium' })).toBeCloseTo(2)
  // Another number is another good; a number that only one of them tells says nothing.
  expect(of({ name: 'Blue lamp 500' }, { title: 'Blue lamp 250' })).toBeLessThan(of({ name: 'Blue lamp 500' }) - 2)
  expect(of({ name: 'Blue lamp 1.5' }, { title: 'Blue lamp 1.7' })).toBeLessThan(of() - 1.9)
  expect(of({ name: 'Blue lamp' }, { title: 'Blue lamp 250' })).toBeCloseTo(6)
  expect(of({ name: 'Blue lamp 250' })).toBeCloseTo(6)
})

test('a reason is named from a limit on', () => {
  const reasonsOf = (change: Partial<Candidate>, facts: Partial<typeof store> = {}) =>
    weigh(
      { title: 'red', price: 5000, variants: 2, ...facts },
      candidate({ matched: 0, price: 1, ...change }),
      2.5,
      () => 1,
    ).reasons
  expect(reasonsOf({ price: 2999 })).toEqual(['price'])
  expect(reasonsOf({ price: 3001 })).toEqual([])
  expect(reasonsOf({ matched: 2 })).toEqual(['options'])
  expect(reasonsOf({ matched: 1 }, { variants: 1 })).toEqual([])
  expect([0.89, 0.9].map((picture) => reasonsOf({ picture }))).toEqual([[], ['picture']])
  const five = 'oak walnut cedar birch maple'
  expect(reasonsOf({ name: 'oak walnut cedar larch alder' }, { title: five })).toEqual(['title'])
  expect(reasonsOf({ name: 'oak walnut spruce larch alder' }, { title: five })).toEqual([])
})

test('the reasons are those that a person can check', () => {
  const { reasons } = weigh(store, candidate({ has_sku: true, picture: 0.98 }), 2.5, () => 1)
  expect(reasons).toEqual(['sku', 'title', 'picture', 'options', 'price'])
  expect(weigh(store, candidate({ name: 'Mug', matched: 0, price: 9000 }), 2.5, () => 1).reasons).toEqual([])
})

test('a larger score never promises less; what is unlikely is not shown', () => {
  expect([0, 3.4].map(confidenceOf)).toEqual([null, null])
  expect([3.5, 4, 4.5, 5, 6].map(confidenceOf)).toEqual([40, 49, 67, 90, 98])
  const promised = Array.from({ length: 100 }, (_, at) => confidenceOf(at / 10) ?? 0)
  expect(promised).toEqual(promised.toSorted((a, b) => a - b))
})

test('certain is far ahead of every other good, with every variant accounted for', () => {
  expect(isCertain(7, 4, true)).toBe(true)
  expect(isCertain(7, undefined, true)).toBe(true)
  expect(isCertain(7, 6, true)).toBe(false)
  expect(isCertain(7, 5.5, true)).toBe(true)
  expect(isCertain(6, undefined, true)).toBe(true)
  expect(isCertain(7, 4, false)).toBe(false)
  expect(isCertain(5, 0, true)).toBe(false)
})
