import type { In } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import { randomUUID } from 'node:crypto'
import { startAttempt } from '../../platform/attempts.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { placesOfListing, readPlaces, readDesiredPlaces, withDesiredPlaces } from './places-of-listing.ts'
import { placeSendOf } from './send-place.ts'

/** The request is committed, and a job asks the store. One at a time for each place: a late reply cannot undo a later request. */
export async function setProductPublication(
  ctx: Ctx,
  { id: listing_id, publication_id, is_published }: In<typeof listingCalls.setProductPublication>,
) {
  const listing = await placesOfListing(ctx, listing_id)
  const { store, remote_id } = listing
  if (!store) refuse('listings.store_disconnected')
  const shown = await readPlaces(listing)
  const place = shown.items.find((one) => one.id === publication_id)
  const kind = placeSendOf(store.platform, ctx.config)
  if (!place || !kind) refuse('not_found')
  // The store's own pages follow draft and active, which the listing keeps.
  if (!place.is_free) refuse('listings.place_kept')
  const { workplace_id, now } = ctx
  const { store_id, epoch } = store
  const request_id = randomUUID()
  return ctx.db.tx(async (tx) => {
    const desired = { request_id, is_published, state: 'sending', problem_text: null, requested_at: now }
    const written = await tx
      .insertInto('listing_places')
      .values({ workplace_id, listing_id, publication_id, ...desired })
      .onConflict((conflict) =>
        conflict
          .columns(['workplace_id', 'listing_id', 'publication_id'])
          .doUpdateSet(desired)
          .where('listing_places.state', '<>', 'sending'),
      )
      .returning('request_id')
      .executeTakeFirst()
    if (!written) refuse('listings.place_under_way')
    const input = { workplace_id, listing_id, store_id, epoch, remote_id, publication_id, is_published }
    await startAttempt(tx, kind, { workplace_id, subject_id: request_id, account_key: store_id, input })
    await publishToWorkplace(tx, workplace_id, 'listings.changed', { listing_ids: [listing_id] })
    return withDesiredPlaces(shown, await readDesiredPlaces(tx, workplace_id, listing_id))
  })
}
