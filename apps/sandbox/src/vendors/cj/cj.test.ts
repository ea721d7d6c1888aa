import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { supplyWorld } from '../../catalogue/make-world.ts'
import { useSandbox, withinASecond } from '../../test-sandbox.ts'
import { ACCOUNTS } from './accounts.ts'
import { cj } from './index.ts'
import { listPage } from './list-page.ts'

const sandbox = useSandbox([cj])
const offers = supplyWorld({}).offers.cj
const BASE = '/cj/api2.0/v1'
const [OPERATOR, SELLER] = ACCOUNTS.map(({ api_key }) => api_key)

let token = ''
async function once(path: string, body?: unknown, as = token) {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(sandbox.url + BASE + path, {
    ...init,
    headers: { 'content-type': 'application/json', 'CJ-Access-Token': as },
  })
  return (await response.json()) as any // oxlint-disable-line typescript/no-explicit-any -- answers of many shapes
}
/** Waits when told to slow down, as a client does. */
async function call(path: string, body?: unknown, as = token): ReturnType<typeof once> {
  const answer = await once(path, body, as)
  if (answer.code !== 1600200) return answer
  await sleep(150)
  return call(path, body, as)
}
const connect = (apiKey = OPERATOR) => call('/authentication/getAccessToken', { apiKey })

beforeAll(async () => void (token = (await connect()).data.accessToken))

test('a token once in five minutes; refreshed; gone after logout', async () => {
  expect(await connect()).toMatchObject({ result: false, message: expect.stringContaining('Too Many Requests') })
  expect(await connect('CJ1@api@wrong')).toMatchObject({ code: 1600005, result: false, data: null })
  const first = (await connect(SELLER)).data
  expect(first.accessTokenExpiryDate).toMatch(/\+08:00$/)
  const again = await call('/authentication/refreshAccessToken', { refreshToken: first.refreshToken })
  expect(again).toMatchObject({ code: 200, result: true })
  expect((await call('/authentication/refreshAccessToken', { refreshToken: 'x' })).code).toBe(1600003)
  expect((await call('/authentication/logout', {}, again.data.accessToken)).code).toBe(200)
  expect((await call('/product/getCategory', undefined, again.data.accessToken)).code).toBe(1600001)
  expect((await call('/product/getCategory', undefined, '')).code).toBe(1600002)
})

test('categories have three levels and lead to products', async () => {
  const { data } = await call('/product/getCategory')
  const leaves = data.flatMap((one: any) => one.categoryFirstList.flatMap((two: any) => two.categorySecondList)) // oxlint-disable-line typescript/no-explicit-any -- vendor's nesting
  expect(leaves.length).toBeGreaterThanOrEqual(44)
  const { data: page } = await call(`/product/list?categoryId=${leaves[0].categoryId}&pageSize=10`)
  expect(page.total).toBeGreaterThan(0)
  expect(page.list[0]).toMatchObject({
    categoryId: leaves[0].categoryId,
    pid: expect.stringMatching(/^[0-9A-F-]{36}$/),
  })
})

test('both lists page through everything once', async () => {
  const seen = new Set<string>()
  for (let page = 1; page <= 5; page++) {
    const { data } = await call(`/product/list?pageNum=${page}&pageSize=200`)
    for (const { pid } of data.list) seen.add(pid)
  }
  expect(seen.size).toBe(offers.length)
  const { data } = await call('/product/listV2?keyWord=briefcase&page=1&size=5')
  expect(data).toMatchObject({ pageNumber: 1, totalRecords: expect.any(Number) })
  expect(data.content[0].productList[0].nameEn).toMatch(/briefcase/i)
})

test('a product, its variants, stock and freight', async () => {
  const offer = offers.find(({ ship_from, options }) => ship_from.includes('CN') && options.length === 2)
  const { data } = await call(`/product/query?pid=${offer?.id}`)
  expect(data).toMatchObject({ pid: offer?.id, productKeyEn: offer?.options.map(({ name }) => name).join('-') })
  const [variant] = data.variants
  expect((await call(`/product/variant/queryByVid?vid=${variant.vid}`)).data).toMatchObject({
    vid: variant.vid,
    pid: offer?.id,
  })
  const { data: stock } = await call(`/product/stock/getInventoryByPid?pid=${offer?.id}`)
  expect(stock.variantInventories).toHaveLength(data.variants.length)
  const freight = await call('/logistic/freightCalculate', {
    startCountryCode: 'CN',
    endCountryCode: 'US',
    products: [{ vid: variant.vid, quantity: 2 }],
  })
  expect(freight.data[0]).toMatchObject({
    logisticAging: expect.stringMatching(/^\d+-\d+$/),
    logisticPrice: expect.any(Number),
  })
})

test('oddities: 2,048 variants, no pictures, a range of prices', async () => {
  const of = (oddity: string) => offers.find((offer) => offer.oddity === oddity)?.id
  expect((await call(`/product/query?pid=${of('many_variants')}`)).data.variants).toHaveLength(2048)
  expect((await call(`/product/query?pid=${of('no_pictures')}`)).data).toMatchObject({ bigImage: null })
  expect((await call(`/product/query?pid=${of('wide_price')}`)).data.sellPrice).toMatch(/^\d+\.\d\d-\d+\.\d\d$/)
  expect(await call('/product/query?pid=NOPE')).toMatchObject({ code: 1602001, result: false })
  expect((await call('/product/list?pageSize=201')).code).toBe(1600100)
})

