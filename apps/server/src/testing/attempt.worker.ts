import { attemptJobs } from '../platform/attempt-jobs.ts'
import type { AttemptKind } from '../platform/attempts.ts'
import { runWorker } from '../platform/worker.ts'
import { depotOrder } from './depot-order.ts'

/** A worker that knows attempts at the depot and nothing else; chaos tests kill it. */
await runWorker(attemptJobs([depotOrder as unknown as AttemptKind])) // stored beside kinds of other inputs
