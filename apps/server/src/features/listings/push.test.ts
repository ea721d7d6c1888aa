/** Two stores of the sandbox, connected and pushed to as a seller would; judged by the stores' own books. */
import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import { listingCalls as calls } from '@omni/contracts/listings.calls.ts'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { allowStore } from '../../testing/allow-store.ts'
import { siteKeys } from '../../testing/site-keys.ts'
import { SHOP, shopTest } from '../../testing/shop-test.ts'
import { readPendingJob } from './read-store.job.ts'

const { env, sandbox, server, ask, me, settle, importGoods } = await shopTest({ plan_id: 'basic_monthly' })
const SITE = `${sandbox.url}/woocommerce/demo`

const stores: Record<'shopify' | 'woocommerce', string> = { shopify: '', woocommerce: '' }
let product_ids: string[] = []

beforeAll(async () => {
  product_ids = await importGoods({ products: 12, imported: 3, variants: 4 })
})

test('a store is connected through its own page, once, by who began', async () => {
  const [platform, shop] = ['shopify', 'northwind-goods'] as const
  const { url = '' } = (await ask(storeCalls.linkPlatform, { platform, shop }, me)).body.data ?? {}
  const query = await allowStore(url)
  const other = await server.person()
  expect((await ask(storeCalls.installPlatform, { platform, query }, other)).body.success).toBe(false)
  const done = await ask(storeCalls.installPlatform, { platform, query }, me)
  expect(done.body, JSON.stringify(done.body)).toMatchObject({ success: true, data: { platform, health: 'ok' } })
  stores[platform] = done.body.data?.id ?? ''
  expect((await ask(storeCalls.installPlatform, { platform, query }, me)).body.success).toBe(false)
  const again = await ask(storeCalls.linkPlatform, { platform, shop }, me)
  expect(again.body.errors).toHaveProperty('shop')
  expect((await ask(storeCalls.linkPlatform, { platform, shop }, other)).body.status).toBe(111)
  const forged = await ask(
    storeCalls.installPlatform,
    { platform: 'shopify', query: { shop: SHOP, code: 'x', state: 'y', hmac: '00' } },
    me,
  )
  expect(forged.body.success).toBe(false)
})

test('without https nobody is sent away: a key is copied, tried, and refused with its reason', async () => {
  expect((await ask(storeCalls.listStore, {}, me)).body.data?.keys_only).toEqual(['woocommerce'])
  const sentAway = await ask(storeCalls.linkPlatform, { platform: 'woocommerce', shop: SITE }, me)
  expect(sentAway.body.message).toMatch(/https/)
  const keys = await siteKeys(sandbox, 'demo')
  const reasons: [object, RegExp][] = [
    [{ ...(await siteKeys(sandbox, 'demo', 'read')) }, /may only read/],
    [{ secret: 'cs_of_another' }, /does not know this key/],
  ]
  for (const [change, reason] of reasons) {
    const no = await ask(storeCalls.connectByKeys, { ...keys, shop: SITE, ...change }, me)
    expect([no.body.success, no.body.message]).toEqual([false, expect.stringMatching(reason)])
  }
  const inside = await ask(storeCalls.connectByKeys, { ...keys, shop: 'http://10.0.0.7/' }, me)
  expect(inside.body.errors).toHaveProperty('shop')
  const done = await ask(storeCalls.connectByKeys, { ...keys, shop: SITE }, me)
  expect(done.body, JSON.stringify(done.body)).toMatchObject({ success: true, data: { health: 'ok' } })
  stores.woocommerce = done.body.data?.id ?? ''
  const again = await ask(storeCalls.connectByKeys, { ...keys, shop: SITE }, me)
  expect(again.body.errors).toHaveProperty('shop')
  const other = await server.person()
  expect((await ask(storeCalls.connectByKeys, { ...keys, shop: SITE }, other)).body.status).toBe(111)
  const { rows } = await server.behind.query('select credentials, hook_secret from store_connections')
  expect(JSON.stringify(rows)).not.toMatch(/shpat_|c[ks]_[0-9a-f]{6}/)
  await settle()
  const { items = [] } = (await ask(storeCalls.listStore, {}, me)).body.data ?? {}
  expect(items.map(({ platform, health, is_default }) => [platform, health, is_default])).toEqual([
    ['shopify', 'ok', true],
    ['woocommerce', 'ok', false],
  ])
})

