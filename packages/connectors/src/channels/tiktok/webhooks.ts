import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { acceptedSecrets } from '../../old-secrets.ts'
import { parseVendorJson } from '../../vendor-json.ts'
import type { ReceivedMessage, StoreWebhook, Subscription } from '../channel.ts'
import type { App } from './app.ts'
import { ask, send, type TikTokCall, type TikTokWriteCall } from './client.ts'
import { Nothing, Webhooks } from './schemas.ts'
import { signMessage } from './sign.ts'

const PATH = '/event/202309/webhooks'

/** A message has a number where its subscription has a name. */
const TYPES: Record<number, { topic: string; what: StoreWebhook['what'] }> = {
  1: { topic: 'ORDER_STATUS_CHANGE', what: 'order' },
  3: { topic: 'RECIPIENT_ADDRESS_UPDATE', what: 'order' },
  4: { topic: 'PACKAGE_UPDATE', what: 'order' },
  5: { topic: 'PRODUCT_STATUS_CHANGE', what: 'product' },
  6: { topic: 'SELLER_DEAUTHORIZATION', what: 'uninstalled' },
  7: { topic: 'UPCOMING_AUTHORIZATION_EXPIRATION', what: 'other' },
  11: { topic: 'CANCELLATION_STATUS_CHANGE', what: 'order' },
  12: { topic: 'RETURN_STATUS_CHANGE', what: 'order' },
  15: { topic: 'PRODUCT_INFORMATION_CHANGE', what: 'product' },
  16: { topic: 'PRODUCT_CREATION', what: 'product' },
  37: { topic: 'PRODUCT_AUDIT_STATUS_CHANGE', what: 'product' },
}

export const TOPICS = Object.values(TYPES).map(({ topic }) => topic)

/** One address per topic and shop. Both name it, because a later one replaces it. */
const nameOf = (topic: string, url: string) => `${topic} ${url}`

export async function listSubscriptions(call: TikTokCall): Promise<Subscription[]> {
  const { webhooks } = await ask(call, { path: PATH }, Webhooks)
  return webhooks.map(({ event_type: topic, address: url }) => ({
    remote_id: nameOf(topic, url),
    topic,
    url,
    // It is never switched off: a message is tried five times and then dropped.
    active: true,
  }))
}

export async function subscribe(call: TikTokWriteCall, { topic, url }: { topic: string; url: string }) {
  const body = { address: url, event_type: topic }
  const sent = await send(call, { method: 'PUT', path: PATH, body }, Nothing)
  return sent.outcome === 'done' ? { outcome: 'done' as const, reply: { remote_id: nameOf(topic, url) } } : sent
}

/** Only while it still leads there: by its topic alone, the address that took its place would go. */
export async function unsubscribe(call: TikTokWriteCall, { remote_id }: { remote_id: string }) {
  let there
  try {
    there = (await listSubscriptions(call)).find((one) => one.remote_id === remote_id)
  } catch (error) {
    return { outcome: 'not_sent' as const, reason: error instanceof Error ? error.message : 'no answer' }
  }
  if (!there) return { outcome: 'done' as const, reply: {} }
  return send(call, { method: 'DELETE', path: PATH, body: { event_type: there.topic } }, Nothing)
}

/** Messages are signed with the key and a secret of the application. */
export const secretsOf = ({ app_key, app_secret, old_secrets }: App, now: Date): string[] =>
  acceptedSecrets(app_secret, old_secrets, now).map((secret) => `${app_key} ${secret}`)

const Id = z.union([z.string(), z.number()]).transform(String)
const Message = z.object({
  type: z.number(),
  tts_notification_id: Id,
  timestamp: z.number().optional(),
  data: z.object({ product_id: Id.optional(), order_id: Id.optional() }).catch({}),
})

export function verify({ raw, header }: ReceivedMessage, secret: string): StoreWebhook | null {
  const [app_key = '', app_secret = ''] = secret.split(' ')
  const wanted = signMessage(raw, app_key, app_secret)
  const given = Buffer.from(header('authorization') ?? '', 'hex')
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
  const message = Message.safeParse(parseVendorJson(new TextDecoder().decode(raw))).data
  if (!message) return null
  const { topic, what } = TYPES[message.type] ?? { topic: `type ${message.type}`, what: 'other' as const }
  const { product_id, order_id } = message.data
  return {
    delivery_id: message.tts_notification_id,
    topic,
    what,
    remote_id: (what === 'product' ? product_id : what === 'order' ? order_id : undefined) ?? null,
    happened_at: message.timestamp === undefined ? null : new Date(message.timestamp * 1000),
  }
}
