import { allJobs } from './features.ts'
import { runWorker } from './platform/worker.ts'
import { connectVendors } from './vendors.ts'

/** The worker process: background jobs, schedules, delivery of events. */
await runWorker(allJobs(), connectVendors)
