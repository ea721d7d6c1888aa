import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { siteAddress, splitAddress } from './address.ts'
import { batchPace } from './batch-pace.ts'
import { explainWoo } from './errors.ts'
import { parseNoisyJson } from './noisy-json.ts'
import { percentEncode, signed } from './oauth.ts'
import { fromStored, fromStoredOption, toStored, toStoredOption } from './stored-text.ts'
import { verify } from './webhooks.ts'

const SANDBOX = ['https://10.0.0.9', 'http://localhost:4000']

test.each([
  ['shop.example', 'https://shop.example'],
  [' https://Shop.Example/ ', 'https://shop.example'],
  ['http://shop.example/blog/', 'http://shop.example/blog'],
  ['https://shop.example/blog/wp-admin/index.php?page=x#y', 'https://shop.example/blog'],
  ['shop.example/wp-login.php', 'https://shop.example'],
  ['shop.example:8443/product/lamp/', 'https://shop.example:8443'],
  ['https://user:pa%20ss@shop.example', 'https://user:pa%20ss@shop.example'],
  ['localhost:4000/woocommerce/demo', 'http://localhost:4000/woocommerce/demo'],
  ['10.0.0.9/shop/', 'https://10.0.0.9/shop'],
  ['8.8.8.8', 'https://8.8.8.8'],
])('the address %s', (typed, address) => {
  expect(siteAddress(typed, SANDBOX)).toBe(address)
  // Typed again as it was understood, it means the same.
  expect(siteAddress(address, SANDBOX)).toBe(address)
})

test.each([
  'shop',
  'localhost',
  'http://localhost:4001/',
  'https://127.0.0.1',
  'http://[::1]/',
  'http://192.168.0.4/shop',
  'http://10.0.0.9/shop',
  'http://2130706433/',
  'mailto:a@b.example',
  'maya@shop.example',
  'javascript:alert(1)',
  'two words.example',
  '.example',
  'https://',
  'a'.repeat(400),
])('%s is no store', (typed) => expect(siteAddress(typed, SANDBOX)).toBeNull())

test('whatever is typed, the answer is an address of the web or none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl()), (typed) => {
      const address = siteAddress(typed, [])
      return address === null || /^https?:\/\/[^/]+\.[^/]+/.test(address)
    }),
  )
})

test("the site's password is taken out of the address", () => {
  expect(splitAddress('https://us%40er:p%3Ass@shop.example/blog')).toEqual({
    base: 'https://shop.example/blog',
    site_auth: 'us@er:p:ss',
  })
})

test('the signature is that of RFC 5849 without a token', () => {
  const query = { per_page: '100', search: 'ä b*(!)', rest_route: '/wc/v3/products' }
  const now = new Date(1_700_000_000_000)
  const keys = { consumer_key: 'ck_1', consumer_secret: 'cs_2' }
  const { oauth_signature } = signed({
    method: 'get',
    url: 'http://shop.example/blog',
    query,
    ...keys,
    now,
    nonce: 'n',
  })
  // Written out by hand: each name and value encoded, joined, and all of it encoded once more.
  const base =
    'GET&http%3A%2F%2Fshop.example%2Fblog&' +
    'oauth_consumer_key%3Dck_1%26oauth_nonce%3Dn%26oauth_signature_method%3DHMAC-SHA256' +
    '%26oauth_timestamp%3D1700000000%26per_page%3D100%26rest_route%3D%252Fwc%252Fv3%252Fproducts' +
    '%26search%3D%25C3%25A4%2520b%252A%2528%2521%2529'
  expect(oauth_signature).toBe(createHmac('sha256', 'cs_2&').update(base).digest('base64'))
  expect(percentEncode("a-b_c.d~e'f")).toBe('a-b_c.d~e%27f')
})

test.each([
  ['{"a":1}', { a: 1 }],
  ['\uFEFF [1]', [1]],
  ['<br />\n<b>Notice</b>: x[0] {y} in <b>a.php</b> on line <b>3</b><br />\n{"a":[1]}', { a: [1] }],
  ['PHP Warning: foo\n{"id":5}\n', { id: 5 }],
  ['<br />{"id":5}', { id: 5 }],
  // Cut off: no part of it counts.
  ['{"a":[1,2]', undefined],
  ['[{"id":1}', undefined],
  ['<!doctype html><script>\n{"a":1}</script></html>', undefined],
  ['', undefined],
])('what stands in %j', (text, value) => expect(parseNoisyJson(text)).toEqual(value))

