import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Offer } from '../catalogue/shapes.ts'
import { picturesOf } from '../catalogue/pictures/picture-key.ts'
import { escapeHtml } from '../vendors/identity/people.ts'

interface Page {
  brand: string
  colour: string
  offer: Offer
  publicUrl: string
  price: string
  /** "4.7 stars, 3,200 sold". */
  note: string
  /** Name of the global the page keeps its data in, and the data. */
  state: { name: string; data: unknown }
}

export const slugOf = (offer: Offer): string =>
  offer.title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80) || 'product'

/** `</script>` inside a text would end the script. */
const inScript = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028')

export function productPage({ brand, colour, offer, publicUrl, price, note, state }: Page): string {
  const pictures = picturesOf(publicUrl, offer)
  const choice = ({ value }: { value: string }) => `<span class="choice">${escapeHtml(value)}</span>`
  const options = offer.options.map(
    ({ name, values }) => `<p><b>${escapeHtml(name)}</b>: ${values.map(choice).join(' ')}</p>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(offer.title)} - ${brand}</title>
<style>body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1b1d22}header{background:${colour};color:#fff;padding:12px 24px;font-weight:700}
main{display:grid;grid-template-columns:repeat(auto-fit,minmax(280px,1fr));gap:24px;max-width:1080px;margin:24px auto;padding:0 24px}
.main{width:100%;height:auto;border-radius:8px}h1{font-size:22px;line-height:1.3;margin:0}.thumbs{display:flex;gap:8px;flex-wrap:wrap}.thumbs img{width:72px;height:72px;border-radius:4px}
.price{font-size:24px;font-weight:700;color:${colour}}.choice{border:1px solid #c9ccd4;border-radius:4px;padding:2px 8px;display:inline-block;margin:2px}</style>
<script>window.${state.name}=${inScript(state.data)}</script></head>
<body><header>${brand}</header><main><div>
${pictures[0] ? `<img class="main" src="${pictures[0]}" alt="" width="512" height="512">` : '<p>No picture</p>'}
<div class="thumbs">${pictures
    .slice(1)
    .map((url) => `<img src="${url}?w=200" alt="" loading="lazy">`)
    .join('')}</div></div>
<div><h1>${escapeHtml(offer.title)}</h1><p>${escapeHtml(note)}</p><p class="price">${escapeHtml(price)}</p>${options.join('')}
<p>Sold by ${escapeHtml(offer.seller.name)}</p></div></main></body></html>`
}

export function pageRoute(
  app: FastifyInstance,
  path: string,
  find: (file: string) => Offer | undefined,
  show: (offer: Offer) => string,
) {
  app.get<{ Params: { file: string } }>(
    path,
    { config: { endpoint: 'page' } },
    async (request, reply: FastifyReply) => {
      const offer = find(request.params.file)
      if (!offer) {
        return reply
          .code(404)
          .type('text/html; charset=utf-8')
          .send('<!doctype html><title>Not found</title><h1>This product is no longer here</h1>')
      }
      return reply.type('text/html; charset=utf-8').header('x-content-type-options', 'nosniff').send(show(offer))
    },
  )
}
