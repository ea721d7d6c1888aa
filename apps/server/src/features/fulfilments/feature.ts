import { fulfilmentCalls } from '@omni/contracts/fulfilments.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { cancelSale } from './cancel-sale.ts'
import { getSaleCancellation } from './get-sale-cancellation.ts'
import { cancellations } from './send-cancellation.ts'
import { fulfilmentSends } from './send-fulfilment.ts'
import { syncOrderJob } from './sync-order.job.ts'
import { syncStore } from './sync-store.ts'
import { enqueueStore } from './enqueue-store.ts'

/** What stores are told: parcels that were sent, and sales that are taken back. */
export const fulfilments = {
  calls: serve(fulfilmentCalls, { syncStore, getSaleCancellation, cancelSale }),
  jobs: [syncOrderJob],
  on: { 'store.connected': { 'report what was sent meanwhile': enqueueStore } },
  attempts: [...fulfilmentSends, ...cancellations],
} satisfies Feature
