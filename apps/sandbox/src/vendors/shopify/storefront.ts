import type { FastifyInstance, FastifyReply } from 'fastify'
import { escapeHtml } from '../identity/people.ts'
import { checkoutForm, checkoutRoutes } from './checkout.ts'
import { isDefaultOnly, type ProductRow } from './products.ts'
import { findShop } from './shops.ts'
import { STOREFRONT_STYLE } from '../storefront-style.ts'
import type { Shop, ShopifyWorld, VariantRow } from './tables.ts'
import { isPublished } from './view.ts'

// The pictures of a shop lead to where they were downloaded from: another origin.
const POLICY =
  "default-src 'none'; style-src 'self'; img-src * data:; font-src 'self'; base-uri 'none'; frame-ancestors 'none'"
const SHOWN = 200

const send = (reply: FastifyReply, status: number, html: string) =>
  reply
    .code(status)
    .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('text/html; charset=utf-8')
    .send(html)

const asset = { config: { asset: true } } as const

/** What a buyer sees: published products only. */
export function storefrontRoutes(app: FastifyInstance, world: ShopifyWorld) {
  app.get('/storefront.css', asset, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(STOREFRONT_STYLE),
  )

  checkoutRoutes(app, world, page)

  app.get<{ Params: { shop: string; name: string } }>('/:shop/cdn/files/:name', asset, async ({ params }, reply) => {
    const file = await world.db
      .selectFrom('files')
      .select('source')
      .where('shop', '=', params.shop.replaceAll('\0', ''))
      .where('name', '=', params.name.replaceAll('\0', ''))
      .where('status', '=', 'READY')
      .executeTakeFirst()
    return file ? reply.redirect(file.source, 302) : reply.code(404).send({ errors: 'Not Found' })
  })

  app.get<{ Params: { shop: string } }>('/:shop/', asset, async ({ params }, reply) => {
    const shop = await findShop(world, params.shop)
    if (!shop) return send(reply, 404, notFound())
    const rows = await world.db
      .selectFrom('products')
      .selectAll()
      .where('shop', '=', shop.domain)
      .where('status', '=', 'ACTIVE')
      .orderBy('id', 'desc')
      .limit(SHOWN)
      .execute()
    const shown = rows.filter(isPublished)
    const names = await fileNames(world, shown)
    const cards = shown.map((row) => card(shop, row, names)).join('')
    const body = cards ? `<ul class="grid">${cards}</ul>` : '<p class="empty">Nothing is for sale here yet.</p>'
    return send(reply, 200, page(shop, shop.name, `<h1>All products</h1>${body}`))
  })

  app.get<{ Params: { shop: string; handle: string } }>('/:shop/products/:handle', asset, async ({ params }, reply) => {
    const shop = await findShop(world, params.shop)
    const row =
      shop &&
      (await world.db
        .selectFrom('products')
        .selectAll()
        .where('shop', '=', shop.domain)
        .where('handle', '=', params.handle.replaceAll('\0', ''))
        .executeTakeFirst())
    if (!shop || !row || !isPublished(row)) return send(reply, 404, notFound())
    return send(reply, 200, page(shop, row.body.title, details(shop, row, await fileNames(world, [row]))))
  })
}

async function fileNames(world: ShopifyWorld, rows: readonly ProductRow[]): Promise<Map<number, string>> {
  const ids = rows.flatMap(({ body }) => body.file_ids)
  if (ids.length === 0) return new Map()
  const files = await world.db
    .selectFrom('files')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('status', '=', 'READY')
    .execute()
  return new Map(files.map(({ id, name }) => [id, name]))
}

const money = (shop: Shop, price: string) =>
  escapeHtml(new Intl.NumberFormat('en', { style: 'currency', currency: shop.currency }).format(Number(price)))

const root = (shop: Shop) => `/shopify/${encodeURIComponent(shop.domain)}`

function picture(shop: Shop, id: number | undefined, names: ReadonlyMap<number, string>, alt: string): string {
  const name = id === undefined ? undefined : names.get(id)
  return name === undefined
    ? '<span class="blank" aria-hidden="true"></span>'
    : `<img src="${root(shop)}/cdn/files/${encodeURIComponent(name)}" alt="${escapeHtml(alt)}" loading="lazy">`
}

function card(shop: Shop, row: ProductRow, names: ReadonlyMap<number, string>): string {
  const { title, variants, file_ids } = row.body
  const cheapest = variants.toSorted((a, b) => Number(a.price) - Number(b.price))[0]
  return `<li><a href="${root(shop)}/products/${encodeURIComponent(row.handle)}">
    ${picture(shop, file_ids[0], names, '')}
    <b>${escapeHtml(title)}</b><span>${variants.length > 1 ? 'From ' : ''}${money(shop, cheapest?.price ?? '0')}</span>
  </a></li>`
}

const stockOf = ({ tracked, quantity, policy }: VariantRow) => {
  if (!tracked || policy === 'CONTINUE') return 'Available'
  return quantity > 0 ? `${quantity} in stock` : 'Sold out'
}

function details(shop: Shop, row: ProductRow, names: ReadonlyMap<number, string>): string {
  const { body } = row
  const [first] = body.variants
  const pictures = body.file_ids.map((id) => `<li>${picture(shop, id, names, body.title)}</li>`).join('')
  const before = first?.compare_at_price ? `<s>${money(shop, first.compare_at_price)}</s>` : ''
  const rows = body.variants
    .map(
      (variant) => `<tr><th scope="row">${escapeHtml(variant.option_values.join(' / '))}</th>
      <td>${money(shop, variant.price)}</td><td>${stockOf(variant)}</td></tr>`,
    )
    .join('')
  const choices = isDefaultOnly(body)
    ? `<p>${first ? stockOf(first) : ''}</p>`
    : `<table><thead><tr><th>${escapeHtml(body.options.map(({ name }) => name).join(' / '))}</th><th>Price</th>
      <th>Stock</th></tr></thead><tbody>${rows}</tbody></table>`
  // The description is shown as its text: markup from outside has no place in the control room's origin.
  const text = escapeHtml(
    body.description
      .replace(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
  return `<article><ul class="pictures">${pictures}</ul><div>
    <p class="vendor">${escapeHtml(body.vendor)}</p><h1>${escapeHtml(body.title)}</h1>
    <p class="price">${money(shop, first?.price ?? '0')} ${before}</p>${choices}
    ${checkoutForm(`${root(shop)}/checkout`, row.id, body.variants)}<p class="text">${text}</p></div></article>`
}

const page = (shop: Shop, title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="/control-room/icon.svg">
<link rel="stylesheet" href="/shopify/storefront.css"></head>
<body><header><a href="${root(shop)}/">${escapeHtml(shop.name)}</a><small>Sandbox shop</small></header>
<main>${body}</main></body></html>`

const notFound = () => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not found</title>
<link rel="stylesheet" href="/shopify/storefront.css"></head>
<body><main><h1>Page not found</h1><p>There is nothing for sale at this address.</p></main></body></html>`
