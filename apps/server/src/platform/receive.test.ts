import { createHmac, randomUUID } from 'node:crypto'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { testServer } from '../testing/test-server.ts'
import type { Db } from './db.ts'
import { Fail } from './fail.ts'
import { sendFailure } from './http.ts'
import { receiverJobs } from './inbox-jobs.ts'
import { type Delivery, mountReceivers, type Receiver } from './receive.ts'

const server = await testServer()
const handled: Delivery[] = []
let broken: (delivery: Delivery) => unknown = () => null
let verified = 0
const Found = z.object({ at: z.coerce.date<Date>() })
const shop: Receiver<typeof Found> = {
  vendor: 'shop',
  path: '/shop/:topic',
  found: Found,
  verify(_ctx, { raw, headers, params }) {
    const expected = createHmac('sha256', 'secret').update(raw).digest('hex')
    if (headers['x-signature'] !== expected) throw new Fail('forbidden')
    const topic = params['topic'] ?? ''
    const lane = topic.startsWith('products') ? { lane: 'product' } : {}
    verified++
    const found = { at: new Date('2026-01-02') }
    return { delivery_id: headers['x-id'] ?? '', topic, account_key: headers['x-shop'] ?? '', ...lane, found }
  },
  async handle(_ctx, delivery) {
    const error = broken(delivery)
    if (error) throw error
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
interface Sent {
  body?: string
  id?: string
  signature?: string
  topic?: string
  shop?: string
  to?: FastifyInstance
}
const post = ({ body = '{}', id = randomUUID(), signature, topic = 'orders-create', shop: of, to = app }: Sent = {}) =>
  to.inject({
    method: 'POST',
    url: `/hooks/shop/${topic}`,
    headers: {
      'content-type': 'application/json',
      'x-signature': signature ?? signed(body),
      'x-id': id,
      'x-shop': of ?? 'northwind',
      cookie: 'c',
    },
    payload: body,
  })
const rows = async () => (await server.behind.query('select * from inbox order by received_at')).rows
const rowOf = async (id: string) => (await rows()).find(({ delivery_id }) => delivery_id === id)
const rowsOf = async (account: string) => (await rows()).filter(({ account_key }) => account_key === account)
const waiting = async (task: string) =>
  (
    await server.behind.query<{
      payload: Record<string, string>
      queue_name: string
      run_at: Date
      max_attempts: number
    }>(`select payload, queue as queue_name, run_at, max_attempts from jobs where name = $1 order by job_id`, [task])
  ).rows
const run = (name: string, payload: object, receivers: readonly Receiver[] = [shop]) =>
  receiverJobs(receivers)
    .find(({ definition }) => definition.name === name)
    ?.run(server.runtime.jobCtx({}, 'test', 1), payload)
const handle = (inbox_id: string) => run('receive.handle', { inbox_id, vendor: 'shop', account_key: 'northwind' })
const drain = (account_key: string, receivers: readonly Receiver[] = [shop], vendor = 'shop') =>
  run('receive.drain', { vendor, account_key }, receivers)
const told = (account: string) =>
  handled.filter(({ account_key }) => account_key === account).map(({ delivery_id }) => delivery_id)

/** A server whose commits wait: those of `many` that are sent meanwhile share one. */
async function heldBack(many: number, commit: Db['statement'] = server.runtime.db({}).statement) {
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  let commits = 0
  const runtime = {
    ...server.runtime,
    db: (): Db => ({
      ...server.runtime.db({}),
      statement: async (work) => {
        commits++
        await held
        return commit(work)
      },
    }),
  }
  const to = fastify()
  to.setErrorHandler((error, request, reply) => sendFailure(server.runtime, request, reply, error))
  mountReceivers(to, runtime, [shop])
  const send = async (sent: Sent[]) => {
    const first = post({ to, shop: randomUUID() })
    await vi.waitFor(() => expect(commits).toBe(1))
    const before = verified
    const replies = sent.map((one) => post({ ...one, to }))
    await vi.waitFor(() => expect(verified).toBe(before + many))
    await new Promise(setImmediate)
    release()
    await first
    const statuses = (await Promise.all(replies)).map(({ statusCode }) => statusCode)
    await to.close()
    return { statuses, commits: commits - 1 }
  }
  return { send }
}

test('a delivery is committed with its job before it is acknowledged; the same one again is one', async () => {
  const id = randomUUID()
  const account = randomUUID()
  const body = '{"id":820982911946154508,"note":"ü"}'
  const replies = await Promise.all(Array.from({ length: 5 }, () => post({ body, id, shop: account })))
  expect(replies.map(({ statusCode, body: text }) => [statusCode, text])).toEqual(
    Array.from({ length: 5 }, () => [200, '{"received":true}']),
  )
  const [row, ...more] = await rowsOf(account)
  expect(more).toEqual([])
  expect(row).toMatchObject({ vendor: 'shop', delivery_id: id, topic: 'orders-create', lane: '', state: 'new' })
  expect([row.body.toString(), row.headers]).toEqual([body, {}])
  const payload = { vendor: 'shop', account_key: account, lane: '' }
  const jobs = (await waiting('receive.drain')).filter(({ payload: { account_key } }) => account_key === account)
  expect(jobs).toMatchObject([{ payload, queue_name: `receive shop ${account}`, max_attempts: 25 }])
  await drain(account)
  await drain(account)
  await handle(row.inbox_id)
  const own = handled.filter(({ delivery_id }) => delivery_id === id)
  expect(own.map(({ raw }) => raw.toString())).toEqual([body])
  expect(own).toEqual([
    {
      inbox_id: row.inbox_id,
      delivery_id: id,
      topic: 'orders-create',
      account_key: account,
      found: { at: new Date('2026-01-02') },
      raw: Buffer.from(body),
    },
  ])
  expect((await rowOf(id)).handled_at).toEqual(server.clock.now)
})

test('what comes in together is committed together, in the order it came', async () => {
  const account = randomUUID()
  const ids = Array.from({ length: 12 }, () => randomUUID())
  const { send } = await heldBack(12)
  expect(await send(ids.map((id) => ({ id, shop: account })))).toEqual({ statuses: ids.map(() => 200), commits: 1 })
  expect((await rowsOf(account)).map(({ delivery_id }) => delivery_id)).toEqual(ids)
  const jobs = (await waiting('receive.drain')).filter(({ payload: { account_key } }) => account_key === account)
  expect(jobs).toHaveLength(1)
})

test('one that cannot be stored does not keep out those it came with', async () => {
  const account = randomUUID()
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  const { send } = await heldBack(3)
  const [first, bad, last] = ids.map((id) => ({ id, shop: account }))
  const { statuses } = await send([first ?? {}, { ...bad, topic: 'orders%00' }, last ?? {}])
  expect(statuses).toEqual([200, 500, 200])
  expect((await rowsOf(account)).map(({ delivery_id }) => delivery_id)).toEqual([ids[0], ids[2]])
})

test('while the database is away nobody is tried again one by one', async () => {
  const away = () => Promise.reject(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
  const { send } = await heldBack(3, away)
  expect(await send([{}, {}, {}])).toEqual({ statuses: [503, 503, 503], commits: 1 })
})

test('a large one is stored by itself: it waits for no other commit', async () => {
  const account = randomUUID()
  const { send } = await heldBack(3)
  const large = { body: 'x'.repeat(64 * 1024 + 1), shop: account }
  const limit = { body: 'x'.repeat(64 * 1024), shop: account }
  expect(await send([limit, limit, large])).toEqual({ statuses: [200, 200, 200], commits: 2 })
  expect((await rowsOf(account)).map(({ body }) => body.length).sort()).toEqual([65536, 65536, 65537])
})

test('an id of a delivery has at most 200 characters, and one receiver has a vendor to itself', async () => {
  const long = randomUUID().padEnd(200, 'x')
  expect([(await post({ id: long })).statusCode, (await post({ id: `${long}x` })).statusCode]).toEqual([200, 422])
  expect(() => receiverJobs([shop, { ...shop, path: '/other' }])).toThrow('two receivers share a vendor name')
  expect(receiverJobs([shop, { ...shop, vendor: 'other' }])).toHaveLength(3)
})

test('a body that holds secrets is not stored, nor any header', async () => {
  const other = fastify()
  other.setErrorHandler((error, request, reply) => sendFailure(server.runtime, request, reply, error))
  const { answerGet: _, ...plain } = shop
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
  const row = await rowOf(id)
  expect([row.body.toString(), row.headers]).toEqual(['', {}])
  // Nobody is there to handle it: that is a fault, not a delivery that was handled.
  await drain('northwind', [shop], 'secretive')
  await expect(handle(row.inbox_id)).rejects.toThrow('nobody receives from secretive')
  expect(await rowOf(id)).toMatchObject({ state: 'alone', handled_at: null })
  await other.close()
})

test('whoever handles a delivery gets what was found in it, and nothing to verify', async () => {
  const account = randomUUID()
  await post({ shop: account })
  const before = verified
  await drain(account)
  expect(verified).toBe(before)
  const delivery = handled.find(({ account_key }) => account_key === account)
  expect(delivery).toMatchObject({ found: { at: new Date('2026-01-02') } })
  expect(Object.keys(delivery ?? {})).not.toContain('headers')
})

test('what the version before took in, with headers in place of what was found, is handled too', async () => {
  const account = randomUUID()
  await post({ shop: account })
  const headers = { 'x-shop': account, 'x-id': account, 'x-signature': signed('{}') }
  await server.behind.query('update inbox set found = null, headers = $2 where account_key = $1', [account, headers])
  await drain(account)
  expect(told(account)).toHaveLength(1)
})

test('a delivery without a body is one of no bytes', async () => {
  const id = randomUUID()
  const headers = {
    'x-signature': createHmac('sha256', 'secret').update('').digest('hex'),
    'x-id': id,
    'x-shop': 'northwind',
  }
  expect((await app.inject({ method: 'POST', url: '/hooks/shop/empty', headers })).statusCode).toBe(200)
  expect((await rowOf(id)).body).toHaveLength(0)
  await expect(handle(randomUUID())).resolves.toBeUndefined()
})

test('what is told in another lane is waited for by nobody else', async () => {
  const account = randomUUID()
  for (const topic of ['products-update', 'orders-create', 'products-update']) await post({ topic, shop: account })
  const jobs = (await waiting('receive.drain')).filter(({ payload: { account_key } }) => account_key === account)
  expect(jobs.map(({ queue_name, payload: { lane } }) => [queue_name, lane]).sort()).toEqual([
    [`receive shop ${account}`, ''],
    [`receive shop product ${account}`, 'product'],
  ])
  await drain(account)
  expect(handled.filter(({ account_key }) => account_key === account).map(({ topic }) => topic)).toEqual([
    'orders-create',
  ])
  await run('receive.drain', { vendor: 'shop', account_key: account, lane: 'product' })
  expect(told(account)).toHaveLength(3)
})

test('two accounts whose names begin alike have a job each', async () => {
  const alike = randomUUID().padEnd(200, 'x')
  for (const shop_name of [`${alike}1`, `${alike}2`]) await post({ shop: shop_name })
  const jobs = (await waiting('receive.drain')).filter(({ payload: { account_key } }) => account_key?.startsWith(alike))
  expect(jobs.map(({ queue_name }) => queue_name.length)).toEqual([120, 120])
})

test('what the vendor did not sign is refused and leaves nothing', async () => {
  const before = (await rows()).length
  expect((await post({ signature: 'forged' })).statusCode).toBe(403)
  expect((await post({ id: '' })).statusCode).toBe(422)
  expect((await rows()).length).toBe(before)
})

test('a delivery that cannot be stored is not acknowledged, so that the vendor sends it again', async () => {
  await server.behind.query('alter table inbox rename to inbox_away')
  expect((await post()).statusCode).toBe(500)
  await server.behind.query('alter table inbox_away rename to inbox')
})

test('one that fails is tried again by itself, later; the others go on, and what was handled stays so', async () => {
  const account = randomUUID()
  const ids = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  for (const id of ids) await post({ id, shop: account })
  broken = ({ delivery_id }) => {
    if (delivery_id === ids[1]) return new Error('not now')
    return delivery_id === ids[2] && new VendorError('shop', 'rate_limited', 'slower', 60)
  }
  await drain(account)
  expect(told(account)).toEqual([ids[0], ids[3]])
  const aside = (await waiting('receive.handle')).filter(({ payload: { account_key } }) => account_key === account)
  const base = { vendor: 'shop', account_key: account, lane: '' }
  const now = server.clock.now.getTime()
  expect(aside.map(({ run_at }) => run_at.getTime() - now)).toEqual([3_000, 60_000])
  expect(aside.map(({ payload }) => payload)).toEqual([
    { ...base, inbox_id: (await rowOf(ids[1] ?? '')).inbox_id },
    { ...base, inbox_id: (await rowOf(ids[2] ?? '')).inbox_id },
  ])
  expect(aside[0]).toMatchObject({ queue_name: `receive shop ${account}`, max_attempts: 25 })
  await drain(account)
  await expect(run('receive.handle', aside[0]?.payload ?? {})).rejects.toThrow('not now')
  broken = () => null
  await drain(account)
  expect(told(account)).toHaveLength(2)
  for (const { payload } of aside) await run('receive.handle', payload)
  expect(told(account)).toEqual([ids[0], ids[3], ids[1], ids[2]])
  // The operator's replay.
  const { inbox_id } = await rowOf(ids[0] ?? '')
  await server.behind.query(`update inbox set handled_at = null, state = 'alone' where inbox_id = $1`, [inbox_id])
  await drain(account)
  await handle(inbox_id)
  await handle(inbox_id)
  expect(told(account)).toHaveLength(5)
})

test('what was in the hands of a process that died gets a job of its own; the rest is not held up', async () => {
  const account = randomUUID()
  const [begun, fresh] = [randomUUID(), randomUUID()]
  for (const id of [begun, fresh]) await post({ id, shop: account })
  await server.behind.query(`update inbox set state = 'begun' where delivery_id = $1`, [begun])
  await drain(account)
  expect(told(account)).toEqual([fresh])
  const { inbox_id } = await rowOf(begun)
  const own = (await waiting('receive.handle')).filter(({ payload }) => payload['inbox_id'] === inbox_id)
  expect(own).toMatchObject([
    { payload: { inbox_id, vendor: 'shop', account_key: account, lane: '' }, queue_name: `receive shop ${account}` },
  ])
  await run('receive.handle', own[0]?.payload ?? {})
  expect(told(account)).toEqual([fresh, begun])
})

test('it is noted as begun before anything is done with it', async () => {
  const account = randomUUID()
  await post({ shop: account })
  const states: string[] = []
  const handleLate = async () => void states.push((await rowsOf(account))[0].state)
  await drain(account, [{ ...shop, handle: handleLate }])
  expect(states).toEqual(['begun'])
})

test('a receiver that can is given several at once; where that fails, each by itself', async () => {
  const account = randomUUID()
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  const at_once: string[][] = []
  let works = true
  const many: Receiver = {
    ...shop,
    async handleTogether(_ctx, deliveries) {
      at_once.push(deliveries.map(({ delivery_id }) => delivery_id))
      if (!works) throw new Error('one of them')
    },
  }
  for (const id of ids) await post({ id, shop: account })
  await drain(account, [many])
  expect([at_once, told(account)]).toEqual([[ids], []])
  await drain(account, [many])
  expect(at_once).toHaveLength(1)
  works = false
  const others = [randomUUID(), randomUUID()]
  for (const id of others) await post({ id, shop: account })
  await drain(account, [many])
  expect([at_once.length, told(account)]).toEqual([2, others])
  const alone = randomUUID()
  await post({ id: alone, shop: account })
  await drain(account, [many])
  expect([at_once.length, told(account)]).toEqual([2, [...others, alone]])
  expect((await rowsOf(account)).map(({ handled_at }) => handled_at)).not.toContain(null)
})

const drains = async (account: string) =>
  (await waiting('receive.drain')).filter(({ payload: { account_key } }) => account_key === account).length
const forgetDrains = () => server.behind.query(`delete from jobs where name = 'receive.drain'`)

test('a long queue is worked in slices, and what is left has a job again', async () => {
  const account = randomUUID()
  await server.behind.query(
    `insert into inbox (vendor, delivery_id, topic, account_key, found, body, received_at)
     select 'shop', $1 || n, 't', $1, '{"at":"2026-01-02"}', '', now() + n * interval '1 microsecond' from generate_series(1, 111) n`,
    [account],
  )
  const all = Array.from({ length: 111 }, (_, n) => `${account}${n + 1}`)
  const together: string[] = []
  const many: Receiver = {
    ...shop,
    handleTogether: async (_ctx, deliveries) => void together.push(...deliveries.map((one) => one.delivery_id)),
  }
  await forgetDrains()
  await drain(account)
  expect([told(account), await drains(account)]).toEqual([all.slice(0, 10), 1])
  await forgetDrains()
  await drain(account, [many])
  expect([together, await drains(account)]).toEqual([all.slice(10, 110), 1])
  await forgetDrains()
  await drain(account, [many])
  expect([told(account), await drains(account)]).toEqual([[...all.slice(0, 10), ...all.slice(110)], 0])
})

test('large ones are held in memory one after another', async () => {
  const account = randomUUID()
  const MB = 1024 * 1024
  for (const size of [9 * MB, 4 * MB, 4 * MB, 1]) await post({ body: 'x'.repeat(size), shop: account })
  const counts: [number, number][] = []
  for (let n = 0; n < 3; n++) {
    await forgetDrains()
    await drain(account)
    counts.push([told(account).length, await drains(account)])
  }
  expect(counts).toEqual([
    [1, 1],
    [3, 1],
    [4, 0],
  ])
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
  await post({ id: kept })
  await post({ id: young })
  await server.behind.query(`update inbox set received_at = now() - interval '29 days' where delivery_id = $1`, [young])
  await run('receive.sweep', {}, [])
  expect((await rows()).map(({ delivery_id }) => delivery_id)).toEqual([young, kept])
})
