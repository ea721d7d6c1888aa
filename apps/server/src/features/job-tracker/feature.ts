import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import type { RunWork } from '../../platform/runs.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { closeJobs } from './close-jobs.ts'
import { getUndoResult } from './get-undo-result.ts'
import { listJobRows } from './list-job-rows.ts'
import { listJobs } from './list-jobs.ts'
import { listRuns } from './list-runs.ts'
import { purgeRunsJob } from './purge-runs.job.ts'
import { retryRun } from './retry-run.ts'
import { undoRun } from './undo-run.ts'
import { workRunJob } from './work-run.ts'

/** The background-job tracker (sourcing spec §4). `runs`: what the other areas do to many things at once. */
export const jobTracker = (runs: readonly RunWork[]): Feature => ({
  calls: serve(jobTrackerCalls, { listJobs, listJobRows, retryRun, closeJobs, undoRun, getUndoResult, listRuns }),
  jobs: [workRunJob(runs), purgeRunsJob],
})
