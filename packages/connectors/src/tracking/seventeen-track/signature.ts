import { createHash, timingSafeEqual } from 'node:crypto'

/** A plain hash over the bytes as they came, a slash and the key: lower hex. */
export function isSigned(raw: Buffer, sign: string | undefined, key: string): boolean {
  if (key === '' || !sign || !/^[0-9a-f]{64}$/i.test(sign)) return false
  const expected = createHash('sha256').update(raw).update(`/${key}`).digest()
  return timingSafeEqual(expected, Buffer.from(sign, 'hex'))
}
