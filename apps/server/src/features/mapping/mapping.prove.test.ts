/** A shop that sold suppliers' goods before us: its products get their suppliers, judged by what they really are. */
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { mappingCalls as calls } from '@omni/contracts/mapping.calls.ts'
import { productCenterCalls as center } from '@omni/contracts/product-center.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import { beforeAll, expect, test } from 'vitest'
import { freePort } from '../../platform/embedded-postgres.ts'
import { allowStore } from '../../testing/allow-store.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { siteKeys } from '../../testing/site-keys.ts'
import { testServer } from '../../testing/test-server.ts'
import { countTags, indexProducts } from '../catalog/search/index-products.ts'

const GOODS = 8
const port = await freePort()
const PUBLIC_URL = `http://127.0.0.1:${port}`
const sandbox = await sandboxProcess(100, PUBLIC_URL)
const server = await testServer({ ...sandbox.env, PUBLIC_URL, LISTING_LANDS_MS: '1000' })
const { ask } = server
const me = await server.person()
const stranger = await server.person()

interface Resold {
  id: number
  source: Source
  source_product_id: string
  variants: Record<string, string>
}
let truth: Resold[] = []
let store_id = ''

async function settle() {
  for (let round = 0; round < 8; round++) {
    server.clock.now = new Date(Math.max(server.clock.now.getTime(), Date.now()) + 5_000)
    if ((await server.runJobs()).length === 0) return
  }
}
const unmapped = async (input: object = {}) =>
  (await ask(listingCalls.listUnmapped, { page_size: 50, ...input }, me)).body.data?.items ?? []
const truthOf = async (listing_id: string): Promise<Resold> => {
  const { remote_id } = (await ask(calls.getPlatformProduct, { id: listing_id }, me)).body.data ?? {}
  const found = truth.find(({ id }) => String(id) === remote_id)
  if (!found) throw new Error(`nobody knows what ${remote_id} is`)
  return found
}
const books = async () => (await sandbox.control('/woocommerce/books?site=demo')) as { writes: { by: string }[] }
const otherSupplier = ({ id }: Resold) => {
  const { source = 'cj' as const, source_product_id = '' } = truth.find((one) => one.id !== id) ?? {}
  return { source, source_product_id }
}
const mapped: { listing_id: string; product_id: string; is: Resold }[] = []

beforeAll(async () => {
  await server.app.listen({ port, host: '127.0.0.1' })
  server.clock.now = new Date()
  const made = await sandbox.act('woocommerce', 'resell_goods', { site: 'demo', count: GOODS })
  truth = (made['resold'] ?? (made['result'] as { resold: Resold[] }).resold) as Resold[] // the action's own answer
  const keys = await siteKeys(sandbox, 'demo')
  const done = await ask(storeCalls.connectByKeys, { ...keys, shop: `${sandbox.url}/woocommerce/demo` }, me)
  store_id = done.body.data?.id ?? ''
  await settle()
})

test('a store product is shown as it is, and gets its supplier without a write in the store', async () => {
  const [listing] = await unmapped()
  if (!listing) throw new Error('the shop sells something')
  const is = await truthOf(listing.listing_id)
  const before = await books()
  const { source, source_product_id } = is
  const reply = await ask(calls.mapListingGroup, { id: listing.listing_id, source, source_product_id }, me)
  expect(reply.body, JSON.stringify(reply.body)).toMatchObject({ success: true, data: { unmatched: [] } })
  const product_id = reply.body.data?.product_id ?? ''
  mapped.push({ listing_id: listing.listing_id, product_id, is })
  // Each variant is bought as what it really is.
  const { rows } = await server.behind.query<{ sku_id: string; option_values: string[] }>(
    `select l.sku_id, v.option_values from variant_suppliers l
     join product_variants v using (workplace_id, product_id, variant_id) where l.product_id = $1 order by v.position`,
    [product_id],
  )
  expect(rows.map(({ sku_id }) => sku_id).toSorted()).toEqual(Object.values(is.variants).toSorted())
  await settle()
  const after = await books()
  const ours =
    after.writes.filter(({ by }) => by === 'api').length - before.writes.filter(({ by }) => by === 'api').length
  // Stock follows the supplier from now on; nothing else is touched.
  expect(ours).toBeLessThanOrEqual(Object.keys(is.variants).length)
  const again = await ask(calls.mapListingGroup, { id: listing.listing_id, source, source_product_id }, me)
  expect(again.body.success).toBe(false)
  const foreign = await ask(calls.mapListingGroup, { id: listing.listing_id, source, source_product_id }, stranger)
  expect(foreign.body.success).toBe(false)
  const missing = await ask(
    calls.mapListingGroup,
    { id: listing.listing_id, source: 'cj', source_product_id: 'no-such-product' },
    me,
  )
  expect(missing.http).toBe(404)
})

