/**
 * What is Shopify's own, against the sandbox's shops; what every channel does is in ../conformance.prove.test.ts. Judged by
 * the shops' own books where they know it.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ListingDocument, RemoteListing } from '@omni/domain/channels/document.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_KEY, API_SECRET } from '../../../../../apps/sandbox/src/vendors/shopify/shops.ts'
import { shopify as sandboxShopify } from '../../../../../apps/sandbox/src/vendors/shopify/index.ts'
import { OMNI, useSandbox } from '../../../../../apps/sandbox/src/test-sandbox.ts'
import { kindOf, openingOf } from '../../conformance/vendor-subject.ts'
import { inMemoryPace, type LimitsSaid, type Pace } from '../../pace.ts'
import type { Connected } from '../../vendor.ts'
import { type ReceivedMessage, type StoreWebhook } from '../channel.ts'
import { type OpenChannel, openChannel } from '../open-channel.ts'
import type { ChannelDefinition } from '../channel.ts'
import { type App, type Credentials, SCOPES } from './app.ts'
import { shopify } from './index.ts'
import { verifyCallback } from './oauth.ts'

const definition = shopify as unknown as ChannelDefinition // its own types are no longer needed
const sandbox = useSandbox([sandboxShopify])
const CALLBACK = `${OMNI}/callback`
const SEND_MS = 5_000

/** Pictures to download, and the address that webhooks come to. */
interface Delivery {
  raw: Buffer
  headers: Record<string, string | string[] | undefined>
}
const received: Delivery[] = []
let outside: Server
let outsideUrl = ''
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

beforeAll(async () => {
  outside = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.method === 'POST') {
        received.push({ raw: Buffer.concat(chunks), headers: request.headers })
        response.end()
        return
      }
      // Each picture has bytes of its own.
      response.setHeader('content-type', 'image/png')
      response.end(Buffer.concat([PIXEL, Buffer.from(request.url ?? '')]))
    })
  })
  await new Promise<void>((done) => outside.listen(0, '127.0.0.1', done))
  outsideUrl = `http://127.0.0.1:${(outside.address() as AddressInfo).port}` // a TCP listener has one
})
afterAll(() => outside.close())

const app = (): App => ({ api_key: API_KEY, api_secret: API_SECRET, base_url: `${sandbox.url}/shopify/{shop}` })

const act = async (name: string, input: object) => {
  const { status, body } = await sandbox.send('POST', `/control/vendors/shopify/actions/${name}`, input)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.result
}

let shopCount = 0
const newShop = async (points_per_second = 2000): Promise<string> => {
  const name = `shop-${++shopCount}`
  await act('make_shop', { name, points_per_second })
  return `${name}.myshopify.com`
}

/** Fills in the consent page as a browser without scripts would. */
async function decide(shop: string, decision: 'allow' | 'cancel'): Promise<URLSearchParams> {
  const url = definition.account?.authorizeUrl?.(app(), { state: 'a & b', callback_url: CALLBACK, shop }) ?? ''
  const page = await (await fetch(url)).text()
  const form = new URLSearchParams({ decision })
  for (const [, name = '', value = ''] of page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g))
    form.set(name, value.replaceAll('&amp;', '&'))
  const reply = await fetch(url.split('?')[0] ?? '', { method: 'POST', body: form, redirect: 'manual' })
  return new URL(reply.headers.get('location') ?? '').searchParams
}

interface Store {
  shop: string
  account: Connected<Credentials>
  channel: OpenChannel
  tokens: { writes: number }
  said: LimitsSaid[]
  taken: number[]
}

async function connectTo(shop: string): Promise<Store> {
  const code = (await decide(shop, 'allow')).get('code') ?? ''
  const own = inMemoryPace('shopify', shopify.limits)
  const said: LimitsSaid[] = []
  const taken: number[] = []
  const limits: Pace = {
    take(cost) {
      taken.push(cost?.units ?? 1)
      return own.take(cost)
    },
    report(facts) {
      said.push(facts)
      return own.report(facts)
    },
  }
  const account = await shopify.account.connect(
    { app: app(), limits, now: () => new Date(), credentials: null },
    { code, shop },
  )
  const { store, ...opening } = openingOf(definition, { app: app(), account, limits })
  return { shop, account, channel: openChannel(definition, opening), tokens: store, said, taken }
}

