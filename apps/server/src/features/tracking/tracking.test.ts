/** Parcels followed at the sandbox's tracker, judged by its books and by what sellers and buyers see. */
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { trackingCalls as calls } from '@omni/contracts/tracking.calls.ts'
import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '../../platform/embedded-postgres.ts'
import { sell, sellGood } from '../../testing/buy-setting.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'
import { pollParcels } from './jobs.ts'
import { recordNumbers } from './record-numbers.ts'
import { enqueue } from '../../platform/jobs.ts'

const port = await freePort()
const PUBLIC_URL = `http://127.0.0.1:${port}`
const sandbox = await sandboxProcess(100, PUBLIC_URL)
const server = await testServer({ ...sandbox.env, ...sandbox.tracker_env, PUBLIC_URL })
const { ask } = server
const me = await server.person()
let variant_id = ''

beforeAll(async () => {
  await server.app.listen({ port, host: '127.0.0.1' })
  server.clock.now = new Date()
  await server.behind.query(`update users set plan_id = 'enterprise_monthly'`)
  variant_id = await sellGood(server, me, 'zopi')
})

beforeEach(async () => {
  await sandbox.setFaults('17track', [])
  await sandbox.act('17track', 'set_quota', { total: 200_000 })
})

/** Everything that is due now is done. */
async function settle(ahead_ms = 0) {
  server.clock.now = new Date(Math.max(server.clock.now.getTime(), Date.now()) + ahead_ms)
  await server.runtime.db({}).tx((tx) => enqueue(tx, pollParcels, {}))
  await server.runJobs()
}

/** Bought elsewhere, with a tracking number. */
async function buy(tracking_number: string, carrier = 'Parcelway') {
  const order_id = await sell(server, me, variant_id)
  const detail = (await ask(orderCalls.getOrderDetail, { order_id }, me)).body.data
  const line_ids = (detail?.lines ?? []).map(({ line_id }) => line_id)
  const order = { order_id, line_ids, source: 'alibaba' as const, order_no: `no ${tracking_number}`, total: 500 }
  const bought = await ask(placementCalls.manuallyFulfill, { ...order, tracking_number, carrier }, me)
  return { order_id, supplier_order_id: bought.body.data?.supplier_order_id ?? '' }
}

const parcel = async (order_id: string, trackingId: string) =>
  (await ask(placementCalls.getOrderTracking, { orderId: order_id, trackingId }, me)).body.data?.parcel
const Books = z.object({
  quota_used: z.number(),
  tracked: z.array(z.object({ number: z.string(), carrier: z.number(), stopped_at: z.string().nullable() })),
})
const books = async () => Books.parse(await sandbox.control('/17track/books'))
const tracked = async (number: string) => (await books()).tracked.filter((one) => one.number === number)
const kinds = async (order_id: string) =>
  ((await ask(orderCalls.getOrderDetail, { order_id }, me)).body.data?.timeline ?? []).map(({ kind }) => kind)
const status = async (order_id: string, number: string) => (await parcel(order_id, number))?.status
/** Messages travel by themselves: they are waited for. */
const becomes = (order_id: string, number: string, wanted: string) =>
  expect
    .poll(async () => {
      await settle()
      return status(order_id, number)
    })
    .toBe(wanted)

