import { placement } from '../features/placement/feature.ts'
import { runWorker } from '../platform/worker.ts'

/** A worker that knows placing and nothing else, and so starts soon; chaos tests kill it. */
await runWorker(placement.jobs)
