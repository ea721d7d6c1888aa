import { z } from 'zod'
import { job } from '../../platform/jobs.ts'

/** Reads at the supplier what was asked back and given back of one purchase. */
export const readRefunds = job('refunds.read', {
  payload: z.object({ workplace_id: z.string(), supplier_order_id: z.string() }),
  attempts: 10,
  key: ({ supplier_order_id }) => supplier_order_id,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

/** Asks about everything that waits for an answer. */
export const readAllRefunds = job('refunds.read-all', {
  payload: z.object({}),
  attempts: 3,
  cron: '*/15 * * * *',
  at_start: true,
})
