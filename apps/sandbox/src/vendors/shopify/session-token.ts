import { createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { API_KEY, API_SECRET } from './shops.ts'

const LIVES_S = 60

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const sign = (text: string) => createHmac('sha256', API_SECRET).update(text).digest('base64url')

/** What the admin gives the frame of an app: who is signed in at which shop, for a minute. */
export function sessionToken(shop: string, now: Date): string {
  const at = Math.floor(now.getTime() / 1000)
  const claims = {
    iss: `https://${shop}/admin`,
    dest: `https://${shop}`,
    aud: API_KEY,
    sub: '42',
    exp: at + LIVES_S,
    nbf: at,
    iat: at,
    jti: randomUUID(),
    sid: randomUUID(),
  }
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${sign(text)}`
}

const Claims = z.object({ dest: z.string(), aud: z.string(), exp: z.number() })

/** Whether a token is one of this shop's, still good. */
export function isSessionOf(shop: string, token: string, now: Date): boolean {
  const at = token.lastIndexOf('.')
  if (at < 0 || sign(token.slice(0, at)) !== token.slice(at + 1)) return false
  const body = token.slice(token.indexOf('.') + 1, at)
  const claims = Claims.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')))
  if (!claims.success) return false
  const { dest, aud, exp } = claims.data
  return dest === `https://${shop}` && aud === API_KEY && exp > now.getTime() / 1000
}
