import type { In } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { cell, type Patch } from '@omni/domain/products/changes.ts'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { copy } from '../import-list/import-products.ts'
import { linkMatching, type SupplierProduct } from '../import-list/link-matching.ts'
import type { CatalogueProduct } from '../import-list/read-catalogue.ts'
import { type Loaded, loadProducts, supplies } from '../product-center/load-products.ts'
import { priceOf, type Pricing, readPricing } from '../product-center/pricing.ts'
import { writeLinks } from '../product-center/write-links.ts'
import { writeProduct } from '../product-center/write-product.ts'
import { toMapping } from './get-mapping.ts'
import { fetchSupplierProduct, readSupplierProduct } from './supplier-product.ts'

type Input = Omit<In<typeof mappingCalls.replaceSupplier>, 'id'>

/** Sourcing spec §7 {id}/replace, with `price_rule`: another supplier product in the place of one. */
export async function replaceSupplier(ctx: Ctx, { id, ...input }: In<typeof mappingCalls.replaceSupplier>) {
  const supplier = { source: input.source, source_product_id: input.source_product_id }
  await fetchSupplierProduct(ctx, supplier)
  return ctx.db.tx(async (tx) => {
    const found = await readSupplierProduct(tx, supplier)
    const [loaded] = await loadProducts(tx, ctx.workplace_id, [id], true)
    if (!loaded) refuse('not_found')
    const unmatched = await replace(tx, ctx, loaded, supplier, found, input)
    const pricing = await readPricing(tx, ctx.workplace_id)
    const patch = {
      ...(input.override && overridePatch(loaded, supplier, found, pricing)),
      ...(input.price_rule && pricePatch(loaded, pricing)),
    }
    await writeProduct(tx, loaded, patch, { ...writing(ctx), now: ctx.now }, pricing)
    return { mapping: await toMapping(tx, loaded), unmatched }
  })
}

const writing = ({ workplace_id, user_id }: Ctx) => ({
  workplace_id,
  user_id,
  change_id: randomUUID(),
  kind: 'link' as const,
})

/** A variant without a counterpart keeps the supplier it has: a sale of it can still be bought. */
async function replace(
  tx: Tx,
  ctx: Ctx,
  loaded: Loaded,
  supplier: SupplierProduct,
  found: CatalogueProduct,
  { from, variants = {} }: Input,
): Promise<string[]> {
  const old = from ?? firstSupplier(loaded)
  const isOld = (link: { source: string; source_product_id: string }) =>
    old !== null && link.source === old.source && link.source_product_id === old.source_product_id
  const fitting = linkMatching(loaded.product.variants, supplier, found, (variant_id) => variants[variant_id])
  const links = loaded.links.map((link) => {
    const other = fitting.get(link.variant_id)
    if (!other || !isOld(link)) return link
    // Its place among the suppliers, its countries and its part of a bundle stay.
    const { sku_id, sku_attr, sku_name, cost, quantity } = other
    return { ...link, ...supplier, sku_id, sku_attr, sku_name, cost, quantity }
  })
  const linked = new Set(loaded.links.map(({ variant_id }) => variant_id))
  for (const [variant_id, link] of fitting) if (!linked.has(variant_id)) links.push({ ...link, rank: 0 })
  if (isOld(loaded)) await moveSource(tx, ctx.workplace_id, loaded, supplier, found)
  await writeLinks(tx, ctx, loaded, links)
  return loaded.product.variants
    .filter(({ variant_id }) => !fitting.has(variant_id))
    .map(({ variant_id }) => variant_id)
}

function firstSupplier({ links, product }: Loaded): { source: string; source_product_id: string } | null {
  const first = product.variants.flatMap(({ variant_id }) =>
    links.filter((link) => link.variant_id === variant_id && link.rank === 0),
  )[0]
  return first ?? null
}

/** The product is shown under the supplier it comes from. */
async function moveSource(
  tx: Tx,
  workplace_id: string,
  loaded: Loaded,
  supplier: SupplierProduct,
  found: CatalogueProduct,
): Promise<void> {
  const columns = {
    ...supplier,
    seller_id: found.seller_id,
    product_link: found.product_link,
    shipping_cost: found.shipping_cost,
  }
  Object.assign(loaded, columns)
  await tx
    .updateTable('products')
    .set(columns)
    .where('workplace_id', '=', workplace_id)
    .where('product_id', '=', loaded.product_id)
    .execute()
}

/** Texts and pictures as an import of the supplier product would have them. */
export function overridePatch(
  loaded: Loaded,
  supplier: SupplierProduct,
  found: CatalogueProduct,
  pricing: Pricing,
): Patch {
  const copied = copy({ ...supplier, ship_to: loaded.ship_to }, found, pricing)
  if (!copied.ok) return {}
  const { title, description, images } = copied.value.product
  return { title, description, images }
}

function pricePatch(loaded: Loaded, pricing: Pricing): Patch {
  const supply = supplies(loaded.links, loaded.ship_to)
  return Object.fromEntries(
    loaded.product.variants.flatMap(({ variant_id }) => {
      const cost = supply.get(variant_id)?.cost ?? null
      const priced = cost === null ? null : priceOf(pricing, cost, loaded.shipping_cost, loaded.currency)
      if (!priced) return []
      return [
        [cell(variant_id, 'price'), priced.price],
        [cell(variant_id, 'compare_at_price'), priced.compare_at_price],
      ]
    }),
  )
}
