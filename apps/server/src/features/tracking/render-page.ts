import { direction, LANGUAGES, type LanguageCode } from '@omni/domain/languages.ts'
import { readableOn, textColour } from '@omni/domain/tracking/page.ts'
import { sellerCss } from '@omni/domain/tracking/seller-css.ts'
import type { ParcelStatus } from '@omni/domain/tracking/statuses.ts'
import { escapeHtml as text } from '@omni/domain/escape-html.ts'
import { type Params, say, type TextKey } from '../../platform/messages.ts'
import type { PageData } from './page-data.ts'
import type { PageBranding, Settings } from './page-settings.ts'
import { PAGE_STYLE } from './page-style.ts'

const FRAME = '.shop'
const STEPS: readonly TextKey[] = [
  'tracking_page.step_ordered',
  'tracking_page.step_shipped',
  'tracking_page.step_in_transit',
  'tracking_page.step_delivered',
]
const HEADS: Record<ParcelStatus, TextKey> = {
  pending: 'tracking_page.head_pending',
  not_found: 'tracking_page.head_not_found',
  alert: 'tracking_page.head_alert',
  info_received: 'tracking_page.head_info_received',
  in_transit: 'tracking_page.head_in_transit',
  expired: 'tracking_page.head_expired',
  exception: 'tracking_page.head_exception',
  available_for_pickup: 'tracking_page.head_available_for_pickup',
  out_for_delivery: 'tracking_page.head_out_for_delivery',
  delivery_failure: 'tracking_page.head_delivery_failure',
  delivered: 'tracking_page.head_delivered',
}
/** How many of the four steps are behind a parcel. */
const REACHED: Record<ParcelStatus, number> = {
  pending: 1,
  not_found: 1,
  alert: 1,
  info_received: 2,
  in_transit: 3,
  expired: 3,
  exception: 3,
  available_for_pickup: 3,
  out_for_delivery: 3,
  delivery_failure: 3,
  delivered: 4,
}

interface Words {
  language: LanguageCode
  t: (key: TextKey, params?: Params) => string
  day: (at: string) => string
  moment: (at: string) => string
}