test('suggestions name the right product first, say why, and know when they are sure', async () => {
  for (const { source, source_product_id } of truth)
    await ask(importListCalls.getSourceDetail, { platform: source, id: source_product_id }, me)
  await server.runtime.db({}).tx(async (tx) => {
    const all = await tx.selectFrom('catalog_products').select('id').execute()
    const ids = all.map(({ id }) => id)
    await indexProducts(tx, ids)
    await countTags(tx, server.clock.now)
  })
  let right = 0
  const list = await unmapped()
  for (const { listing_id } of list) {
    const is = await truthOf(listing_id)
    const { items = [] } = (await ask(calls.listSuggestions, { id: listing_id }, me)).body.data ?? {}
    const [first] = items
    if (first?.source === is.source && first.source_product_id === is.source_product_id) right++
    if (first) expect(first.reasons.length).toBeGreaterThan(0)
  }
  expect(right).toBeGreaterThanOrEqual(list.length - 1)
  const [one] = list
  expect((await ask(calls.listSuggestions, { id: one?.listing_id ?? '' }, stranger)).http).toBe(404)
})

test('several are mapped at once in the background; one is copied, one is split', async () => {
  const list = await unmapped()
  const picked = await Promise.all(
    list.map(async ({ listing_id }) => {
      const { source, source_product_id } = await truthOf(listing_id)
      return { listing_id, source, source_product_id }
    }),
  )
  const [copied, ...others] = picked
  if (!copied) throw new Error('something is left')
  const copy = await ask(calls.duplicateUnmapped, { items: [copied] }, me)
  expect(copy.body.data).toMatchObject({ total: 1 })
  const { options = [] } = (await ask(calls.getPlatformProduct, { id: copied.listing_id }, me)).body.data ?? {}
  const option = options[0]?.name ?? 'Color'
  const { listing_id: _, ...supplier } = copied
  const split = await ask(calls.splitOneUnmapped, { id: copied.listing_id, ...supplier, option }, me)
  expect(split.body.data?.tracking_id).toBe(split.body.data?.run_id)
  await ask(calls.splitUnmapped, { items: [copied], option: 'No such option' }, me)
  const before = (await ask(center.listProducts, { page_size: 100 }, me)).body.data?.items.length ?? 0
  const bulk = await ask(calls.createFromUnmapped, { items: others.slice(0, 3) }, me)
  expect(bulk.body.data?.total).toBe(3)
  await settle()
  const { items = [] } = (await ask(center.listProducts, { page_size: 100 }, me)).body.data ?? {}
  const parts = options[0]?.values.length ?? 0
  expect(items.length - before).toBe(1 + parts + 3)
  const left = await unmapped()
  expect(left).toHaveLength(list.length - 3)
  expect(left.some(({ listing_id }) => listing_id === copied.listing_id)).toBe(true)
})

test('what is not wanted is hidden and comes back; what is let go is unmapped again', async () => {
  const [listing, ...rest] = await unmapped()
  if (!listing) throw new Error('something is left')
  const listing_ids = [listing.listing_id]
  expect((await ask(calls.hideUnmapped, { listing_ids }, me)).body.data).toEqual({ changed: 1 })
  expect(await unmapped()).toHaveLength(rest.length)
  expect(await unmapped({ hidden: true })).toHaveLength(1)
  expect((await ask(calls.hideUnmapped, { listing_ids, hidden: false }, me)).body.data).toEqual({ changed: 1 })
  const [first] = mapped
  if (!first) throw new Error('one was mapped')
  const released = await ask(calls.unmapListings, { listing_ids: [first.listing_id] }, me)
  expect(released.body.data).toEqual({ changed: 1, busy: [] })
  expect((await unmapped()).some(({ listing_id }) => listing_id === first.listing_id)).toBe(true)
  const { source, source_product_id, variants } = first.is
  const [remote_variant_id, sku_id] = Object.entries(variants)[0] ?? ['', '']
  const components = [{ alternatives: [{ source, source_product_id, sku_id }] }]
  const byHand = await ask(
    calls.mapListingVariant,
    { id: first.listing_id, variants: [{ remote_variant_id, components }] },
    me,
  )
  expect(byHand.body.data?.unmatched).toHaveLength(Object.keys(variants).length - 1)
  first.product_id = byHand.body.data?.product_id ?? ''
})

