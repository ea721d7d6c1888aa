import type { In } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { databaseTime } from '../listings/advance.ts'
import { readView } from '../listings/listing-view.ts'
import { handleItem } from '../listings/read-store.job.ts'
import { openStore } from '../stores/open-store.ts'

/** The number at the end of an address of a store's admin, or a number by itself. */
const NUMBER = /(\d{1,20})\D*$/

/** Sourcing spec §7: one product of a store, read now instead of at the next look. */
export async function readStoreProduct(ctx: Ctx, { store_id, product }: In<typeof mappingCalls.readStoreProduct>) {
  const { workplace_id } = ctx
  const store = await openStore(ctx, { workplace_id, store_id })
  if (!store) refuse('listings.store_disconnected')
  const number = NUMBER.exec(product)?.[1]
  if (number === undefined) refuse('mapping.not_in_store', {}, { field: 'product' })
  const remote_id = ctx.services.channels.definition(store.platform)?.productOfNumber?.(number) ?? number
  const asked_at = await databaseTime(ctx)
  const [remote] = await store.channel.listings.read({ remote_ids: [remote_id] }).catch((error: unknown) => {
    if (error instanceof VendorError && error.kind === 'invalid') return []
    throw error
  })
  if (!remote) refuse('mapping.not_in_store', {}, { field: 'product' })
  const listing_id = await handleItem({ ...ctx, clock: () => ctx.now }, store, remote, asked_at)
  return ctx.db.read((tx) => readView(tx, workplace_id, listing_id))
}
