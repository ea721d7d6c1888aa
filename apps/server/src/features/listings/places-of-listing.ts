import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import type { Selectable } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import type { DB } from '../../platform/db-types.ts'
import { refuse } from '../../platform/refuse.ts'
import { explainFailure } from '../stores/explain-failure.ts'
import { type OpenStore, openStore } from '../stores/open-store.ts'

export interface ListingInStore {
  listing_id: string
  remote_id: string
  /** Null while it is not connected. */
  store: OpenStore | null
}

/** A listing with the store it stands in; refuses one that is in no store. */
export async function placesOfListing(ctx: Ctx, listing_id: string): Promise<ListingInStore> {
  const row = await ctx.db.read((tx) =>
    tx
      .selectFrom('listings')
      .select(['store_id', 'remote_id'])
      .where('workplace_id', '=', ctx.workplace_id)
      .where('listing_id', '=', listing_id)
      .executeTakeFirst(),
  )
  if (!row || row.remote_id === null) refuse('not_found')
  const store = await openStore(ctx, { workplace_id: ctx.workplace_id, store_id: row.store_id })
  return { listing_id, remote_id: row.remote_id, store }
}

type Places = Out<typeof listingCalls.getProductPublication>
type DesiredPlace = Pick<Selectable<DB['listing_places']>, 'publication_id' | 'is_published' | 'state' | 'problem_text'>

/** What was requested and is not settled well. */
export const readDesiredPlaces = (tx: Tx, workplace_id: string, listing_id: string): Promise<DesiredPlace[]> =>
  tx
    .selectFrom('listing_places')
    .select(['publication_id', 'is_published', 'state', 'problem_text'])
    .where('workplace_id', '=', workplace_id)
    .where('listing_id', '=', listing_id)
    .where('state', '<>', 'done')
    .execute()

/** A request that is on its way shows as it will be; of one that failed, the store's own state stays in sight. */
export const withDesiredPlaces = (places: Places, desires: readonly DesiredPlace[]): Places => ({
  ...places,
  items: places.items.map((place) => {
    const desired = desires.find(({ publication_id }) => publication_id === place.id)
    if (desired?.state === 'sending') return { ...place, is_published: desired.is_published, state: 'sending' }
    // It came about in another way meanwhile.
    if (desired?.state !== 'failed' || desired.is_published === place.is_published) return place
    return { ...place, state: 'failed', problem_text: desired.problem_text }
  }),
})

/** As the store shows it now. A channel without such places, or a store that cannot be asked, has none. */
export async function readPlaces({ listing_id, remote_id, store }: ListingInStore): Promise<Places> {
  const publications = store?.channel.publications
  if (!store || !publications?.of) return { listing_id, items: [] }
  try {
    const places = await publications.list(null)
    const shown = await publications.of({ remote_id, ids: places.map(({ id }) => id) })
    if (!shown) refuse('not_found')
    const items = places.map((place) => ({
      ...place,
      is_published: shown.includes(place.id),
      is_free: !store.publications.includes(place.id),
      state: 'settled' as const,
      problem_text: null,
    }))
    return { listing_id, items }
  } catch (error) {
    throw explainFailure(error)
  }
}
