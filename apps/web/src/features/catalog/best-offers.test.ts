import { expect, test } from 'vitest'
import { bestOf } from './best-offers.ts'

const offer = (id: string, price: number, shipping_cost: number | null, shipping_time_max: number | null) => ({
  source: 'cj',
  source_product_id: id,
  price_range: [price, price] as const,
  shipping_cost,
  shipping_time_max,
})

test('the cheapest is so with shipping; an unknown shipping price cannot win', () => {
  expect(bestOf([offer('a', 1000, 500, 9), offer('b', 1200, 0, 12), offer('c', 100, null, null)])).toEqual({
    cheapest: 'cj:b',
    fastest: 'cj:a',
  })
})

test('equal or alone, nobody is the best', () => {
  expect(bestOf([offer('a', 1000, 0, 9), offer('b', 1000, 0, 9)])).toEqual({ cheapest: null, fastest: null })
  expect(bestOf([offer('a', 1000, 0, 9)])).toEqual({ cheapest: null, fastest: null })
})
