import { WEBHOOK_SUBJECTS, type StoreWebhook } from '@omni/connectors/channels/channel.ts'
import { isChannel } from '@omni/domain/channels/document.ts'
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { JobCtx } from '../../platform/ctx.ts'
import { emit } from '../../platform/outbox.ts'
import type { Delivery, ReceivedRequest, Receiver } from '../../platform/receive.ts'
import { refuse } from '../../platform/refuse.ts'
import { tokenHash } from '../../platform/secrets.ts'
import { acceptedMessage, appSecrets } from './accepted-message.ts'
import { complianceReceivers } from './compliance-receiver.ts'
import { endConnection } from './end-connection.ts'
import { KEYS_HOOK } from './link-platform.ts'
import { notifyMembers } from './open-store.ts'

interface HookStore {
  workplace_id: string
  store_id: string
  platform: string
  epoch: number
  hook_secret: string
  connected_at: string
}

const storeOf = (ctx: JobCtx, token: string): Promise<HookStore | undefined> =>
  ctx.db.read(async (tx) => (await sql<HookStore>`select * from store_of_hook(${token})`.execute(tx)).rows[0])

/** A store in full swing is looked up once, not with every message; `handle` asks the database whether it still holds. */
const KNOWN_MS = 5_000
const known = new Map<string, { store: Promise<HookStore | undefined>; until: number }>()

async function knownStore(ctx: JobCtx, token: string): Promise<HookStore | undefined> {
  const now = performance.now()
  for (const [key, { until }] of known) {
    if (until > now) break // the oldest come first
    known.delete(key)
  }
  const store = known.get(token)?.store ?? storeOf(ctx, token)
  if (!known.has(token)) known.set(token, { store, until: now + KNOWN_MS })
  const found = await store.catch((error: unknown) => {
    known.delete(token)
    throw error
  })
  if (!found) known.delete(token) // it may be connected in this moment
  return found
}

const definitionOf = (ctx: JobCtx, platform: string) =>
  isChannel(platform) ? ctx.services.channels.definition(platform) : undefined

/** What a message says, its signature checked over the raw bytes. */
function webhookOf(ctx: JobCtx, store: HookStore, request: ReceivedRequest): StoreWebhook | null {
  const definition = definitionOf(ctx, store.platform)
  if (!definition) return null
  const secrets = appSecrets(ctx, definition) ?? [ctx.secrets.open(store.hook_secret)]
  return acceptedMessage(request, secrets, definition.webhooks?.verify)
}

const Webhook = z.object({
  what: z.enum(WEBHOOK_SUBJECTS),
  remote_id: z.string().nullable(),
  happened_at: z.coerce.date<Date>().nullable(),
})

/** Messages of one store about one kind of thing: noted together, and told once. */
async function handle(ctx: JobCtx, deliveries: Delivery<z.output<typeof Webhook>>[]): Promise<void> {
  const store = await storeOf(ctx, deliveries[0]?.account_key ?? '')
  if (!store) return // disconnected meanwhile
  const webhooks = deliveries.map(({ found }) => found)
  const { workplace_id, store_id } = store
  const id = { workplace_id, store_id }
  const about = (what: string) => [
    ...new Set(
      webhooks.flatMap((webhook) => (webhook.what === what && webhook.remote_id !== null ? [webhook.remote_id] : [])),
    ),
  ]
  await ctx.as({ workplace_id }).tx(async (tx) => {
    // One that was sent before this connection was made is about the one before it.
    const isOver = webhooks.some(
      ({ what, happened_at }) =>
        what === 'uninstalled' && !(happened_at && happened_at.getTime() < Date.parse(store.connected_at)),
    )
    if (isOver && (await endConnection(tx, id, ctx.now)))
      await notifyMembers(tx, id, 'store_uninstalled', `${store.epoch}`)
    const orders = about('order')
    if (orders.length > 0) await emit(tx, 'store.orders_changed_remotely', { ...id, remote_ids: orders })
    if (webhooks.some(({ what }) => what === 'plan')) await emit(tx, 'store.plan_changed_remotely', id)
    // A store counts its own stock down with every sale: that alone is nothing to put right.
    const products = about('product')
    if (products.length === 0) return
    await sql`insert into store_dirty (workplace_id, store_id, remote_id)
      select ${workplace_id}, ${store_id}, remote_id from unnest(${products}::text[]) as p (remote_id) order by remote_id
      on conflict (workplace_id, store_id, remote_id) do update set changed_at = now()`.execute(tx)
    await emit(tx, 'store.changed_remotely', id)
  })
}