test('a connection is looked at on demand, and what the store says of itself is read', async () => {
  const store_id = stores.shopify
  expect((await ask(storeCalls.verifyPlatform, { store_id }, me)).body.data).toMatchObject({
    id: store_id,
    health: 'ok',
  })
  const places = (await ask(storeCalls.listPublications, { store_id }, me)).body.data?.items.map(({ handle }) => handle)
  expect(places).toContain('online_store')
  await server.behind.query(`update stores set currency = 'EUR' where store_id = $1`, [store_id])
  expect((await ask(storeCalls.refreshStoresCurrency, {}, me)).body.data?.items).toContainEqual({
    store_id,
    currency: 'USD',
    changed: true,
  })
  const install = await ask(storeCalls.getShopInstallUrl, { shop: 'fjord-living' }, me)
  expect(install.body.data?.url).toContain('/fjord-living.myshopify.com/admin/oauth/authorize')
  for (const shop of ['not a shop', 'https://evil.test/x'])
    expect((await ask(storeCalls.linkPlatform, { platform: 'shopify', shop }, me)).body.errors).toHaveProperty('shop')
  const stranger = await server.person()
  expect((await ask(storeCalls.verifyPlatform, { store_id }, stranger)).http).toBe(404)
  expect((await ask(storeCalls.listPublications, { store_id }, stranger)).http).toBe(404)
  const pushed = await ask(calls.pushProducts, { product_ids, store_id }, stranger)
  expect(pushed.body.status).toBe(801)
})

test('a shop that let go of us and wants to be forgotten is; a forged message is refused', async () => {
  const url = `${env.PUBLIC_URL}/hooks/shopify/compliance`
  const forged = await fetch(url, {
    method: 'POST',
    headers: { 'x-shopify-topic': 'shop/redact', 'x-shopify-shop-domain': SHOP, 'x-shopify-hmac-sha256': 'AAAA' },
    body: '{}',
  })
  expect(forged.status).toBe(401)
  // Connected still: the message is about a time before, and nothing is deleted.
  await sandbox.act('shopify', 'send_compliance', { shop: SHOP, topic: 'shop/redact', url })
  await sandbox.act('shopify', 'send_compliance', { shop: SHOP, topic: 'customers/redact', url })
  await expect
    .poll(async () => {
      await settle()
      return (await server.behind.query('select from compliance_requests where done_at is not null')).rowCount
    })
    .toBe(2)
  const { rows } = await server.behind.query(
    'select topic, shop, outcome, due_at > now() as in_time from compliance_requests order by topic',
  )
  expect(rows).toEqual([
    { topic: 'customers/redact', shop: SHOP, outcome: 'nothing of customers is kept', in_time: true },
    { topic: 'shop/redact', shop: SHOP, outcome: 'stores forgotten: 0', in_time: true },
  ])
})

test('what the plan does not cover is not begun, and says what is missing', async () => {
  await server.behind.query(
    `insert into feature_usage (workplace_id, feature, cycle_start, usage) values ($1, 'LISTING_PRODUCTS', '1970-01-01', 999)
     on conflict (workplace_id, feature, cycle_start) do update set usage = 999`,
    [me.workplace_id],
  )
  const store_ids = Object.values(stores)
  expect((await ask(calls.pushToStores, { product_ids, store_ids }, me)).body.status).toBe(401)
  expect((await ask(calls.pushAll, { store_ids }, me)).body.status).toBe(401)
  expect((await server.behind.query('select from listings where product_id is not null')).rowCount).toBe(0)
  await server.behind.query(`delete from feature_usage where feature = 'LISTING_PRODUCTS'`)
})

