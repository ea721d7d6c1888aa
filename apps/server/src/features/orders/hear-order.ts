import type { EventData } from '@omni/contracts/events.ts'
import { type OrderAddress, refundedOf, type RemoteOrder } from '@omni/domain/orders/document.ts'
import { saleKey } from '@omni/domain/orders/one-sale.ts'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../platform/db.ts'
import { emit } from '../../platform/outbox.ts'
import type { StoreId } from '../stores/open-store.ts'
import { type NewOrderEvent, noteEvents } from './order-events.ts'
import { regroupOrders } from './regroup.ts'

interface Known {
  order_id: string
  version: string
  document: RemoteOrder
  address: OrderAddress | null
}

/** What a person may search an order by. */
export const searchTextOf = ({ number, customer, lines }: Pick<RemoteOrder, 'number' | 'customer' | 'lines'>): string =>
  [number, customer.name, customer.email, ...lines.flatMap(({ title, sku }) => [title, sku])].join(' ').toLowerCase()

interface OrderStore extends StoreId {
  platform: string
  /** Left out: orders that nobody heard of before are taken. */
  takes_new?: boolean
}

/**
 * What a read of a store showed goes to the orders it is about; new ones are made. The same sale told twice, late or out
 * of order is one order, as it was last. Answers whether anything changed.
 */
export async function hearOrders(tx: Tx, store: OrderStore, remotes: readonly RemoteOrder[]): Promise<boolean> {
  const changed: string[] = []
  // Always in one order, so that two who read the same never wait for one another.
  for (const remote of remotes.toSorted((a, b) => (a.remote_id < b.remote_id ? -1 : 1))) {
    const order_id = await hearOrder(tx, store, remote)
    if (order_id !== null) changed.push(order_id)
  }
  if (changed.length > 0) await regroupOrders(tx, store.workplace_id, changed, { replan: true })
  return changed.length > 0
}

