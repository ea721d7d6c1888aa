import { attemptJobs } from '../platform/attempt-jobs.ts'
import type { AttemptKind } from '../platform/attempts.ts'
import { runWorker } from '../platform/worker.ts'
import { depotOrder } from './depot-order.ts'
import { connectVendors } from '../vendors.ts'

/** A worker that knows attempts at the depot and nothing else; chaos tests kill it. */
await runWorker(attemptJobs([depotOrder as unknown as AttemptKind]), connectVendors) // stored beside kinds of other inputs