const openStore = async (points?: number) => connectTo(await newShop(points))

/** Ten variants and six pictures. */
function document(title = 'Desk lamp'): ListingDocument {
  const pictures = Array.from({ length: 6 }, (_, i) => ({
    picture_key: `pic${title.length}x${i}`,
    url: `${outsideUrl}/${encodeURIComponent(title)}/${i}.png`,
    alt: `View ${i}`,
  }))
  const colours = ['Black', 'White', 'Red', 'Blue', 'Green']
  const sizes = ['S', 'L']
  return {
    title,
    description: '<p>A lamp.</p>',
    vendor: 'Omni',
    product_type: 'Lamps',
    tags: ['desk', 'lamp'],
    seo_title: 'Lamp',
    seo_description: 'A lamp for the desk',
    status: 'active',
    options: [
      { name: 'Colour', values: colours },
      { name: 'Size', values: sizes },
    ],
    pictures,
    variants: colours.flatMap((colour, c) =>
      sizes.map((size, s) => ({
        option_values: [colour, size],
        sku: `L-${colour}-${size}`,
        barcode: '',
        price: 1999 + c,
        compare_at_price: s === 0 ? 2999 : null,
        quantity: 5 + c,
        sell_out_of_stock: s === 1,
        weight_g: 750,
        picture_key: pictures[c]?.picture_key ?? null,
      })),
    ),
  }
}

type Outcome<R> = { outcome: string } & { reply?: R; kind?: string; code?: string; reason?: string }
const send = async <Q, R>(write: { prepare(input: Q): Promise<(by: number) => Promise<Outcome<R>>> }, input: Q) =>
  (await write.prepare(input))(performance.now() + SEND_MS)

const create = (store: Store, key: string, listing = document()) =>
  send(store.channel.listings.create, { key, document: listing, known_pictures: {} })

/** Created, and read when its pictures are there. */
async function created(store: Store, key: string, listing = document()): Promise<RemoteListing> {
  expect((await create(store, key, listing)).outcome).toBe('done')
  return settled(store, key)
}

/** The sandbox draws pictures meanwhile. */
async function settled(store: Store, key: string): Promise<RemoteListing> {
  let found: RemoteListing | undefined
  await expect
    .poll(async () => {
      found = (await store.channel.listings.find({ key, sku: '' }))[0]
      return found?.pictures.every(({ file_name, problem }) => file_name !== null || problem !== undefined)
    })
    .toBe(true)
  if (!found) throw new Error('not found')
  return found
}

const books = async (store: Store) => (await sandbox.get(`/control/shopify/books?shop=${store.shop}`)).body

test('connects by consent; the callback is signed, a code is good once, a cancelled one brings none', async () => {
  const shop = await newShop()
  const query = await decide(shop, 'allow')
  expect(query.get('state')).toBe('a & b')
  expect(query.get('shop')).toBe(shop)
  expect(verifyCallback(query, API_SECRET)).toBe(true)
  expect(verifyCallback(query, 'another secret')).toBe(false)
  const forged = new URLSearchParams(query)
  forged.set('shop', 'other.myshopify.com')
  expect(verifyCallback(forged, API_SECRET)).toBe(false)

  const call = { app: app(), limits: inMemoryPace('shopify', shopify.limits), now: () => new Date(), credentials: null }
  const input = { code: query.get('code') ?? '', shop }
  const connected = await shopify.account.connect(call, input)
  expect(connected).toMatchObject({ account_id: shop, credentials: { shop, currency: 'USD' } })
  expect(connected.expires_at?.getTime()).toBeGreaterThan(Date.now() + 3_500_000)
  expect(await kindOf(shopify.account.connect(call, input))).toBe('invalid')
  expect((await decide(shop, 'cancel')).get('code')).toBeNull()
  // A store that does not exist, and an address that is no store's.
  expect(await kindOf(shopify.account.connect(call, { code: 'x', shop: 'nobody-is-here' }))).toBe('not_found')
  expect(await kindOf(shopify.account.connect(call, { code: 'x', shop: 'evil.test' }))).toBe('invalid')

  const { channel } = await connectTo(shop)
  expect(await channel.store(null)).toMatchObject({ platform_domain: shop, currency: 'USD', scopes: [...SCOPES] })
})

