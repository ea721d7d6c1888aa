import { z } from 'zod'
import { job } from '../../platform/jobs.ts'

/** Looks after one connection: started when it is made, it comes back by itself. */
export const lookAfterStore = job('stores.look-after', {
  payload: z.object({ workplace_id: z.string(), store_id: z.string() }),
  background: true,
  attempts: 25,
  key: ({ store_id }) => store_id,
  scope: ({ workplace_id }) => ({ workplace_id }),
})
