import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { RemoteOrder } from '@omni/domain/orders/document.ts'
import { sql } from 'kysely'
import { timeNow } from '../../platform/clock.ts'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { emit } from '../../platform/outbox.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { allOrEach, throwFirst } from '../../platform/together.ts'
import { openStore, type OpenStore, type StoreId } from '../stores/open-store.ts'
import { readById } from '../stores/read-by-id.ts'
import { productSettings } from '../product-settings/settings.ts'
import { handleOrders, emitIfBought } from './handle-order.ts'
import { readChangedOrders, readPendingOrders } from './jobs.ts'
import { recordEvents } from './order-events.ts'
import { regroupOrders } from './regroup.ts'

const MINUTE_MS = 60_000
/** What webhooks lost is found within five minutes. */
export const CHANGED_EVERY_MS = 4 * MINUTE_MS
/** The store's clock is not ours, and its list may lag: a window begins a little before the newest that was seen. */
const OVERLAP_MS = 5 * MINUTE_MS
/** spec: not shown. So far back a store is read when it is connected. */
const FIRST_READ_MS = 30 * 24 * 60 * MINUTE_MS
const AT_ONCE = 50
/** Several messages about one order come together; the last one is what is read. */
const PENDING_PAUSE_MS = 1_000

/** A page of orders in one transaction. Where that fails, each in its own: one that cannot be stored holds up no other. */
async function handlePage(ctx: JobCtx, store: OpenStore, found: readonly RemoteOrder[]): Promise<void> {
  const takes_new = await ctx.db.read((tx) => takesNew(tx, store))
  const outcomes = await allOrEach(found, (some) =>
    ctx.db.tx(async (tx) => {
      const changed = await handleOrders(tx, { ...store, takes_new }, some)
      if (changed) await publishToWorkplace(tx, store.workplace_id, 'orders.changed', {})
      return some
    }),
  )
  throwFirst(outcomes)
}

/** Orders of a channel come in unless the seller switched that off; what came in before is followed to its end. */
async function takesNew(tx: Tx, { workplace_id, platform }: OpenStore): Promise<boolean> {
  const { channels } = await productSettings(tx, workplace_id)
  return channels.find(({ channel }) => channel === platform)?.sync_order ?? true
}

/** Deleted in the store, or in its bin: nobody is to buy it. Taken out of the bin, the next read shows it as it is. */
async function handleGone(ctx: JobCtx, { workplace_id, store_id }: StoreId, remote_ids: readonly string[]) {
  if (remote_ids.length === 0) return
  await ctx.db.tx(async (tx) => {
    const taken = JSON.stringify({ cancelled_at: ctx.now.toISOString(), cancel_reason: 'deleted' })
    const { rows } = await sql<{ order_id: string }>`
      update orders set cancelled_at = ${ctx.now}, updated_at = now(), document = document || ${taken}::jsonb,
        whole = whole || ${taken}::jsonb
      where workplace_id = ${workplace_id} and store_id = ${store_id} and remote_id = any(${remote_ids}::text[])
        and cancelled_at is null returning order_id`.execute(tx)
    for (const { order_id } of rows) {
      const event = { kind: 'cancelled', params: { reason: 'deleted' }, who: 'store', happened_at: ctx.now } as const
      await recordEvents(tx, workplace_id, order_id, [event])
      await emitIfBought(tx, { workplace_id, order_id, because: 'channel' })
      await regroupOrders(tx, workplace_id, [order_id], { replan: false })
    }
    if (rows.length > 0) await publishToWorkplace(tx, workplace_id, 'orders.changed', {})
  })
}

