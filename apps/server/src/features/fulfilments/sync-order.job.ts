import { createHash } from 'node:crypto'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { type FulfilledLine, type Parcel, type StoreFulfilment, syncStep } from '@omni/domain/fulfilments/sync-store.ts'
import { type Selectable, sql } from 'kysely'
import { runAttempt } from '../../platform/attempt-jobs.ts'
import type { AttemptRow } from '../../platform/attempt-rows.ts'
import { startAttempts } from '../../platform/attempts.ts'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import type { DB } from '../../platform/db-types.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { ordersOfSale } from '../orders/sale-parts.ts'
import { openStore, type OpenStore } from '../stores/open-store.ts'
import { syncOrder } from './jobs.ts'
import { sendOf, settleSynced } from './send-fulfilment.ts'
import { laterAt, recordWaiting, subjectOf } from './wait-for-store.ts'

type Row = Selectable<DB['store_fulfilments']> & { remote_order_id: string }

/** The turn of an attempt whose worker died is taken by a job after this. */
const TAKEN_BACK_MS = 60_000

/**
 * Tells the store of every parcel of a sale that it does not know, one after the other: what a store keeps of parcels
 * may be one list that is written as a whole. A sale that was split is one order there, and so it is here. The store is looked at first, so that nothing is told twice.
 */
export const syncOrderJob = work(syncOrder, async (ctx, { workplace_id, order_id }) => {
  const rows = await waiting(ctx, workplace_id, order_id)
  for (const row of rows) {
    const store = await openStore(ctx, row)
    if (!store?.channel.fulfilments) {
      await ctx.db.tx((tx) => recordWaiting(tx, row, { problem: 'disconnected' }))
      continue
    }
    const shown = await look(ctx, store, row)
    if (!shown) return
    const attempt = await ctx.db.tx((tx) => begin(tx, ctx, store, row, shown))
    // Another parcel of the order is under way, or somebody else was here: whoever ends that comes back.
    if (attempt === 'busy') return
    if (attempt) await runAttempt(ctx, sendOf(store.platform, ctx.config), attempt, { row: attempt })
    if (row !== rows.at(-1) && (await isOpen(ctx, row))) return
  }
})

async function waiting(ctx: JobCtx, workplace_id: string, order_id: string): Promise<Row[]> {
  const { rows } = await ctx.db.read((tx) =>
    sql<Row>`
      select f.*, o.remote_id as remote_order_id from store_fulfilments f join orders o using (workplace_id, order_id)
      where f.workplace_id = ${workplace_id} and f.order_id in ${ordersOfSale(workplace_id, order_id)}
        and f.state = 'waiting' and f.attempt_id is null
      order by f.created_at, f.supplier_order_id, f.parcel_no`.execute(tx),
  )
  return rows
}

async function look(ctx: JobCtx, store: OpenStore, row: Row): Promise<StoreFulfilment[] | null> {
  try {
    return (await store.channel.fulfilments?.read({ remote_order_id: row.remote_order_id })) ?? []
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    const at = laterAt(ctx.clock(), row.tries, error.retry_after_s)
    await ctx.db.tx(async (tx) => {
      await recordWaiting(tx, row, { problem: 'unreachable', problem_text: error.message, tries: row.tries + 1 })
      await enqueue(tx, syncOrder, { workplace_id: row.workplace_id, order_id: row.order_id }, at)
    })
    return null
  }
}

/** 32 hex digits, the same on every send. The first is as stores know it from when a purchase had one parcel. */
const referenceOf = ({ supplier_order_id, parcel_no }: Selectable<DB['store_fulfilments']>): string =>
  parcel_no === 1
    ? supplier_order_id.replaceAll('-', '')
    : createHash('md5').update(`${supplier_order_id}/${parcel_no}`).digest('hex')

const parcelOf = (row: Selectable<DB['store_fulfilments']>): Parcel => ({
  reference: referenceOf(row),
  carrier: row.carrier_typed ?? row.carrier,
  numbers: row.numbers,
  urls: row.urls,
})

