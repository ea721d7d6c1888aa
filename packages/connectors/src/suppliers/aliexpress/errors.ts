import { z } from 'zod'
import type { Explanation } from '../../http.ts'
import type { VendorErrorKind } from '../../vendor-error.ts'
import { maybeText } from '../tolerant.ts'
import { GATEWAY_REFUSES } from './refusals.ts'

const Wrapped = z.object({
  error_response: z.object({
    type: maybeText,
    code: maybeText,
    msg: maybeText,
    sub_code: maybeText,
    sub_msg: maybeText,
  }),
})
const Flat = z.object({
  type: z.enum(['ISP', 'ISV', 'SYSTEM']).optional(),
  code: z.string(),
  message: z.string(),
  request_id: maybeText,
})

const LIMIT_WAIT_S = 1 // the limits are per second
const BAN = /last (\d+)/i // "this ban will last 3 more seconds"
const KINDS: [RegExp, VendorErrorKind][] = [
  [
    /IllegalAccessToken|IllegalRefreshToken|InvalidAccessToken|AccessTokenExpired|invalid-access-token|invalid-session|session-expired/i,
    'auth_expired',
  ],
  [/ApiCallLimit|AppCallLimit|call-limited|accesscontrol|flow-?control/i, 'rate_limited'],
  [/ServiceUnavailable|ServiceTimeout|SystemError|InternalError|remote-service|isp\./i, 'unavailable'],
  [/not allowed to this country/i, 'cannot_ship'],
  [/product[-_]?not[-_]?exist|not[-_]?found|ItemNotExist/i, 'not_found'],
]

function kindOf(codes: string, type: string | undefined): VendorErrorKind {
  return (
    KINDS.find(([pattern]) => pattern.test(codes))?.[1] ??
    (type === 'ISP' || type === 'SYSTEM' ? 'unavailable' : 'invalid')
  )
}

/** The platform tells errors with status 200, in two shapes. A token reply is flat as well, with the code "0". */
export function explainAliexpress(_status: number, body: unknown): Explanation | undefined {
  const wrapped = Wrapped.safeParse(body)
  const flat = Flat.safeParse(body)
  if (!wrapped.success && (!flat.success || flat.data.code === '0')) return undefined
  const { type, codes, message } = wrapped.success
    ? {
        type: wrapped.data.error_response.type,
        codes: [wrapped.data.error_response.code, wrapped.data.error_response.sub_code].join(' '),
        message: wrapped.data.error_response.sub_msg ?? wrapped.data.error_response.msg,
      }
    : { type: flat.data?.type, codes: flat.data?.code ?? '', message: flat.data?.message }
  const kind = kindOf(codes, type)
  const said = {
    kind,
    message: `${codes.trim()} ${message ?? ''}`.trim(),
    ...(kind === 'rate_limited' && { retry_after_s: Number(BAN.exec(message ?? '')?.[1] ?? LIMIT_WAIT_S) }),
  }
  const code = codes.split(' ').find((one) => GATEWAY_REFUSES.test(one))
  return code === undefined ? said : { ...said, code, nothing_done: true }
}
