import { setTimeout } from 'node:timers/promises'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { StoreHealth } from '@omni/domain/stores/store-health.ts'
import type { BaseCtx } from '../../platform/ctx.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { checkHealth } from './jobs.ts'
import { recordCurrency } from './record-currency.ts'
import { endAccess, openStore, type OpenStore, type StoreId } from './open-store.ts'

const HOUR_MS = 3_600_000
/** Subscriptions are looked at this often (channels design, section 5). */
const EVERY_MS = HOUR_MS
const RENEW_WITHIN_MS = 2 * HOUR_MS
const AGAIN_MS = HOUR_MS / 4
const SEND_WITHIN_MS = 5_000

/** Renews tokens before their end, repairs lost subscriptions and notes the health that the channels page shows. */
export const checkHealthJob = work(checkHealth, async (ctx, id) => {
  const health = await checkStore(ctx, id)
  if (health === 'disconnected' || health === 'expired') return // connecting again starts it anew
  const next = new Date(ctx.now.getTime() + (health === 'ok' ? EVERY_MS : AGAIN_MS))
  await ctx.db.tx((tx) => enqueue(tx, checkHealth, id, next))
})

/** Looks now, mends what can be mended, and notes what it found. */
export async function checkStore(
  ctx: Pick<BaseCtx, 'as' | 'secrets' | 'services' | 'now' | 'config' | 'log'>,
  id: StoreId,
): Promise<StoreHealth> {
  const store = await openStore(ctx, id)
  if (!store) return 'disconnected'
  const health = await lookAt(ctx, store)
  await ctx.as({ workplace_id: id.workplace_id }).tx(async (tx) => {
    if (health === 'expired') await endAccess(tx, ctx, id)
    else
      await tx
        .updateTable('store_connections')
        .set({ health, checked_at: ctx.now })
        .where('workplace_id', '=', id.workplace_id)
        .where('store_id', '=', id.store_id)
        .where('epoch', '=', store.epoch)
        .execute()
    await publishToWorkplace(tx, id.workplace_id, 'stores.changed', {})
  })
  return health
}

type CheckCtx = Pick<BaseCtx, 'as' | 'secrets' | 'now' | 'config' | 'log' | 'services'>

async function lookAt(ctx: CheckCtx, store: OpenStore): Promise<StoreHealth> {
  try {
    await store.channel.keepAlive(RENEW_WITHIN_MS)
    await recordCurrency(ctx, store, (await store.channel.store(null)).currency)
    return (await repairSubscriptions(ctx, store)) ? 'ok' : 'webhooks_lost'
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    ctx.log.warn({ store_id: store.store_id, err: error }, 'a store could not be looked after')
    if (error.code === 'SHOP_INACTIVE') return 'closed'
    return error.kind === 'auth_expired' ? 'expired' : 'unreachable'
  }
}

export const hookUrl = (public_url: string, hook_token: string) =>
  new URL(`/hooks/stores/${hook_token}`, public_url).href

/** Missing, switched off or misdirected subscriptions are made anew. Made twice they would only say things twice. */
async function repairSubscriptions(
  { config, log }: Pick<BaseCtx, 'config' | 'log'>,
  { channel, hook_token, hook_secret, store_id }: OpenStore,
): Promise<boolean> {
  const { webhooks } = channel
  if (!webhooks) return true
  const url = hookUrl(config.PUBLIC_URL, hook_token)
  const there = await webhooks.list(null)
  const own = there.filter((one) => isOurs(one.url, config.PUBLIC_URL))
  let complete = true
  for (const topic of channel.definition.webhooks?.topics ?? []) {
    if (own.some((one) => one.topic === topic && one.url === url && one.active)) continue
    const send = await webhooks.subscribe.prepare({ topic, url, secret: hook_secret })
    const made = await send(performance.now() + SEND_WITHIN_MS)
    if (made.outcome === 'done') continue
    log.warn({ store_id, topic, made }, 'a subscription could not be made')
    complete = false
  }
  for (const { remote_id } of own.filter((one) => one.url !== url || !one.active)) {
    const send = await webhooks.unsubscribe.prepare({ remote_id })
    await send(performance.now() + SEND_WITHIN_MS)
  }
  return complete
}

const LEAVE_WITHIN_MS = 15_000

/** Before a store is let go: whoever tells an address that no longer listens is refused, and says so to its owner. */
export async function unsubscribeAll(
  ctx: Pick<BaseCtx, 'as' | 'secrets' | 'services' | 'now' | 'config' | 'log'>,
  id: StoreId,
): Promise<boolean> {
  const store = await openStore(ctx, id)
  const { webhooks } = store?.channel ?? {}
  if (!webhooks) return true
  const leave = async () => {
    let isDone = true
    for (const { remote_id, url } of await webhooks.list(null)) {
      if (!isOurs(url, ctx.config.PUBLIC_URL)) continue
      const send = await webhooks.unsubscribe.prepare({ remote_id })
      const left = await send(performance.now() + SEND_WITHIN_MS)
      isDone &&= left.outcome === 'done' || (left.outcome === 'refused' && left.kind === 'not_found')
    }
    return isDone
  }
  const tooLate = new AbortController()
  const waited = setTimeout(LEAVE_WITHIN_MS, false, { signal: tooLate.signal }).catch(() => false)
  const done = await Promise.race([
    leave().catch((err: unknown) => {
      ctx.log.warn({ store_id: id.store_id, err }, 'a store was let go with its subscriptions')
      return false
    }),
    waited,
  ])
  tooLate.abort()
  return done
}

const isOurs = (url: string, public_url: string) => url.startsWith(new URL('/hooks/stores/', public_url).href)