test('bundles, gifts and suppliers by country are kept, priced and counted', async () => {
  const [first] = mapped
  if (!first) throw new Error('one was mapped')
  const id = first.product_id
  const before = (await ask(calls.getMapping, { id }, me)).body.data
  const variant = before?.variants.find(({ components }) => components.length > 0)
  const alternative = variant?.components[0]?.alternatives[0]
  if (!variant || !alternative) throw new Error('it has a supplier')
  const { source, source_product_id, sku_id, cost } = alternative
  const supplier = { source, source_product_id, sku_id }
  const components = [
    { units: 2, alternatives: [{ ...supplier, countries: ['DE'] }, supplier] },
    { units: 0, gift: { every: 1, get: 1 }, alternatives: [supplier] },
  ]
  const { variant_id } = variant
  const reply = await ask(calls.mapVariant, { id, variants: [{ variant_id, components }] }, me)
  const now = reply.body.data?.variants.find((one) => one.variant_id === variant_id)
  expect(now?.cost).toBe(3 * cost)
  expect(now?.quantity).toBe(Math.min(Math.floor((alternative.quantity ?? 0) / 2), alternative.quantity ?? 0))
  expect(now?.components.map(({ units, gift }) => [units, gift])).toEqual([
    [2, null],
    [0, { every: 1, get: 1 }],
  ])
  const nothing = [{ variant_id, components: [{ units: 0, alternatives: [supplier] }] }]
  expect((await ask(calls.mapVariant, { id, variants: nothing }, me)).body.success).toBe(false)
  const unknown = [{ variant_id, components: [{ alternatives: [{ ...supplier, sku_id: 'no-such' }] }] }]
  expect((await ask(calls.mapVariant, { id, variants: unknown }, me)).body.success).toBe(false)
  expect((await ask(calls.mapVariant, { id, variants: nothing }, stranger)).http).toBe(404)
  expect((await ask(calls.getMapping, { id }, stranger)).http).toBe(404)
  // A bundle is put together by hand: a further supplier of the whole product is none of its parts.
  const again = await ask(calls.mapGroup, { id, ...otherSupplier(first.is), variants: {} }, me)
  expect(again.body.data?.unmatched).toContain(variant_id)
  const single = [{ variant_id, components: [{ alternatives: [supplier] }] }]
  expect((await ask(calls.mapVariant, { id, variants: single }, me)).body.success).toBe(true)
})

test('a supplier is added and replaced; prices follow the rule, the place in the order stays', async () => {
  const [first] = mapped
  const other = truth.find((one) => one.id !== first?.is.id)
  if (!first || !other) throw new Error('there are two')
  const id = first.product_id
  const { source, source_product_id, variants } = other
  const sku_id = Object.values(variants)[0] ?? ''
  const { variants: own = [] } = (await ask(calls.getMapping, { id }, me)).body.data ?? {}
  const picks = Object.fromEntries(own.map(({ variant_id }, at) => [variant_id, at === 0 ? sku_id : '']))
  const added = await ask(calls.mapGroup, { id, source, source_product_id, variants: picks }, me)
  expect(
    added.body.data?.mapping.variants[0]?.components.flatMap(({ alternatives }) => alternatives).at(-1),
  ).toMatchObject({ source_product_id, sku_id })
  const replaced = await ask(
    calls.replaceListingSupplier,
    { id: first.listing_id, source, source_product_id, from: first.is, variants: picks, override: true },
    me,
  )
  expect(replaced.body, JSON.stringify(replaced.body)).toMatchObject({ success: true })
  const chosen = replaced.body.data?.mapping.variants[0]?.components[0]?.alternatives[0]
  expect(chosen).toMatchObject({ source_product_id, sku_id })
  const title = replaced.body.data?.mapping.title
  const { rows } = await server.behind.query(
    'select name from catalog_products where source = $1 and source_product_id = $2',
    [source, source_product_id],
  )
  expect(title).toBe(rows[0]?.name)
  const back = { source: first.is.source, source_product_id: first.is.source_product_id }
  const direct = await ask(calls.replaceSupplier, { id, ...back, price_rule: false }, me)
  expect(direct.body.success).toBe(true)
})

