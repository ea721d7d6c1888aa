import { expect, test } from 'vitest'
import productFixture from './fixtures/product.json' with { type: 'json' }
import replies from './fixtures/replies.json' with { type: 'json' }
import { toProduct, toQuote, toReview, toSummary } from './map.ts'
import { Product, QuoteList, ReviewPage, SummaryPage } from './schemas.ts'

const product = () => toProduct(Product.parse(productFixture))

test('a product: options keep their order, whatever order a variant names them in', () => {
  const { variants, options, price_range, seller } = product()
  expect(options.map(({ name }) => name)).toEqual(['Color', 'Ships From'])
  expect(variants.map(({ values }) => values.map(({ value }) => value))).toEqual([
    ['Green', 'United States'],
    ['Sand', 'Germany'],
  ])
  expect(price_range).toEqual([1250, 1399])
  expect(seller).toEqual({
    seller_id: 'wh-7',
    name: 'Cedar Warehouse',
    url: 'https://zopi.example/sellers/wh-7',
    score: 97.5,
  })
})

test('unknown quantities stay unknown, dirt in the description stays for the cleaner', () => {
  const { variants, description, name } = product()
  expect(variants.map(({ quantity }) => quantity)).toEqual([40, null])
  expect(description).toContain('<script>')
  expect(name).toContain('🏕️')
})

test("a variant that leaves an option open is the supplier's mistake", () => {
  const open = structuredClone(productFixture)
  open.variants[1]?.values.pop()
  expect(() => toProduct(Product.parse(open))).toThrow(/does not choose a Ships From/)
})

test('rows, reviews and quotes', () => {
  expect(SummaryPage.parse(replies.summaries).items.map(toSummary)).toEqual([
    {
      source_product_id: 'ZP-000042',
      name: 'Folding camping lantern',
      image: null,
      currency: 'USD',
      price_range: [1250, 1399],
      orders: 812,
      rating: null,
      category_id: null,
    },
  ])
  expect(ReviewPage.parse(replies.reviews).items.map(toReview)[0]).toMatchObject({
    feedback: 'Hell genug fürs Zelt',
    country: 'DE',
    created_at: new Date('2025-12-24T08:00:00Z'),
    order_info: 'Green / Germany',
  })
  expect(QuoteList.parse(replies.quotes).items.map(toQuote)).toEqual([
    {
      service_name: 'Standard',
      amount: 499,
      currency: 'USD',
      min_days: 3,
      max_days: 6,
      ship_from: 'US',
      tracked: true,
    },
  ])
})
