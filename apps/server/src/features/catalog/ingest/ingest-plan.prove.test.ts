/** What the ingest makes of a supplier with a budget, a list that ends early and quotes that fail. */
import type { Supplier } from '@omni/connectors/suppliers/open-supplier.ts'
import { suppliers } from '@omni/connectors/suppliers/registry.ts'
import type {
  QuoteQuery,
  SearchQuery,
  SupplierDefinition,
  SupplierProduct,
} from '@omni/connectors/suppliers/supplier.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import { MAIN_COUNTRIES } from '@omni/domain/catalog/sources.ts'
import { beforeEach, expect, test } from 'vitest'
import { testServer } from '../../../testing/test-server.ts'
import { countTags } from '../search/index-products.ts'

const server = await testServer()
const me = await server.person()
server.clock.now = new Date()

const product = (id: string, orders: number): SupplierProduct => ({
  source_product_id: id,
  name: `Garden lamp ${id}`,
  description: '',
  images: [],
  product_link: '',
  category: null,
  currency: 'USD',
  price_range: [1000, 1000],
  options: [],
  variants: [{ sku_id: `${id}-1`, sku_attr: '', values: [], price: 1000, quantity: 9 }],
  orders,
  rating: null,
  reviews_count: null,
  listings: null,
  seller: null,
  specifications: [],
  ship_from: ['CN'],
  ship_to: null,
  weight_g: null,
})

/** Three products in two categories; the whole list ends after one, and so does the second category. */
const SHELVES: Record<string, string[]> = { lamps: ['p1'], tools: ['p2', 'p3'] }
const ORDERS: Record<string, number> = { p1: 5, p2: 900, p3: 40 }

let asked: QuoteQuery[] = []
let searches: Omit<SearchQuery, 'page_size' | 'ship_to'>[] = []
let forbidden: string[] = []
let charges: Partial<SupplierProduct['variants'][number]> = {}
let answer: (query: QuoteQuery) => void = () => {}

const spend = (points: number) =>
  server.behind.query(
    `insert into vendor_pace (vendor, account_key, day, spent, spent_at)
       values ('cj', 'operator', (now() at time zone 'utc')::date, $1, now())
     on conflict (vendor, account_key) do update set day = excluded.day, spent = vendor_pace.spent + $1, spent_at = now()`,
    [points],
  )

const stub: Supplier = {
  definition: suppliers.cj as unknown as SupplierDefinition, // its own types are no longer needed
  keepAlive: async () => {},
  catalog: {
    async search({ page_size: _size, ship_to: _to, ...query }) {
      searches.push(query)
      const ids = query.category_id ? (SHELVES[query.category_id] ?? []) : Object.values(SHELVES).flat()
      const found = query.text ? [] : ids.slice(0, 1)
      const items = found.map((id) => ({
        source_product_id: id,
        name: `Garden lamp ${id}`,
        image: null,
        currency: 'USD',
        price_range: [1000, 1000] as [number, number],
        orders: ORDERS[id] ?? 0,
        rating: null,
        category_id: null,
      }))
      return { items, next: null, total: ids.length, cut_off: !query.text && ids.length > 1 }
    },
    categories: async () =>
      Object.keys(SHELVES).map((category_id) => ({ category_id, name: category_id.toUpperCase() })),
    async get({ product_id, ship_to }) {
      if (forbidden.includes(ship_to)) throw new VendorError('cj', 'cannot_ship', 'not allowed to this country')
      const made = product(product_id, ORDERS[product_id] ?? 0)
      return { ...made, ship_to: [ship_to], variants: made.variants.map((one) => ({ ...one, ...charges })) }
    },
  },
  logistics: {
    async quote(query) {
      asked.push(query)
      answer(query)
      const { country_code, ship_from } = query
      const amount = country_code === 'US' ? 300 : 500
      return [{ service_name: 'Post', amount, currency: 'USD', min_days: 5, max_days: 9, ship_from, tracked: true }]
    },
  },
}
server.runtime.services.suppliers.shared.cj = stub

