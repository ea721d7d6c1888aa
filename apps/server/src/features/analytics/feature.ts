import { analyticsCalls } from '@omni/contracts/analytics.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { countMarkedJob, recountJob, sweepMarksJob, sweepUnconvertedJob } from './count-marked.job.ts'
import { getAnalyses } from './get-analyses.ts'
import { getAnalysesPreview } from './get-analyses-preview.ts'
import { getOrderProfit } from './get-order-profit.ts'
import { listCarriers } from './list-carriers.ts'

/** What orders earned, counted as it changes, and shown by day, product, store, supplier and country. */
export const analytics: Feature = {
  calls: serve(analyticsCalls, { getAnalyses, getAnalysesPreview, getOrderProfit, listCarriers }),
  jobs: [countMarkedJob, recountJob, sweepMarksJob, sweepUnconvertedJob],
}
