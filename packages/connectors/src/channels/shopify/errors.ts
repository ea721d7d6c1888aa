import { z } from 'zod'
import type { Explanation } from '../../http.ts'
import type { LimitsSaid } from '../../pace.ts'
import type { VendorErrorKind } from '../../vendor-error.ts'

const Cost = z.object({
  extensions: z.object({
    cost: z.object({
      requestedQueryCost: z.number(),
      actualQueryCost: z.number().nullish(),
      throttleStatus: z.object({
        maximumAvailable: z.number(),
        currentlyAvailable: z.number(),
        restoreRate: z.number().positive(),
      }),
    }),
  }),
})

const Errors = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.object({ code: z.string().optional() }).optional() }))
    .min(1),
})

/** Before GraphQL is reached the reply is a plain text: {"errors":"Unavailable Shop"}. */
const Plain = z.object({ errors: z.string() })
/** The token endpoint speaks OAuth. */
const OAuth = z.object({ error: z.string(), error_description: z.string().optional() })

const KINDS: Record<string, VendorErrorKind> = {
  THROTTLED: 'rate_limited',
  ACCESS_DENIED: 'invalid',
  MAX_COST_EXCEEDED: 'invalid',
  INVALID_VARIABLE: 'invalid',
  SHOP_INACTIVE: 'unavailable',
  INTERNAL_SERVER_ERROR: 'unavailable',
}

/** Said before anything runs. A reply that also holds data is no such refusal. */
const NOTHING_DONE = ['THROTTLED', 'ACCESS_DENIED', 'MAX_COST_EXCEEDED', 'INVALID_VARIABLE']

/**
 * Of a read. What the app may not see is null beside the rest (a scope that the merchant did not give, data of customers
 * that Shopify has not approved): the rest is data. From our notes of live shops.
 */
export function explainRead(status: number, body: unknown): Explanation | undefined {
  const { data: reply } = Errors.safeParse(body)
  const isPartial =
    reply !== undefined &&
    Object.values(reply.data ?? {}).some((value) => value !== null) &&
    reply.errors.every(({ extensions }) => extensions?.code === 'ACCESS_DENIED')
  return isPartial ? undefined : explainShopify(status, body)
}

export function explainShopify(status: number, body: unknown): Explanation | undefined {
  const errors = Errors.safeParse(body)
  if (errors.success && status < 300) return explainErrors(errors.data, body)
  const oauth = OAuth.safeParse(body)
  if (oauth.success) return explainOAuth(oauth.data)
  const plain = Plain.safeParse(body)
  if (!plain.success) return undefined
  const message = plain.data.errors
  const refused = (kind: VendorErrorKind, code: string): Explanation => ({ kind, code, message, nothing_done: true })
  // Seen with 402, 403 and 423: the merchant has not paid, or closed the store.
  if (status === 402 || status === 423 || /unavailable shop/i.test(message))
    return refused('unavailable', 'SHOP_INACTIVE')
  if (status === 401 || status === 403) return refused('auth_expired', 'UNAUTHORIZED')
  return status === 404 ? refused('not_found', 'NO_SUCH_SHOP') : undefined
}

function explainErrors({ data, errors }: z.output<typeof Errors>, body: unknown): Explanation {
  const code = errors[0]?.extensions?.code ?? ''
  const message = errors.map((error) => error.message).join('; ')
  const kind = KINDS[code] ?? 'unknown'
  const acted = Object.values(data ?? {}).some((value) => value !== null)
  const said = { kind, message: `${code} ${message}`.trim(), ...(code === 'THROTTLED' && waitFor(body)) }
  if (code !== '' && NOTHING_DONE.includes(code) && !acted) return { ...said, code, nothing_done: true }
  return { ...said, code }
}

/** Until the bucket holds what the call costs. */
function waitFor(body: unknown): { retry_after_s: number } {
  const cost = Cost.safeParse(body).data?.extensions.cost
  if (!cost) return { retry_after_s: 1 }
  const { currentlyAvailable, restoreRate } = cost.throttleStatus
  return { retry_after_s: Math.max(0.1, (cost.requestedQueryCost - currentlyAvailable) / restoreRate) }
}

/** A code that was used, or a refresh token that is dead: asked again, the answer is the same. */
function explainOAuth({ error, error_description }: z.output<typeof OAuth>): Explanation {
  const dead = error === 'invalid_grant' || /refresh token/i.test(error_description ?? '')
  return {
    kind: dead ? 'auth_expired' : 'invalid',
    code: error,
    message: error_description ?? error,
    nothing_done: true,
  }
}

/** Every reply tells the store's bucket, and what the call was charged of what it had reserved. */
export function limitsIn(body: unknown): LimitsSaid | undefined {
  const cost = Cost.safeParse(body).data?.extensions.cost
  if (!cost) return undefined
  const { maximumAvailable, restoreRate, currentlyAvailable } = cost.throttleStatus
  // A call that was throttled was charged nothing.
  const given_back = cost.requestedQueryCost - (cost.actualQueryCost ?? 0)
  return {
    burst: maximumAvailable,
    per_second: restoreRate,
    remaining: currentlyAvailable,
    ...(given_back > 0 && { given_back }),
  }
}

export interface UserError {
  field?: string[] | null | undefined
  message: string
  code?: string | null | undefined
}

/** Some mutations tell a code, others a sentence alone. */
function codeOf({ code, message }: UserError): string {
  if (code) return code
  if (/product does not exist/i.test(message)) return 'PRODUCT_DOES_NOT_EXIST'
  return /already been taken/i.test(message) ? 'TAKEN' : 'USER_ERROR'
}

/** User errors mean that this mutation changed nothing. */
export function refusalOf(error: UserError): { kind: VendorErrorKind; code: string; message: string } {
  const code = codeOf(error)
  const place = error.field?.join('.')
  return {
    kind: code === 'PRODUCT_DOES_NOT_EXIST' ? 'not_found' : 'invalid',
    code,
    message: place ? `${place}: ${error.message}` : error.message,
  }
}