test('products are pushed to both stores, each is made once, and a second push writes nothing', async () => {
  const checked = await ask(calls.checkPush, { product_ids, store_ids: Object.values(stores) }, me)
  expect(checked.body.data?.items.map(({ will }) => will)).toEqual(Array.from({ length: 6 }, () => 'create'))
  expect(checked.body.data?.items.map(({ profit }) => profit?.state)).toEqual(
    Array.from({ length: 6 }, () => 'estimated'),
  )
  await server.behind.query('update products set shipping_cost = null where product_id = $1', [product_ids[0]])
  const shop = { product_ids, store_ids: [stores.shopify] }
  const unsent = (await ask(calls.checkPush, shop, me)).body.data?.items.find(
    (one) => one.product_id === product_ids[0],
  )
  const sent = checked.body.data?.items.find((one) => one.product_id === product_ids[0])
  expect(unsent).toMatchObject({ ship_to: 'US', fees: sent?.fees, profit: { state: 'unknown', margin: null } })
  expect(unsent?.profit?.amount).toBe((sent?.profit?.amount ?? 0) + 199)
  await server.behind.query('update products set shipping_cost = 199 where product_id = $1', [product_ids[0]])
  const pushed = await ask(calls.pushToStores, { product_ids, store_ids: Object.values(stores) }, me)
  expect(pushed.body, JSON.stringify(pushed.body)).toMatchObject({ success: true, data: { total_push: 6, usage: 6 } })
  await settle()
  const listed = (await ask(calls.listMapped, {}, me)).body.data?.items ?? []
  expect(listed.map(({ state, status, problem }) => [state, status, problem])).toEqual(
    Array.from({ length: 6 }, () => ['idle', 'active', null]),
  )
  // Active is not enough at Shopify: it is shown in the online store too.
  expect(listed.map(({ url }) => url !== null)).toEqual(Array.from({ length: 6 }, () => true))
  const books = await shopifyBooks()
  expect(books.created.filter(({ key }) => key)).toHaveLength(3)
  expect(books.downloads.map(({ count }) => Number(count))).toEqual([1, 1, 1])
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
})

interface ShopifyBooks {
  products: { id: number; key: string | null; handle: string; body: { title: string } }[]
  created: { key: string | null }[]
  writes: { who: string; field: string; count: number }[]
  downloads: { hash: string; count: number }[]
}
const shopifyBooks = async () => (await sandbox.control(`/shopify/books?shop=${SHOP}`)) as ShopifyBooks // its own form

/** Saves fields in the editor, as a browser would. */
async function save(id: string, changes: Record<string, string>) {
  const base_revision = (await ask(editorCalls.getProduct, { id }, me)).body.data?.product.revision ?? 0
  const input = { id, save_id: crypto.randomUUID(), client_id: 'test', base_revision, changes }
  const saved = await ask(editorCalls.saveProduct, input, me)
  expect(saved.body.success, JSON.stringify(saved.body)).toBe(true)
}
const rename = (id: string, title: string) => save(id, { title })
const listingsOf = async (product_id: string) =>
  (await ask(calls.listMapped, { product_id }, me)).body.data?.items.toSorted((a, b) =>
    a.platform.localeCompare(b.platform),
  ) ?? []
const idOf = (gid: string | null) => gid?.split('/').at(-1) ?? ''
const remoteId = async (listing_id = '') =>
  (await server.behind.query('select remote_id from listings where listing_id = $1', [listing_id])).rows[0]?.remote_id

test('an edit here goes to both stores, and only what was edited', async () => {
  const [id = ''] = product_ids
  await rename(id, 'A better title')
  await settle()
  expect((await listingsOf(id)).map(({ title, state }) => [title, state])).toEqual([
    ['A better title', 'idle'],
    ['A better title', 'idle'],
  ])
  expect((await shopifyBooks()).products.map(({ body }) => body.title)).toContain('A better title')
})

test('an edit in the store is told by its message, taken over, and survives the next edit here', async () => {
  const [, id = ''] = product_ids
  const [shop] = await listingsOf(id)
  const product = idOf(await remoteId(shop?.listing_id))
  await sandbox.act('shopify', 'edit_product', { shop: SHOP, product, title: 'Changed in the shop' })
  await expect
    .poll(async () => {
      await settle()
      return (await listingsOf(id))[0]?.title
    })
    .toBe('Changed in the shop')
  const { rows } = await server.behind.query('select who, says, field from listing_notes where listing_id = $1', [
    shop?.listing_id,
  ])
  expect(rows).toContainEqual({ who: 'store', says: 'taken', field: 'title' })
  // Edited there once more, then another field here: the store's title stays.
  await sandbox.act('shopify', 'edit_product', { shop: SHOP, product, title: 'Changed in the shop again' })
  await expect
    .poll(async () => {
      await settle()
      return (await listingsOf(id))[0]?.title
    })
    .toBe('Changed in the shop again')
  await save(id, { vendor: 'Acme' })
  await settle()
  const books = await shopifyBooks()
  const body = books.products.find((one) => String(one.id) === product)?.body
  expect(body).toMatchObject({ title: 'Changed in the shop again', vendor: 'Acme' })
})