test('a product with 10 variants and 6 pictures is created, found by its key, read and listed', async () => {
  const store = await openStore()
  const wanted = document()
  const listing = await created(store, 'om1')
  expect(listing).toMatchObject({
    key: 'om1',
    title: wanted.title,
    description: wanted.description,
    tags: wanted.tags,
    seo_title: 'Lamp',
    status: 'active',
    options: wanted.options,
  })
  expect(
    listing.variants.map(({ remote_variant_id: _id, inventory_id: _item, remote_picture_id: _p, ...rest }) => rest),
  ).toEqual(wanted.variants.map(({ picture_key: _key, ...rest }) => rest))
  expect(listing.pictures.map(({ file_name, alt }) => [file_name, alt])).toEqual(
    wanted.pictures.map(({ picture_key, alt }) => [`${picture_key}.png`, alt]),
  )
  const first = listing.pictures[0]?.remote_picture_id
  expect(listing.variants.slice(0, 2).map(({ remote_picture_id }) => remote_picture_id)).toEqual([first, first])

  expect(await store.channel.listings.read({ remote_ids: [listing.remote_id, 'gid://shopify/Product/1'] })).toEqual([
    listing,
  ])
  expect(await store.channel.listings.find({ key: 'om-nobody', sku: '' })).toEqual([])
  expect(await store.channel.listings.list({ page_size: 50 })).toEqual({ items: [listing], next: null })
  const later = new Date(Date.parse(listing.version) + 1000)
  expect((await store.channel.listings.list({ page_size: 50, changed_since: later })).items).toEqual([])
})

test('the same create again is the same product, with the same variants', async () => {
  const store = await openStore()
  const before = await created(store, 'om1')
  const known_pictures = Object.fromEntries(
    document().pictures.map(({ picture_key }, i) => [picture_key, before.pictures[i]?.remote_picture_id ?? '']),
  )
  const again = await send(store.channel.listings.create, { key: 'om1', document: document(), known_pictures })
  expect(again).toMatchObject({ outcome: 'done', reply: { remote_id: before.remote_id } })
  expect(await settled(store, 'om1')).toEqual(before)
  const { created: made, downloads } = await books(store)
  expect(made).toHaveLength(1)
  expect(downloads.map(({ count }: { count: number }) => count)).toEqual([1, 1, 1, 1, 1, 1])
})

test('lists page by page, and a product with more variants than a page comes whole', async () => {
  const store = await openStore()
  for (let i = 0; i < 17; i++)
    await create(store, `om${i}`, {
      ...document(`Lamp ${i}`),
      pictures: [],
      variants: document().variants.map((one) => ({ ...one, picture_key: null })),
    })
  const numbers = Array.from({ length: 300 }, (_, i) => String(i))
  const [model] = document().variants
  if (!model) throw new Error('no variant')
  const many = numbers.map((number) => ({ ...model, option_values: [number], sku: number, picture_key: null }))
  await create(store, 'many', {
    ...document('Many'),
    pictures: [],
    options: [{ name: 'No', values: numbers }],
    variants: many,
  })
  const keys: (string | null)[] = []
  let cursor: string | null = null
  let pages = 0
  do {
    const page: Awaited<ReturnType<typeof store.channel.listings.list>> = await store.channel.listings.list({
      page_size: 100,
      ...(cursor !== null && { cursor }),
    })
    keys.push(...page.items.map(({ key }) => key))
    cursor = page.next
    pages++
  } while (cursor !== null)
  expect(new Set(keys).size).toBe(18)
  expect([keys.length, pages]).toEqual([18, 2])
  const [whole] = await store.channel.listings.find({ key: 'many', sku: '' })
  expect(whole?.variants.map(({ sku }) => sku)).toEqual(numbers)
})

