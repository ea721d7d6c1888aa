import { z } from 'zod'
import { type Explanation, read } from '../../http.ts'
import type { VendorErrorKind } from '../../vendor-error.ts'
import type { Connected, VendorCall } from '../../vendor.ts'
import { Failure, Token } from './schemas.ts'

export const App = z.object({
  base_url: z.string(),
  token_url: z.string(),
  credential_id: z.string(),
  credential_secret: z.string(),
  partner_tag: z.string(),
  marketplace: z.string().default('www.amazon.com'),
})
export const Credentials = z.object({ access_token: z.string() })
export type Call = VendorCall<z.output<typeof App>, z.output<typeof Credentials>>

const RESOURCES = [
  'itemInfo.title',
  'itemInfo.features',
  'itemInfo.byLineInfo',
  'images.primary.large',
  'images.variants.large',
  'offersV2.listings.price',
  'offersV2.listings.availability',
  'offersV2.listings.merchantInfo',
  'browseNodeInfo.browseNodes',
  'parentASIN',
]
const NOTHING_FOUND = /NoResults|NotFound|ItemNotAccessible|InvalidItemId/i

export function explainAmazon(status: number, body: unknown): Explanation | undefined {
  const failure = Failure.safeParse(body)
  if (!failure.success || status < 400) return undefined
  const { code = '', message = '' } = failure.data
  const kind: VendorErrorKind =
    status === 429 || /Throttl|TooManyRequests/i.test(code)
      ? 'rate_limited'
      : status >= 500
        ? 'unavailable'
        : status === 404 || NOTHING_FOUND.test(code)
          ? 'not_found'
          : status === 401
            ? 'auth_expired'
            : 'invalid' // 403 too: an account that is not eligible stays so with a new token
  return { kind, message: `${code} ${message}`.trim(), code }
}

/** All of the API is reads by POST. */
export const ask = <T extends z.ZodType>(
  call: Call,
  operation: string,
  input: Record<string, unknown>,
  schema: T,
): Promise<z.output<T>> =>
  read(
    {
      vendor: 'amazon',
      url: `${call.app.base_url}/catalog/v1/${operation}`,
      method: 'POST',
      limits: call.limits,
      explain: explainAmazon,
      headers: {
        authorization: `Bearer ${call.credentials.access_token}`,
        'x-marketplace': call.app.marketplace,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ partnerTag: call.app.partner_tag, resources: RESOURCES, ...input }),
    },
    schema,
  )

/**
 * An application token (credential version 3): good for an hour. A read in effect: asked twice, there are two good
 * tokens.
 */
export async function mint({
  app,
  now,
  limits,
}: Pick<Call, 'app' | 'now' | 'limits'>): Promise<Connected<z.output<typeof Credentials>>> {
  const token = await read(
    {
      vendor: 'amazon',
      url: app.token_url,
      method: 'POST',
      limits,
      explain: explainAmazon,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: app.credential_id,
        client_secret: app.credential_secret,
        scope: 'creatorsapi::default',
      }),
    },
    Token,
  )
  return {
    credentials: { access_token: token.access_token },
    account_id: app.credential_id,
    account_name: app.partner_tag,
    refresh_expires_at: null,
    expires_at: new Date(now().getTime() + token.expires_in * 1000),
  }
}
