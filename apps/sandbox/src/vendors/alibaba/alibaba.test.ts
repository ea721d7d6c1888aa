import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { supplyWorld } from '../../catalogue/make-world.ts'
import { shipsTo } from '../../catalogue/shipping.ts'
import { useSandbox, withinASecond } from '../../test-sandbox.ts'
import { alibaba } from './index.ts'
import { minimumOf } from './ladder.ts'

const sandbox = useSandbox([alibaba], { products: 1300 })
const offers = supplyWorld({ products: 1300 }).offers.alibaba

/** As a client would, written apart from the vendor's own check. */
function sign(path: string, params: Record<string, string>, secret = 'sandbox-alibaba-secret') {
  const text = Object.keys(params)
    .sort()
    .reduce((all, name) => all + name + params[name], path)
  return createHmac('sha256', secret).update(text).digest('hex').toUpperCase()
}

let token = ''
async function once(path: string, params: Record<string, string>, secret?: string) {
  const all: Record<string, string> = {
    app_key: '500200',
    timestamp: String(Date.now()),
    sign_method: 'sha256',
    ...(token && { access_token: token }),
    ...params,
  }
  const response = await fetch(
    `${sandbox.url}/alibaba/rest${path}?${new URLSearchParams({ ...all, sign: sign(path, all, secret) })}`,
  )
  return (await response.json()) as any // oxlint-disable-line typescript/no-explicit-any -- answers of many shapes
}
/** Waits when told to slow down, as a client does. */
async function call(path: string, params: Record<string, string>): ReturnType<typeof once> {
  const answer = await once(path, params)
  if (answer.code !== 'ApiCallLimit') return answer
  await sleep(150)
  return call(path, params)
}
const describeOne = (product_id: string) =>
  call('/eco/buyer/product/description', { query_req: JSON.stringify({ product_id, country: 'US' }) })
const freight = (product_id: string, quantity: number, destination_country = 'US') =>
  call('/shipping/freight/calculate', { product_id, quantity: String(quantity), destination_country })

beforeAll(async () => {
  const answer = await once('/auth/token/refresh', { refresh_token: 'sandbox-alibaba-operator-refresh' })
  token = answer.access_token
})

test('tokens live ten and sixty days; a wrong signature, key, code or token is refused with status 200', async () => {
  expect(await once('/auth/token/refresh', { refresh_token: 'sandbox-alibaba-operator-refresh' })).toMatchObject({
    code: '0',
    expires_in: '864000',
    refresh_expires_in: '5184000',
    account_platform: 'buyApp',
  })
  expect(await once('/auth/token/create', { code: 'x' })).toMatchObject({ type: 'ISV', code: 'InvalidCode' })
  expect((await once('/auth/token/create', { code: 'x' }, 'wrong')).code).toBe('IncompleteSignature')
  expect((await once('/auth/token/create', { code: 'x', app_key: '1' })).code).toBe('InvalidAppKey')
  expect((await once('/auth/token/create', { code: 'x', sign_method: 'md5' })).code).toBe('InvalidParameter')
  expect((await call('/eco/buyer/product/check', { access_token: 'x', query_req: '{}' })).code).toBe(
    'IllegalAccessToken',
  )
})

test('lists name ids alone, page by page, and their two scenes are all there is', async () => {
  const pageOf = async (scene_id: string, page: number) =>
    (await call('/eco/buyer/product/check', { query_req: JSON.stringify({ scene_id, page, page_size: 100 }) })).result
  const here = await pageOf('906124611', 0)
  const there = await pageOf('906168847', 0)
  expect(here.result_data[0]).toEqual(expect.any(Number))
  expect(Number(here.result_total) + Number(there.result_total)).toBe(offers.length)
  // A wrong scene is answered inside of a good reply.
  expect(await pageOf('1', 0)).toMatchObject({ result_code: '400' })
})

test('search finds by words; a description has a ladder per SKU, and stock comes from another call', async () => {
  const found = await call('/eco/buyer/product/search', {
    param0: JSON.stringify({ keyword: 'for', index: 1, size: 1 }),
  })
  expect(found.result.data.products).toHaveLength(1)
  const [offer] = offers.filter(({ options }) => options.length > 0)
  const { result } = await describeOne(offer?.id ?? '')
  expect(result.result_data).toMatchObject({ title: offer?.title, status: 'PRODUCT_ONLINE' })
  const [sku] = result.result_data.skus
  expect(sku.ladder_price.at(-1).min_quantity).toBe(result.result_data.min_order_quantity)
  const inventory = await call('/eco/buyer/product/inventory', { inv_req: JSON.stringify({ product_id: offer?.id }) })
  expect(inventory.result.result_data[0].inventory_list.map(({ sku_id }: { sku_id: string }) => sku_id)).toContain(
    sku.sku_id,
  )
  expect((await describeOne('1600999999999')).result.result_code).toBe('404')
})

test('freight: not below the smallest order, and not to everywhere', async () => {
  const bulk = offers.find((offer) => minimumOf(offer) > 1 && shipsTo(offer, 'US'))
  const id = bulk?.id ?? ''
  expect((await freight(id, 1)).code).toBe('10007')
  const { value } = await freight(id, bulk ? minimumOf(bulk) : 1)
  expect(value[0]).toMatchObject({ delivery_time: expect.stringMatching(/^\d+~\d+$/), fee: { currency: 'USD' } })
  const [homely, country] = offers
    .flatMap((offer) => ['DE', 'BR', 'JP', 'ZA'].map((to) => [offer, to] as const))
    .find(([offer, to]) => !shipsTo(offer, to)) ?? [null, '']
  expect((await freight(homely?.id ?? '', 1000, country)).code).toBe('120019')
})

test('ten calls a second', async () => {
  const answers = await withinASecond(12, () => once('/eco/buyer/product/check', { query_req: '{}' }))
  expect(answers.filter(({ code }) => code === 'ApiCallLimit')).toHaveLength(2)
})
