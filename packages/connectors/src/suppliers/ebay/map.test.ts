import { expect, test } from 'vitest'
import groupFixture from './fixtures/item-group.json' with { type: 'json' }
import { choicesOf } from './aspects.ts'
import { toCondition, toProduct, toQuotes, toSummary } from './map.ts'
import { ItemGroup, Summary } from './schemas.ts'

const group = ItemGroup.parse(groupFixture)
const NOW = new Date('2026-01-05T08:00:00Z')
const TO_US = { ship_to: 'US', now: NOW }
const product = toProduct(group.items, group.commonDescriptions[0]?.description, TO_US)

test('a group is one product: what differs is an option, what does not is a specification', () => {
  expect(product.source_product_id).toBe('254000000001')
  expect(product.name).toBe('Trail mug')
  expect(product.options.map(({ name, values }) => [name, values.map(({ value }) => value)])).toEqual([
    ['Color', ['Green', 'Blue']],
    ['Capacity', ['300 ml', '500 ml']],
  ])
  expect(product.specifications).toEqual([{ name: 'Material', value: 'Steel' }])
  expect(product.price_range).toEqual([1250, 1425])
})

test('stock by number, by word and by threshold; sold pieces are added up', () => {
  expect(
    product.variants.map(({ sku_id, quantity, list_price }) => [sku_id.split('|')[2], quantity, list_price]),
  ).toEqual([
    ['554000000011', 8, 1500],
    ['554000000012', 0, undefined],
    ['554000000013', 10, undefined],
  ])
  expect(product.orders).toBe(42)
  expect(product).toMatchObject({
    rating: 4.6,
    reviews_count: 51,
    ship_to: ['US'],
    ship_from: ['US'],
    seller: { seller_id: 'cedar-goods', score: 99.4 },
    category: { path: ['Home & Garden', 'Kitchen', 'Mugs'] },
  })
  expect(product.images).toEqual([
    'https://i.example/group.jpg',
    'https://i.example/green.jpg',
    'https://i.example/blue.jpg',
  ])
})

test('a single item has no options', () => {
  expect(toProduct(group.items.slice(0, 1), null, TO_US).options).toEqual([])
})

test('variations that their aspects do not tell apart are told apart by number', () => {
  const item = (n: number, color: string) => ({
    itemId: `v1|1|${n}`,
    localizedAspects: [{ name: 'Color', value: color }],
  })
  expect(
    choicesOf([item(1, 'Red'), item(2, 'Red'), item(3, 'Blue')]).map((values) => values.map(({ value }) => value)),
  ).toEqual([
    ['Red', '1'],
    ['Red', '2'],
    ['Blue', '3'],
  ])
})

test('quotes: dates become days from now, further pieces cost their own, unpriced services are left out', () => {
  const [first] = group.items
  if (!first) throw new Error('the fixture has items')
  expect(toQuotes(first, 3, NOW)).toEqual([
    {
      service_name: 'USPS Ground',
      amount: 700,
      currency: 'USD',
      min_days: 4,
      max_days: 7,
      ship_from: 'US',
      tracked: true,
    },
  ])
})

test('a row without a picture or a legacy id', () => {
  expect(
    toSummary(
      Summary.parse({ itemId: 'v1|254000000009|0', title: 'Tasse ☕', price: { value: '5.00', currency: 'EUR' } }),
    ),
  ).toEqual({
    source_product_id: '254000000009',
    name: 'Tasse ☕',
    image: null,
    currency: 'EUR',
    price_range: [500, 500],
    orders: null,
    rating: null,
    category_id: null,
    condition: 'used',
    fetch_hint: 'item',
  })
})

test('the condition by its number; what eBay does not tell is not sold as new', () => {
  const of = (...ids: (string | undefined)[]) => [...new Set(ids.map(toCondition))]
  expect(of('1000')).toEqual(['new'])
  expect(of('2000', '2010', '2500')).toEqual(['refurbished'])
  expect(of('1500', '1750', '2750', '3000', '7000', undefined, 'x')).toEqual(['used'])
})

test('a row says which call answers for it, and a product which one did', () => {
  const row = {
    itemId: 'v1|1|2',
    itemGroupHref: 'https://x.example',
    conditionId: '1000',
    image: { imageUrl: 'https://i.example/s-l225.jpg' },
    thumbnailImages: [{ imageUrl: 'https://i.example/s-l1600.jpg' }],
  }
  expect(toSummary(Summary.parse(row))).toMatchObject({
    fetch_hint: 'group',
    condition: 'new',
    image: 'https://i.example/s-l1600.jpg',
  })
  expect([product.fetch_hint, toProduct(group.items.slice(1, 2), null, TO_US).fetch_hint]).toEqual(['group', 'item'])
})

test('shipping comes with the item: priced, none at all, or not known where eBay could not calculate it', () => {
  expect(product.quotes).toMatchObject([{ service_name: 'USPS Ground', amount: 400 }])
  const [first] = group.items
  if (!first) throw new Error('the fixture has items')
  const calculated = first.shippingOptions.slice(1)
  const quotesTo = (ship_to: string, shippingOptions: typeof calculated) =>
    toProduct([{ ...first, shippingOptions }], null, { ship_to, now: NOW }).quotes
  expect(quotesTo('US', calculated)).toBeNull()
  // The seller lists the US and nothing else.
  expect([quotesTo('US', []), quotesTo('DE', [])]).toEqual([null, []])
})
