/** What suppliers tell by themselves: heard, read, and noted once, however it comes. */
import { placementCalls as calls } from '@omni/contracts/placement.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import { createHmac, randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '../../platform/embedded-postgres.ts'
import { place, sell, sellGood } from '../../testing/buy-setting.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'
import { recordEvents } from '../orders/order-events.ts'
import { readPushedJob } from './read-pushed.job.ts'
import { syncPlacedJob } from './sync-placed.job.ts'

const port = await freePort()
const PUBLIC_URL = `http://127.0.0.1:${port}`
const sandbox = await sandboxProcess(100, PUBLIC_URL)
const server = await testServer({ ...sandbox.env, PUBLIC_URL, PLACEMENT_LANDS_MS: '300' })
const { ask } = server
const me = await server.person()
const OPEN_ID = '2000003'
const goods = new Map<Source, string>()

/** Everything that is due by now is done. Time is not made up here: zopi's messages carry the true one. */
async function settle() {
  for (let round = 0; round < 8; round++) {
    server.clock.now = new Date(Math.max(server.clock.now.getTime(), Date.now()))
    if ((await server.runJobs()).length === 0) return
  }
}

const Books = z.object({ orders: z.array(z.object({ no: z.coerce.number(), paid_at: z.string().nullable() })) })

/** Bought and paid at the supplier; its number there, and ours. */
async function buy(source: Source) {
  const order_id = await sell(server, me, goods.get(source) ?? '')
  expect((await place(server, me, [order_id])).accepted).toBe(1)
  let no = 0
  await expect
    .poll(async () => {
      await settle()
      const last = Books.parse(await sandbox.control(`/${source}/books`)).orders.at(-1)
      no = last?.no ?? 0
      return last?.paid_at ? (await info(order_id))?.state : null
    })
    .toBe('placed')
  return { order_id, no }
}

const info = async (order_id: string) => (await ask(calls.getOrderInfo, { order_id }, me)).body.data?.items[0]
const told = async (order_id: string) => {
  const one = await info(order_id)
  return [one?.supplier_status, ...(one?.shipments ?? []).map(({ tracking_number }) => tracking_number)]
}
const kinds = async (order_id: string) =>
  ((await ask(orderCalls.getOrderDetail, { order_id }, me)).body.data?.timeline ?? []).map(({ kind }) => kind)

const becomes = (order_id: string, wanted: unknown[]) =>
  expect
    .poll(async () => {
      await settle()
      return told(order_id)
    })
    .toEqual(wanted)

