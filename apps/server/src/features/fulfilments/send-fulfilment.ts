import { type ChannelDefinition, NOTHING_LEFT, UNKNOWN_CARRIER } from '@omni/connectors/channels/channel.ts'
import { channels } from '@omni/connectors/channels/registry.ts'
import type { REPORT_PROBLEMS } from '@omni/contracts/fulfilments.calls.ts'
import type { Channel } from '@omni/domain/channels/document.ts'
import { syncStep } from '@omni/domain/fulfilments/sync-store.ts'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { attempt, type AttemptChange, type AttemptKind, withStoreRehearsal } from '../../platform/attempts.ts'
import type { Config } from '../../platform/config.ts'
import type { Tx } from '../../platform/db.ts'
import type { DB } from '../../platform/db-types.ts'
import { addingOne } from '../../platform/jobs.ts'
import { sendOutcome } from '../../platform/send-outcome.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { createNotification } from '../notifications/create-notification.ts'
import { recordEvents } from '../orders/order-events.ts'
import { ordersOfSale } from '../orders/sale-parts.ts'
import { openStore } from '../stores/open-store.ts'
import { DISCONNECTED, openAsBegun, refuseDisconnected, storeAttempt } from '../stores/store-attempt.ts'
import { syncOrder } from './jobs.ts'
import { type FulfilmentId, laterAt, recordWaiting, subjectOf } from './wait-for-store.ts'

const Input = z.object({
  workplace_id: z.string(),
  supplier_order_id: z.string(),
  /** Those of the version before had one alone. */
  parcel_no: z.int().default(1),
  order_id: z.string(),
  store_id: z.string(),
  epoch: z.int(),
  remote_order_id: z.string(),
  /** Null: the store is told of it for the first time. */
  remote_id: z.string().nullable(),
  parcel: z.object({
    reference: z.string(),
    carrier: z.string(),
    numbers: z.array(z.string()),
    urls: z.array(z.string()),
  }),
  lines: z.array(z.object({ remote_line_id: z.string(), quantity: z.int() })),
  /** What the store shows of other parcels of the sale. */
  others: z.array(z.string()).default([]),
  completes: z.boolean(),
})
type SendInput = z.output<typeof Input>
type FulfilmentSend = AttemptKind<typeof Input>
type Row = Selectable<DB['store_fulfilments']>
type Problem = (typeof REPORT_PROBLEMS)[number]

const ASKS_PERSON_AFTER_MS = 30 * 24 * 3_600_000

/** One kind of attempt per channel: what a store promises differs. */
function sendKind(definition: ChannelDefinition): FulfilmentSend {
  return attempt({
    name: `fulfilment.${definition.id}`,
    vendor: definition.id,
    input: Input,
    profile: storeAttempt(definition, {
      // What is sent after this one was not done is made anew, of what the store shows then.
      max_sends: 1,
      // Nobody is asked: the store's own list tells, whenever it can be read again.
      asks_person_after_ms: ASKS_PERSON_AFTER_MS,
    }),
    async prepare(ctx, { input }) {
      const store = await openAsBegun(ctx, input)
      const writes = store?.channel.fulfilments
      if (!writes) return refuseDisconnected
      const { remote_id } = input
      const send =
        remote_id === null ? await writes.create.prepare(input) : await writes.update.prepare({ ...input, remote_id })
      return async (send_by) => sendOutcome(await send(send_by), ({ remote_id: effect }) => ({ effect }))
    },
    async look(ctx, { input }) {
      const store = await openStore(ctx, input)
      if (!store?.channel.fulfilments) throw new Error('the store is not connected')
      const step = syncStep(input, await store.channel.fulfilments.read(input))
      return step.do === 'nothing' ? [{ effect: step.remote_id }] : []
    },
    changed: settleSend,
  })
}

const Said = z.object({
  outcome: z.string().optional(),
  detail: z.object({ message: z.string().optional() }).optional().catch(undefined),
})

/** The parcel's row hears, in the attempt's own transaction, what became of its send. */
async function settleSend(tx: Tx, change: AttemptChange<SendInput>): Promise<void> {
  const { to, input, effect, error_key } = change
  const row = await lockRow(tx, input)
  if (row?.attempt_id !== change.attempt_id) return
  const said = Said.safeParse(change.says).data
  if (to === 'checking') await recordWaiting(tx, row, { problem: 'checking' })
  // It is sent again by itself: until then the row says why it waits.
  if (to === 'intended')
    await recordWaiting(tx, row, { problem: 'unreachable', problem_text: said?.detail?.message ?? null })
  if (to === 'done' && effect !== null) {
    await settleSynced(tx, row, effect, input.parcel.numbers, change.now)
    return
  }
  if (to !== 'failed' && to !== 'cancelled') return
  await tx
    .updateTable('store_fulfilments')
    .set({ attempt_id: null })
    .where('workplace_id', '=', row.workplace_id)
    .where('supplier_order_id', '=', row.supplier_order_id)
    .where('parcel_no', '=', row.parcel_no)
    .execute()
  const isRefused = said?.outcome === 'refused' && error_key !== DISCONNECTED
  if (isRefused) await giveUp(tx, row, error_key ?? '', said.detail?.message ?? null, change.now)
  else {
    const problem = error_key === DISCONNECTED ? 'disconnected' : 'unreachable'
    await recordWaiting(tx, row, { problem, tries: row.tries + 1 })
    await goOn(tx, row, laterAt(change.now, row.tries))
  }
}

