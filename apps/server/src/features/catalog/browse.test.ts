import { catalogCalls as catalog } from '@omni/contracts/catalog.calls.ts'
import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { personalCalls as personal } from '@omni/contracts/personal.calls.ts'
import { productDetailCalls as detail } from '@omni/contracts/product-detail.calls.ts'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { supplierCalls as suppliers } from '@omni/contracts/suppliers.calls.ts'
import { CATEGORIES } from '@omni/domain/catalog/categories.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import { testServer } from '../../testing/test-server.ts'
import { countTags, indexProducts } from './search/index-products.ts'

/** A small catalogue whose every figure is known, without a supplier behind it. */
const server = await testServer()
const { ask, behind } = server
const [lamps, toys] = CATEGORIES.filter(({ parent_id }) => parent_id !== null)

beforeAll(async () => {
  await fillCatalogue(behind, { products: 24, variants: 2 })
  const number = `substr(source_product_id, 2)::int`
  await behind.query(`
    update catalog_products set name = case when ${number} % 2 = 0 then 'Oak desk lamp '
      else 'Wooden puzzle gift ' end || ${number},
      category_id = case when ${number} % 2 = 0 then ${lamps?.category_id} else ${toys?.category_id} end,
      orders = ${number} * 100, orders_week = case when ${number} > 20 then ${number} * 90 else 0 end,
      created_at = '2026-01-01', rating = 4.9, reviews_count = 400, listings = 5, profit = 3500, rsp_price = 6000,
      source = case when ${number} > 22 then 'alibaba' else 'cj' end`)
  await behind.query(`update catalog_sellers set products = 3, orders = substr(seller_id, 2)::int * 10`)
  const { rows } = await behind.query<{ id: string }>('select id from catalog_products')
  await server.runtime.db({}).tx(async (tx) => {
    await indexProducts(
      tx,
      rows.map(({ id }) => Number(id)),
    )
    await countTags(tx, server.clock.now)
  })
})

const idOf = async (source_product_id: string) =>
  Number(
    (await behind.query('select id from catalog_products where source_product_id = $1', [source_product_id])).rows[0]
      ?.id,
  )

describe('searching', () => {
  test('the researcher sees the most ordered first; dropshipping leaves out who sells by the hundred', async () => {
    const me = await server.person()
    const ordered = (await ask(catalog.findResearchProducts, { text: 'lamp' }, me)).body.data?.items ?? []
    const volumes = ordered.map(({ lastest_volume }) => lastest_volume)
    expect(volumes).toEqual(volumes.toSorted((a, b) => b - a))
    expect(ordered).toHaveLength(12)
    const single = (await ask(catalog.listDropshippingProducts, { page_size: 50 }, me)).body.data
    expect(single?.total).toBe(22)
    expect(single?.items.every(({ source }) => source === 'cj')).toBe(true)
    const relevant = (await ask(catalog.searchCatalogue, { text: 'oak desk lamp' }, me)).body.data
    expect(relevant?.items.every(({ name }) => name.startsWith('Oak desk lamp'))).toBe(true)
    expect(relevant?.total).toBe(12)
  })

  test('categories and collections say how many products they hold', async () => {
    const me = await server.person()
    const { categories } = (await ask(catalog.getCategoryTree, {}, me)).body.data ?? { categories: [] }
    const count = (id: number | undefined) => categories.find(({ category_id }) => category_id === id)?.products
    expect([count(lamps?.category_id), count(toys?.category_id)]).toEqual([12, 12])
    const { collections } = (await ask(catalog.listCollections, {}, me)).body.data ?? { collections: [] }
    const trending = collections.find(({ collection_slug }) => collection_slug === 'trending')
    const found = await ask(catalog.findByCollection, { collection_slug: 'trending', page_size: 50 }, me)
    expect(trending?.products).toBe(found.body.data?.total)
    expect(trending?.products).toBeGreaterThan(0)
    expect(trending?.average_profit).toBe(3500)
  })

  test('words go on, stand together, and trend once three searched for them', async () => {
    const me = await server.person()
    const suggested = (await ask(catalog.getSuggestKeywords, { keyword: 'desk la' }, me)).body.data
    expect(suggested?.keywords[0]).toEqual({ keyword: 'desk lamp', products: 12 })
    expect(suggested?.products.length).toBeGreaterThan(0)
    const related = (await ask(catalog.getRelatedKeywords, { keyword: 'lamp' }, me)).body.data?.keywords
    expect(related).toEqual(expect.arrayContaining(['desk', 'oak']))
    expect(related).not.toContain('puzzle')
    await behind.query(
      `insert into catalog_searched (day, text, times)
        values ($1, 'oak lamp', 3), ($1, 'my secret', 2)`,
      [new Date(server.clock.now.getTime() - 86_400_000).toISOString().slice(0, 10)],
    )
    const trending = (await ask(catalog.getTrendingKeywords, {}, me)).body.data?.keywords
    expect(trending?.[0]).toBe('oak lamp')
    expect(trending).not.toContain('my secret')
  })
})

