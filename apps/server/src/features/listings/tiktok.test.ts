/** A TikTok shop from the seller's consent to a deleted product. What is in the shop is judged by its own books. */
import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { listingCalls as calls } from '@omni/contracts/listings.calls.ts'
import { productCenterCalls as center } from '@omni/contracts/product-center.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { beforeAll, expect, test } from 'vitest'
import { allowStore } from '../../testing/allow-store.ts'
import { TIKTOK_SHOP, shopTest } from '../../testing/shop-test.ts'

const { sandbox, server, ask, me, settle, importGoods } = await shopTest()
let store_id = ''
let product_ids: string[] = []

interface Books {
  products: {
    product_id: string
    key: string | null
    status: string
    body: {
      title: string
      main_images: string[]
      package_weight: object
      package_dimensions: object
      skus: { inventory: { warehouse_id: string }[] }[]
    }
  }[]
  created: { key: string }[]
  writes: { who: string; field: string; count: number }[]
  uploads: { hash: string; times: number }[]
}
const books = async () => (await sandbox.control(`/tiktok/books?shop=${TIKTOK_SHOP}`)) as Books // its own form

const listingOf = async (product_id: string) => (await ask(calls.listMapped, { product_id }, me)).body.data?.items[0]
const remoteId = async (product_id: string) =>
  (await server.behind.query('select remote_id from listings where product_id = $1', [product_id])).rows[0]?.remote_id

async function rename(id: string, title: string) {
  const base_revision = (await ask(editorCalls.getProduct, { id }, me)).body.data?.product.revision ?? 0
  const input = { id, save_id: crypto.randomUUID(), client_id: 'test', base_revision, changes: { title } }
  expect((await ask(editorCalls.saveProduct, input, me)).body.success).toBe(true)
}

beforeAll(async () => {
  await sandbox.act('tiktok', 'set_shop', { shop: TIKTOK_SHOP, review_s: 0 })
  product_ids = await importGoods({ products: 12, imported: 2, variants: 4 })
  const facts = [
    { name: 'Package size', value: '20 x 10 x 4.2 cm' },
    { name: 'Package weight', value: '350 g' },
  ]
  await server.behind.query(`update catalog_products set specifications = $1 where source_product_id = 'p1'`, [
    JSON.stringify(facts),
  ])
})

test('a seller is led to the platform without typing anything, and comes back with a shop', async () => {
  const { url = '' } = (await ask(storeCalls.getConsentUrl, {}, me)).body.data ?? {}
  expect(url).toContain('/tiktok/open/authorize?service_id=')
  const query = await allowStore(url)
  const other = await server.person()
  expect((await ask(storeCalls.installPlatform, { platform: 'tiktok', query }, other)).body.success).toBe(false)
  const refused = { ...query, code: 'null', error: 'auth_denied' }
  expect((await ask(storeCalls.installPlatform, { platform: 'tiktok', query: refused }, me)).body.success).toBe(false)
  const done = await ask(storeCalls.installPlatform, { platform: 'tiktok', query }, me)
  expect(done.body, JSON.stringify(done.body)).toMatchObject({
    success: true,
    data: {
      platform: 'tiktok',
      platform_domain: TIKTOK_SHOP,
      currency: 'USD',
      store_name: 'Northwind Live',
      health: 'ok',
    },
  })
  store_id = done.body.data?.id ?? ''
  expect((await ask(storeCalls.installPlatform, { platform: 'tiktok', query }, me)).body.success).toBe(false)
  const typed = await ask(storeCalls.linkPlatform, { platform: 'tiktok', shop: TIKTOK_SHOP }, me)
  expect(typed.body.errors).toHaveProperty('shop')
  const { rows } = await server.behind.query('select credentials from store_connections')
  expect(JSON.stringify(rows)).not.toContain('TTP_')
  await settle()
  expect((await ask(storeCalls.verifyPlatform, { store_id }, me)).body.data).toMatchObject({ health: 'ok' })
})