test('from the first number to the door: registered once, told by messages, and the order moves', async () => {
  await sandbox.act('17track', 'plan', { number: 'AA10000001', kind: 'silent', hours_ago: 0 })
  const { order_id } = await buy('aa 1000-0001')
  expect(await status(order_id, 'AA10000001')).toBe('pending')
  await settle()
  await settle()
  expect(await tracked('AA10000001')).toHaveLength(1)
  await sandbox.act('17track', 'move', {
    number: 'AA10000001',
    sub_status: 'InTransit_Arrival',
    description: 'Arrived',
  })
  await becomes(order_id, 'AA10000001', 'in_transit')
  expect(await kinds(order_id)).not.toContain('delivered')
  await sandbox.act('17track', 'move', { number: 'AA10000001', sub_status: 'OutForDelivery_Other' })
  await becomes(order_id, 'AA10000001', 'out_for_delivery')
  await sandbox.act('17track', 'move', {
    number: 'AA10000001',
    sub_status: 'Delivered_Other',
    description: 'Left at the front door',
  })
  await becomes(order_id, 'AA10000001', 'delivered')
  const one = await parcel(order_id, 'AA10000001')
  expect(one).toMatchObject({ latest_text: 'Left at the front door', carrier: 'Parcelway', attention: null })
  expect(one?.events.map(({ text }) => text)).toContain('Arrived')
  expect(one?.delivered_at).not.toBeNull()
  expect((await kinds(order_id)).filter((kind) => kind === 'delivered')).toHaveLength(1)
  const { items = [] } = (await ask(notificationCalls.listNotification, {}, me)).body.data ?? {}
  expect(items.some(({ title }) => title.includes('delivered'))).toBe(true)
  const counts = (await ask(calls.countParcels, {}, me)).body.data
  expect(counts?.statuses['delivered']).toBe(1)
  const list = (await ask(calls.listParcels, { status: 'delivered', keyword: 'AA1000' }, me)).body.data
  expect(list?.items).toMatchObject([{ tracking_number: 'AA10000001', items: [{ quantity: 1 }] }])
})

test('messages tripled, shuffled and late end where the plain ones end; a late scan never takes a delivery back', async () => {
  await sandbox.act('17track', 'plan', { number: 'BB20000001', kind: 'delivered', hours_ago: 0 })
  const { order_id } = await buy('BB20000001')
  await settle()
  await sandbox.act('17track', 'plan', { number: 'BB20000001', kind: 'delivered', hours_ago: -1 })
  // The whole journey lies behind it, as it would after a week.
  await server.behind.query(`update parcels set not_before = now() - interval '9 days' where number = 'BB20000001'`)
  await sandbox.act('17track', 'plan', { number: 'BB20000001', kind: 'delivered', hours_ago: 150 })
  await sandbox.act('17track', 'look_now', { number: 'BB20000001' })
  await becomes(order_id, 'BB20000001', 'delivered')
  const before = await parcel(order_id, 'BB20000001')
  await sandbox.setFaults('17track', [{ kind: 'duplicate_callbacks', endpoint: 'TRACKING_UPDATED' }])
  const { result } = z
    .object({ result: z.object({ messages: z.number() }) })
    .parse(await sandbox.act('17track', 'send_again', { number: 'BB20000001', times: 3, shuffled: true }))
  expect(result.messages).toBe(24)
  const heard = () =>
    server.behind.query(
      `select count(*)::int as n from inbox where vendor = '17track' and found::text like '%BB20000001%'`,
    )
  // The same bytes are one message: eight different ones beside the first.
  await expect.poll(async () => (await heard()).rows[0]?.n).toBeGreaterThanOrEqual(9)
  await settle()
  const after = await parcel(order_id, 'BB20000001')
  // When it was expected is told by the earlier messages alone.
  const rest = { tracked_at: null, expected_from: null, expected_to: null }
  expect({ ...after, ...rest }).toEqual({ ...before, ...rest })
  // The carrier books an old scan afterwards.
  await sandbox.setFaults('17track', [])
  await sandbox.act('17track', 'move', {
    number: 'BB20000001',
    sub_status: 'InTransit_Other',
    description: 'Late',
    hours_ago: 30,
  })
  await expect
    .poll(async () => {
      await settle()
      return (await parcel(order_id, 'BB20000001'))?.events.some(({ text }) => text === 'Late')
    })
    .toBe(true)
  expect(await status(order_id, 'BB20000001')).toBe('delivered')
  expect((await kinds(order_id)).filter((kind) => kind === 'delivered')).toHaveLength(1)
})