test('reviews newest first', async () => {
  const popular = offers.toSorted((a, b) => b.pace - a.pace)[0]
  const { data } = await call(`/product/productComments?pid=${popular?.id}&pageNum=1&pageSize=20`)
  const dates = data.list.map(({ commentDate }: { commentDate: string }) => commentDate.slice(0, 10))
  expect(dates).toHaveLength(20)
  expect(dates).toEqual(dates.toSorted().toReversed())
})

test('calls a second by level; the refusal names it, the setting does not', async () => {
  const codes = (await withinASecond(8, () => once('/product/getCategory'))).map(({ code }) => code)
  expect(codes.filter((code) => code === 1600200)).toHaveLength(2)
  const free = (await connect(ACCOUNTS[2]?.api_key)).data.accessToken
  const replies = await withinASecond(2, () => once('/setting/get', undefined, free))
  expect(replies.map(({ message }) => message).toSorted()).toEqual([
    'Success',
    'Too Many Requests, QPS limit is 1 time/1second',
  ])
  expect(replies.find(({ code }) => code === 200).data.setting.qpsLimit).toBe(100)
  await sleep(1000)
  const image = await once('/product/queryProductsByImage', { imageUrl: `${sandbox.url}/x` }, free)
  expect(image).toMatchObject({ code: 401, result: false })
})

test('points: what calls cost, refused without, back by the minute and at midnight', async () => {
  const left = async (path: string, body?: unknown) => (await call(path, body)).pointsInfo.remaining
  const spent = async (path: string, body?: unknown) => (await left('/setting/get')) - (await left(path, body))
  const [offer] = offers
  // What comes back meanwhile is less than one such call.
  expect(await spent('/product/listV2?page=1')).toBeGreaterThan(30)
  expect(await spent(`/product/productComments?pid=${offer?.id}`)).toBeLessThanOrEqual(0)
  const picture = (await call(`/product/query?pid=${offers.find(({ pictures }) => pictures > 0)?.id}`)).data.bigImage
  expect(await spent('/product/queryProductsByImage', { imageUrl: picture })).toBeGreaterThan(900)

  const info = { pointsInfo: { total: 500_000, usedToday: 500_000, remaining: expect.any(Number) } }
  await sandbox.send('POST', '/control/vendors/cj/actions/use_up_points', { account: '1000001' })
  expect(await call('/product/list')).toMatchObject({ code: 16900500, result: false, ...info })
  expect((await call('/product/getCategory')).code).toBe(200)
  await sandbox.send('POST', '/control/clock', { advance_ms: 60_000 })
  const { code, pointsInfo } = await call('/product/list')
  expect([code, pointsInfo.remaining]).toEqual([200, expect.closeTo(500_000 / 1440 - 50, -2)])
  await sandbox.send('POST', '/control/clock', { advance_ms: 86_400_000 })
  expect((await call('/product/list')).pointsInfo).toMatchObject({
    usedToday: 50,
    remaining: expect.closeTo(499_950, -2),
  })
})

test('lists end at 6,000 records: the total does not count further, and no page reaches beyond', async () => {
  const found = Array.from({ length: 70 }, (_, i) => i)
  expect(listPage(found, 3, 20, 60)).toEqual({ items: found.slice(40, 60), total: 60, pages: 3 })
  expect(() => listPage(found, 4, 20, 60)).toThrow()
  expect(await call('/product/listV2?page=61&size=100')).toMatchObject({ code: 16900403, result: false })
  expect((await call('/product/listV2?page=60&size=100')).code).toBe(200)
})

test('the shapes that readers trip over: reviews with code 0, choices and pictures as JSON text', async () => {
  const reviews = await call(`/product/productComments?pid=${offers[0]?.id}`)
  expect(reviews).toMatchObject({ code: 0, success: true })
  expect(reviews).not.toHaveProperty('result')
  const at = (n: number, of: number) => offers.find(({ index, options }) => index % of === n && options.length > 0)?.id
  const { data } = await call(`/product/query?pid=${at(1, 4)}`)
  expect(JSON.parse(data.variants[0].variantKey)).toEqual(expect.any(Array))
  expect((await call(`/product/query?pid=${at(1, 3)}`)).data.productImage).toMatch(/^\["http/)
  expect((await call(`/product/query?pid=${at(2, 3)}`)).data.productImage).toEqual(expect.any(Array))
})

test("faults in CJ's own words", async () => {
  await sandbox.setFaults('cj', [{ kind: 'expired_token', times: 1 }])
  expect((await call('/product/list')).code).toBe(1600001)
  await sandbox.setFaults('cj', [{ kind: 'server_error', percent: 100, status: 500, times: 1 }])
  expect((await call('/product/list')).code).toBe(1600000)
  await sandbox.setFaults('cj', [])
})
