import { z } from 'zod'
import { job } from '../../platform/jobs.ts'

/**
 * Looks after one account: started when it is connected, it comes back by itself. It is one job per account and not one
 * schedule for all, because row-level security lets nobody list the accounts of all workplaces.
 */
export const renewAccount = job('source-accounts.renew', {
  payload: z.object({ workplace_id: z.string(), source: z.string() }),
  background: true,
  attempts: 25,
  key: ({ workplace_id, source }) => `${workplace_id}:${source}`,
  scope: ({ workplace_id }) => ({ workplace_id }),
})