/** What stores tell us. A hint to read, never data: `handle` only notes what is to be read. */
const messages: Receiver<typeof Webhook> = {
  vendor: 'stores',
  path: '/stores/:token',
  found: Webhook,
  async verify(ctx, request: ReceivedRequest) {
    const token = request.params['token'] ?? ''
    const store = await knownStore(ctx, token)
    const webhook = store && webhookOf(ctx, store, request)
    if (!webhook) refuse('unauthorized') // whatever is wrong is answered alike
    const { delivery_id, topic, what, remote_id, happened_at } = webhook
    return {
      delivery_id: `${store.store_id} ${delivery_id}`.slice(0, 200),
      topic,
      // Found again by `handle`. The same store under a new connection has another one.
      account_key: token,
      lane: what,
      found: { what, remote_id, happened_at },
    }
  },
  handle: (ctx, delivery) => handle(ctx, [delivery]),
  handleTogether: handle,
}

/** There is a request to read: the store says no more, and gives the message no id. Reading twice changes nothing. */
const requests: Receiver = {
  vendor: 'stores.requests',
  path: '/stores/:token/fulfillment_order_notification',
  async verify(ctx, request) {
    const token = request.params['token'] ?? ''
    const store = await storeOf(ctx, token)
    const definition = store && definitionOf(ctx, store.platform)
    if (!definition || !acceptedMessage(request, appSecrets(ctx, definition), definition.requests?.verify))
      refuse('unauthorized')
    return { delivery_id: `${store.store_id} ${randomUUID()}`, topic: 'request', account_key: token, lane: 'request' }
  },
  async handle(ctx, { account_key }) {
    const store = await storeOf(ctx, account_key)
    if (!store) return // disconnected meanwhile
    const { workplace_id, store_id } = store
    await ctx
      .as({ workplace_id })
      .tx((tx) => emit(tx, 'store.requests_changed_remotely', { workplace_id, store_id, by_webhook: true }))
  },
}

const Keys = z.object({
  user_id: z.coerce.string().max(200),
  consumer_key: z.string().max(200),
  consumer_secret: z.string().max(200),
  key_permissions: z.string().max(50),
})

/** Some platforms hand their keys over themselves, unsigned. The ticket says for whom; the keys are proved when they are used. */
const keys: Receiver = {
  vendor: 'stores.keys',
  path: KEYS_HOOK,
  keepsBody: false,
  async verify(ctx, { raw }) {
    const read = Keys.safeParse(parse(raw))
    if (!read.success) refuse('unauthorized')
    const { user_id: ticket, ...given } = read.data
    const sealed = ctx.secrets.seal(JSON.stringify(given))
    const taken = await ctx.db.tx(
      async (tx) =>
        (await sql<{ ok: boolean }>`select give_store_keys(${tokenHash(ticket)}, ${sealed}) as ok`.execute(tx)).rows[0],
    )
    if (!taken?.ok) refuse('unauthorized')
    return { delivery_id: createHash('sha256').update(raw).digest('hex'), topic: 'keys', account_key: 'keys' }
  },
  handle: async () => undefined, // everything was done when they came
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return null
  }
}

export const receivers = [messages, requests, keys, ...complianceReceivers]
