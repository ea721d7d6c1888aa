/**
 * Every supplier of the registry against the sandbox as a process of its own. The sandbox and the database are reached
 * as
 * anyone would reach them; only what is for sale there is known from its catalogue, to find the odd products.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayOf } from '../../../../apps/sandbox/src/catalogue/days.ts'
import { makeWorld } from '../../../../apps/sandbox/src/catalogue/make-world.ts'
import type { Offer } from '../../../../apps/sandbox/src/catalogue/shapes.ts'
import { quantityOf, variantsOf } from '../../../../apps/sandbox/src/catalogue/variants.ts'
import { writeDescription } from '../../../../apps/sandbox/src/catalogue/write-description.ts'
import { freePort, startPostgres } from '../../../../apps/server/src/platform/embedded-postgres.ts'
import { conformance } from './conformance.ts'
import { type SandboxProcess, startSandboxProcess } from '../conformance/sandbox-process.ts'
import { testDatabase } from '../conformance/test-database.ts'
import type { Buying, Odd, Subject } from './conformance/subject.ts'
import { inMemoryPace } from '../pace.ts'
import { suppliers } from './registry.ts'
import type { Connected, VendorCall } from '../vendor.ts'
import type { Capture, SupplierDefinition, SupplierId } from './supplier.ts'
import { replyProblems } from './zopi/protocol.ts'

const PRODUCTS = 1300
const START_MS = 60_000

let sandbox: SandboxProcess
let url = ''
const stops: (() => Promise<unknown> | void)[] = []
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
}, START_MS)

beforeAll(async () => {
  sandbox = await startSandboxProcess(await testDatabase(startPostgres, stops), PRODUCTS, await freePort())
  stops.push(() => sandbox.stop())
  url = sandbox.url
}, START_MS)

const catalogue = makeWorld({ products: PRODUCTS })
/** Those that the sandbox plays. */
type Rehearsed = keyof typeof catalogue.offers
const isRehearsed = (id: string): id is Rehearsed => id in catalogue.offers

const APPS: Record<Rehearsed, () => object> = {
  aliexpress: () => ({ base_url: `${url}/aliexpress`, app_key: '500100', app_secret: 'sandbox-aliexpress-secret' }),
  cj: () => ({ base_url: `${url}/cj/api2.0/v1` }),
  ebay: () => ({ base_url: `${url}/ebay`, app_id: 'sandbox-ebay-app', cert_id: 'sandbox-ebay-cert' }),
  amazon: () => ({
    base_url: `${url}/amazon`,
    token_url: `${url}/amazon/auth/o2/token`,
    credential_id: 'amzn1.sandbox',
    credential_secret: 'sandbox-amazon-secret',
    partner_tag: 'omni-20',
    per_second: 10,
  }),
  zopi: () => ({ base_url: `${url}/zopi/v1` }),
  temu: () => ({ base_url: `${url}/temu` }),
  alibaba: () => ({
    base_url: `${url}/alibaba`,
    auth_url: `${url}/alibaba`,
    app_key: '500200',
    app_secret: 'sandbox-alibaba-secret',
  }),
}
const KEYS: Partial<Record<SupplierId, string>> = {
  cj: 'CJ1000001@api@00000000000000000000000000000001',
  zopi: 'zopi-sandbox-key',
}
const WRONG_KEYS: Partial<Record<SupplierId, string>> = {
  aliexpress: '3_500100_nothing',
  alibaba: '3_500200_nothing',
  cj: 'CJ1000001@api@ffffffffffffffffffffffffffffffff',
  zopi: 'wrong',
}
const REFRESH_TOKENS: Partial<Record<SupplierId, string>> = {
  aliexpress: 'sandbox-operator-refresh',
  alibaba: 'sandbox-alibaba-operator-refresh',
}
const MISSING: Record<Rehearsed, string> = {
  aliexpress: '1005000000000009',
  cj: '00000000-0000-4000-A000-000000000000',
  ebay: '299999999999',
  amazon: 'B0ZZZZZZZZ',
  zopi: 'ZP-999999',
  temu: '601099599999999',
  alibaba: '1600999999999',
}

async function accountOf(
  definition: SupplierDefinition,
  call: Omit<VendorCall<unknown, null>, 'credentials'>,
): Promise<Connected<unknown> | undefined> {
  // These accounts of the operator are connected once by hand; what is kept of that is a refresh token.
  const refresh_token = REFRESH_TOKENS[definition.id]
  if (refresh_token !== undefined)
    return definition.account?.refresh?.({ ...call, credentials: { access_token: '', refresh_token } })
  return definition.account?.connect({ ...call, credentials: null }, { code: KEYS[definition.id] ?? '' })
}

