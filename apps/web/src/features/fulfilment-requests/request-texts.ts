import { fulfilmentRequestCalls } from '@omni/contracts/fulfilment-requests.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import type { DeclineReason } from '@omni/domain/fulfilments/requests.ts'
import type { TextKey } from '../../platform/i18n.ts'

export type Request = Out<typeof fulfilmentRequestCalls.listFulfilmentRequests>['items'][number]

/** What an answer changes. */
export const REFRESH = [
  fulfilmentRequestCalls.listFulfilmentRequests,
  orderCalls.listOrders,
  orderCalls.countOrderStatus,
  orderCalls.getOrderDetail,
]

export const REASON_TEXTS: Record<DeclineReason, TextKey> = {
  out_of_stock: 'orders.request_reason_out_of_stock',
  cannot_ship: 'orders.request_reason_cannot_ship',
  not_ours: 'orders.request_reason_not_ours',
  other: 'orders.request_reason_else',
  partial: 'orders.request_reason_partial',
}
