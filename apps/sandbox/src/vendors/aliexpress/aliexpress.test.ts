import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, inject, test, vi } from 'vitest'
import { dayOf } from '../../catalogue/days.ts'
import { supplyWorld } from '../../catalogue/make-world.ts'
import { composePicture } from '../../catalogue/pictures/compose-picture.ts'
import { keyOf } from '../../catalogue/pictures/picture-key.ts'
import type { Offer } from '../../catalogue/shapes.ts'
import { carriagesOf } from '../../catalogue/shipping.ts'
import { quantityOf, variantsOf } from '../../catalogue/variants.ts'
import { OMNI, useSandbox, withinASecond } from '../../test-sandbox.ts'
import { aliexpress } from './index.ts'
import { isForbidden, isOffline } from './odd-offers.ts'
import { signatureOf } from '../open-platform/request.ts'

const inStock = (offer: Offer) => variantsOf(offer, dayOf(new Date())).some((one) => quantityOf(one) > 5)
const sandbox = useSandbox([aliexpress], { products: 1300 })
const offers = supplyWorld({ products: 1300 }).offers.aliexpress

/** As a client would, written apart from the vendor's own check. */
function sign(params: Record<string, string>, path = '', secret = 'sandbox-aliexpress-secret') {
  const text =
    path +
    Object.entries(params)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flat()
      .join('')
  return createHmac('sha256', secret).update(text).digest('hex').toUpperCase()
}
const basis = () => ({ app_key: '500100', timestamp: String(Date.now()), sign_method: 'sha256' })

async function post(path: string, params: Record<string, string>) {
  const response = await fetch(sandbox.url + path, { method: 'POST', body: new URLSearchParams(params) })
  return (await response.json()) as any // oxlint-disable-line typescript/no-explicit-any -- answers of many shapes
}
const system = (path: string, params: Record<string, string>) => {
  const all: Record<string, string> = { ...basis(), ...params }
  return post(`/aliexpress/rest${path}`, { ...all, sign: sign(all, path) })
}
let session = ''
const once = (method: string, params: Record<string, string>, simplify = 'true') => {
  const all: Record<string, string> = {
    ...basis(),
    method: method.startsWith('trade.') ? `aliexpress.${method}` : `aliexpress.ds.${method}`,
    session,
    simplify,
    format: 'json',
    v: '2.0',
    ...params,
  }
  return post('/aliexpress/sync', { ...all, sign: sign(all) })
}
/** Waits when told to slow down, as a client does. */
async function sync(method: string, params: Record<string, string>, simplify?: string): ReturnType<typeof once> {
  const answer = await once(method, params, simplify)
  if (answer.code !== 'ApiCallLimit') return answer
  await sleep(150)
  return sync(method, params, simplify)
}
const search = (params: Record<string, string>, simplify?: string) =>
  sync('text.search', { local: 'en_US', countryCode: 'US', currency: 'USD', ...params }, simplify)
const operator = async () =>
  // its own answer
  (await system('/auth/token/refresh', { refresh_token: 'sandbox-operator-refresh' })).access_token as string

beforeAll(async () => void (session = await operator()))

test("the platform's published digests", () => {
  const order = {
    app_key: '123456',
    access_token: 'test',
    order_id: '1234',
    sign_method: 'sha256',
    timestamp: '1517820392000',
  }
  expect(signatureOf(order, '/order/get', 'helloworld')).toBe(
    '4190D32361CFB9581350222F345CB77F3B19F0E31D162316848A2C1FFD5FAB4A',
  )
  const token = {
    app_key: '12345678',
    code: '3_500102_JxZ05Ux3cnnSSUm6dCxYg6Q26',
    sign_method: 'sha256',
    timestamp: '1517820392000',
  }
  expect(signatureOf(token, '/auth/token/create', 'helloworld')).toBe(
    '35607762342831B6A417A0DED84B79C05FEFBF116969C48AD6DC00279A9F4D81',
  )
})

test('search, simplified and not, pages without gaps', async () => {
  const first = await search({ keyWord: 'foldable', pageSize: '5', pageIndex: '1' })
  const second = await search({ keyWord: 'foldable', pageSize: '5', pageIndex: '2' })
  expect(first.data).toMatchObject({ pageIndex: 1, pageSize: 5 })
  expect(first.data.products[0].title).toMatch(/foldable/i)
  expect(Object.values(first.data.products[0]).every((value) => typeof value === 'string')).toBe(true)
  const ids = [...first.data.products, ...second.data.products].map(({ itemId }) => itemId)
  expect(new Set(ids).size).toBe(ids.length)
  const plain = await search({ keyWord: 'foldable', pageSize: '5' }, 'false')
  expect(plain.aliexpress_ds_text_search_response.data.products.selection_search_product).toHaveLength(5)
  expect((await search({ keyWord: 'xyzzyplugh' })).data).toMatchObject({ totalCount: 0, products: [] })
})

