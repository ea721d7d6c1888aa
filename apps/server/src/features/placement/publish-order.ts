import type { PlacementStep, Question } from '@omni/domain/placement/placement.ts'
import type { Tx } from '../../platform/db.ts'
import { notifyOfOrder } from '../orders/notify-of-order.ts'
import { type NewOrderEvent, recordEventsOfOrders } from '../orders/order-events.ts'
import type { Loaded } from './supplier-order-row.ts'

type Event = Pick<NewOrderEvent, 'kind' | 'who' | 'once'>

interface Move {
  before: Loaded
  step: PlacementStep
}

/** The orders' timelines, and a notice where a person has to decide or to know. */
export async function recordMoves(tx: Tx, workplace_id: string, moves: readonly Move[], now: Date): Promise<void> {
  const all = moves.map(eventsOf)
  await recordEventsOfOrders(
    tx,
    workplace_id,
    all.flatMap(({ before, events, params }) =>
      events.map((event) => ({ ...event, order_id: before.row.order_id, params, happened_at: now })),
    ),
  )
  for (const { before, events, params, question } of all)
    for (const { kind } of events) if (isNotice(kind)) await notify(tx, before, kind, question, params)
}

function eventsOf({ before, step }: Move) {
  const { row } = before
  const { order_no, total, question } = step.row
  const params = {
    source: row.vendor,
    order_no: order_no ?? '',
    amount: total ?? row.approved,
    currency: row.currency,
    ...(question && { question }),
  }
  const once = `${row.supplier_order_id} ${row.n}`
  const created: Event[] = isNumberNew(before, step) ? [{ kind: 'bought_created', who: 'supplier', once }] : []
  const events = [...created, ...step.news.flatMap((news) => eventOf(news, step) ?? [])]
  return { before, events, params, question }
}

/** The supplier has it, and this is when we heard. */
export const isNumberNew = ({ placement }: Loaded, { row }: PlacementStep): boolean =>
  placement.order_no === null && row.order_no !== null

function eventOf(news: PlacementStep['news'][number], { row }: PlacementStep): Event | null {
  if (news.is === 'late') return { kind: 'bought_late', who: 'supplier' }
  if (news.is === 'second_purchase') return { kind: 'bought_twice', who: 'supplier' }
  switch (news.to) {
    case 'placed':
      return { kind: 'bought_paid', who: 'supplier' }
    case 'failed':
      return { kind: 'buying_failed', who: 'supplier' }
    case 'cancelled':
      return row.stop?.because === 'unpaid'
        ? { kind: 'payment_timed_out', who: 'omni' }
        : { kind: 'buying_stopped', who: 'omni' }
    case 'needs_decision':
      return news.question === 'pay'
        ? { kind: 'payment_failed', who: 'supplier' }
        : { kind: 'buying_asks', who: 'omni' }
    default:
      return null
  }
}

const NOTICES = [
  'bought_late',
  'bought_twice',
  'buying_asks',
  'payment_failed',
  'payment_timed_out',
  'buying_failed',
] as const
type Notice = (typeof NOTICES)[number]
const isNotice = (kind: string): kind is Notice => (NOTICES as readonly string[]).includes(kind)

async function notify(
  tx: Tx,
  { row }: Loaded,
  kind: Notice,
  question: Question | null,
  params: Record<string, string | number>,
): Promise<void> {
  await notifyOfOrder(tx, {
    workplace_id: row.workplace_id,
    order_id: row.order_id,
    user_id: row.user_id,
    message_key: kind,
    params,
    link: `/app/orders?orders=${encodeURIComponent(JSON.stringify([row.order_id]))}`,
    cause: `${kind} ${row.supplier_order_id} ${row.n} ${question ?? ''}`,
  })
}
