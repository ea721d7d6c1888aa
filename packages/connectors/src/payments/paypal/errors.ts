import { z } from 'zod'
import type { Explanation } from '../../http.ts'
import type { VendorErrorKind } from '../../vendor-error.ts'

/**
 * The closed list of issues after which nothing was done. Everything else is looked up by the same request id. Not on
 * it: DUPLICATE_INVOICE_ID and ORDER_ALREADY_CAPTURED, which say that something was done before.
 */
const NOTHING_DONE: Record<string, VendorErrorKind> = {
  INSTRUMENT_DECLINED: 'invalid',
  PAYER_ACTION_REQUIRED: 'invalid',
  PAYER_CANNOT_PAY: 'invalid',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'invalid',
  PAYER_ACCOUNT_RESTRICTED: 'invalid',
  TRANSACTION_REFUSED: 'invalid',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'invalid',
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: 'invalid',
  ORDER_NOT_APPROVED: 'invalid',
  ORDER_EXPIRED: 'invalid',
  AUTHORIZATION_VOIDED: 'invalid',
  AUTHORIZATION_EXPIRED: 'invalid',
  INVALID_RESOURCE_ID: 'not_found',
}
const BY_NAME: Record<string, VendorErrorKind> = {
  INVALID_REQUEST: 'invalid',
  RESOURCE_NOT_FOUND: 'not_found',
  AUTHENTICATION_FAILURE: 'auth_expired',
  NOT_AUTHORIZED: 'auth_expired',
  RATE_LIMIT_REACHED: 'rate_limited',
  invalid_token: 'auth_expired',
  invalid_client: 'auth_expired',
}

const Refused = z.object({
  name: z.string().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).optional(),
})

export function explain(status: number, body: unknown): Explanation | undefined {
  if (status < 400) return undefined
  const refused = Refused.safeParse(body)
  if (!refused.success) return undefined
  const { name = refused.data.error ?? '', message = '', details = [] } = refused.data
  const issue = details[0]?.issue
  const code = issue ?? name
  if (code === '') return undefined
  const kind = issue === undefined || name !== 'UNPROCESSABLE_ENTITY' ? BY_NAME[name] : NOTHING_DONE[issue]
  const said = { message: `${code} ${message}`.trim(), code }
  return kind ? { ...said, kind, nothing_done: true } : { ...said, kind: 'unknown' }
}
