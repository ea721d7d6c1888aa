import type { In, Out } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { readListing } from '../listings/advance.ts'
import { remoteOf } from '../listings/listing-row.ts'
import { readStores } from '../stores/store-row.ts'

/** Sourcing spec §7 products/platform/{id}: a listing as its store shows it. */
export async function getPlatformProduct(
  ctx: Ctx,
  { id }: In<typeof mappingCalls.getPlatformProduct>,
): Promise<Out<typeof mappingCalls.getPlatformProduct>> {
  return ctx.db.read(async (tx) => {
    const row = await readListing(tx, { workplace_id: ctx.workplace_id, listing_id: id })
    const remote = row && remoteOf(row)
    if (!row || !remote) refuse('not_found')
    const [store] = await readStores(tx, ctx.workplace_id, row.store_id)
    return {
      listing_id: id,
      store_id: row.store_id,
      product_id: row.product_id,
      remote_id: remote.remote_id,
      title: remote.title,
      url: remote.url,
      images: remote.pictures.map(({ url }) => url),
      currency: store?.currency ?? '',
      options: remote.options,
      variants: remote.variants.map(({ remote_variant_id, option_values, sku, price, quantity }) => ({
        remote_variant_id,
        option_values,
        sku,
        price,
        quantity,
      })),
      seen_at: row.seen_at,
    }
  })
}
