import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../identity/people.ts'

// Pictures lie wherever they were downloaded from.
const POLICY = "default-src 'none'; style-src 'self'; img-src *; base-uri 'none'; frame-ancestors 'none'"

export const sendPage = (reply: FastifyReply, status: number, html: string) =>
  reply
    .code(status)
    .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('text/html; charset=utf-8')
    .send(html)

export const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="/control-room/icon.svg">
<link rel="stylesheet" href="/woocommerce/shop.css"></head><body>${body}</body></html>`

export const SHOP_STYLE = `
:root { color-scheme: light; --ink: #22202b; --soft: #6a6577; --line: #e6e3ec; --accent: #674399; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: #faf9fc; }
header { background: #fff; border-bottom: 1px solid var(--line); }
header div, main { max-width: 1120px; margin: 0 auto; padding: 20px 24px; }
header a { color: var(--ink); text-decoration: none; font-size: 22px; font-weight: 700; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(210px, 1fr)); gap: 22px; list-style: none;
  margin: 0; padding: 0; }
.item { display: block; background: #fff; border: 1px solid var(--line); border-radius: 12px; overflow: hidden;
  color: inherit; text-decoration: none; height: 100%; }
.item:hover { border-color: var(--accent); }
.item img, .item .blank { display: block; width: 100%; aspect-ratio: 1; object-fit: cover; background: #efedf4; }
.item h2 { font-size: 15px; line-height: 1.35; margin: 12px 14px 4px; font-weight: 600; }
.price { color: var(--accent); font-weight: 700; } .item .price { margin: 0 14px 14px; }
.price del { color: var(--soft); font-weight: 400; margin-inline-end: 6px; }
.product { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 36px; }
@media (max-width: 720px) { .product { grid-template-columns: minmax(0, 1fr); } }
.product > div > img { width: 100%; border-radius: 14px; background: #efedf4; }
.thumbs { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 10px; }
.thumbs img { width: 76px; height: 76px; object-fit: cover; border-radius: 8px; border: 1px solid var(--line); }
.product h1 { font-size: 30px; line-height: 1.2; margin: 0 0 8px; } .product .price { font-size: 22px; }
table { width: 100%; border-collapse: collapse; margin-top: 18px; font-size: 14px; }
th, td { text-align: start; padding: 8px 6px; border-bottom: 1px solid var(--line); } th { color: var(--soft); }
.empty, .soft { color: var(--soft); }
.card { max-width: 460px; margin: 8vh auto; background: #fff; border: 1px solid var(--line); border-radius: 16px;
  padding: 28px 32px; }
.tag { display: inline-block; margin: 0; font-size: 12px; color: var(--accent); border: 1px solid; border-radius: 99px;
  padding: 1px 10px; }
.problem { color: #a3271b; }
button { font: inherit; padding: 10px 18px; border-radius: 10px; cursor: pointer; border: 1px solid var(--accent); }
button.primary { background: var(--accent); color: #fff; } button.plain { background: #fff; color: var(--accent); }
`
