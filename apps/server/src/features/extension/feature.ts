import { extensionCalls } from '@omni/contracts/extension.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { listErrands } from './list-errands.ts'
import { pressOrder } from './press-order.ts'
import { reportErrand } from './report-errand.ts'

/** Buying through the seller's own browser. The protocol is packages/contracts/src/extension.ts. */
export const extension: Feature = {
  calls: serve(extensionCalls, { listErrands, pressOrder, reportErrand }),
  jobs: [],
  on: {},
}