test('a product with its variants, also wrapped, also with 2,048 of them', async () => {
  const many = offers.find(({ oddity }) => oddity === 'many_variants')
  const plain = offers.find(({ options }) => options.length > 1 && options.some(({ name }) => name === 'Ships From'))
  const ask = (id = '', simplify?: string) =>
    sync(
      'product.get',
      { product_id: id, ship_to_country: 'US', target_currency: 'USD', target_language: 'en_US' },
      simplify,
    )
  const { result } = await ask(plain?.id)
  expect(result.ae_item_base_info_dto).toMatchObject({
    product_id: Number(plain?.id),
    subject: plain?.title,
    currency_code: 'CNY',
  })
  expect(result.ae_item_sku_info_dtos[0].currency_code).toBe('USD')
  expect(result.ae_item_sku_info_dtos[0].id).toMatch(/200007763:2013361/)
  expect(result.ae_item_sku_info_dtos[0].ae_sku_property_dtos.at(-1)).toMatchObject({ sku_property_name: 'Ships From' })
  const wrapped = (await ask(plain?.id, 'false')).aliexpress_ds_product_get_response.result
  expect(
    wrapped.ae_item_sku_info_dtos.ae_item_sku_info_d_t_o[0].ae_sku_property_dtos.ae_sku_property_d_t_o,
  ).toHaveLength(plain?.options.length ?? 0)
  expect((await ask(many?.id)).result.ae_item_sku_info_dtos).toHaveLength(2048)
  expect(await ask('1005000000000000')).toMatchObject({ rsp_code: 605 })
})

test('freight, and a country nothing goes to', async () => {
  const [offer] = offers
  const ask = (shipToCountry: string) =>
    sync('freight.query', {
      queryDeliveryReq: JSON.stringify({
        quantity: 1,
        shipToCountry,
        productId: offer?.id,
        language: 'en_US',
        locale: 'en_US',
        currency: 'USD',
      }),
    })
  const { result } = await ask('US')
  expect(result).toMatchObject({ success: true, code: 200 })
  for (const option of result.delivery_options)
    if (option.shipping_fee_cent) expect(option.shipping_fee_cent).toMatch(/^\d+\.\d\d$/)
  expect((await ask('XX')).result).toMatchObject({
    success: false,
    code: 505,
    msg: 'DELIVERY_NOT_AVAILABLE_TO_YOUR_ADDRESS',
  })
})

test('what a price does not tell: taxes by country, a buyer\u2019s own promotion, taken down, forbidden', async () => {
  const ask = (id: string | undefined, ship_to_country: string, more = {}) =>
    sync('product.get', { product_id: id ?? '', ship_to_country, target_currency: 'USD', ...more })
  const sold = offers.find((offer) => offer.ship_from.includes('CN') && !isOffline(offer) && !isForbidden(offer, 'US'))
  const impersonal = { remove_personal_benefit: 'true' }
  const sku = async (country: string, more = impersonal) =>
    (await ask(sold?.id, country, more)).result.ae_item_sku_info_dtos[0]
  expect(await sku('DE')).toMatchObject({ price_include_tax: true, tax_currency_code: 'USD' })
  expect(await sku('AU')).toMatchObject({ price_include_tax: false, tax_amount: expect.stringMatching(/^\d/) })
  const [own, plain] = [await sku('US', { remove_personal_benefit: 'false' }), await sku('US')]
  expect(Number(own.offer_sale_price)).toBeLessThan(Number(plain.offer_sale_price))

  const offline = offers.find(isOffline)
  expect((await ask(offline?.id, 'US')).result.ae_item_base_info_dto.product_status_type).toBe('offline')
  const forbidden = offers.find((offer) => isForbidden(offer, 'US'))
  expect(await ask(forbidden?.id, 'US')).toMatchObject({ rsp_code: 602 })
  expect(await ask(forbidden?.id, 'DE')).toMatchObject({ rsp_code: 200 })
})

