import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { trackingCalls } from '@omni/contracts/tracking.calls.ts'

/** What shows parcels: read again after somebody changed one. */
export const SHOWING_PARCELS = [
  trackingCalls.listParcels,
  trackingCalls.countParcels,
  trackingCalls.listParcelAttention,
  placementCalls.getOrderTracking,
  placementCalls.getOrderPanel,
  orderCalls.getOrderDetail,
]