describe('choosing', () => {
  test('the season by the calendar; picks with reasons; suppliers for a title', async () => {
    const me = await server.person()
    const today = server.clock.now
    const year = today.getUTCFullYear()
    server.clock.now = new Date(`${year}-12-01T10:00:00Z`)
    const season = (await ask(catalog.listCampaignProducts, {}, me)).body.data
    server.clock.now = today
    expect(season).toMatchObject({ campaign: 'christmas', starts_on: `${year}-12-25` })
    expect(season?.items.length).toBeGreaterThan(0)
    expect(season?.items.every(({ name }) => name.includes('gift'))).toBe(true)
    const { picks } = (await ask(catalog.listExpertsChoice, {}, me)).body.data ?? { picks: [] }
    expect(picks.length).toBeGreaterThan(0)
    expect(picks.map(({ score }) => score)).toEqual(picks.map(({ score }) => score).toSorted((a, b) => b - a))
    expect(picks.every(({ reasons }) => reasons.includes('rating'))).toBe(true)
    const matches = (await ask(catalog.recommendUnmapped, { title: 'Nice oak lamp for the desk' }, me)).body.data
    expect(matches?.items.slice(0, 5).every(({ name }) => name.includes('lamp'))).toBe(true)
  })

  test('what was looked at comes back first, and brings what is near it', async () => {
    const me = await server.person()
    expect((await ask(personal.listPersonalizedProducts, {}, me)).body.data?.from).toBe('new')
    await ask(detail.getSourceProduct, { source: 'cj', product_id: 'p2' }, me)
    server.clock.now = new Date(server.clock.now.getTime() + 1000)
    await ask(detail.getSourceProduct, { source: 'cj', product_id: 'p4' }, me)
    const left = (await ask(personal.listPickupLeftOff, {}, me)).body.data?.items
    expect(left?.map(({ source_product_id }) => source_product_id)).toEqual(['p4', 'p2'])
    const near = (await ask(personal.listPersonalizedProducts, { limit: 4 }, me)).body.data
    expect(near?.from).toBe('behaviour')
    expect(near?.items.every(({ name }) => name.includes('lamp'))).toBe(true)
    const inspired = (await ask(catalog.listInspiredProducts, { product_id: await idOf('p2') }, me)).body.data?.items
    expect(inspired?.map(({ source_product_id }) => source_product_id)).not.toContain('p2')
  })

  test('a tool tried once stays tried', async () => {
    const me = await server.person()
    expect((await ask(personal.getDiscoverTools, {}, me)).body.data?.discover).toMatchObject({ search: false })
    await ask(personal.updateDiscoverTools, { discover: 'search' }, me)
    await ask(personal.updateDiscoverTools, { discover: 'image_search' }, me)
    expect((await ask(personal.getDiscoverTools, {}, me)).body.data?.discover).toMatchObject({
      search: true,
      image_search: true,
      experts_choice: false,
    })
  })
})

test('sellers: most ordered from first, followed and left, with what is new since', async () => {
  const [me, other] = [await server.person(), await server.person()]
  const one = await ask(suppliers.listSourceSuppliers, { page_size: 4 }, me)
  const two = await ask(suppliers.listSourceSuppliers, { page_size: 4, cursor: one.body.data?.next_cursor ?? '' }, me)
  const all = [...(one.body.data?.items ?? []), ...(two.body.data?.items ?? [])]
  expect(all.map(({ seller_id }) => seller_id)).toEqual(['s6', 's5', 's4', 's3', 's2', 's1', 's0'])
  expect((await ask(suppliers.listSourceSuppliers, { text: 'seller 3' }, me)).body.data?.items).toHaveLength(1)
  const follow = (seller_id: string, action: 'follow' | 'unfollow') =>
    ask(suppliers.followSupplier, { action, source: 'cj', seller_id }, me)
  await follow('s1', 'follow')
  server.clock.now = new Date(server.clock.now.getTime() + 1000)
  expect((await follow('s2', 'follow')).body.data).toEqual({ followed: true, total: 2 })
  const tomorrow = new Date(server.clock.now.getTime() + 86_400_000)
  await behind.query(`update catalog_products set created_at = $1 where source_product_id = 'p2'`, [tomorrow])
  const mine = async () => (await ask(suppliers.listFavoriteSuppliers, {}, me)).body.data?.items
  expect(await mine()).toMatchObject([
    { seller_id: 's2', new_products: 1 },
    { seller_id: 's1', new_products: 0 },
  ])
  expect((await ask(suppliers.listFavoriteSuppliers, {}, other)).body.data?.items).toEqual([])
  await follow('s2', 'unfollow')
  expect((await mine())?.map(({ seller_id }) => seller_id)).toEqual(['s1'])
  const seller = (await ask(suppliers.crawlBySeller, { source: 'cj', seller_id: 's1' }, me)).body.data
  expect(seller?.supplier).toMatchObject({ seller_id: 's1', followed: true })
  expect(seller?.items.map(({ source_product_id }) => source_product_id).toSorted()).toEqual(['p1', 'p15', 'p22', 'p8'])
})

