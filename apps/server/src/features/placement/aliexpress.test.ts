/** Buying at AliExpress end to end: created by us, paid by the seller on the site, judged by its own books. */
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls as calls } from '@omni/contracts/placement.calls.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { place, preview, sell, sellGood } from '../../testing/buy-setting.ts'
import { connectAliexpress } from '../../testing/connect-aliexpress.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'

const sandbox = await sandboxProcess(100)
const PUBLIC_URL = 'http://localhost:3000'
const server = await testServer({ ...sandbox.env, PUBLIC_URL, PLACEMENT_LANDS_MS: '1000' })
const { ask } = server
const me = await server.person()
const goods: string[] = []
const NUMBER = 8_190_000_000_000_000

/** Time goes on by a little, and everything that is due then is done. */
async function settle(rounds = 8, step_ms = 10_000) {
  for (let round = 0; round < rounds; round++) {
    server.clock.now = new Date(Math.max(server.clock.now.getTime(), Date.now()) + step_ms)
    if ((await server.runJobs()).length === 0 && round > 0) return
  }
}

const Books = z.object({
  orders: z.array(z.object({ no: z.coerce.number(), reference: z.string(), paid_at: z.string().nullable() })),
})
let seen = 0
const books = async () => Books.parse(await sandbox.control('/aliexpress/books')).orders.slice(seen)
const info = async (order_id: string) => (await ask(calls.getOrderInfo, { order_id }, me)).body.data?.items[0]
const act = (action: string, no: number | undefined) => sandbox.act('aliexpress', action, { no })
const show = (no: number | undefined, state: string, end_reason = '') =>
  sandbox.act('aliexpress', 'set_order_state', { no, line: 0, state, end_reason })
/** What was asked some minutes ago is asked again. */
const sync = async () => {
  server.clock.now = new Date(server.clock.now.getTime() + 11 * 60_000)
  await ask(calls.syncStatus, {}, me)
  await settle()
}

beforeAll(async () => {
  server.clock.now = new Date()
  await server.behind.query(`update users set plan_id = 'enterprise_monthly'`)
  await connectAliexpress(server, me)
  for (let at = 0; at < 4; at++) goods.push(await sellGood(server, me, 'aliexpress', at))
})

afterEach(async () => {
  await sandbox.setFaults('aliexpress', [])
  seen += (await books()).length
})

test('created under our reference, unpaid because auto-pay failed; paid on the site it counts as bought, then sent', async () => {
  const order_id = await sell(server, me, goods[0] ?? '')
  const plan = await preview(server, me, [order_id])
  expect(plan.items[0]).toMatchObject({ state: 'ready', baskets: [{ source: 'aliexpress', pays: 'account' }] })
  await ask(calls.placeOrders, { plan_id: plan.plan_id }, me)
  await settle(3)
  const [bought] = await books()
  expect(bought).toMatchObject({ paid_at: null })
  expect(await info(order_id)).toMatchObject({
    state: 'created',
    status: 'success',
    warning_key: 'waiting_complete_order',
    order_no: String(NUMBER + (bought?.no ?? 0)),
    more_numbers: [],
  })
  const { rows } = await server.behind.query('select reference from attempts where reference = $1', [bought?.reference])
  expect(rows).toHaveLength(1)
  await act('pay_order', bought?.no)
  await settle(4, 30 * 60_000)
  expect(await info(order_id)).toMatchObject({ state: 'placed', warning_key: null, total: plan.items[0]?.cost })
  await act('ship_order', bought?.no)
  await sync()
  expect((await info(order_id))?.shipments).toMatchObject([{ tracking_number: `LP${bought?.no}` }])
  expect(await books()).toHaveLength(1)
})

test('a province in the customer’s language is asked for before anything is bought, and kept with the order; the rest is put right', async () => {
  const home = { city: 'München', province: 'Bayern', province_code: '', zip: '80331', country_code: 'DE' }
  const order_id = await sell(server, me, goods[0] ?? '', { address: { ...home, phone: '089 / 12 34 56' } })
  const plan = await preview(server, me, [order_id])
  const [shown] = plan.items
  expect(shown).toMatchObject({
    state: 'blocked',
    problems: ['address'],
    asks: [{ field: 'province', source: 'aliexpress' }],
  })
  expect(shown?.asks[0]?.choices).toContain('Bavaria')
  expect((await ask(calls.placeOrders, { plan_id: plan.plan_id }, me)).body.data).toMatchObject({ accepted: 0 })
  const address = { ...shown?.address, province: 'Bavaria', city: 'München' }
  await ask(orderCalls.updateCustomer, { order_id, address: address as never, repair: true }, me)
  expect((await preview(server, me, [order_id])).items[0]).toMatchObject({ state: 'ready', asks: [] })
  await place(server, me, [order_id])
  await settle(3)
  expect(await books()).toHaveLength(1)
  expect(await info(order_id)).toMatchObject({ state: 'created' })
  const { rows } = await server.behind.query<{ ship_to: object }>(
    'select ship_to from supplier_orders where order_id = $1',
    [order_id],
  )
  expect(rows[0]?.ship_to).toMatchObject({ phone_country: '49', phone: '89123456', province: 'Bavaria' })
  // The list was asked for once, and is every workplace's.
  const kept = await server.behind.query(`select country_code from supplier_places where source = 'aliexpress'`)
  expect(kept.rows.map(({ country_code }) => country_code).toSorted()).toEqual(['DE', 'US'])
})

