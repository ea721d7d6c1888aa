import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ReceivedMessage, StoreWebhook, Subscription } from '../channel.ts'
import { parseVendorJson } from '../../vendor-json.ts'
import { ask, send, type WooCall, type WooWriteCall } from './client.ts'
import { Webhook, WebhookList } from './schemas.ts'

export const TOPICS = [
  'product.created',
  'product.updated',
  'product.deleted',
  'product.restored',
  'order.created',
  'order.updated',
  'order.deleted',
  'order.restored',
] as const

const PATH = '/wc/v3/webhooks'

export async function listSubscriptions(call: WooCall): Promise<Subscription[]> {
  const query = { per_page: '100', status: 'all' }
  const found = await ask(call, call.credentials, { path: PATH, query }, WebhookList)
  return found.map(({ id, topic, delivery_url, status }) => ({
    remote_id: String(id),
    topic,
    url: delivery_url,
    // A store that failed to deliver too often switches it off by itself.
    active: status === 'active',
  }))
}

export async function subscribe(call: WooWriteCall, input: { topic: string; url: string; secret: string }) {
  const { topic, url, secret } = input
  const body = { name: `Omni ${topic}`, topic, delivery_url: url, secret, status: 'active' }
  const sent = await send(call, { method: 'POST', path: PATH, body }, Webhook)
  return sent.outcome === 'done' ? { outcome: 'done' as const, reply: { remote_id: String(sent.reply.id) } } : sent
}

/** Webhooks have no bin. */
export const unsubscribe = (call: WooWriteCall, { remote_id }: { remote_id: string }) =>
  send(call, { method: 'DELETE', path: `${PATH}/${remote_id}`, query: { force: 'true' } }, z.unknown())

const Payload = z.object({
  id: z.union([z.int(), z.string()]).optional(),
  /** Of a variation: the product it belongs to. */
  parent_id: z.int().catch(0),
  date_modified_gmt: z.string().nullish().catch(null),
})

/** Sent when a webhook is made. It has no signature, and says nothing but its own number. */
const PING = /^webhook_id=\d{1,18}$/

export function verify(message: ReceivedMessage, secret: string): StoreWebhook | null {
  const text = Buffer.from(message.raw).toString('utf8')
  const given = message.header('x-wc-webhook-signature')
  if (given === undefined) return PING.test(text) ? ping(text) : null
  const right = createHmac('sha256', secret).update(message.raw).digest()
  const claimed = Buffer.from(given, 'base64')
  if (claimed.length !== right.length || !timingSafeEqual(claimed, right)) return null
  const topic = message.header('x-wc-webhook-topic') ?? ''
  const payload = Payload.safeParse(parseVendorJson(text)).data
  const changed = payload?.date_modified_gmt ?? ''
  const id = payload?.parent_id ? payload.parent_id : payload?.id
  return {
    // The store's own delivery id repeats within a second.
    delivery_id: digest([topic, String(payload?.id ?? ''), changed, text]),
    topic,
    remote_id: id === undefined ? null : String(id),
    what: whatOf(topic),
    happened_at: changed === '' ? null : dateOf(changed),
  }
}

const ping = (text: string): StoreWebhook => ({
  delivery_id: digest(['ping', text]),
  topic: 'ping',
  remote_id: null,
  what: 'ping',
  happened_at: null,
})

function whatOf(topic: string): StoreWebhook['what'] {
  if (topic.startsWith('product.')) return 'product'
  return topic.startsWith('order.') ? 'order' : 'other'
}

function dateOf(gmt: string): Date | null {
  const at = new Date(`${gmt.replace(/Z$/, '')}Z`)
  return Number.isNaN(at.getTime()) ? null : at
}

const digest = (parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('hex')