test('a message that is signed with another key is 401 and changes nothing', async () => {
  const { order_id } = await buy('CC30000001')
  await settle()
  const before = await status(order_id, 'CC30000001')
  const forged = await sandbox.act('17track', 'forge', { number: 'CC30000001' })
  expect(forged).toMatchObject({ result: { status: 401 } })
  await settle()
  expect(await status(order_id, 'CC30000001')).toBe(before)
  const body = JSON.stringify({ event: 'TRACKING_STOPPED', data: { number: 'CC30000001' } })
  const send = (sign: string) => fetch(`${PUBLIC_URL}/hooks/17track`, { method: 'POST', body, headers: { sign } })
  const key = sandbox.tracker_env['SEVENTEEN_TRACK_KEY']
  const good = createHash('sha256').update(`${body}/${key}`).digest('hex')
  expect([(await send('')).status, (await send('f'.repeat(64))).status].every((code) => code === 401)).toBe(true)
  expect((await send(good)).status).toBe(200)
  await settle()
  const { rows } = await server.behind.query(
    `select stopped_at is not null as stopped from parcels where number = 'CC30000001'`,
  )
  expect(rows).toEqual([{ stopped: true }])
})

test('the plan decides how many are followed, and the tracker how many at all; a lost reply is registered once', async () => {
  const other = await server.person()
  const own_variant = await sellGood(server, other, 'zopi')
  const order_id = await sell(server, other, own_variant)
  const detail = (await ask(orderCalls.getOrderDetail, { order_id }, other)).body.data
  const line_ids = (detail?.lines ?? []).map(({ line_id }) => line_id)
  await server.behind.query(
    `insert into feature_usage (workplace_id, feature, cycle_start, usage)
    select $1, 'ORDER_TRACKING_NUMBERS', (now() - interval '1 minute')::date, 19`,
    [other.workplace_id],
  )
  await server.behind.query(`update users set plan_id = 'free', created_at = now() where user_id = $1`, [other.user_id])
  const order = { order_id, line_ids, source: 'alibaba' as const, order_no: 'no 4', total: 500 }
  const bought = await ask(
    placementCalls.manuallyFulfill,
    { ...order, tracking_number: 'DD40000001', carrier: 'x' },
    other,
  )
  const supplier_order_id = bought.body.data?.supplier_order_id ?? ''
  await ask(calls.addParcel, { supplier_order_id, tracking_number: 'DD40000002' }, other)
  await settle()
  const { items = [] } = (await ask(calls.listParcels, { sort: 'asc' }, other)).body.data ?? {}
  expect(items.map(({ problem }) => problem)).toEqual([null, 'quota'])
  expect((await ask(calls.listParcelAttention, {}, other)).body.data?.items).toMatchObject([
    { kind: 'unfollowed', problem: 'quota' },
  ])
  expect([(await tracked('DD40000001')).length, (await tracked('DD40000002')).length]).toEqual([1, 0])

  await sandbox.act('17track', 'set_quota', { total: (await books()).quota_used })
  await buy('DD40000003')
  await settle()
  expect(await tracked('DD40000003')).toEqual([])
  await sandbox.act('17track', 'set_quota', { total: 200_000 })
  await sandbox.setFaults('17track', [{ kind: 'drop_reply', endpoint: 'register', times: 1 }])
  await expect(settle(61 * 60_000)).rejects.toThrow('17track')
  await settle(3 * 60_000)
  const { quota_used } = await books()
  await settle(3 * 60_000)
  expect([(await tracked('DD40000003')).length, (await books()).quota_used]).toEqual([1, quota_used])
})