beforeEach(async () => {
  ;[asked, searches, forbidden, charges, answer] = [[], [], [], {}, () => {}]
  await server.behind.query(`delete from catalog_search`)
  await server.behind.query(`delete from catalog_products`)
  await server.behind.query(`delete from supplier_state`)
  await server.behind.query(`delete from vendor_pace`)
  await server.behind.query(`delete from jobs`)
})

const run = async (job: string, payload: object = {}) => {
  await server.behind.query(`select enqueue_job($1, $2)`, [job, payload])
  await server.runJobs()
}
const ingest = () => run('catalog.ingest-source', { source: 'cj' })
const products = async () =>
  (
    await server.behind.query<{ id: string; whole: boolean; shipping_cost: number | null; indexed: boolean }>(
      `select source_product_id as id, detail_at is not null as whole, shipping_cost,
         exists (select from catalog_search s where s.product_id = p.id) as indexed
       from catalog_products p where gone_at is null order by 1`,
    )
  ).rows
const plan = async () => (await server.ask(catalogCalls.getIngestPlan, {}, me)).body.data?.sources[0]

test('a list that ends early is walked by category, and what may be missing is named', async () => {
  await ingest()
  expect(searches.slice(0, 3)).toEqual([{}, { category_id: 'lamps' }, { category_id: 'tools' }])
  // The category that is still too long is asked for by words.
  expect(searches.slice(3).every(({ category_id, text }) => category_id === 'tools' && text)).toBe(true)
  expect((await products()).map(({ id }) => id)).toEqual(['p1', 'p2'])
  expect((await plan())?.left_out).toEqual(['TOOLS'])
})

test('a product whose quote fails is kept, found, and asked about again later', async () => {
  answer = ({ product_id }) => {
    if (product_id === 'p1') throw new VendorError('cj', 'unreadable', 'the reply is not as agreed')
  }
  await ingest()
  expect(await products()).toMatchObject([
    { id: 'p1', whole: true, shipping_cost: null, indexed: true },
    { id: 'p2', whole: true, shipping_cost: 300 },
  ])
  answer = () => {}
  const askedFor = () => asked.filter(({ product_id, country_code }) => product_id === 'p1' && country_code === 'US')
  await run('catalog.quote-countries')
  expect(askedFor()).toHaveLength(1) // not at once
  await server.behind.query(`update catalog_products set quote_failed_at = now() - interval '7 hours'
    where quote_failed_at is not null`)
  await run('catalog.quote-countries')
  expect(askedFor()).toHaveLength(2)
  expect((await products())[0]).toMatchObject({ id: 'p1', shipping_cost: 300 })
})

test('a supplier that stops answering in the middle loses no product either', async () => {
  answer = () => {
    throw new VendorError('cj', 'rate_limited', 'the budget of the day is used up', 600)
  }
  await ingest()
  expect((await products()).filter(({ whole }) => whole).length).toBeGreaterThan(0)
  const { rows } = await server.behind.query<{ s: number }>(
    `select extract(epoch from run_at - now())::float8 as s from jobs`,
  )
  expect(rows[0]?.s).toBeGreaterThan(500)
})

test('shipping: the default country with the product, the others round by round, most ordered first', async () => {
  await ingest()
  expect(asked.map(({ country_code }) => country_code)).toEqual(['US', 'US'])
  asked = []
  await run('catalog.quote-countries')
  const others = MAIN_COUNTRIES.filter((code) => code !== 'US')
  expect(asked.map(({ country_code, product_id }) => `${country_code} ${product_id}`)).toEqual(
    others.flatMap((code) => [`${code} p2`, `${code} p1`]),
  )
  asked = []
  await run('catalog.quote-countries')
  expect(asked).toEqual([])
  const { rows } = await server.behind.query<{ n: number }>(
    `select count(distinct country_code)::int as n from catalog_quotes`,
  )
  expect(rows[0]?.n).toBe(MAIN_COUNTRIES.length)
  await server.runtime.db({}).tx((tx) => countTags(tx, new Date()))
  const [german] = (await server.ask(catalogCalls.findProducts, { ship_to: 'DE' }, me)).body.data?.items ?? []
  expect(german).toMatchObject({ shipping_cost: 500, shipping_time_max: 9 })
})

