import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { homeOf, type Site, type WooWorld } from './auth.ts'
import { type Post, showProducts } from './show.ts'
import type { WooTables } from './tables.ts'
import { gmtDate, siteDate, wpError } from './wp.ts'

type Hook = Selectable<WooTables['webhooks']>
export const TOPICS = ['order', 'product', 'customer', 'coupon'].flatMap((resource) =>
  ['created', 'updated', 'deleted', 'restored'].map((event) => `${resource}.${event}`),
)
const AGENT = 'WooCommerce/10.0.2 Hookshot (WordPress/6.8.8)'
/** The counter must already be above it: the seventh failure in a row switches a webhook off. */
const MOST_FAILURES = 5

const sign = (body: string, secret: string) => createHmac('sha256', secret).update(body, 'utf8').digest('base64')

export const announce = (world: WooWorld, site: Site, post: Post, event: string) =>
  sendWebhook(world, site, `product.${event}`, async () =>
    event === 'deleted' ? { id: post.id } : (await showProducts(world, site, [post]))[0],
  )

/** Tells every active webhook of the topic, once. A delivery that fails is lost. */
export async function sendWebhook(world: WooWorld, site: Site, topic: string, show: () => Promise<unknown>) {
  const hooks = await world.db
    .selectFrom('webhooks')
    .selectAll()
    .where('site', '=', site.site)
    .where('topic', '=', topic)
    .where('status', '=', 'active')
    .execute()
  if (hooks.length === 0) return
  const body = JSON.stringify(await show())
  for (const hook of hooks) await deliver(world, site, hook, body)
}

async function deliver(world: WooWorld, site: Site, hook: Hook, body: string) {
  const second = Math.floor(world.now().getTime() / 1000)
  const [resource = '', event = ''] = hook.topic.split('.')
  const headers = {
    'user-agent': AGENT,
    'x-wc-webhook-source': `${homeOf(world, site)}/`,
    'x-wc-webhook-topic': hook.topic,
    'x-wc-webhook-resource': resource,
    'x-wc-webhook-event': event,
    'x-wc-webhook-signature': sign(body, hook.secret),
    'x-wc-webhook-id': String(hook.id),
    // Of the hook and the second: not unique.
    'x-wc-webhook-delivery-id': createHash('md5').update(`${hook.id}${second}`).digest('hex'),
  }
  await world.callback(hook.topic, hook.delivery_url, body, headers, undefined, (status) =>
    judgeDelivery(world, hook.id, status),
  )
}

async function judgeDelivery(world: WooWorld, id: number, status: number | undefined) {
  const one = world.db.updateTable('webhooks').where('id', '=', id)
  if (status !== undefined && status >= 200 && status < 303) return void (await one.set({ failures: 0 }).execute())
  const hook = await world.db.selectFrom('webhooks').select('failures').where('id', '=', id).executeTakeFirst()
  if (!hook) return
  const over = hook.failures > MOST_FAILURES
  await one.set(over ? { status: 'disabled' } : { failures: hook.failures + 1 }).execute()
}

export function showHook(site: Site, hook: Hook) {
  const [resource = '', event = ''] = hook.topic.split('.')
  const dates = { local: siteDate(hook.created_at, site.utc_offset_h), gmt: gmtDate(hook.created_at) }
  return {
    id: hook.id,
    name: hook.name,
    status: hook.status,
    topic: hook.topic,
    resource,
    event,
    hooks: [`woocommerce_${resource}_${event}`],
    delivery_url: hook.delivery_url,
    date_created: dates.local,
    date_created_gmt: dates.gmt,
    date_modified: dates.local,
    date_modified_gmt: dates.gmt,
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

export async function createHook(world: WooWorld, site: Site, body: Record<string, unknown>) {
  const topic = text(body['topic']).toLowerCase()
  if (!TOPICS.includes(topic))
    throw wpError(400, 'woocommerce_rest_shop_webhook_invalid_topic', 'Webhook topic is required and must be valid.')
  const delivery_url = text(body['delivery_url'])
  if (!/^https?:\/\//.test(delivery_url) || !URL.canParse(delivery_url))
    throw wpError(
      400,
      'woocommerce_rest_shop_webhook_invalid_delivery_url',
      'Webhook delivery URL must be a valid URL starting with http:// or https://.',
    )
  const hook = await world.db
    .insertInto('webhooks')
    .values({
      site: site.site,
      name: text(body['name']) || 'Webhook',
      topic,
      delivery_url,
      secret: text(body['secret']) || randomBytes(25).toString('hex'),
      status: 'active',
      failures: 0,
      created_at: world.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  // Unsigned, and its failure changes nothing.
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': AGENT }
  await world.callback('ping', delivery_url, `webhook_id=${hook.id}`, headers, undefined, async () => undefined)
  return hook
}