test('an error is believed only where WooCommerce itself says it', () => {
  const error = (status: number, code: string) => explainWoo(status, { code, message: 'no', data: { status } })
  expect(error(404, 'woocommerce_rest_product_invalid_id')).toMatchObject({ kind: 'not_found', nothing_done: true })
  expect(error(400, 'woocommerce_rest_product_invalid_id')).toMatchObject({ kind: 'not_found', nothing_done: true })
  expect(error(403, 'woocommerce_rest_cannot_create')).toMatchObject({ kind: 'invalid', nothing_done: true })
  expect(error(401, 'woocommerce_rest_cannot_view')).toMatchObject({ kind: 'auth_expired', nothing_done: true })
  expect(error(400, 'some_plugin_says_no')).toMatchObject({ kind: 'unknown' })
  expect(error(400, 'some_plugin_says_no')).not.toHaveProperty('nothing_done')
  // Proxies answer these, perhaps after the store acted.
  for (const status of [429, 500, 503]) expect(error(status, 'product_invalid_sku')).toBeUndefined()
  expect(explainWoo(403, undefined)).toBeUndefined()
  expect(explainWoo(401, undefined)).toMatchObject({ code: 'site_password' })
})

const message = (body: string, headers: Record<string, string> = {}) => ({
  raw: Buffer.from(body),
  header: (name: string) => headers[name],
})
const delivery = (payload: object, topic: string, secret = 's') => {
  const body = JSON.stringify(payload)
  const signature = createHmac('sha256', secret).update(body).digest('base64')
  return message(body, {
    'x-wc-webhook-signature': signature,
    'x-wc-webhook-topic': topic,
    'x-wc-webhook-delivery-id': 'same',
  })
}

test('a delivery is known by what it says, not by the number the store gives it', () => {
  const at = '2026-11-16T01:02:03'
  const first = verify(delivery({ id: 5, date_modified_gmt: at, name: 'A' }, 'product.updated'), 's')
  expect(first).toMatchObject({ remote_id: '5', what: 'product', happened_at: new Date(`${at}Z`) })
  const second = verify(delivery({ id: 5, date_modified_gmt: at, name: 'B' }, 'product.updated'), 's')
  expect(second?.delivery_id).not.toBe(first?.delivery_id)
  // A variation is a hint to its product.
  expect(verify(delivery({ id: 9, parent_id: 5 }, 'product.updated'), 's')?.remote_id).toBe('5')
  expect(verify(delivery({ id: 7 }, 'order.created'), 's')).toMatchObject({ what: 'order', remote_id: '7' })
  expect(verify(delivery({ id: 5 }, 'product.updated', 'other'), 's')).toBeNull()
})

test('the ping alone may come unsigned', () => {
  expect(verify(message('webhook_id=12'), 's')).toMatchObject({ what: 'ping', remote_id: null })
  expect(verify(message('{"id":5}'), 's')).toBeNull()
  expect(verify(message('webhook_id=12&id=5'), 's')).toBeNull()
  expect(verify(message('webhook_id=12', { 'x-wc-webhook-signature': 'AAAA' }), 's')).toBeNull()
})

/** As WordPress keeps it: a bare "&" becomes an entity. */
const kept = (text: string) => text.replace(/&(?!(?:amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[0-9a-f]{1,6});)/gi, '&amp;')

test('a text survives being kept as HTML, and an option value has no bar that would divide it', () => {
  expect(fromStored('Salt &amp; Pepper &#8211; 3 &lt; 4 &#x27;')).toBe("Salt & Pepper \u2013 3 < 4 '")
  expect(toStoredOption('S|M')).not.toContain('|')
  const signs = fc.constantFrom('&', '|', 'amp;', '&amp;', '&lt;', '#38;', 'a', ' ', ';')
  fc.assert(
    fc.property(
      fc.array(signs).map((parts) => parts.join('')),
      (text) => {
        expect(fromStored(kept(toStored(text)))).toBe(text)
        expect(fromStoredOption(kept(toStoredOption(text)))).toBe(text)
      },
    ),
  )
})

test.each([
  ['a quick host', 20, 3],
  ['one that took 68 s for a hundred', 680, 6],
  ['one that takes 2 s for each', 2000, 10],
])('a hundred variants land on %s: no batch comes near a minute, and few are sent', (_host, per_item, most) => {
  const pace = batchPace()
  let batches = 0
  for (let left = 100; left > 0; batches++) {
    const size = Math.min(left, pace.size())
    expect(size * per_item).toBeLessThanOrEqual(40_000)
    pace.took(size, size * per_item)
    left -= size
  }
  expect(batches).toBeLessThanOrEqual(most)
})

test('a batch that nobody answered within a minute is not sent again as large', () => {
  const pace = batchPace()
  const first = pace.size()
  pace.took(first, 60_000)
  expect(pace.size()).toBeLessThan(first / 2)
  for (let n = 0; n < 8; n++) pace.took(10, 100)
  expect(pace.size()).toBe(100)
})
