import type { FastifyInstance } from 'fastify'
import { emptyPage, productPage, sendShelf, sendShelfStyle, type ShelfItem, shelfPage } from '../item-shelf.ts'
import { findCatalog } from './catalogs.ts'
import type { FacebookWorld, ItemRow } from './tables.ts'

const SHOWN = 300
const asset = { config: { asset: true } } as const
const text = (value: unknown) => (typeof value === 'string' ? value : '')

function toShelf({ retailer_id, group_id, data }: ItemRow): ShelfItem {
  const options = ['color', 'size', 'material', 'pattern'].map((name) => text(data[name]))
  const others = Object.values((data['additional_variant_attribute'] ?? {}) as Record<string, string>) // as it was given
  const quantity = data['quantity_to_sell_on_facebook']
  return {
    id: retailer_id,
    group: group_id,
    title: text(data['title']),
    description: text(data['description']),
    brand: text(data['brand']),
    picture: text(data['image_link']),
    price: text(data['sale_price']) || text(data['price']),
    options: [...options, ...others].filter(Boolean).join(' / '),
    stock: typeof quantity === 'number' && quantity > 0 ? `${quantity} in stock` : text(data['availability']),
    link: text(data['link']),
  }
}

/** What a buyer sees: published items only. */
export function storefrontRoutes(app: FastifyInstance, world: FacebookWorld) {
  const shown = async (catalog: string) => {
    const rows = await world.db
      .selectFrom('items')
      .selectAll()
      .where('catalog', '=', catalog)
      .orderBy('no')
      .limit(SHOWN)
      .execute()
    return rows.filter(({ data }) => data['visibility'] !== 'staging').map(toShelf)
  }
  const root = (catalog: string) => `/facebook/shop/${encodeURIComponent(catalog)}`

  app.get('/shelf.css', asset, async (_request, reply) => sendShelfStyle(reply))
  app.get<{ Params: { id: string } }>('/shop/:id/', asset, async ({ params }, reply) => {
    const catalog = await findCatalog(world, params.id)
    if (!catalog) return sendShelf(reply, 404, emptyPage(root(params.id)))
    return sendShelf(reply, 200, shelfPage(root(catalog.id), catalog.name, await shown(catalog.id)))
  })
  app.get<{ Params: { id: string; group: string } }>('/shop/:id/products/:group', asset, async ({ params }, reply) => {
    const catalog = await findCatalog(world, params.id)
    const items = catalog ? (await shown(catalog.id)).filter((one) => (one.group || one.id) === params.group) : []
    const html = productPage(root(params.id), catalog?.name ?? '', items)
    return html === undefined ? sendShelf(reply, 404, emptyPage(root(params.id))) : sendShelf(reply, 200, html)
  })
}