test('a product of more variants than one request may make is made in part, and the reply names the rest', async () => {
  const store = await openStore()
  const numbers = Array.from({ length: 1900 }, (_, i) => String(i))
  const [model] = document().variants
  if (!model) throw new Error('no variant')
  const [{ picture_key } = { picture_key: null }] = document('Large').pictures
  const made = await create(store, 'large', {
    ...document('Large'),
    pictures: document('Large').pictures.slice(0, 1),
    options: [{ name: 'No', values: numbers }],
    variants: numbers.map((number) => ({ ...model, option_values: [number], sku: number, picture_key })),
  })
  const left = made.reply?.left_out?.map(([number]) => number) ?? []
  expect(left.length).toBeGreaterThan(0)
  const [there] = await store.channel.listings.find({ key: 'large', sku: '' })
  expect([...(there?.variants.map(({ sku }) => sku) ?? []), ...left]).toEqual(numbers)
})

test('one field is changed, the others stay, also those that the merchant changed meanwhile', async () => {
  const store = await openStore()
  const remote = await created(store, 'om1')
  await act('edit_product', { shop: store.shop, product: 'om1', vendor: 'The merchant' })
  const outcome = await send(store.channel.listings.update, {
    remote,
    fields: { title: 'New title' },
    known_pictures: {},
  })
  expect(outcome).toMatchObject({ outcome: 'done', reply: { remote_id: remote.remote_id } })
  const [after] = await store.channel.listings.read({ remote_ids: [remote.remote_id] })
  expect(after).toEqual({ ...remote, version: after?.version, title: 'New title', vendor: 'The merchant' })
  const seo = await send(store.channel.listings.update, {
    remote,
    fields: { seo_title: 'Only this' },
    known_pictures: {},
  })
  expect(seo.outcome).toBe('done')
  const [both] = await store.channel.listings.read({ remote_ids: [remote.remote_id] })
  expect(both).toMatchObject({ seo_title: 'Only this', seo_description: 'A lamp for the desk' })
})

test('pictures: another order and text upload nothing; one is added, those of the store stay', async () => {
  const store = await openStore()
  const remote = await created(store, 'om1')
  const [a, b, ...rest] = document().pictures
  const [, , c, d, e, f] = remote.pictures
  if (!a || !b || !c || !d || !e || !f) throw new Error('six pictures')
  const fresh = { picture_key: 'fresh', url: `${outsideUrl}/fresh.png`, alt: 'Fresh' }
  const kept = [c, d, e, f].map(({ remote_picture_id }) => ({ remote_picture_id }))
  const pictures = [{ ...b, alt: 'Second first' }, a, fresh, ...kept]
  expect(
    (await send(store.channel.listings.update, { remote, fields: { pictures }, known_pictures: {} })).outcome,
  ).toBe('done')
  const after = await settled(store, 'om1')
  expect(after.pictures.map(({ file_name }) => file_name)).toEqual(
    [b, a, fresh, ...rest].map(({ picture_key }) => `${picture_key}.png`),
  )
  expect(after.pictures[0]?.alt).toBe('Second first')
  expect((await books(store)).downloads).toHaveLength(7)
})

test('a picture that the store cannot fetch says so', async () => {
  const store = await openStore()
  await act('fail_media', { shop: store.shop, pictures: 1 })
  const listing = await created(store, 'om1')
  expect(listing.pictures.filter(({ problem }) => problem !== undefined)).toHaveLength(1)
})

test('variants are created, changed and removed by themselves; an option can be added', async () => {
  const store = await openStore()
  const remote = await created(store, 'om1')
  const [first, second, ...others] = remote.variants
  const [model] = document().variants
  if (!first || !second || !model) throw new Error('variants')
  const outcome = await send(store.channel.listings.variants, {
    remote,
    create: [{ ...model, option_values: ['Gold', 'S'], sku: 'gold', quantity: 3, picture_key: 'pic9x5' }],
    update: [
      { remote_variant_id: first.remote_variant_id, fields: { price: 500, compare_at_price: null, weight_g: 10 } },
    ],
    remove: [second.remote_variant_id],
    known_pictures: {},
  })
  expect(outcome.outcome).toBe('done')
  const after = await settled(store, 'om1')
  expect(after.variants).toEqual([
    { ...first, price: 500, compare_at_price: null, weight_g: 10 },
    ...others,
    expect.objectContaining({
      option_values: ['Gold', 'S'],
      sku: 'gold',
      quantity: 3,
      remote_picture_id: remote.pictures[5]?.remote_picture_id,
    }),
  ])
  const options = [...after.options, { name: 'Plug', values: ['EU', 'US'] }]
  expect(
    (await send(store.channel.listings.update, { remote: after, fields: { options }, known_pictures: {} })).outcome,
  ).toBe('done')
  const wider = await settled(store, 'om1')
  expect(wider.variants.map(({ remote_variant_id }) => remote_variant_id)).toEqual(
    after.variants.map(({ remote_variant_id }) => remote_variant_id),
  )
  expect(wider.variants.map(({ option_values }) => option_values[2])).toEqual(after.variants.map(() => 'EU'))
})

