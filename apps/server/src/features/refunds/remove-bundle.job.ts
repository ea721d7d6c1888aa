import { z } from 'zod'
import { job, work } from '../../platform/jobs.ts'

interface BundleId {
  workplace_id: string
  refund_id: string
}

/** One file a claim: a later one takes its place. */
export const bundleKey = ({ workplace_id, refund_id }: BundleId) =>
  `private/bundles/${workplace_id}/evidence-${refund_id}.html`

export const removeBundle = job('refunds.remove-bundle', {
  payload: z.object({ workplace_id: z.uuid(), refund_id: z.uuid() }),
  attempts: 10,
  key: ({ refund_id }) => refund_id,
})

/** When its address has ended, a bundle is of no use to anybody we want to serve. */
export const removeBundleJob = work(removeBundle, async (ctx, id) => {
  await ctx.services.storage.remove(bundleKey(id))
})
