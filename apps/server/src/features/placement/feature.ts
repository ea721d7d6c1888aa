import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { acceptOrder } from './accept-order.ts'
import { acceptOrdersJob } from './accept-orders.job.ts'
import { finishCardPartJob, handleCardPart, sweepCardsJob } from './card-part.ts'
import { changeSupplier } from './change-supplier.ts'
import { decideOrder } from './decide-order.ts'
import { getOrderInfo } from './get-order-info.ts'
import { getOrderPanel } from './get-order-panel.ts'
import { getOrderTracking } from './get-order-tracking.ts'
import { getPreview } from './get-preview.ts'
import { listPlacing } from './list-placing.ts'
import { manuallyFulfill } from './manually-fulfill.ts'
import { payOrders } from './pay-orders.ts'
import { placeOrders } from './place-orders.ts'
import { previewOrders } from './preview-orders.ts'
import { quotePlanJob } from './quote-plan.job.ts'
import { placementReceivers } from './receivers.ts'
import { readPushedJob } from './read-pushed.job.ts'
import { getShipmentLog } from './get-shipment-log.ts'
import { stopChanged } from './stop-changed.ts'
import { stopOrders } from './stop-orders.ts'
import { syncAllPlacedJob, syncPlacedJob } from './sync-placed.job.ts'
import { tidyPlacedJob } from './tidy-placed.job.ts'
import { updateOrderNo } from './update-order-no.ts'
import { updateShippingMethods } from './update-shipping-methods.ts'
import { updateTracking } from './update-tracking.ts'
import { updateToFail } from './update-to-fail.ts'
import { sweepPlacementJob, workPlacementJob } from './work-placement.job.ts'
import { getSyncStatus, stopSync, syncSourceStatus, syncStatus } from './sync-status.ts'

/** Buying what was sold from suppliers, exactly once. The rules are packages/domain/src/placement. */
export const placement = {
  calls: serve(placementCalls, {
    previewOrders,
    getPreview,
    updateShippingMethods,
    acceptOrder,
    placeOrders,
    listPlacing,
    getOrderInfo,
    updateOrderNo,
    updateToFail,
    decideOrder,
    payOrders,
    stopOrders,
    changeSupplier,
    manuallyFulfill,
    updateTracking,
    getOrderPanel,
    getOrderTracking,
    getShipmentLog,
    getSyncStatus,
    syncStatus,
    syncSourceStatus,
    stopSync,
  }),
  jobs: [
    quotePlanJob,
    acceptOrdersJob,
    workPlacementJob,
    sweepPlacementJob,
    tidyPlacedJob,
    syncPlacedJob,
    syncAllPlacedJob,
    readPushedJob,
    finishCardPartJob,
    sweepCardsJob,
  ],
  receivers: placementReceivers,
  on: {
    'order.changed': { 'stop what is being bought': stopChanged },
    'payment.decided': { 'go on with what waits for a card': handleCardPart },
  },
} satisfies Feature
