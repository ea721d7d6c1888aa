import { billing } from '../features/billing/feature.ts'
import { receivers } from '../features/stores/receivers.ts'
import { attemptJobs } from '../platform/attempt-jobs.ts'
import { outboxJobs, subscribe } from '../platform/outbox.ts'
import { receiverJobs } from '../platform/inbox-jobs.ts'
import { runWorker } from '../platform/worker.ts'
import { connectVendors } from '../vendors.ts'

subscribe([billing.on])

/** A worker that knows plans and the messages about them, and so starts soon; chaos tests kill it. */
await runWorker(
  [
    ...billing.jobs,
    ...attemptJobs(billing.attempts ?? []),
    ...receiverJobs([...(billing.receivers ?? []), ...receivers]),
    ...outboxJobs(),
  ],
  connectVendors,
)
