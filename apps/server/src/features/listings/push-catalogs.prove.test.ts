/** A catalog of Facebook and an account of Google, connected and pushed to as a seller would; judged by their books. */
import { listingCalls as calls } from '@omni/contracts/listings.calls.ts'
import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { beforeAll, expect, test } from 'vitest'
import { allowStore } from '../../testing/allow-store.ts'
import { SHOP, shopTest } from '../../testing/shop-test.ts'

const { sandbox, server, ask, me, settle, importGoods } = await shopTest()
const CATALOG = '910000000000001'
const ACCOUNT = '512000001'
const DAY_MS = 86_400_000
type Platform = 'facebook' | 'google'

/** These channels tell nothing: their stores are read as a whole, every hour. */
async function readAll() {
  server.clock.now = new Date(server.clock.now.getTime() + 3_700_000)
  await settle(2)
}

const stores: Record<Platform, string> = { facebook: '', google: '' }
let product_ids: string[] = []

beforeAll(async () => {
  product_ids = await importGoods({ products: 3, variants: 3 })
  // Fast, so that nobody waits for minutes; what is slow is tested with the connectors.
  await sandbox.act('facebook', 'set_finish', { catalog: CATALOG, finish_ms: 0 })
  await sandbox.act('google-merchant', 'set_delays', { account: ACCOUNT, process_ms: 0, judge_ms: 0 })
})

const PARTS = {
  facebook: {
    auth: storeCalls.getFacebookAuth,
    callback: storeCalls.callbackFacebook,
    link: storeCalls.linkFacebook,
    disconnect: storeCalls.disconnectFacebook,
    id: CATALOG,
  },
  google: {
    auth: storeCalls.getGoogleMerchantAuth,
    callback: storeCalls.callbackGoogleMerchant,
    link: storeCalls.linkGoogleMerchant,
    disconnect: storeCalls.disconnectGoogleMerchant,
    id: ACCOUNT,
  },
} as const

async function connect(platform: Platform) {
  const { auth, callback, link, id } = PARTS[platform]
  const { url = '' } = (await ask(auth, {}, me)).body.data ?? {}
  const query = await allowStore(url)
  const came = await ask(callback, { query }, me)
  return {
    query,
    came,
    pick: (wanted: string = id) => ask(link, { ticket: came.body.data?.ticket ?? '', id: wanted }, me),
  }
}

test('one consent opens several outlets, and the one that is picked becomes a store', async () => {
  for (const platform of ['facebook', 'google'] as const) {
    const { auth, callback, link, id } = PARTS[platform]
    const other = await server.person()
    const { query, came, pick } = await connect(platform)
    expect(came.body, JSON.stringify(came.body)).toMatchObject({ success: true })
    const outlets = came.body.data?.outlets ?? []
    expect(outlets.map((one) => one.id)).toContain(id)
    // A catalog of hotel rooms takes no goods.
    expect(outlets.map((one) => one.name)).not.toContain('Northwind rooms')
    expect((await ask(callback, { query }, me)).body.success).toBe(false)
    expect((await ask(callback, { query: { ...query, state: 'tiktok.x' } }, me)).body.success).toBe(false)
    expect(
      (await ask(callback, { query: { error: 'access_denied', state: query['state'] ?? '' } }, me)).body.success,
    ).toBe(false)
    const ticket = came.body.data?.ticket ?? ''
    expect((await ask(link, { ticket, id }, other)).body.success).toBe(false)
    expect((await pick('../../x')).body.errors).toHaveProperty('id')
    const done = await pick()
    expect(done.body, JSON.stringify(done.body)).toMatchObject({
      success: true,
      data: { platform, platform_domain: id, health: 'ok', currency: 'USD' },
    })
    stores[platform] = done.body.data?.id ?? ''
    expect((await pick()).body.success).toBe(false)
    // Connected here already: told before the pick is used up, and another one may be picked.
    const again = await connect(platform)
    expect((await again.pick()).body.errors).toHaveProperty('shop')
    expect((await ask(auth, {}, other)).body.success).toBe(true)
    // The other way of connecting is for stores with an address.
    expect((await ask(storeCalls.linkPlatform, { platform, shop: id }, me)).body.success).toBe(false)
  }
  const { rows } = await server.behind.query('select credentials from store_connections')
  expect(JSON.stringify(rows)).not.toMatch(/EAA|ya29/)
  await settle()
  const { items = [] } = (await ask(storeCalls.listStore, {}, me)).body.data ?? {}
  expect(items.map(({ platform, health }) => [platform, health])).toEqual([
    ['facebook', 'ok'],
    ['google', 'ok'],
  ])
})

