/**
 * Which groups of the order list an order stands in. Groups are views over facts: lines of one order can be in different
 * groups, and are shown apart there (orders spec §2, spec decisions "Order life").
 */
import type { Question } from '../placement/placement.ts'
import type { Stop } from '../placement/stops.ts'
import type { FinancialState, FulfilmentState } from './document.ts'

/**
 * Those of the specification, and three that keep every order findable: `waiting` (not paid yet), `fulfilled` (sent by
 * somebody else) and `closed` (nothing of it is wanted any more, and nothing was bought). spec: not shown
 */
export const ORDER_STATUSES = [
  'placement',
  'payment',
  'shipment',
  'cancelled',
  'refund',
  'waiting',
  'fulfilled',
  'closed',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** The first one of each is its default. `all` is the whole group, and the place of what has no part of its own. */
export const SUB_STATUSES = {
  placement: ['ready', 'needs_attention', 'processing', 'archived', 'all'],
  payment: ['all', 'waiting_payment', 'order_placed'],
  shipment: ['all'],
  cancelled: ['channel', 'source'],
  refund: ['all', 'pending', 'accepted', 'rejected', 'completed'],
  waiting: ['all', 'cash_on_delivery'],
  fulfilled: ['all'],
  closed: ['all'],
} as const satisfies Record<OrderStatus, readonly string[]>
export type SubStatus = (typeof SUB_STATUSES)[OrderStatus][number]

/** Why an order cannot be bought as it stands. Those of `obstacles.ts` and `STOP_REASONS` are judged by what is known. */
export const LINE_REASONS = [
  'not_mapped',
  'change_supplier',
  'address',
  'out_of_stock',
  'cannot_ship',
  'by_hand',
  'no_extension',
  'account_missing',
  'account_over',
  'method_gone',
  'quota',
  'loss',
  'price_rise',
  'price_jumped',
  'failed',
  'unclear',
  'checking',
  'store_request',
] as const
export type LineReason = (typeof LINE_REASONS)[number]

/** Of what stops an order (`placement/stops.ts`), what is known before a supplier was asked. */
export const STOP_REASONS = ['loss', 'price_rise'] as const satisfies readonly (Stop & LineReason)[]
export type StopReason = (typeof STOP_REASONS)[number]
/** The preview shows it with what is to be decided, and one press leads there. */
export const DECIDED_IN_PREVIEW: readonly LineReason[] = ['method_gone', ...STOP_REASONS]

/** Where a purchase stands, and what a person is asked about it. */
export type Purchase =
  | 'awaiting_payment'
  | 'queued'
  | 'sending'
  | 'checking'
  | 'created'
  | `needs_decision ${Question}`
  | 'placed'
  | 'shipped'
  | 'source_cancelled'
  | 'failed'
  | 'cancelled'

/** What has to be done first counts for a line that is made of several purchases. */
const STANDINGS: readonly Purchase[] = [
  'needs_decision exists',
  'needs_decision which',
  'needs_decision price',
  'needs_decision pay',
  'failed',
  'source_cancelled',
  'cancelled',
  'checking',
  'queued',
  'sending',
  'awaiting_payment',
  'created',
  'placed',
  'shipped',
]

/** Where a line stands whose components were bought apart. Null: nothing was ever bought for it. */
export function purchaseOf(standings: readonly string[]): Purchase | null {
  return STANDINGS.find((standing) => standings.includes(standing)) ?? null
}

export interface LineFacts {
  line_id: string
  /** Pieces that are still wanted. */
  wanted: number
  /** Why no supplier can be chosen, or what stands in the way of the one that is. */
  reason: LineReason | null
  purchase: Purchase | null
  /** Where a request for money back stands; null: none was made, or it never reached the supplier. */
  refund: RefundStanding | null
}

export type RefundStanding = 'pending' | 'accepted' | 'rejected' | 'completed'

interface PaymentFacts {
  financial: FinancialState
  /** The buyer pays at the door. */
  cash_on_delivery: boolean
}

export interface OrderFacts extends PaymentFacts {
  /** The seller buys such orders before the money is there. */
  places_cod: boolean
  fulfilment: FulfilmentState
  is_cancelled: boolean
  is_archived: boolean
  is_address_good: boolean
  /** By the figures that are known it would be stopped. */
  stops: readonly StopReason[]
  lines: readonly LineFacts[]
}

export interface OrderGroup {
  status: OrderStatus
  sub_status: SubStatus
  line_ids: string[]
  reasons: LineReason[]
}

/** Spec decisions: orders enter when paid. What was refunded in part was paid; cash at the door is the seller's choice. */
export const mayBeBought = ({ financial, cash_on_delivery }: PaymentFacts, places_cod: boolean): boolean =>
  financial === 'paid' ||
  financial === 'partially_refunded' ||
  (financial === 'pending' && cash_on_delivery && places_cod)

/** Something was sent to a supplier, and what became of it is asked or looked for. */
const MAY_BE_BOUGHT: readonly string[] = ['checking', 'unclear', 'price_jumped'] satisfies LineReason[]

/** Whether what stands there can be put away: nothing of it is bought or being bought, or may be. */
export const canArchive = ({ status, sub_status, reasons }: Pick<OrderGroup, 'status' | 'sub_status' | 'reasons'>) =>
  status === 'waiting' ||
  (status === 'placement' && sub_status !== 'processing' && !reasons.some((reason) => MAY_BE_BOUGHT.includes(reason)))

type Place = Omit<OrderGroup, 'line_ids' | 'reasons'> & { reason?: LineReason | undefined }

function placeOf(order: OrderFacts, { purchase, reason, refund }: LineFacts): Place {
  const isWithSupplier = purchase === 'placed' || purchase === 'shipped'
  if (refund !== null && isWithSupplier) return { status: 'refund', sub_status: refund }
  // What is being bought or was bought is shown by its purchase, whatever became of the order in the store.
  switch (purchase) {
    case 'placed':
      return { status: 'payment', sub_status: 'order_placed' }
    case 'shipped':
      return { status: 'shipment', sub_status: 'all' }
    case 'source_cancelled':
      return { status: 'cancelled', sub_status: 'source' }
    case 'created':
    case 'awaiting_payment':
      return { status: 'payment', sub_status: 'waiting_payment' }
    case 'queued':
    case 'sending':
      return { status: 'placement', sub_status: 'processing' }
    case 'checking':
      return { status: 'placement', sub_status: 'processing', reason: 'checking' }
    case 'needs_decision exists':
    case 'needs_decision which':
      return { status: 'placement', sub_status: 'needs_attention', reason: 'unclear' }
    case 'needs_decision price':
      return { status: 'placement', sub_status: 'needs_attention', reason: 'price_jumped' }
    case 'needs_decision pay':
      return { status: 'payment', sub_status: 'waiting_payment', reason: 'failed' }
    case 'failed':
    case 'cancelled':
    case null:
      break
  }
  if (order.is_cancelled) return { status: 'cancelled', sub_status: 'channel' }
  if (order.is_archived) return { status: 'placement', sub_status: 'archived' }
  if (!mayBeBought(order, order.places_cod))
    return { status: 'waiting', sub_status: order.cash_on_delivery ? 'cash_on_delivery' : 'all' }
  if (order.fulfilment === 'fulfilled') return { status: 'fulfilled', sub_status: 'all' }
  const problem = problemOf(order, purchase, reason)
  return problem === null
    ? { status: 'placement', sub_status: 'ready' }
    : { status: 'placement', sub_status: 'needs_attention', reason: problem }
}

function problemOf(order: OrderFacts, purchase: Purchase | null, reason: LineReason | null): LineReason | null {
  if (reason !== null) return reason
  if (!order.is_address_good) return 'address'
  if (purchase === 'failed') return 'failed'
  return order.stops[0] ?? null
}

/**
 * Lines that nobody wants any more are in no group, unless the whole order was cancelled or they are bought already. An
 * order that would be in none is closed: a store told us of it, so it can be found.
 */
export function groupsOf(order: OrderFacts): OrderGroup[] {
  const groups = new Map<string, OrderGroup>()
  for (const line of order.lines) {
    const isBought = line.purchase !== null && line.purchase !== 'failed' && line.purchase !== 'cancelled'
    if (line.wanted === 0 && !order.is_cancelled && !isBought) continue
    const { status, sub_status, reason } = placeOf(order, line)
    const key = `${status} ${sub_status}`
    const group = groups.get(key) ?? { status, sub_status, line_ids: [], reasons: [] }
    group.line_ids.push(line.line_id)
    if (reason && !group.reasons.includes(reason)) group.reasons.push(reason)
    groups.set(key, group)
  }
  if (groups.size > 0) return [...groups.values()]
  return [{ status: 'closed', sub_status: 'all', line_ids: order.lines.map(({ line_id }) => line_id), reasons: [] }]
}
