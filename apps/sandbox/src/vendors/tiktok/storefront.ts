import type { FastifyInstance, FastifyReply } from 'fastify'
import { escapeHtml } from '../identity/people.ts'
import { STOREFRONT_STYLE } from '../storefront-style.ts'
import { productId, productNumber } from './ids.ts'
import { reviewDue } from './products.ts'
import { findShop } from './shops.ts'
import { pictureUrl } from './show.ts'
import type { ProductRow, Shop, TikTokWorld } from './tables.ts'

const POLICY =
  "default-src 'none'; style-src 'self'; img-src * data:; font-src 'self'; base-uri 'none'; frame-ancestors 'none'"
const SHOWN = 200
const asset = { config: { asset: true } } as const

const send = (reply: FastifyReply, status: number, html: string) =>
  reply
    .code(status)
    .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('text/html; charset=utf-8')
    .send(html)

/** What a buyer sees: products that passed their review. */
export function storefrontRoutes(app: FastifyInstance, world: TikTokWorld) {
  app.get('/storefront.css', asset, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(STOREFRONT_STYLE),
  )

  app.get<{ Params: { shop: string } }>('/shop/:shop', asset, async ({ params }, reply) => {
    const shop = await findShop(world, params.shop)
    if (!shop) return send(reply, 404, notFound())
    await reviewDue(world)
    const rows = await world.db
      .selectFrom('products')
      .selectAll()
      .where('shop', '=', shop.id)
      .where('status', '=', 'ACTIVATE')
      .orderBy('id', 'desc')
      .limit(SHOWN)
      .execute()
    const cards = rows.map((row) => card(world, shop, row)).join('')
    const body = cards ? `<ul class="grid">${cards}</ul>` : '<p class="empty">Nothing is for sale here yet.</p>'
    return send(reply, 200, page(shop, shop.name, `<h1>All products</h1>${body}`))
  })

  app.get<{ Params: { id: string } }>('/view/product/:id', asset, async ({ params }, reply) => {
    await reviewDue(world)
    const row = await world.db
      .selectFrom('products')
      .selectAll()
      .where('id', '=', productNumber(params.id))
      .where('status', '=', 'ACTIVATE')
      .executeTakeFirst()
    const shop = row && (await findShop(world, row.shop))
    return shop ? send(reply, 200, page(shop, row.body.title, details(world, shop, row))) : send(reply, 404, notFound())
  })
}

const money = ({ currency }: Shop, price: string) =>
  escapeHtml(new Intl.NumberFormat('en', { style: 'currency', currency }).format(Number(price)))

const picture = (world: TikTokWorld, uri: string | undefined, alt: string) =>
  uri === undefined
    ? '<span class="blank" aria-hidden="true"></span>'
    : `<img src="${escapeHtml(pictureUrl(world, uri))}" alt="${escapeHtml(alt)}" loading="lazy">`

function card(world: TikTokWorld, shop: Shop, { id, body }: ProductRow): string {
  const cheapest = body.skus.toSorted((a, b) => Number(a.price) - Number(b.price))[0]
  return `<li><a href="/tiktok/view/product/${productId(id)}">${picture(world, body.main_images[0], '')}
    <b>${escapeHtml(body.title)}</b>
    <span>${body.skus.length > 1 ? 'From ' : ''}${money(shop, cheapest?.price ?? '0')}</span></a></li>`
}

function details(world: TikTokWorld, shop: Shop, { body }: ProductRow): string {
  const [first] = body.skus
  const pictures = body.main_images.map((uri) => `<li>${picture(world, uri, body.title)}</li>`).join('')
  const rows = body.skus.map(({ sales_attributes, price, inventory }) => {
    const stock = inventory.reduce((sum, { quantity }) => sum + quantity, 0)
    const name = sales_attributes.map(({ value_name }) => value_name).join(' / ') || body.title
    return `<tr><th scope="row">${escapeHtml(name)}</th><td>${money(shop, price)}</td>
      <td>${stock > 0 ? `${stock} in stock` : 'Sold out'}</td></tr>`
  })
  const text = body.description.replace(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  const before = first?.list_price ? `<s>${money(shop, first.list_price)}</s>` : ''
  return `<article><ul class="pictures">${pictures}</ul><div><h1>${escapeHtml(body.title)}</h1>
    <p class="price">${money(shop, first?.price ?? '0')} ${before}</p>
    <table><thead><tr><th>Variant</th><th>Price</th><th>Stock</th></tr></thead><tbody>${rows.join('')}</tbody></table>
    <p class="text">${escapeHtml(text.trim())}</p></div></article>`
}

const page = (shop: Shop, title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="/control-room/icon.svg">
<link rel="stylesheet" href="/tiktok/storefront.css"></head>
<body><header><a href="/tiktok/shop/${shop.id}">${escapeHtml(shop.name)}</a><small>Sandbox shop</small></header>
<main>${body}</main></body></html>`

const notFound = () => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not found</title>
<link rel="stylesheet" href="/tiktok/storefront.css"></head>
<body><main><h1>Page not found</h1><p>There is nothing for sale at this address.</p></main></body></html>`