test('freight: an attribute instead of a number, free in two ways, a service without a fee', async () => {
  const quoteOf = async (productId: string, selectedSkuId?: string) =>
    (
      await sync('freight.query', {
        queryDeliveryReq: JSON.stringify({
          quantity: '1',
          shipToCountry: 'US',
          productId,
          selectedSkuId,
          currency: 'USD',
        }),
      })
    ).result
  expect(await quoteOf(offers[0]?.id ?? '', '14:193#Red')).toMatchObject({ code: 501, msg: 'DELIVERY_INFO_EMPTY' })
  const free = offers.filter(({ free_to_us }) => free_to_us).slice(0, 12)
  const options = (await Promise.all(free.map(({ id }) => quoteOf(id)))).flatMap((one) => one.delivery_options ?? [])
  const paid = options.filter(
    ({ mayHavePFS, free_shipping_threshold }) => mayHavePFS && !/[1-9]/.test(free_shipping_threshold),
  )
  expect(paid.length).toBeGreaterThan(0)
  expect(options.some((option) => option.free_shipping && option.shipping_fee_cent === undefined)).toBe(true)
})

test('a list of one is that one, where lists are wrapped', async () => {
  const single = offers.find(({ oddity }) => oddity === 'one_variant')
  const { aliexpress_ds_product_get_response } = await sync(
    'product.get',
    { product_id: single?.id ?? '', ship_to_country: 'DE', target_currency: 'USD' },
    'false',
  )
  const { ae_item_sku_info_d_t_o } = aliexpress_ds_product_get_response.result.ae_item_sku_info_dtos
  expect(ae_item_sku_info_d_t_o).toMatchObject({ sku_id: expect.any(String) })
})

test('a picture finds its own product', async () => {
  const offer = offers[200]
  const picture = offer && (await composePicture(keyOf(offer, 0), 400))
  const params: Record<string, string> = {
    ...basis(),
    method: 'aliexpress.ds.image.search',
    session,
    simplify: 'true',
    product_cnt: '5',
    shpt_to: 'US',
    target_currency: 'USD',
    target_language: 'EN',
  }
  const form = new FormData()
  form.set('image_file_bytes', new Blob([new Uint8Array(picture ?? [])]), 'a.webp')
  const query = new URLSearchParams({ ...params, sign: sign(params) })
  const ask = async () =>
    (await fetch(`${sandbox.url}/aliexpress/sync?${query}`, { method: 'POST', body: form })).json() as Promise<{
      data?: { products: { product_id: string }[] }
    }> // its own answer
  await vi.waitFor(async () => expect((await ask()).data?.products[0]?.product_id).toBe(offer?.id), {
    timeout: 10_000 * inject('patience'),
    interval: 300,
  })
})

test('wrong signature, wrong application, wrong token, unknown method', async () => {
  const wrong = { ...basis(), method: 'aliexpress.ds.text.search', session }
  expect((await post('/aliexpress/sync', { ...wrong, sign: sign(wrong, '', 'other') })).error_response).toMatchObject({
    code: 'IncompleteSignature',
  })
  const other = { ...wrong, app_key: '1' }
  expect((await post('/aliexpress/sync', { ...other, sign: sign(other) })).error_response.code).toBe('InvalidAppKey')
  expect((await search({ session: 'nope', keyWord: 'a' })).error_response.code).toBe('IllegalAccessToken')
  expect((await sync('nothing.get', {})).error_response.code).toBe('InvalidApiPath')
  expect(await system('/auth/token/refresh', { refresh_token: 'nope' })).toMatchObject({
    code: 'IllegalRefreshToken',
    type: 'ISV',
  })
})

test('eleven calls in a second are one too many, told with status 200', async () => {
  const answers = await withinASecond(11, () => once('category.get', {}))
  expect(answers.filter(({ code }) => code === 'ApiCallLimit')).toHaveLength(1)
})

test('a person allows or denies; the code is good once', async () => {
  const asked = { response_type: 'code', client_id: '500100', redirect_uri: `${OMNI}/hooks/aliexpress`, state: 's 1' }
  const page = await sandbox.get(`/aliexpress/oauth/authorize?${new URLSearchParams(asked)}`)
  expect(page.body).toContain('northwind_buys')
  const press = async (extra: Record<string, string>) => {
    const response = await fetch(`${sandbox.url}/aliexpress/oauth/authorize`, {
      method: 'POST',
      body: new URLSearchParams({ ...asked, ...extra }),
      redirect: 'manual',
    })
    return new URL(response.headers.get('location') ?? 'http://none')
  }
  expect((await press({ decision: 'deny' })).searchParams.get('error')).toBe('access_denied')
  const back = await press({ decision: 'allow', account: '700000002' })
  expect([back.origin, back.searchParams.get('state')]).toEqual([OMNI, 's 1'])
  const code = back.searchParams.get('code') ?? ''
  const token = await system('/auth/token/create', { code })
  expect(token).toMatchObject({ code: '0', user_nick: 'northwind_buys', expires_in: '2592000' })
  expect((await system('/auth/token/create', { code })).code).toBe('InvalidCode')
  const renewed = await system('/auth/token/refresh', { refresh_token: token.refresh_token })
  expect(renewed).toMatchObject({ code: '0', access_token: expect.any(String) })
  expect(renewed).not.toHaveProperty('refresh_token')
  expect((await system('/auth/token/refresh', { refresh_token: token.refresh_token })).code).toBe('0')
  const elsewhere = await sandbox.get(
    `/aliexpress/oauth/authorize?${new URLSearchParams({ ...asked, redirect_uri: 'https://evil.test/' })}`,
  )
  expect(elsewhere.status).toBe(400)
})