test('split in two, a second number, a number that was used before', async () => {
  const { order_id, supplier_order_id } = await buy('EE50000001')
  const added = await ask(calls.addParcel, { supplier_order_id, tracking_number: 'EE50000002', carrier: 'UPS' }, me)
  expect(added.body.data).toMatchObject({ tracking_number: 'EE50000002', by_hand: true })
  const again = await ask(calls.addParcel, { supplier_order_id, tracking_number: 'EE50000002' }, me)
  expect(again.body.errors).toHaveProperty('tracking_number')
  await settle()
  await sandbox.act('17track', 'move', { number: 'EE50000001', sub_status: 'Delivered_Other' })
  await becomes(order_id, 'EE50000001', 'delivered')
  expect(await kinds(order_id)).not.toContain('delivered')
  await sandbox.act('17track', 'move', { number: 'EE50000002', sub_status: 'Delivered_Other' })
  await becomes(order_id, 'EE50000002', 'delivered')
  expect(await kinds(order_id)).toContain('delivered')

  // The supplier tells another number in the place of the first: the same parcel.
  const second = await buy('EE50000003')
  await settle()
  await ask(placementCalls.updateTracking, { ...second, tracking_number: 'EE50000004', carrier: 'x' }, me)
  await settle()
  await settle()
  expect((await parcel(second.order_id, 'EE50000004'))?.earlier_numbers).toEqual(['EE50000003'])
  expect((await tracked('EE50000003'))[0]?.stopped_at).not.toBeNull()

  // The last carrier's own number for a parcel that is known is no parcel of its own.
  const third = await buy('EE50000005')
  await settle()
  await server.behind.query(`update parcels set local_number = 'EE50000006' where number = 'EE50000005'`)
  const shipments = ['EE50000005', 'EE50000006'].map((number) => ({
    tracking_number: number,
    carrier: '',
    tracking_url: null,
  }))
  const purchase = { workplace_id: me.workplace_id, supplier_order_id: third.supplier_order_id }
  await server.runtime.db({ workplace_id: me.workplace_id }).tx((tx) => recordNumbers(tx, purchase, shipments))
  expect(await parcel(third.order_id, 'EE50000006')).toBeUndefined()

  await sandbox.act('17track', 'plan', { number: 'EE50000007', kind: 'silent', hours_ago: -5, used_before_days: 60 })
  const used = await buy('EE50000007')
  await settle()
  await sandbox.act('17track', 'look_now', { number: 'EE50000007' })
  await becomes(used.order_id, 'EE50000007', 'not_found')
  expect((await parcel(used.order_id, 'EE50000007'))?.events).toEqual([])
  await sandbox.act('17track', 'move', { number: 'EE50000007', sub_status: 'InTransit_PickedUp', description: 'Ours' })
  await becomes(used.order_id, 'EE50000007', 'in_transit')
  expect((await parcel(used.order_id, 'EE50000007'))?.events.map(({ text }) => text)).toEqual(['Ours'])
})

test('what the tracker does not take is told, and a carrier helps; what messages lost is asked for', async () => {
  const { order_id } = await buy('XX60000001')
  await settle()
  await settle()
  const refused = await parcel(order_id, 'XX60000001')
  expect(refused).toMatchObject({ status: 'alert', problem: 'carrier', attention: 'unfollowed' })
  const parcel_id = refused?.parcel_id ?? randomUUID()
  expect((await ask(calls.changeParcelCarrier, { parcel_id, carrier: 'Nobody' }, me)).body.errors).toHaveProperty(
    'carrier',
  )
  await ask(calls.changeParcelCarrier, { parcel_id, carrier: 'USPS' }, me)
  await settle()
  expect(await tracked('XX60000001')).toMatchObject([{ carrier: 21051 }])
  // Another carrier, once the tracker has looked.
  await sandbox.act('17track', 'move', { number: 'XX60000001' })
  await becomes(order_id, 'XX60000001', 'in_transit')
  await ask(calls.changeParcelCarrier, { parcel_id, carrier: 'UPS' }, me)
  await settle()
  expect(await tracked('XX60000001')).toMatchObject([{ carrier: 100002 }])

  // The message is lost: the tracker is asked, at the latest after half a day, or when a person wants it.
  const lost = await buy('FF60000002')
  await settle()
  await sandbox.setFaults('17track', [])
  await server.behind.query(`update parcels set turn_at = now() + interval '9 hours' where number = 'FF60000002'`)
  await sandbox.act('17track', 'plan', { number: 'FF60000002', kind: 'customs', hours_ago: 0 })
  const id = (await parcel(lost.order_id, 'FF60000002'))?.parcel_id ?? ''
  await ask(calls.checkParcel, { parcel_id: id }, me)
  await settle()
  expect(await status(lost.order_id, 'FF60000002')).toBe('info_received')
})

