import { z } from 'zod'
import { job } from '../../platform/jobs.ts'

/** Looks at orders that rules may place. Named in a trigger (`check_orders`): an order that becomes ready adds one. */
export const judgeOrders = job('automation.check', {
  payload: z.object({ workplace_id: z.string() }),
  attempts: 25,
  key: ({ workplace_id }) => workplace_id,
  queue: ({ workplace_id }) => `automation.check ${workplace_id}`,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

/** Finds what has its turn now, and looks that were lost. */
export const sweepAutomation = job('automation.sweep', {
  payload: z.object({}),
  attempts: 3,
  cron: '* * * * *',
  at_start: true,
})