test('a shop tells its warehouses and what it lacks; a stranger hears nothing', async () => {
  const { items = [] } = (await ask(storeCalls.listWarehouses, { store_id }, me)).body.data ?? {}
  expect(items.map(({ name, is_default }) => [name, is_default])).toEqual([
    ['Northwind Live main', true],
    ['Northwind Live overflow', false],
  ])
  const ready = () => ask(storeCalls.checkPrerequisites, { store_id }, me)
  expect((await ready()).body.data).toMatchObject({ is_ready: true })
  await sandbox.act('tiktok', 'set_shop', { shop: TIKTOK_SHOP, not_ready: true })
  expect((await ready()).body.data).toMatchObject({ is_ready: false })
  const checked = await ask(calls.checkPush, { product_ids, store_ids: [store_id] }, me)
  expect(checked.body.data?.items[0]?.problems).toContainEqual(
    expect.objectContaining({ severity: 'block', field: 'store' }),
  )
  await sandbox.act('tiktok', 'set_shop', { shop: TIKTOK_SHOP, not_ready: false })
  const stranger = await server.person()
  expect((await ask(storeCalls.listWarehouses, { store_id }, stranger)).http).toBe(404)
  expect((await ask(storeCalls.checkPrerequisites, { store_id }, stranger)).http).toBe(404)
})

test('what the category asks for is said before the push', async () => {
  const [id = ''] = product_ids
  const before = (await ask(editorCalls.getProduct, { id }, me)).body.data?.product.title ?? ''
  await rename(id, 'Wooden toys for the garden')
  const problems = (await ask(calls.checkPush, { product_ids: [id], store_ids: [store_id] }, me)).body.data?.items[0]
  expect(problems?.problems).toContainEqual({
    severity: 'block',
    field: 'marketplace',
    message: expect.stringContaining('Recommended age'),
  })
  await rename(id, `${before} 😀`)
  const symbols = (await ask(calls.checkPush, { product_ids: [id], store_ids: [store_id] }, me)).body.data?.items[0]
  expect(symbols?.problems.map(({ severity, field }) => [severity, field])).toContainEqual(['block', 'title'])
  await rename(id, before)
})

test('two products: each is made once, from the chosen warehouse, its picture is brought once', async () => {
  const warehouses = (await ask(storeCalls.listWarehouses, { store_id }, me)).body.data?.items ?? []
  const chosen = warehouses[1]?.id ?? ''
  const tiktok = { warehouse_ids: { [store_id]: chosen } }
  const input = { product_ids, store_ids: [store_id], product_listings: { tiktok } }
  const pushed = await ask(calls.pushToStores, input, me)
  expect(pushed.body, JSON.stringify(pushed.body)).toMatchObject({ success: true, data: { total_push: 2 } })
  await settle()
  const listed = (await ask(calls.listMapped, {}, me)).body.data?.items ?? []
  expect(listed.map(({ state, status, problem }) => [state, status, problem])).toEqual([
    ['idle', 'active', null],
    ['idle', 'active', null],
  ])
  const made = await books()
  expect(made.products.map(({ status }) => status)).toEqual(['ACTIVATE', 'ACTIVATE'])
  expect(made.created).toHaveLength(2)
  expect(new Set(made.created.map(({ key }) => key)).size).toBe(2)
  // What the supplier says of its parcel; where it says nothing, the least.
  expect(made.products.map(({ body }) => body.package_dimensions)).toEqual(
    expect.arrayContaining([
      { length: '1', width: '1', height: '1', unit: 'CENTIMETER' },
      { length: '20', width: '10', height: '5', unit: 'CENTIMETER' },
    ]),
  )
  expect(made.products.map(({ body }) => body.package_weight)).toContainEqual({ value: '0.35', unit: 'KILOGRAM' })
  for (const { body } of made.products) {
    expect(body.skus.flatMap(({ inventory }) => inventory.map(({ warehouse_id }) => warehouse_id))).toEqual(
      body.skus.map(() => chosen),
    )
  }
  expect(made.uploads.map(({ times }) => Number(times))).toEqual([1, 1])
  const seen = await fetch(listed[0]?.url ?? '')
  expect(await seen.text()).toContain(listed[0]?.title.slice(0, 10))
  // Once more: everything is there already.
  await ask(calls.pushToStores, input, me)
  await settle()
  const after = await books()
  expect([after.created, after.writes, after.uploads]).toEqual([made.created, made.writes, made.uploads])
})

