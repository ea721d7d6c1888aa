import { createHmac, timingSafeEqual } from 'node:crypto'

/** A retry may keep the stamp of the first try (not documented), so the window is wide; `event_id` counts once. */
const TOLERANCE_MS = 300_000

/** `ts=…;h1=…[;h1=…]`: HMAC-SHA256 over `ts:body`. Several h1 while a secret is renewed; each is tried. */
export function isSigned(raw: Buffer, header: string | undefined, secret: string, now: Date): boolean {
  const parts = (header ?? '').split(';').map((part) => part.trim().split('=', 2))
  const stamp = parts.find(([name]) => name === 'ts')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(stamp) || secret === '') return false
  if (Math.abs(now.getTime() - Number(stamp) * 1000) > TOLERANCE_MS) return false
  const expected = createHmac('sha256', secret).update(`${stamp}:`).update(raw).digest()
  return parts.some(([name, value = '']) => {
    const sent = Buffer.from(value, 'hex')
    return name === 'h1' && sent.length === expected.length && timingSafeEqual(sent, expected)
  })
}
