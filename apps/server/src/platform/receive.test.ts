import { createHmac, randomUUID } from 'node:crypto'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'
import { Fail } from './fail.ts'
import { sendFailure } from './http.ts'
import { receiverJobs } from './inbox-jobs.ts'
import { type Delivery, mountReceivers, type Receiver } from './receive.ts'

const server = await testServer()
const handled: Delivery[] = []
let broken = false
const shop: Receiver = {
  vendor: 'shop',
  path: '/shop/:topic',
  keepsHeaders: ['x-shop'],
  verify(_ctx, { raw, headers, params }) {
    const expected = createHmac('sha256', 'secret').update(raw).digest('hex')
    if (headers['x-signature'] !== expected) throw new Fail('forbidden')
    const topic = params['topic'] ?? ''
    const lane = topic.startsWith('products') ? { lane: 'product' } : {}
    return { delivery_id: headers['x-id'] ?? '', topic, account_key: headers['x-shop'] ?? '', ...lane }
  },
  async handle(_ctx, delivery) {
    if (broken) throw new Error('not now')
    handled.push(delivery)
  },
  answerGet: async (_ctx, { query }) =>
    query['code'] ? { redirect: '/app/channel' } : { text: query['challenge'] ?? '' },
}
const app = fastify()
app.setErrorHandler((error, request, reply) => sendFailure(server.runtime, request, reply, error))
mountReceivers(app, server.runtime, [shop])
afterAll(() => app.close())

const signed = (body: string) => createHmac('sha256', 'secret').update(body).digest('hex')
const post = (body: string, id: string, signature = signed(body), topic = 'orders-create') =>
  app.inject({
    method: 'POST',
    url: `/hooks/shop/${topic}`,
    headers: {
      'content-type': 'application/json',
      'x-signature': signature,
      'x-id': id,
      'x-shop': 'northwind',
      cookie: 'c',
    },
    payload: body,
  })
const rows = async () => (await server.behind.query('select * from inbox order by received_at')).rows
const waiting = async () =>
  (
    await server.behind.query(
      `select j.payload, q.queue_name from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
       where t.identifier = 'receive.handle'`,
    )
  ).rows
const handle = (inbox_id: string) =>
  receiverJobs([shop])[0]?.run(server.runtime.jobCtx({}, 'test', 1), {
    inbox_id,
    vendor: 'shop',
    account_key: 'northwind',
  })

test('a delivery is committed with its job before it is acknowledged; the same one again is one', async () => {
  const id = randomUUID()
  const body = '{"id":820982911946154508,"note":"ü"}'
  const replies = await Promise.all(Array.from({ length: 5 }, () => post(body, id)))
  expect(replies.map(({ statusCode, body: text }) => [statusCode, text])).toEqual(
    Array.from({ length: 5 }, () => [200, '{"received":true}']),
  )
  const [row, ...more] = (await rows()).filter(({ delivery_id }) => delivery_id === id)
  expect(more).toEqual([])
  expect(row).toMatchObject({ vendor: 'shop', delivery_id: id, topic: 'orders-create', account_key: 'northwind' })
  expect([row.body.toString(), row.headers]).toEqual([body, { 'x-shop': 'northwind' }])
  const jobs = (await waiting()).filter(({ payload }) => payload.inbox_id === row.inbox_id)
  expect(jobs).toMatchObject([{ payload: { inbox_id: row.inbox_id }, queue_name: 'receive shop northwind' }])
  await handle(row.inbox_id)
  await handle(row.inbox_id)
  const own = handled.filter(({ delivery_id }) => delivery_id === id)
  expect(own.map(({ raw }) => raw.toString())).toEqual([body])
  expect(own).toMatchObject([
    { inbox_id: row.inbox_id, topic: 'orders-create', account_key: 'northwind', headers: { 'x-shop': 'northwind' } },
  ])
  expect(own[0]).not.toHaveProperty('vendor')
})

test('an id of a delivery has at most 200 characters, and one receiver has a vendor to itself', async () => {
  const long = randomUUID().padEnd(200, 'x')
  expect([(await post('{}', long)).statusCode, (await post('{}', `${long}x`)).statusCode]).toEqual([200, 422])
  expect(() => receiverJobs([shop, { ...shop, path: '/other' }])).toThrow('two receivers share a vendor name')
  expect(receiverJobs([shop, { ...shop, vendor: 'other' }])).toHaveLength(2)
})

