import { get, type ClientRequest } from 'node:http'
import { expect, inject, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'
import { MAX_STREAMS, publish } from './realtime.ts'

const server = await testServer()
const address = await server.app.listen({ port: 0, host: '127.0.0.1' })

interface Received {
  id: string
  event: string
  data: unknown
}

/** What has not come by then never comes. */
const GIVE_UP_MS = 20_000 * inject('patience')

/** Opens the stream and reads until `enough`, or gives up. */
async function listen(
  headers: Record<string, string>,
  enough: (received: Received[]) => boolean,
  afterOpen: () => Promise<unknown> = async () => {},
): Promise<Received[]> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), GIVE_UP_MS)
  const received: Received[] = []
  try {
    const response = await fetch(`${address}/api/realtime`, { headers: { app: 'AO', ...headers }, signal: stop.signal })
    expect(response.status).toBe(200)
    let rest = ''
    let told = false
    for await (const chunk of response.body ?? []) {
      rest += Buffer.from(chunk).toString()
      if (!told) {
        told = true
        await afterOpen()
      }
      const frames = rest.split('\n\n')
      rest = frames.pop() ?? ''
      for (const frame of frames) {
        const field = (name: string) =>
          frame
            .split('\n')
            .find((line) => line.startsWith(`${name}: `))
            ?.slice(name.length + 2) ?? ''
        if (field('event')) received.push({ id: field('id'), event: field('event'), data: JSON.parse(field('data')) })
      }
      if (enough(received)) break
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error
  }
  clearTimeout(timer)
  stop.abort()
  return received
}

const unreads = (received: Received[]) =>
  received
    .filter(({ event }) => event === 'notifications.changed')
    .map(({ data }) => (data as { unread: number }).unread) // what `say` sends
const say = (user_id: string, unread: number) =>
  server.runtime.db({}).tx((tx) => publish(tx, user_id, 'notifications.changed', { unread }))

test('a message reaches its user by cookie and by bearer token, and nobody else', async () => {
  const [me, other] = [await server.person(), await server.person()]
  for (const headers of [{ authorization: `Bearer ${me.token}` }, { cookie: `omni_session=${me.token}` }]) {
    // The welcome of a new account may still be on its way.
    const received = await listen(
      headers,
      (all) => unreads(all).includes(3),
      async () => {
        await say(other.user_id, 9)
        await say(me.user_id, 3)
      },
    )
    expect(unreads(received)).toContain(3)
    expect(unreads(received)).not.toContain(9)
  }
})

test('a new client gets what was told while its page was read and its stream was not open yet', async () => {
  const me = await server.person()
  await say(me.user_id, 5)
  const received = await listen({ authorization: `Bearer ${me.token}` }, (all) => unreads(all).includes(5))
  expect(unreads(received)).toContain(5)
})

test('a client that was away gets what it missed, by its last event id', async () => {
  const me = await server.person()
  const authorization = `Bearer ${me.token}`
  // Numbers of their own: the welcome of a new account has one unread, and may come before or after.
  const received = await listen(
    { authorization },
    (all) => unreads(all).includes(41),
    () => say(me.user_id, 41),
  )
  const last = received.find(({ data }) => (data as { unread: number }).unread === 41)?.id ?? '' // what `say` sends
  await say(me.user_id, 42)
  await say(me.user_id, 43)
  const missed = await listen({ authorization, 'last-event-id': last }, (all) => unreads(all).includes(43))
  expect(unreads(missed.filter(({ id }) => Number(id) > Number(last)))).toEqual([42, 43])
})

test('a message of a transaction that failed is never heard', async () => {
  const me = await server.person()
  const received = await listen(
    { authorization: `Bearer ${me.token}` },
    (all) => unreads(all).includes(8),
    async () => {
      await server.runtime
        .db({})
        .tx(async (tx) => {
          await publish(tx, me.user_id, 'notifications.changed', { unread: 7 })
          throw new Error('no')
        })
        .catch(() => {})
      await say(me.user_id, 8)
    },
  )
  expect(unreads(received)).toContain(8)
  expect(unreads(received)).not.toContain(7)
})

test('without a session, or without the app header, there is no stream', async () => {
  expect((await fetch(`${address}/api/realtime`, { headers: { app: 'AO' } })).status).toBe(401)
  expect((await fetch(`${address}/api/realtime`)).status).toBe(403)
})

test('an account has so many streams and no more; closing one makes room', async () => {
  const [me, other] = [await server.person(), await server.person()]
  const requests: ClientRequest[] = []
  const open = (token: string) =>
    new Promise<number | undefined>((done, fail) => {
      const headers = { app: 'AO', authorization: `Bearer ${token}` }
      const request = get(`${address}/api/realtime`, { headers, agent: false }, (reply) => done(reply.statusCode))
      request.on('error', fail)
      requests.push(request)
    })
  for (let n = 0; n < MAX_STREAMS.account; n++) expect(await open(me.token)).toBe(200)
  expect(await open(me.token)).toBe(429)
  expect(await open(other.token)).toBe(200)
  requests[0]?.destroy()
  await expect.poll(() => open(me.token)).toBe(200)
  // A network address has its own limit over all accounts.
  let opened = MAX_STREAMS.account + 1
  while (opened < MAX_STREAMS.ip) {
    const { token } = await server.person()
    for (let n = 0; n < MAX_STREAMS.account && opened < MAX_STREAMS.ip; n++, opened++)
      expect(await open(token)).toBe(200)
  }
  expect(await open((await server.person()).token)).toBe(429)
  for (const request of requests) request.destroy()
})

test('every opening is counted at its address, with a bad token too', async () => {
  const strict = await testServer({ RATE_LIMIT_IP: '5' })
  const headers = { app: 'AO', authorization: `Bearer ${'x'.repeat(43)}` }
  const tries = []
  for (let n = 0; n < 7; n++) tries.push((await strict.app.inject({ url: '/api/realtime', headers })).statusCode)
  expect(tries).toEqual([401, 401, 401, 401, 401, 429, 429])
})
