import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'

interface Onboarding {
  has_store: boolean
  has_product: boolean
  has_order: boolean
}

/** Orders spec §7 orders/v5/onboarding; its reply is not shown. */
export async function getOrderOnboarding(ctx: Ctx): Promise<Onboarding> {
  const { rows } = await ctx.db.read((tx) =>
    sql<Onboarding>`
      select exists (select from stores where workplace_id = ${ctx.workplace_id} and status = 'active') as has_store,
        exists (select from products where workplace_id = ${ctx.workplace_id} and deleted_at is null) as has_product,
        exists (select from orders where workplace_id = ${ctx.workplace_id}) as has_order`.execute(tx),
  )
  return rows[0] ?? { has_store: false, has_product: false, has_order: false }
}
