/** WordPress's own ways: errors, dates, names in addresses. */
import { Refusal } from '../../frame/refusal.ts'
import type { VendorReply } from '../../frame/define-vendor.ts'

export const wpReply = (status: number, code: string, message: string, data: object = {}): VendorReply => ({
  status,
  body: { code, message, data: { status, ...data } },
})

export const wpError = (...args: Parameters<typeof wpReply>) => new Refusal(wpReply(...args))

/** 401 where nobody is signed in, 403 where somebody is who may not. */
export const notAllowed = (signedIn: boolean, verb: 'view' | 'create' | 'edit' | 'delete' | 'batch') =>
  wpError(signedIn ? 403 : 401, `woocommerce_rest_cannot_${verb}`, `Sorry, you cannot ${verb} resources.`)

export function invalidParam(params: Record<string, string>) {
  const details = Object.fromEntries(
    Object.entries(params).map(([name, message]) => [name, { code: 'rest_invalid_type', message, data: null }]),
  )
  const names = Object.keys(params).join(', ')
  return wpError(400, 'rest_invalid_param', `Invalid parameter(s): ${names}`, { params, details })
}

const HOUR_MS = 3_600_000

/** Seconds, no zone. */
export const gmtDate = (at: Date) => at.toISOString().slice(0, 19)
export const siteDate = (at: Date, utc_offset_h: number) => gmtDate(new Date(at.getTime() + utc_offset_h * HOUR_MS))

/**
 * A time in a query, as the text that WordPress compares its column with. One with a zone is moved to the site's time,
 * whichever column it is compared with.
 */
export function columnTime(text: string, utc_offset_h: number): string | null {
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(text)
  const at = new Date(zoned ? text : `${text}Z`)
  if (Number.isNaN(at.getTime())) return null
  return zoned ? siteDate(at, utc_offset_h) : gmtDate(at)
}

export const sanitizeTitle = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'product'

/** A bare "&" is kept as "&amp;"; what is an entity already stays one. */
export const encodeAmps = (text: string): string =>
  text.replace(/&(?!(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});)/gi, '&amp;')

/** As a reader sees what is kept. */
export const asRead = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** The tags that "kses" takes out, with what is inside. */
export const kses = (html: string): string =>
  encodeAmps(
    html.replace(/<(script|iframe|style)\b[\s\S]*?<\/\1\s*>/gi, '').replace(/<\/?(script|iframe|style)\b[^>]*>/gi, ''),
  )

const BLOCK = /^<(p|div|ul|ol|li|table|h[1-6]|blockquote|pre|figure|section)\b/i

/** What a page makes of a text: shortcodes are run, and what is in no block becomes a paragraph. */
export function rendered(html: string): string {
  const parts = html
    .replace(/\[gallery[^\]]*\]/g, '<div class="gallery"></div>')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const blocks = parts.map((part) => (BLOCK.test(part) ? part : `<p>${part.replace(/\n/g, '<br />\n')}</p>`))
  return blocks.map((block) => `${block}\n`).join('')
}
