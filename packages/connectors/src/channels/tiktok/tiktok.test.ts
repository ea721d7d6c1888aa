import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ListingVariant } from '@omni/domain/channels/document.ts'
import { storeAddress } from './app.ts'
import { explainTikTok } from './errors.ts'
import {
  heaviest,
  toAttributes,
  toDescription,
  toInventory,
  toListing,
  toNewSku,
  toPrices,
  toSellerSku,
} from './map.ts'
import { Product, Sku } from './schemas.ts'
import { signRequest } from './sign.ts'
import { secretsOf, verify } from './webhooks.ts'

const noHeader = () => null

const SHOP = { currency: 'USD', region: 'US', warehouse_id: 'w1' }
const hex = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

test('a request is signed over the text that the vendor’s page spells out', () => {
  // "Create a hash to sign your test API call": its inputs and its text; the page shows no digest.
  const query = { timestamp: '1234567890', app_key: '123456' }
  const text = 'abc000def111/authorization/202309/shopsapp_key123456timestamp1234567890abc000def111'
  const path = '/authorization/202309/shops'
  expect(signRequest({ path, query }, 'abc000def111')).toBe(hex('abc000def111', text))
  // What proves is not signed; a body is, as it is sent; values are not escaped.
  const more = { ...query, sign: 'x', access_token: 'y', name: 'a b&c' }
  expect(signRequest({ path: '/p', query: more, body: '{"a":1}' }, 's')).toBe(
    hex('s', 's/papp_key123456namea b&ctimestamp1234567890{"a":1}s'),
  )
})

test('a message: signed with key and secret, long numbers kept, each kind told apart', () => {
  const app = { app_key: 'key', app_secret: 'secret' } as Parameters<typeof secretsOf>[0] // the two that are used
  const read = (body: string, secret = secretsOf(app, new Date())[0] ?? '') =>
    verify({ raw: Buffer.from(body), header: () => hex('secret', `key${body}`) }, secret)
  const message = (type: number, data: string) =>
    `{"type":${type},"tts_notification_id":"7327112393057371910","shop_id":"1","timestamp":1644412885,"data":${data}}`
  expect(read(message(5, '{"product_id":1729592969712207008}'))).toEqual({
    delivery_id: '7327112393057371910',
    topic: 'PRODUCT_STATUS_CHANGE',
    what: 'product',
    remote_id: '1729592969712207008',
    happened_at: new Date(1_644_412_885_000),
  })
  expect(read(message(6, '{"message":"gone"}'))).toMatchObject({ what: 'uninstalled', remote_id: null })
  expect(read(message(1, '{"order_id":"5"}'))).toMatchObject({ what: 'order', remote_id: '5' })
  expect(read(message(99, '{}'))).toMatchObject({ what: 'other', topic: 'type 99' })
  expect(read(message(5, '{}'), 'key other')).toBeNull()
  expect(read('not JSON')).toBeNull()
})

test.each([
  [{ code: 0 }, undefined],
  [
    { code: 105002, message: 'expired' },
    { kind: 'auth_expired', nothing_done: true },
  ],
  [{ code: 36009004, message: 'The `x-tts-access-token` header is invalid.' }, { kind: 'auth_expired' }],
  [
    { code: 36009004, message: 'Invalid timestamp.' },
    { kind: 'invalid', nothing_done: true },
  ],
  [
    { code: 36009002, message: 'Too many' },
    { kind: 'rate_limited', nothing_done: true },
  ],
  [
    { code: 12052260, message: 'no product' },
    { kind: 'not_found', nothing_done: true },
  ],
  [
    { code: 12052722, message: 'no image' },
    { kind: 'invalid', nothing_done: true },
  ],
  [
    { code: 12052093, message: 'limit' },
    { kind: 'rate_limited', nothing_done: true, endpoint_only: true },
  ],
])('%j is understood', (body, wanted) => {
  if (wanted) expect(explainTikTok(200, body, noHeader)).toMatchObject(wanted)
  else expect(explainTikTok(200, body, noHeader)).toBeUndefined()
})

test('a failure of theirs, and a code that nobody listed, may have been done', () => {
  for (const code of [36009003, 36009007, 4711])
    expect(explainTikTok(200, { code, message: '' }, noHeader)).not.toHaveProperty('nothing_done')
})

test('a daily limit waits for midnight, and no longer', () => {
  const waitAt = (date: string | null) =>
    explainTikTok(200, { code: 12052093, message: '' }, (name) => (name === 'date' ? date : null))?.retry_after_s
  expect(waitAt('Wed, 01 Jul 2026 23:59:00 GMT')).toBe(60)
  expect(waitAt('Thu, 02 Jul 2026 00:00:00 GMT')).toBe(86_400)
  expect(waitAt(null)).toBe(86_400)
})

const sku = (more: object) =>
  Sku.parse({ id: '1', seller_sku: 'A', price: { sale_price: '10.00', currency: 'USD' }, ...more })
const variant = (more: Partial<ListingVariant> = {}): ListingVariant => ({
  option_values: [],
  sku: 'A 1',
  barcode: '',
  price: 1000,
  compare_at_price: null,
  quantity: 3,
  sell_out_of_stock: true,
  weight_g: null,
  picture_key: null,
  ...more,
})

