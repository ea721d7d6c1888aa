import { z } from 'zod'
import { job } from '../../platform/jobs.ts'

/** Reads what a store asks us for as its fulfilment service, and answers what needs nobody. One at a time in each store. */
export const readRequests = job('fulfilment-requests.read', {
  payload: z.object({ workplace_id: z.string(), store_id: z.string() }),
  attempts: 25,
  key: ({ store_id }) => store_id,
  queue: ({ store_id }) => `fulfilment-requests.read ${store_id}`,
  scope: ({ workplace_id }) => ({ workplace_id }),
})
