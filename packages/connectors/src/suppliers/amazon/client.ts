import { z } from 'zod'
import { type Explanation, read, type ReadRequest } from '../../http.ts'
import type { VendorErrorKind } from '../../vendor-error.ts'
import type { Connected, VendorCall } from '../../vendor.ts'
import { CREDENTIAL_VERSIONS, isVersion2, marketplaceFor, tokenUrlOf } from './places.ts'
import { Failure, Token } from './schemas.ts'

/** One a second and 8,640 a day until there are sales; the second limit is a tenth of what the first would allow. */
export const NEW_ACCOUNT = { per_second: 1, per_day: 8640 }
const MOST_PER_SECOND = 10
export const perDayAt = (per_second: number): number => Math.round(per_second * NEW_ACCOUNT.per_day)

export const App = z.object({
  base_url: z.string(),
  /** Empty: the one of the credential's version. */
  token_url: z.string().default(''),
  credential_id: z.string(),
  credential_secret: z.string(),
  credential_version: z.enum(CREDENTIAL_VERSIONS).default('3.1'),
  partner_tag: z.string(),
  partner_tags: z.string().default(''),
  marketplace: z.string().default('www.amazon.com'),
  /** Amazon does not tell what an account has earned: whoever runs it does. */
  per_second: z.coerce.number().min(NEW_ACCOUNT.per_second).max(MOST_PER_SECOND).default(NEW_ACCOUNT.per_second),
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
  'offersV2.listings.condition',
  'offersV2.listings.isBuyBoxWinner',
  'offersV2.listings.type',
  'browseNodeInfo.browseNodes',
  'parentASIN',
]
/** How many pages of variations there are is told with this one alone, and no other call takes it. */
const VARIATION_RESOURCES = [...RESOURCES, 'variationSummary.variationDimension']
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
export function ask<T extends z.ZodType>(
  call: Call,
  operation: string,
  ship_to: string,
  input: Record<string, unknown>,
  schema: T,
): Promise<z.output<T>> {
  const { credential_version: version } = call.app
  const { marketplace, partner_tag } = marketplaceFor(ship_to, call.app)
  return read(
    {
      vendor: 'amazon',
      url: `${call.app.base_url}/catalog/v1/${operation}`,
      method: 'POST',
      limits: call.limits,
      explain: explainAmazon,
      headers: {
        authorization: `Bearer ${call.credentials.access_token}${isVersion2(version) ? `, Version ${version}` : ''}`,
        'x-marketplace': marketplace,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        partnerTag: partner_tag,
        resources: operation === 'getVariations' ? VARIATION_RESOURCES : RESOURCES,
        condition: 'New',
        ...input,
      }),
    },
    schema,
  )
}

/** Version 2 sends a form to Cognito, version 3 JSON to Login with Amazon; each has its own spelling of the scope. */
function grantOf(app: Call['app']): Pick<ReadRequest, 'headers' | 'body'> {
  const grant = { grant_type: 'client_credentials', client_id: app.credential_id, client_secret: app.credential_secret }
  if (isVersion2(app.credential_version))
    return { headers: {}, body: new URLSearchParams({ ...grant, scope: 'creatorsapi/default' }) }
  return {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...grant, scope: 'creatorsapi::default' }),
  }
}

/** An application token: good for an hour. A read in effect: asked twice, there are two good tokens. */
export async function mint({
  app,
  now,
  limits,
}: Pick<Call, 'app' | 'now' | 'limits'>): Promise<Connected<z.output<typeof Credentials>>> {
  const token = await read(
    {
      vendor: 'amazon',
      url: app.token_url || tokenUrlOf(app.credential_version),
      method: 'POST',
      limits,
      explain: explainAmazon,
      ...grantOf(app),
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