test('without a page to lead to, the check says so, and a push is refused with the reason', async () => {
  const store_ids = Object.values(stores)
  const [id = ''] = product_ids
  const { items = [] } = (await ask(calls.checkPush, { product_ids: [id], store_ids }, me)).body.data ?? {}
  for (const { problems } of items)
    expect(problems.filter(({ severity }) => severity === 'block').map(({ field }) => field)).toEqual(['page'])
  await ask(calls.pushToStores, { product_ids: [id], store_ids: [stores.facebook] }, me)
  await settle()
  expect((await listingsOf(id))[0]).toMatchObject({ state: 'refused', problem: expect.stringContaining('page') })
})

interface Books {
  created: { group_id: string }[]
  writes: { who: string; method: string; field: string; count: number }[]
  downloads: { count: number }[]
}
const booksOf = async (platform: Platform): Promise<Books & { titles: string[] }> => {
  if (platform === 'facebook') {
    const books = (await sandbox.control(`/facebook/books?catalog=${CATALOG}`)) as Books & {
      items: { data: { title: string } }[]
    } // its own form
    return { ...books, titles: books.items.map(({ data }) => data.title) }
  }
  const books = (await sandbox.control(`/google-merchant/books?account=${ACCOUNT}`)) as Books & {
    products: { attributes: { title: string } }[]
  } // its own form
  return { ...books, titles: books.products.map(({ attributes }) => attributes.title) }
}
const ours = (books: Books) =>
  books.writes.filter(({ who }) => who === 'app').reduce((sum, one) => sum + Number(one.count), 0)

const listingsOf = async (product_id: string) =>
  ((await ask(calls.listMapped, { product_id }, me)).body.data?.items ?? [])
    .filter(({ platform }) => platform !== 'shopify')
    .toSorted((a, b) => a.platform.localeCompare(b.platform))

const idOf = async (product_id: string, platform: Platform): Promise<string> => {
  const { rows } = await server.behind.query('select remote_id from listings where product_id = $1 and store_id = $2', [
    product_id,
    stores[platform],
  ])
  return rows[0]?.remote_id ?? ''
}

test('two products are pushed to both, each variant is made once, and a second push writes nothing', async () => {
  const { url = '' } = (await ask(storeCalls.linkPlatform, { platform: 'shopify', shop: SHOP }, me)).body.data ?? {}
  const shop = await ask(storeCalls.installPlatform, { platform: 'shopify', query: await allowStore(url) }, me)
  await settle()
  await ask(calls.pushToStores, { product_ids, store_ids: [shop.body.data?.id ?? ''] }, me)
  await settle()
  const two = product_ids.slice(0, 2)
  const store_ids = Object.values(stores)
  const { items = [] } = (await ask(calls.checkPush, { product_ids: two, store_ids }, me)).body.data ?? {}
  expect(items.flatMap(({ problems }) => problems.filter(({ severity }) => severity === 'block'))).toEqual([])
  const pushed = await ask(calls.pushToStores, { product_ids: two, store_ids }, me)
  expect(pushed.body, JSON.stringify(pushed.body)).toMatchObject({ success: true, data: { total_push: 4 } })
  await settle()
  for (const id of two)
    expect((await listingsOf(id)).map(({ state, status, problem }) => [state, status, problem])).toEqual([
      ['idle', 'active', null],
      ['idle', 'active', null],
    ])
  for (const platform of ['facebook', 'google'] as const) {
    const books = await booksOf(platform)
    expect(books.created).toHaveLength(6)
    expect(new Set(books.created.map(({ group_id }) => group_id)).size).toBe(2)
    expect(books.downloads.map(({ count }) => Number(count))).toEqual([1, 1])
  }
  const before = [ours(await booksOf('facebook')), ours(await booksOf('google'))]
  await ask(calls.pushToStores, { product_ids: two, store_ids }, me)
  await settle()
  await readAll()
  expect([ours(await booksOf('facebook')), ours(await booksOf('google'))]).toEqual(before)
})

async function rename(id: string, title: string) {
  const base_revision = (await ask(editorCalls.getProduct, { id }, me)).body.data?.product.revision ?? 0
  const input = { id, save_id: crypto.randomUUID(), client_id: 'test', base_revision, changes: { title } }
  expect((await ask(editorCalls.saveProduct, input, me)).body.success).toBe(true)
}

