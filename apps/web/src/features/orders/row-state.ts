import { DECIDED_IN_PREVIEW, type OrderStatus } from '@omni/domain/orders/groups.ts'
import { isExtensionSource } from '@omni/domain/placement/extension.ts'
import { ORDER_SOURCE_IDS } from '@omni/domain/vendors/manifest.ts'
import type { Tone } from '@omni/ui/status-dot.tsx'
import type { TextKey } from '../../platform/i18n.ts'
import type { OrderRow } from './order-filters.ts'
import { REASONS, SUBS } from './order-texts.ts'

interface RowState {
  tone: Tone
  text: TextKey
  /** Why it stands there; null: its word says it. */
  why: TextKey | null
}

type Standing = Pick<OrderRow, 'status' | 'sub_status' | 'reasons'>

const PLACED: Record<
  Exclude<OrderStatus, 'placement' | 'payment' | 'refund'>,
  (row: Standing) => Omit<RowState, 'why'>
> = {
  shipment: () => ({ tone: 'accent', text: 'orders.state_shipped' }),
  cancelled: ({ sub_status }) => ({
    tone: 'grey',
    text: sub_status === 'source' ? 'orders.state_cancelled_source' : 'orders.state_cancelled_channel',
  }),
  waiting: ({ sub_status }) => ({
    tone: 'grey',
    text: sub_status === 'cash_on_delivery' ? 'orders.sub_cash_on_delivery' : 'orders.group_waiting',
  }),
  fulfilled: () => ({ tone: 'grey', text: 'orders.group_fulfilled' }),
  closed: () => ({ tone: 'grey', text: 'orders.group_closed' }),
}

/** Where a row stands, in words, and why it cannot be placed where it cannot. */
export function stateOf(row: Standing): RowState {
  const [reason] = row.reasons
  const why = reason ? REASONS[reason] : null
  if (row.status === 'placement') {
    if (row.sub_status === 'needs_attention') return { tone: 'amber', text: SUBS.needs_attention, why }
    return { tone: row.sub_status === 'ready' ? 'green' : 'accent', text: SUBS[row.sub_status], why }
  }
  if (row.status === 'payment') {
    const isPaid = row.sub_status === 'order_placed'
    return { tone: isPaid ? 'green' : 'amber', text: SUBS[row.sub_status], why }
  }
  // Among other orders `pending` alone would not say what is.
  if (row.status === 'refund')
    return {
      tone: row.sub_status === 'pending' ? 'amber' : 'grey',
      text: 'orders.group_refund',
      why: SUBS[row.sub_status],
    }
  return { ...PLACED[row.status](row), why }
}

export const sourcesOf = ({ lines, source_orders }: OrderRow): string[] => {
  const bought = source_orders.map(({ source }) => source)
  return [...new Set(bought.length > 0 ? bought : lines.flatMap(({ sources }) => sources))]
}

/** How the row is bought: by an API, in the seller's own browser, or by hand at the supplier. */
export function wayOf(row: OrderRow): TextKey | null {
  const sources = sourcesOf(row)
  if (sources.length === 0) return null
  if (sources.some((source) => !(ORDER_SOURCE_IDS as readonly string[]).includes(source))) return 'orders.manual'
  return sources.some(isExtensionSource) ? 'orders.way_browser' : 'orders.way_api'
}

/** What was paid for the row, or will be, by currency. */
export function spentOf({ source_orders }: OrderRow): { amount: number; currency: string }[] {
  const spent = Map.groupBy(source_orders, ({ currency }) => currency)
  return [...spent].map(([currency, own]) => ({
    currency,
    amount: own.reduce((sum, { total, approved }) => sum + (total ?? approved), 0),
  }))
}

/** Goods and shipping together; null: one of them is not known. */
export const landedOf = ({ cost, shipping }: OrderRow): number | null =>
  cost === null || shipping === null ? null : cost + shipping

/** The preview shows what is to be decided about it. */
export const isDecidedInPreview = ({ status, sub_status, reasons }: OrderRow): boolean =>
  status === 'placement' &&
  sub_status === 'needs_attention' &&
  reasons.every((reason) => DECIDED_IN_PREVIEW.includes(reason))

/** One press can buy it: it is ready, or only the last try failed. */
export const isPlaceable = ({ status, sub_status, reasons }: OrderRow): boolean =>
  status === 'placement' &&
  (sub_status === 'ready' || (sub_status === 'needs_attention' && reasons.every((reason) => reason === 'failed')))
