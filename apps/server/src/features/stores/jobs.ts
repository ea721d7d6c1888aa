import { z } from 'zod'
import { job } from '../../platform/jobs.ts'

/** Moves a store here that another account had, once its owner has confirmed it. */
export const moveStore = job('stores.move', {
  payload: z.object({ workplace_id: z.string(), migration_id: z.string(), user_id: z.string() }),
  attempts: 10,
  key: ({ migration_id }) => migration_id,
  scope: ({ workplace_id, user_id }) => ({ workplace_id, user_id }),
})

/** Looks after one connection: started when it is made, it comes back by itself. */
export const checkHealth = job('stores.check-health', {
  payload: z.object({ workplace_id: z.string(), store_id: z.string() }),
  background: true,
  attempts: 25,
  key: ({ store_id }) => store_id,
  scope: ({ workplace_id }) => ({ workplace_id }),
})
