import fastify from 'fastify'
import { createHmac, randomUUID } from 'node:crypto'
import type { ChannelDefinition } from '@omni/connectors/channels/channel.ts'
import { expect, test } from 'vitest'
import { receiverJobs } from '../../platform/inbox-jobs.ts'
import { mountReceivers } from '../../platform/receive.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { testServer } from '../../testing/test-server.ts'
import { receivers } from './receivers.ts'

const SECRET = 'shared with Shopify'
const OLD_SECRET = 'shared before'
const server = await testServer({
  SHOPIFY_API_KEY: 'key',
  SHOPIFY_API_SECRET: SECRET,
  SHOPIFY_OLD_SECRETS: `${OLD_SECRET}@2998-12-31`,
  SHOPIFY_BASE_URL: 'http://127.0.0.1:9',
})
const { runtime, behind } = server
const ada = await server.person()

async function connected(): Promise<{ store_id: string; token: string }> {
  const token = randomUUID()
  const { rows } = await behind.query<{ store_id: string }>(
    `insert into stores (workplace_id, platform, platform_domain, domain, store_name)
     values ($1, 'shopify', $2, $2, 'Told') returning store_id`,
    [ada.workplace_id, `${token}.myshopify.com`],
  )
  const store_id = rows[0]?.store_id ?? ''
  const sealed = runtime.secrets.seal('{}')
  await behind.query(
    `insert into store_connections (workplace_id, store_id, account_id, health, hook_token, hook_secret, credentials)
     values ($1, $2, $3, 'ok', $3, $4, $4)`,
    [ada.workplace_id, store_id, token, sealed],
  )
  return { store_id, token }
}

const send = (token: string, topic: string, id: number, secret = SECRET) => {
  const kind = topic.startsWith('orders') ? 'Order' : 'Product'
  const payload = JSON.stringify({ id, admin_graphql_api_id: `gid://shopify/${kind}/${id}` })
  return server.app.inject({
    method: 'POST',
    url: `/hooks/stores/${token}`,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(payload).digest('base64'),
    },
    payload,
  })
}
const dirty = async (table: 'store_dirty' | 'order_dirty', store_id: string) =>
  (
    await behind.query<{ remote_id: string }>(`select remote_id from ${table} where store_id = $1 order by 1`, [
      store_id,
    ])
  ).rows.map(({ remote_id }) => remote_id)
const reads = async (store_id: string) =>
  (
    await behind.query<{ name: string }>(
      `select name from jobs where payload ->> 'store_id' = $1 and name like '%.read-pending' order by 1`,
      [store_id],
    )
  ).rows.map(({ name }) => name)

test('messages that came together are noted together and read together', async () => {
  const { store_id, token } = await connected()
  const replies = await Promise.all([
    ...[1, 2, 1, 3].map((id) => send(token, 'products/update', id)),
    ...[7, 8, 7].map((id) => send(token, 'orders/create', id)),
  ])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 7 }, () => 200))
  await server.runJobs(2)
  expect(await dirty('store_dirty', store_id)).toEqual([1, 2, 3].map((n) => `gid://shopify/Product/${n}`))
  expect(await dirty('order_dirty', store_id)).toEqual([7, 8].map((n) => `gid://shopify/Order/${n}`))
  expect(await reads(store_id)).toEqual(['listings.read-pending', 'orders.read-pending'])
})

test('a wrong signature and an unknown address are refused, before and after a good message', async () => {
  const { token } = await connected()
  const bad = () => send(token, 'products/update', 1, 'guessed')
  expect([(await bad()).statusCode, (await send(randomUUID(), 'products/update', 1)).statusCode]).toEqual([401, 401])
  expect((await send(token, 'products/update', 1)).statusCode).toBe(200)
  expect((await bad()).statusCode).toBe(401)
})