test('what needs the seller, and what was seen', async () => {
  const returned = await buy('GG70000001')
  const disputed = await buy('GG70000002')
  await settle()
  await sandbox.act('17track', 'move', { number: 'GG70000001', sub_status: 'Exception_Returned', description: 'Back' })
  await sandbox.act('17track', 'move', { number: 'GG70000002', sub_status: 'Delivered_Other' })
  await becomes(returned.order_id, 'GG70000001', 'exception')
  await becomes(disputed.order_id, 'GG70000002', 'delivered')
  expect(await kinds(returned.order_id)).toContain('parcel_returned')
  await server.behind.query(
    `insert into order_events (workplace_id, order_id, kind, who, happened_at) values ($1, $2, 'refunded_by_store', 'store', now() + interval '1 minute')`,
    [me.workplace_id, disputed.order_id],
  )
  const untracked = await sell(server, me, variant_id)
  const detail = (await ask(orderCalls.getOrderDetail, { order_id: untracked }, me)).body.data
  const line_ids = (detail?.lines ?? []).map(({ line_id }) => line_id)
  const order = { order_id: untracked, line_ids, source: 'alibaba' as const, order_no: 'no 9', total: 500 }
  await ask(placementCalls.manuallyFulfill, order, me)
  await server.behind.query(`update supplier_orders set settled_at = now() - interval '8 days' where order_id = $1`, [
    untracked,
  ])
  server.clock.now = new Date(Date.now() + 120_000)
  const of = async (kind: 'returned' | 'disputed' | 'no_tracking' | 'silent') =>
    (await ask(calls.listParcelAttention, { kind }, me)).body.data?.items ?? []
  expect(await of('returned')).toMatchObject([{ tracking_number: 'GG70000001', text: 'Back' }])
  expect(await of('disputed')).toMatchObject([{ tracking_number: 'GG70000002' }])
  expect(await of('no_tracking')).toMatchObject([{ order_id: untracked, parcel_id: null }])
  const [one] = await of('returned')
  await ask(calls.dismissParcel, { parcel_id: one?.parcel_id ?? '' }, me)
  expect(await of('returned')).toEqual([])
  server.clock.now = new Date(Date.now() + 60 * 3_600_000)
  expect((await of('silent')).length).toBeGreaterThan(0)
  server.clock.now = new Date()
})

test('the page of a buyer: random, without a script, without the buyer, in nine languages', async () => {
  const { order_id } = await buy('HH80000001')
  await settle()
  await sandbox.act('17track', 'move', {
    number: 'HH80000001',
    sub_status: 'OutForDelivery_Other',
    description: 'With <b>the</b> courier',
  })
  await becomes(order_id, 'HH80000001', 'out_for_delivery')
  const url = (await parcel(order_id, 'HH80000001'))?.public_url ?? ''
  expect(url).toMatch(/\/tracking\/[a-z2-7]{26}$/)
  const id = url.split('/').at(-1) ?? ''
  expect(url).not.toContain(order_id)
  const page = await fetch(url, { headers: { 'accept-language': 'en' } })
  const html = await page.text()
  expect(page.status).toBe(200)
  expect(html).toContain('Arriving today')
  expect(html).toContain('With &lt;b&gt;the&lt;/b&gt; courier')
  expect(html).not.toMatch(/<script|Lovelace|Main Street|62701|ada@example|2175550100/i)
  expect(page.headers.get('content-security-policy')).toContain(`default-src 'none'`)
  expect(await (await fetch(`${url}?lang=ar`)).text()).toContain('dir="rtl"')
  expect(await (await fetch(`${url}?lang=de`)).text()).toContain('Kommt heute an')
  const data = (await ask(calls.getTrackingPage, { orderId: id })).body.data
  expect(data).toMatchObject({ status: 'out_for_delivery', parcels: [{ tracking_number: 'HH80000001' }] })
  expect(JSON.stringify(data)).not.toMatch(/Lovelace|Main Street|62701|ada@example/)
  for (const wrong of [order_id, 'a'.repeat(26), '%00', `${id}x`]) {
    const unknown = await fetch(`${PUBLIC_URL}/tracking/${encodeURIComponent(wrong)}`)
    expect(unknown.status).toBe(404)
    expect(await unknown.text()).toContain('There is no such parcel page')
  }
  expect((await ask(calls.getTrackingPage, { orderId: order_id })).body.status).toBe(202)
})

