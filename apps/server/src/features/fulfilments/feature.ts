import { fulfilmentCalls } from '@omni/contracts/fulfilments.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { cancelSale } from './cancel-sale.ts'
import { getSaleCancellation } from './get-sale-cancellation.ts'
import { cancellations } from './send-cancellation.ts'
import { fulfilmentSends } from './send-fulfilment.ts'
import { tellOrderJob } from './tell-order.job.ts'
import { tellStore } from './tell-store.ts'
import { wakeStore } from './wake-store.ts'

/** What stores are told: parcels that were sent, and sales that are taken back. */
export const fulfilments: Feature = {
  calls: serve(fulfilmentCalls, { tellStore, getSaleCancellation, cancelSale }),
  jobs: [tellOrderJob],
  on: { 'store.connected': { 'tell it what was sent meanwhile': wakeStore } },
  attempts: [...fulfilmentSends, ...cancellations],
}
