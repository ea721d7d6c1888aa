import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { loadProducts } from '../product-center/load-products.ts'
import { priceOf, readPricing } from '../product-center/pricing.ts'
import { getSourceProduct } from '../product-detail/get-source-product.ts'
import { addSupplier } from './add-supplier.ts'
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
    const supplier = { source: platform, source_product_id: id }
    const found = (await readCatalogue(tx, [supplier])).get(`${platform}:${id}`)
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
    return { product, prices, currency, ...(await addSupplier(tx, ctx, loaded, supplier, found, variants)) }
  })
}
