import { type ChannelDefinition, NOTHING_LEFT } from '@omni/connectors/channels/channel.ts'
import { channels } from '@omni/connectors/channels/registry.ts'
import type { CANCEL_FAILURES } from '@omni/contracts/fulfilments.calls.ts'
import type { Channel } from '@omni/domain/channels/document.ts'
import { isCancelReason, OTHER_REASON } from '@omni/domain/orders/cancel-reasons.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { NOT_PERMITTED } from '@omni/connectors/vendor-error.ts'
import { attempt, type AttemptChange, type AttemptKind, withStoreRehearsal } from '../../platform/attempts.ts'
import type { Config } from '../../platform/config.ts'
import type { Tx } from '../../platform/db.ts'
import { emit } from '../../platform/outbox.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { sendOutcome } from '../../platform/send-outcome.ts'
import { notifyOfOrder } from '../orders/notify-of-order.ts'
import { recordEventsOfOrders } from '../orders/order-events.ts'
import { ordersOfSale } from '../orders/sale-parts.ts'
import { openStore } from '../stores/open-store.ts'
import { DISCONNECTED, openAsBegun, refuseDisconnected, storeAttempt } from '../stores/store-attempt.ts'

const Input = z.object({
  workplace_id: z.string(),
  order_id: z.string(),
  store_id: z.string(),
  epoch: z.int(),
  remote_order_id: z.string(),
  reason: z.int(),
})
type CancelInput = z.output<typeof Input>
type Cancellation = AttemptKind<typeof Input>
type Failure = (typeof CANCEL_FAILURES)[number]

const MAX_SENDS = 3
const ASKS_PERSON_AFTER_MS = 24 * 3_600_000

/**
 * One kind of attempt per channel: what a store promises differs. The order itself tells whether it is cancelled, so a lost
 * reply is looked up there, and a sale that somebody else cancelled meanwhile is cancelled.
 */
function cancelKind(definition: ChannelDefinition): Cancellation {
  return attempt({
    name: `cancellation.${definition.id}`,
    vendor: definition.id,
    input: Input,
    profile: storeAttempt(definition, { max_sends: MAX_SENDS, asks_person_after_ms: ASKS_PERSON_AFTER_MS }),
    async prepare(ctx, { input }) {
      const store = await openAsBegun(ctx, input)
      const cancel = store?.channel.orders?.cancel
      if (!cancel) return refuseDisconnected
      const reason = isCancelReason(input.reason) ? input.reason : OTHER_REASON
      const send = await cancel.prepare({ remote_order_id: input.remote_order_id, reason })
      return async (send_by) => sendOutcome(await send(send_by), ({ remote_id: effect }) => ({ effect }))
    },
    async look(ctx, { input }) {
      const store = await openStore(ctx, input)
      if (!store?.channel.orders) throw new Error('the store is not connected')
      const [order] = await store.channel.orders.read({ remote_ids: [input.remote_order_id] })
      return order && order.cancelled_at !== null ? [{ effect: input.remote_order_id }] : []
    },
    changed: settle,
  })
}

const Said = z.object({ detail: z.object({ message: z.string().optional() }).optional().catch(undefined) })

/** The row hears, in the attempt's own transaction, what became of the request; the order is read again. */
async function settle(tx: Tx, change: AttemptChange<CancelInput>): Promise<void> {
  const { workplace_id, to, input, subject_id: cancellation_id, error_key } = change
  const isDone = to === 'done'
  if (!isDone && to !== 'failed' && to !== 'cancelled' && to !== 'needs_decision') return
  const { order_id, store_id, remote_order_id: remote_id } = input
  const words = Said.safeParse(change.says).data?.detail?.message ?? null
  const problem = isDone ? null : to === 'failed' ? failureOf(error_key) : 'unclear'
  const settled_at = change.now
  const row = await tx
    .updateTable('sale_cancellations')
    .set({ state: isDone ? 'done' : 'failed', problem, problem_text: isDone ? null : words, settled_at })
    .where('workplace_id', '=', workplace_id)
    .where('cancellation_id', '=', cancellation_id)
    .where('state', '=', 'sending')
    .returning('requested_by')
    .executeTakeFirst()
  if (!row) return
  // What the store shows now is the truth, whatever it answered.
  await emit(tx, 'store.orders_changed_remotely', { workplace_id, store_id, remote_ids: [remote_id] })
  await publishToWorkplace(tx, workplace_id, 'orders.changed', {})
  if (isDone) return
  const { rows: parts } = await sql<{ order_id: string }>`
    select p.order_id from ${ordersOfSale(workplace_id, order_id)} p`.execute(tx)
  const event = { kind: 'cancel_refused', params: { reason: words ?? '' }, who: 'store' } as const
  await recordEventsOfOrders(
    tx,
    workplace_id,
    parts.map((part) => ({ ...event, ...part, happened_at: settled_at })),
  )
  await notifyOfOrder(tx, {
    workplace_id,
    order_id,
    user_id: row.requested_by,
    message_key: 'sale_not_cancelled',
    params: {},
    link: `/app/orders?orders=${encodeURIComponent(JSON.stringify([order_id]))}`,
    cause: `sale not cancelled ${cancellation_id}`,
  })
}

function failureOf(error_key: string | null): Failure {
  if (error_key === null) return 'unclear'
  if (error_key === DISCONNECTED) return 'disconnected'
  if (error_key === NOT_PERMITTED) return 'not_allowed'
  return error_key === NOTHING_LEFT ? 'already_sent' : 'refused'
}

// Each keeps its own types inside.
const definitions = Object.values(channels) as unknown as ChannelDefinition[]
const kinds = new Map<string, Cancellation>(
  definitions.filter(({ orders }) => orders?.cancel).map((definition) => [definition.id, cancelKind(definition)]),
)

export const cancellations: readonly Cancellation[] = [...kinds.values()]

export function cancellationOf(channel: Channel, config: Pick<Config, 'LISTING_LANDS_MS'>): Cancellation {
  const kind = kinds.get(channel)
  if (!kind) throw new Error(`${channel} cancels nothing`)
  return withStoreRehearsal(kind, config)
}
