import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateRetail } from './retail.ts'
import { choicesOf, inBand, type SearchFacts, toSearchDocument } from './search-document.ts'
import { bandId, type Facet, ORDER_BANDS, PRICE_BANDS, SHIPPING_COSTS, SHIPPING_DAYS } from './search-options.ts'
import { DEFAULT_SHIP_TO } from './sources.ts'

const sent = fc.option(
  fc.record({ cost: fc.integer({ min: 0, max: 5000 }), days: fc.option(fc.integer({ min: 0, max: 200 })) }),
)
const facts: fc.Arbitrary<SearchFacts> = fc.record({
  name: fc.constant('Oak lamp'),
  source: fc.constant('cj'),
  category_id: fc.constant(null),
  price: fc.integer({ min: 1, max: 20_000 }),
  orders: fc.integer({ min: 0, max: 20_000 }),
  orders_week: fc.integer({ min: 0, max: 500 }),
  rating: fc.option(fc.double({ min: 1, max: 5, noNaN: true })),
  reviews_count: fc.integer({ min: 0, max: 1000 }),
  listings: fc.option(fc.integer({ min: 0, max: 2000 })),
  ship_froms: fc.constant(['CN']),
  shipping: fc.dictionary(fc.constantFrom('US', 'DE', 'PL'), sent),
  single: fc.boolean(),
  condition: fc.constantFrom('new', 'used'),
  charges: fc.integer({ min: 0, max: 500 }),
})

test('a country has figures where it was quoted, null where it is not served, and nothing where nobody asked', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { shipping, profit, ship_cost, ship_days } = toSearchDocument(given)
      expect(Object.keys(shipping)).toEqual(Object.keys(given.shipping))
      for (const [code, quote] of Object.entries(given.shipping)) {
        if (quote === null) expect(shipping[code]).toBeNull()
        else {
          const [cost, days, earned] = shipping[code] ?? []
          expect([cost, earned]).toEqual([
            quote.cost,
            estimateRetail(given.price, quote.cost, code === DEFAULT_SHIP_TO ? given.charges : 0).profit,
          ])
          // What no screen would show is not sorted by either.
          expect(days).toBe(quote.days !== null && quote.days > 0 && quote.days <= 99 ? quote.days : null)
        }
      }
      expect([ship_cost, ship_days, profit]).toEqual(shipping[DEFAULT_SHIP_TO] ?? [null, null, null])
    }),
  )
})

test('a product carries the tags of exactly the choices it falls under', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { tags, ship_cost, ship_days } = toSearchDocument(given)
      const under = (facet: Facet) =>
        choicesOf(facet, DEFAULT_SHIP_TO).flatMap(([id, tag]) => (tags.includes(tag) ? [id] : []))
      expect(under('price')).toEqual(PRICE_BANDS.filter((band) => inBand(given.price, band)).map(bandId))
      expect(under('orders')).toEqual(ORDER_BANDS.filter((band) => inBand(given.orders, band)).map(bandId))
      expect(under('days')).toEqual(SHIPPING_DAYS.filter((most) => ship_days !== null && ship_days <= most).map(String))
      expect(under('shipping')).toEqual(
        SHIPPING_COSTS.filter((most) => ship_cost !== null && ship_cost <= most).map(String),
      )
    }),
  )
})
