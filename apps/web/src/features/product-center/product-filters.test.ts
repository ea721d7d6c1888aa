import { expect, test } from 'vitest'
import {
  countFilters,
  fromHeadSort,
  NO_FILTERS,
  type ProductFilters,
  readFilters,
  toInput,
  toHeadSort,
  writeFilters,
} from './product-filters.ts'

const url = (filters: ProductFilters) =>
  Object.fromEntries(
    Object.entries(writeFilters(filters)).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )

test('what is written into the address is read back, commas and per cent signs in tags too', () => {
  const filters: ProductFilters = {
    ...NO_FILTERS,
    text: 'lamp',
    sources: ['cj', 'zopi'],
    tags: ['red, blue', '50% off', 'plain'],
    min_price: 100,
    max_margin: -5,
    problem: 'no_image',
    pushed: 'draft',
    tracking: 'partial',
    seller: 'Shop, Ltd',
    sort: 'margin_desc',
  }
  expect(readFilters(url(filters))).toEqual(filters)
  expect(countFilters(filters)).toBe(7)
})

test('an address full of nonsense is an unfiltered list, and an unfiltered list has an empty address', () => {
  expect(
    readFilters({
      source: 'nowhere',
      problem: 'x',
      min_price: '-1',
      min_margin: '1e3',
      sort: 'worst',
      tag: ',,%',
      run_id: '1',
    }),
  ).toEqual({ ...NO_FILTERS, tags: ['%'] })
  expect(url(NO_FILTERS)).toEqual({})
  expect(toInput(NO_FILTERS)).toEqual({ sort: 'newest', page_size: 50 })
})

test("a head sorts both ways, and the menu's orders light up no head", () => {
  for (const sort of ['title', 'price_desc', 'margin'] as const)
    expect(fromHeadSort(toHeadSort(sort) ?? { key: '', direction: 'asc' })).toBe(sort)
  expect(toHeadSort('updated')).toBeUndefined()
})
