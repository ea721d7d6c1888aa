import type { CallInput, Out } from '@omni/contracts/kernel.ts'
import { ORDER_CHANNELS, type orderCalls } from '@omni/contracts/orders.calls.ts'
import { SOURCES } from '@omni/domain/catalog/sources.ts'
import {
  LINE_REASONS,
  type LineReason,
  type OrderStatus,
  SUB_STATUSES,
  type SubStatus,
} from '@omni/domain/orders/groups.ts'
import type { UrlChanges, UrlValues } from '../../platform/url-state.ts'

export type OrderRow = Out<typeof orderCalls.listOrders>['items'][number]
export type OrderTab = 'placement' | 'shipment' | 'cancel_refund'
/** Parcels have a list of their own (features/tracking). */
export type ListTab = Exclude<OrderTab, 'shipment'>
export type ListedStatus = Exclude<OrderStatus, 'shipment'>

/** Orders spec §2: each of these tabs shows two groups; the first is its own. */
export const GROUPS_OF_TAB = {
  placement: ['placement', 'payment'],
  cancel_refund: ['cancelled', 'refund'],
} as const satisfies Record<ListTab, readonly ListedStatus[]>

export const DAYS = ['7', '30', '90', 'all'] as const
export type Days = (typeof DAYS)[number]
export const MARKS = ['all', '1', '0'] as const

export interface OrderFilters {
  order_status: ListedStatus
  sub_status: SubStatus
  keyword: string
  days: Days
  channel: 'all' | (typeof ORDER_CHANNELS)[number]
  source: 'all' | (typeof SOURCES)[number]
  mark_order: (typeof MARKS)[number]
  reason: LineReason | null
  /** Only what nobody answered within a day. */
  overdue: boolean
  orders: string
}

const DAY_MS = 86_400_000
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

/** Anything can stand in an address: what is no filter is left out. */
export function readOrderFilters(tab: ListTab, url: UrlValues): OrderFilters {
  const groups: readonly ListedStatus[] = GROUPS_OF_TAB[tab]
  const order_status = oneOf(groups, url['group'], GROUPS_OF_TAB[tab][0])
  const subs: readonly SubStatus[] = SUB_STATUSES[order_status]
  return {
    order_status,
    sub_status: oneOf(subs, url['sub'], SUB_STATUSES[order_status][0]),
    keyword: (url['keyword'] ?? '').slice(0, 200),
    days: oneOf(DAYS, url['days'], '7'),
    channel: oneOf(ORDER_CHANNELS, url['channel'], 'all'),
    source: oneOf(SOURCES, url['source'], 'all'),
    mark_order: oneOf(MARKS, url['mark'], 'all'),
    reason: oneOf(LINE_REASONS, url['reason'], null),
    overdue: order_status === 'refund' && url['overdue'] === '1',
    orders: idsIn(url['orders']),
  }
}

export const isNarrowed = ({ keyword, channel, source, mark_order, reason, orders, overdue }: OrderFilters): boolean =>
  overdue ||
  keyword !== '' ||
  channel !== 'all' ||
  source !== 'all' ||
  mark_order !== 'all' ||
  reason !== null ||
  orders !== ''

/** Takes every filter off but the period. */
export const NO_FILTERS: UrlChanges = {
  keyword: undefined,
  channel: undefined,
  source: undefined,
  mark: undefined,
  reason: undefined,
  orders: undefined,
  overdue: undefined,
}

/** A number that is typed belongs to some order, seldom to the part of the list that is open: the whole of it, or null. */
export function widened({ keyword, order_status, sub_status, days }: OrderFilters): UrlChanges | null {
  const subs: readonly SubStatus[] = SUB_STATUSES[order_status]
  const sub = subs.includes('all') ? 'all' : sub_status
  return keyword === '' || (sub_status === sub && days === 'all') ? null : { sub, days: 'all' }
}

/** What a saved view keeps, by its names in the address. */
const VIEW_KEYS = ['group', 'sub', 'keyword', 'days', 'channel', 'source', 'mark', 'reason'] as const
export const viewOf = (values: UrlChanges): UrlChanges => Object.fromEntries(VIEW_KEYS.map((key) => [key, values[key]]))

/** Last 7 days are today and the six before it. */
export const fromDate = (days: Days, now: number): string | undefined =>
  days === 'all' ? undefined : new Date(now - (Number(days) - 1) * DAY_MS).toISOString().slice(0, 10)

export function inputOf(filters: OrderFilters, now: number): CallInput<typeof orderCalls.listOrders> {
  const { days, keyword, reason, orders, overdue, ...rest } = filters
  const from_date = fromDate(days, now)
  return {
    page_size: PAGE_SIZE,
    ...rest,
    ...(keyword && { keyword }),
    ...(reason && { reason }),
    ...(overdue && { overdue }),
    // Orders that are named are shown whenever they were made.
    ...(orders ? { orders } : from_date && { from_date }),
  }
}
