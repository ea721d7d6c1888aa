import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import type { NormalVariant } from '@omni/domain/catalog/normalise-product.ts'
import { MAX_SUPPLIERS_PER_VARIANT } from '@omni/domain/products/product.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { loadProducts, type SupplierLink } from '../product-center/load-products.ts'
import { priceOf, readPricing } from '../product-center/pricing.ts'
import { writeLinks } from '../product-center/write-links.ts'
import { getSourceProduct } from '../product-detail/get-source-product.ts'
import { readCatalogue } from './read-catalogue.ts'

type Calls = typeof importListCalls

/**
 * Sourcing spec §7: links a source product. As one more supplier of ours when one is named; otherwise it is answered
 * with the seller's own prices.
 */
export async function linkSourceProduct(
  ctx: Ctx,
  { platform, id, product_center_id, ship_to, price_rule, variants }: In<Calls['linkSourceProduct']>,
): Promise<Out<Calls['linkSourceProduct']>> {
  const { product } = await getSourceProduct(ctx, { source: platform, product_id: id, ship_to, by_seller: false })
  return ctx.db.tx(async (tx) => {
    const pricing = await readPricing(tx, ctx.workplace_id)
    const found = (await readCatalogue(tx, [{ source: platform, source_product_id: id }])).get(`${platform}:${id}`)
    if (!found) refuse('not_found')
    const { currency } = pricing.settings.selling_price
    const prices = Object.fromEntries(
      found.variants.flatMap(({ sku_id, price }) => {
        const priced = price_rule ? priceOf(pricing, price, found.shipping_cost, currency) : null
        return priced ? [[sku_id, priced.price]] : []
      }),
    )
    if (product_center_id === undefined) return { product, prices, currency, linked: 0, unmatched: [] }
    const [loaded] = await loadProducts(tx, ctx.workplace_id, [product_center_id], true)
    if (!loaded) refuse('not_found')
    const bySku = new Map(found.variants.map((variant) => [variant.sku_id, variant]))
    const links: SupplierLink[] = [...loaded.links]
    const unmatched: string[] = []
    let linked = 0
    for (const { variant_id, option_values } of loaded.product.variants) {
      const own = loaded.links.filter((link) => link.variant_id === variant_id)
      if (own.some((link) => link.source === platform && link.source_product_id === id)) continue
      const match =
        variants?.[variant_id] === undefined
          ? bestMatch(option_values, found.variants)
          : bySku.get(variants[variant_id])
      if (!match) {
        unmatched.push(variant_id)
        continue
      }
      if (own.length >= MAX_SUPPLIERS_PER_VARIANT)
        refuse('product.too_many_suppliers', { max: MAX_SUPPLIERS_PER_VARIANT })
      links.push({
        variant_id,
        rank: own.length,
        source: platform,
        source_product_id: id,
        sku_id: match.sku_id,
        sku_attr: match.sku_attr,
        sku_name: match.values.map(({ value }) => value).join(' / '),
        cost: match.price,
        quantity: match.quantity,
      })
      linked++
    }
    if (linked > 0) await writeLinks(tx, ctx, loaded, links)
    return { product, prices, currency, linked, unmatched }
  })
}

const words = (values: readonly string[]) =>
  new Set(values.flatMap((value) => value.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter(Boolean))

/**
 * The supplier variant that holds every word of ours; of several, the one with the fewest others. A product without
 * options takes the cheapest.
 */
function bestMatch(option_values: readonly string[], variants: readonly NormalVariant[]): NormalVariant | undefined {
  if (option_values.length === 0) return variants.toSorted((a, b) => a.price - b.price)[0]
  const wanted = [...words(option_values)]
  return variants
    .map((variant) => ({ variant, has: words(variant.values.map(({ value }) => value)) }))
    .filter(({ has }) => wanted.every((word) => has.has(word)))
    .toSorted((a, b) => a.has.size - b.has.size || a.variant.price - b.variant.price)[0]?.variant
}
