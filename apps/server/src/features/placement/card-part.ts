import type { EventData } from '@omni/contracts/events.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { enqueue, type Job, work } from '../../platform/jobs.ts'
import { pollPayment } from '../wallet/jobs.ts'
import { lockPayment, type PaymentId } from '../wallet/payment-row.ts'
import { advancePayment } from '../wallet/start-payment.ts'
import { goOn } from './handle-person.ts'
import { finishCardPart, sweepCards } from './jobs.ts'
import { moveOrders } from './move-orders.ts'

/** The card part of a click was authorised or refused: what waited for it goes on, or ends. */
export async function handleCardPart(
  ctx: JobCtx,
  { workplace_id, payment_id, authorised }: EventData<'payment.decided'>,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const waiting = await tx
      .selectFrom('supplier_orders')
      .select('supplier_order_id')
      .where('workplace_id', '=', workplace_id)
      .where('payment_id', '=', payment_id)
      .where('state', '=', 'awaiting_payment')
      .execute()
    const event = { is: authorised ? ('authorised' as const) : ('declined' as const) }
    const moves = waiting.map(({ supplier_order_id }) => ({ supplier_order_id, event }))
    const moved = await moveOrders(tx, workplace_id, moves, ctx.clock())
    await goOn(
      tx,
      moved.flatMap((one) => one ?? []),
    )
    await enqueue(tx, finishCardPart, { workplace_id, payment_id })
  })
}

/** Once per click, when all its orders are settled (design: money, 14). */
export const finishCardPartJob: Job = work(finishCardPart, async (ctx, { workplace_id, payment_id }) => {
  const isHeld = await ctx.db.tx(async (tx) => {
    const payment = await lockPayment(tx, { workplace_id, payment_id })
    if (!payment) return false
    const { rows } = await sql<{ live: number; waiting: number; taken: number }>`
      select count(*) filter (where state not in ('placed', 'failed', 'cancelled'))::int as live,
        count(*) filter (where state = 'awaiting_payment')::int as waiting, coalesce(sum(card_taken), 0)::float8 as taken
      from supplier_orders where workplace_id = ${workplace_id} and payment_id = ${payment_id}`.execute(tx)
    const { live = 0, waiting = 0, taken = 0 } = rows[0] ?? {}
    const id = { workplace_id, payment_id }
    if (live === 0) await advancePayment(tx, ctx, id, { is: 'orders_settled', to_take: taken }, ctx.now)
    return payment.state === 'authorised' && waiting > 0
  })
  // They wait for a card that is authorised: the word of it was lost.
  if (isHeld) await handleCardPart(ctx, { workplace_id, payment_id, authorised: true })
})

/** A click is bought within minutes. What is held for longer is asked about, at the provider and in our own books. */
const HELD_MS = 10 * 60_000
const SWEPT_AT_ONCE = 200

/**
 * However the word of it was lost (a worker died, a job was given up): what the provider says is heard first, and then
 * what became of the orders decides whether the card is taken or let go.
 */
export const sweepCardsJob: Job = work(sweepCards, async (ctx) => {
  await ctx.db.tx(async (tx) => {
    const { rows } = await sql<PaymentId>`
      select workplace_id, payment_id from held_cards(${new Date(ctx.now.getTime() - HELD_MS)}, ${SWEPT_AT_ONCE})`.execute(
      tx,
    )
    for (const id of rows) {
      await enqueue(tx, pollPayment, id)
      await enqueue(tx, finishCardPart, id)
    }
  })
})
