import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { parseVendorJson } from '../../vendor-json.ts'
import type { ComplianceMessage, ReceivedMessage, StoreWebhook } from '../channel.ts'

/** What can be subscribed to through the API. */
export const TOPICS = [
  'products/create',
  'products/update',
  'products/delete',
  'inventory_levels/update',
  'orders/create',
  'orders/updated',
  'orders/cancelled',
  'refunds/create',
  'app/uninstalled',
  'app_subscriptions/update',
  'app_purchases_one_time/update',
] as const

/** These three cannot be subscribed to: their address stands in the app's settings at Shopify. */
const COMPLIANCE_TOPICS = ['customers/data_request', 'customers/redact', 'shop/redact'] as const

/** products/create -> PRODUCTS_CREATE */
export const topicName = (topic: string): string => topic.toUpperCase().replace('/', '_')
export const topicOf = (name: string): string => TOPICS.find((topic) => topicName(topic) === name) ?? name.toLowerCase()

/** Ids are numbers in these bodies, some too long for JavaScript. */
const Id = z.union([z.number().int(), z.string().regex(/^\d+$/)])
const Subject = z.object({ id: Id.optional(), inventory_item_id: Id.optional(), order_id: Id.optional() })

type What = StoreWebhook['what']

function whatOf(topic: string): What {
  if ((COMPLIANCE_TOPICS as readonly string[]).includes(topic)) return 'compliance'
  if (topic === 'app/uninstalled') return 'uninstalled'
  const kinds: Record<string, What> = {
    products: 'product',
    inventory_levels: 'inventory',
    orders: 'order',
    refunds: 'order',
    app_subscriptions: 'plan',
    app_purchases_one_time: 'plan',
  }
  return kinds[topic.split('/')[0] ?? ''] ?? 'other'
}

/** The ids that the API uses. A change of stock names the item that is counted, a refund the order it belongs to. */
function subjectOf(what: What, body: unknown): string | null {
  const subject = Subject.safeParse(body).data
  if (what === 'order' && subject?.order_id !== undefined) return `gid://shopify/Order/${subject.order_id}`
  if (what === 'inventory')
    return subject?.inventory_item_id === undefined ? null : `gid://shopify/InventoryItem/${subject.inventory_item_id}`
  if (subject?.id === undefined || (what !== 'product' && what !== 'order')) return null
  return `gid://shopify/${what === 'product' ? 'Product' : 'Order'}/${subject.id}`
}

/** Over the bytes as they came, in base64. */
export function isSigned({ raw, header }: ReceivedMessage, secret: string): boolean {
  const wanted = createHmac('sha256', secret).update(raw).digest()
  const given = Buffer.from(header('x-shopify-hmac-sha256') ?? '', 'base64')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

export function verify(message: ReceivedMessage, secret: string): StoreWebhook | null {
  const { raw, header } = message
  if (!isSigned(message, secret)) return null
  const topic = header('x-shopify-topic') ?? ''
  const delivery_id = header('x-shopify-webhook-id')
  if (!delivery_id) return null
  const what = whatOf(topic)
  const happened = Date.parse(header('x-shopify-triggered-at') ?? '')
  return {
    delivery_id,
    topic,
    what,
    remote_id: subjectOf(what, parseVendorJson(new TextDecoder().decode(raw))),
    happened_at: Number.isNaN(happened) ? null : new Date(happened),
  }
}

const Shop = z.string().regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/)
const Redaction = z.object({ orders_to_redact: z.array(Id) })

export function verifyCompliance(message: ReceivedMessage, secret: string): ComplianceMessage | null {
  const { raw, header } = message
  const webhook = verify(message, secret)
  const shop = Shop.safeParse(header('x-shopify-shop-domain'))
  if (webhook?.what !== 'compliance' || !shop.success) return null
  const { delivery_id, topic } = webhook
  const asking = (asks: ComplianceMessage['asks']) => ({ delivery_id, topic, platform_domain: shop.data, asks })
  if (topic === 'customers/data_request') return asking({ for: 'export' })
  if (topic === 'shop/redact') return asking({ for: 'forget_store' })
  const named = Redaction.safeParse(parseVendorJson(new TextDecoder().decode(raw))).data?.orders_to_redact ?? []
  return asking({ for: 'forget_customer', remote_order_ids: named.map((id) => `gid://shopify/Order/${id}`) })
}
