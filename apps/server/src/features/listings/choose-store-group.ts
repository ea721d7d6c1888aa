import type { In } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { enqueue } from '../../platform/jobs.ts'
import { refuse } from '../../platform/refuse.ts'
import { workListings } from './jobs.ts'

/** Remembered for the store; products that are listed there already follow. */
export const chooseStoreGroup = (ctx: Ctx, input: In<typeof listingCalls.chooseStoreGroup>): Promise<null> =>
  ctx.db.tx(async (tx) => {
    const { workplace_id } = ctx
    const { store_id, kind, name, id } = input
    const store = await tx
      .selectFrom('stores')
      .select('store_id')
      .where('workplace_id', '=', workplace_id)
      .where('store_id', '=', store_id)
      .where('status', '=', 'active')
      .executeTakeFirst()
    if (!store) refuse('shop_id_invalid')
    if (id === null)
      await tx
        .deleteFrom('store_groups')
        .where('workplace_id', '=', workplace_id)
        .where('store_id', '=', store_id)
        .where('kind', '=', kind)
        .where('name', '=', name)
        .execute()
    else
      await tx
        .insertInto('store_groups')
        .values({ workplace_id, store_id, kind, name, remote_id: id })
        .onConflict((conflict) =>
          conflict.columns(['workplace_id', 'store_id', 'kind', 'name']).doUpdateSet({ remote_id: id }),
        )
        .execute()
    await sql`
      update listings l set due_at = now() from products p
      where l.workplace_id = ${workplace_id} and l.store_id = ${store_id} and l.state = 'idle'
        and p.workplace_id = l.workplace_id and p.product_id = l.product_id
        and btrim(case when ${kind} = 'category' then p.product_type else p.vendor end) = ${name}`.execute(tx)
    await enqueue(tx, workListings, { workplace_id, store_id })
    return null
  })
