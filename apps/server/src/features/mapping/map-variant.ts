import type { In } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { loadProducts } from '../product-center/load-products.ts'
import { writeLinks } from '../product-center/write-links.ts'
import { linksOfComponents, readNamed } from './links-of-components.ts'
import { toMapping } from './get-mapping.ts'

/** Sourcing spec §7 {id}/map-variant: what variants are bought as. */
export async function mapVariant(ctx: Ctx, { id, variants }: In<typeof mappingCalls.mapVariant>) {
  return ctx.db.tx(async (tx) => {
    const [loaded] = await loadProducts(tx, ctx.workplace_id, [id], true)
    if (!loaded) refuse('not_found')
    const known = new Set(loaded.product.variants.map(({ variant_id }) => variant_id))
    if (variants.some(({ variant_id }) => !known.has(variant_id))) refuse('mapping.variant_gone')
    const catalogue = await readNamed(
      tx,
      variants.map(({ components }) => components),
    )
    const named = new Set(variants.map(({ variant_id }) => variant_id))
    const links = [
      ...loaded.links.filter(({ variant_id }) => !named.has(variant_id)),
      ...variants.flatMap(({ variant_id, components }) => linksOfComponents(variant_id, components, catalogue)),
    ]
    await writeLinks(tx, ctx, loaded, links)
    return toMapping(tx, loaded)
  })
}
