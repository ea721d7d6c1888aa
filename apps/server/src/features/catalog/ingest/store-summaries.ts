import type { SupplierSummary } from '@omni/connectors/suppliers/supplier.ts'
import { classify } from '@omni/domain/catalog/categories.ts'
import { normaliseProduct } from '@omni/domain/catalog/normalise-product.ts'
import { estimateRetail } from '@omni/domain/catalog/retail.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import type { Tx } from '../../../platform/db.ts'
import { indexProducts, markIndexDirty } from '../search/index-products.ts'
import { readRates } from '../../rates/read-rates.ts'

/** New ones enter as `partial`, known from the list alone; known ones are only noted as seen. */
export async function storeSummaries(
  tx: Tx,
  source: Source,
  items: readonly SupplierSummary[],
  now: Date,
  seller_id: string | null = null,
): Promise<void> {
  const rates = await readRates(tx)
  const known = await tx
    .selectFrom('catalog_products')
    .select('source_product_id')
    .where('source', '=', source)
    .where('source_product_id', 'in', ['', ...items.map((item) => item.source_product_id)])
    .execute()
  const ids = new Set(known.map((row) => row.source_product_id))
  const fresh = items
    .filter((item) => !ids.has(item.source_product_id))
    .flatMap((item) => {
      const normal = normaliseProduct(
        {
          ...item,
          description: '',
          images: item.image ? [item.image] : [],
          product_link: '',
          category: null,
          options: [],
          variants: [],
          reviews_count: null,
          listings: null,
          seller: null,
          specifications: [],
          ship_from: [],
          ship_to: null,
          weight_g: null,
        },
        rates,
      )
      if (!normal.ok) return []
      const { name, images, price_min, price_max, orders, rating } = normal.value
      const retail = estimateRetail(price_min, null)
      return [
        {
          source,
          source_product_id: item.source_product_id,
          name,
          images,
          price_min,
          price_max,
          rsp_price: retail.price,
          profit: retail.profit,
          orders,
          rating,
          condition: normal.value.condition,
          fetch_hint: item.fetch_hint ?? null,
          category_id: classify([], name),
          seller_id,
          content_hash: Buffer.alloc(0),
          seen_at: now,
          due_at: now,
        },
      ]
    })
  if (fresh.length > 0) {
    const made = await tx
      .insertInto('catalog_products')
      .values(fresh)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    await indexProducts(
      tx,
      made.map(({ id }) => id),
    )
    await markIndexDirty(tx, now)
  }
  if (ids.size > 0)
    await tx
      .updateTable('catalog_products')
      .set({ seen_at: now })
      .where('source', '=', source)
      .where('source_product_id', 'in', [...ids])
      .where('seen_at', '<', new Date(now.getTime() - 3_600_000).toISOString())
      .execute()
}
