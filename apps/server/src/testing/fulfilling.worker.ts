import { fulfilments } from '../features/fulfilments/feature.ts'
import { attemptJobs } from '../platform/attempt-jobs.ts'
import { runWorker } from '../platform/worker.ts'
import { connectVendors } from '../vendors.ts'

/** A worker that tells stores of parcels and does nothing else, and so starts soon; tests kill it. */
await runWorker([...fulfilments.jobs, ...attemptJobs(fulfilments.attempts ?? [])], connectVendors)