test('what a store says takes effect no longer from the moment it is disconnected', async () => {
  const { store_id, token } = await connected()
  expect((await send(token, 'products/update', 1)).statusCode).toBe(200)
  await behind.query(`update stores set status = 'disconnected' where store_id = $1`, [store_id])
  // The api may still know the address for some seconds; the worker asks.
  await send(token, 'products/update', 2)
  await server.runJobs()
  expect(await dirty('store_dirty', store_id)).toEqual([])
})

test('a store that was refused is heard as soon as it is connected', async () => {
  const token = randomUUID()
  expect((await send(token, 'products/update', 1)).statusCode).toBe(401)
  const store = await connected()
  await behind.query('update store_connections set hook_token = $1 where store_id = $2', [token, store.store_id])
  expect((await send(token, 'products/update', 1)).statusCode).toBe(200)
})

test('an uninstalled store is disconnected, and its members are told', async () => {
  const { store_id, token } = await connected()
  expect((await send(token, 'app/uninstalled', 1)).statusCode).toBe(200)
  await server.runJobs()
  const { rows } = await behind.query('select credentials from store_connections where store_id = $1', [store_id])
  expect(rows).toEqual([{ credentials: null }])
  const { rows: told } = await behind.query(`select user_id from notifications where message_key = 'store_uninstalled'`)
  expect(told).toEqual([{ user_id: ada.user_id }])
})

/** What waits of a store, worked by a process that is set up differently. */
const drain = (changed: Runtime, account_key: string, lane: string) =>
  receiverJobs(receivers)
    .find(({ definition }) => definition.name === 'receive.drain')
    ?.run(changed.jobCtx({}, 'test', 1), { vendor: 'stores', account_key, lane })
const withChannel = (change: (definition: ChannelDefinition) => ChannelDefinition): Runtime => ({
  ...runtime,
  jobCtx: (...given) => {
    const ctx = runtime.jobCtx(...given)
    const { channels } = ctx.services
    const definition: typeof channels.definition = (platform) => {
      const found = channels.definition(platform)
      return found && change(found)
    }
    return { ...ctx, services: { ...ctx.services, channels: { ...channels, definition } } }
  },
})

test('what was acknowledged under the old secret is handled after the rotation', async () => {
  const { store_id, token } = await connected()
  expect((await send(token, 'app/uninstalled', 1)).statusCode).toBe(200)
  const rotated = withChannel((definition) => ({
    ...definition,
    ...(definition.webhooks && { webhooks: { ...definition.webhooks, secretsOf: () => ['the new secret'] } }),
  }))
  await drain(rotated, token, 'uninstalled')
  const { rows } = await behind.query('select credentials from store_connections where store_id = $1', [store_id])
  expect(rows).toEqual([{ credentials: null }])
})

test('an old secret signs until its day is over', async () => {
  const { token } = await connected()
  expect((await send(token, 'products/update', 1, OLD_SECRET)).statusCode).toBe(200)
  const { now } = server.clock
  server.clock.now = new Date('2999-01-01')
  expect((await send(token, 'products/update', 2, OLD_SECRET)).statusCode).toBe(401)
  server.clock.now = now
})

test('a channel that signs in a header nobody knows loses nothing', async () => {
  const { store_id, token } = await connected()
  const changed = withChannel((definition) => ({
    ...definition,
    ...(definition.webhooks && {
      webhooks: {
        ...definition.webhooks,
        verify: ({ header }, secret) =>
          header('x-made-up-seal') === secret
            ? { delivery_id: 'one', topic: 'changed', what: 'product', remote_id: 'made-up-1', happened_at: null }
            : null,
      },
    }),
  }))
  const app = fastify()
  mountReceivers(app, changed, receivers)
  const headers = { 'x-made-up-seal': SECRET }
  expect((await app.inject({ method: 'POST', url: `/hooks/stores/${token}`, headers })).statusCode).toBe(200)
  await drain(changed, token, 'product')
  expect(await dirty('store_dirty', store_id)).toEqual(['made-up-1'])
  await app.close()
})
