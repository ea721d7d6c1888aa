import { toDecimal } from '@omni/domain/money.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainGraph, limitsIn } from './errors.ts'
import { amountOf, toListing, toSoldFields } from './map.ts'
import { Item } from './schemas.ts'

test('a price that is written for people is read whatever their language', () => {
  const locales = ['en', 'de', 'fr', 'pt-BR', 'ja', 'de-CH']
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 9 }),
      fc.constantFrom('USD', 'EUR', 'JPY', 'SEK'),
      fc.constantFrom(...locales),
      (amount, currency, locale) => {
        const number = Number(toDecimal(amount, currency))
        const shown = new Intl.NumberFormat(locale, { style: 'currency', currency }).format(number)
        expect([shown, amountOf(shown, currency)]).toEqual([shown, amount])
      },
    ),
  )
  expect([amountOf('', 'USD'), amountOf('free', 'USD')]).toEqual([null, null])
  expect([amountOf('20 USD', 'USD'), amountOf('$1,299', 'USD'), amountOf('20.00 USD', 'USD')]).toEqual([
    2000, 129_900, 2000,
  ])
})

const item = (more: object) => Item.parse({ id: '1', retailer_id: 'a', name: 'Lamp', currency: 'USD', ...more })
const AT = new Date('2026-11-16T00:00:00Z')

test("somebody else's items: grouped by their own group, options guessed from what differs, no key", () => {
  const items = [
    item({ retailer_id: 'L-1', retailer_product_group_id: 'L', color: 'Red', size: 'M', price: '$10.00' }),
    item({ retailer_id: 'L-2', retailer_product_group_id: 'L', color: 'Blue', size: 'M', price: '$12.00' }),
  ]
  const listing = toListing(items, AT, 'USD')
  expect(listing).toMatchObject({
    remote_id: 'L',
    key: null,
    version: AT.toISOString(),
    options: [{ name: 'Color', values: ['Red', 'Blue'] }],
  })
  expect(listing?.variants.map(({ option_values, price }) => [option_values, price])).toEqual([
    [['Red'], 1000],
    [['Blue'], 1200],
  ])
  expect(toListing([item({ retailer_id: 'lone' })], AT, 'USD')).toMatchObject({ remote_id: 'item:lone', options: [] })
  expect(toListing([], AT, 'USD')).toBeNull()
})

test('a change of one of two that hang together is sent with the other as it is', () => {
  const listing = toListing(
    [item({ price: '$25.00', sale_price: '$20.00', quantity_to_sell_on_facebook: 4 })],
    AT,
    'USD',
  )
  const before = listing?.variants[0]
  expect(toSoldFields({ price: 1500 }, before, 'USD')).toEqual({ price: '25.00 USD', sale_price: '15.00 USD' })
  expect(toSoldFields({ compare_at_price: null }, before, 'USD')).toEqual({ price: '20.00 USD', sale_price: '' })
  expect(toSoldFields({ quantity: 0 }, before, 'USD')).toMatchObject({ availability: 'out of stock' })
  expect(toSoldFields({ quantity: 0, sell_out_of_stock: true }, before, 'USD')).toMatchObject({
    availability: 'available for order',
    quantity_to_sell_on_facebook: 0,
  })
  expect(toSoldFields({}, before, 'USD')).toEqual({})
})

const usage =
  (call_count: number, minutes = 0) =>
  (name: string) =>
    name === 'x-business-use-case-usage'
      ? JSON.stringify({ '1': [{ type: 'catalog_batch', call_count, estimated_time_to_regain_access: minutes }] })
      : null

test('calls slow down as the allowance is used up, and never stop for good', () => {
  const speeds = [0, 50, 60, 80, 94, 95, 100].map((used) => limitsIn(null, usage(used))?.per_second ?? 0)
  expect(speeds[0]).toBe(speeds[1])
  expect(speeds.slice(1)).toEqual(speeds.slice(1).toSorted((a, b) => b - a))
  expect(Math.min(...speeds)).toBeGreaterThan(0)
  expect(limitsIn(null, () => null)).toBeUndefined()
  expect(limitsIn(null, () => 'no JSON')).toBeUndefined()
})

test('a throttled batch is not known to have done nothing; a wrong parameter is', () => {
  const said = (code: number, header = usage(100, 3)) => explainGraph(400, { error: { message: 'x', code } }, header)
  expect(said(80_014)).toMatchObject({ kind: 'rate_limited', endpoint_only: true, retry_after_s: 180 })
  expect(said(80_014)?.nothing_done).toBeUndefined()
  expect(said(80_009)).toMatchObject({ kind: 'rate_limited', endpoint_only: true })
  expect(said(4)?.endpoint_only).toBeUndefined()
  expect(said(100)).toMatchObject({ kind: 'invalid', nothing_done: true })
  expect(said(190)).toMatchObject({ kind: 'auth_expired', nothing_done: true })
  expect(said(2)?.nothing_done).toBeUndefined()
  expect(explainGraph(503, { error: { message: 'x', code: 100 } }, usage(0))).toBeUndefined()
})