test('no more is asked than the budget of the day has room for; a tenth stays for what sellers ask', async () => {
  await ingest()
  asked = []
  await spend(45_000) // of 50,000
  await run('catalog.quote-countries')
  expect(asked).toEqual([])
  await server.behind.query(`update catalog_products set due_at = now(), detail_at = null`)
  await ingest()
  expect(asked).toEqual([])
  const { rows } = await server.behind.query<{ s: number }>(
    `select extract(epoch from run_at - now())::float8 as s from jobs`,
  )
  // Points come back evenly: in minutes, not at midnight.
  expect(rows[0]?.s).toBeGreaterThan(30)
  expect(rows[0]?.s).toBeLessThan(600)
})

test('the plan of 5,000 products: days by the budget, and what one product costs', async () => {
  await server.behind.query(`insert into supplier_state (source, phase) values ('cj', 'details')`)
  await server.behind.query(`
    insert into catalog_products (source, source_product_id, name, price_min, price_max, rsp_price, profit, content_hash)
    select 'cj', 'n' || n, 'Lamp', 1, 1, 1, 1, '\\x00' from generate_series(1, 5000) n`)
  await spend(45_000)
  await ingest() // nothing can be fetched now: it counts, and waits
  expect(await plan()).toMatchObject({
    source: 'cj',
    unit: 'points',
    products: 5000,
    whole: 0,
    per_day: 50_000,
    per_product: 30,
    products_a_day: 1500,
    days: 5,
  })
  await server.behind.query(`update vendor_pace set per_day = 500000, spent = 0`)
  expect((await plan())?.days).toBe(1)
})

test('what one country forbids is not gone: it is asked for in another', async () => {
  forbidden = ['US']
  await ingest()
  const { rows } = await server.behind.query<{ ship_countries: string[]; gone: boolean }>(
    `select ship_countries, gone_at is not null as gone from catalog_products where source_product_id = 'p2'`,
  )
  expect(rows[0]).toMatchObject({ gone: false, ship_countries: expect.arrayContaining(['GB']) })
})

test('tax and import charges are part of the landed cost, where the supplier was asked for them', async () => {
  charges = { charges: { price_includes_tax: false, tax: { amount: 80, currency: 'USD' }, import_charges: 120 } }
  await ingest()
  const detail = async (ship_to: string) =>
    (await server.ask(productDetailCalls.getSourceProduct, { source: 'cj', product_id: 'p2', ship_to }, me)).body.data
      ?.product
  const us = await detail('US')
  expect(us).toMatchObject({ charges_usd: 200, variants: [{ charges_usd: 200 }] })
  const { price = 0, shipping_cost, rsp_price_usd = 0, retail, profit_usd } = us ?? {}
  expect(rsp_price_usd - price - 200 - (shipping_cost ?? 0) - (retail?.fee ?? 0)).toBe(profit_usd)
  expect(us?.elsewhere.find(({ this_one }) => this_one)?.landed).toBe(price + 200 + (shipping_cost ?? 0))
  expect((await detail('DE'))?.charges_usd).toBeNull()
  const priced = await server.ask(productDetailCalls.getPriceDetail, { source: 'cj', id: 'p2', ship_to: 'US' }, me)
  expect(priced.body.data?.product.variants).toMatchObject([{ price_usd: 1000, charges_usd: 200 }])
  charges = { charges: { price_includes_tax: true, tax: { amount: 80, currency: 'USD' }, import_charges: null } }
  await server.behind.query(`update catalog_products set due_at = now()`)
  await ingest()
  expect((await detail('US'))?.charges_usd).toBe(0)
})
