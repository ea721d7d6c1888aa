import type { EventData } from '@omni/contracts/events.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue, type Job, work } from '../../platform/jobs.ts'
import { emit } from '../../platform/outbox.ts'
import { createNotification } from '../notifications/create-notification.ts'
import { pollPayment } from '../wallet/jobs.ts'
import { lockPayment, type PaymentId, readPayment } from '../wallet/payment-row.ts'
import { advancePayment } from '../wallet/start-payment.ts'
import { goOn } from './handle-person.ts'
import { finishCardPart, sweepCards } from './jobs.ts'
import { moveOrders } from './move-orders.ts'
import { payNamed } from './pay-waiting.ts'

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
    await payWithCard(tx, { workplace_id, payment_id }, { is_held: authorised, now: ctx.clock() })
    await enqueue(tx, finishCardPart, { workplace_id, payment_id })
  })
}

/** Orders that were created before, and whoever is to know what came of the card. */
async function payWithCard(tx: Tx, id: PaymentId, { is_held, now }: { is_held: boolean; now: Date }): Promise<void> {
  const { paid, named, link_id } = await payNamed(tx, id, { is_held, now })
  if (paid.length > 0 && link_id !== null) await emit(tx, 'link.paid', { ...id, link_id, orders: paid.length })
  const isDeclined = !is_held && named > 0 && link_id === null
  if (isDeclined)
    await createNotification(tx, {
      workplace_id: id.workplace_id,
      user_id: (await readPayment(tx, id))?.created_by ?? null,
      message_key: 'card_declined',
      params: { orders: named },
      link: '/app/orders?group=payment&sub=waiting_payment',
      cause: `card declined ${id.payment_id}`,
    })
}

/** Once per click, when all its orders are settled (design: money, 14). */
export const finishCardPartJob: Job = work(finishCardPart, async (ctx, { workplace_id, payment_id }) => {
  const isHeld = await ctx.db.tx(async (tx) => {
    const payment = await lockPayment(tx, { workplace_id, payment_id })
    if (!payment) return false
    const { rows } = await sql<{ live: number; waiting: number; taken: number }>`
      select count(*) filter (where state not in ('placed', 'failed', 'cancelled'))::int as live,
        count(*) filter (where state = 'awaiting_payment')::int
          + (select count(*)::int from payment_orders where workplace_id = ${workplace_id}
              and payment_id = ${payment_id} and decided_at is null) as waiting, coalesce(sum(card_taken), 0)::float8 as taken
      from supplier_orders where workplace_id = ${workplace_id} and payment_id = ${payment_id}`.execute(tx)
    const { live = 0, waiting = 0, taken = 0 } = rows[0] ?? {}
    const id = { workplace_id, payment_id }
    if (live === 0 && waiting === 0)
      await advancePayment(tx, ctx, id, { is: 'orders_settled', to_take: taken }, ctx.now)
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