describe('one product', () => {
  test("by the catalogue's own id, by address, with its prices, reviews and stock", async () => {
    const me = await server.person()
    const id = await idOf('p6')
    const product = (await ask(detail.getCatalogueProduct, { id }, me)).body.data?.product
    expect(product).toMatchObject({ source: 'cj', source_product_id: 'p6' })
    expect((await ask(detail.getCatalogueProduct, { id: 999_999 }, me)).http).toBe(404)
    const scanned = await ask(detail.quickScan, { url: 'https://cjdropshipping.com/product/lamp-p-p6.html' }, me)
    expect(scanned.body.data).toMatchObject({ source: 'cj', product_id: 'p6' })
    expect((await ask(detail.quickScan, { url: 'https://nowhere.test/x' }, me)).body.errors).toHaveProperty('url')
    const prices = (await ask(detail.getPriceDetail, { source: 'cj', id: 'p6', ship_to: 'US' }, me)).body.data?.product
    expect(prices?.price_range).toEqual(product?.price_range)
    expect(prices?.variants.map(({ price_usd }) => price_usd)).toEqual(
      product?.variants.map(({ price_usd }) => price_usd),
    )
    await behind.query(
      `insert into catalog_reviews (product_id, review_id, rating, feedback, name, country, position)
       select $1, 'r' || n, 5 - n % 2, 'Good ' || n, 'Ann', 'US', n from generate_series(0, 4) n`,
      [id],
    )
    const one = (await ask(detail.listReviews, { source: 'cj', id: 'p6', page_size: 3 }, me)).body.data
    expect(one).toMatchObject({ total: 5, stars: [3, 2, 0, 0, 0] })
    const cursor = one?.next_cursor ?? ''
    const two = (await ask(detail.listReviews, { source: 'cj', id: 'p6', page_size: 3, cursor }, me)).body.data
    expect([...(one?.items ?? []), ...(two?.items ?? [])].map(({ feedback }) => feedback)).toEqual(
      [0, 1, 2, 3, 4].map((n) => `Good ${n}`),
    )
    // Nobody can be asked here: what the variants said last, and that it is old.
    expect((await ask(detail.getSourceStock, { id: 'p6' }, me)).body.data).toMatchObject({
      stale: true,
      inventory: [
        { sku_id: 'p6-0', country_code: 'CN', quantity: 100 },
        { sku_id: 'p6-1', country_code: 'CN', quantity: 100 },
      ],
    })
  })

  test('shipping as it was quoted, by every path that asks for it', async () => {
    const me = await server.person()
    const way = { service_name: 'Post', amount: 450, min_days: 5, max_days: 9, ship_from: 'CN', tracked: true }
    const quoted = async (source_product_id: string) =>
      behind.query(
        `insert into catalog_quotes (product_id, country_code, ship_from, sku_id, quantity, ways, quoted_at)
         values ($1, 'DE', 'CN', '', 1, $2, $3)`,
        [await idOf(source_product_id), JSON.stringify([way]), server.clock.now],
      )
    await quoted('p10')
    const product = { source: 'cj' as const, product_id: 'p10' }
    const reply = (await ask(detail.getSourceLogistics, { ...product, country_code: 'DE' }, me)).body.data
    expect(reply?.logistics).toMatchObject([
      { service_name: 'Post', amount: 450, delivery_time: '5-9', cheapest: true },
    ])
    await behind.query(`update catalog_products set source = 'aliexpress' where source_product_id = 'p12'`)
    await quoted('p12')
    const aliexpress = await ask(detail.getAliexpressLogistics, { product_id: 'p12', country_code: 'DE' }, me)
    expect(aliexpress.body.data?.logistics).toEqual(reply?.logistics)
    const imported = await ask(importListCalls.importProduct, { source: 'cj', supplier_product_id: 'p10' }, me)
    const id = imported.body.data?.product_package_id ?? ''
    expect((await ask(editorCalls.getProductShipping, { id, country_code: 'DE' }, me)).body.data).toMatchObject({
      default: 450,
      days: '5-9',
      ships: true,
    })
  })
})

test('how AI texts are to sound is read as it was changed', async () => {
  const me = await server.person()
  expect((await ask(settingsCalls.getAiWritingSettings, {}, me)).body.data?.tone).toBe('friendly')
  await ask(settingsCalls.updateAiWritingSettings, { tone: 'minimal' }, me)
  expect((await ask(settingsCalls.getAiWritingSettings, {}, me)).body.data?.tone).toBe('minimal')
})