/** Fills in the vendor's page as a browser without scripts would. */
async function allow(authorizeUrl: string): Promise<{ code: string; state: string }> {
  const page = await (await fetch(authorizeUrl)).text()
  const fields = [...page.matchAll(/<input type="(hidden|radio)" name="(\w+)" value="([^"]*)"/g)]
  const form = new URLSearchParams({ decision: 'allow' })
  for (const [, , name = '', value = ''] of fields) if (!form.has(name)) form.set(name, value.replaceAll('&amp;', '&'))
  const reply = await fetch(authorizeUrl.split('?')[0] ?? '', { method: 'POST', body: form, redirect: 'manual' })
  const { searchParams } = new URL(reply.headers.get('location') ?? '')
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' }
}

/** The word that most titles of a source have. */
function commonWord(offers: readonly Offer[]): string {
  const counts = new Map<string, number>()
  for (const { title } of offers)
    for (const word of new Set(title.toLowerCase().match(/\b[a-z]{4,}\b/g)))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? ''
}

function oddProducts(source: Rehearsed): Partial<Record<Odd, string>> {
  const offers = catalogue.offers[source]
  const idOf = (test: (offer: Offer) => boolean) => offers.find(test)?.id
  const found = {
    many_variants: idOf(({ oddity }) => oddity === 'many_variants'),
    no_pictures: idOf(({ oddity }) => oddity === 'no_pictures'),
    wide_price: idOf(({ oddity }) => oddity === 'wide_price'),
    unicode: idOf(({ oddity }) => oddity === 'chinese_title'),
    // Amazon hands out no HTML at all.
    dirty_description:
      source === 'amazon' ? undefined : idOf((offer) => /<script|<iframe|onerror/.test(writeDescription(offer, []))),
  }
  return Object.fromEntries(Object.entries(found).filter(([, id]) => id !== undefined))
}

/** Amazon lists no offer, and so no price, of what is sold out. */
function manyAt(source: Rehearsed): { many?: number } {
  const offer = catalogue.offers[source].find(({ oddity }) => oddity === 'many_variants')
  return source === 'amazon' && offer
    ? { many: variantsOf(offer, dayOf(new Date())).filter((variant) => quantityOf(variant) > 0).length }
    : {}
}

const pictureOf = async (image: string | null | undefined) =>
  image ? new Uint8Array(await (await fetch(image)).arrayBuffer()) : undefined

for (const one of Object.values(suppliers)) {
  const definition = one as unknown as SupplierDefinition // its own types are no longer needed
  const { id } = definition
  if (!isRehearsed(id)) {
    test.todo(`${id} has no place in the sandbox yet`)
    continue
  }
  conformance(definition, async (): Promise<Subject> => {
    const app = definition.app.parse(APPS[id]())
    const limits = inMemoryPace(definition.id, definition.limits)
    const call = { app, limits, now: () => new Date() }
    const account = await accountOf(definition, call)
    // As an opened vendor does: the account itself knows how fast it may ask.
    const said = account && (await definition.account?.limits?.({ ...call, credentials: account.credentials }))
    if (said) await limits.report(said)
    const text = commonWord(catalogue.offers[id])
    const image =
      account &&
      definition.catalog?.searchByImage &&
      (await pictureOf(
        (
          await definition.catalog.search(
            { ...call, credentials: account.credentials },
            { text, page_size: 5, ship_to: 'US' },
          )
        ).items.find((row) => row.image)?.image,
      ))
    return {
      app,
      limits,
      outside: sandbox.outside(definition.id),
      account,
      wrong_key: WRONG_KEYS[definition.id],
      allow,
      ...buyingAt(definition.id),
      writes: true,
      captures: definition.readCapture ? await capturesOf(id) : [],
      known: {
        text,
        nothing: 'zzqxvword',
        missing_id: MISSING[id],
        odd: oddProducts(id),
        ...manyAt(id),
        ...(image && { image }),
      },
    }
  })
}

const BUYING: Partial<Record<SupplierId, Pick<Buying, 'endpoints' | 'takes_totals'>>> = {
  aliexpress: { endpoints: { create: 'order.create' }, takes_totals: false },
  cj: {
    endpoints: { create: 'order/createOrderV2', find: 'order/getOrderDetail', pay: 'pay/payBalance' },
    takes_totals: false,
  },
  zopi: { endpoints: { create: 'order', find: 'find-order', pay: 'pay' }, takes_totals: true },
}

function buyingAt(source: SupplierId): { buying?: Buying } {
  const buying = BUYING[source]
  if (!buying) return {}
  return {
    buying: {
      ...buying,
      act: (action, input) => sandbox.act(source, action, input),
      async books(reference) {
        const reply = await fetch(`${url}/control/${source}/books?${new URLSearchParams({ reference })}`)
        return (await reply.json()) as Awaited<ReturnType<Buying['books']>> // the sandbox's own books
      },
    },
  }
}