test('a body that holds secrets is not stored, nor a header that nobody asked for', async () => {
  const other = fastify()
  other.setErrorHandler((error, request, reply) => sendFailure(server.runtime, request, reply, error))
  const { answerGet: _, keepsHeaders: __, ...plain } = shop
  mountReceivers(other, server.runtime, [
    { ...plain, vendor: 'secretive', path: '/secretive/:topic', keepsBody: false },
  ])
  const id = randomUUID()
  const body = 'a secret'
  const headers = {
    'content-type': 'text/plain',
    'x-signature': createHmac('sha256', 'secret').update(body).digest('hex'),
    'x-id': id,
    'x-shop': 'northwind',
  }
  const reply = await other.inject({ method: 'POST', url: '/hooks/secretive/t', headers, payload: body })
  expect(reply.statusCode).toBe(200)
  expect((await other.inject({ url: '/hooks/secretive/t' })).statusCode).toBe(404)
  const row = (await rows()).find(({ delivery_id }) => delivery_id === id)
  expect([row.body.toString(), row.headers]).toEqual(['', {}])
  // Nobody is there to handle it: that is a fault, not a delivery that was handled.
  await expect(handle(row.inbox_id)).rejects.toThrow('nobody receives from secretive')
  await other.close()
})

test('a delivery without a body is one of no bytes', async () => {
  const id = randomUUID()
  const headers = {
    'x-signature': createHmac('sha256', 'secret').update('').digest('hex'),
    'x-id': id,
    'x-shop': 'northwind',
  }
  expect((await app.inject({ method: 'POST', url: '/hooks/shop/empty', headers })).statusCode).toBe(200)
  expect((await rows()).find(({ delivery_id }) => delivery_id === id)?.body).toHaveLength(0)
  await expect(handle(randomUUID())).resolves.toBeUndefined()
})

test('what is told in another lane is waited for by nobody else', async () => {
  const body = '{"id":1}'
  for (const topic of ['products-update', 'orders-create', 'products-update'])
    await post(body, randomUUID(), signed(body), topic)
  const queues = (await waiting()).slice(-3).map(({ queue_name }: { queue_name: string }) => queue_name)
  expect(queues.sort()).toEqual([
    'receive shop northwind',
    'receive shop product northwind',
    'receive shop product northwind',
  ])
})

test('what the vendor did not sign is refused and leaves nothing', async () => {
  const before = (await rows()).length
  expect((await post('{}', randomUUID(), 'forged')).statusCode).toBe(403)
  expect((await post('{}', '')).statusCode).toBe(422)
  expect((await rows()).length).toBe(before)
})

test('a delivery that cannot be stored is not acknowledged, so that the vendor sends it again', async () => {
  await server.behind.query('alter table inbox rename to inbox_away')
  expect((await post('{}', randomUUID())).statusCode).toBe(500)
  await server.behind.query('alter table inbox_away rename to inbox')
})

test('a handler that fails is run again; what the operator replays is handled again', async () => {
  const id = randomUUID()
  await post('{"n":1}', id)
  const row = (await rows()).find(({ delivery_id }) => delivery_id === id)
  broken = true
  await expect(handle(row.inbox_id)).rejects.toThrow('not now')
  broken = false
  await handle(row.inbox_id)
  const times = () => handled.filter(({ delivery_id }) => delivery_id === id).length
  expect(times()).toBe(1)
  await server.behind.query('update inbox set handled_at = null where inbox_id = $1', [row.inbox_id])
  await handle(row.inbox_id)
  expect(times()).toBe(2)
})

test('a GET answers the vendor’s challenge, or takes a person on who returns from its consent page', async () => {
  const challenge = await app.inject({ url: '/hooks/shop/x?challenge=42' })
  expect([challenge.statusCode, challenge.body]).toEqual([200, '42'])
  expect(challenge.headers['content-type']).toBe('text/plain; charset=utf-8')
  const back = await app.inject({ url: '/hooks/shop/x?code=1' })
  expect([back.statusCode, back.headers.location]).toEqual([303, '/app/channel'])
})

test('after thirty days a delivery is deleted', async () => {
  await server.behind.query(`update inbox set received_at = now() - interval '31 days'`)
  const [kept, young] = [randomUUID(), randomUUID()]
  await post('{}', kept)
  await post('{}', young)
  await server.behind.query(`update inbox set received_at = now() - interval '29 days' where delivery_id = $1`, [young])
  await receiverJobs([])[1]?.run(server.runtime.jobCtx({}, 'test', 1), {})
  expect((await rows()).map(({ delivery_id }) => delivery_id)).toEqual([young, kept])
})
