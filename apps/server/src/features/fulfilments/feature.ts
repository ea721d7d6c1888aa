import { fulfilmentCalls } from '@omni/contracts/fulfilments.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { cancelSale } from './cancel-sale.ts'
import { getBuyerRefunds } from './get-buyer-refunds.ts'
import { getSaleCancellation } from './get-sale-cancellation.ts'
import { refundBuyer } from './refund-buyer.ts'
import { buyerRefundSends } from './send-buyer-refund.ts'
import { cancellations } from './send-cancellation.ts'
import { suggestBuyerRefund } from './suggest-buyer-refund.ts'
import { fulfilmentSends } from './send-fulfilment.ts'
import { syncOrderJob } from './sync-order.job.ts'
import { syncStore } from './sync-store.ts'
import { enqueueStore } from './enqueue-store.ts'

/** What stores are told: parcels that were sent, sales that are taken back, and what buyers are paid back. */
export const fulfilments = {
  calls: serve(fulfilmentCalls, {
    syncStore,
    getSaleCancellation,
    cancelSale,
    getBuyerRefunds,
    suggestBuyerRefund,
    refundBuyer,
  }),
  jobs: [syncOrderJob],
  on: { 'store.connected': { 'report what was sent meanwhile': enqueueStore } },
  attempts: [...fulfilmentSends, ...cancellations, ...buyerRefundSends],
} satisfies Feature
