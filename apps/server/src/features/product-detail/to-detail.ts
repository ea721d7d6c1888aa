import type { ProductDetail } from '@omni/contracts/product-detail.calls.ts'
import { findCategory } from '@omni/domain/catalog/categories.ts'
import { chargesOf } from '@omni/domain/catalog/normalise-product.ts'
import { estimateRetail, PAYMENT_FEE } from '@omni/domain/catalog/retail.ts'
import { SUPPLIER_FACTS } from '@omni/domain/vendors/manifest.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { cardsOf } from '../catalog/cards.ts'
import { chargesTo } from './charges-to.ts'
import { elsewhere } from './elsewhere.ts'
import type { Product } from './fresh-product.ts'

const HISTORY_DAYS = 180

export async function toDetail(
  tx: Tx,
  ctx: Ctx,
  product: Product,
  ship_to: string,
  stale: boolean,
): Promise<ProductDetail> {
  const [card] = await cardsOf(tx, ctx, [product.id], ship_to)
  if (!card) refuse('not_found') // hidden by this workplace
  const variants = await tx
    .selectFrom('catalog_variants')
    .selectAll()
    .where('product_id', '=', product.id)
    .orderBy('position')
    .execute()
  const history = await tx
    .selectFrom('catalog_history')
    .select(['day', 'price', 'orders', 'quantity'])
    .where('product_id', '=', product.id)
    .orderBy('day', 'desc')
    .limit(HISTORY_DAYS)
    .execute()
  const seller =
    product.seller_id === null
      ? undefined
      : await tx
          .selectFrom('catalog_sellers')
          .select(['store_name', 'store_url', 'score'])
          .where('source', '=', product.source)
          .where('seller_id', '=', product.seller_id)
          .executeTakeFirst()
  const followed =
    product.seller_id === null
      ? undefined
      : await tx
          .selectFrom('favorite_suppliers')
          .select('seller_id')
          .where('workplace_id', '=', ctx.workplace_id)
          .where('source', '=', product.source)
          .where('seller_id', '=', product.seller_id)
          .executeTakeFirst()
  const category = findCategory(product.category_id)
  const charges = chargesTo(ship_to, product.charges)
  const retail = estimateRetail(product.price_min, card.shipping_cost, charges ?? 0)
  return {
    ...card,
    images: product.images,
    description: product.description,
    price: product.price_min,
    charges_usd: charges,
    currency: 'USD',
    // written by storeProduct
    item_specifics: { blockContent: product.specifications as ProductDetail['item_specifics']['blockContent'] },
    options: product.options as ProductDetail['options'], // written by storeProduct
    variants: variants.map((variant) => ({
      code: `${product.source_product_id}:${variant.sku_id}`,
      sku_id: variant.sku_id,
      price_usd: variant.price,
      list_price_usd: variant.list_price,
      charges_usd: chargesTo(ship_to, chargesOf(variant)),
      quantity: variant.quantity,
      image: variant.image,
      sku_property: (
        variant.sku_property as {
          property_id: string
          name: string
          value_id: string
          value: string
          image: string | null
        }[]
      ).map((value) => ({
        // written by storeProduct
        sku_property_id: value.property_id,
        sku_property_name: value.name,
        property_value_id_long: value.value_id,
        sku_property_value: value.value,
        property_value_definition_name: value.value,
        sku_image: value.image,
      })),
    })),
    ship_countries: product.ship_countries,
    product_link: product.product_link,
    store_info:
      product.seller_id === null
        ? null
        : {
            store_id: product.seller_id,
            store_name: seller?.store_name ?? product.seller_id,
            store_url: seller?.store_url ?? '',
            score: seller?.score ?? null,
            followed: followed !== undefined,
          },
    category: category ? { category_id: category.category_id, slug: category.slug } : null,
    stock: product.stock,
    made_in_us: SUPPLIER_FACTS[asSource(product.source)].counts_as_us_made,
    retail: {
      times: retail.times,
      fee: retail.fee,
      fee_percent: PAYMENT_FEE.percent,
      fee_fixed: PAYMENT_FEE.fixed,
      shipping_known: card.shipping_cost !== null,
    },
    history: history.reverse(),
    elsewhere: await elsewhere(tx, product, ship_to, card),
    stale,
  }
}
