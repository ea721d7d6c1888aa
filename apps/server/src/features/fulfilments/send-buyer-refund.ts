import type { ChannelDefinition } from '@omni/connectors/channels/channel.ts'
import { channels } from '@omni/connectors/channels/registry.ts'
import { NOT_PERMITTED } from '@omni/connectors/vendor-error.ts'
import type { BUYER_REFUND_FAILURES } from '@omni/contracts/fulfilments.calls.ts'
import type { Channel } from '@omni/domain/channels/document.ts'
import { sql } from 'kysely'
import { z } from 'zod'
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
  lines: z.array(z.object({ remote_line_id: z.string(), quantity: z.int() })),
  amount: z.int(),
  currency: z.string(),
  note: z.string(),
  restock: z.boolean(),
  notify: z.boolean(),
  by_hand: z.boolean(),
  begun_at: z.string(),
  /** Tries of which nobody knows what became: looked for in the store before it is asked again. */
  unclear: z.array(z.object({ reference: z.string(), amount: z.int(), note: z.string(), begun_at: z.string() })),
})
type RefundInput = z.output<typeof Input>
type BuyerRefund = AttemptKind<typeof Input>
type Failure = (typeof BUYER_REFUND_FAILURES)[number]

/** A store may have paid through somebody else and show nothing of it: a second time is for a person to say. */
const MAX_SENDS = 1
const ASKS_PERSON_AFTER_MS = 24 * 3_600_000

const PAID_BEFORE = 'paid_before'
const refusePaidBefore = async () => ({ outcome: 'refused', later: false, error_key: PAID_BEFORE }) as const

/**
 * One kind of attempt per channel: what a store promises differs. A lost reply is looked up among the refunds that the
 * order has, by our reference, until nothing of it can land any more.
 */
function refundKind(definition: ChannelDefinition): BuyerRefund {
  return attempt({
    name: `buyer_refund.${definition.id}`,
    vendor: definition.id,
    input: Input,
    profile: storeAttempt(definition, { max_sends: MAX_SENDS, asks_person_after_ms: ASKS_PERSON_AFTER_MS }),
    async prepare(ctx, { input, reference }) {
      const store = await openAsBegun(ctx, input)
      const refunds = store?.channel.refunds
      if (!refunds) return refuseDisconnected
      for (const earlier of input.unclear)
        if ((await refunds.find({ ...input, ...earlier })).length > 0) return refusePaidBefore
      const send = await refunds.create.prepare({ ...input, reference })
      return async (send_by) => sendOutcome(await send(send_by), ({ remote_refund_id: effect }) => ({ effect }))
    },
    async look(ctx, { input, reference }) {
      const store = await openStore(ctx, input)
      if (!store?.channel.refunds) throw new Error('the store is not connected')
      const found = await store.channel.refunds.find({ ...input, reference })
      return found.map(({ remote_refund_id: effect }) => ({ effect }))
    },
    changed: settle,
  })
}

const Said = z.object({
  detail: z.union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)]),
})
/** What the store said; of a reply that is not believed, too: a person may make more of it. */
const wordsOf = (says: unknown): string | null => Said.safeParse(says).data?.detail ?? null

/** The row hears, in the attempt's own transaction, what became of the request; the order is read again. */
async function settle(tx: Tx, change: AttemptChange<RefundInput>): Promise<void> {
  const { workplace_id, to, input, subject_id: refund_id, error_key, effect } = change
  const isDone = to === 'done'
  if (to === 'checking') return keepWords(tx, change)
  if (!isDone && to !== 'failed' && to !== 'cancelled' && to !== 'needs_decision') return
  const { order_id, store_id, remote_order_id: remote_id, amount, currency } = input
  const words = wordsOf(change.says)
  const problem = isDone ? null : to === 'failed' ? failureOf(error_key) : 'unclear'
  const settled_at = change.now
  const row = await tx
    .updateTable('buyer_refunds')
    .set({
      state: isDone ? 'done' : 'failed',
      problem,
      // What it said before stays, where it says nothing more.
      ...(isDone ? { problem_text: null } : words !== null && { problem_text: words }),
      remote_refund_id: effect,
      settled_at,
    })
    .where('workplace_id', '=', workplace_id)
    .where('refund_id', '=', refund_id)
    .where('state', '=', 'sending')
    .returning(['requested_by', 'problem_text'])
    .executeTakeFirst()
  if (!row) return
  // What the store shows now is the truth, whatever it answered: amounts, pieces and profit come from there.
  await emit(tx, 'store.orders_changed_remotely', { workplace_id, store_id, remote_ids: [remote_id] })
  await publishToWorkplace(tx, workplace_id, 'orders.changed', {})
  if (isDone) return
  const { rows: parts } = await sql<{ order_id: string }>`
    select p.order_id from ${ordersOfSale(workplace_id, order_id)} p`.execute(tx)
  const params = { amount, currency, reason: row.problem_text ?? '' }
  const event = { kind: 'buyer_refund_refused', params, who: 'store', once: refund_id } as const
  await recordEventsOfOrders(
    tx,
    workplace_id,
    parts.map((part) => ({ ...event, ...part, happened_at: settled_at })),
  )
  await notifyOfOrder(tx, {
    workplace_id,
    order_id,
    user_id: row.requested_by,
    message_key: 'buyer_not_refunded',
    params: {},
    link: `/app/orders?orders=${encodeURIComponent(JSON.stringify([order_id]))}`,
    cause: `buyer not refunded ${refund_id}`,
  })
}

async function keepWords(tx: Tx, { workplace_id, subject_id, says }: AttemptChange<RefundInput>): Promise<void> {
  await tx
    .updateTable('buyer_refunds')
    .set({ problem_text: wordsOf(says) })
    .where('workplace_id', '=', workplace_id)
    .where('refund_id', '=', subject_id)
    .where('state', '=', 'sending')
    .execute()
}

function failureOf(error_key: string | null): Failure {
  if (error_key === null) return 'unclear'
  if (error_key === DISCONNECTED || error_key === PAID_BEFORE) return error_key
  return error_key === NOT_PERMITTED ? 'not_allowed' : 'refused'
}

// Each keeps its own types inside.
const definitions = Object.values(channels) as unknown as ChannelDefinition[]
const kinds = new Map<string, BuyerRefund>(
  definitions.filter(({ refunds }) => refunds).map((definition) => [definition.id, refundKind(definition)]),
)

export const buyerRefundSends: readonly BuyerRefund[] = [...kinds.values()]

export function buyerRefundOf(channel: Channel, config: Pick<Config, 'LISTING_LANDS_MS'>): BuyerRefund {
  const kind = kinds.get(channel)
  if (!kind) throw new Error(`${channel} pays nothing back`)
  return withStoreRehearsal(kind, config)
}