test('both changed the same field: nothing is sent, a person sees both and decides', async () => {
  const [, , id = ''] = product_ids
  const [shop] = await listingsOf(id)
  const product = idOf(await remoteId(shop?.listing_id))
  await server.behind.query(`update listings set seen_at = seen_at - interval '1 hour'`)
  await rename(id, 'Ours')
  await sandbox.act('shopify', 'edit_product', { shop: SHOP, product, title: 'Theirs' })
  await expect
    .poll(async () => {
      await settle()
      return (await listingsOf(id))[0]?.state
    })
    .toBe('needs_decision')
  const asked = (await listingsOf(id))[0]
  expect(asked).toMatchObject({
    question: 'conflict',
    differences: [{ field: 'title', ours: 'Ours', theirs: 'Theirs' }],
  })
  const decided = await ask(calls.decideListing, { id: asked?.listing_id ?? '', says: 'keep_ours' }, me)
  expect(decided.body.success).toBe(true)
  await settle()
  expect((await listingsOf(id))[0]).toMatchObject({ title: 'Ours', state: 'idle', differences: [] })
})

test('deleted in the store stays deleted until a person lists it again', async () => {
  const [id = ''] = product_ids
  const [shop] = await listingsOf(id)
  const product = idOf(await remoteId(shop?.listing_id))
  const before = (await shopifyBooks()).created.length
  await sandbox.act('shopify', 'delete_product', { shop: SHOP, product })
  await expect
    .poll(async () => {
      await settle()
      return (await listingsOf(id))[0]?.state
    })
    .toBe('gone')
  await rename(id, 'An even better title')
  await settle()
  expect((await listingsOf(id))[0]).toMatchObject({ state: 'gone', question: 'gone' })
  expect((await shopifyBooks()).created).toHaveLength(before)
  await ask(calls.decideListing, { id: shop?.listing_id ?? '', says: 'list_again' }, me)
  await settle()
  expect((await listingsOf(id))[0]).toMatchObject({ state: 'idle', title: 'An even better title' })
  expect((await shopifyBooks()).created).toHaveLength(before + 1)
})

test('hidden as a draft, shown again, taken out; what the store sells itself is listed as unmapped', async () => {
  const [, id = ''] = product_ids
  const [, site] = await listingsOf(id)
  const set = async (status: 'active' | 'draft' | 'removed' | 'listed') => {
    await ask(calls.setListingStatus, { id: site?.listing_id ?? '', status }, me)
    await settle()
    return (await listingsOf(id))[1]
  }
  expect(await set('draft')).toMatchObject({ status: 'draft', state: 'idle' })
  expect(await set('active')).toMatchObject({ status: 'active', state: 'idle' })
  expect(await set('removed')).toMatchObject({ state: 'removed' })
  expect(await set('listed')).toMatchObject({ status: 'active', state: 'idle' })
  const unmapped = (await ask(calls.listUnmapped, {}, me)).body.data
  for (const { product_id } of unmapped?.items ?? []) expect(product_id).toBeNull()
})

test('disconnected: listings stay, nothing is sent, and connecting again finds them', async () => {
  const uninstalled = await ask(storeCalls.uninstallPlatform, { platform: 'shopify', shop: SHOP }, me)
  expect(uninstalled.body).toMatchObject({ success: true, data: { unsubscribed: true } })
  const [, id = ''] = product_ids
  await rename(id, 'While nobody listened')
  await settle()
  expect((await listingsOf(id))[0]?.title).toBe('Changed in the shop again')
  const pushed = await ask(calls.pushProducts, { product_ids: [id], store_id: stores.shopify }, me)
  expect(pushed.body.status).toBe(801)
  const { url = '' } = (await ask(storeCalls.linkPlatform, { platform: 'shopify', shop: SHOP }, me)).body.data ?? {}
  await ask(storeCalls.installPlatform, { platform: 'shopify', query: await allowStore(url) }, me)
  await settle()
  await ask(calls.pushProducts, { product_ids: [id], store_id: stores.shopify }, me)
  await settle()
  expect((await listingsOf(id))[0]).toMatchObject({ title: 'While nobody listened', state: 'idle' })
})

