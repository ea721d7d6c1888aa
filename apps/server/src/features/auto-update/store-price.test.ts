/** From a supplier's price to the store's, through both sandboxes; judged by the store's own books. */
import { autoUpdateCalls } from '@omni/contracts/auto-update.calls.ts'
import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { productDetailCalls as detailCalls } from '@omni/contracts/product-detail.calls.ts'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { beforeAll, expect, test } from 'vitest'
import { freePort } from '../../platform/embedded-postgres.ts'
import { allowStore } from '../../testing/allow-store.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'
import { fetchProduct } from '../catalog/ingest/fetch-product.ts'

const port = await freePort()
const PUBLIC_URL = `http://127.0.0.1:${port}`
const sandbox = await sandboxProcess(100, PUBLIC_URL)
const server = await testServer({ ...sandbox.env, PUBLIC_URL, LISTING_LANDS_MS: '1000' })
const { ask } = server
const SHOP = 'northwind-goods.myshopify.com'
const MINUTE = 60_000
const me = await server.person()
let [pid, id] = ['', '']

async function settle() {
  for (let round = 0; round < 8; round++) {
    server.clock.now = new Date(Math.max(server.clock.now.getTime(), Date.now()) + 5_000)
    if ((await server.runJobs()).length === 0) return
  }
}
/** Time goes on, the supplier is looked at, what follows is done, and the store is brought up to it. */
async function later(ms = 20 * MINUTE) {
  server.clock.now = new Date(Math.max(server.clock.now.getTime(), Date.now()) + ms)
  await server.behind.query(`select enqueue_job('auto-update.read', '{}')`)
  await server.runJobs()
  server.clock.now = new Date(server.clock.now.getTime() + 6 * MINUTE)
  await settle()
}
const move = (percent: number) => sandbox.act('cj', 'move_offer', { product: pid, percent })

interface Books {
  products: { key: string | null; body: { variants: { price: string }[] } }[]
  writes: { who: string; count: number }[]
}
const books = async () => (await sandbox.control(`/shopify/books?shop=${SHOP}`)) as Books // its own form
const inStore = async () =>
  (await books()).products.find(({ key }) => key)?.body.variants.map(({ price }) => Math.round(Number(price) * 100)) ??
  []
const variants = async () => (await ask(editorCalls.getProduct, { id }, me)).body.data?.product.variants ?? []
const sold = async () => (await variants()).filter(({ enabled }) => enabled).map(({ price }) => price)

beforeAll(async () => {
  await server.app.listen({ port, host: '127.0.0.1' })
  server.clock.now = new Date()
  const cj = server.runtime.services.suppliers.shared.cj
  if (!cj?.catalog) throw new Error('no supplier')
  const { items } = await cj.catalog.search({ page_size: 20, ship_to: 'US' })
  for (const { source_product_id } of items.slice(0, 12)) {
    const made = await fetchProduct(server.runtime.db({}), cj, 'cj', source_product_id, new Date())
    const { rows } = await server.behind.query<{ n: number }>(
      `select count(*)::int as n from catalog_variants v join catalog_products c on c.id = v.product_id
        where c.source_product_id = $1 and v.quantity > 20 and v.price > 300`,
      [source_product_id],
    )
    if (!made.ok || !rows[0]?.n) continue
    pid = source_product_id
    break
  }
  const { url = '' } =
    (await ask(storeCalls.linkPlatform, { platform: 'shopify', shop: 'northwind-goods' }, me)).body.data ?? {}
  const store = await ask(storeCalls.installPlatform, { platform: 'shopify', query: await allowStore(url) }, me)
  await settle()
  id =
    (await ask(importListCalls.importProduct, { source: 'cj', supplier_product_id: pid }, me)).body.data
      ?.product_package_id ?? ''
  await ask(listingCalls.pushToStores, { product_ids: [id], store_ids: [store.body.data?.id ?? ''] }, me)
  await ask(productSettingsCalls.updateMonitoring, { on_price_change: 'keep_margin' }, me)
  // Sold just now: it is looked at every quarter of an hour.
  const [first] = await variants()
  const order = {
    customer: { name: 'Ada' },
    address: { name: 'Ada', address1: '1 Main St', city: 'Reno', country_code: 'US' },
    lines: [{ variant_id: first?.variant_id ?? '', quantity: 1, unit_price: 100 }],
    currency: 'USD',
  }
  expect((await ask(orderCalls.createOrder, order, me)).body.success).toBe(true)
  await later()
})

test('a price of the supplier that rises by a fifth is in the store within one round, and nothing is written twice', async () => {
  const before = await inStore()
  expect(before.toSorted()).toEqual((await sold()).toSorted())
  expect((await ask(autoUpdateCalls.getAutoUpdate, {}, me)).body.data).toMatchObject({ watched: 1, hot: 1 })
  await move(120)
  await later()
  const after = await inStore()
  expect(after.toSorted()).toEqual((await sold()).toSorted())
  expect(after.every((price, at) => price > (before[at] ?? 0) && price < (before[at] ?? 0) * 1.4)).toBe(true)
  const [watched] = (await ask(autoUpdateCalls.listWatched, {}, me)).body.data?.items ?? []
  expect(watched).toMatchObject({ hot: true, note: { kind: 'price_changed', rule: 'keep_margin' } })
  const writes = (await books()).writes.filter(({ who }) => who === 'app')
  await later()
  expect((await books()).writes.filter(({ who }) => who === 'app')).toEqual(writes)
})

test('a pasted address shows what it costs now; within a minute the supplier is not asked again', async () => {
  const known = (await ask(detailCalls.getSourceProduct, { source: 'cj', product_id: pid, ship_to: 'US' }, me)).body
    .data
  const url = known?.product.product_link ?? ''
  const scanned = async () =>
    (await ask(detailCalls.quickScan, { url, ship_to: 'US' }, me)).body.data?.product.price_range[0] ?? 0
  server.clock.now = new Date(server.clock.now.getTime() + 2 * MINUTE)
  const before = await scanned()
  await move(240)
  expect(await scanned()).toBe(before)
  server.clock.now = new Date(server.clock.now.getTime() + 2 * MINUTE)
  expect((await scanned()) / before).toBeCloseTo(2, 1)
  await move(120)
  await later()
})

test('ten times the price changes nothing in the store and asks; a pinned price holds', async () => {
  const before = await inStore()
  await move(1300)
  await later()
  expect(await inStore()).toEqual(before)
  const [question] = (await ask(autoUpdateCalls.getAutoUpdate, {}, me)).body.data?.questions ?? []
  expect(question).toMatchObject({ source: 'cj', reason: 'factor' })
  await ask(autoUpdateCalls.answerQuestion, { question_id: question?.question_id ?? '', answer: 'dismiss' }, me)
  await settle()
  expect(await inStore()).toEqual(before)
  const { revision = 0 } = (await ask(editorCalls.getProduct, { id }, me)).body.data?.product ?? {}
  const own = Object.fromEntries((await variants()).map(({ variant_id }) => [`variants/${variant_id}/price`, 77_77]))
  const saving = { id, save_id: crypto.randomUUID(), client_id: 'test', base_revision: revision, changes: own }
  await ask(editorCalls.saveProduct, saving, me)
  await settle()
  await move(160)
  await later()
  expect(new Set(await inStore())).toEqual(new Set([77_77]))
  expect((await variants()).length).toBeGreaterThan(0)
})
