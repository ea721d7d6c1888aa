import type { editorCalls } from '@omni/contracts/editor.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { loadProducts, type SupplierLink } from '../product-center/load-products.ts'
import { writeLinks } from '../product-center/write-links.ts'

/** Puts suppliers in the order they are tried; one that is not named is taken away. */
export async function setVariantSuppliers(
  ctx: Ctx,
  { id, variant_ids, order }: In<typeof editorCalls.setVariantSuppliers>,
) {
  return ctx.db.tx(async (tx) => {
    const [loaded] = await loadProducts(tx, ctx.workplace_id, [id], true)
    if (!loaded) refuse('not_found')
    const wanted = new Set(variant_ids)
    const place = new Map(order.map(({ source, source_product_id }, at) => [`${source}:${source_product_id}`, at]))
    const placeOf = (link: SupplierLink) => place.get(`${link.source}:${link.source_product_id}`)
    const links = [...Map.groupBy(loaded.links, ({ variant_id }) => variant_id)].flatMap(([variant_id, list]) =>
      wanted.has(variant_id)
        ? list
            .filter((link) => placeOf(link) !== undefined)
            .toSorted((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0))
            .map((link, rank) => ({ ...link, rank }))
        : list,
    )
    await writeLinks(tx, ctx, loaded, links)
    return { changed: wanted.size }
  })
}
