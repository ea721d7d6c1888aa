/** Tags on the orders of a sandbox store, judged by the store's own books. */
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { orderCalls as calls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { productCenterCalls as center } from '@omni/contracts/product-center.calls.ts'
import { productSettingsCalls as settings } from '@omni/contracts/product-settings.calls.ts'
import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '../../platform/embedded-postgres.ts'
import { allowStore } from '../../testing/allow-store.ts'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'
import { enqueue } from '../../platform/jobs.ts'
import { tagOrder } from './jobs.ts'

const port = await freePort()
const PUBLIC_URL = `http://127.0.0.1:${port}`
const sandbox = await sandboxProcess(100, PUBLIC_URL)
const server = await testServer({ ...sandbox.env, PUBLIC_URL, LISTING_LANDS_MS: '1000' })
const { ask } = server
const SHOP = 'northwind-goods.myshopify.com'
const me = await server.person()

async function settle(step_ms = 5_000) {
  for (let round = 0; round < 8; round++) {
    server.clock.now = new Date(Math.max(server.clock.now.getTime(), Date.now()) + step_ms)
    if ((await server.runJobs()).length === 0 && round > 0) return
  }
}
const eventually = (read: () => Promise<unknown>, wanted: unknown) =>
  expect
    .poll(async () => {
      await settle()
      return read()
    })
    .toEqual(wanted)

const act = (action: string, input: object) => sandbox.act('shopify', action, { shop: SHOP, ...input })
const detail = async (order_id: string) => {
  const { data } = (await ask(calls.getOrderDetail, { order_id }, me)).body
  if (!data) throw new Error('no such order')
  return data
}
const find = async (number: number | string, sub_status = 'all') =>
  (
    await ask(
      calls.listOrders,
      {
        order_status: 'placement',
        sub_status: z.enum(['all', 'archived']).parse(sub_status),
        keyword: `#${number}`,
        sort: 'asc',
      },
      me,
    )
  ).body.data?.items ?? []

/** A customer buys so many pieces; our order, once it is here. */
async function sell(quantity: number) {
  const reply = await act('place_orders', { quantity })
  const { orders } = z.object({ result: z.object({ orders: z.array(z.number()) }) }).parse(reply).result
  const number = orders[0] ?? 0
  await eventually(async () => (await find(number)).length, 1)
  const order_id = (await find(number))[0]?.order_id ?? ''
  return { number, order_id, whole: await detail(order_id) }
}

/** The seller bought it elsewhere, and types the number of the parcel. */
async function buyByHand(order_id: string, tracking_number: string) {
  const line_ids = (await detail(order_id)).lines.map((line) => line.line_id)
  const bought = { order_id, line_ids, source: 'alibaba', order_no: `no ${order_id}`, total: 500 } as const
  const { body } = await ask(placementCalls.manuallyFulfill, { ...bought, tracking_number, carrier: 'DHL' }, me)
  expect(body, JSON.stringify(body)).toMatchObject({ success: true })
}

const Books = z.object({
  orders: z.array(
    z.object({ number: z.number(), body: z.object({ tags: z.array(z.string()), tag_writes: z.number().default(0) }) }),
  ),
})
/** The tags of an order in the store's books, and how often we wrote them. */
const tagsOf = async (number: number) => {
  const { orders } = Books.parse(await sandbox.control(`/shopify/books?shop=${SHOP}`))
  const { tags, tag_writes } = orders.find((one) => one.number === number)?.body ?? { tags: [], tag_writes: 0 }
  return [...tags, tag_writes]
}
const wantTags = (tag_orders: boolean) => ask(settings.updateChannelSettings, { channel: 'shopify', tag_orders }, me)

beforeAll(async () => {
  await server.app.listen({ port, host: '127.0.0.1' })
  server.clock.now = new Date()
  await fillCatalogue(server.behind, { products: 4, variants: 2 })
  await server.behind.query(
    `update catalog_products set images = array[$1 || '/pictures/1f392_' || id || '_1_0.webp']`,
    [sandbox.url],
  )
  await ask(sourceAccountCalls.connectByKey, { api_key: 'CJ2000001@api@00000000000000000000000000000002' }, me)
  await ask(importListCalls.importAll, { import_data: [{ source: 'cj', product_id: 'p1' }] }, me)
  const { items = [] } = (await ask(center.listProducts, {}, me)).body.data ?? {}
  const { url = '' } =
    (await ask(storeCalls.linkPlatform, { platform: 'shopify', shop: 'northwind-goods' }, me)).body.data ?? {}
  const done = await ask(storeCalls.installPlatform, { platform: 'shopify', query: await allowStore(url) }, me)
  await settle()
  const product_ids = items.map(({ product_id }) => product_id)
  await ask(listingCalls.pushToStores, { product_ids, store_ids: [done.body.data?.id ?? ''] }, me)
  await settle()
})

test('nobody asked for tags: the store keeps its own', async () => {
  const { number, order_id } = await sell(1)
  await buyByHand(order_id, 'UNTAGGED')
  await settle()
  expect(await tagsOf(number)).toEqual([0])
})

test('one tag of ours follows the order, written once for each change; the merchant\u2019s tags stay', async () => {
  await wantTags(true)
  const { number, order_id } = await sell(1)
  await eventually(() => tagsOf(number), ['omni-to-order', 1])
  await act('tag_order', { order: number, tag: 'gift' })
  await settle()
  await ask(calls.noteOrder, { order_id, note: 'Nothing that moves it' }, me)
  await ask(calls.updateCustomer, { order_id, repair: true }, me)
  await settle()
  expect(await tagsOf(number)).toEqual(['gift', 'omni-to-order', 1])
  await buyByHand(order_id, 'TAGGED1')
  // One mutation adds, the other removes.
  await eventually(() => tagsOf(number), ['gift', 'omni-shipped', 3])
  // Run again, it finds nothing to do.
  await server.runtime
    .db({ workplace_id: me.workplace_id })
    .tx((tx) => enqueue(tx, tagOrder, { workplace_id: me.workplace_id, order_id }))
  await server.behind.query('update orders set store_tag = null where order_id = $1', [order_id])
  await settle()
  expect(await tagsOf(number)).toEqual(['gift', 'omni-shipped', 3])
})

for (const fault of ['drop_reply', 'act_then_fail'])
  test(`a reply that is lost (${fault}): the tags are read before anything is written again`, async () => {
    await wantTags(true)
    await sandbox.setFaults('shopify', [{ kind: fault, endpoint: 'tagsAdd', times: 1 }])
    const { number } = await sell(1)
    await eventually(() => tagsOf(number), ['omni-to-order', 1])
    await expect
      .poll(async () => {
        await settle(60_000)
        const { rows } = await server.behind.query('select store_tag from orders where number = $1', [`#${number}`])
        return rows
      })
      .toEqual([{ store_tag: 'omni-to-order' }])
    expect(await tagsOf(number)).toEqual(['omni-to-order', 1])
  })