function wordsOf(language: LanguageCode): Words {
  const shown = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language, { timeZone: 'UTC', numberingSystem: 'latn', ...options })
    return (at: string) => format.format(new Date(at))
  }
  return {
    language,
    t: (key, params = {}) => text(say(language, key, params)),
    day: shown({ weekday: 'short', day: 'numeric', month: 'short' }),
    moment: shown({ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
  }
}

/** A picture of ours or of a supplier; anything else is left out. */
const picture = (url: string | null, alt = '') =>
  url !== null && /^(https?:\/\/|\/files\/)/.test(url)
    ? `<img src="${text(url)}" alt="${text(alt)}" loading="lazy">`
    : ''

const when = ({ t, day }: Words, { status, delivered_at, expected_from, expected_to }: PageData): string => {
  if (status === 'delivered')
    return delivered_at === null ? '' : t('tracking_page.delivered_on', { date: day(delivered_at) })
  if (expected_from === null || expected_to === null) return ''
  const [from, to] = [day(expected_from), day(expected_to)]
  return from === to ? t('tracking_page.expected_on', { date: to }) : t('tracking_page.expected_between', { from, to })
}

function steps({ t }: Words, status: ParcelStatus): string {
  const reached = REACHED[status]
  const items = STEPS.map((step, at) => {
    const state = at < reached ? 'done' : 'open'
    const current = at === reached - 1 ? ' aria-current="step"' : ''
    return `<li class="${state}"${current}>${t(step)}</li>`
  })
  return `<ol class="steps">${items.join('')}</ol>`
}

function events({ t, moment }: Words, list: PageData['parcels'][number]['events']): string {
  if (list.length === 0) return `<p class="quiet">${t('tracking_page.no_events')}</p>`
  const items = list.map(
    ({ at, text: said, place }) =>
      `<li><span><b dir="auto">${text(said)}</b><span class="place" dir="auto">${text(place)}</span></span><time datetime="${text(at)}">${text(moment(at))}</time></li>`,
  )
  return `<ol class="events">${items.join('')}</ol>`
}

function parcel(words: Words, one: PageData['parcels'][number], at: number, count: number): string {
  const { t } = words
  const title = count > 1 ? `<h2>${t('tracking_page.parcel', { n: at + 1, count })} · ${t(HEADS[one.status])}</h2>` : ''
  const items = one.items.map(
    (item) =>
      `<li>${picture(item.image)}<span><b dir="auto">${text(item.title)}</b><span class="place">× ${item.quantity}</span></span></li>`,
  )
  return `<section class="parcel">${title}${steps(words, one.status)}<div class="card">${events(words, one.events)}</div>
<p class="number"><span>${t('tracking_page.tracking')}</span> <b dir="ltr">${text(one.tracking_number)}</b> <span dir="auto">${text(one.carrier)}</span></p>
<ul class="card items">${items.join('')}</ul></section>`
}

function products({ t }: Words, { products: list, shop }: PageData): string {
  if (list.length === 0) return ''
  const items = list.map(({ title, image, price, url }) => {
    const inner = `${picture(image)}<span dir="auto">${text(title)}</span><b>${text(price)}</b>`
    const isLink = url !== null && /^https?:\/\//.test(url)
    return `<li>${isLink ? `<a href="${text(url)}" rel="noopener nofollow">${inner}</a>` : `<span>${inner}</span>`}</li>`
  })
  return `<section><h2>${t('tracking_page.more_from', { shop: shop.name })}</h2><ul class="products">${items.join('')}</ul></section>`
}

/** Colours were checked by their shape; texts on them are black or white where theirs could not be read. */
const colours = ({ accent, background }: Settings) => {
  const ink = readableOn(background)
  const values = {
    ground: background,
    ink: ink === '#ffffff' ? '#ffffff' : '#15181f',
    accent,
    'on-accent': readableOn(accent),
    'accent-text': textColour(accent, '#ffffff'),
  }
  return `${FRAME} { ${Object.entries(values)
    .map(([name, value]) => `--${name}: ${value}`)
    .join('; ')} }`
}

const head = (language: LanguageCode, title: string, styles: readonly string[]) =>
  `<!doctype html><html lang="${language}" dir="${direction(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title>
${styles.map((style) => `<style>${style}</style>`).join('\n')}</head>`

const languages = ({ language, t }: Words) =>
  `<nav class="languages" aria-label="${t('tracking_page.language')}">${LANGUAGES.map(
    ({ code, name }) =>
      `<a href="?lang=${code}" hreflang="${code}" lang="${code}"${code === language ? ' aria-current="true"' : ''}>${text(name)}</a>`,
  ).join(' ')}</nav>`

/** The whole page, readable without a script. The seller's styles reach what is inside of the frame alone. */
export function renderPage(data: PageData, { settings }: PageBranding, language: LanguageCode): string {
  const words = wordsOf(language)
  const { t } = words
  const heading = settings.heading ? text(settings.heading) : t(HEADS[data.status])
  const logo =
    picture(data.shop.logo_url) ||
    `<span class="letter" aria-hidden="true">${text([...data.shop.name][0] ?? '')}</span>`
  const support =
    data.shop.support_url === null
      ? ''
      : `<p><a class="button" href="${text(data.shop.support_url)}" rel="noopener">${t('tracking_page.ask_shop')}</a></p>`
  const style = [PAGE_STYLE, colours(settings), sellerCss(settings.css, FRAME).css].filter((one) => one !== '')
  return `${head(language, `${heading} · ${text(data.shop.name)}`, style)}<body><div class="frame"><div class="shop">
<header>${logo}<span class="name" dir="auto">${text(data.shop.name)}</span></header>
<main><p class="order">${t('tracking_page.order', { number: data.order_number })}</p><h1 dir="auto">${heading}</h1>
<p class="when">${when(words, data)}</p>${settings.note ? `<p class="note" dir="auto">${text(settings.note)}</p>` : ''}
${data.parcels.map((one, at) => parcel(words, one, at, data.parcels.length)).join('\n')}
${support}${products(words, data)}</main></div></div>
<footer>${languages(words)}<p>${t('tracking_page.utc')}</p></footer></body></html>`
}

export function renderUnknown(language: LanguageCode): string {
  const { t } = wordsOf(language)
  return `${head(language, t('tracking_page.unknown'), [PAGE_STYLE])}<body><div class="frame"><div class="shop"><main>
<h1>${t('tracking_page.unknown')}</h1><p>${t('tracking_page.unknown_text')}</p></main></div></div>
<footer>${languages(wordsOf(language))}</footer></body></html>`
}
