import { SOURCES } from '@omni/domain/catalog/sources.ts'
import { z } from 'zod'
import { job } from '../../platform/jobs.ts'

/** Brings the products of a workplace up to what the catalogue says. Comes back by itself. */
export const watchProducts = job('products.watch', {
  payload: z.object({ workplace_id: z.string() }),
  background: true,
  attempts: 5,
  key: ({ workplace_id }) => workplace_id,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

/** Looks at what sellers sell, at every supplier. */
export const readWatched = job('auto-update.read', {
  payload: z.object({}),
  background: true,
  attempts: 1,
  key: () => 'all',
  cron: '* * * * *',
})

export const readSource = job('auto-update.read-source', {
  payload: z.object({ source: z.enum(SOURCES) }),
  background: true,
  attempts: 2,
  key: ({ source }) => source,
  queue: ({ source }) => `auto-update.read ${source}`,
})
