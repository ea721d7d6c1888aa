import { fulfilmentCalls } from '@omni/contracts/fulfilments.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { fulfilmentSends } from './send-fulfilment.ts'
import { tellOrderJob } from './tell-order.job.ts'
import { tellStore } from './tell-store.ts'
import { wakeStore } from './wake-store.ts'

/** What stores are told of parcels. */
export const fulfilments: Feature = {
  calls: serve(fulfilmentCalls, { tellStore }),
  jobs: [tellOrderJob],
  on: { 'store.connected': { 'tell it what was sent meanwhile': wakeStore } },
  attempts: fulfilmentSends,
}
