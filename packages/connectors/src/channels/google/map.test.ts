import { decimalsOf } from '@omni/domain/currencies.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainGoogle } from './errors.ts'
import { maskOf, toBody, toListing, toNewSold, toSold, toTexts } from './map.ts'
import { countingUnread } from '../../rows.ts'
import { Product, ProductPage, Quotas } from './schemas.ts'

const AT = new Date('2026-11-16T00:00:00Z')
const product = (offerId: string, productAttributes: object, customAttributes: object[] = []) =>
  Product.parse({ offerId, contentLanguage: 'en', feedLabel: 'US', productAttributes, customAttributes })

const SOLD = {
  option_values: [],
  sku: 'A',
  barcode: '',
  compare_at_price: null,
  quantity: 3,
  sell_out_of_stock: false,
  weight_g: 250,
  picture_key: null,
}

test('a price goes there in micros and comes back as it was', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), fc.constantFrom('USD', 'JPY', 'EUR'), (price, currency) => {
      const { productAttributes } = toBody(toNewSold({ ...SOLD, price }, currency))
      const { amountMicros } = productAttributes['price'] as { amountMicros: string } // as it was made
      expect(amountMicros).toBe(String(BigInt(price) * 10n ** BigInt(6 - decimalsOf(currency))))
      expect(toListing([product('x', productAttributes)], AT)?.variants[0]?.price).toBe(price)
    }),
  )
})

test('what is taken away is named in the mask and absent in the body', () => {
  const changes = toTexts({ vendor: '', status: 'active', title: 'Lamp' })
  expect(maskOf(changes)).toBe('productAttributes.title,productAttributes.brand,productAttributes.pause')
  expect(toBody(changes)).toEqual({ productAttributes: { title: 'Lamp' }, customAttributes: [] })
})

test('a quantity that changes nothing a buyer sees is not sent', () => {
  const before = (availability: string) => toListing([product('x', { availability })], AT)?.variants[0]
  expect(maskOf(toSold({ quantity: 3 }, before('IN_STOCK'), 'USD'))).toBe('')
  expect(toSold({ quantity: 0 }, before('IN_STOCK'), 'USD').attributes).toEqual({ availability: 'OUT_OF_STOCK' })
  expect(toSold({ quantity: 9 }, before('OUT_OF_STOCK'), 'USD').attributes).toEqual({ availability: 'IN_STOCK' })
  expect(maskOf(toSold({ quantity: 0 }, before('OUT_OF_STOCK'), 'USD'))).toBe('')
})

test("somebody else's products: their own group and SKU, options guessed, the worst that is held against them told", () => {
  const issue = (severity: string, description: string) => ({ severity, description, attribute: 'price' })
  const red = {
    title: 'Lamp',
    itemGroupId: 'L',
    color: 'Red',
    price: { amountMicros: '10000000', currencyCode: 'USD' },
  }
  const products = [
    product('L-2', { ...red, color: 'Blue' }),
    Product.parse({
      ...product('L-1', red),
      productStatus: {
        itemLevelIssues: [issue('DISAPPROVED', 'Wrong price'), issue('DEMOTED', 'No GTIN')],
        googleExpirationDate: '2026-12-01T00:00:00Z',
      },
    }),
  ]
  expect(toListing(products, AT)).toMatchObject({
    remote_id: 'L',
    key: null,
    problems: ['Wrong price'],
    lapses_at: '2026-12-01T00:00:00Z',
    options: [{ name: 'Color', values: ['Red', 'Blue'] }],
    variants: [{ sku: 'L-1' }, { sku: 'L-2' }],
  })
})

test('an aborted insert is looked up; a spent day waits for an hour; an unregistered project needs no token', () => {
  const said = (status: string, code: number, more: object = {}) =>
    explainGoogle(code, { error: { code, status, message: 'x', ...more } })
  expect(said('ABORTED', 409)?.nothing_done).toBeUndefined()
  const details = [{ reason: 'quota/daily_limit_exceeded' }]
  expect(said('RESOURCE_EXHAUSTED', 429, { details })).toMatchObject({ kind: 'rate_limited', retry_after_s: 3600 })
  const message = 'GCP project is not registered with the merchant account'
  expect(said('UNAUTHENTICATED', 401, { message })).toMatchObject({ kind: 'invalid', code: 'NOT_REGISTERED' })
  expect(said('UNAUTHENTICATED', 401)).toMatchObject({ kind: 'auth_expired' })
  expect(said('INTERNAL', 500)).toBeUndefined()
  expect(explainGoogle(400, { error: 'invalid_grant' })).toMatchObject({ kind: 'auth_expired' })
})

test('what is zero is left out there: a price without micros, a weight without a value, a product without attributes', () => {
  const zeros = {
    price: { currencyCode: 'USD' },
    shippingWeight: { unit: 'kg' },
    title: 'Free lamp',
    link: 'https://lamp.example',
  }
  expect(toListing([product('x', zeros)], AT)).toMatchObject({ variants: [{ price: 0, weight_g: null }] })
  expect(Product.parse({ offerId: 'x' })).toMatchObject({ offerId: 'x', customAttributes: [], contentLanguage: '' })
  expect(ProductPage.parse({})).toEqual({ products: { items: [], broken: [] } })
  expect(Quotas.parse({ quotaGroups: [{ methodDetails: [{}] }, {}] }).quotaGroups).toHaveLength(2)
})

test('a page with a product that cannot be read: the others are taken, and its group is named', async () => {
  const shown = (offerId: string, attributes: object) => ({ offerId, productAttributes: attributes })
  const page = {
    products: [
      shown('a', { title: 'Lamp' }),
      shown('b-1', { itemGroupId: 'b', gtins: ['1'] }),
      shown('b-2', { itemGroupId: 'b', gtins: 1 }),
    ],
  }
  const { value, unread } = await countingUnread(async () => ProductPage.parse(page))
  expect(value.products.items.map(({ offerId }) => offerId)).toEqual(['a', 'b-1'])
  expect([value.products.broken, unread.rows]).toEqual([['b'], 1])
  // Where nobody counts, nothing is left out.
  expect(ProductPage.safeParse(page).success).toBe(false)
})
