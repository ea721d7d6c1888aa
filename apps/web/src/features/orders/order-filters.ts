import type { CallInput, Out } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import {
  LINE_REASONS,
  type LineReason,
  type OrderStatus,
  SUB_STATUSES,
  type SubStatus,
} from '@omni/domain/orders/groups.ts'
import type { Sort } from '@omni/ui/data-table-column.ts'
import { datesOf, isAnyTime, NO_PERIOD, type Period, readPeriod } from '../../platform/period.ts'
import type { UrlChanges, UrlValues } from '../../platform/url-state.ts'
import { NO_SALE_FILTERS, readSaleFilters, type SaleFilters, saleFiltersOn } from '../tracking/sale-filters.ts'

type ListInput = CallInput<typeof orderCalls.listOrders>
export type OrderRow = Out<typeof orderCalls.listOrders>['items'][number]
export type OrderTab = 'placement' | 'shipment' | 'cancel_refund'
/** Parcels have a list of their own (features/tracking). */
export type ListTab = Exclude<OrderTab, 'shipment'>
/** `all`: every order that is known, wherever it stands. */
export type ListedStatus = Exclude<OrderStatus, 'shipment'> | 'all'

/** Orders spec §2: which groups each of these tabs shows; the first is its own. */
export const GROUPS_OF_TAB = {
  placement: ['placement', 'payment', 'waiting', 'fulfilled', 'closed', 'all'],
  cancel_refund: ['cancelled', 'refund'],
} as const satisfies Record<ListTab, readonly ListedStatus[]>

export const subsOf = (status: ListedStatus): readonly SubStatus[] =>
  status === 'all' ? ['all'] : SUB_STATUSES[status]

/** What columns can be sorted by, by their names in the table. */
const SORTS = {
  order: 'created_at',
  due: 'urgency',
  price: 'total',
  cost: 'cost',
  shipping: 'shipping',
  days: 'days',
} as const satisfies Record<string, NonNullable<ListInput['order_by']>>
type SortKey = keyof typeof SORTS

export interface OrderFilters extends SaleFilters {
  order_status: ListedStatus
  sub_status: SubStatus
  keyword: string
  period: Period
  reason: LineReason | null
  /** Only what nobody answered within a day. */
  overdue: boolean
  orders: string
  sort: Sort & { key: SortKey }
}

const PAGE_SIZE = 50

const oneOf = <T extends string, D>(values: readonly T[], text: string | undefined, otherwise: D): T | D =>
  values.find((value) => value === text) ?? otherwise

/** The `orders` parameter holds a JSON list (orders spec §2). */
function idsIn(text: string | undefined): string {
  try {
    const ids: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => /^[\da-f-]{36}$/i.test(String(id))).join(',') : ''
  } catch {
    return ''
  }
}

/** What somebody has to do: it begins with the most urgent, and is there until it is done. */
const isToDo = (status: ListedStatus, sub: SubStatus): boolean =>
  (status === 'placement' && sub !== 'archived') ||
  (status === 'payment' && sub === 'waiting_payment') ||
  status === 'waiting'

const firstSort = (status: ListedStatus, sub: SubStatus): OrderFilters['sort'] =>
  isToDo(status, sub) ? { key: 'due', direction: 'asc' } : { key: 'order', direction: 'desc' }

/** Anything can stand in an address: what is no filter is left out. */
export function readOrderFilters(tab: ListTab, url: UrlValues): OrderFilters {
  const groups: readonly ListedStatus[] = GROUPS_OF_TAB[tab]
  const orders = idsIn(url['orders'])
  // Orders that are named are shown wherever they stand.
  const order_status = oneOf(groups, url['group'], orders && groups.includes('all') ? 'all' : GROUPS_OF_TAB[tab][0])
  const sub_status = oneOf(subsOf(order_status), url['sub'], orders ? 'all' : (subsOf(order_status)[0] ?? 'all'))
  const key = oneOf(Object.keys(SORTS) as SortKey[], url['sort'], null) // its own keys
  return {
    order_status,
    sub_status,
    keyword: (url['keyword'] ?? '').slice(0, 200),
    period: readPeriod(url),
    ...readSaleFilters(url),
    reason: oneOf(LINE_REASONS, url['reason'], null),
    overdue: order_status === 'refund' && url['overdue'] === '1',
    orders,
    sort: key ? { key, direction: url['dir'] === 'asc' ? 'asc' : 'desc' } : firstSort(order_status, sub_status),
  }
}

/** How many filters are on. */
export const filtersOn = (filters: OrderFilters): number => {
  const { keyword, reason, orders, overdue, period } = filters
  const others = [overdue, keyword !== '', reason !== null, orders !== '', !isAnyTime(period)]
  return saleFiltersOn(filters) + others.filter(Boolean).length
}

/** Takes every filter off. */
export const NO_FILTERS: UrlChanges = {
  keyword: undefined,
  reason: undefined,
  orders: undefined,
  overdue: undefined,
  ...NO_SALE_FILTERS,
  ...NO_PERIOD,
}

/** What is typed belongs to some order, seldom to the part of the list that is open: the same among all, or null. */
export const widened = ({ keyword, order_status }: OrderFilters): string | null =>
  keyword === '' || order_status === 'all'
    ? null
    : `/app/orders?${new URLSearchParams({ group: 'all', keyword }).toString()}`

/** What a saved view keeps, by its names in the address. */
const VIEW_KEYS = [
  'group',
  'sub',
  'keyword',
  'days',
  'from',
  'to',
  'channel',
  'source',
  'mark',
  'reason',
  'sort',
  'dir',
] as const
export const viewOf = (values: UrlChanges): UrlChanges => Object.fromEntries(VIEW_KEYS.map((key) => [key, values[key]]))

/** The same for rows, counts and sums. */
export function narrowingOf(filters: OrderFilters, today: string): CallInput<typeof orderCalls.countOrderStatus> {
  const { keyword, channel, source, mark_order, reason, overdue, orders, period } = filters
  return {
    channel,
    source,
    mark_order,
    ...datesOf(period, today),
    ...(keyword && { keyword }),
    ...(reason && { reason }),
    ...(overdue && { overdue }),
    ...(orders && { orders }),
  }
}

export function inputOf(filters: OrderFilters, today: string): ListInput {
  const { order_status, sub_status, sort } = filters
  const order = { order_by: SORTS[sort.key], sort: sort.direction }
  return { page_size: PAGE_SIZE, order_status, sub_status, ...order, ...narrowingOf(filters, today) }
}