/** Commits the intent with the attempt that sends it. Null: there was nothing to send. */
async function begin(
  tx: Tx,
  ctx: JobCtx,
  store: OpenStore,
  seen: Row,
  shown: readonly StoreFulfilment[],
): Promise<AttemptRow | 'busy' | null> {
  const { workplace_id, order_id, supplier_order_id, parcel_no } = seen
  const sale = ordersOfSale(workplace_id, order_id)
  await sql`select from orders where workplace_id = ${workplace_id} and order_id in ${sale} and split_of is null
    for update`.execute(tx)
  const { rows } = await sql<Selectable<DB['store_fulfilments']>>`
    select * from store_fulfilments where workplace_id = ${workplace_id} and order_id in ${sale}`.execute(tx)
  const row = rows.find((one) => one.supplier_order_id === supplier_order_id && one.parcel_no === parcel_no)
  const isBusy = rows.some(({ attempt_id }) => attempt_id !== null)
  if (isBusy || row?.state !== 'waiting' || row.send_no !== seen.send_no) return 'busy'
  const parcel = parcelOf(row)
  const lines = row.lines as unknown as FulfilledLine[] // as `recordParcel` wrote them
  const others = rows.flatMap((one) => (one === row ? [] : (one.remote_id ?? [])))
  const step = syncStep({ parcel, lines, remote_id: row.remote_id, others }, shown)
  // A carrier that a person typed is told even where the number is known.
  const isTyped = row.carrier_typed !== null && row.reported_at !== null
  if (step.do === 'nothing' && !isTyped) {
    await settleSynced(tx, row, step.remote_id, row.numbers, ctx.clock())
    return null
  }
  const send_no = row.send_no + 1
  const kind = sendOf(store.platform, ctx.config)
  const turn_at = new Date(ctx.clock().getTime() + (ctx.config.LISTING_LANDS_MS ?? TAKEN_BACK_MS))
  const request = {
    workplace_id,
    subject_id: subjectOf(row, send_no),
    account_key: store.store_id,
    input: {
      workplace_id,
      supplier_order_id,
      parcel_no,
      order_id,
      store_id: store.store_id,
      epoch: store.epoch,
      remote_order_id: seen.remote_order_id,
      remote_id: step.do === 'create' ? null : step.remote_id,
      parcel: { ...parcel, numbers: [...parcel.numbers], urls: [...parcel.urls] },
      lines: [...lines],
      others,
      completes: await completes(tx, row),
    },
  }
  const [attempt] = await startAttempts(tx, kind, [request], turn_at)
  if (!attempt) throw new Error('an attempt was not started')
  const { attempt_id } = attempt
  await tx
    .updateTable('store_fulfilments')
    .set({ send_no, attempt_id, updated_at: ctx.clock() })
    .where('workplace_id', '=', workplace_id)
    .where('supplier_order_id', '=', supplier_order_id)
    .where('parcel_no', '=', parcel_no)
    .execute()
  await publishToWorkplace(tx, workplace_id, 'placement.changed', {})
  return attempt.row
}

/** Whether everything that the sale still wants is told with this parcel and those before it. */
async function completes(
  tx: Tx,
  { workplace_id, order_id, supplier_order_id, parcel_no }: Selectable<DB['store_fulfilments']>,
) {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from order_lines l where l.workplace_id = ${workplace_id} and l.order_id in
      ${ordersOfSale(workplace_id, order_id)} and (select least(l.quantity, l.wanted
          + coalesce(sum((t ->> 'quantity')::int) filter (where f.state = 'reported'), 0))
          > coalesce(sum((t ->> 'quantity')::int), 0)
        from store_fulfilments f cross join jsonb_array_elements(f.lines) t
        where f.workplace_id = l.workplace_id and f.order_id = l.order_id
          and (f.state = 'reported' or (f.supplier_order_id, f.parcel_no) = (${supplier_order_id}, ${parcel_no}))
          and t ->> 'remote_line_id' = l.remote_line_id)) as open`.execute(tx)
  return rows[0]?.open === false
}

const isOpen = async (ctx: JobCtx, { workplace_id, supplier_order_id, parcel_no }: Row): Promise<boolean> => {
  const row = await ctx.db.read((tx) =>
    tx
      .selectFrom('store_fulfilments')
      .select('attempt_id')
      .where('workplace_id', '=', workplace_id)
      .where('supplier_order_id', '=', supplier_order_id)
      .where('parcel_no', '=', parcel_no)
      .executeTakeFirst(),
  )
  return (row?.attempt_id ?? null) !== null
}
