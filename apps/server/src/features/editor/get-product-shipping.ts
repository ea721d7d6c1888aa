import type { editorCalls } from '@omni/contracts/editor.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { asSource, DEFAULT_SHIP_FROM, toIsoCountry } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { isRefusal, refuse } from '../../platform/refuse.ts'
import { getSourceLogistics } from '../product-detail/logistics.ts'

type Calls = typeof editorCalls

/** What shipping costs to a country: quotes of single variants where there are some, the product's own otherwise. */
export async function getProductShipping(
  ctx: Ctx,
  { id, country_code }: In<Calls['getProductShipping']>,
): Promise<Out<Calls['getProductShipping']>> {
  const iso = toIsoCountry(country_code)
  const product = await ctx.db.read((tx) =>
    tx
      .selectFrom('products')
      .select(['source', 'source_product_id'])
      .where('workplace_id', '=', ctx.workplace_id)
      .where('product_id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  if (!product) refuse('not_found')
  const known = await ctx.db.read(
    async (tx) =>
      (
        await sql<{ ship_froms: string[] }>`select ship_froms from catalog_products
          where source = ${product.source} and source_product_id = ${product.source_product_id}`.execute(tx)
      ).rows[0],
  )
  const ship_from = known?.ship_froms.includes(iso) ? iso : (known?.ship_froms[0] ?? DEFAULT_SHIP_FROM)
  const quoted = await getSourceLogistics(ctx, {
    source: asSource(product.source),
    product_id: product.source_product_id,
    country_code: iso,
    ship_from,
  }).catch((error: unknown) => {
    // a source by the table's own writers
    if (isRefusal(error)) return null
    throw error
  })
  const { rows } = await ctx.db.read((tx) =>
    sql<{ sku_id: string; amount: number }>`
    select q.sku_id, min((q.ways -> 0 ->> 'amount')::int) as amount from catalog_quotes q
      join catalog_products c on c.id = q.product_id
    where c.source = ${product.source} and c.source_product_id = ${product.source_product_id}
      and q.country_code = ${iso} and q.quantity = 1 and jsonb_array_length(q.ways) > 0 group by q.sku_id`.execute(tx),
  )
  const cheapest = quoted?.logistics.find((option) => option.cheapest)
  return {
    shipping: Object.fromEntries(rows.map(({ sku_id, amount }) => [sku_id, amount])),
    default: cheapest?.amount ?? null,
    days: cheapest?.delivery_time ?? null,
    ships: quoted?.ships ?? false,
    data_at: quoted?.data_at ?? null,
  }
}
