import { placement } from '../features/placement/feature.ts'
import { runWorker } from '../platform/worker.ts'
import { connectVendors } from '../vendors.ts'

/** A worker that knows placing and nothing else, and so starts soon; chaos tests kill it. */
await runWorker(placement.jobs, connectVendors)
