import { billing } from '../features/billing/feature.ts'
import { attemptJobs } from '../platform/attempt-jobs.ts'
import { receiverJobs } from '../platform/receive.ts'
import { runWorker } from '../platform/worker.ts'

/** A worker that knows plans and nothing else, and so starts soon; chaos tests kill it. */
await runWorker([...billing.jobs, ...attemptJobs(billing.attempts ?? []), ...receiverJobs(billing.receivers ?? [])])
