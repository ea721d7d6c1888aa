import { CHANNEL_FACTS, EMBEDDING_CHANNEL_ID } from '@omni/domain/vendors/manifest.ts'
import type { Config } from './config.ts'

// Pictures: suppliers' and social accounts' over https; the sandbox's own, while it runs, over plain http.
// Mantine writes style attributes and one style element; scripts come from our own origin alone.
const csp = (sandbox: string) =>
  [
    `default-src 'self'`,
    `script-src 'self'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob: https:${sandbox && ` ${sandbox}`}`,
    `font-src 'self' data:`,
    `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'self'`,
    `form-action 'self'`,
  ].join('; ')
const { embedded_in: ADMIN, address_suffix: SUFFIX } = CHANNEL_FACTS[EMBEDDING_CHANNEL_ID]
const SHOP_NAME = /^[a-z0-9][a-z0-9-]{0,60}$/
const isShop = (shop: string) => shop.endsWith(SUFFIX) && SHOP_NAME.test(shop.slice(0, -SUFFIX.length))
const HSTS_S = 31_536_000
const MAX_KEPT = 1000

/** Framed only by the store admin that opens us embedded (`?embedded=1&shop=…`); by nobody otherwise. */
function frameAncestors(url: string): string {
  if (!url.includes('embedded=1')) return `'none'` // nearly every request: not worth parsing
  const query = new URLSearchParams(url.split('?')[1] ?? '')
  const shop = query.get('shop') ?? ''
  return query.get('embedded') === '1' && isShop(shop) ? `https://${shop} ${ADMIN}` : `'none'`
}

const made = new Map<string, Record<string, string>>()

/** Two sets in practice, framed and not; each is made once. */
export function securityHeaders(config: Config, url: string): Record<string, string> {
  const ancestors = frameAncestors(url)
  const key = `${config.PUBLIC_URL} ${config.SANDBOX_URL} ${ancestors}`
  const known = made.get(key)
  if (known) return known
  if (made.size > MAX_KEPT) made.clear() // one per shop that frames us
  const headers = build(config, ancestors)
  made.set(key, headers)
  return headers
}

function build(config: Config, ancestors: string): Record<string, string> {
  return {
    'content-security-policy': `${csp(config.SANDBOX_URL)}; frame-ancestors ${ancestors}`,
    ...(ancestors === `'none'` && { 'x-frame-options': 'DENY' }),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(config.PUBLIC_URL.startsWith('https:') && {
      'strict-transport-security': `max-age=${HSTS_S}; includeSubDomains`,
    }),
  }
}