test('a product under review counts as shown, and has no page yet', () => {
  const product = (status: string) => Product.parse({ id: 5, status, title: 'T', skus: [], update_time: 10 })
  const listing = (status: string) => toListing(product(status), SHOP, { product_url: 'https://x/{id}' })
  expect(listing('PENDING')).toMatchObject({ status: 'active', url: null, version: '1970-01-01T00:00:10.000Z' })
  expect(listing('ACTIVATE')).toMatchObject({ status: 'active', url: 'https://x/5' })
  for (const status of ['DRAFT', 'FAILED', 'SELLER_DEACTIVATED', 'PLATFORM_DEACTIVATED', 'FREEZE'])
    expect(listing(status)).toMatchObject({ status: 'draft', url: null })
})

test('texts as the platform takes them', () => {
  expect(toDescription('<h1>A</h1><div>b <img src="x"> <a href="y">c</a></div><script>d</script>', 'T')).toBe(
    '<p>A</p><p>b    c </p>',
  )
  expect(toDescription('<img src="x">', 'Lamp')).toBe('<p>Lamp</p>')
  expect(toDescription('<p class="x" onclick="y">a</p>', 'T')).toBe('<p>a</p>')
  expect(toDescription(`<p>${'a'.repeat(9000)}</p><p>${'b'.repeat(2000)}</p>`, 'T').length).toBeLessThanOrEqual(10_000)
  expect([toSellerSku(' A  1 ', 'key'), toSellerSku('', 'key')]).toEqual(['A-1', 'key'])
  expect(toSellerSku('x'.repeat(80), 'key')).toHaveLength(50)
})

test('a new SKU: a stock that nobody knows is left out, a code of no known length too, an old price only in the US', () => {
  const of = (more: Partial<ListingVariant>, region = 'US') =>
    toNewSku(variant(more), { key: 'om1', at: 2, names: [], there: [] }, { ...SHOP, region })
  expect(of({ quantity: null }).inventory).toEqual([{ warehouse_id: 'w1' }])
  expect(of({})).toMatchObject({ external_sku_id: 'om1-2', seller_sku: 'A-1', inventory: [{ quantity: 3 }] })
  expect(of({ barcode: '012345678905' })).toMatchObject({ identifier_code: { type: 'UPC' } })
  expect(of({ barcode: '123' })).not.toHaveProperty('identifier_code')
  expect(of({ compare_at_price: 1500 })).toMatchObject({ list_price: { amount: '15.00', currency: 'USD' } })
  expect(of({ compare_at_price: 1500 }, 'GB')).not.toHaveProperty('list_price')
  expect(of({ compare_at_price: 500 })).not.toHaveProperty('list_price')
})

test('a quantity goes to our warehouse, and what others hold stays', () => {
  const two = sku({
    inventory: [
      { warehouse_id: 'w2', quantity: 4 },
      { warehouse_id: 'w1', quantity: 1 },
    ],
  })
  const amounts = (quantity: number | undefined) => toInventory(two, quantity, SHOP).map((one) => one.quantity)
  expect([amounts(10), amounts(3), amounts(undefined)]).toEqual([
    [4, 6],
    [4, 0],
    [4, 1],
  ])
  expect(toInventory(sku({ inventory: [{ warehouse_id: 'w9', quantity: 4 }] }), 7, SHOP)).toEqual([
    { warehouse_id: 'w9', quantity: 7 },
  ])
})

test('prices: what does not differ is sent again, or it would be gone', () => {
  const old = sku({ list_price: { amount: '20.00', currency: 'USD' } })
  expect(toPrices(old, { price: 1200 }, SHOP)).toEqual({
    price: { amount: '12.00', currency: 'USD' },
    list_price: { amount: '20.00', currency: 'USD' },
  })
  expect(toPrices(old, { compare_at_price: null }, SHOP)).toEqual({ price: { amount: '10.00', currency: 'USD' } })
})

test('options: what is known has its ids, what is new its name', () => {
  const red = { id: 'a', name: 'Color', value_id: 'r', value_name: 'Red', sku_img: { uri: 'u' } }
  const there = [sku({ sales_attributes: [red] })]
  expect(toAttributes(['Color', 'Size'], ['Red', 'L'], there)).toEqual([
    { id: 'a', value_id: 'r', sku_img: { uri: 'u' } },
    { name: 'Size', value_name: 'L' },
  ])
  expect(toAttributes(['Color'], ['Blue'], there)).toEqual([{ id: 'a', value_name: 'Blue' }])
})

test('the heaviest variant decides what a parcel weighs; where none is known, what the seller set', () => {
  expect(heaviest([variant({ weight_g: 200 }), variant({ weight_g: 700 }), variant()], 1000)).toBe(700)
  expect(heaviest([variant()], 1000)).toBe(1000)
})

test('a shop is known by its number', () => {
  expect(storeAddress(' 7494049642642441621/ ')).toBe('7494049642642441621')
  for (const typed of ['', 'shop', '12', 'https://7494049642642441621']) expect(storeAddress(typed)).toBeNull()
})
