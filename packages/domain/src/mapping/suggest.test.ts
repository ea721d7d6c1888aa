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

test('the reasons are those that a person can check', () => {
  const { reasons } = weigh(store, candidate({ has_sku: true, picture: 0.98 }), 2.5, () => 1)
  expect(reasons).toEqual(['sku', 'title', 'picture', 'options', 'price'])
  expect(weigh(store, candidate({ name: 'Mug', matched: 0, price: 9000 }), 2.5, () => 1).reasons).toEqual([])
})

test('a larger score never promises less; what is unlikely is not shown', () => {
  expect(confidenceOf(0)).toBeNull()
  const promised = Array.from({ length: 100 }, (_, at) => confidenceOf(at / 10) ?? 0)
  expect(promised).toEqual(promised.toSorted((a, b) => a - b))
})

test('certain is far ahead of every other good, with every variant accounted for', () => {
  expect(isCertain(7, 4, true)).toBe(true)
  expect(isCertain(7, undefined, true)).toBe(true)
  expect(isCertain(7, 6, true)).toBe(false)
  expect(isCertain(7, 4, false)).toBe(false)
  expect(isCertain(5, 0, true)).toBe(false)
})
