import type { EventData } from '@omni/contracts/events.ts'
import { refundedOf, type RemoteOrder } from '@omni/domain/orders/document.ts'
import { saleKey } from '@omni/domain/orders/one-sale.ts'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../platform/db.ts'
import { emit } from '../../platform/outbox.ts'
import type { StoreId } from '../stores/open-store.ts'
import { type NewOrderEvent, recordEvents, recordEventsOfOrders } from './order-events.ts'
import { regroupOrders } from './regroup.ts'
import { followParts, lockSale, ordersOfSale, type SalePart } from './sale-parts.ts'
import { insertLines, searchTextOf, writeOrder } from './write-order.ts'

interface OrderStore extends StoreId {
  platform: string
  /** Left out: orders that nobody heard of before are taken. */
  takes_new?: boolean
}

/**
 * What a read of a store showed goes to the orders it is about; new ones are made. The same sale told twice, late or out
 * of order is one order, as it was last. Answers whether anything changed.
 */
export async function handleOrders(tx: Tx, store: OrderStore, remotes: readonly RemoteOrder[]): Promise<boolean> {
  // Always in one order, so that two who read the same never wait for one another.
  const sorted = remotes.toSorted((a, b) => (a.remote_id < b.remote_id ? -1 : 1))
  const mayBeCopy = (remote: RemoteOrder) => saleKey(store.platform, remote) !== null
  const changed = await handleOthers(
    tx,
    store,
    sorted.filter((remote) => !mayBeCopy(remote)),
  )
  for (const remote of sorted.filter(mayBeCopy)) {
    const twin = await findTwin(tx, store, remote)
    changed.push(...(twin ? await handleCopy(tx, store, twin, remote) : await handleOthers(tx, store, [remote])))
  }
  if (changed.length > 0) await regroupOrders(tx, store.workplace_id, changed, { replan: true })
  return changed.length > 0
}

/** What no other channel has brought. Answers the orders that changed: a sale that was split has several. */
async function handleOthers(tx: Tx, store: OrderStore, remotes: readonly RemoteOrder[]): Promise<string[]> {
  const made = store.takes_new === false ? new Map<string, string>() : await insertOrders(tx, store, remotes)
  const known = remotes.filter(({ remote_id }) => !made.has(remote_id))
  const changed = [...made.values()]
  for (const remote of known) changed.push(...(await handleKnown(tx, store, remote)))
  return changed
}

interface Twin {
  order_id: string
  cancelled_at: string | null
}

/** The same sale, which another channel brought before. Whoever comes first holds the key until the end. */
async function findTwin(
  tx: Tx,
  { workplace_id, store_id, platform }: OrderStore,
  remote: RemoteOrder,
): Promise<Twin | undefined> {
  const sale_key = saleKey(platform, remote)
  if (sale_key === null) return undefined
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${workplace_id} ${sale_key}`}, 46))`.execute(tx)
  const { rows } = await sql<Twin>`
    select order_id, cancelled_at from orders where workplace_id = ${workplace_id} and sale_key = ${sale_key}
      and (store_id, remote_id) is distinct from (${store_id}::uuid, ${remote.remote_id}::text)`.execute(tx)
  return rows[0]
}

/**
 * The order that came first is the one that is bought. The copy is written down, so that the timeline says where else it
 * stands; taken back there, it is taken back here. Answers the orders that changed.
 */