test('the page of a buyer wears the name of the store, and offers what that store sells and was not bought', async () => {
  const { order_id } = await buy('HH80000002')
  await settle()
  const url = (await parcel(order_id, 'HH80000002'))?.public_url ?? ''
  const page = async () => (await ask(calls.getTrackingPage, { orderId: url.split('/').at(-1) ?? '' })).body.data
  const { body } = await ask(orderCalls.getOrderDetail, { order_id }, me)
  const bought = body.data?.lines[0]?.product_id
  const others = [await sellGood(server, me, 'zopi', 1), await sellGood(server, me, 'zopi', 2)]
  const [{ rows: stores }, { rows: products }] = await Promise.all([
    server.behind.query<{ store_id: string }>(
      `insert into stores (workplace_id, platform, platform_domain, store_name, domain, currency, status)
       select $1, 'woocommerce', name || '.example', name, name || '.example', 'USD', 'active'
       from unnest(array['Lamp Corner', 'Another Shop']) name returning store_id`,
      [me.workplace_id],
    ),
    server.behind.query<{ product_id: string }>(
      `select product_id from product_variants where variant_id = any($1::uuid[]) order by array_position($1, variant_id)`,
      [others],
    ),
  ])
  const [corner, another] = stores.map(({ store_id }) => store_id)
  const [here, elsewhere] = products.map(({ product_id }) => product_id)
  await server.behind.query('update orders set store_id = $2 where order_id = $1', [order_id, corner])
  await server.behind.query(
    `insert into listings (workplace_id, store_id, product_id, key, policies, state, epoch, url)
     select $1, store_id, product_id, product_id::text, '{}', 'idle', 1, 'https://shop.example/' || product_id
     from unnest($2::uuid[], $3::uuid[]) l (store_id, product_id)`,
    [me.workplace_id, [corner, corner, another], [bought, here, elsewhere]],
  )
  await server.behind.query(`update products set pushed = 'active' where workplace_id = $1`, [me.workplace_id])
  const shown = await page()
  expect(shown?.shop.name).toBe('Lamp Corner')
  expect(shown?.products.map(({ product_id }) => product_id)).toEqual([here])
})

test("the seller's look: kept, previewed, and hostile styles left out", async () => {
  const before = (await ask(calls.getTrackingSettings, {}, me)).body.data
  expect(before?.example_url).toMatch(/\/tracking\//)
  const css = 'h1 { color: #aa0000 } h1 { background: url(https://evil.test) } @import "x"; + footer { display: none }'
  const look = { ...before?.settings, name: 'Ada & Sons', accent: '#ffee00', heading: 'Soon <there>', css }
  const saved = (await ask(calls.updateTrackingSettings, look, me)).body.data
  expect(saved?.left_out).toHaveLength(3)
  const html = await (await fetch(before?.example_url ?? '')).text()
  expect(html).toContain('Ada &amp; Sons')
  expect(html).toContain('Soon &lt;there&gt;')
  expect(html).toContain('.shop h1 { color: #aa0000 }')
  expect(html).not.toMatch(/evil\.test|@import/)
  const preview = (await ask(calls.previewTrackingPage, { ...look, name: 'Other' }, me)).body.data
  expect(preview?.html).toContain('Other')
  const stolen = `/files/galleries/${randomUUID()}/${randomUUID()}.webp`
  expect((await ask(calls.updateTrackingSettings, { ...look, logo_url: stolen }, me)).body.errors).toHaveProperty(
    'logo_url',
  )
  for (const bad of [{ accent: 'red' }, { support_url: 'javascript:alert(1)' }, { css: 'x'.repeat(9000) }])
    expect((await ask(calls.updateTrackingSettings, { ...look, ...bad }, me)).body.success).toBe(false)
})
