import type { In } from '@omni/contracts/kernel.ts'
import type { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'

const PRODUCTS_LOOKED_AT = 2000

/** Countries that some of the supplier's products are sent from, the commonest first. */
export async function getShippingWarehouses(ctx: Ctx, { source }: In<typeof orderSettingsCalls.getShippingWarehouses>) {
  const { rows } = await ctx.db.read((tx) =>
    sql<{ country_code: string }>`
      select country_code from (
        select unnest(ship_froms) as country_code from (
          select ship_froms from catalog_products where source = ${source} and gone_at is null
          order by due_at desc, id desc limit ${PRODUCTS_LOOKED_AT}) p) w
      group by 1 order by count(*) desc, 1`.execute(tx),
  )
  return { items: rows }
}