test('prices of others are shown with their age, and one is taken over unless it earns too little', async () => {
  const [first] = mapped
  const id = first?.product_id ?? ''
  const compared = (await ask(calls.compareProduct, { id }, me)).body.data
  expect(compared?.items.some(({ from, seen_at }) => from === 'store' && seen_at !== null)).toBe(true)
  expect((await ask(calls.fetchStoresSelling, { id }, me)).body.data).toEqual(compared)
  const taken = await ask(calls.applyCompetitorPrice, { id, price: 9_999_00, currency: 'USD' }, me)
  expect(taken.body.data?.price_min).toBe(9_999_00)
  expect((await ask(calls.applyCompetitorPrice, { id, price: 1000, currency: 'XXX' }, me)).body.success).toBe(false)
  expect((await ask(calls.compareProduct, { id }, stranger)).http).toBe(404)
})

test('how listings are kept is changed for many at once, and the supplier’s watch with it', async () => {
  const { items = [] } = (await ask(listingCalls.listMapped, { store_id }, me)).body.data ?? {}
  const listing_ids = items.map(({ listing_id }) => listing_id)
  const changed = await ask(
    calls.updateListings,
    { channel: 'woocommerce', listing_ids, is_publish: false, policies: { price: 'omni' } },
    me,
  )
  expect(changed.body.data).toEqual({ changed: listing_ids.length })
  expect((await ask(calls.updateListings, { channel: 'shopify', listing_ids }, me)).body.data).toEqual({ changed: 0 })
  await settle()
  const after = (await ask(listingCalls.listMapped, { store_id }, me)).body.data?.items ?? []
  expect(new Set(after.map(({ status }) => status))).toEqual(new Set(['draft']))
  const { rows } = await server.behind.query<{ price: string }>(
    `select distinct policies ->> 'price' as price from listings where product_id is not null`,
  )
  expect(rows).toEqual([{ price: 'omni' }])
  expect((await ask(calls.setAutoUpdate, { listing_ids, enabled: false }, me)).body.data?.changed).toBeGreaterThan(0)
  expect((await ask(calls.setAutoUpdate, { listing_ids, enabled: false }, stranger)).body.data).toEqual({ changed: 0 })
})

test('a product is read from the store at once, and copied to another store', async () => {
  const [one] = truth
  const read = await ask(calls.readStoreProduct, { store_id, product: `…/post.php?post=${one?.id}` }, me)
  expect(read.body.data?.store_id).toBe(store_id)
  expect((await ask(calls.readStoreProduct, { store_id, product: '99999999' }, me)).body.errors).toHaveProperty(
    'product',
  )
  expect((await ask(calls.readStoreProduct, { store_id, product: '1' }, stranger)).body.success).toBe(false)
  const { url = '' } =
    (await ask(storeCalls.linkPlatform, { platform: 'shopify', shop: 'northwind-goods' }, me)).body.data ?? {}
  const query = await allowStore(url)
  const second = (await ask(storeCalls.installPlatform, { platform: 'shopify', query }, me)).body.data?.id ?? ''
  const { items = [] } = (await ask(listingCalls.listMapped, { store_id }, me)).body.data ?? {}
  const listing_ids = [items[0]?.listing_id ?? '', (await unmapped())[0]?.listing_id ?? '']
  const copied = await ask(calls.copyToStore, { listing_ids, store_id: second }, me)
  expect(copied.body.data).toMatchObject({ total_push: 1, unmapped: [listing_ids[1]] })
  await settle()
  const there = (await ask(listingCalls.listMapped, { store_id: second }, me)).body.data?.items ?? []
  expect(there.map(({ product_id, state }) => [product_id, state])).toEqual([[items[0]?.product_id, 'idle']])
})