test('an order under one reference is the same order for a day, and another one after that', async () => {
  const offer = offers.find((one) => !isOffline(one) && carriagesOf(one, { to: 'US' }).length > 0 && inStock(one))
  const { result } = await sync('product.get', { product_id: offer?.id ?? '', ship_to_country: 'US' })
  const sku = result.ae_item_sku_info_dtos.find((one: { sku_available_stock: number }) => one.sku_available_stock > 5)
  const request = {
    out_order_id: 'om1-1',
    logistics_address: {
      address: '1 Road',
      city: 'Reno',
      province: 'Nevada',
      country: 'US',
      zip: '89501',
      contact_person: 'Ada Love',
      phone_country: '1',
      mobile_no: '7755550100',
    },
    product_items: [
      {
        product_id: Number(offer?.id),
        product_count: 1,
        sku_attr: sku.sku_attr,
        logistics_service_name: 'CAINIAO_STANDARD',
      },
    ],
  }
  const buy = async () =>
    (await sync('order.create', { param_place_order_request4_open_api_d_t_o: JSON.stringify(request) })).result
  const first = await buy()
  expect(first).toMatchObject({ is_success: true, order_list: [expect.any(Number)] })
  expect(await buy()).toEqual(first)
  const [number] = first.order_list as number[]
  const shown = async () =>
    (await sync('trade.ds.order.get', { single_order_query: JSON.stringify({ order_id: number }) })).result
  expect(await shown()).toMatchObject({ order_status: 'PLACE_ORDER_SUCCESS', pay_timeout_second: '86400' })
  await sandbox.send('POST', '/control/clock', { advance_ms: 25 * 3_600_000 })
  // Nobody paid it in a day.
  const over = { order_status: 'FINISH', child_order_list: [{ end_reason: 'buyer_pay_timeout' }] }
  expect(await shown()).toMatchObject(over)
  const no = Number(number) - 8_190_000_000_000_000
  const set = (input: object) =>
    sandbox.send('POST', '/control/vendors/aliexpress/actions/set_order_state', { no, ...input })
  expect((await set({ state: 'IN_ISSUE' })).status).toBe(200)
  expect((await set({ line: 1, state: 'FINISH', end_reason: 'seller_send_goods_timeout' })).status).toBe(200)
  expect(await shown()).toMatchObject({
    order_status: 'IN_ISSUE',
    child_order_list: [{ order_status: 'FINISH', end_reason: 'seller_send_goods_timeout' }],
  })
  expect((await set({ line: 2, state: 'FINISH' })).status).toBe(404)
  expect((await buy()).order_list).not.toEqual(first.order_list)
  expect((await sandbox.get('/control/aliexpress/books?reference=om1-1')).body.orders).toHaveLength(2)
})

test('a token ends after thirty days of the sandbox', async () => {
  const token = await operator()
  await sandbox.send('POST', '/control/clock', { advance_ms: 31 * 86_400_000 })
  expect((await search({ session: token, keyWord: 'a' })).error_response.code).toBe('IllegalAccessToken')
  session = await operator()
  expect((await search({ keyWord: 'lamp' })).data.totalCount).toBeGreaterThan(0)
})

test("faults in the platform's own words", async () => {
  await sandbox.setFaults('aliexpress', [{ kind: 'rate_limit', retry_after_s: 1, times: 1, endpoint: 'text.search' }])
  expect(await once('text.search', { keyWord: 'a' })).toMatchObject({ code: 'ApiCallLimit' })
  await sandbox.setFaults('aliexpress', [{ kind: 'server_error', percent: 100, status: 502, times: 1 }])
  expect((await search({ keyWord: 'a' })).error_response).toMatchObject({ code: 'ServiceUnavailable', type: 'SYSTEM' })
  await sandbox.setFaults('aliexpress', [{ kind: 'malformed_json', times: 1 }])
  await expect(search({ keyWord: 'lamp' })).rejects.toThrow(SyntaxError)
})