test('an edit in the shop is told by its message and taken over; an edit here of another field leaves it', async () => {
  const [id = '', other = ''] = product_ids
  await sandbox.act('tiktok', 'edit_product', {
    shop: TIKTOK_SHOP,
    product: await remoteId(id),
    title: 'Changed in the shop',
  })
  await expect
    .poll(async () => {
      await settle()
      return (await listingOf(id))?.title
    })
    .toBe('Changed in the shop')
  await rename(other, 'A better title for the other one')
  await settle()
  expect((await books()).products.map(({ body }) => body.title).toSorted()).toEqual([
    'A better title for the other one',
    'Changed in the shop',
  ])
})

test('content that is looked through first counts as sent, and is shown when it passed', async () => {
  const [, id = ''] = product_ids
  await sandbox.act('tiktok', 'set_shop', { shop: TIKTOK_SHOP, review_s: 3600 })
  await rename(id, 'A title that waits for its review')
  await settle()
  expect(await listingOf(id)).toMatchObject({ state: 'idle', title: 'A title that waits for its review' })
  const writes = (await books()).writes
  await settle()
  const waiting = await books()
  expect(waiting.writes).toEqual(writes)
  expect(waiting.products.map(({ body }) => body.title)).toContain('A better title for the other one')
  await sandbox.act('tiktok', 'finish_reviews', { shop: TIKTOK_SHOP })
  await settle()
  expect((await books()).products.map(({ body }) => body.title)).toContain('A title that waits for its review')
  expect(await listingOf(id)).toMatchObject({ state: 'idle', title: 'A title that waits for its review' })
  await sandbox.act('tiktok', 'set_shop', { shop: TIKTOK_SHOP, review_s: 0 })
})

test('deleted in the shop stays deleted, whatever is edited here, until a person lists it again', async () => {
  const [id = ''] = product_ids
  await sandbox.act('tiktok', 'delete_product', { shop: TIKTOK_SHOP, product: await remoteId(id) })
  await rename(id, 'An edit of something that is gone')
  await expect
    .poll(async () => {
      await settle()
      return (await listingOf(id))?.state
    })
    .toBe('gone')
  const { created, products } = await books()
  expect([created.length, products.length]).toEqual([2, 1])
  const listing_id = (await listingOf(id))?.listing_id ?? ''
  await ask(calls.decideListing, { id: listing_id, says: 'list_again' }, me)
  await settle()
  expect(await listingOf(id)).toMatchObject({ state: 'idle', title: 'An edit of something that is gone' })
  const again = await books()
  expect([again.created.length, again.products.length]).toEqual([3, 2])
  expect(again.uploads.map(({ times }) => Number(times))).toEqual([1, 1])
})

/** One more product, and its id. */
async function importOne(product_id: string): Promise<string> {
  await ask(importListCalls.importAll, { import_data: [{ source: 'cj', product_id }] }, me)
  const { items = [] } = (await ask(center.listProducts, {}, me)).body.data ?? {}
  const id = items.map((item) => item.product_id).find((one) => !product_ids.includes(one)) ?? ''
  product_ids.push(id)
  return id
}

test('the shop lists no more today: nothing is made, the listing says why, and waits for the next day', async () => {
  await sandbox.act('tiktok', 'set_shop', { shop: TIKTOK_SHOP, daily_limit: 0 })
  const id = await importOne('p4')
  const { created } = await books()
  await ask(calls.pushProducts, { product_ids: [id], store_id }, me)
  await settle()
  expect(await listingOf(id)).toMatchObject({ state: 'sending', problem: expect.stringContaining('12052093') })
  expect((await books()).created).toEqual(created)
  const { rows } = await server.behind.query(`select due_at from attempts where state = 'intended'`)
  const midnight = new Date(new Date().setUTCHours(24, 0, 0, 0)).getTime()
  expect(rows.map(({ due_at }) => Date.parse(due_at) >= midnight)).toEqual([true])
  await sandbox.act('tiktok', 'set_shop', { shop: TIKTOK_SHOP, daily_limit: 100 })
})

test('a picture that cannot be fetched: the listing says which, nothing is made, and the quota is returned', async () => {
  const url = `${sandbox.url}/pictures/none.webp`
  await server.behind.query('update catalog_products set images = array[$1]', [url])
  const id = await importOne('p3')
  const before = await books()
  const usage = async () =>
    (await server.behind.query(`select usage from feature_usage where feature = 'LISTING_PRODUCTS'`)).rows[0]?.usage
  const used = await usage()
  await ask(calls.pushProducts, { product_ids: [id], store_id }, me)
  await settle()
  expect(await listingOf(id)).toMatchObject({ state: 'refused', problem: expect.stringContaining(url) })
  const after = await books()
  expect([after.created, after.uploads]).toEqual([before.created, before.uploads])
  expect(await usage()).toBe(used)
})

