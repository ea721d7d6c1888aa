import { createHmac, randomBytes } from 'node:crypto'

/** RFC 3986: more than `encodeURIComponent` escapes. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

interface Signing {
  method: string
  /** Without its query. */
  url: string
  query: Readonly<Record<string, string>>
  consumer_key: string
  consumer_secret: string
  now: Date
  nonce?: string
}

/**
 * OAuth 1.0a with one leg: the query and what proves us. JSON bodies are not part of the signature. Each name and value
 * is encoded, and the joined text once more.
 */
export function signed(signing: Signing): Record<string, string> {
  const { method, url, query, consumer_key, consumer_secret, now } = signing
  const all: Record<string, string> = {
    ...query,
    oauth_consumer_key: consumer_key,
    oauth_nonce: signing.nonce ?? randomBytes(16).toString('hex'),
    oauth_signature_method: 'HMAC-SHA256',
    oauth_timestamp: String(Math.floor(now.getTime() / 1000)),
  }
  const joined = Object.keys(all)
    .sort() // by code units: the names are ASCII
    .map((name) => `${percentEncode(name)}=${percentEncode(all[name] ?? '')}`)
    .join('&')
  const text = [method.toUpperCase(), percentEncode(url), percentEncode(joined)].join('&')
  const oauth_signature = createHmac('sha256', `${consumer_secret}&`).update(text).digest('base64')
  return { ...all, oauth_signature }
}