test('a part of a change that is refused is unknown, and a whole one is refused with its place', async () => {
  const store = await openStore()
  const remote = await created(store, 'om1')
  const [first] = remote.variants
  const [model] = document().variants
  if (!first || !model) throw new Error('variants')
  const twin = { ...model, option_values: first.option_values }
  const update = [{ remote_variant_id: first.remote_variant_id, fields: { price: 1 } }]
  const input = { remote, create: [twin], update: [], remove: [], known_pictures: {} }
  expect(await send(store.channel.listings.variants, input)).toMatchObject({
    outcome: 'refused',
    code: 'VARIANT_ALREADY_EXISTS',
  })
  expect((await send(store.channel.listings.variants, { ...input, update })).outcome).toBe('unknown')
  expect((await send(store.channel.listings.variants, { ...input, create: [] })).outcome).toBe('not_sent')
  const untitled = await create(store, 'om2', document(' '))
  expect(untitled).toMatchObject({
    outcome: 'refused',
    kind: 'invalid',
    message: expect.stringContaining('input.title'),
  })
  expect(await store.channel.listings.find({ key: 'om2', sku: '' })).toEqual([])
})

test('stock is set from what was seen; another figure meanwhile is a refusal, and nothing moves', async () => {
  const store = await openStore()
  const remote = await created(store, 'om1')
  const [first, second] = remote.variants
  const setStock = store.channel.listings.stock
  if (!first || !second || !setStock) throw new Error('variants')
  const stock = (from: number | null, quantity: number) =>
    send(setStock, {
      remote,
      quantities: [
        { remote_variant_id: first.remote_variant_id, quantity, from },
        { remote_variant_id: second.remote_variant_id, quantity, from: null },
      ],
    })
  expect((await stock(5, 8)).outcome).toBe('done')
  expect(await stock(5, 9)).toMatchObject({ outcome: 'refused', code: 'CHANGE_FROM_QUANTITY_STALE' })
  const after = await settled(store, 'om1')
  expect(after.variants.map(({ quantity }) => quantity)).toEqual([8, 8, 6, 6, 7, 7, 8, 8, 9, 9])
  expect(after.version).toBe(remote.version)
})

test('removed is gone: found by nothing, and every later change says so', async () => {
  const store = await openStore()
  const remote = await created(store, 'om1')
  expect((await send(store.channel.listings.remove, { remote_id: remote.remote_id })).outcome).toBe('done')
  expect(await store.channel.listings.find({ key: 'om1', sku: '' })).toEqual([])
  expect(await store.channel.listings.read({ remote_ids: [remote.remote_id] })).toEqual([])
  const gone = { outcome: 'refused', kind: 'not_found', code: 'PRODUCT_DOES_NOT_EXIST' }
  expect(
    await send(store.channel.listings.update, { remote, fields: { title: 'x' }, known_pictures: {} }),
  ).toMatchObject(gone)
  expect(await send(store.channel.listings.remove, { remote_id: remote.remote_id })).toMatchObject(gone)
  const [first] = remote.variants
  const update = [{ remote_variant_id: first?.remote_variant_id ?? '', fields: { price: 1 } }]
  expect(
    await send(store.channel.listings.variants, { remote, create: [], update, remove: [], known_pictures: {} }),
  ).toMatchObject(gone)
})

