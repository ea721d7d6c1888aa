import { fulfilmentRequests } from '../features/fulfilment-requests/feature.ts'
import { attemptJobs } from '../platform/attempt-jobs.ts'
import { runWorker } from '../platform/worker.ts'
import { connectVendors } from '../vendors.ts'

/** A worker that answers requests of stores and does nothing else, and so starts soon; tests kill it. */
await runWorker([...fulfilmentRequests.jobs, ...attemptJobs(fulfilmentRequests.attempts ?? [])], connectVendors)
