/**
 * A claim as one page that needs nothing else: it is mailed, printed and kept. In English, because those who decide
 * about claims (a supplier's support, a bank) are somebody else than the seller.
 */
import { escapeHtml } from '@omni/domain/escape-html.ts'
import { toDecimal } from '@omni/domain/money.ts'
import type { OrderEventView } from '../orders/order-events.ts'

export interface Bundle {
  made_at: string
  claim: {
    number: string
    source: string
    order_no: string | null
    type: string
    reason: string
    text: string
    asked: number
    granted: number | null
    currency: string
    state: string
    refund_no: string | null
    note: string
    requested_at: string
    answered_at: string | null
  }
  timeline: OrderEventView[]
  parcels: {
    tracking_number: string
    carrier: string
    status: string
    delivered_at: string | null
    events: { at: string; text: string; place: string; stage: string }[]
  }[]
  messages: { who: string; text: string; written_at: string; links: string[] }[]
  pictures: { name: string; at: string; type: string; bytes: Uint8Array }[]
}

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#111}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem;border-bottom:1px solid #ccc}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0}
figure{margin:1rem 0}img{max-width:100%;height:auto;border:1px solid #ccc}figcaption{color:#555}`

const words = (name: string) => escapeHtml(name.replaceAll('_', ' '))
const moment = (at: string) => escapeHtml(`${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`)
const amount = (minor: number, currency: string) => escapeHtml(`${toDecimal(minor, currency)} ${currency}`)
const row = (name: string, value: string) => `<tr><th scope="row">${name}</th><td>${value}</td></tr>`
const table = (head: string[], rows: string[][]) =>
  `<table><thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table>`
const part = (title: string, body: string) => `<section><h2>${title}</h2>${body || '<p>None.</p>'}</section>`
const paragraphs = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

function claimPart({ claim }: Bundle): string {
  const rows = [
    row('Order', escapeHtml(claim.number)),
    row('Supplier', escapeHtml([claim.source, claim.order_no].filter(Boolean).join(' '))),
    row('Kind', words(claim.type)),
    claim.reason ? row('Reason', words(claim.reason)) : '',
    claim.text ? row('What happened', paragraphs(claim.text)) : '',
    row('Claimed', amount(claim.asked, claim.currency)),
    claim.granted === null ? '' : row('Granted', amount(claim.granted, claim.currency)),
    row('State', words(claim.state)),
    claim.refund_no ? row('Number at the supplier', escapeHtml(claim.refund_no)) : '',
    claim.note ? row('The supplier says', paragraphs(claim.note)) : '',
    row('Claimed on', moment(claim.requested_at)),
    claim.answered_at ? row('Answered on', moment(claim.answered_at)) : '',
  ]
  return `<table>${rows.join('')}</table>`
}

const timelinePart = ({ timeline }: Bundle) =>
  table(
    ['When', 'What', 'Who'],
    timeline.map(({ happened_at, kind, params, who }) => [
      moment(happened_at),
      [words(kind), ...['source', 'order_no', 'tracking'].map((name) => escapeHtml(String(params[name] ?? '')))]
        .filter(Boolean)
        .join(' '),
      words(who),
    ]),
  )

const parcelParts = ({ parcels }: Bundle) =>
  parcels
    .map(({ tracking_number, carrier, status, delivered_at, events }) => {
      const delivered = delivered_at ? `, delivered ${moment(delivered_at)}` : ''
      const head = `<h3>${escapeHtml(`${tracking_number} ${carrier}`)} (${words(status)}${delivered})</h3>`
      const rows = events.map(({ at, text, place }) => [moment(at), escapeHtml(text), escapeHtml(place)])
      return head + table(['When', 'What', 'Where'], rows)
    })
    .join('')

const messageParts = ({ messages }: Bundle) =>
  messages
    .map(({ who, text, written_at, links }) => {
      const shown = links.map((link) => `<br>${escapeHtml(link)}`).join('')
      return `<p><b>${who === 'supplier' ? 'Supplier' : 'Seller'}</b>, ${moment(written_at)}<br>${paragraphs(text)}${shown}</p>`
    })
    .join('')

const pictureParts = ({ pictures }: Bundle) =>
  pictures
    .map(({ name, at, type, bytes }) => {
      const data = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
      const caption = `${escapeHtml(name)}, ${moment(at)}`
      return `<figure><img src="${data}" alt="${escapeHtml(name)}"><figcaption>${caption}</figcaption></figure>`
    })
    .join('')

export function renderBundle(bundle: Bundle): string {
  const title = `Evidence for order ${escapeHtml(bundle.claim.number)}`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style></head><body>
<h1>${title}</h1><p>Made ${moment(bundle.made_at)}</p>
${part('The claim', claimPart(bundle))}
${part('Tracking', parcelParts(bundle))}
${part('Messages', messageParts(bundle))}
${part('Pictures', pictureParts(bundle))}
${part('What happened to the order', timelinePart(bundle))}
</body></html>
`
}
