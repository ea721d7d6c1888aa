import type { Out } from '@omni/contracts/kernel.ts'
import type { refundCalls } from '@omni/contracts/refunds.calls.ts'
import type { CancelReasonNo } from '@omni/domain/orders/cancel-reasons.ts'
import { SELLER_REFUND_REASONS, type SellerRefundReason } from '@omni/domain/refunds/buyer-refund.ts'
import type { RefundReason } from '@omni/domain/refunds/refunds.ts'
import type { Tone } from '@omni/ui/status-dot.tsx'
import type { TextKey, Translate } from '../../platform/i18n.ts'

export type Offer = Out<typeof refundCalls.getRequestType>['items'][number]
export type Refund = Offer['refunds'][number]

export const REASON_TEXTS: Record<RefundReason, TextKey> = {
  item_not_received: 'refunds.item_not_received',
  item_not_as_described: 'refunds.item_not_as_described',
  defective_item: 'refunds.defective_item',
  damaged_item: 'refunds.damaged_item',
}
export const STATE_TEXTS: Record<Refund['state'], { text: TextKey; tone: Tone }> = {
  sending: { text: 'refunds.sending', tone: 'accent' },
  pending: { text: 'refunds.pending', tone: 'amber' },
  accepted: { text: 'refunds.accepted', tone: 'accent' },
  rejected: { text: 'refunds.rejected', tone: 'red' },
  completed: { text: 'refunds.completed', tone: 'green' },
  failed: { text: 'refunds.failed', tone: 'red' },
  withdrawn: { text: 'refunds.withdrawn', tone: 'grey' },
}
/** Why nothing can be asked for. What has its own words elsewhere in the panel is not said again. */
export const BECAUSE_TEXTS: Record<NonNullable<Offer['because']>, TextKey | null> = {
  not_house: 'refunds.not_house',
  not_bought: null,
  open: null,
  too_late: 'refunds.too_late',
  all_back: null,
}
/** Orders spec §5: cancel reasons 1 to 14. */
export const CANCEL_TEXTS: Record<CancelReasonNo, TextKey> = {
  1: 'orders.cancel_1',
  2: 'orders.cancel_2',
  3: 'orders.cancel_3',
  4: 'orders.cancel_4',
  5: 'orders.cancel_5',
  6: 'orders.cancel_6',
  7: 'orders.cancel_7',
  8: 'orders.cancel_8',
  9: 'orders.cancel_9',
  10: 'orders.cancel_10',
  11: 'orders.cancel_11',
  12: 'orders.cancel_12',
  13: 'orders.cancel_13',
  14: 'orders.cancel_14',
}

/** Orders spec §5: seller refund reasons. */
export const SELLER_REASON_TEXTS: Record<SellerRefundReason, TextKey> = {
  customer_changed_or_cancelled_order: 'refunds.seller_customer_changed',
  item_unavailable: 'refunds.seller_item_unavailable',
  other: 'refunds.seller_else',
}
/** Empty: it is none of them. */
export function sellerReasonText(t: Translate, reason: string): string {
  const known = SELLER_REFUND_REASONS.find((one) => one === reason)
  return known ? t(SELLER_REASON_TEXTS[known]) : ''
}