async function handleCopy(
  tx: Tx,
  { workplace_id, store_id, platform }: OrderStore,
  { order_id, cancelled_at }: Twin,
  remote: RemoteOrder,
): Promise<string[]> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into order_copies as c (workplace_id, store_id, remote_id, order_id, number, cancelled_at)
    values (${workplace_id}, ${store_id}, ${remote.remote_id}, ${order_id}, ${remote.number}, ${remote.cancelled_at}::timestamptz)
    on conflict (workplace_id, store_id, remote_id) do update set cancelled_at = excluded.cancelled_at
    where c.cancelled_at is distinct from excluded.cancelled_at
    returning xmax = 0 as is_new`.execute(tx)
  const [written] = rows
  if (!written) return []
  if (written.is_new)
    await recordEvents(tx, workplace_id, order_id, [
      {
        kind: 'also_in',
        params: { number: remote.number, channel: platform },
        who: 'store',
        happened_at: new Date(remote.created_at),
        once: `${store_id}/${remote.remote_id}`,
      },
    ])
  if (remote.cancelled_at === null || cancelled_at !== null) return [order_id]
  const { rows: parts } = await sql<{ order_id: string }>`
    update orders set cancelled_at = ${remote.cancelled_at}::timestamptz, updated_at = now()
    where workplace_id = ${workplace_id} and order_id in ${ordersOfSale(workplace_id, order_id)} and cancelled_at is null
    returning order_id`.execute(tx)
  const params = { reason: remote.cancel_reason }
  const happened_at = new Date(remote.cancelled_at)
  const event = { kind: 'cancelled', params, who: 'store', happened_at, once: remote.cancelled_at } as const
  for (const part of parts) {
    await recordEvents(tx, workplace_id, part.order_id, [event])
    await emitIfBought(tx, { workplace_id, order_id: part.order_id, because: 'channel' })
  }
  return parts.map((part) => part.order_id)
}

/** The new ones among them, by their ids in the store. */
async function insertOrders(
  tx: Tx,
  { workplace_id, store_id, platform }: OrderStore,
  remotes: readonly RemoteOrder[],
): Promise<Map<string, string>> {
  if (remotes.length === 0) return new Map()
  const sold = remotes.map((remote) => ({
    ...remote,
    document: remote,
    country_code: remote.address?.country_code ?? '',
    customer_name: remote.customer.name,
    sale_key: saleKey(platform, remote),
    search_text: searchTextOf(remote),
  }))
  const { rows } = await sql<{ order_id: string; remote_id: string }>`
    insert into orders (workplace_id, store_id, channel, remote_id, number, document, version, address, country_code,
      customer_name, currency, total, financial, fulfilment, cancelled_at, ordered_at, sale_key, search_text)
    select ${workplace_id}, ${store_id}, ${platform}, o.remote_id, o.number, o.document, o.version, o.address,
      o.country_code, o.customer_name, o.currency, o.total, o.financial, o.fulfilment, o.cancelled_at, o.created_at,
      o.sale_key, o.search_text
    from jsonb_to_recordset(${JSON.stringify(sold)}::jsonb) as o (remote_id text, number text, document jsonb,
      version text, address jsonb, country_code text, customer_name text, currency text, total bigint, financial text,
      fulfilment text, cancelled_at timestamptz, created_at timestamptz, sale_key text, search_text text)
    on conflict (store_id, remote_id, part_no) where store_id is not null do nothing
    returning order_id, remote_id`.execute(tx)
  const made = new Map(rows.map(({ order_id, remote_id }) => [remote_id, order_id]))
  const taken = remotes.flatMap((remote) => {
    const order_id = made.get(remote.remote_id)
    return order_id === undefined ? [] : [{ order_id, remote }]
  })
  await insertLines(tx, workplace_id, taken)
  await recordEventsOfOrders(
    tx,
    workplace_id,
    taken.map(({ order_id, remote }) => ({
      order_id,
      kind: 'received',
      params: { number: remote.number },
      who: 'store',
      happened_at: new Date(remote.created_at),
      once: '',
    })),
  )
  return made
}

/** Nothing changed, or what was read is older than what is known: nobody hears of it. */
async function handleKnown(tx: Tx, { workplace_id, store_id }: StoreId, remote: RemoteOrder): Promise<string[]> {
  const parts = await lockSale(tx, workplace_id, store_id, remote.remote_id)
  const [first] = parts
  if (!first || remote.version < first.version || isDeepStrictEqual(first.whole ?? first.document, remote)) return []
  const shares = first.whole ? await followParts(tx, workplace_id, parts, remote) : [remote]
  if (first.whole)
    await sql`update orders set whole = ${JSON.stringify(remote)}::jsonb
      where workplace_id = ${workplace_id} and order_id = ${first.order_id}`.execute(tx)
  for (const [at, share] of shares.entries()) {
    const part = parts[at]
    if (part) await handleShare(tx, workplace_id, part, share)
  }
  return parts.map(({ order_id }) => order_id)
}

async function handleShare(tx: Tx, workplace_id: string, known: SalePart, share: RemoteOrder): Promise<void> {
  const { order_id } = known
  // A repair of the seller's stands until the store says something else.
  const moved = !isDeepStrictEqual(known.document.address, share.address)
  await writeOrder(tx, workplace_id, order_id, share, moved ? share.address : known.address)
  const isOurs = await isReportedByUs(tx, workplace_id, order_id)
  const changes = changesOf(known.document, share).filter(({ kind }) => kind !== 'fulfilled_by_store' || !isOurs)
  await recordEvents(tx, workplace_id, order_id, changes)
  const because = stopReason(known.document, share)
  if (because) await emitIfBought(tx, { workplace_id, order_id, because })
}

/** What the store counts as sent is what we told it. */
async function isReportedByUs(tx: Tx, workplace_id: string, order_id: string): Promise<boolean> {
  const reported = await tx
    .selectFrom('store_fulfilments')
    .select('state')
    .where('workplace_id', '=', workplace_id)
    .where('order_id', '=', order_id)
    .where('send_no', '>', 0)
    .executeTakeFirst()
  return reported !== undefined
}

/** Why what is being bought for the order is not wanted as it was any more. */
function stopReason(before: RemoteOrder, after: RemoteOrder): 'channel' | 'edited' | null {
  if (before.cancelled_at === null && after.cancelled_at !== null) return 'channel'
  const wanted = ({ lines }: RemoteOrder) => lines.map((line) => [line.remote_line_id, line.current_quantity])
  const isSame = isDeepStrictEqual(wanted(before), wanted(after)) && isDeepStrictEqual(before.address, after.address)
  return isSame ? null : 'edited'
}

/** Whoever buys it hears of it, where anything was ever bought for it. */
export async function emitIfBought(tx: Tx, change: EventData<'order.changed'>): Promise<void> {
  const bought = await tx
    .selectFrom('supplier_orders')
    .select('supplier_order_id')
    .where('workplace_id', '=', change.workplace_id)
    .where('order_id', '=', change.order_id)
    .executeTakeFirst()
  if (bought) await emit(tx, 'order.changed', change)
}

const quantities = ({ lines }: RemoteOrder) => lines.map((line) => [line.remote_line_id, line.quantity])

/** What a seller wants to read in the timeline. */
function changesOf(before: RemoteOrder, after: RemoteOrder): NewOrderEvent[] {
  const events: NewOrderEvent[] = []
  const add = (
    kind: NewOrderEvent['kind'],
    params: Record<string, string | number> = {},
    { at = after.version, once }: { at?: string; once?: string } = {},
  ) => events.push({ kind, params, who: 'store', happened_at: new Date(at), ...(once !== undefined && { once }) })
  // What was added to the order later is paid later.
  if (before.financial !== 'paid' && after.financial === 'paid') add('paid', {}, { once: String(after.total) })
  if (!isDeepStrictEqual(quantities(before), quantities(after))) add('edited')
  if (!isDeepStrictEqual(before.address, after.address)) add('address_changed')
  const refunded = refundedOf(after) - refundedOf(before)
  const amounts = { amount: refunded, currency: after.currency }
  if (refunded > 0) add('refunded_by_store', amounts, { once: String(refundedOf(after)) })
  if (before.cancelled_at === null && after.cancelled_at !== null)
    add('cancelled', { reason: after.cancel_reason }, { at: after.cancelled_at, once: after.cancelled_at })
  if (before.fulfilment !== 'fulfilled' && after.fulfilment === 'fulfilled') add('fulfilled_by_store')
  return events
}
