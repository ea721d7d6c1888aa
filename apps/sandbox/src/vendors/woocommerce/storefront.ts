/** What a buyer sees: made from the same tables as the API. */
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../identity/people.ts'
import { homeOf, type Site, type WooWorld } from './auth.ts'
import { checkoutForm } from './checkout.ts'
import { page, sendPage } from './page.ts'
import { findPost } from './products.ts'
import { asRead } from './wp.ts'
import { childrenOf, showProducts, showVariations } from './show.ts'

const MOST_SHOWN = 120
type Shown = Awaited<ReturnType<typeof showProducts>>[number]
type Sold = Pick<Shown, 'price' | 'regular_price' | 'on_sale'>

export const frame = (world: WooWorld, site: Site, title: string, body: string) =>
  page(
    title,
    `<header><div><a href="${homeOf(world, site)}/">${escapeHtml(site.name)}</a></div></header><main>${body}</main>`,
  )

const priceText = (site: Site, { price, regular_price, on_sale }: Sold) => {
  if (price === '') return '<span class="soft">Not for sale</span>'
  const old = on_sale ? `<del>${escapeHtml(`${regular_price} ${site.currency}`)}</del>` : ''
  return `${old}${escapeHtml(`${price} ${site.currency}`)}`
}

const picture = (image: object | undefined, alt: string) => {
  const { src } = (image ?? {}) as { src?: string } // an image as the API shows it
  return src ? `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}" loading="lazy">` : '<span class="blank"></span>'
}

export async function gridPage(world: WooWorld, site: Site, reply: FastifyReply) {
  const posts = await world.db
    .selectFrom('posts')
    .selectAll()
    .where('site', '=', site.site)
    .where('kind', '=', 'product')
    .where('status', '=', 'publish')
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  const items = (await showProducts(world, site, posts)).map(
    (one) => `<li><a class="item" href="${escapeHtml(one.permalink)}">${picture(one.images[0], '')}
      <h2>${escapeHtml(asRead(one.name))}</h2><p class="price">${priceText(site, one)}</p></a></li>`,
  )
  const body =
    items.length > 0 ? `<ul class="grid">${items.join('')}</ul>` : '<p class="empty">Nothing is for sale here yet.</p>'
  return sendPage(reply, 200, frame(world, site, site.name, body))
}

export async function productPage(world: WooWorld, site: Site, slug: string, reply: FastifyReply) {
  const id = Number(/-(\d{1,15})$/.exec(slug)?.[1] ?? 0)
  const post = await findPost(world, site, id, 'product')
  if (!post || post.status !== 'publish')
    return sendPage(reply, 404, frame(world, site, site.name, '<p class="empty">There is no such product.</p>'))
  const [one] = await showProducts(world, site, [post])
  if (!one) throw new Error('a product that was found is shown')
  const variations = await showVariations(world, site, await childrenOf(world, [id]))
  const rows = variations.map(
    (variant) => `<tr><td>${escapeHtml(asRead(variant.name))}</td><td class="price">${priceText(site, variant)}</td>
      <td>${variant.stock_status === 'outofstock' ? 'Sold out' : `In stock ${variant.stock_quantity ?? ''}`}</td></tr>`,
  )
  const table = `<table><thead><tr><th>Variant</th><th>Price</th><th>Stock</th></tr></thead>
    <tbody>${rows.join('')}</tbody></table>`
  const body = `<div class="product"><div>${picture(one.images[0], asRead(one.name))}
    <div class="thumbs">${one.images
      .slice(1)
      .map((image) => picture(image, ''))
      .join('')}</div></div>
    <div><h1>${escapeHtml(asRead(one.name))}</h1><p class="price">${priceText(site, one)}</p>
    <p class="soft">SKU ${escapeHtml(one.sku)}</p>
    <div>${escapeHtml(asRead(one.description.replace(/<[^>]*>/g, ' ')))}</div>${rows.length > 0 ? table : ''}
    ${checkoutForm(`${homeOf(world, site)}/checkout`, variations.length > 0 ? variations : [one])}</div></div>`
  return sendPage(reply, 200, frame(world, site, asRead(one.name), body))
}