test('supplier products and favourites are imported and pushed by one call; what fails is named', async () => {
  const store_id = stores.woocommerce
  const products = ['p5', 'p1', 'no-such'].map((source_product_id) => ({ source: 'cj' as const, source_product_id }))
  const pushed = (await ask(calls.pushSource, { store_id, products }, me)).body.data
  expect(pushed?.product_ids).toHaveLength(2)
  expect(pushed?.total_push).toBe(2)
  expect(Object.keys(pushed?.failed ?? {})).toEqual(['cj:no-such'])
  // What is not known is asked of its supplier, which no operation under a key may: the call takes none.
  const unknown = { store_id, products: [{ source: 'cj' as const, source_product_id: 'no-such-either' }] }
  const keyed = await ask(calls.pushSource, unknown, me, { 'idempotency-key': 'again' })
  expect(keyed.body).toMatchObject({ success: true, data: { total_push: 0 } })
  const { rows } = await server.behind.query<{ id: number }>(
    `select id::int from catalog_products where source_product_id = 'p6'`,
  )
  const es_product_ids = rows.map(({ id }) => id)
  const favourite = await ask(calls.pushFavourite, { store_id, es_product_ids }, me)
  expect(favourite.body.data).toMatchObject({ total_push: 1, failed: {} })
  await settle()
  const listed = (await ask(calls.listMapped, { store_id, page_size: 50 }, me)).body.data?.items ?? []
  const made = [...(pushed?.product_ids ?? []), ...(favourite.body.data?.product_ids ?? [])]
  for (const id of made) expect(listed.find(({ product_id }) => product_id === id)?.state).toBe('idle')
  const stranger = await server.person()
  expect((await ask(calls.pushSource, { store_id, products: products.slice(0, 1) }, stranger)).body.status).toBe(801)
})

test('large supplier products are split before they are pushed, to the store that is worked with', async () => {
  const store_id = stores.woocommerce
  const variant_options = {
    threshold: 3,
    split_logic: 'split_all' as const,
    split_handle: 'max_variants' as const,
    max_variants_per_product: 2,
    max_create_products: 100,
  }
  const products = [{ source: 'cj' as const, source_product_id: 'p7' }]
  const headers = { 'store-id': store_id }
  const pushed = (await ask(calls.pushSource, { products, variant_options }, me, headers)).body.data
  expect(pushed).toMatchObject({ total_push: 2, failed: {} })
  await settle()
  const listed = (await ask(calls.listMapped, { store_id, page_size: 50 }, me)).body.data?.items ?? []
  const parts = listed.filter(({ product_id }) => pushed?.product_ids.includes(product_id ?? ''))
  expect(parts.map(({ variants, state }) => [variants, state])).toEqual([
    [2, 'idle'],
    [2, 'idle'],
  ])
  // Without a store, or with somebody else's, nothing is done.
  expect((await ask(calls.pushSource, { products }, me)).body.status).toBe(801)
  const bad = { 'store-id': '01234567-0000-7000-8000-000000000000' }
  expect((await ask(calls.pushSource, { products }, me, bad)).body.status).toBe(801)
  expect((await ask(calls.listMapped, {}, await server.person(), headers)).body.status).toBe(801)
})

test('a save that was killed in its middle is completed: as many variants there as here, none of them half', async () => {
  const store_id = stores.woocommerce
  await sandbox.act('woocommerce', 'make_site', { site: 'demo', dies_after: 2 })
  const products = [{ source: 'cj' as const, source_product_id: 'p9' }]
  const pushed = (await ask(calls.pushSource, { store_id, products }, me)).body.data
  const listed = async () => {
    const { items = [] } = (await ask(calls.listMapped, { store_id, page_size: 50 }, me)).body.data ?? {}
    return items.find(({ product_id }) => product_id === pushed?.product_ids[0])
  }
  for (let tries = 0; tries < 10 && (await listed())?.state !== 'idle'; tries++) await settle()
  expect(await listed()).toMatchObject({ state: 'idle', variants: 4 })
  const { products: there } = (await sandbox.control('/woocommerce/books?site=demo')) as {
    products: {
      id: number
      title: string
      status: string
      variants: { options: string[]; sku: string; price: string }[]
    }[]
  } // its own answer
  const made = there.find(({ title }) => title === 'Product number 9')
  expect(made?.status).toBe('publish')
  expect(made?.variants.map(({ options, price }) => [options.length, Number(price) > 0])).toEqual(
    Array.from({ length: 4 }, () => [2, true]),
  )
  expect(new Set(made?.variants.map(({ sku }) => sku)).size).toBe(4)
})

