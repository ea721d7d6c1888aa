import { createHmac } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { misfits, type Schema } from '../../check-shape.ts'
import { useSandbox } from '../../test-sandbox.ts'
import { woocommerce } from './index.ts'

const box = useSandbox([woocommerce])
const WAIT_MS = 10_000 * inject('patience')

/** Where webhooks go. Answers with `answers` as long as there are some, then with 200. */
const received: { headers: Record<string, unknown>; body: string }[] = []
const answers: number[] = []
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString()))
  request.on('end', () => {
    received.push({ headers: request.headers, body })
    response.writeHead(answers.shift() ?? 200).end()
  })
})
let hooks = ''
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  hooks = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
})
afterAll(() => void server.close())

let keys: { consumer_key: string; consumer_secret: string } | undefined
/** A site with TLS, so that a plain Basic header is enough. */
async function call(method: string, path: string, body?: unknown) {
  if (!keys) {
    await act('make_site', { site: 'shop', tls: true })
    keys = (await act('make_key', { site: 'shop', permissions: 'read_write' })) as NonNullable<typeof keys> // its answer
  }
  const login = `${keys.consumer_key}:${keys.consumer_secret}`
  const reply = await fetch(`${box.url}/woocommerce/shop/wp-json${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(login).toString('base64')}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- test data of many shapes
  return { status: reply.status, headers: reply.headers, body: (await reply.json()) as any }
}

const act = async (action: string, input: object): Promise<unknown> => {
  const { status, body } = await box.send('POST', `/control/vendors/woocommerce/actions/${action}`, input)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.result
}
const books = async () => (await box.get('/control/woocommerce/books?site=shop')).body

test('the published example of OAuth 1.0a is what it is signed like: only the right secret is let in', async () => {
  const key = (await act('make_key', { permissions: 'read' })) as NonNullable<typeof keys> // its answer
  const ask = (secret: string, nonce: string) => {
    const at = String(Math.floor(Date.now() / 1000))
    const params = [
      ['oauth_consumer_key', key.consumer_key],
      ['oauth_nonce', nonce],
      ['oauth_signature_method', 'HMAC-SHA1'],
      ['oauth_timestamp', at],
      ['search', 'a b'],
    ]
    // RFC 5849, written out for this one request.
    const text = params.map(([name, value = '']) => `${name}%3D${encodeURIComponent(encodeURIComponent(value))}`)
    const url = `${box.url}/woocommerce/demo/wp-json/wc/v3/products`
    const base = `GET&${encodeURIComponent(url)}&${text.join('%26')}`
    const signature = createHmac('sha1', `${secret}&`).update(base).digest('base64')
    const query = [...params, ['oauth_signature', signature]].map(
      ([name, value = '']) => `${name}=${encodeURIComponent(value)}`,
    )
    return box.get(`/woocommerce/demo/wp-json/wc/v3/products?${query.join('&')}`)
  }
  expect((await ask(key.consumer_secret, 'n1')).status).toBe(200)
  expect((await ask(key.consumer_secret, 'n1')).body.message).toMatch(/nonce/)
  expect((await ask('cs_wrong', 'n2')).body.code).toBe('woocommerce_rest_authentication_error')
  expect((await box.get('/woocommerce/demo/wp-json/wc/v3/products')).body.code).toBe('woocommerce_rest_cannot_view')
})

test("errors are WooCommerce's own", async () => {
  const first = await call('POST', '/wc/v3/products', { name: 'A', sku: 'S-1', regular_price: '5' })
  expect(first.status).toBe(201)
  const twin = await call('POST', '/wc/v3/products', { name: 'B', sku: 'S-1' })
  expect([twin.status, twin.body.code, twin.body.data.resource_id]).toEqual([400, 'product_invalid_sku', first.body.id])
  const wrongType = await call('POST', '/wc/v3/products', { name: 'C', regular_price: 5 })
  expect([wrongType.status, wrongType.body.code]).toEqual([400, 'rest_invalid_param'])
  expect(wrongType.body.data.params).toHaveProperty('regular_price')
  expect((await call('GET', '/wc/v3/products?per_page=101')).body.code).toBe('rest_invalid_param')
  expect((await call('GET', '/wc/v3/products/999999')).status).toBe(404)
  expect((await call('PUT', '/wc/v3/products/999999', { name: 'D' })).status).toBe(400)
  expect((await call('GET', '/wc/v3/nothing')).body.code).toBe('rest_no_route')
  const many = { delete: Array.from({ length: 101 }, (_, i) => i + 1) }
  expect((await call('POST', '/wc/v3/products/batch', many)).status).toBe(413)
  const removed = await call('DELETE', `/wc/v3/products/${first.body.id}`)
  expect(removed.status).toBe(200)
  expect((await call('DELETE', `/wc/v3/products/${first.body.id}`)).status).toBe(410)
  // Its SKU is free again, and the product can still be read.
  expect((await call('POST', '/wc/v3/products', { name: 'E', sku: 'S-1' })).status).toBe(201)
  expect((await call('GET', `/wc/v3/products/${first.body.id}`)).body.status).toBe('trash')
})

test('a picture without an id is downloaded every time, one with an id never', async () => {
  const src = `${hooks}/lamp.png`
  const made = await call('POST', '/wc/v3/products', { name: 'Lamp', images: [{ src, alt: 'A lamp' }] })
  const [image] = made.body.images
  expect(image).toMatchObject({ name: 'lamp.png', alt: 'A lamp' })
  await call('PUT', `/wc/v3/products/${made.body.id}`, { images: [{ id: image.id }] })
  const times = async () =>
    (await books()).downloads.find((one: { sources: string[] }) => one.sources.includes(src)).times
  expect(await times()).toBe(1)
  await call('PUT', `/wc/v3/products/${made.body.id}`, { images: [{ src }] })
  expect(await times()).toBe(2)
  const bad = await call('POST', '/wc/v3/products', { name: 'Bad', images: [{ src: `${hooks}/lamp.avif` }] })
  expect([bad.status, bad.body.code]).toEqual([400, 'woocommerce_product_image_upload_error'])
})

test('an attribute the product does not vary by is dropped without a word', async () => {
  const attributes = [
    { name: 'Size', variation: true, options: ['S', 'L'] },
    { name: 'Made of', options: ['Oak'] },
  ]
  const { body: parent } = await call('POST', '/wc/v3/products', { name: 'Shirt', type: 'variable', attributes })
  const create = [
    {
      regular_price: '3',
      attributes: [
        { name: 'size', option: 'S' },
        { name: 'Made of', option: 'Oak' },
      ],
    },
    { sku: parent.sku || 'X-1', regular_price: '2', manage_stock: true, stock_quantity: 0 },
  ]
  const { body } = await call('POST', `/wc/v3/products/${parent.id}/variations/batch`, { create, delete: [424242] })
  expect(body.create[0].attributes).toEqual([{ id: 0, name: 'Size', option: 'S' }])
  expect(body.create[1]).toMatchObject({ stock_status: 'outofstock', price: '2' })
  expect(body.delete).toEqual([expect.objectContaining({ id: 424242, error: expect.anything() })])
  expect((await call('GET', `/wc/v3/products/${parent.id}`)).body).toMatchObject({
    price: '2',
    variations: [1, 2].map(() => expect.any(Number)),
  })
})

test('modified_after is site time unless told otherwise, and leaves out its own second', async () => {
  await act('make_site', { site: 'shop', tls: true, utc_offset_h: 5 })
  const { body: made } = await call('POST', '/wc/v3/products', { name: 'Clock' })
  const list = async (query: string) =>
    (await call('GET', `/wc/v3/products?include=${made.id}&${query}`)).body.length as number // a list
  const gmt = made.date_modified_gmt as string // a text
  const before = new Date(Date.parse(`${gmt}Z`) - 1000).toISOString().slice(0, 19)
  expect(await list(`modified_after=${gmt}&dates_are_gmt=true`)).toBe(0)
  expect(await list(`modified_after=${before}&dates_are_gmt=true`)).toBe(1)
  expect(await list(`modified_after=${made.date_modified}`)).toBe(0)
  expect(await list(`modified_after=${before}`)).toBe(1)
  // With a zone it is moved to the site's time, five hours too late for the other column.
  expect(await list(`modified_after=${before}Z&dates_are_gmt=true`)).toBe(0)
})

test('a webhook is pinged, delivered once, and switched off after the seventh failure in a row', async () => {
  received.length = 0
  const delivery_url = `${hooks}/woo`
  const { body: hook, status } = await call('POST', '/wc/v3/webhooks', {
    topic: 'product.updated',
    delivery_url,
    secret: 's',
  })
  expect([status, hook.status]).toEqual([201, 'active'])
  await expect.poll(() => received.length, { timeout: WAIT_MS }).toBe(1)
  expect(received[0]?.body).toBe(`webhook_id=${hook.id}`)
  expect(received[0]?.headers).not.toHaveProperty('x-wc-webhook-signature')
  const { body: product } = await call('POST', '/wc/v3/products', { name: 'Told' })
  const change = async (name: string, arrived: number) => {
    await call('PUT', `/wc/v3/products/${product.id}`, { name })
    await expect.poll(() => received.length, { timeout: WAIT_MS }).toBe(arrived)
  }
  await change('Told 1', 2)
  const { headers, body } = received[1] ?? { headers: {}, body: '' }
  expect(headers['x-wc-webhook-signature']).toBe(createHmac('sha256', 's').update(body).digest('base64'))
  expect(JSON.parse(body)).toMatchObject({ id: product.id, name: 'Told 1' })
  answers.push(...Array.from({ length: 7 }, () => 500))
  for (let n = 1; n <= 7; n++) await change(`Told ${n + 1}`, 2 + n)
  const state = async () =>
    (await call('GET', '/wc/v3/webhooks')).body.find((one: { id: number }) => one.id === hook.id).status
  await expect.poll(state, { timeout: WAIT_MS }).toBe('disabled')
  await call('PUT', `/wc/v3/products/${product.id}`, { name: 'Not told' })
  await box.send('POST', '/control/clock', { advance_ms: 86_400_000 })
  await new Promise((done) => setTimeout(done, 300))
  expect(received).toHaveLength(9)
})

test('a read shows what a page would, a write what was written; "&" is kept as an entity, "|" divides values', async () => {
  const attributes = [{ name: 'Mix', variation: true, options: ['A|B', 'C & D'] }]
  const written = { name: 'Salt & Pepper', description: 'One & two.\n\nThree', tags: [{ name: 'R&B' }], attributes }
  const { body: made } = await call('POST', '/wc/v3/products', { ...written, type: 'variable' })
  expect(made).toMatchObject({ name: 'Salt &amp; Pepper', description: 'One &amp; two.\n\nThree' })
  expect(made.tags).toEqual([expect.objectContaining({ name: 'R&amp;B' })])
  expect(made.attributes).toEqual([expect.objectContaining({ options: ['A', 'B', 'C &amp; D'] })])
  const seen = async (query: string) => (await call('GET', `/wc/v3/products/${made.id}${query}`)).body.description
  expect(await seen('')).toBe('<p>One &amp; two.</p>\n<p>Three</p>\n')
  expect(await seen('?context=edit')).toBe(made.description)
})

test('two equal SKUs at once are one product, or two where the site is old', async () => {
  const both = (sku: string) =>
    Promise.all([1, 2].map(() => call('POST', '/wc/v3/products', { name: 'Race', sku }))).then((all) =>
      all.map(({ status }) => status).toSorted(),
    )
  expect(await both('RACE-1')).toEqual([201, 400])
  await act('make_site', { site: 'shop', tls: true, sku_race: true })
  expect(await both('RACE-2')).toEqual([201, 201])
  await act('make_site', { site: 'shop', tls: true })
})

test('a merchant edits, deletes, restores and duplicates; the books say who', async () => {
  const meta_data = [{ key: '_omni', value: 'omkey' }]
  const { body: made } = await call('POST', '/wc/v3/products', { name: 'Ours', sku: 'OURS', meta_data })
  await act('edit_product', { site: 'shop', id: made.id, name: 'Theirs' })
  await act('write_price_back', { site: 'shop', id: made.id, regular_price: '7.77' })
  await act('trash_product', { site: 'shop', id: made.id })
  expect((await call('GET', `/wc/v3/products?include=${made.id}`)).body).toEqual([])
  await act('restore_product', { site: 'shop', id: made.id })
  const { id: copy } = (await act('duplicate_product', { site: 'shop', id: made.id })) as { id: number } // its answer
  const shown = await call('GET', `/wc/v3/products/${copy}`)
  expect(shown.body).toMatchObject({ name: 'Theirs (Copy)', sku: 'OURS-1', status: 'draft', price: '7.77' })
  expect(shown.body.meta_data).toEqual([expect.objectContaining(meta_data[0] ?? {})])
  const { created, writes } = await books()
  expect(created.filter(({ key }: { key: string }) => key === 'omkey').map(({ by }: { by: string }) => by)).toEqual([
    'api',
    'merchant',
  ])
  expect(writes.filter((one: { product_id: number }) => one.product_id === made.id)).toEqual([
    { product_id: made.id, field: 'name', by: 'merchant' },
    { product_id: made.id, field: 'regular_price', by: 'other app' },
    { product_id: made.id, field: 'status', by: 'merchant' },
  ])
})

test('a buyer sees what is published, and nothing else', async () => {
  const { body: made } = await call('POST', '/wc/v3/products', { name: 'A <b>lamp</b> & more', regular_price: '12.50' })
  await call('POST', '/wc/v3/products', { name: 'A hidden draft', status: 'draft' })
  const grid = (await box.get('/woocommerce/shop/')).body as string // a page
  expect(grid).toContain('12.50 USD')
  expect(grid).not.toContain('A hidden draft')
  const page = (await box.get(new URL(made.permalink).pathname)).body as string // a page
  expect(page).toContain('A &lt;b&gt;lamp&lt;/b&gt; &amp; more')
  expect((await box.get('/woocommerce/shop/product/nothing-1/')).status).toBe(404)
  expect((await box.get('/woocommerce/nowhere/')).status).toBe(404)
})

const SCHEMAS =
  process.env['VENDOR_SCHEMAS'] ?? fileURLToPath(new URL('../../../../../../shared/vendors/schemas', import.meta.url))
const folder = `${SCHEMAS}/woocommerce`

/** Draft 4 as WordPress writes it: "date-time" and "mixed" are no types of JSON Schema. */
function toSchema(given: Schema): Schema {
  const { type, properties, items, ...rest } = given
  const named = type === 'date-time' ? ['string', 'null'] : type
  return {
    ...rest,
    ...(named !== undefined && named !== 'mixed' && { type: named }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, toSchema(one)])),
    }),
    ...(items && { items: toSchema(items) }),
  }
}

/** Where a running 10.0.2 itself is not as its schema says: null for no number, a number for a text, more names. */
const KNOWN = [
  /stock_quantity is null/,
  /shipping_class_id is integer/,
  /\.image is null/,
  /^\$\.(date_\w+_gmt|name|parent_id) is not in the document/,
  /external_url is no address/,
]

test.skipIf(!existsSync(folder))(
  "answers fit WooCommerce's own schemas (skipped where ../shared/vendors/schemas or VENDOR_SCHEMAS does not hold them)",
  async () => {
    const schemaOf = (name: string) => {
      const { schema } = JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as { schema: Schema } // as WordPress answers OPTIONS
      return toSchema(schema)
    }
    const check = (value: unknown, name: string) =>
      misfits(value, schemaOf(name), {}).filter((problem) => !KNOWN.some((known) => known.test(problem)))
    const images = [{ src: `${hooks}/schema.png` }]
    const attributes = [{ name: 'Size', variation: true, options: ['S'] }]
    const tags = [{ name: 'New' }]
    const product = await call('POST', '/wc/v3/products', { name: 'Whole', type: 'variable', images, attributes, tags })
    const variation = await call('POST', `/wc/v3/products/${product.body.id}/variations`, {
      regular_price: '3',
      attributes: [{ name: 'Size', option: 'S' }],
      image: { id: product.body.images[0].id },
    })
    const hook = await call('POST', '/wc/v3/webhooks', { topic: 'order.created', delivery_url: `${hooks}/orders` })
    expect(check(product.body, 'products')).toEqual([])
    expect(check(variation.body, 'variations')).toEqual([])
    expect(check(hook.body, 'webhooks')).toEqual([])
    // What a real shop answers and we do not would be missed by nobody else.
    const missing = Object.keys(schemaOf('products').properties ?? {}).filter((name) => !(name in product.body))
    expect(missing).toEqual(['permalink_template', 'generated_slug'])
  },
)