/** Null: nothing changed. */
async function hearOrder(tx: Tx, store: OrderStore, remote: RemoteOrder): Promise<string | null> {
  const { workplace_id, store_id } = store
  const twin = await findTwin(tx, store, remote)
  if (twin) return hearCopy(tx, store, twin, remote)
  const made = store.takes_new === false ? null : await insertOrder(tx, store, remote)
  const order_id = made ?? (await hearKnown(tx, store, remote))
  if (order_id === null) return null
  await writeLines(tx, workplace_id, order_id, remote)
  if (made !== null)
    await noteEvents(tx, workplace_id, order_id, [
      { kind: 'received', params: { number: remote.number }, who: 'store', happened_at: new Date(remote.created_at) },
    ])
  await sql`update orders set search_text = ${searchTextOf(remote)}
    where workplace_id = ${workplace_id} and order_id = ${order_id} and store_id = ${store_id}`.execute(tx)
  return order_id
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
 * stands; taken back there, it is taken back here. Answers the order; null: nothing changed.
 */
async function hearCopy(
  tx: Tx,
  { workplace_id, store_id, platform }: OrderStore,
  { order_id, cancelled_at }: Twin,
  remote: RemoteOrder,
): Promise<string | null> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into order_copies as c (workplace_id, store_id, remote_id, order_id, number, cancelled_at)
    values (${workplace_id}, ${store_id}, ${remote.remote_id}, ${order_id}, ${remote.number}, ${remote.cancelled_at}::timestamptz)
    on conflict (workplace_id, store_id, remote_id) do update set cancelled_at = excluded.cancelled_at
    where c.cancelled_at is distinct from excluded.cancelled_at
    returning xmax = 0 as is_new`.execute(tx)
  const [written] = rows
  if (!written) return null
  if (written.is_new)
    await noteEvents(tx, workplace_id, order_id, [
      {
        kind: 'also_in',
        params: { number: remote.number, channel: platform },
        who: 'store',
        happened_at: new Date(remote.created_at),
      },
    ])
  if (remote.cancelled_at === null || cancelled_at !== null) return order_id
  await sql`update orders set cancelled_at = ${remote.cancelled_at}::timestamptz, updated_at = now()
    where workplace_id = ${workplace_id} and order_id = ${order_id}`.execute(tx)
  const params = { reason: remote.cancel_reason }
  const happened_at = new Date(remote.cancelled_at)
  await noteEvents(tx, workplace_id, order_id, [{ kind: 'cancelled', params, who: 'store', happened_at }])
  await tellBuyers(tx, { workplace_id, order_id, because: 'channel' })
  return order_id
}

/** Null: somebody was there before. */
async function insertOrder(
  tx: Tx,
  { workplace_id, store_id, platform }: StoreId & { platform: string },
  remote: RemoteOrder,
): Promise<string | null> {
  const { rows } = await sql<{ order_id: string }>`
    insert into orders (workplace_id, store_id, channel, remote_id, number, document, version, address, country_code,
      customer_name, currency, total, financial, fulfilment, cancelled_at, ordered_at, sale_key)
    values (${workplace_id}, ${store_id}, ${platform}, ${remote.remote_id}, ${remote.number}, ${JSON.stringify(remote)}::jsonb,
      ${remote.version}, ${remote.address && JSON.stringify(remote.address)}::jsonb, ${remote.address?.country_code ?? ''},
      ${remote.customer.name}, ${remote.currency}, ${remote.total}, ${remote.financial}, ${remote.fulfilment},
      ${remote.cancelled_at}::timestamptz, ${remote.created_at}::timestamptz, ${saleKey(platform, remote)})
    on conflict (store_id, remote_id) where store_id is not null do nothing returning order_id`.execute(tx)
  return rows[0]?.order_id ?? null
}

/** Null: nothing changed, or what was read is older than what is known. */
async function hearKnown(tx: Tx, { workplace_id, store_id }: StoreId, remote: RemoteOrder): Promise<string | null> {
  const { rows } = await sql<Known>`
    select order_id, version, document, address from orders
    where workplace_id = ${workplace_id} and store_id = ${store_id} and remote_id = ${remote.remote_id} for update`.execute(
    tx,
  )
  const [known] = rows
  if (!known || remote.version < known.version || isDeepStrictEqual(known.document, remote)) return null
  // A repair of the seller's stands until the store says something else.
  const moved = !isDeepStrictEqual(known.document.address, remote.address)
  const address = moved ? remote.address : known.address
  await sql`
    update orders set document = ${JSON.stringify(remote)}::jsonb, version = ${remote.version}, number = ${remote.number},
      address = ${address && JSON.stringify(address)}::jsonb, country_code = ${address?.country_code ?? ''},
      customer_name = ${remote.customer.name}, currency = ${remote.currency}, total = ${remote.total},
      financial = ${remote.financial}, fulfilment = ${remote.fulfilment},
      cancelled_at = coalesce(${remote.cancelled_at}::timestamptz, (select max(c.cancelled_at) from order_copies c
        where c.workplace_id = ${workplace_id} and c.order_id = ${known.order_id})), updated_at = now()
    where workplace_id = ${workplace_id} and order_id = ${known.order_id}`.execute(tx)
  const isOurs = await isToldByUs(tx, workplace_id, known.order_id)
  const changes = changesOf(known.document, remote).filter(({ kind }) => kind !== 'fulfilled_by_store' || !isOurs)
  await noteEvents(tx, workplace_id, known.order_id, changes)
  const because = stopReason(known.document, remote)
  if (because) await tellBuyers(tx, { workplace_id, order_id: known.order_id, because })
  return known.order_id
}

/** What the store counts as sent is what we told it. */
async function isToldByUs(tx: Tx, workplace_id: string, order_id: string): Promise<boolean> {
  const told = await tx
    .selectFrom('store_fulfilments')
    .select('state')
    .where('workplace_id', '=', workplace_id)
    .where('order_id', '=', order_id)
    .where('send_no', '>', 0)
    .executeTakeFirst()
  return told !== undefined
}

/** Why what is being bought for the order is not wanted as it was any more. */
function stopReason(before: RemoteOrder, after: RemoteOrder): 'channel' | 'edited' | null {
  if (before.cancelled_at === null && after.cancelled_at !== null) return 'channel'
  const wanted = ({ lines }: RemoteOrder) => lines.map((line) => [line.remote_line_id, line.current_quantity])
  const isSame = isDeepStrictEqual(wanted(before), wanted(after)) && isDeepStrictEqual(before.address, after.address)
  return isSame ? null : 'edited'
}

/** Whoever buys it hears of it, where anything was ever bought for it. */
export async function tellBuyers(tx: Tx, change: EventData<'order.changed'>): Promise<void> {
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
  const add = (kind: NewOrderEvent['kind'], params: Record<string, string | number> = {}, at = after.version) =>
    events.push({ kind, params, who: 'store', happened_at: new Date(at) })
  if (before.financial !== 'paid' && after.financial === 'paid') add('paid')
  if (!isDeepStrictEqual(quantities(before), quantities(after))) add('edited')
  if (!isDeepStrictEqual(before.address, after.address)) add('address_changed')
  const refunded = refundedOf(after) - refundedOf(before)
  if (refunded > 0) add('refunded_by_store', { amount: refunded, currency: after.currency })
  if (before.cancelled_at === null && after.cancelled_at !== null)
    add('cancelled', { reason: after.cancel_reason }, after.cancelled_at)
  if (before.fulfilment !== 'fulfilled' && after.fulfilment === 'fulfilled') add('fulfilled_by_store')
  return events
}

/** A line that is no longer there is kept, and nothing of it is wanted. */
export async function writeLines(
  tx: Tx,
  workplace_id: string,
  order_id: string,
  { lines }: RemoteOrder,
): Promise<void> {
  const rows = lines.map((line, position) => ({
    ...line,
    position,
    wanted: Math.max(0, Math.min(line.current_quantity, line.unfulfilled_quantity)),
  }))
  await sql`
    insert into order_lines as o (workplace_id, order_id, remote_line_id, position, remote_product_id, remote_variant_id,
      title, variant_title, sku, image, quantity, wanted, unit_price, discount, tax)
    select ${workplace_id}, ${order_id}, l.remote_line_id, l.position, l.remote_product_id, l.remote_variant_id,
      l.title, l.variant_title, l.sku, l.image, l.quantity, l.wanted, l.unit_price, l.discount, l.tax
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l (remote_line_id text, position int,
      remote_product_id text, remote_variant_id text, title text, variant_title text, sku text, image text, quantity int,
      wanted int, unit_price bigint, discount bigint, tax bigint)
    on conflict (workplace_id, order_id, remote_line_id) do update set
      position = excluded.position, remote_product_id = excluded.remote_product_id,
      remote_variant_id = excluded.remote_variant_id, title = excluded.title, variant_title = excluded.variant_title,
      sku = excluded.sku, image = excluded.image, quantity = excluded.quantity, wanted = excluded.wanted,
      unit_price = excluded.unit_price, discount = excluded.discount, tax = excluded.tax`.execute(tx)
  await sql`
    update order_lines set wanted = 0 where workplace_id = ${workplace_id} and order_id = ${order_id} and wanted > 0
      and remote_line_id <> all(${rows.map(({ remote_line_id }) => remote_line_id)}::text[])`.execute(tx)
}
