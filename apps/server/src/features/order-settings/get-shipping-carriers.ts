import type { In } from '@omni/contracts/kernel.ts'
import type { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'

/** No supplier lists its methods: they are those it quoted for some of its products. */
const PRODUCTS_LOOKED_AT = 300
const MOST_METHODS = 200

interface Carrier {
  method: string
  min_days: number | null
  max_days: number | null
  amount_from: number
  tracked: boolean
}

export async function getShippingCarriers(
  ctx: Ctx,
  { source, country_code }: In<typeof orderSettingsCalls.getShippingCarriers>,
) {
  const { rows } = await ctx.db.read((tx) =>
    sql<Carrier>`
      with looked_at as (
        select id from catalog_products where source = ${source} and gone_at is null order by due_at desc, id desc
        limit ${PRODUCTS_LOOKED_AT})
      select way.service_name as method, min(way.min_days) as min_days, max(way.max_days) as max_days,
        min(way.amount) as amount_from, bool_or(way.tracked) as tracked
      from looked_at p
      join catalog_quotes q on q.product_id = p.id ${country_code ? sql`and q.country_code = ${country_code}` : sql``}
      cross join lateral jsonb_to_recordset(q.ways) as way
        (service_name text, amount int, min_days int, max_days int, tracked boolean)
      group by 1 order by count(*) desc, 1 limit ${MOST_METHODS}`.execute(tx),
  )
  return { items: rows }
}