/** Pages as a browser gets them, and the data their own script leaves in the window. */
async function capturesOf(source: Rehearsed): Promise<Capture[]> {
  const addressOf = (offer: Offer) =>
    source === 'temu' ? `${url}/temu/us/x-g-${offer.id}.html` : `${url}/alibaba/product-detail/x_${offer.id}.html`
  const odd = new Set(Object.values(oddProducts(source)))
  const offers = catalogue.offers[source].filter((offer, i) => i < 12 || odd.has(offer.id))
  return Promise.all(
    offers.map(async (offer) => {
      const reply = await fetch(addressOf(offer))
      const data = /window\.(?:rawData|detailData)\s*=\s*(\{.*?\});?\s*<\/script>/s.exec(await reply.text())?.[1]
      if (!data) throw new Error(`${addressOf(offer)} (${reply.status}) holds no data`)
      // what the page had, whatever it is
      return { url: reply.url, captured_at: new Date(), data: JSON.parse(data) as unknown }
    }),
  )
}

test(
  "zopi's replies, the refusals included, are those of the protocol",
  async () => {
    const [first] = catalogue.offers.zopi
    const id = first?.id ?? ''
    const limits = inMemoryPace('zopi', suppliers.zopi.limits)
    const ask = async (method: 'get' | 'post', template: string, path: string, body?: unknown, key = KEYS.zopi) => {
      await limits.take()
      const reply = await fetch(`${url}/zopi/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const problems = replyProblems(method, template, reply.status, await reply.json())
      return [
        reply.status,
        ...problems,
        ...(reply.headers.has('x-rate-limit-remaining') ? [] : ['does not tell what is left']),
      ]
    }
    expect(await ask('get', '/account', '/account')).toEqual([200])
    expect(await ask('get', '/account', '/account', undefined, 'wrong')).toEqual(expect.arrayContaining([401]))
    expect(await ask('get', '/categories', '/categories')).toEqual([200])
    expect(await ask('get', '/products', '/products?page_size=100')).toEqual([200])
    expect(await ask('get', '/products', '/products?page_size=101')).toEqual([422])
    for (const offer of catalogue.offers.zopi.slice(0, 8))
      expect(await ask('get', '/products/{product_id}', `/products/${offer.id}?ship_to=US`)).toEqual([200])
    expect(await ask('get', '/products/{product_id}', '/products/nothing')).toEqual([404])
    expect(await ask('get', '/products/{product_id}/reviews', `/products/${id}/reviews`)).toEqual([200])
    expect(await ask('get', '/products/{product_id}/stock', `/products/${id}/stock`)).toEqual([200])
    const quote = { product_id: id, sku_id: `${id}-0001`, quantity: 1, country_code: 'US' }
    expect([[200], [409]]).toContainEqual(await ask('post', '/quotes', '/quotes', quote))
    expect(await ask('post', '/quotes', '/quotes', { ...quote, quantity: 0 })).toEqual([422])
    expect(await ask('post', '/quotes', '/quotes', { ...quote, ship_from: 'ZZ' })).toEqual([409])
    const line = { product_id: id, sku_id: `${id}-0001`, quantity: 1 }
    const basket = { lines: [line], country_code: 'US' }
    expect([[200], [409]]).toContainEqual(await ask('post', '/order-quotes', '/order-quotes', basket))
    expect(await ask('post', '/order-quotes', '/order-quotes', { ...basket, lines: [] })).toEqual([422])
    const address = { name: 'Ada B', address1: 'Road 1', city: 'Reno', zip: '89501', country_code: 'US' }
    const order = {
      reference: 'protocol-1',
      lines: [{ ...line, line_id: '1' }],
      address,
      service_code: 'ZOPI_STANDARD',
    }
    const made = await ask('post', '/orders', '/orders', order)
    expect([[201], [409]]).toContainEqual(made)
    if (made[0] === 201) expect(await ask('post', '/orders', '/orders', order)).toEqual([200])
    expect(await ask('get', '/orders', '/orders?reference=protocol-1')).toEqual([200])
    expect(await ask('get', '/orders/{order_id}', '/orders/ZO-1')).toEqual([404])
    expect(await ask('post', '/orders/{order_id}/pay', '/orders/ZO-1/pay', { total: { amount: 1 } })).toEqual([422])
    expect(await ask('post', '/orders/{order_id}/cancel', '/orders/ZO-1/cancel', {})).toEqual([404])
  },
  START_MS,
)
