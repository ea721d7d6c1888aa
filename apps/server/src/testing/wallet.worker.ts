import { flushCompileCache } from 'node:module'
import { wallet } from '../features/wallet/feature.ts'
import { attemptJobs } from '../platform/attempt-jobs.ts'
import { receiverJobs } from '../platform/inbox-jobs.ts'
import { runWorker } from '../platform/worker.ts'
import { connectVendors } from '../vendors.ts'

/** A worker that knows the wallet and nothing else, and so starts soon; chaos tests kill it. */
// One that is killed writes nothing down at its end, and the next one would compile everything anew.
setImmediate(flushCompileCache)
await runWorker(
  [...wallet.jobs, ...attemptJobs(wallet.attempts ?? []), ...receiverJobs(wallet.receivers ?? [])],
  connectVendors,
)