test('a category and a brand are chosen once for a store, for what is listed and for what comes', async () => {
  const store_id = stores.woocommerce
  const [id = ''] = product_ids
  await server.behind.query(`update products set product_type = 'Lights', vendor = 'Oak' where product_id = $1`, [id])
  const ask_groups = () => ask(calls.listStoreGroups, { store_id, product_ids: [id] }, me)
  const before = (await ask_groups()).body.data
  const lamps = before?.groups.find(({ name }) => name === 'Home & Living > Lamps')
  const oak = before?.groups.find(({ kind, name }) => kind === 'brand' && name === 'Oak & Sons')
  expect(before?.wanted).toEqual([
    { kind: 'category', name: 'Lights', products: 1, chosen: null },
    { kind: 'brand', name: 'Oak', products: 1, chosen: null },
  ])
  const choose = (kind: 'category' | 'brand', name: string, group: string | null, as = me) =>
    ask(calls.chooseStoreGroup, { store_id, kind, name, id: group }, as)
  expect((await choose('category', 'Lights', lamps?.id ?? '')).body.success).toBe(true)
  expect((await choose('brand', 'Oak', oak?.id ?? '')).body.success).toBe(true)
  const stranger = await server.person()
  expect((await choose('brand', 'Oak', null, stranger)).body.status).toBe(801)
  expect((await ask(calls.listStoreGroups, { store_id, product_ids: [id] }, stranger)).body.status).toBe(801)
  expect((await ask_groups()).body.data?.wanted.map(({ chosen }) => chosen)).toEqual([lamps?.id, oak?.id])
  await settle()
  const Sorted = z.object({
    products: z.array(z.object({ id: z.number(), categories: z.array(z.number()), brands: z.array(z.number()) })),
  })
  const sorted = async (remote_id: string) => {
    const { products } = Sorted.parse(await sandbox.control('/woocommerce/books?site=demo'))
    const one = products.find((product) => String(product.id) === remote_id)
    return one && [one.categories.map(String), one.brands.map(String)]
  }
  const { rows } = await server.behind.query<{ remote_id: string }>(
    'select remote_id from listings where store_id = $1 and product_id = $2',
    [store_id, id],
  )
  expect(await sorted(rows[0]?.remote_id ?? '')).toEqual([[lamps?.id], [oak?.id]])
  // The next product of the kind needs nobody.
  const imported = await ask(importListCalls.importAll, { import_data: [{ source: 'cj', product_id: 'p4' }] }, me)
  const next = imported.body.data?.success['p4'] ?? ''
  await server.behind.query(`update products set product_type = ' Lights ' where product_id = $1`, [next])
  await ask(calls.pushProducts, { product_ids: [next], store_id }, me)
  await settle()
  const made = await server.behind.query<{ remote_id: string }>(
    'select remote_id from listings where store_id = $1 and product_id = $2',
    [store_id, next],
  )
  expect(await sorted(made.rows[0]?.remote_id ?? '')).toEqual([[lamps?.id], []])
})