let hook = ''
const post = (path: string, body: string, headers: Record<string, string>) =>
  fetch(PUBLIC_URL + path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
const cjSign = (body: string, key = OPEN_ID) => ({ sign: createHmac('sha256', key).update(body).digest('base64') })
const cjMessage = (params: object, messageId: string = randomUUID()) =>
  JSON.stringify({ messageId, type: 'ORDER', messageType: 'UPDATE', params })
const handled = async () =>
  (await server.behind.query(`select count(*)::int as n from inbox where vendor like 'suppliers%'`)).rows[0].n as number

const settings = async () => (await sandbox.events('cj')).filter(({ name }) => name.includes('webhook/set'))

beforeAll(async () => {
  await server.app.listen({ port, host: '127.0.0.1' })
  await server.behind.query(`update users set plan_id = 'enterprise_monthly'`)
  await ask(sourceAccountCalls.connectByKey, { api_key: `CJ${OPEN_ID}@api@00000000000000000000000000000004` }, me)
  for (const source of ['zopi', 'cj'] as const) goods.set(source, await sellGood(server, me, source))
  await settle()
  const { rows } = await server.behind.query('select hook_token from source_accounts')
  hook = `/hooks/suppliers/cj/${rows[0].hook_token}`
})

afterEach(async () => {
  await sandbox.setFaults('cj', [])
  await sandbox.setFaults('zopi', [])
})

test.each(['cj', 'zopi'] as const)(
  '%s: a number reaches the purchase by the message alone, once',
  async (source) => {
    await sandbox.setFaults(source, [
      { kind: 'duplicate_callbacks', endpoint: source === 'cj' ? 'ORDER' : 'order.changed' },
    ])
    const { order_id, no } = await buy(source)
    await sandbox.act(source, 'ship_order', { no })
    await becomes(order_id, ['shipped', source === 'cj' ? `CJT${no}` : `ZT${no}`])
    expect((await kinds(order_id)).filter((kind) => kind === 'shipped')).toHaveLength(1)
  },
  60_000 * inject('patience'),
)

test('a message and the schedule that read the same order at the same moment: each thing stands once', async () => {
  const { order_id, no } = await buy('cj')
  const { rows } = await server.behind.query<{ account_key: string; supplier_order_id: string; user_id: string }>(
    'select account_key, supplier_order_id, user_id from supplier_orders where order_id = $1',
    [order_id],
  )
  const [bought] = rows
  if (!bought) throw new Error('nothing was bought')
  const { workplace_id } = me
  const account = { workplace_id, vendor: 'cj', account_key: bought.account_key }
  const ctx = () => server.runtime.jobCtx({ workplace_id }, 'test', 1)
  await sandbox.act('cj', 'ship_order', { no })
  // Both have read our books before either hears of the supplier.
  await sandbox.setFaults('cj', [{ kind: 'latency', endpoint: 'order/getOrderDetail', min_ms: 400, max_ms: 500 }])
  const pushed = { ...account, named: String(no), tracking_number: null, looks: 0 }
  await Promise.all([readPushedJob.run(ctx(), pushed), syncPlacedJob.run(ctx(), account)])
  await settle()
  expect((await kinds(order_id)).filter((kind) => kind === 'shipped')).toHaveLength(1)
  // Whoever reports it later, by whatever way: the key of the database holds it back.
  const event = { kind: 'shipped', who: 'omni', happened_at: new Date(), once: bought.supplier_order_id } as const
  await Promise.all(
    [1, 2].map(() => server.runtime.db({ workplace_id }).tx((tx) => recordEvents(tx, workplace_id, order_id, [event]))),
  )
  expect((await kinds(order_id)).filter((kind) => kind === 'shipped')).toHaveLength(1)
})

test('zopi: an order that the supplier ends is told and paid back', async () => {
  const { order_id, no } = await buy('zopi')
  await sandbox.act('zopi', 'cancel_order', { no })
  await becomes(order_id, ['refunded'])
  expect(await kinds(order_id)).toContain('refunded_by_source')
})

test('tripled, shuffled and late messages end in what a read shows', async () => {
  const { order_id, no } = await buy('cj')
  await sandbox.act('cj', 'ship_order', { no })
  await becomes(order_id, ['shipped', `CJT${no}`])
  const words = ['SHIPPED', 'CREATED', 'CANCELLED', 'UNSHIPPED', 'DELIVERED']
  const bodies = words.map((orderStatus) => cjMessage({ cjOrderId: no, orderStatus, trackNumber: null }))
  const before = await handled()
  for (const body of [...bodies, ...bodies.toReversed(), ...bodies])
    expect((await post(hook, body, cjSign(body))).status).toBe(200)
  expect((await handled()) - before).toBe(words.length)
  await settle()
  expect(await told(order_id)).toEqual(['shipped', `CJT${no}`])
  expect((await kinds(order_id)).filter((kind) => kind === 'shipped')).toHaveLength(1)
  expect(await kinds(order_id)).not.toContain('cancelled_by_source')
})

test('a number that no read shows is not believed; one that reads show late is found', async () => {
  const { order_id, no } = await buy('cj')
  const invented = cjMessage({ cjOrderId: no, orderStatus: 'SHIPPED', trackNumber: 'FORGED1' })
  expect((await post(hook, invented, cjSign(invented))).status).toBe(200)
  await settle()
  expect(await told(order_id)).toEqual(['paid'])
  // It is looked for three times more, and then left to the schedule.
  for (let look = 0; look < 4; look++) {
    server.clock.now = new Date(server.clock.now.getTime() + 61_000)
    await server.runJobs()
  }
  const { rows } = await server.behind.query(`select count(*)::int as n from jobs where name = 'placement.read-pushed'`)
  expect([rows[0].n, await told(order_id)]).toEqual([0, ['paid']])

  await sandbox.setFaults('cj', [
    { kind: 'stale_reads', endpoint: 'order/getOrderDetail', behind_ms: 120_000, percent: 100, times: 1 },
  ])
  await sandbox.act('cj', 'ship_order', { no })
  await expect
    .poll(async () => {
      server.clock.now = new Date(server.clock.now.getTime() + 11_000)
      await server.runJobs()
      return told(order_id)
    })
    .toEqual(['shipped', `CJT${no}`])
})

test('a wrong signature, an unknown sender, an old message and an unknown order change nothing', async () => {
  const { order_id, no } = await buy('cj')
  const before = await handled()
  const body = cjMessage({ cjOrderId: no, orderStatus: 'SHIPPED', trackNumber: `CJT${no}` })
  expect((await post(hook, body, cjSign(body, '2000002'))).status).toBe(401)
  expect((await post(hook, `${body} `, cjSign(body))).status).toBe(401)
  expect((await post(`${hook}0`, body, cjSign(body))).status).toBe(401)
  expect((await post('/hooks/suppliers/nobody/1', body, cjSign(body))).status).toBe(401)
  // CJ has no account of the operator's that is told.
  expect((await post('/hooks/suppliers/cj', body, cjSign(body))).status).toBe(401)
  // Without a signature it is CJ's look whether somebody answers.
  expect((await post(hook, body, {})).status).toBe(200)
  expect(await handled()).toBe(before)

  const event = JSON.stringify({
    event_id: randomUUID(),
    type: 'order.changed',
    data: { order_id: 'ZO-1', shipments: [] },
  })
  const zopi = (at: Date, key = 'zopi-sandbox-webhook-secret') => {
    const stamp = String(Math.floor(at.getTime() / 1000))
    const signature = createHmac('sha256', key).update(`${stamp}.${event}`).digest('hex')
    return post('/hooks/suppliers/zopi', event, { 'x-supplier-timestamp': stamp, 'x-supplier-signature': signature })
  }
  const { now } = server.clock
  expect((await zopi(new Date(now.getTime() - 400_000))).status).toBe(401)
  expect((await zopi(now, 'another')).status).toBe(401)
  expect((await zopi(now)).status).toBe(200)
  const strange = cjMessage({ cjOrderId: 999_999_999, orderStatus: 'SHIPPED', trackNumber: 'X1' })
  expect((await post(hook, strange, cjSign(strange))).status).toBe(200)
  await settle()
  expect(await told(order_id)).toEqual(['paid'])
})

test('CJ is asked to tell us once; it calls the address first', async () => {
  const { rows } = await server.behind.query(`select count(*)::int as n from inbox where topic = 'probe'`)
  expect(rows[0].n).toBe(1)
  expect(await settings()).toHaveLength(1)
  // The account is looked after again: the address is the same, so nothing is sent.
  server.clock.now = new Date(server.clock.now.getTime() + 7 * 3_600_000)
  expect(await server.runJobs()).toContain('source-accounts.renew')
  expect(await settings()).toHaveLength(1)
})

test('an account that is taken off is told no more', async () => {
  await ask(sourceAccountCalls.disconnectByKey, {}, me)
  expect(await settings()).toHaveLength(2)
  const body = cjMessage({ cjOrderId: 1 })
  expect((await post(hook, body, cjSign(body))).status).toBe(401)
})
