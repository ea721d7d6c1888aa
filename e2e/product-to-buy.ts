interface Found {
  items: { source_product_id: string; status: string }[]
}
interface Mapping {
  variants: { variant_id: string; quantity: number | null; components: unknown[] }[]
}

type Ask = (method: string, path: string, body?: object) => Promise<unknown>

/**
 * Imports a product of the house supplier that has so many pieces left today: shelves of the sandbox are empty now and
 * then. The answer is its variant. `takes` says from which end of the list, so that journeys do not buy from one shelf.
 */
export async function productToBuy(ask: Ask, pieces: number, takes: 'first' | 'last' = 'first'): Promise<string> {
  const seen = new Set<string>()
  for (let n = 0; n < 240; n++) {
    const { items } = (await ask('GET', '/center/products/find?page_size=8&source=zopi')) as Found // the contract's shape, here and below
    const full = items.filter(({ status, source_product_id }) => status === 'full' && !seen.has(source_product_id))
    for (const { source_product_id } of takes === 'first' ? full : full.toReversed()) {
      seen.add(source_product_id)
      const { product_package_id } = (await ask('POST', '/center/products/import/zopi', {
        supplier_product_id: source_product_id,
      })) as { product_package_id: string }
      const { variants } = (await ask('GET', `/center/products/${product_package_id}/mapping`)) as Mapping
      const left = variants.find(({ components, quantity }) => components.length > 0 && (quantity ?? 0) >= pieces)
      if (left) return left.variant_id
    }
    await new Promise((done) => setTimeout(done, 500))
  }
  throw new Error(`no product with ${pieces} pieces left`)
}
