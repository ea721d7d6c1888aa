import { analyticsCalls } from '@omni/contracts/analytics.calls.ts'
import { enqueue } from '../../platform/jobs.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { countMarkedJob, recountJob, sweepMarksJob, sweepUnconvertedJob } from './count-marked.job.ts'
import { getAnalyses } from './get-analyses.ts'
import { getAnalysesPreview } from './get-analyses-preview.ts'
import { getOrderProfit } from './get-order-profit.ts'
import { countMarked } from './jobs.ts'
import { markOpenOrders } from './keep-stops.ts'
import { listCarriers } from './list-carriers.ts'

/** What orders earned, counted as it changes, and shown by day, product, store, supplier and country. */
export const analytics: Feature = {
  calls: serve(analyticsCalls, { getAnalyses, getAnalysesPreview, getOrderProfit, listCarriers }),
  jobs: [countMarkedJob, recountJob, sweepMarksJob, sweepUnconvertedJob],
  on: {
    'order_settings.changed': {
      'judge open orders by the floor': {
        within: async (tx, { workplace_id, source }) => {
          if (source !== undefined) return
          await markOpenOrders(tx, workplace_id)
          await enqueue(tx, countMarked, { workplace_id })
        },
      },
    },
  },
}