test('what a category requires is filled in once: sent with the product, remembered for the next, followed when it changes', async () => {
  await server.behind.query(
    `update catalog_products set images = array[$1 || '/pictures/1f392_' || id || '_1_0.webp']`,
    [sandbox.url],
  )
  const [one, two] = [await importOne('p5'), await importOne('p6')]
  for (const id of [one, two]) await rename(id, `Wooden toys for the garden ${id.slice(0, 4)}`)
  const ready = async (id: string) =>
    (await ask(calls.checkPush, { product_ids: [id], store_ids: [store_id] }, me)).body.data?.items[0]?.problems.filter(
      ({ severity }) => severity === 'block',
    )
  expect(await ready(one)).toHaveLength(3)
  const { items = [] } = (await ask(calls.listMarketCategories, { store_id }, me)).body.data ?? {}
  expect(items.map(({ name }) => name)).toContain('Toys & Hobbies > Toys')
  const read = async (product_id: string, more: object = {}) =>
    (await ask(calls.getListingDetails, { store_id, product_id, ...more }, me)).body.data
  const asked = await read(one)
  expect(asked).toMatchObject({ is_saved: false, details: { category: { name: 'Toys' }, attributes: [] } })
  expect(asked?.choices.brands.map(({ name }) => name)).toEqual(['Northwind', 'Oakline'])
  const required = asked?.asks?.attributes.filter(({ is_required }) => is_required) ?? []
  const answered = (at: number) => required.map(({ id, values }) => ({ id, values: values.slice(at, at + 1) }))
  const parcel = { weight_g: 1200, length_cm: 30, width_cm: 20, height_cm: 10 }
  const details = {
    category: asked?.details.category ?? null,
    brand: asked?.choices.brands[0] ?? null,
    attributes: answered(0),
    size_chart: null,
    manufacturer: null,
    responsible: null,
    parcel,
  }
  const save = (product_id: string, change: object = {}, who = me) =>
    ask(calls.saveListingDetails, { store_id, product_id, details: { ...details, ...change } }, who)
  expect((await save(one)).http).toBe(200)
  expect((await save(one, {}, await server.person())).body.success).toBe(false)
  expect(await ready(one)).toEqual([])
  // The next one of that category begins with the same.
  expect(await read(two)).toMatchObject({ is_saved: false, details: { attributes: answered(0), parcel } })
  expect(await ready(two)).toEqual([])
  // Another category was never filled in.
  const lamps = items.find(({ name }) => name.endsWith('Lamps & Lighting'))
  expect(await read(two, { category_id: lamps?.id })).toMatchObject({ details: { category: lamps, attributes: [] } })
  await ask(calls.pushProducts, { product_ids: [one, two], store_id }, me)
  await settle()
  const bodies = async () => {
    const { products } = await books()
    const remote = [await remoteId(one), await remoteId(two)]
    return remote.map((id) => products.find(({ product_id }) => product_id === id)?.body)
  }
  const sent = {
    category_id: details.category?.id,
    brand_id: details.brand?.id,
    product_attributes: answered(0),
    package_weight: { value: '1.2', unit: 'KILOGRAM' },
    package_dimensions: { length: '30', width: '20', height: '10', unit: 'CENTIMETER' },
  }
  expect(await bodies()).toMatchObject([sent, sent])
  const { created } = await books()
  expect((await save(one, { attributes: answered(1) })).http).toBe(200)
  await settle()
  expect(await bodies()).toMatchObject([{ product_attributes: answered(1) }, sent])
  expect(await listingOf(one)).toMatchObject({ state: 'idle', problem: null })
  expect((await books()).created).toEqual(created)
}, 90_000)

test('the seller takes the authorisation back: the store is disconnected', async () => {
  await sandbox.act('tiktok', 'deauthorize', { shop: TIKTOK_SHOP })
  await expect
    .poll(async () => {
      await settle()
      return (await ask(storeCalls.listStore, {}, me)).body.data?.items[0]?.status
    })
    .toBe('disconnected')
})
