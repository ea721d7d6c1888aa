import { isFollowable, type KnownNumber, planNumbers, type ReportedNumber } from '@omni/domain/tracking/numbers.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { pollParcels } from './jobs.ts'
import { updateParcel } from './parcel-row.ts'
import { keepTrackingLink } from './tracking-link.ts'

interface Shipment {
  tracking_number: string
  carrier: string
  tracking_url: string | null
}

interface Purchase {
  workplace_id: string
  supplier_order_id: string
}

interface Bought extends Purchase {
  order_id: string
  not_before: string
}

/**
 * A supplier order has these tracking numbers: each becomes a parcel that is followed, in the transaction that noted them.
 * The same numbers again change nothing.
 */
export async function recordNumbers(tx: Tx, purchase: Purchase, shipments: readonly Shipment[]): Promise<void> {
  const reported = shipments.map(({ tracking_number, carrier, tracking_url }) => ({
    number: tracking_number,
    carrier,
    url: tracking_url,
  }))
  if (reported.every(({ number }) => number === '')) return
  const { add, restore } = planNumbers(await knownNumbers(tx, purchase), reported)
  if (add.length === 0 && restore.length === 0) return
  const bought = await boughtOf(tx, purchase)
  if (!bought) return
  for (const { replaces, ...number } of add) {
    const parcel_id = await addNumber(tx, bought, number, { by_hand: false })
    if (replaces !== null && parcel_id !== null) await replaceParcel(tx, purchase, replaces, parcel_id)
  }
  for (const parcel_id of restore)
    await updateParcel(tx, { ...purchase, parcel_id })
      .set({ replaced_by: null, turn: 'register', turn_at: sql<string>`now()` })
      .execute()
  await afterNoting(tx, bought)
}

async function knownNumbers(tx: Tx, { workplace_id, supplier_order_id }: Purchase): Promise<KnownNumber[]> {
  const { rows } = await sql<KnownNumber>`
    select parcel_id, number, local_number, by_hand, replaced_by is not null as is_replaced from parcels
    where workplace_id = ${workplace_id} and supplier_order_id = ${supplier_order_id}
    order by created_at, parcel_id for update`.execute(tx)
  return rows
}

/** Nothing that happened before the sale, or before the supplier was asked, is this parcel's. */
export async function boughtOf(tx: Tx, { workplace_id, supplier_order_id }: Purchase): Promise<Bought | undefined> {
  const { rows } = await sql<{ order_id: string; not_before: string }>`
    select s.order_id, case when starts_with(s.account_key, 'by hand') then o.ordered_at
      else greatest(o.ordered_at, s.created_at) end as not_before
    from supplier_orders s join orders o using (workplace_id, order_id)
    where s.workplace_id = ${workplace_id} and s.supplier_order_id = ${supplier_order_id} and s.state = 'placed'`.execute(
    tx,
  )
  return rows[0] && { workplace_id, supplier_order_id, ...rows[0] }
}

/** Null: the number is there already. */
export async function addNumber(
  tx: Tx,
  { workplace_id, order_id, supplier_order_id, not_before }: Bought,
  { number, carrier, url }: ReportedNumber,
  { by_hand }: { by_hand: boolean },
): Promise<string | null> {
  const canBe = isFollowable(number)
  const { rows } = await sql<{ parcel_id: string }>`
    insert into parcels (workplace_id, order_id, supplier_order_id, number, carrier, tracking_url, by_hand, not_before,
      status, problem, attention, attention_at, turn, turn_at)
    values (${workplace_id}, ${order_id}, ${supplier_order_id}, ${number.slice(0, 100)}, ${carrier.slice(0, 100)}, ${url},
      ${by_hand}, ${not_before}::timestamptz, ${canBe ? 'pending' : 'alert'}, ${canBe ? null : 'number'},
      ${canBe ? null : 'unfollowed'}, ${canBe ? null : sql`now()`}, ${canBe ? 'register' : null}, ${canBe ? sql`now()` : null})
    on conflict (workplace_id, supplier_order_id, number) do nothing returning parcel_id`.execute(tx)
  return rows[0]?.parcel_id ?? null
}

/** The same parcel under another number: the old one is followed no longer. */
export async function replaceParcel(tx: Tx, { workplace_id }: Purchase, old: string, by: string): Promise<void> {
  await sql`update parcels set replaced_by = ${by}, turn = case when registered_at is not null then 'stop' end,
      turn_at = case when registered_at is not null then now() end
    where workplace_id = ${workplace_id} and parcel_id = ${old}`.execute(tx)
}

export async function afterNoting(tx: Tx, { workplace_id, order_id }: Bought): Promise<void> {
  await keepTrackingLink(tx, workplace_id, order_id)
  await enqueue(tx, pollParcels, {})
  await publishToWorkplace(tx, workplace_id, 'parcels.changed', {})
}