test('an edit and a push by one call: the edited product arrives, what the edit refuses does not', async () => {
  const import_data = [10, 11].map((n) => ({ source: 'cj' as const, product_id: `p${n}` }))
  const imported = await ask(importListCalls.importAll, { import_data }, me)
  const ids = import_data.map(({ product_id }) => imported.body.data?.success[product_id] ?? '')
  const input = { product_ids: ids, store_ids: [stores.woocommerce] }
  const edits = [{ field: 'title' as const, how: 'set' as const, value: 'Edited on its way' }]
  await server.behind.query(`update users set plan_id = 'free_monthly' where user_id = $1`, [me.user_id])
  const refused = [
    await ask(calls.bulkUpdateAndPush, { ...input, edits }, me),
    await ask(calls.pushToStores, input, me),
    await ask(calls.pushProducts, { product_ids: ids, store_id: stores.woocommerce }, me),
    await ask(calls.pushAll, { store_ids: [stores.woocommerce] }, me),
    await ask(
      calls.pushSource,
      {
        products: ['p10', 'p11'].map((id) => ({ source: 'cj' as const, source_product_id: id })),
        store_id: stores.woocommerce,
      },
      me,
    ),
  ]
  // Every way of pushing several is one feature of the plan; the refusal names the field.
  expect(refused.map(({ body }) => [body.status, Object.keys(body.errors ?? {})])).toEqual(
    refused.map(() => [401, ['product_ids']]),
  )
  await server.behind.query(`update users set plan_id = 'enterprise_monthly' where user_id = $1`, [me.user_id])
  const usage = async () => {
    const used = `select sum(usage)::int as n from feature_usage where feature = 'LISTING_PRODUCTS'`
    return (await server.behind.query<{ n: number }>(used)).rows[0]?.n ?? 0
  }
  const before = await usage()
  const listed = async () => {
    const all = (await ask(calls.listMapped, { page_size: 100 }, me)).body.data?.items ?? []
    return all.filter(({ product_id }) => ids.includes(product_id ?? ''))
  }
  // Without a title the second one is no product: the edit refuses it, and it is not pushed.
  const { rows } = await server.behind.query<{ title: string }>('select title from products where product_id = $1', [
    ids[1],
  ])
  const find = rows[0]?.title ?? ''
  const empty = [{ field: 'title' as const, how: 'find_replace' as const, find, value: '' }]
  await ask(calls.bulkUpdateAndPush, { ...input, edits: empty }, me)
  await settle()
  expect((await listed()).map(({ product_id, state }) => [product_id, state])).toEqual([[ids[0], 'idle']])
  expect(await usage()).toBe(before + 1)
  const pushed = await ask(calls.bulkUpdateAndPush, { ...input, edits }, me)
  expect(pushed.body, JSON.stringify(pushed.body)).toMatchObject({ success: true, data: { total_push: 2 } })
  await settle()
  const shown = await listed()
  expect(shown.map(({ title, state }) => [title, state])).toEqual([
    ['Edited on its way', 'idle'],
    ['Edited on its way', 'idle'],
  ])
})

test('a listing is shown in other places of its Shopify store, and no longer', async () => {
  const listed = (await ask(calls.listMapped, { store_id: stores.shopify, page_size: 50 }, me)).body.data?.items ?? []
  const id = listed.find(({ state, status }) => state === 'idle' && status === 'active')?.listing_id ?? ''
  const places = async () => (await ask(calls.getProductPublication, { id }, me)).body.data?.items ?? []
  const first = await places()
  expect(first.map(({ handle, is_published, is_free }) => [handle, is_published, is_free])).toEqual([
    ['online_store', true, false],
    ['shop', false, true],
    ['pinterest', false, true],
  ])
  const shop = first[1]?.id ?? ''
  const set = (publication_id: string, is_published: boolean) =>
    ask(calls.setProductPublication, { id, publication_id, is_published }, me)
  const of = async () => {
    const [, place] = await places()
    return place && [place.state, place.is_published]
  }
  const outcomes = async () =>
    (
      await server.behind.query<{ outcome: string }>(
        `select outcome from attempt_sends join attempts using (workplace_id, attempt_id)
         where subject_kind = 'listing_place.shopify' order by intent_at`,
      )
    ).rows.map(({ outcome }) => outcome)
  // The request is shown at once, and the store has not been asked yet.
  expect((await set(shop, true)).body.data?.items[1]).toMatchObject({ state: 'sending', is_published: true })
  expect(await outcomes()).toEqual([])
  expect((await set(shop, false)).body.message).toContain('still being asked')
  await settle()
  expect(await of()).toEqual(['settled', true])
  // The store does it, and its reply is lost: it is looked up there and not sent again.
  await sandbox.setFaults('shopify', [{ kind: 'drop_reply', endpoint: 'publishableUnpublish', times: 1 }])
  await set(shop, false)
  await settle()
  await sandbox.setFaults('shopify', [])
  expect(await of()).toEqual(['settled', false])
  expect(await outcomes()).toEqual(['done', 'unknown'])
  expect((await set(first[0]?.id ?? '', false)).body.status).toBe(204)
  expect((await set('gid://shopify/Publication/99', true)).body.status).toBe(202)
  const woo = (await ask(calls.listMapped, { store_id: stores.woocommerce }, me)).body.data?.items[0]?.listing_id ?? ''
  expect((await ask(calls.getProductPublication, { id: woo }, me)).body.data?.items).toEqual([])
})