test('the bucket is told in every reply; a throttled write was not done', async () => {
  const store = await openStore(100)
  await store.channel.store(null)
  expect(store.said.at(-1)).toMatchObject({ burst: 1000, per_second: 100, remaining: expect.any(Number) })
  await sandbox.setFaults('shopify', [{ kind: 'rate_limit', retry_after_s: 1, endpoint: 'productSet', times: 1 }])
  expect(await create(store, 'om1')).toMatchObject({ outcome: 'refused', kind: 'rate_limited', code: 'THROTTLED' })
  await sandbox.setFaults('shopify', [])
  expect(await store.channel.listings.find({ key: 'om1', sku: '' })).toEqual([])
})

test('without waiting, the bucket runs dry and the shop says how long to wait', async () => {
  const shop = await newShop(100)
  const { account } = await connectTo(shop)
  const said: LimitsSaid[] = []
  const limits: Pace = { take: async () => undefined, report: async (facts) => void said.push(facts) }
  const call = {
    app: app(),
    limits,
    now: () => new Date(),
    credentials: account.credentials,
    send_by: performance.now() + 60_000,
  }
  // The bucket fills again while they run: on a slow machine it takes more of them until it is dry.
  const outcomes: Awaited<ReturnType<typeof shopify.listings.create.send>>[] = []
  const isDry = () => outcomes.filter((one) => one.outcome === 'refused').length > 2
  for (let round = 0; round < 10 && !isDry(); round++)
    outcomes.push(
      ...(await Promise.all(
        Array.from({ length: 40 }, (_, i) => {
          const key = `k${round * 40 + i}`
          return shopify.listings.create.send(call, { key, document: document(key), known_pictures: {} })
        }),
      )),
    )
  const throttled = outcomes.filter((one) => one.outcome === 'refused')
  expect(throttled.length).toBeGreaterThan(2)
  expect(throttled.every((one) => one.code === 'THROTTLED' && (one.retry_after_s ?? 0) > 0)).toBe(true)
  const { created: made, calls } = (await sandbox.get(`/control/shopify/books?shop=${shop}`)).body
  const spent = calls.find(({ operation }: { operation: string }) => operation === 'productSet')
  expect(made).toHaveLength(outcomes.length - throttled.length)
  expect(spent.throttled).toBe(throttled.length)
  expect(spent.points).toBeCloseTo(made.length * 30.8)
})

test('every call costs what we thought beforehand', async () => {
  const store = await openStore()
  const { listings, webhooks, publications } = store.channel
  const remote = await created(store, 'om1')
  const variant = remote.variants[0]?.remote_variant_id ?? ''
  const [model] = document().variants
  if (!model || !webhooks || !publications?.publish || !listings.stock) throw new Error('all are offered')
  const [{ id } = { id: '' }] = await publications.list(null)
  await store.channel.store(null)
  await listings.read({ remote_ids: [remote.remote_id, remote.remote_id] })
  await listings.list({ page_size: 7 })
  await store.channel.orders?.read({ remote_ids: ['gid://shopify/Order/1', 'gid://shopify/Order/2'] })
  await store.channel.orders?.list({ changed_since: new Date(), page_size: 7 })
  await store.channel.fulfilments?.read({ remote_order_id: 'gid://shopify/Order/1' })
  const { requests } = store.channel
  await requests?.service(null)
  await requests?.list({ kind: 'fulfilment' })
  await requests?.read({ remote_ids: ['gid://shopify/FulfillmentOrder/1', 'gid://shopify/FulfillmentOrder/2'] })
  if (requests) await send(requests.register, { remote_id: null, callback_url: `${outsideUrl}/hooks` })
  const answer = { kind: 'fulfilment', accepts: false, reason: 'other', message: '' } as const
  if (requests) await send(requests.answer, { ...answer, remote_id: 'gid://shopify/FulfillmentOrder/1', lines: [] })
  await send(listings.update, {
    remote,
    fields: { title: 'x', pictures: document().pictures, options: remote.options },
    known_pictures: {},
  })
  await send(listings.variants, {
    remote,
    create: [{ ...model, option_values: ['Gold', 'S'] }],
    update: [{ remote_variant_id: variant, fields: { price: 1 } }],
    remove: [remote.variants[1]?.remote_variant_id ?? ''],
    known_pictures: {},
  })
  await send(listings.stock, { remote, quantities: [{ remote_variant_id: variant, quantity: 1, from: null }] })
  await send(publications.publish, { remote_id: remote.remote_id, publish: [id], unpublish: [] })
  const made = await send(webhooks.subscribe, { topic: 'products/update', url: `${outsideUrl}/x`, secret: '' })
  await webhooks.list(null)
  await send(webhooks.unsubscribe, { remote_id: made.reply?.remote_id ?? '' })
  await send(listings.remove, { remote_id: remote.remote_id })
  const { rows } = (await sandbox.get(`/control/shopify/ledger?shop=${store.shop}`)).body
  const paid = rows.map(({ requested }: { requested: number }) => requested)
  // The token is no call of the API.
  expect(store.taken.filter((units) => units > 0)).toEqual(paid)
  expect(new Set(rows.map(({ operation }: { operation: string }) => operation)).size).toBeGreaterThanOrEqual(14)
})

