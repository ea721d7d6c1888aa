import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { openStore } from '../stores/open-store.ts'

type Wanted = Out<typeof listingCalls.listStoreGroups>['wanted'][number]

/** What a push can choose: asked of the store itself, beside what was chosen there before. */
export async function listStoreGroups(
  ctx: Ctx,
  { store_id, product_ids }: In<typeof listingCalls.listStoreGroups>,
): Promise<Out<typeof listingCalls.listStoreGroups>> {
  const { workplace_id } = ctx
  const store = await openStore(ctx, { workplace_id, store_id })
  if (!store) refuse('shop_id_invalid')
  if (!store.channel.groups) return { groups: [], wanted: [] }
  const groups = await store.channel.groups.list(null).catch((error: unknown) => {
    if (error instanceof VendorError) refuse('stores.unreachable')
    throw error
  })
  const { rows } = await ctx.db.read((tx) =>
    sql<Wanted>`
      with named as (
        select 'category' as kind, btrim(product_type) as name from products
        where workplace_id = ${workplace_id} and product_id = any(${product_ids}::uuid[]) and deleted_at is null
        union all
        select 'brand', btrim(vendor) from products
        where workplace_id = ${workplace_id} and product_id = any(${product_ids}::uuid[]) and deleted_at is null
      )
      select n.kind, n.name, count(*)::int as products, g.remote_id as chosen
      from named n left join store_groups g
        on g.workplace_id = ${workplace_id} and g.store_id = ${store_id} and g.kind = n.kind and g.name = n.name
      group by n.kind, n.name, g.remote_id order by n.kind desc, products desc, n.name`.execute(tx),
  )
  const kinds = new Set(groups.map(({ kind }) => kind))
  // Where a store has no brands there is none to choose.
  return { groups, wanted: rows.filter(({ kind }) => kinds.has(kind)) }
}
