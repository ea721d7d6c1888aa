import { randomUUID } from 'node:crypto'
import { signBody } from './signature.ts'
import { gid } from './ids.ts'
import { API_VERSION } from './shops.ts'
import type { Shop, ShopifyWorld } from './tables.ts'

/** As they stand in the header, and as faults are aimed at them. */
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
export type Topic = (typeof TOPICS)[number]
export const COMPLIANCE = ['customers/data_request', 'customers/redact', 'shop/redact'] as const

const topicName = (topic: string): string => topic.toUpperCase().replace('/', '_')

type ShopRef = Pick<Shop, 'domain'>

export function deliver(world: ShopifyWorld, shop: ShopRef, topic: string, url: string, body: unknown): Promise<void> {
  const headers = {
    'x-shopify-topic': topic,
    'x-shopify-shop-domain': shop.domain,
    'x-shopify-api-version': API_VERSION,
    'x-shopify-webhook-id': randomUUID(),
    'x-shopify-event-id': randomUUID(),
    'x-shopify-triggered-at': world.now().toISOString(),
  }
  // The signature is of the body alone, so it is the same for every attempt.
  return world.callback(topic, url, body, headers, (text) => ({ 'x-shopify-hmac-sha256': signBody(text) }))
}

/** To everyone who subscribed at this shop. */
export async function announce(world: ShopifyWorld, shop: ShopRef, topic: Topic, body: unknown): Promise<void> {
  const subscriptions = await world.db
    .selectFrom('subscriptions')
    .innerJoin('shops', 'shops.domain', 'subscriptions.shop')
    .select(['uri', 'lost_webhooks'])
    .where('shop', '=', shop.domain)
    .where('topic', '=', topicName(topic))
    .execute()
  for (const { uri, lost_webhooks } of subscriptions)
    if (world.random() * 100 >= lost_webhooks) await deliver(world, shop, topic, uri, body)
}

/** Webhooks still have the shape of the old REST resources: numbers as ids. */
export const restProduct = (product: { id: number; handle: string; updated_at: Date; body: { title: string } }) => ({
  id: product.id,
  admin_graphql_api_id: gid('Product', product.id),
  title: product.body.title,
  handle: product.handle,
  updated_at: product.updated_at.toISOString(),
})
