import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { closeJobs, listJobRows, listJobs, retryRun } from './tracker.ts'

/** The background-job tracker (sourcing spec §4). The work itself is bound in product-center/feature.ts. */
export const jobTracker: Feature = {
  calls: serve(jobTrackerCalls, { listJobs, listJobRows, retryRun, closeJobs }),
  jobs: [],
  on: {},
}