test('a token that ended in a write is renewed; a lost refresh can be sent again; uninstalled, only the owner can help', async () => {
  const store = await openStore()
  await sandbox.setFaults('shopify', [{ kind: 'expired_token', endpoint: 'productSet', times: 1 }])
  expect(await create(store, 'om1')).toMatchObject({ outcome: 'refused', kind: 'auth_expired' })
  expect(store.tokens.writes).toBe(1)
  await sandbox.setFaults('shopify', [])

  const call = { app: app(), limits: inMemoryPace('shopify', shopify.limits), now: () => new Date() }
  const { account } = await connectTo(store.shop)
  const first = await shopify.account.refresh({ ...call, credentials: account.credentials })
  const again = await shopify.account.refresh({ ...call, credentials: account.credentials })
  expect(again.credentials.refresh_token).not.toBe(first.credentials.refresh_token)
  await shopify.account.refresh({ ...call, credentials: again.credentials })
  expect(await kindOf(shopify.account.refresh({ ...call, credentials: account.credentials }))).toBe('auth_expired')

  await act('uninstall_app', { shop: store.shop })
  expect(await kindOf(store.channel.store(null))).toBe('auth_expired')
})

test('a scope that was taken away and a closed shop are told apart, and nothing is written', async () => {
  const store = await openStore()
  await act('take_scope_away', { shop: store.shop, scope: 'write_products' })
  expect(await create(store, 'om1')).toMatchObject({ outcome: 'refused', code: 'ACCESS_DENIED' })
  await act('set_shop_active', { shop: store.shop, active: false })
  expect(await create(store, 'om1')).toMatchObject({ outcome: 'refused', kind: 'unavailable', code: 'SHOP_INACTIVE' })
  expect((await books(store)).created).toEqual([])
})

test('what the app may not see of an order is null beside the rest, and the order comes', async () => {
  const store = await openStore()
  const { remote_id } = await created(store, 'om1')
  await act('place_orders', { shop: store.shop, product: Number(remote_id.split('/').at(-1)) })
  const read = async () => (await store.channel.orders?.list({ changed_since: new Date(0), page_size: 7 }))?.items ?? []
  const [whole] = await read()
  expect(whole?.lines[0]).toMatchObject({ remote_product_id: expect.any(String) })
  expect(whole?.customer.email).not.toBe('')
  for (const scope of ['read_products', 'write_products']) await act('take_scope_away', { shop: store.shop, scope })
  const [seen] = await read()
  expect(seen).toMatchObject({ remote_id: whole?.remote_id, total: whole?.total, lines: [{ remote_product_id: null }] })
})

test('a definition that somebody deleted: nothing is created without a key, and connecting again mends it', async () => {
  const store = await openStore()
  await act('forget_definition', { shop: store.shop })
  expect(await create(store, 'om1')).toMatchObject({ outcome: 'refused', kind: 'invalid' })
  expect((await create(await connectTo(store.shop), 'om1')).outcome).toBe('done')
  expect((await books(store)).created).toHaveLength(1)
})

const webhookOf = ({ raw, headers }: Delivery, secret = API_SECRET): StoreWebhook | null => {
  const message: ReceivedMessage = { raw, header: (name) => [headers[name]].flat()[0] }
  return shopify.webhooks.verify(message, secret)
}

