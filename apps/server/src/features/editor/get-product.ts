import type { EditorProduct, editorCalls } from '@omni/contracts/editor.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { type Loaded, loadProducts, supplies } from '../product-center/load-products.ts'

export async function getProduct(
  ctx: Ctx,
  { id }: In<typeof editorCalls.getProduct>,
): Promise<{ product: EditorProduct }> {
  return ctx.db.read(async (tx) => {
    const [loaded] = await loadProducts(tx, ctx.workplace_id, [id], false)
    if (!loaded) refuse('not_found')
    return { product: await toEditor(tx, loaded) }
  })
}

interface Now {
  name: string | null
  gone: boolean
  store_name: string | null
  variants: { sku_id: string; price: number; quantity: number | null }[] | null
}

/** The product as the editor shows it, with what its first supplier says now. */
export async function toEditor(tx: Tx, loaded: Loaded): Promise<EditorProduct> {
  const {
    rows: [now],
  } = await sql<Now>`
    select c.name, c.gone_at is not null as gone, s.store_name,
      (select json_agg(json_build_object('sku_id', v.sku_id, 'price', v.price, 'quantity', v.quantity))
        from catalog_variants v where v.product_id = c.id) as variants
    from catalog_products c left join catalog_sellers s on s.source = c.source and s.seller_id = c.seller_id
    where c.source = ${loaded.source} and c.source_product_id = ${loaded.source_product_id}`.execute(tx)
  const supply = supplies(loaded.links, loaded.ship_to)
  const counts = Map.groupBy(loaded.links, ({ variant_id }) => variant_id)
  const {
    product,
    product_id,
    revision,
    currency,
    ship_to,
    source,
    source_product_id,
    product_link,
    pushed,
    status,
    created_at,
    updated_at,
  } = loaded
  return {
    ...product,
    product_id,
    revision,
    currency,
    ship_to,
    source,
    source_product_id,
    product_link,
    pushed,
    status,
    created_at,
    updated_at,
    store_name: now?.store_name ?? null,
    variants: product.variants.map((variant) => {
      const supplied = supply.get(variant.variant_id)
      return {
        ...variant,
        cost: supplied?.cost ?? null,
        quantity: supplied?.quantity ?? null,
        suppliers: counts.get(variant.variant_id)?.length ?? 0,
      }
    }),
    supplier_changes: now ? differences(loaded, now) : [],
  }
}

/** What the supplier changed since: shown, never applied by itself. */
function differences({ links, source_product_id }: Loaded, now: Now): EditorProduct['supplier_changes'] {
  if (now.gone) return [{ kind: 'gone', detail: '' }]
  if (!now.variants) return []
  const of = new Map(now.variants.map((variant) => [variant.sku_id, variant]))
  const own = links.filter((link) => link.source_product_id === source_product_id)
  const moved = own.flatMap((link) => {
    const variant = of.get(link.sku_id)
    return variant && variant.price !== link.cost ? [`${link.cost}>${variant.price}`] : []
  })
  const sold = own.filter((link) => of.get(link.sku_id)?.quantity === 0).length
  const lost = own.filter((link) => link.sku_id !== '' && !of.has(link.sku_id)).length
  const changes: EditorProduct['supplier_changes'] = []
  if (moved.length > 0) changes.push({ kind: 'price', detail: `${moved.length}|${moved[0] ?? ''}` })
  if (sold > 0) changes.push({ kind: 'stock', detail: String(sold) })
  if (lost > 0) changes.push({ kind: 'variants', detail: String(lost) })
  return changes
}
