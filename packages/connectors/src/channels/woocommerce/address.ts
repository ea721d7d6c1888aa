import { isPrivateLiteral } from '../../public-address.ts'

const LONGEST = 300
/** Parts of WordPress that people copy along with the address of their site. */
const WORDPRESS_PATH = /\/(wp-admin|wp-login\.php|wp-json|wp-content|wc-auth|index\.php|product)(\/.*)?$/i

/**
 * What a person types ('shop.example', 'https://shop.example/blog/wp-admin') as the address of the site, without a slash
 * at its end. A password that the site asks for (`user:pass@`) is kept: only the first connection reads it.
 */
export function siteAddress(typed: string, private_origins: readonly string[]): string | null {
  const text = typed.trim()
  if (text === '' || text.length > LONGEST || /\s/.test(text)) return null
  // Typed without a scheme, a store of the operator's own network has the one that the operator named.
  const named = private_origins.map((origin) => new URL(origin)).find(({ host }) => host === text.split('/')[0])
  const scheme = named?.protocol ?? 'https:'
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  if (!hasScheme && text.includes('@')) return null // a mail address
  const url = URL.parse(hasScheme ? text : `${scheme}//${text}`)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const hasDomain = /^[^.].*\.[^.]+$/.test(url.hostname) && !isPrivateLiteral(url)
  if (!private_origins.includes(url.origin) && !hasDomain) return null
  const path = url.pathname.replace(WORDPRESS_PATH, '').replace(/\/+$/, '')
  const login = url.username === '' ? '' : `${url.username}:${url.password}@`
  return `${url.protocol}//${login}${url.host}${path}`
}

/** The address without the site's own password, and the password as it is sent. */
export function splitAddress(address: string): { base: string; site_auth: string } {
  const url = new URL(address)
  const site_auth = url.username === '' ? '' : `${decode(url.username)}:${decode(url.password)}`
  return { base: `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`, site_auth }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a percent sign that is part of the password
  }
}
