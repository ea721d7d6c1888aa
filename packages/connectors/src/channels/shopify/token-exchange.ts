import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { VendorError } from '../../vendor-error.ts'
import type { Connected, VendorCall } from '../../vendor.ts'
import { type App, type Credentials, secretsOf, storeAddress } from './app.ts'
import { opened, token } from './oauth.ts'

/** Clocks of two machines. */
const LEEWAY_S = 5

const Header = z.object({ alg: z.literal('HS256') })
const Claims = z.object({ dest: z.string(), iss: z.string(), aud: z.string(), exp: z.number(), nbf: z.number() })

const refused = () => new VendorError('shopify', 'auth_expired', 'the token of the admin’s frame is not good')

function readPart<T extends z.ZodType>(schema: T, part: string): z.output<T> {
  try {
    return schema.parse(JSON.parse(Buffer.from(part, 'base64url').toString('utf8')))
  } catch {
    throw refused()
  }
}

/** The store that a session token is of: signed with our secret, for our app, and of this minute. */
function shopOfToken(app: App, id_token: string, now: Date): string {
  const [header = '', body = '', signature = '', ...rest] = id_token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const isSigned = secretsOf(app, now).some((secret) => {
    const wanted = createHmac('sha256', secret).update(`${header}.${body}`).digest()
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
  if (rest.length > 0 || !isSigned) throw refused()
  readPart(Header, header)
  const { dest, iss, aud, exp, nbf } = readPart(Claims, body)
  const seconds = now.getTime() / 1000
  if (aud !== app.api_key || exp + LEEWAY_S < seconds || nbf - LEEWAY_S > seconds) throw refused()
  const shop = storeAddress(dest)
  if (shop === null || storeAddress(iss) !== shop) throw refused()
  return shop
}

/** Access for the store whose admin shows our app: no consent page, because the admin has asked its owner already. */
export async function exchange(
  { app, limits, now }: VendorCall<App, null>,
  { id_token }: { id_token: string },
): Promise<Connected<Credentials>> {
  const shop = shopOfToken(app, id_token, now())
  const body = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: id_token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
    requested_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
    expiring: '1',
  }
  return opened({ app, limits, now }, shop, await token(app, limits, shop, body, false))
}
