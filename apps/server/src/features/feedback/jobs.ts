import { z } from 'zod'
import { job } from '../../platform/jobs.ts'

/** Reads at the supplier what was written about one purchase. */
export const readFeedbacks = job('feedback.read', {
  payload: z.object({ workplace_id: z.string(), supplier_order_id: z.string() }),
  attempts: 10,
  key: ({ supplier_order_id }) => supplier_order_id,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

/** Asks about every conversation that is not over. */
export const readAllFeedbacks = job('feedback.read-all', {
  payload: z.object({}),
  attempts: 3,
  cron: '*/10 * * * *',
  at_start: true,
})
