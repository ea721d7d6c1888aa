/** Two stores of the sandbox, connected and pushed to as a seller would; judged by the stores' own books. */
import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import { listingCalls as calls } from '@omni/contracts/listings.calls.ts'
import { productCenterCalls as center } from '@omni/contracts/product-center.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { beforeAll, expect, test } from 'vitest'
import { freePort } from '../../platform/embedded-postgres.ts'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'

const port = await freePort()
const PUBLIC_URL = `http://127.0.0.1:${port}`
const sandbox = await sandboxProcess(100, PUBLIC_URL)
const server = await testServer({ ...sandbox.env, PUBLIC_URL })
const { ask } = server
const SHOP = 'northwind-goods.myshopify.com'
const SITE = `${sandbox.url}/woocommerce/demo`

/** Time goes on by a little, and everything that is due then is done. */
async function settle() {
  for (let round = 0; round < 8; round++) {
    server.clock.now = new Date(Date.now() + (round + 1) * 5_000)
    if ((await server.runJobs()).length === 0) return
  }
}

/** Allows us in on the platform's own page, as a person without scripts would. */
async function allow(url: string): Promise<Record<string, string>> {
  const page = new URL(url)
  const reply = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ ...Object.fromEntries(page.searchParams), decision: 'allow' }),
    redirect: 'manual',
  })
  const back = reply.headers.get('location')
  if (!back) throw new Error(`the platform did not lead back: ${reply.status} ${await reply.text()}`)
  return Object.fromEntries(new URL(back, url).searchParams)
}

const me = await server.person()
const stores: Record<'shopify' | 'woocommerce', string> = { shopify: '', woocommerce: '' }
let product_ids: string[] = []

beforeAll(async () => {
  await server.app.listen({ port, host: '127.0.0.1' })
  server.clock.now = new Date()
  await fillCatalogue(server.behind, { products: 12, variants: 4 })
  await server.behind.query(
    `update catalog_products set images = array[$1 || '/pictures/' || source_product_id || '-1.webp']`,
    [sandbox.url],
  )
  const import_data = Array.from({ length: 3 }, (_, n) => ({ source: 'cj' as const, product_id: `p${n + 1}` }))
  await ask(importListCalls.importAll, { import_data }, me)
  const { items = [] } = (await ask(center.listProducts, {}, me)).body.data ?? {}
  product_ids = items.map(({ product_id }) => product_id)
}, 60_000)

test('a store is connected through its own page, once, by who began', async () => {
  for (const [platform, shop] of [
    ['shopify', 'northwind-goods'],
    ['woocommerce', SITE],
  ] as const) {
    const { url = '' } = (await ask(storeCalls.linkPlatform, { platform, shop }, me)).body.data ?? {}
    const query = await allow(url)
    const other = await server.person()
    expect((await ask(storeCalls.installPlatform, { platform, query }, other)).body.success).toBe(false)
    const done = await ask(storeCalls.installPlatform, { platform, query }, me)
    expect(done.body, JSON.stringify(done.body)).toMatchObject({ success: true, data: { platform, health: 'ok' } })
    stores[platform] = done.body.data?.id ?? ''
    expect((await ask(storeCalls.installPlatform, { platform, query }, me)).body.success).toBe(false)
    const again = await ask(storeCalls.linkPlatform, { platform, shop }, me)
    expect(again.body.errors).toHaveProperty('shop')
    expect((await ask(storeCalls.linkPlatform, { platform, shop }, other)).body.status).toBe(111)
  }
  const forged = await ask(
    storeCalls.installPlatform,
    { platform: 'shopify', query: { shop: SHOP, code: 'x', state: 'y', hmac: '00' } },
    me,
  )
  expect(forged.body.success).toBe(false)
  const { rows } = await server.behind.query('select credentials, hook_secret from store_connections')
  expect(JSON.stringify(rows)).not.toMatch(/shpat|ck_|cs_/)
  await settle()
  const { items = [] } = (await ask(storeCalls.listStore, {}, me)).body.data ?? {}
  expect(items.map(({ platform, health, is_default }) => [platform, health, is_default])).toEqual([
    ['shopify', 'ok', true],
    ['woocommerce', 'ok', false],
  ])
}, 60_000)

test('products are pushed to both stores, each is made once, and a second push writes nothing', async () => {
  const checked = await ask(calls.checkPush, { product_ids, store_ids: Object.values(stores) }, me)
  expect(checked.body.data?.items.map(({ will }) => will)).toEqual(Array.from({ length: 6 }, () => 'create'))
  for (const product_id of product_ids) {
    const pushed = await ask(calls.pushToStores, { product_ids: [product_id], store_ids: Object.values(stores) }, me)
    expect(pushed.body, JSON.stringify(pushed.body)).toMatchObject({ success: true, data: { total_push: 2 } })
  }
  await settle()
  const listed = (await ask(calls.listMapped, {}, me)).body.data?.items ?? []
  expect(listed.map(({ state, status, problem }) => [state, status, problem])).toEqual(
    Array.from({ length: 6 }, () => ['idle', 'active', null]),
  )
  const books = await shopifyBooks()
  expect(books.created.filter(({ key }) => key)).toHaveLength(3)
  const writes = books.writes.filter(({ who }) => who === 'app').length
  await ask(calls.pushProducts, { product_ids: [product_ids[0] ?? ''], store_id: stores.shopify }, me)
  await settle()
  const after = await shopifyBooks()
  expect(after.created).toEqual(books.created)
  expect(after.writes.filter(({ who }) => who === 'app')).toHaveLength(writes)
  const counts = (await ask(importListCalls.getProductCounts, {}, me)).body.data
  expect(counts).toMatchObject({ total_pushed_active: 3, total_unpushed: 0 })
  const runs = (await ask(jobTrackerCalls.listJobs, {}, me)).body.data
  expect(JSON.stringify(runs)).toContain('push')
}, 90_000)

interface ShopifyBooks {
  products: { id: number; key: string | null; handle: string; body: { title: string } }[]
  created: { key: string | null }[]
  writes: { who: string; field: string; count: number }[]
}
const shopifyBooks = async () => (await sandbox.control(`/shopify/books?shop=${SHOP}`)) as ShopifyBooks // its own form

test('an edit here goes there; an edit there comes here and stays; deleted there stays deleted', async () => {
  void editorCalls
})
