import { createHmac } from 'node:crypto'

const UNSIGNED = ['sign', 'access_token']

export interface Signed {
  /** Without the host. */
  path: string
  query: Readonly<Record<string, string>>
  /** The exact text that is sent; a form with files is not signed. */
  body?: string | undefined
}

/** Path, every pair of the query by name without separators, then the body; the secret on both sides. */
export function signRequest({ path, query, body = '' }: Signed, secret: string): string {
  const pairs = Object.entries(query)
    .filter(([name]) => !UNSIGNED.includes(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => name + value)
  const text = `${secret}${path}${pairs.join('')}${body}${secret}`
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** Over the raw body of a message, after the application's key. */
export const signMessage = (raw: Uint8Array, app_key: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(app_key).update(raw).digest()
