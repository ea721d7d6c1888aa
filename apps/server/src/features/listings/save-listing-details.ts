import type { In } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import type { ListingDetails } from '@omni/domain/channels/listing-details.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { enqueue } from '../../platform/jobs.ts'
import { refuse } from '../../platform/refuse.ts'
import { workListings } from './jobs.ts'

const unanswered = ({ values }: ListingDetails['attributes'][number]) =>
  values.every(({ id, name }) => id + name === '')

/** For the product, and remembered for its category; what is listed there already, or was refused there, follows. */
export const saveListingDetails = (ctx: Ctx, input: In<typeof listingCalls.saveListingDetails>): Promise<null> =>
  ctx.db.tx(async (tx) => {
    const { workplace_id } = ctx
    const { store_id, product_id } = input
    const { rows: known } = await sql<{ store: boolean; product: boolean }>`
      select exists (select from stores where workplace_id = ${workplace_id} and store_id = ${store_id}
          and status = 'active') as store,
        exists (select from products where workplace_id = ${workplace_id} and product_id = ${product_id}
          and deleted_at is null) as product`.execute(tx)
    if (!known[0]?.store) refuse('shop_id_invalid')
    if (!known[0].product) refuse('not_found')
    const details = { ...input.details, attributes: input.details.attributes.filter((one) => !unanswered(one)) }
    const written = JSON.stringify(details)
    await tx
      .insertInto('listing_details')
      .values({ workplace_id, store_id, product_id, details: written })
      .onConflict((conflict) =>
        conflict
          .columns(['workplace_id', 'store_id', 'product_id'])
          .doUpdateSet({ details: written, saved_at: ctx.now }),
      )
      .execute()
    if (details.category) {
      const category_id = details.category.id
      await tx
        .insertInto('category_details')
        .values({ workplace_id, store_id, category_id, details: written })
        .onConflict((conflict) =>
          conflict
            .columns(['workplace_id', 'store_id', 'category_id'])
            .doUpdateSet({ details: written, saved_at: ctx.now }),
        )
        .execute()
    }
    await sql`
      update listings set due_at = now()
      where workplace_id = ${workplace_id} and store_id = ${store_id} and product_id = ${product_id}
        and state in ('idle', 'refused')`.execute(tx)
    await enqueue(tx, workListings, { workplace_id, store_id })
    return null
  })
