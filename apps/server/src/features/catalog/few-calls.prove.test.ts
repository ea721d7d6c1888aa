import { VendorError } from '@omni/connectors/vendor-error.ts'
/** Suppliers that allow few calls a day, and goods that are not new: from a supplier's list to the seller's. */
import { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import { expect, test } from 'vitest'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'
import { fetchProduct } from './ingest/fetch-product.ts'
import { storeSummaries } from './ingest/store-summaries.ts'
import { countTags } from './search/index-products.ts'

const sandbox = await sandboxProcess(1300)
const server = await testServer({
  ...sandbox.env,
  ALIEXPRESS_REFRESH_TOKEN: '',
  CJ_API_KEY: '',
  ZOPI_API_KEY: '',
  ALIBABA_REFRESH_TOKEN: 'sandbox-alibaba-operator-refresh',
})
const me = await server.person()
server.clock.now = new Date()

/** One page of a supplier's list, and then each product of it. */
async function takePage(source: Source, text: string) {
  const supplier = server.runtime.services.suppliers.shared[source]
  const page = await supplier?.catalog?.search({ text, page_size: 10, ship_to: 'US' })
  const items = page?.items ?? []
  await server.runtime.db({}).tx((tx) => storeSummaries(tx, source, items, new Date()))
  const from = (await callsOf(source)).length
  let sold_out = 0
  for (const { source_product_id } of items) {
    if (!supplier) continue
    const fetched = fetchProduct(server.runtime.db({}), supplier, source, source_product_id, new Date())
    // What is sold out changes from day to day.
    await fetched.catch((error: unknown) => {
      if (!(error instanceof VendorError) || error.kind !== 'out_of_stock') throw error
      sold_out++
    })
  }
  await server.runtime.db({}).tx((tx) => countTags(tx, new Date()))
  return { items, sold_out, calls: (await callsOf(source)).slice(from) }
}
const callsOf = async (source: Source) => (await sandbox.events(source)).filter(({ kind }) => kind === 'call')
const shipping = async (source: Source) =>
  (
    await server.behind.query<{ known: number; all: number }>(
      `select count(shipping_cost)::int as known, count(*)::int as all from catalog_products where source = $1`,
      [source],
    )
  ).rows[0]

test('eBay: one call per listing, with or without variations, and its shipping comes along', async () => {
  const { items, calls } = await takePage('ebay', 'ships')
  const groups = items.filter(({ fetch_hint }) => fetch_hint === 'group')
  expect(items.length).toBeGreaterThan(5)
  expect(groups.length).toBeGreaterThan(0)
  expect(calls.map(({ status }) => status)).toEqual(items.map(() => 200))
  expect(await shipping('ebay')).toEqual({ known: items.length, all: items.length })
})

test('eBay: a listing that has got variations since, or lost them, is found by the other call', async () => {
  const supplier = server.runtime.services.suppliers.shared.ebay
  const { items } = (await supplier?.catalog?.search({ text: 'new', page_size: 100, ship_to: 'US' })) ?? { items: [] }
  for (const [kind, wrong] of [
    ['group', 'item'],
    ['item', 'group'],
  ] as const) {
    const row = items.find(({ fetch_hint }) => fetch_hint === kind)
    const product_id = row?.source_product_id ?? ''
    const product = await supplier?.catalog?.get({ product_id, ship_to: 'US', hint: wrong })
    expect([kind, product?.source_product_id, product?.fetch_hint]).toEqual([kind, product_id, kind])
  }
})

test('second-hand goods are found only by who asks for them, and say what they are', async () => {
  const find = async (condition?: ('new' | 'used' | 'refurbished')[]) =>
    (await server.ask(catalogCalls.findProducts, { source: ['ebay'], ...(condition && { condition }) }, me)).body.data
      ?.items ?? []
  const conditions = (cards: Awaited<ReturnType<typeof find>>) => [...new Set(cards.map(({ condition }) => condition))]
  const fresh = await find()
  const secondHand = await find(['used', 'refurbished'])
  expect(conditions(fresh)).toEqual(['new'])
  expect(secondHand.length).toBeGreaterThan(0)
  expect(conditions(secondHand)).not.toContain('new')
  expect((await find(['new', 'used', 'refurbished'])).length).toBe(fresh.length + secondHand.length)
  const [card] = secondHand
  const detail = await server.ask(
    productDetailCalls.getSourceProduct,
    { source: 'ebay', product_id: card?.source_product_id ?? '' },
    me,
  )
  expect(detail.body.data?.product.condition).toBe(card?.condition)
})

test('Amazon: a product without variations is one call', async () => {
  const { items, sold_out, calls } = await takePage('amazon', 'upgraded')
  const single = items.filter(({ fetch_hint }) => fetch_hint === 'item')
  expect(single.length).toBeGreaterThan(0)
  expect(calls.filter(({ name }) => name.includes('getItems'))).toHaveLength(single.length)
  // Amazon has no answer for what nobody offers today.
  expect(calls.filter(({ status }) => status !== 200).length).toBeLessThanOrEqual(sold_out)
})

test('Alibaba: product, stock and shipping by its API, at the price of the smallest order', async () => {
  const { items, calls } = await takePage('alibaba', 'for')
  expect(items.length).toBeGreaterThan(0)
  expect(calls).toHaveLength(3 * items.length)
  const { rows } = await server.behind.query<{ minimum: string }>(
    `select specifications -> 0 ->> 'value' as minimum from catalog_products where source = 'alibaba'`,
  )
  expect(rows.every(({ minimum }) => /^\d+ Piece$/.test(minimum))).toBe(true)
  const [first] = items
  const listed = await server.ask(
    productDetailCalls.getSourceProduct,
    { source: 'alibaba', product_id: first?.source_product_id ?? '' },
    me,
  )
  expect(listed.body.data?.product.price).toBe(first?.price_range[0])
})
