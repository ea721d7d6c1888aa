import { z } from 'zod'
import { job } from '../../platform/jobs.ts'

const Store = z.object({ workplace_id: z.string(), store_id: z.string() })
const ofStore = {
  payload: Store,
  attempts: 25,
  key: ({ store_id }: z.output<typeof Store>) => store_id,
  scope: ({ workplace_id }: z.output<typeof Store>) => ({ workplace_id }),
}

/** One at a time in each store: a second one would ask the store the same again. */
const oneByOne = (name: string) => ({ queue: ({ store_id }: z.output<typeof Store>) => `${name} ${store_id}` })

/** The kind of a run that pushes to one store. */
export const PUSH = 'push'

/** Works the listings of a store that are due. Named in a trigger (`enqueue_listings`): a changed product adds one. */
export const workListings = job('listings.work', { ...ofStore, ...oneByOne('listings.work') })

/** Reads what a store told us has changed. */
export const readPending = job('listings.read-pending', {
  ...ofStore,
  ...oneByOne('listings.read-pending'),
  keeps_time: true,
})

/** Reads what changed in a store since the last time, whatever it told us. Comes back by itself. */
export const readChanged = job('listings.read-changed', { ...ofStore, background: true })

/** Reads every product of a store. At connect, then daily: the only way to see what was deleted there. */
export const sweepStore = job('listings.sweep', { ...ofStore, background: true })

const Together = Store.extend({
  /** Under way at the platform since an earlier turn of this job. */
  export: z.object({ export_id: z.string(), asked_at: z.string() }).optional(),
})

/** Reads the listings that were just made in a store, many by one export. */
export const readTogether = job('listings.read-together', {
  payload: Together,
  attempts: 10,
  key: ({ store_id }) => store_id,
  scope: ({ workplace_id }) => ({ workplace_id }),
  queue: ({ store_id }) => `listings.read-together ${store_id}`,
})
