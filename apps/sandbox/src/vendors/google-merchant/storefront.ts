import type { FastifyInstance } from 'fastify'
import { emptyPage, productPage, sendShelf, sendShelfStyle, type ShelfItem, shelfPage } from '../item-shelf.ts'
import { findAccount } from './accounts.ts'
import { workChanges } from './processing.ts'
import type { MerchantWorld, ProductRow } from './tables.ts'

const SHOWN = 300
const asset = { config: { asset: true } } as const
const text = (value: unknown) => (typeof value === 'string' ? value : '')

function priceText(value: unknown): string {
  const { amountMicros, currencyCode } = (value ?? {}) as { amountMicros?: string; currencyCode?: string } // as it was checked
  if (!amountMicros || !currencyCode) return ''
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: currencyCode })
  return format.format(Number(amountMicros) / 1_000_000)
}

function toShelf({ offer_id, group_id, attributes }: ProductRow): ShelfItem {
  const options = ['color', 'size', 'material', 'pattern'].map((name) => text(attributes[name]))
  return {
    id: offer_id,
    group: group_id,
    title: text(attributes['title']),
    description: text(attributes['description']),
    brand: text(attributes['brand']),
    picture: text(attributes['imageLink']),
    price: priceText(attributes['salePrice'] ?? attributes['price']),
    options: options.filter(Boolean).join(' / '),
    stock: text(attributes['availability']).toLowerCase().replaceAll('_', ' '),
    link: text(attributes['link']),
  }
}

/** What a buyer sees: products that are processed, neither paused nor disapproved. */
export function storefrontRoutes(app: FastifyInstance, world: MerchantWorld) {
  const shown = async (account: string) => {
    await workChanges(world)
    const rows = await world.db
      .selectFrom('products')
      .selectAll()
      .where('account', '=', account)
      .orderBy('no')
      .limit(SHOWN)
      .execute()
    const now = world.now().getTime()
    const isOut = ({ attributes, issues, judged_at }: ProductRow) =>
      attributes['pause'] === 'ALL' || (issues.length > 0 && judged_at.getTime() <= now)
    return rows.filter((row) => !isOut(row)).map(toShelf)
  }
  const root = (account: string) => `/google-merchant/shop/${encodeURIComponent(account)}`

  app.get('/shelf.css', asset, async (_request, reply) => sendShelfStyle(reply))
  app.get<{ Params: { id: string } }>('/shop/:id/', asset, async ({ params }, reply) => {
    const account = await findAccount(world, params.id)
    if (!account) return sendShelf(reply, 404, emptyPage(root(params.id)))
    return sendShelf(reply, 200, shelfPage(root(account.id), account.name, await shown(account.id)))
  })
  app.get<{ Params: { id: string; group: string } }>('/shop/:id/products/:group', asset, async ({ params }, reply) => {
    const account = await findAccount(world, params.id)
    const items = account ? (await shown(account.id)).filter((one) => (one.group || one.id) === params.group) : []
    const html = productPage(root(params.id), account?.name ?? '', items)
    return html === undefined ? sendShelf(reply, 404, emptyPage(root(params.id))) : sendShelf(reply, 200, html)
  })
}
