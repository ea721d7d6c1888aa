import type { In } from '@omni/contracts/kernel.ts'
import type { productDetailCalls } from '@omni/contracts/product-detail.calls.ts'
import { chargesOf } from '@omni/domain/catalog/normalise-product.ts'
import { findCountry } from '@omni/domain/countries.ts'
import { toIsoCountry } from '@omni/domain/catalog/sources.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { chargesTo } from './charges-to.ts'
import { freshProduct } from './fresh-product.ts'
import { quoteFor } from './quote-for.ts'

/** Sourcing spec §7: the price of every variant, and shipping to the country. */
export async function getPriceDetail(ctx: Ctx, input: In<typeof productDetailCalls.getPriceDetail>) {
  const country_code = toIsoCountry(input.ship_to)
  if (!findCountry(country_code)) refuse('not_found')
  const { product } = await freshProduct(ctx, input.source, input.id)
  const { options } = await quoteFor(ctx, product, {
    country_code,
    quantity: 1,
    ship_from: undefined,
    sku_id: undefined,
  })
  const variants = await ctx.db.read((tx) =>
    tx
      .selectFrom('catalog_variants')
      .select(['sku_id', 'price', 'list_price', 'quantity', 'tax', 'import_charges', 'price_includes_tax'])
      .where('product_id', '=', product.id)
      .orderBy('position')
      .execute(),
  )
  return {
    product: {
      variants: variants.map(({ sku_id, price, list_price, quantity, ...charges }) => ({
        code: `${product.source_product_id}:${sku_id}`,
        sku_id,
        price_usd: price,
        list_price_usd: list_price,
        charges_usd: chargesTo(country_code, chargesOf(charges)),
        quantity,
      })),
      price_range: [product.price_min, product.price_max] as [number, number],
      shipping_cost: options[0]?.amount ?? null,
      data_at: product.seen_at,
    },
  }
}
