import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_MS = 300_000

/**
 * `t=…,v1=…[,v1=…]`: an HMAC over the time and the bytes. The SDK's own check takes a time of the future; here a stamp
 * may be five minutes away in either direction.
 */
export function isSigned(raw: Buffer, header: string | undefined, secret: string, now: Date): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('=', 2))
  const stamp = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(stamp) || secret === '') return false
  if (Math.abs(now.getTime() - Number(stamp) * 1000) > TOLERANCE_MS) return false
  const expected = createHmac('sha256', secret).update(`${stamp}.`).update(raw).digest()
  return parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex')
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
