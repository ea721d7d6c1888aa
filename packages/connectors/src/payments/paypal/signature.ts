import { verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'

export interface Transmission {
  id: string
  time: string
  signature: string
  cert_url: string
  algorithm: string
}

const TOLERANCE_MS = 300_000
const CERTIFICATES = '/v1/notifications/certs/'

/** Of the headers; null: one is missing. */
export function transmissionOf(header: (name: string) => string | undefined): Transmission | null {
  const part = (name: string) => header(`paypal-${name}`) ?? ''
  const transmission = {
    id: part('transmission-id'),
    time: part('transmission-time'),
    signature: part('transmission-sig'),
    cert_url: part('cert-url'),
    algorithm: part('auth-algo'),
  }
  return Object.values(transmission).every((value) => value !== '' && value.length < 2000) ? transmission : null
}

/**
 * Where a certificate may be fetched. The sender names the address, so only PayPal's own hosts count: that the bytes are
 * theirs, TLS says. `base_url` is where PayPal is reached here, which is the sandbox's address in a rehearsal.
 */
export function isTheirAddress(cert_url: string, base_url: string): boolean {
  if (!URL.canParse(cert_url)) return false
  const url = new URL(cert_url)
  if (url.username !== '' || url.password !== '') return false
  if (cert_url.startsWith(`${base_url}${CERTIFICATES}`)) return true
  const isTheirs = url.hostname === 'paypal.com' || url.hostname.endsWith('.paypal.com')
  return isTheirs && url.protocol === 'https:' && url.port === '' && url.pathname.startsWith(CERTIFICATES)
}

/** Whether a message was sent just now, by our clock. */
export const isFresh = ({ time }: Transmission, now: Date): boolean =>
  Math.abs(now.getTime() - Date.parse(time)) <= TOLERANCE_MS

/** RSA over `id|time|webhook id|CRC-32 of the bytes`. */
export function isSigned(raw: Buffer, sent: Transmission, webhook_id: string, certificate: string, now: Date): boolean {
  if (webhook_id === '' || sent.algorithm !== 'SHA256withRSA') return false
  try {
    const { publicKey, validFrom, validTo } = new X509Certificate(certificate)
    if (now < new Date(validFrom) || now > new Date(validTo)) return false
    const text = `${sent.id}|${sent.time}|${webhook_id}|${crc32(raw)}`
    return verify('sha256', Buffer.from(text), publicKey, Buffer.from(sent.signature, 'base64'))
  } catch {
    return false
  }
}
