import { createHmac } from 'node:crypto'
import { API_SECRET } from './shops.ts'

/** Over the raw body of a webhook, in base64. */
export const signBody = (body: string): string => createHmac('sha256', API_SECRET).update(body, 'utf8').digest('base64')

/** Over the query of a redirect: every pair but `hmac`, by name, values escaped, in hex. */
export function signQuery(pairs: Readonly<Record<string, string>>): string {
  const names = Object.keys(pairs).sort()
  const text = names.map((name) => `${name}=${encodeURIComponent(pairs[name] ?? '')}`).join('&')
  return createHmac('sha256', API_SECRET).update(text).digest('hex')
}
