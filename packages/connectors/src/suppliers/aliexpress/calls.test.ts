/** What the connector asks and what it makes of refusals, against a gateway that answers what it is told. */
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kindOf } from '../../conformance/vendor-subject.ts'
import { inMemoryPace } from '../../pace.ts'
import productFixture from './fixtures/product.json' with { type: 'json' }
import { aliexpress } from './index.ts'

let server: Server
let base_url = ''
let reply: unknown
let asked = new URLSearchParams()

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      asked = new URLSearchParams(body)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(reply))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (typeof address === 'object' && address) base_url = `http://127.0.0.1:${address.port}`
})
afterAll(() => void server.close())

const call = () => ({
  app: { base_url, app_key: '1', app_secret: 's' },
  credentials: { access_token: 'a', refresh_token: 'old' },
  now: () => new Date(),
  limits: inMemoryPace('aliexpress', { per_second: 1000 }),
})
const get = () => aliexpress.catalog?.get(call(), { product_id: '1', ship_to: 'US' }) ?? Promise.reject(new Error())
const quote = () =>
  aliexpress.logistics?.quote(call(), {
    product_id: '1',
    sku_id: '12000031234567891',
    quantity: 2,
    country_code: 'DE',
    ship_from: 'CN',
  }) ?? Promise.reject(new Error())

test("a product's price is asked for without the buyer's own promotions", async () => {
  reply = productFixture
  expect((await get()).source_product_id).toBe('1005001234567890')
  expect(asked.get('remove_personal_benefit')).toBe('true')
})

test('not sold in a country is not gone; taken down is', async () => {
  reply = { rsp_code: 602, rsp_msg: 'Item is not allowed to this country' }
  expect(await kindOf(get())).toBe('cannot_ship')
  reply = { rsp_code: '605', rsp_msg: 'ITEM_ID_NOT_FOUND' }
  expect(await kindOf(get())).toBe('not_found')
  const info = { ...productFixture.result.ae_item_base_info_dto, product_status_type: 'offline' }
  reply = { ...productFixture, result: { ...productFixture.result, ae_item_base_info_dto: info } }
  expect(await kindOf(get())).toBe('not_found')
})

test.each([
  [505, 'DELIVERY_NOT_AVAILABLE_TO_YOUR_ADDRESS', 'cannot_ship'],
  [500, 'DELIVERY_NOT_AVAILABLE_TO_YOUR_ADDRESS', 'cannot_ship'],
  [501, 'DELIVERY_INFO_EMPTY', 'cannot_ship'],
  [501, 'PRODUCT_NOT_EXIST', 'not_found'],
  [400, 'B_PARAM_ERROR', 'invalid'],
])('freight refused with %i %s is %s', async (code, msg, kind) => {
  reply = { aliexpress_ds_freight_query_response: { result: { success: false, code, msg } } }
  expect(await kindOf(quote())).toBe(kind)
  expect(JSON.parse(asked.get('queryDeliveryReq') ?? '{}')).toMatchObject({ quantity: '2', shipToCountry: 'DE' })
})

test('options that all come without a fee are no answer, and not "cannot ship" either', async () => {
  reply = { result: { success: true, code: 200, delivery_options: [{ company: 'Seller' }] } }
  expect(await kindOf(quote())).toBe('unreadable')
})

test('a renewal without a new refresh token keeps the old one', async () => {
  reply = { access_token: 'new', expires_in: 86400, user_id: 7, code: '0', request_id: '1' }
  const renewed = await aliexpress.account?.refresh?.(call())
  expect(renewed?.credentials).toEqual({ access_token: 'new', refresh_token: 'old' })
})
