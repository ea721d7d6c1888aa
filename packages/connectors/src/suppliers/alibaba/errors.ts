import { z } from 'zod'
import type { Explanation } from '../../http.ts'
import type { VendorErrorKind } from '../../vendor-error.ts'
import { maybeText } from '../tolerant.ts'

/** The platform's own no. A good reply has the code "0". */
const Refused = z.object({
  type: maybeText,
  code: z.union([z.string(), z.number()]).transform(String),
  message: maybeText,
})
/** The call's own no, inside of a reply whose code is "0". */
const Answered = z.object({
  result: z.object({ result_code: maybeText, code: maybeText, result_msg: maybeText, message: maybeText }),
})
const GOOD = ['0', '200']
const LIMIT_WAIT_S = 1

export const BELOW_MINIMUM: readonly string[] = ['10007', '410006']

/** Numbers from our notes of the platform's FAQ; names are those of every platform of this family. */
const KINDS: [RegExp, VendorErrorKind][] = [
  [/AccessToken|RefreshToken|^27$/i, 'auth_expired'],
  [/CallLimit|call-limited|^7$/i, 'rate_limited'],
  [/ServiceUnavailable|ServiceTimeout|SystemError|InternalError/i, 'unavailable'],
  [/^(10005|130106)$|not-?exist|not-?found/i, 'not_found'],
  [/^(130703|140004)$/, 'out_of_stock'],
  [/^(10010|10012|4015|120019|130602|130608)$/, 'cannot_ship'],
]

function kindOf(code: string, message: string, type: string | undefined): VendorErrorKind {
  const known = KINDS.find(([pattern]) => pattern.test(code))?.[1]
  if (known) return known
  if (/not exist|not found|offline/i.test(message)) return 'not_found'
  return type === 'SYSTEM' || type === 'ISP' ? 'unavailable' : 'invalid'
}

/** Errors come with status 200, from the platform or from the call; "0" alone is no success. */
export function explainAlibaba(_status: number, body: unknown): Explanation | undefined {
  const refused = Refused.safeParse(body).data
  const result = Answered.safeParse(body).data?.result
  const own = result?.result_code ?? result?.code
  const isRefused = refused !== undefined && !GOOD.includes(refused.code)
  if (!isRefused && (own === undefined || GOOD.includes(own))) return undefined
  const code = isRefused ? refused.code : (own ?? '')
  const message = (isRefused ? refused.message : (result?.result_msg ?? result?.message)) ?? ''
  const kind = kindOf(code, message, refused?.type)
  return {
    kind,
    message: `${code} ${message}`.trim(),
    code,
    ...(kind === 'rate_limited' && { retry_after_s: LIMIT_WAIT_S }),
  }
}
