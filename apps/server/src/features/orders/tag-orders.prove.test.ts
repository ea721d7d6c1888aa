/** Tags on the orders of a sandbox store, judged by the store's own books. */
import { orderCalls as calls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { productSettingsCalls as settings } from '@omni/contracts/product-settings.calls.ts'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { enqueue } from '../../platform/jobs.ts'
import { SHOP, shopTest } from '../../testing/shop-test.ts'
import { tagOrder } from './jobs.ts'

const { sandbox, ask, me, server, settle, eventually, importGoods, connect, push, sell: buy } = await shopTest()

const act = (action: string, input: object) => sandbox.act('shopify', action, { shop: SHOP, ...input })
const detail = async (order_id: string) => {
  const { data } = (await ask(calls.getOrderDetail, { order_id }, me)).body
  if (!data) throw new Error('no such order')
  return data
}
/** A customer buys so many pieces; our order, once it is here. */
async function sell(quantity: number) {
  const { number, order_id } = await buy('shopify', { quantity })
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
  const product_ids = await importGoods()
  await push(await connect('shopify'), product_ids)
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
