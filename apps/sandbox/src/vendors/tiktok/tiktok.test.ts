/** What Omni's connector never sends, or never gets to see: the platform's own refusals. */
import { createHmac } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { OMNI, useSandbox } from '../../test-sandbox.ts'
import { tiktok } from './index.ts'
import { APP_KEY, APP_SECRET, SERVICE_ID } from './signature.ts'

const sandbox = useSandbox([tiktok])
const SHOP = '7494049642642441621'
let token = ''
let cipher = ''

interface Asked {
  method?: string
  body?: object
  query?: Record<string, string>
  form?: FormData
  secret?: string
  by?: string
}

/** Signed by hand: neither the connector's code nor the sandbox's. */
async function ask(path: string, { method = 'GET', body, query = {}, form, secret = APP_SECRET, by }: Asked = {}) {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const { shop_cipher, ...rest } = { app_key: APP_KEY, timestamp, shop_cipher: cipher, ...query }
  const all = new URLSearchParams({ ...rest, ...(shop_cipher !== '' && { shop_cipher }) })
  all.sort()
  const text = body ? JSON.stringify(body) : ''
  const pairs = [...all].map(([name, value]) => name + value).join('')
  const sign = createHmac('sha256', secret).update(`${secret}${path}${pairs}${text}${secret}`).digest('hex')
  const reply = await fetch(`${sandbox.url}/tiktok${path}?${all}&sign=${sign}`, {
    method,
    headers: { 'x-tts-access-token': by ?? token, ...(!form && { 'content-type': 'application/json' }) },
    ...(form ? { body: form } : body && { body: text }),
  })
  return { status: reply.status, ...((await reply.json()) as { code: number; data: never }) } // the envelope
}

const tokenOf = async (query: object) =>
  (
    await sandbox.get(
      `/tiktok/api/v2/token/get?${new URLSearchParams({ app_key: APP_KEY, app_secret: APP_SECRET, ...query })}`,
    )
  ).body

async function consent(decision: string) {
  const body = new URLSearchParams({ service_id: SERVICE_ID, state: 's 1', decision })
  const reply = await fetch(`${sandbox.url}/tiktok/open/authorize`, { method: 'POST', body, redirect: 'manual' })
  return new URL(reply.headers.get('location') ?? '')
}

beforeAll(async () => {
  const auth_code = (await consent('allow')).searchParams.get('code') ?? ''
  const grant = { auth_code, grant_type: 'authorized_code' }
  const reply = await tokenOf(grant)
  token = reply.data.access_token
  expect((await tokenOf(grant)).code).toBe(36004005)
  const { data } = await ask('/authorization/202309/shops')
  cipher = (data as { shops: { id: string; cipher: string }[] }).shops.find(({ id }) => id === SHOP)?.cipher ?? ''
})

const picture = async (format: 'png' | 'webp', side = 400) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#888' } })
    .toFormat(format)
    .toBuffer()

async function upload(bytes: Buffer) {
  const form = new FormData()
  form.set('data', new Blob([new Uint8Array(bytes)]), 'x')
  const reply = await ask('/product/202309/images/upload', { method: 'POST', form, query: { shop_cipher: '' } })
  return { code: reply.code, uri: (reply.data as { uri?: string } | null)?.uri ?? '' }
}

const WAREHOUSE = `7000714532876${SHOP.slice(-6)}`
const product = (uri: string, more: object = {}) => ({
  title: 'A lamp',
  description: '<p>Bright.</p>',
  category_id: '600003',
  category_version: 'v2',
  main_images: [{ uri }],
  package_weight: { value: '1', unit: 'KILOGRAM' },
  package_dimensions: { length: '1', width: '1', height: '1', unit: 'CENTIMETER' },
  skus: [{ price: { amount: '9.99', currency: 'USD' }, inventory: [{ warehouse_id: WAREHOUSE, quantity: 3 }] }],
  ...more,
})
const create = (body: object) => ask('/product/202309/products', { method: 'POST', body })

test('consent leads to the address that the app is set up with, and a no brings no code', async () => {
  const yes = await consent('allow')
  expect([yes.origin, yes.pathname, yes.searchParams.get('state')]).toEqual([new URL(OMNI).origin, '/callback', 's 1'])
  const no = await consent('deny')
  expect([no.searchParams.get('code'), no.searchParams.get('error')]).toEqual(['null', 'auth_denied'])
  expect((await sandbox.get('/tiktok/open/authorize?service_id=other')).status).toBe(400)
})

