/** What a merchant sold before anybody was connected: products without our field. */
import type { Site, WooWorld } from './auth.ts'
import { EMPTY, insertPost } from './products.ts'

const NAMES = ['Oak desk lamp', 'Linen cushion', 'Steel water bottle', 'Wool blanket', 'Ceramic mug', 'Canvas tote bag']
const COLOURS = ['Red', 'Blue']

/** Every second one has variants, by a global attribute. */
export async function stockShop(world: WooWorld, site: Site, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let i = 0; i < count; i++) {
    const name = `${NAMES[i % NAMES.length] ?? ''} No. ${i + 1}`
    const sku = `${site.site.toUpperCase()}-OWN-${i + 1}`
    const regular_price = `${10 + (i % 40)}.50`
    const varies = i % 2 === 1
    const attribute = { id: 1, name: 'Color', position: 0, visible: true, variation: true, options: COLOURS }
    const doc = varies
      ? { ...EMPTY, name, type: 'variable', attributes: [attribute] }
      : { ...EMPTY, name, regular_price, manage_stock: true, stock_quantity: 5 + i }
    const post = await insertPost(world, site, { kind: 'product', status: 'publish', sku, doc }, 'merchant')
    ids.push(post.id)
    for (const option of varies ? COLOURS : []) {
      const own = { ...EMPTY, name, regular_price, chosen: [{ id: 1, name: 'Color', option }] }
      const variation = { kind: 'variation' as const, parent_id: post.id, status: 'publish', doc: own }
      await insertPost(world, site, { ...variation, sku: `${sku}-${option.toUpperCase()}` }, 'merchant')
    }
  }
  return ids
}
