import { timingSafeEqual } from 'node:crypto'
import { signatureOf as platformSignature } from '../open-platform/request.ts'

export const APP_KEY = '500100'
const APP_SECRET = 'sandbox-aliexpress-secret'

const signatureOf = (params: Readonly<Record<string, string>>, path = '') => platformSignature(params, path, APP_SECRET)

export function isSigned(params: Readonly<Record<string, string>>, path = ''): boolean {
  const [given, right] = [Buffer.from(params['sign'] ?? ''), Buffer.from(signatureOf(params, path))]
  return given.length === right.length && timingSafeEqual(given, right)
}
