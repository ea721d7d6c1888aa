import { SOURCE_IDS, SUPPLIER_FACTS } from '@omni/domain/vendors/manifest.ts'
import type { Act, Call } from './demo-shops.ts'

/** Each at another supplier: one question is asked about all implausible changes of a supplier. */
const CHANGES = 3
const SUPPLIERS = SOURCE_IDS.filter((id) => SUPPLIER_FACTS[id].via === 'api').toReversed()
/** Ten times as much stops the auto-update; days move prices a little as well. */
const PERCENT = 1300

interface Product {
  source: string
  source_product_id: string
}
interface Detail {
  product: { product_link: string }
}

/** Supplier changes that the auto-update does not follow without being told to. */
export async function seedChanges(call: Call, act: Act, watchNow: () => Promise<void>): Promise<void> {
  const { items } = (await call('GET', '/center/products/elastic-products?page_size=100')) as { items: Product[] } // the contract's shape
  const chosen = SUPPLIERS.flatMap((supplier) => items.findLast(({ source }) => source === supplier) ?? [])
  for (const { source, source_product_id } of chosen.slice(0, CHANGES)) {
    const path = `/center/products/source/${source}/${encodeURIComponent(source_product_id)}?ship_to=US`
    const { product } = (await call('GET', path)) as Detail // the same
    await act(source, 'move_offer', { product: source_product_id, percent: PERCENT })
    await call('POST', '/center/products/quick-scan', { url: product.product_link, ship_to: 'US' })
  }
  await watchNow()
}
