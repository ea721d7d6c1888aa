import type { In } from '@omni/contracts/kernel.ts'
import type { supplierCalls } from '@omni/contracts/suppliers.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'

/** Following twice is following once. */
export async function followSupplier(ctx: Ctx, { action, source, seller_id }: In<typeof supplierCalls.followSupplier>) {
  return ctx.db.tx(async (tx) => {
    const seller = await tx
      .selectFrom('catalog_sellers')
      .select('seller_id')
      .where('source', '=', source)
      .where('seller_id', '=', seller_id)
      .executeTakeFirst()
    if (!seller) refuse('not_found')
    if (action === 'follow')
      await tx
        .insertInto('favorite_suppliers')
        .values({ workplace_id: ctx.workplace_id, source, seller_id, followed_at: ctx.now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    else
      await tx
        .deleteFrom('favorite_suppliers')
        .where('workplace_id', '=', ctx.workplace_id)
        .where('source', '=', source)
        .where('seller_id', '=', seller_id)
        .execute()
    const {
      rows: [row],
    } = await sql<{
      n: number
    }>`select count(*)::int as n from favorite_suppliers where workplace_id = ${ctx.workplace_id}`.execute(tx)
    return { followed: action === 'follow', total: row?.n ?? 0 }
  })
}
