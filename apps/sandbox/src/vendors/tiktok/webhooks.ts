import { randomInt } from 'node:crypto'
import { productId } from './ids.ts'
import { signBody } from './signature.ts'
import type { Shop, TikTokWorld } from './tables.ts'

export const TOPICS = {
  ORDER_STATUS_CHANGE: 1,
  RECIPIENT_ADDRESS_UPDATE: 3,
  PACKAGE_UPDATE: 4,
  PRODUCT_STATUS_CHANGE: 5,
  SELLER_DEAUTHORIZATION: 6,
  UPCOMING_AUTHORIZATION_EXPIRATION: 7,
  CANCELLATION_STATUS_CHANGE: 11,
  RETURN_STATUS_CHANGE: 12,
  NEW_CONVERSATION: 13,
  NEW_MESSAGE: 14,
  PRODUCT_INFORMATION_CHANGE: 15,
  PRODUCT_CREATION: 16,
  PRODUCT_CATEGORY_CHANGE: 18,
  PRODUCT_AUDIT_STATUS_CHANGE: 37,
} as const
export type Topic = keyof typeof TOPICS
export const isTopic = (text: unknown): text is Topic => typeof text === 'string' && text in TOPICS

const nanoId = () => `73271123${String(randomInt(10 ** 11)).padStart(11, '0')}`

/** To the one address that a shop has for this topic. Retries repeat the id and the body. */
export async function announce(world: TikTokWorld, shop: Pick<Shop, 'id'>, topic: Topic, data: object): Promise<void> {
  const to = await world.db
    .selectFrom('webhooks')
    .innerJoin('shops', 'shops.id', 'webhooks.shop')
    .select(['address', 'lost_webhooks'])
    .where('shop', '=', shop.id)
    .where('event_type', '=', topic)
    .executeTakeFirst()
  if (!to || world.random() * 100 < to.lost_webhooks) return
  const timestamp = Math.floor(world.now().getTime() / 1000)
  const body = JSON.stringify({
    type: TOPICS[topic],
    tts_notification_id: nanoId(),
    shop_id: shop.id,
    timestamp,
    data: { ...data, update_time: timestamp },
  })
  // In some messages the id is a number with more digits than most readers keep.
  const text = topic === 'PRODUCT_INFORMATION_CHANGE' ? body : body.replace(/"product_id":"(\d+)"/, '"product_id":$1')
  await world.callback(topic, to.address, text, {}, (sent) => ({ authorization: signBody(sent) }))
}

export const announceContent = (
  world: TikTokWorld,
  shop: Pick<Shop, 'id'>,
  product: number,
  changed_fields: readonly string[],
  change_source: 'SELLER_CENTER' | 'OPEN_API',
) =>
  announce(world, shop, 'PRODUCT_INFORMATION_CHANGE', { product_id: productId(product), change_source, changed_fields })

export const announceStatus = (world: TikTokWorld, shop: Pick<Shop, 'id'>, product: number, status: string) =>
  announce(world, shop, 'PRODUCT_STATUS_CHANGE', { product_id: productId(product), status, suspended_reason: '' })