export async function markPending(
  tx: Tx,
  { workplace_id, store_id, remote_ids }: StoreId & { remote_ids: string[] },
): Promise<void> {
  await sql`insert into order_dirty (workplace_id, store_id, remote_id, changed_at)
      select workplace_id, store_id, remote_id, clock_timestamp() from stores, unnest(${remote_ids}::text[]) as o (remote_id)
      where workplace_id = ${workplace_id} and store_id = ${store_id} order by remote_id
      on conflict (workplace_id, store_id, remote_id) do update set changed_at = excluded.changed_at`.execute(tx)
  const at = new Date(timeNow().getTime() + PENDING_PAUSE_MS)
  await enqueue(tx, readPendingOrders, { workplace_id, store_id }, at)
}

export const readPendingOrdersJob = work(readPendingOrders, async (ctx, id) => {
  const store = await openStore(ctx, id)
  if (!store?.channel.orders) return
  for (;;) {
    const { rows: webhooks } = await ctx.db.read((tx) =>
      sql<{ remote_id: string; changed_at: string }>`
        select remote_id, changed_at::text from order_dirty
        where workplace_id = ${id.workplace_id} and store_id = ${id.store_id}
        order by changed_at limit ${AT_ONCE}`.execute(tx),
    )
    if (webhooks.length === 0) return
    const remote_ids = webhooks.map((webhook) => webhook.remote_id)
    const { found, absent } = await readById(store.channel.orders.read, remote_ids)
    await handlePage(ctx, store, found)
    await handleGone(ctx, store, absent)
    // Hinted at again meanwhile: it stays, and is read again.
    await ctx.db.statement((tx) =>
      sql`delete from order_dirty d using unnest(${webhooks.map((webhook) => webhook.remote_id)}::text[],
          ${webhooks.map((webhook) => webhook.changed_at)}::text[]) as h (remote_id, changed_at)
        where d.workplace_id = ${id.workplace_id} and d.store_id = ${id.store_id} and d.remote_id = h.remote_id
          and d.changed_at = h.changed_at::timestamptz`.execute(tx),
    )
  }
})

export const readChangedOrdersJob = work(readChangedOrders, async (ctx, id) => {
  const store = await openStore(ctx, id)
  if (!store?.channel.orders) return
  try {
    await readChanged(ctx, store)
  } catch (error) {
    // A store that cannot be asked now is asked at the next time; its health says so.
    if (!(error instanceof VendorError)) throw error
    ctx.log.warn({ ...id, err: error }, 'the orders of a store could not be read')
  }
  const next = new Date(ctx.clock().getTime() + CHANGED_EVERY_MS)
  await ctx.db.tx(async (tx) => {
    if (store.channel.requests) await emit(tx, 'store.requests_changed_remotely', { ...id, by_webhook: false })
    await enqueue(tx, readChangedOrders, id, next)
  })
})

async function readChanged(ctx: JobCtx, store: OpenStore): Promise<void> {
  const { workplace_id, store_id, channel } = store
  const known = await ctx.db.read((tx) =>
    tx
      .selectFrom('order_cursors')
      .select('read_to')
      .where('workplace_id', '=', workplace_id)
      .where('store_id', '=', store_id)
      .executeTakeFirst(),
  )
  const from = known ? Date.parse(known.read_to) - OVERLAP_MS : ctx.clock().getTime() - FIRST_READ_MS
  let read_to = known ? Date.parse(known.read_to) : from
  let cursor: string | undefined
  do {
    const page = await channel.orders?.list({
      page_size: AT_ONCE,
      changed_since: new Date(from),
      ...(cursor !== undefined && { cursor }),
    })
    if (!page) return
    await handlePage(ctx, store, page.items)
    for (const { version } of page.items) read_to = Math.max(read_to, Date.parse(version))
    // By the store's own clock, and never "now": what it shows late is still in the next window.
    await ctx.db.tx((tx) =>
      sql`insert into order_cursors (workplace_id, store_id, read_to, read_at)
        values (${workplace_id}, ${store_id}, ${new Date(read_to)}, ${ctx.clock()})
        on conflict (workplace_id, store_id) do update set read_to = excluded.read_to, read_at = excluded.read_at`.execute(
        tx,
      ),
    )
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}
