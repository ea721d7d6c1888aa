import type { In } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { explainFailure } from '../stores/explain-failure.ts'
import { placesOfListing, readPlaces } from './places-of-listing.ts'

const SEND_WITHIN_MS = 10_000

/**
 * Shows a listing in a place of its store, or no longer. Said twice it is the same; what came of a lost reply is what
 * the store shows afterwards.
 */
export async function setProductPublication(
  ctx: Ctx,
  { id, publication_id, is_published }: In<typeof listingCalls.setProductPublication>,
) {
  const listing = await placesOfListing(ctx, id)
  if (!listing.store) refuse('listings.store_disconnected')
  const { items } = await readPlaces(listing)
  const place = items.find((one) => one.id === publication_id)
  const publish = listing.store.channel.publications?.publish
  if (!place || !publish) refuse('not_found')
  // The store's own pages follow draft and active, which the listing keeps.
  if (!place.is_free) refuse('listings.place_kept')
  const ids = [publication_id]
  try {
    const send = await publish.prepare({
      remote_id: listing.remote_id,
      publish: is_published ? ids : [],
      unpublish: is_published ? [] : ids,
    })
    const outcome = await send(performance.now() + SEND_WITHIN_MS)
    if (outcome.outcome === 'refused') refuse('listings.refused', { message: outcome.message })
  } catch (error) {
    throw explainFailure(error)
  }
  const after = await readPlaces(listing)
  if (after.items.find((one) => one.id === publication_id)?.is_published !== is_published) refuse('stores.unreachable')
  return after
}