test('webhooks arrive, are signed, and name what to read; a bad signature is nothing', async () => {
  const store = await openStore()
  const { webhooks } = store.channel
  if (!webhooks) throw new Error('offered')
  const url = `${outsideUrl}/hooks/${store.shop}`
  for (const topic of shopify.webhooks.topics)
    expect((await send(webhooks.subscribe, { topic, url, secret: '' })).outcome).toBe('done')
  expect(await send(webhooks.subscribe, { topic: 'products/create', url, secret: '' })).toMatchObject({
    outcome: 'refused',
    code: 'TAKEN',
  })
  expect((await webhooks.list(null)).map(({ topic }) => topic).toSorted()).toEqual(
    [...shopify.webhooks.topics].toSorted(),
  )
  received.length = 0
  await act('lose_webhooks', { shop: store.shop, percent: 100 })
  await created(store, 'lost', document('Lost'))
  await act('lose_webhooks', { shop: store.shop, percent: 0 })
  const { remote_id, variants } = await created(store, 'om1')
  await act('edit_product', { shop: store.shop, product: 'om1', title: 'By the merchant' })
  await act('edit_product', { shop: store.shop, product: 'om1', quantity: 77 })
  await act('delete_product', { shop: store.shop, product: 'om1' })
  await act('send_compliance', { shop: store.shop, topic: 'shop/redact', url })
  await act('uninstall_app', { shop: store.shop })
  await expect.poll(() => received.length).toBe(15)
  const parsed = received.map((one) => webhookOf(one))
  expect(parsed.filter((webhook) => webhook === null)).toEqual([])
  const about = (topic: string) =>
    parsed.filter((webhook) => webhook?.topic === topic).map((webhook) => [webhook?.what, webhook?.remote_id])
  expect(about('products/create')).toEqual([['product', remote_id]])
  expect(about('products/update')).toEqual([['product', remote_id]])
  expect(about('products/delete')).toEqual([['product', remote_id]])
  expect(about('inventory_levels/update').toSorted()).toEqual(
    variants.map(({ inventory_id }) => ['inventory', inventory_id]).toSorted(),
  )
  expect(about('shop/redact')).toEqual([['compliance', null]])
  expect(about('app/uninstalled')).toEqual([['uninstalled', null]])
  expect(new Set(parsed.map((webhook) => webhook?.delivery_id)).size).toBe(15)
  expect(parsed.every((webhook) => Math.abs((webhook?.happened_at?.getTime() ?? 0) - Date.now()) < 60_000)).toBe(true)
  const [one] = received
  if (!one) throw new Error('received')
  expect(webhookOf(one, 'another secret')).toBeNull()
  expect(webhookOf({ ...one, raw: Buffer.concat([one.raw, Buffer.from(' ')]) })).toBeNull()
})

test('a published product stands in the storefront, a draft does not', async () => {
  const store = await openStore()
  const { publications } = store.channel
  if (!publications?.publish) throw new Error('offered')
  const { remote_id, url } = await created(store, 'om1', document('Lamp <b>'))
  expect(url).toBeNull()
  const online = (await publications.list(null)).find(({ handle }) => handle === 'online_store')
  expect((await send(publications.publish, { remote_id, publish: [online?.id ?? ''], unpublish: [] })).outcome).toBe(
    'done',
  )
  const listing = await settled(store, 'om1')
  const page = await (await fetch(listing.url ?? '')).text()
  expect(page).toContain('Lamp &lt;b&gt;')
  expect(page).toContain('$19.99')
  const grid = await sandbox.get(`/shopify/${store.shop}/`)
  expect(grid.body).toContain('Lamp &lt;b&gt;')
  const image = /<img src="([^"]+)"/.exec(page)?.[1] ?? ''
  expect((await fetch(sandbox.url + image)).headers.get('content-type')).toBe('image/png')
  await send(store.channel.listings.update, { remote: listing, fields: { status: 'draft' }, known_pictures: {} })
  expect((await fetch(listing.url ?? '')).status).toBe(404)
  expect((await sandbox.get('/shopify/nobody.myshopify.com/')).status).toBe(404)
})