for (const fault of ['drop_reply', 'act_then_fail'])
  test(`the reply to a create is lost (${fault}): the same reference again, one order`, async () => {
    await sandbox.setFaults('aliexpress', [{ kind: fault, endpoint: 'order.create', times: 2 }])
    const order_id = await sell(server, me, goods[1] ?? '')
    await place(server, me, [order_id])
    await settle(2, 0)
    expect(await info(order_id)).toMatchObject({
      state: 'checking',
      order_no: null,
      error_key: 'sync_order_not_found_order_no',
    })
    await settle(6, 61_000)
    const all = await books()
    expect(all).toHaveLength(1)
    expect(await info(order_id)).toMatchObject({ state: 'created', order_no: String(NUMBER + (all[0]?.no ?? 0)) })
  })

test('goods of two stores: one purchase under two numbers, paid when both are, with both parcels', async () => {
  const reply = await ask(
    orderCalls.createOrder,
    {
      customer: { name: 'Ada Lovelace', email: '', phone: '' },
      address: {
        name: 'Ada Lovelace',
        address1: '1 Main Street',
        city: 'Springfield',
        province: 'Illinois',
        province_code: 'IL',
        zip: '62701',
        country_code: 'US',
        phone: '+12175550100',
      },
      lines: goods.map((variant_id) => ({ variant_id, quantity: 1, unit_price: 10_000 })),
      currency: 'USD',
    },
    me,
  )
  const order_id = reply.body.data?.order_id ?? ''
  await place(server, me, [order_id])
  await settle(3)
  const all = await books()
  expect(all.length).toBeGreaterThan(1)
  const [first, ...others] = all
  const numbers = all.map(({ no }) => String(NUMBER + no))
  const row = await info(order_id)
  expect([row?.order_no, ...(row?.more_numbers ?? [])].toSorted()).toEqual(numbers.toSorted())
  const { rows } = await server.behind.query(
    'select order_no from supplier_order_numbers where supplier_order_id = $1',
    [row?.supplier_order_id],
  )
  expect(rows).toHaveLength(all.length)
  for (const { no } of others) await act('pay_order', no)
  await settle(2, 30 * 60_000)
  expect(await info(order_id)).toMatchObject({ state: 'created' })
  await act('pay_order', first?.no)
  await settle(4, 30 * 60_000)
  expect(await info(order_id)).toMatchObject({ state: 'placed' })
  for (const { no } of all) await act('ship_order', no)
  await sync()
  const parcels = async () =>
    ((await info(order_id))?.shipments ?? []).map(({ tracking_number }) => tracking_number).toSorted()
  const sent = all.map(({ no }) => `LP${no}`).toSorted()
  expect(await parcels()).toEqual(sent)
  // One of them is shown as nobody described it: what is known of the others stays.
  await show(first?.no, 'ARCHIVE')
  await sync()
  expect(await info(order_id)).toMatchObject({ supplier_status: 'shipped', vendor_word: 'ARCHIVE' })
  expect(await parcels()).toEqual(sent)
})

test('nobody paid it in time: it is over and was not bought; over without a proof is not delivered', async () => {
  const late = await sell(server, me, goods[2] ?? '')
  await place(server, me, [late])
  await settle(3)
  const [unpaid] = await books()
  await show(unpaid?.no, 'RISK_CONTROL')
  await settle(3, 30 * 60_000)
  expect(await info(late)).toMatchObject({ state: 'created', vendor_word: 'RISK_CONTROL' })
  await show(unpaid?.no, 'FINISH', 'buyer_pay_timeout')
  await settle(4, 30 * 60_000)
  expect(await info(late)).toMatchObject({ state: 'failed', vendor_word: null })

  const order_id = await sell(server, me, goods[3] ?? '')
  await place(server, me, [order_id])
  await settle(3)
  const bought = (await books()).at(-1)
  await act('pay_order', bought?.no)
  await settle(4, 30 * 60_000)
  expect(await info(order_id)).toMatchObject({ state: 'placed' })
  for (const state of ['IN_ISSUE', 'FINISH']) {
    await show(bought?.no, state)
    await sync()
    const row = await info(order_id)
    expect(row?.supplier_status).not.toBe('delivered')
    // What the supplier says is shown in its own word, with the time since it says so.
    expect([row?.vendor_word, row?.vendor_word_at]).toEqual([state, expect.any(String)])
  }
  await show(bought?.no, 'FINISH', 'buyer_accept_goods')
  await sync()
  expect(await info(order_id)).toMatchObject({ supplier_status: 'delivered', vendor_word: null })
})
