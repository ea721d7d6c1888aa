import { expect } from 'vitest'
import type { SupplierDefinition } from '../supplier.ts'
import type { NewSupplyOrder } from '../supply-order.ts'
import { open, type Subject } from './subject.ts'

export type Goods = Omit<NewSupplyOrder, 'reference' | 'address'>

/** Something that is in stock, goes to the country, and costs something. */
export async function findGoods(definition: SupplierDefinition, ready: Subject, country_code: string): Promise<Goods> {
  const { catalog, orders } = open(definition, ready)
  const page = await catalog?.search({ text: ready.known.text, page_size: 20, ship_to: country_code })
  for (const row of page?.items ?? []) {
    const product = await catalog
      ?.get({ product_id: row.source_product_id, ship_to: country_code })
      .catch(() => undefined)
    const variant = product?.variants.find(({ quantity }) => (quantity ?? 0) > 2)
    if (!product || !variant) continue
    const { sku_id, sku_attr } = variant
    const lines = [{ product_id: product.source_product_id, sku_id, sku_attr, quantity: 2 }]
    const ship_from = product.ship_from[0] ?? ''
    const quote = await orders?.quote({ lines, country_code, ship_from }).catch(() => undefined)
    const [method] = quote?.methods ?? []
    if (!quote || !method) continue
    expect(quote.items_total).toBe(2 * (quote.prices[0] ?? 0))
    const max_total = quote.items_total + quote.charges + method.amount
    return { lines, method: method.method, ship_from, note: 'no invoice', max_total }
  }
  throw new Error(`nothing of "${ready.known.text}" can be bought for ${country_code}`)
}
