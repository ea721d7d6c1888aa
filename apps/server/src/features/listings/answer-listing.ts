import type { In } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import { nextKey } from '@omni/domain/channels/listing-key.ts'
import { type ListingEvent, next } from '@omni/domain/channels/listing.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { refuse } from '../../platform/refuse.ts'
import type { PushSettings } from './desired.ts'
import { workListings } from './jobs.ts'
import { lockListing, policiesOf, settingsOf, toListing, writeStep } from './listing-row.ts'
import { type ListingView, readView } from './listing-view.ts'

type Calls = typeof listingCalls

/** Settles what a listing waits for. */
export const decideListing = (ctx: Ctx, { id, says }: In<Calls['decideListing']>) =>
  ctx.db.tx((tx) => answerListing(ctx, tx, id, says))

/** Sourcing spec §7 listings/{id}/set-status/{status}. */
export const setListingStatus = (ctx: Ctx, { id, status }: In<Calls['setListingStatus']>) =>
  ctx.db.tx((tx) => {
    if (status === 'removed') return answerListing(ctx, tx, id, 'remove')
    if (status === 'listed') return answerListing(ctx, tx, id, 'list')
    return answerListing(ctx, tx, id, 'list', (before) => ({ ...before, is_publish: status === 'active' }))
  })

/** A person settles something about a listing; the worker carries it out. */
async function answerListing(
  ctx: Ctx,
  tx: Tx,
  listing_id: string,
  says: Extract<ListingEvent, { is: 'person' }>['says'] & string,
  settings?: (before: PushSettings) => PushSettings,
): Promise<ListingView> {
  const row = await lockListing(tx, { workplace_id: ctx.workplace_id, listing_id })
  if (!row || row.product_id === null) refuse('not_found')
  if (says === 'it_is') refuse('not_found')
  const connected = await tx
    .selectFrom('store_connections')
    .select('epoch')
    .where('workplace_id', '=', ctx.workplace_id)
    .where('store_id', '=', row.store_id)
    .where('credentials', 'is not', null)
    .executeTakeFirst()
  if (!connected) refuse('listings.store_disconnected')
  const rules = { policies: policiesOf(row), batch: (fields: readonly string[]) => fields }
  // What is not in the store any more is made anew.
  const isAway = says === 'list' && (row.state === 'gone' || row.state === 'removed')
  const event = isAway ? 'list_again' : says
  const step = next(rules, toListing(row), { is: 'person', says: event })
  await writeStep(tx, row, step, ctx.now, {
    who: { user_id: ctx.user_id },
    due_at: ctx.now,
    ...(settings && { settings: settings(settingsOf(row)) }),
    ...(event === 'list_again' && { key: nextKey(row.key) }),
  })
  await enqueue(tx, workListings, { workplace_id: ctx.workplace_id, store_id: row.store_id })
  return readView(tx, ctx.workplace_id, listing_id)
}