async function lockRow(tx: Tx, { workplace_id, supplier_order_id, parcel_no }: FulfilmentId): Promise<Row | undefined> {
  return tx
    .selectFrom('store_fulfilments')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('supplier_order_id', '=', supplier_order_id)
    .where('parcel_no', '=', parcel_no)
    .forUpdate()
    .executeTakeFirst()
}

/** The store shows it. Where another number came meanwhile, it is told next. */
export async function settleSynced(
  tx: Tx,
  row: Row,
  remote_id: string,
  numbers: readonly string[],
  now: Date,
): Promise<void> {
  const { workplace_id, supplier_order_id, parcel_no, order_id } = row
  const isCurrent = numbers.length === row.numbers.length && numbers.every((number) => row.numbers.includes(number))
  await tx
    .updateTable('store_fulfilments')
    .set({
      remote_id,
      attempt_id: null,
      state: isCurrent ? 'reported' : 'waiting',
      problem: null,
      problem_text: null,
      tries: 0,
      reported_at: now,
      updated_at: now,
    })
    .where('workplace_id', '=', workplace_id)
    .where('supplier_order_id', '=', supplier_order_id)
    .where('parcel_no', '=', parcel_no)
    .execute()
  const params = { tracking: numbers.join(', '), carrier: row.carrier_typed ?? row.carrier }
  // Asked for again by a person, it is the same thing: another number or another carrier is not.
  const once = `${supplier_order_id}/${parcel_no} ${params.carrier} ${params.tracking}`
  const event = { kind: 'store_reported', params, who: 'omni', happened_at: now, once } as const
  await recordEvents(tx, workplace_id, order_id, [event])
  await publishToWorkplace(tx, workplace_id, ['orders.changed', 'placement.changed'], {})
  await goOn(tx, row)
}

/** Other parcels of the sale may have waited for this one. */
async function goOn(tx: Tx, { workplace_id, order_id }: Row, at?: Date): Promise<void> {
  await sql`select ${addingOne(syncOrder, { workplace_id, order_id }, at)} where exists (select from store_fulfilments f
    where f.workplace_id = ${workplace_id} and f.order_id in ${ordersOfSale(workplace_id, order_id)}
      and f.state = 'waiting')`.execute(tx)
}

const PROBLEMS: Record<string, Problem> = { [NOTHING_LEFT]: 'already_sent', [UNKNOWN_CARRIER]: 'unknown_carrier' }

/** The store said no: a person is told, and may send it again. What it counts as sent already needs nobody. */
async function giveUp(tx: Tx, row: Row, error_key: string, problem_text: string | null, now: Date): Promise<void> {
  const { workplace_id, supplier_order_id, parcel_no, order_id } = row
  const problem = PROBLEMS[error_key] ?? 'refused'
  const isOver = problem === 'already_sent'
  await tx
    .updateTable('store_fulfilments')
    .set({ state: isOver ? 'skipped' : 'failed', problem, problem_text, updated_at: now })
    .where('workplace_id', '=', workplace_id)
    .where('supplier_order_id', '=', supplier_order_id)
    .where('parcel_no', '=', parcel_no)
    .execute()
  await publishToWorkplace(tx, workplace_id, ['orders.changed', 'placement.changed'], {})
  await goOn(tx, row)
  if (isOver) return
  const tracking = row.numbers.join(', ')
  const event = { kind: 'store_not_reported', params: { tracking, reason: problem_text ?? '' }, who: 'store' } as const
  await recordEvents(tx, workplace_id, order_id, [{ ...event, happened_at: now }])
  const { rows } = await sql<{ number: string; store: string; user_id: string | null }>`
    select o.number, s.store_name as store, p.user_id
    from orders o join stores s using (workplace_id, store_id)
    join supplier_orders p on p.workplace_id = o.workplace_id and p.supplier_order_id = ${supplier_order_id}
    where o.workplace_id = ${workplace_id} and o.order_id = ${order_id}`.execute(tx)
  const [sale] = rows
  if (!sale) return
  await createNotification(tx, {
    workplace_id,
    user_id: sale.user_id,
    message_key: 'store_not_reported',
    params: { number: sale.number, store: sale.store, tracking },
    link: `/app/orders?orders=${encodeURIComponent(JSON.stringify([order_id]))}`,
    cause: `store not told ${subjectOf(row, row.send_no)}`,
  })
}

// Each keeps its own types inside.
const definitions = Object.values(channels) as unknown as ChannelDefinition[]
const sends = new Map<string, FulfilmentSend>(
  definitions.filter(({ fulfilments }) => fulfilments).map((definition) => [definition.id, sendKind(definition)]),
)

export const fulfilmentSends: readonly FulfilmentSend[] = [...sends.values()]

export function sendOf(platform: Channel, config: Pick<Config, 'LISTING_LANDS_MS'>): FulfilmentSend {
  const kind = sends.get(platform)
  if (!kind) throw new Error(`${platform} is told nothing`)
  return withStoreRehearsal(kind, config)
}
