/** What a buyer sees of a catalog of items: those of one group are one product. For vendors without shops of their own. */
import type { FastifyReply } from 'fastify'
import { escapeHtml } from './identity/people.ts'
import { STOREFRONT_STYLE } from './storefront-style.ts'

export interface ShelfItem {
  id: string
  group: string
  title: string
  description: string
  brand: string
  picture: string
  price: string
  options: string
  stock: string
  link: string
}

// The pictures lead to where they were downloaded from: another origin.
const POLICY =
  "default-src 'none'; style-src 'self'; img-src * data:; font-src 'self'; base-uri 'none'; frame-ancestors 'none'"

export const sendShelfStyle = (reply: FastifyReply) => reply.type('text/css; charset=utf-8').send(STOREFRONT_STYLE)

export const sendShelf = (reply: FastifyReply, status: number, html: string) =>
  reply
    .code(status)
    .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('text/html; charset=utf-8')
    .send(html)

const groupName = ({ group, id }: ShelfItem) => group || id

export function shelfPage(root: string, name: string, items: readonly ShelfItem[]): string {
  const groups = Map.groupBy(items, groupName)
  const cards = [...groups].map(([group, [first]]) => (first ? card(root, group, first) : '')).join('')
  const body = cards ? `<ul class="grid">${cards}</ul>` : '<p class="empty">Nothing is for sale here yet.</p>'
  return page(root, name, `<h1>All products</h1>${body}`)
}

/** One group; undefined: there is no such thing. */
export function productPage(root: string, name: string, items: readonly ShelfItem[]): string | undefined {
  const [first] = items
  if (!first) return undefined
  const rows = items
    .map(
      ({ options, price, stock }) => `<tr><th scope="row">${escapeHtml(options || '–')}</th>
      <td>${escapeHtml(price)}</td><td>${escapeHtml(stock)}</td></tr>`,
    )
    .join('')
  const text = escapeHtml(
    first.description
      .replace(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
  return page(
    root,
    name,
    `<article><ul class="pictures"><li>${picture(first)}</li></ul><div>
    <p class="vendor">${escapeHtml(first.brand)}</p><h1>${escapeHtml(first.title)}</h1>
    <p class="price">${escapeHtml(first.price)}</p>
    <table><thead><tr><th>Variant</th><th>Price</th><th>Stock</th></tr></thead><tbody>${rows}</tbody></table>
    <p class="text">${text}</p><p class="text">Sold at ${escapeHtml(first.link)}</p></div></article>`,
  )
}

export const emptyPage = (root: string): string =>
  page(root, 'Not found', '<h1>Page not found</h1><p>There is nothing for sale at this address.</p>')

const picture = (item: ShelfItem) =>
  item.picture === ''
    ? '<span class="blank" aria-hidden="true"></span>'
    : `<img src="${escapeHtml(item.picture)}" alt="${escapeHtml(item.title)}" loading="lazy">`

const card = (root: string, group: string, item: ShelfItem) =>
  `<li><a href="${root}/products/${encodeURIComponent(group)}">${picture(item)}
    <b>${escapeHtml(item.title)}</b><span>${escapeHtml(item.price)}</span></a></li>`

const page = (root: string, name: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)}</title><link rel="icon" href="/control-room/icon.svg">
<link rel="stylesheet" href="${root.split('/').slice(0, 2).join('/')}/shelf.css"></head>
<body><header><a href="${root}/">${escapeHtml(name)}</a><small>Sandbox catalogue</small></header>
<main>${body}</main></body></html>`
