import { LISTING_BANDS, ORDER_BANDS, PRICE_BANDS, SORTS } from '@omni/domain/catalog/search-options.ts'
import { SOURCES } from '@omni/domain/catalog/sources.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '../../platform/search-text.ts'
import {
  ANY,
  CONDITION_CHOICES,
  type Filters,
  NO_FILTERS,
  readFilters,
  sortOf,
  toInput,
  writeFilters,
} from './filters.ts'

const filters: fc.Arbitrary<Filters> = fc.record({
  text: fc.string({ maxLength: 40 }),
  exact: fc.boolean(),
  sources: fc.uniqueArray(fc.constantFrom(...SOURCES)),
  category_id: fc.option(fc.integer({ min: 1, max: 100_000 })),
  price: fc.constantFrom(ANY, ...PRICE_BANDS),
  orders: fc.constantFrom(ANY, ...ORDER_BANDS),
  listings: fc.constantFrom(ANY, ...LISTING_BANDS),
  min_rating: fc.constantFrom(null, 3, 4, 4.5),
  condition: fc.constantFrom(null, ...CONDITION_CHOICES),
  ship_from: fc.constantFrom(null, 'CN', 'US'),
  ship_to: fc.constantFrom('US', 'GB', 'DE'),
  max_days: fc.constantFrom(null, 5, 20),
  max_shipping: fc.constantFrom(null, 0, 500),
  free_shipping: fc.boolean(),
  sort: fc.constantFrom(null, ...SORTS),
  page: fc.integer({ min: 1, max: 500 }),
  favourites: fc.boolean(),
})
const throughUrl = (item: Filters) => readFilters(parseSearch(stringifySearch(writeFilters(item))))

test('filters survive the address bar', () => {
  fc.assert(
    fc.property(filters, (item) => {
      expect(throughUrl(item)).toEqual(item)
    }),
  )
})

test('without a choice the address stays bare', () => {
  expect(stringifySearch(writeFilters(NO_FILTERS))).toBe('')
})

test('whatever stands in an address, the page opens with filters the server takes', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom(
          'text',
          'source',
          'min_price',
          'max_days',
          'page',
          'sort',
          'ship_to',
          'min_rating',
          'category_id',
        ),
        fc.string(),
      ),
      (url) => {
        const input = toInput(readFilters(url), 24)
        expect(input.ship_to).toMatch(/^[A-Z]{2}$/)
        expect(SORTS).toContain(input.sort)
        for (const value of [input.min_price, input.max_days, input.page])
          expect(value === undefined || Number.isSafeInteger(value)).toBe(true)
        expect(input.max_days ?? 1).toBeGreaterThan(0)
        expect(input.page ?? 1).toBeGreaterThan(0)
      },
    ),
  )
})

test('UK is GB to the server; an unknown supplier is dropped', () => {
  expect(readFilters({ ship_to: 'uk', source: 'cj,nobody,cj' })).toMatchObject({ ship_to: 'GB', sources: ['cj'] })
})

test('highest profit first, but the best answer to a text, unless an order was chosen', () => {
  expect(sortOf(NO_FILTERS)).toBe('desc_profit')
  expect(sortOf({ ...NO_FILTERS, text: 'lamp' })).toBe('relevant')
  expect(sortOf({ ...NO_FILTERS, text: 'lamp', sort: 'asc_price' })).toBe('asc_price')
})

test('new goods need no choice; any other condition is asked for by name', () => {
  expect(toInput(NO_FILTERS, 24)).not.toHaveProperty('condition')
  expect(toInput({ ...NO_FILTERS, condition: 'used' }, 24).condition).toEqual(['used'])
  expect(toInput({ ...NO_FILTERS, condition: 'all' }, 24).condition).toEqual(['new', 'refurbished', 'used'])
})
