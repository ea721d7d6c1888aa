import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'

interface Link {
  variant_id: string
  rank: number
  source: string
  source_product_id: string
  sku_id: string
  sku_name: string
  cost: number
  quantity: number | null
}

interface Offer {
  id: number
  source: string
  source_product_id: string
  name: string
  image: string | null
  store_name: string | null
  gone: boolean
  data_at: string
}

interface Sku {
  product_id: number
  sku_id: string
  price: number
  quantity: number | null
  image: string | null
}

const keyOf = ({ source, source_product_id }: { source: string; source_product_id: string }) =>
  `${source}:${source_product_id}`

/** Each variant with its suppliers in the order they are tried, as they stand in the catalogue now. */
export async function getSourceVariants(
  ctx: Ctx,
  { id }: In<typeof importListCalls.getSourceVariants>,
): Promise<Out<typeof importListCalls.getSourceVariants>> {
  return ctx.db.read(async (tx) => {
    const known = await tx
      .selectFrom('products')
      .select('product_id')
      .where('workplace_id', '=', ctx.workplace_id)
      .where('product_id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!known) refuse('not_found')
    // Joined here: just after an import the planner knows nothing of 2,048 new rows and would compare each with each,
    // which takes seconds.
    const variants = await tx
      .selectFrom('product_variants')
      .select(['variant_id', 'option_values'])
      .where('workplace_id', '=', ctx.workplace_id)
      .where('product_id', '=', id)
      .orderBy('position')
      .orderBy('variant_id')
      .execute()
    const { rows: links } =
      await sql<Link>`select variant_id, rank, source, source_product_id, sku_id, sku_name, cost, quantity
        from variant_suppliers where workplace_id = ${ctx.workplace_id} and product_id = ${id} order by rank`.execute(
        tx,
      )
    const { offers, skus } = await inCatalogue(tx, links)
    const linksOf = Map.groupBy(links, ({ variant_id }) => variant_id)
    return {
      variants: variants.map(({ variant_id, option_values }) => ({
        variant_id,
        option_values,
        suppliers: (linksOf.get(variant_id) ?? []).map((link) => {
          const offer = offers.get(keyOf(link))
          const sku = offer && skus.get(`${offer.id}:${link.sku_id}`)
          return {
            rank: link.rank,
            source: asSource(link.source),
            source_product_id: link.source_product_id,
            sku_id: link.sku_id,
            sku_name: link.sku_name,
            name: offer?.name ?? '',
            image: sku?.image ?? offer?.image ?? null,
            store_name: offer?.store_name ?? null,
            cost: sku?.price ?? link.cost,
            quantity: sku?.quantity ?? link.quantity,
            gone: offer !== undefined && (offer.gone || !sku),
            data_at: offer?.data_at ?? null,
          }
        }),
      })),
    }
  })
}

async function inCatalogue(
  tx: Tx,
  links: readonly Link[],
): Promise<{ offers: ReadonlyMap<string, Offer>; skus: ReadonlyMap<string, Sku> }> {
  const wanted = [...new Map(links.map((link) => [keyOf(link), link])).values()]
  const { rows: offers } =
    await sql<Offer>`select c.id, c.source, c.source_product_id, c.name, c.images[1] as image, s.store_name,
      c.gone_at is not null as gone, c.seen_at as data_at
    from unnest(${wanted.map(({ source }) => source)}::text[],
      ${wanted.map(({ source_product_id }) => source_product_id)}::text[]) as w (source, id)
    join catalog_products c on c.source = w.source and c.source_product_id = w.id
    left join catalog_sellers s on s.source = c.source and s.seller_id = c.seller_id`.execute(tx)
  const { rows: skus } = await sql<Sku>`select product_id, sku_id, price, quantity, image from catalog_variants
      where product_id = any(${offers.map((offer) => offer.id)}::bigint[])`.execute(tx)
  return {
    offers: new Map(offers.map((offer) => [keyOf(offer), offer])),
    skus: new Map(skus.map((sku) => [`${sku.product_id}:${sku.sku_id}`, sku])),
  }
}
