import { z } from 'zod'
import { job } from '../../platform/jobs.ts'

/** Reports to the store what was sent of one order. The row of each parcel is what keeps two workers apart. */
export const syncOrder = job('fulfilments.report', {
  payload: z.object({ workplace_id: z.string(), order_id: z.string() }),
  attempts: 25,
  key: ({ order_id }) => order_id,
  scope: ({ workplace_id }) => ({ workplace_id }),
})