test("an edit here goes to both; a merchant's edit there is seen and stays", async () => {
  const [first = '', second = ''] = product_ids
  await rename(first, 'A better title')
  await settle()
  for (const platform of ['facebook', 'google'] as const)
    expect((await booksOf(platform)).titles.filter((title) => title === 'A better title')).toHaveLength(3)
  const merchant = { title: 'Changed by the merchant' }
  await sandbox.act('facebook', 'edit_product', { product: await idOf(second, 'facebook'), ...merchant })
  await sandbox.act('google-merchant', 'edit_product', { product: await idOf(second, 'google'), ...merchant })
  await readAll()
  expect((await listingsOf(second)).map(({ title, state }) => [title, state])).toEqual([
    ['Changed by the merchant', 'idle'],
    ['Changed by the merchant', 'idle'],
  ])
})

test('the reply to a push is lost: it is looked up, and every variant is made once', async () => {
  const third = product_ids[2] ?? ''
  await sandbox.setFaults('facebook', [{ kind: 'drop_reply', endpoint: 'items_batch', times: 1 }])
  await sandbox.setFaults('google-merchant', [{ kind: 'drop_reply', endpoint: 'productInputs.insert', times: 1 }])
  await ask(calls.pushToStores, { product_ids: [third], store_ids: Object.values(stores) }, me)
  await expect
    .poll(async () => {
      await settle(1)
      return (await listingsOf(third)).map(({ state }) => state)
    })
    .toEqual(['idle', 'idle'])
  for (const platform of ['facebook', 'google'] as const) {
    const key = await idOf(third, platform)
    const { created } = await booksOf(platform)
    expect(created.filter(({ group_id }) => group_id === key)).toHaveLength(3)
  }
})

test('an item in a form that nobody can read: the others are read, its product stays, and the operator sees it', async () => {
  const [, second = '', third = ''] = product_ids
  await sandbox.act('google-merchant', 'break_product', { product: await idOf(third, 'google') })
  const seen = { title: 'Read beside it' }
  await sandbox.act('google-merchant', 'edit_product', { product: await idOf(second, 'google'), ...seen })
  await readAll()
  expect((await listingsOf(second))[1]).toMatchObject(seen)
  expect((await listingsOf(third))[1]).toMatchObject({ state: 'idle', problem: null })
  const { rows } = await server.behind.query(
    `select capability, rows > 0 as counted, example from unread_rows where vendor = 'google' order by 1`,
  )
  expect(rows).toEqual([{ capability: 'list', counted: true, example: 'productAttributes.gtins: invalid_type' }])
})

test('deleted there stays deleted, whatever is edited here', async () => {
  const [first = ''] = product_ids
  await sandbox.act('facebook', 'delete_product', { product: await idOf(first, 'facebook') })
  await sandbox.act('google-merchant', 'delete_product', { product: await idOf(first, 'google') })
  const created = { facebook: (await booksOf('facebook')).created, google: (await booksOf('google')).created }
  await readAll()
  expect((await listingsOf(first)).map(({ state }) => state)).toEqual(['gone', 'gone'])
  await rename(first, 'An even better title')
  await settle()
  expect((await listingsOf(first)).map(({ state }) => state)).toEqual(['gone', 'gone'])
  for (const platform of ['facebook', 'google'] as const) {
    const books = await booksOf(platform)
    expect(books.created).toEqual(created[platform])
    expect(books.titles).not.toContain('An even better title')
  }
})

test('what Google holds against a product is shown, and a product is renewed before it lapses', async () => {
  const [, second = ''] = product_ids
  const product = await idOf(second, 'google')
  await sandbox.act('google-merchant', 'disapprove', { product, description: 'Restricted goods' })
  await readAll()
  expect((await listingsOf(second))[1]).toMatchObject({ state: 'idle', problem: 'Restricted goods' })
  const again = async () => (await booksOf('google')).writes.filter(({ method }) => method === 'reinsert')
  expect(await again()).toEqual([])
  await sandbox.step(26 * DAY_MS)
  const { now } = server.clock
  server.clock.now = new Date(now.getTime() + 26 * DAY_MS)
  await readAll()
  server.clock.now = now
  expect((await again()).length).toBeGreaterThan(0)
})

test('disconnected: listings stay, nothing is sent', async () => {
  for (const platform of ['facebook', 'google'] as const) {
    const { disconnect, id } = PARTS[platform]
    expect((await ask(disconnect, { shop: '999999' }, me)).http).toBe(404)
    expect((await ask(disconnect, { shop: id }, me)).body.success).toBe(true)
  }
  const before = ours(await booksOf('facebook'))
  await rename(product_ids[1] ?? '', 'While nobody listened')
  await settle()
  expect(ours(await booksOf('facebook'))).toBe(before)
})
