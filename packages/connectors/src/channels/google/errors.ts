import { z } from 'zod'
import type { Explanation } from '../../http.ts'
import type { VendorErrorKind } from '../../vendor-error.ts'

const ApiError = z.object({
  error: z.object({
    message: z.string().catch(''),
    status: z.string(),
    details: z.array(z.looseObject({ reason: z.string().optional() })).optional(),
  }),
})
/** The token endpoint speaks OAuth. */
const OAuthError = z.object({ error: z.string(), error_description: z.string().optional() })

const KINDS: Record<string, VendorErrorKind> = {
  UNAUTHENTICATED: 'auth_expired',
  PERMISSION_DENIED: 'invalid',
  NOT_FOUND: 'not_found',
  INVALID_ARGUMENT: 'invalid',
  FAILED_PRECONDITION: 'invalid',
  ABORTED: 'invalid',
  RESOURCE_EXHAUSTED: 'rate_limited',
}

/**
 * Answered before a single request is worked. ABORTED is not among them: a newer version of the same product is there,
 * so what was made is looked up.
 */
const NOTHING_DONE = ['UNAUTHENTICATED', 'PERMISSION_DENIED', 'NOT_FOUND', 'INVALID_ARGUMENT', 'RESOURCE_EXHAUSTED']

/** A day's quota comes back when the day is over; an hour later it is asked again. */
const DAY_SPENT_S = 3600

export function explainGoogle(status: number, body: unknown): Explanation | undefined {
  const api = ApiError.safeParse(body).data?.error
  if (api) {
    if (status >= 500) return undefined
    const { message, status: code, details = [] } = api
    // A token cannot help: the operator has to register the project with Google.
    const unregistered = code === 'UNAUTHENTICATED' && /not registered/i.test(message)
    const daily = details.some(({ reason }) => reason !== undefined && /daily/i.test(reason))
    const said = {
      kind: unregistered ? ('invalid' as const) : (KINDS[code] ?? 'unknown'),
      code: unregistered ? 'NOT_REGISTERED' : code,
      message,
      ...(daily && { retry_after_s: DAY_SPENT_S }),
    }
    return NOTHING_DONE.includes(code) ? { ...said, nothing_done: true } : said
  }
  const oauth = OAuthError.safeParse(body).data
  if (!oauth || status >= 500) return undefined
  const { error, error_description } = oauth
  return {
    kind: error === 'invalid_grant' ? 'auth_expired' : 'invalid',
    code: error,
    message: error_description ?? error,
    nothing_done: true,
  }
}