test('a store that was taken off the list is connected again with everything it had', async () => {
  const store_id = stores.woocommerce
  const count = async () => (await ask(calls.listMapped, { store_id }, me)).body.data?.total
  const before = await count()
  const told = async () =>
    ((await sandbox.control('/woocommerce/books?site=demo')) as { webhooks: unknown[] }).webhooks.length // its own answer
  expect(await told()).toBeGreaterThan(0)
  expect((await ask(storeCalls.unlinkPlatform, { store_id }, await server.person())).body.status).toBe(202)
  expect(await told()).toBeGreaterThan(0)
  expect((await ask(storeCalls.unlinkPlatform, { store_id }, me)).body.success).toBe(true)
  // Nobody is told any more: the store would be refused, and say so to its owner.
  expect(await told()).toBe(0)
  expect((await ask(storeCalls.unlinkPlatform, { store_id }, me)).body.status).toBe(202)
  const ids = async () => (await ask(storeCalls.listStore, {}, me)).body.data?.items.map(({ id }) => id)
  expect(await ids()).not.toContain(store_id)
  const again = await ask(storeCalls.connectByKeys, { ...(await siteKeys(sandbox, 'demo')), shop: SITE }, me)
  expect(again.body.data?.id).toBe(store_id)
  expect(await count()).toBe(before)
})

test('what is imported goes to the stores that the seller has chosen, by itself', async () => {
  const listedAs = async (id: string) => {
    const { items = [] } = (await ask(calls.listMapped, { product_id: id }, me)).body.data ?? {}
    return items.map(({ store_id }) => store_id)
  }
  const bring = async (supplier_product_id: string) => {
    const { product_package_id: id = '' } =
      (await ask(importListCalls.importProduct, { source: 'cj', supplier_product_id }, me)).body.data ?? {}
    await settle()
    return id
  }
  expect(await listedAs(await bring('p7'))).toEqual([])
  await ask(
    productSettingsCalls.updateAutomationProduct,
    { actions: { pushed_connected_channels: { store_ids: [stores.shopify], publish_status: 'active' } } },
    me,
  )
  expect(await listedAs(await bring('p8'))).toEqual([stores.shopify])
  await ask(
    productSettingsCalls.updateAutomationProduct,
    { actions: { pushed_connected_channels: { store_ids: [], publish_status: 'active' } } },
    me,
  )
})

test('nothing is pushed before everything in the store was read once', async () => {
  const store_id = stores.shopify
  const { items = [] } = (await ask(calls.listMapped, { store_id, state: 'idle' }, me)).body.data ?? {}
  const id = items[0]?.product_id ?? ''
  const agreed = async () => {
    const { rows } = await server.behind.query<{ vendor: string }>(
      `select ours ->> 'vendor' as vendor from listings where product_id = $1 and store_id = $2`,
      [id, store_id],
    )
    return rows[0]?.vendor
  }
  const before = await agreed()
  await server.behind.query('update store_connections set swept_at = null where store_id = $1', [store_id])
  await save(id, { vendor: 'Before the first read' })
  await settle()
  expect(await agreed()).toBe(before)
  await server.behind.query('update store_connections set swept_at = now() where store_id = $1', [store_id])
  await save(id, { vendor: 'After the first read' })
  await settle()
  expect(await agreed()).toBe('After the first read')
})

test('what is being written is not read for each word of the store about it, but once it is written', async () => {
  const store_id = stores.shopify
  const { rows } = await server.behind.query<{ workplace_id: string; listing_id: string; remote_id: string }>(
    `select workplace_id, listing_id, remote_id from listings where store_id = $1 and state = 'idle' and remote_id is not null
     limit 1`,
    [store_id],
  )
  const { workplace_id = '', listing_id = '', remote_id = '' } = rows[0] ?? {}
  const webhooks = async () =>
    (await server.behind.query('select from store_dirty where store_id = $1 and remote_id = $2', [store_id, remote_id]))
      .rows.length
  const publish = async (state: string, intended = '0 seconds') => {
    const open = state === 'sending' ? { send_no: 1, kind: 'update', put: {} } : null
    await server.behind.query(
      'update listings set state = $2, open = $3, intent_at = now() - $4::interval where listing_id = $1',
      [listing_id, state, open, intended],
    )
    await server.behind.query(
      `insert into store_dirty (workplace_id, store_id, remote_id) values ($1, $2, $3) on conflict do nothing`,
      [workplace_id, store_id, remote_id],
    )
    await readPendingJob.run(server.runtime.jobCtx({ workplace_id }, 'test', 1), { workplace_id, store_id })
    return webhooks()
  }
  expect(await publish('sending')).toBe(1)
  expect(await publish('idle')).toBe(0)
  // One that nobody answered: the store may be telling what became of it.
  expect(await publish('sending', '1 minute')).toBe(0)
})
