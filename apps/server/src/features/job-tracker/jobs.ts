import { z } from 'zod'
import { job } from '../../platform/jobs.ts'

/** Works through the rows of a run; killed anywhere, it goes on with the first row that is not done. */
export const workRun = job('runs.work', {
  payload: z.object({ run_id: z.string(), workplace_id: z.string(), user_id: z.string() }),
  attempts: 25,
  key: ({ run_id }) => run_id,
  scope: ({ workplace_id, user_id }) => ({ workplace_id, user_id }),
})

/** What nobody can take back any more is removed for good. One a day and workplace. */
export const purgeProducts = job('products.purge', {
  payload: z.object({ workplace_id: z.string(), day: z.string() }),
  attempts: 10,
  key: ({ workplace_id, day }) => `${workplace_id} ${day}`,
  scope: ({ workplace_id }) => ({ workplace_id }),
})
