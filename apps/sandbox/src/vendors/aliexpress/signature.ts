import { createHmac, timingSafeEqual } from 'node:crypto'

export const APP_KEY = '500100'
const APP_SECRET = 'sandbox-aliexpress-secret'

/** Names in byte order, name and value run together without separators; a system call's path goes first. */
export function signatureOf(params: Readonly<Record<string, string>>, path = '', secret = APP_SECRET): string {
  const names = Object.keys(params).filter((name) => name !== 'sign')
  names.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  const mac = createHmac('sha256', secret).update(path, 'utf8')
  for (const name of names) mac.update(name, 'utf8').update(params[name] ?? '', 'utf8')
  return mac.digest('hex').toUpperCase()
}

export function isSigned(params: Readonly<Record<string, string>>, path = ''): boolean {
  const [given, right] = [Buffer.from(params['sign'] ?? ''), Buffer.from(signatureOf(params, path))]
  return given.length === right.length && timingSafeEqual(given, right)
}