test('a wrong signature, an old date, no cipher, one too many, and a stranger’s token', async () => {
  expect(await ask('/logistics/202309/warehouses', { secret: 'wrong' })).toMatchObject({ status: 401, code: 106001 })
  const old = { query: { timestamp: String(Math.floor(Date.now() / 1000) - 400) } }
  expect((await ask('/logistics/202309/warehouses', old)).code).toBe(36009004)
  expect((await ask('/logistics/202309/warehouses', { query: { shop_cipher: '' } })).code).toBe(106013)
  expect((await ask('/authorization/202309/shops')).code).toBe(36009004)
  expect((await ask('/logistics/202309/warehouses', { by: 'TTP_x' })).status).toBe(401)
  expect((await ask('/product/202309/nothing')).code).toBe(36009009)
})

test('files: only jpg and png of some size; a product with too small a picture, or with a stranger’s, is refused', async () => {
  expect((await upload(await picture('webp'))).code).toBe(12038004)
  expect((await upload(Buffer.from('no picture'))).code).toBe(12038004)
  expect((await upload(await picture('png', 50))).code).toBe(12038014)
  const small = await upload(await picture('png', 200))
  expect((await create(product(small.uri))).code).toBe(12052301)
  expect((await create(product('tos-x/nobody'))).code).toBe(12052722)
})

test.each([
  ['no title', { title: '' }, 12052261],
  ['Chinese in the title', { title: '灯' }, 12052262],
  ['no description', { description: '' }, 12052015],
  ['a category of another tree', { category_version: 'v1' }, 12052217],
  ['a category that is no leaf', { category_id: '600001' }, 12052024],
  ['an attribute that is missing', { category_id: '602002' }, 12052104],
  ['no weight', { package_weight: { value: '0', unit: 'KILOGRAM' } }, 12052181],
  ['units of two systems', { package_weight: { value: '1', unit: 'POUND' } }, 12052915],
  ['no SKU', { skus: [] }, 12052902],
])('%s is refused', async (_title, more, code) => {
  const { uri } = await upload(await picture('png'))
  expect((await create(product(uri, more))).code).toBe(code)
})

test('a key that was used answers the first product; another one with the same external id is refused', async () => {
  const { uri } = await upload(await picture('png'))
  const body = product(uri, { idempotency_key: 'k1', external_product_id: 'e1' })
  const [first, again] = [await create(body), await create(body)]
  expect((again.data as { product_id: string }).product_id).toBe((first.data as { product_id: string }).product_id)
  expect((await create({ ...body, idempotency_key: 'k2' })).code).toBe(12052996)
})

test('stock: a wrong warehouse is named inside a success; a product that is not shown has no stock call', async () => {
  const { uri } = await upload(await picture('png'))
  const made = (await create(product(uri))).data as { product_id: string; skus: { id: string }[] }
  const [sku] = made.skus
  const path = `/product/202309/products/${made.product_id}/inventory/update`
  const stock = (warehouse_id: string) =>
    ask(path, { method: 'POST', body: { skus: [{ id: sku?.id, inventory: [{ warehouse_id, quantity: 5 }] }] } })
  expect((await stock(WAREHOUSE)).code).toBe(12019113)
  await sandbox.send('POST', '/control/vendors/tiktok/actions/finish_reviews', { shop: SHOP })
  expect(await stock('7')).toMatchObject({
    code: 0,
    data: { errors: [{ code: 12052990, detail: { sku_id: sku?.id, extra_errors: [{ code: 12052097 }] } }] },
  })
  expect(await stock(WAREHOUSE)).toMatchObject({ code: 0, data: {} })
})

test('an endpoint that is asked too often says so, others go on, and the books know', async () => {
  await sandbox.send('POST', '/control/vendors/tiktok/actions/set_shop', { shop: SHOP, qps: 2 })
  const codes = []
  for (let n = 0; n < 3; n++) codes.push((await ask('/logistics/202309/warehouses')).code)
  expect(codes).toEqual([0, 0, 36009002])
  expect((await ask('/product/202312/prerequisites')).code).toBe(0)
  const { body } = await sandbox.get(`/control/tiktok/books?shop=${SHOP}`)
  expect(body.throttled).toMatchObject([{ endpoint: 'warehouses' }])
  await sandbox.send('POST', '/control/vendors/tiktok/actions/set_shop', { shop: SHOP, qps: 50 })
})

test('a search has limits of its own', async () => {
  const search = (query: Record<string, string>, body: object) =>
    ask('/product/202309/products/search', { method: 'POST', query, body: { status: 'ALL', ...body } })
  expect((await search({ page_size: '101' }, {})).code).toBe(12019109)
  const seller_skus = Array.from({ length: 11 }, (_, n) => String(n))
  expect((await search({ page_size: '10' }, { seller_skus })).code).toBe(12019027)
  const { data } = await search({ page_size: '1' }, {})
  expect(data).toMatchObject({ next_page_token: '1' })
})
