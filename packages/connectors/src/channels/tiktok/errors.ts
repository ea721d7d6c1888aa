import { z } from 'zod'
import { type Explanation, repliedAt } from '../../http.ts'
import type { VendorErrorKind } from '../../vendor-error.ts'

const Envelope = z.object({ code: z.number(), message: z.string().catch('') })

export const EXTERNAL_ID_TAKEN = '12052996'
export const NOT_UNDER_REVIEW = '12052547'
export const TOO_MANY_FOUND = '12052180'
/** The platform gave up on a whole list of products; the reasons stand inside. */
export const CHECK_FAILED = '12052990'
const LISTING_LIMIT = '12052093'
const THROTTLED = '36009002'
/** A frozen or deleted product: reads do not show it, and it cannot be changed. */
export const NOT_IN_THIS_STATE = '12052901'

const GONE = ['12019150', '12052031', '12052032', '12052048', '12052260']
export const isGone = (code: string | undefined): boolean => code !== undefined && GONE.includes(code)

const EXPIRED = ['105001', '105002', '36004001', '36004005']

/** Answered before anything is saved: the lists of errors on the vendor's pages of the endpoints that we use. */
const INVALID = `
  101000 105005 106001 106013 36009009 36009010 36009021 36009022 36009023 36009033 11050001 98001004 12019006
  12019009 12019011 12019012 12019013 12019022 12019024 12019027 12019028 12019045 12019059 12019061 12019064
  12019108 12019109 12019113 12019116 12019118 12019119 12019120 12038002 12038004 12038005 12038014 12038015
  12052002 12052003 12052004 12052005 12052006 12052012 12052013 12052015 12052023 12052024 12052025 12052026
  12052028 12052036 12052037 12052038 12052050 12052051 12052054 12052055 12052056 12052073 12052084 12052092
  12052094 12052096 12052097 12052104 12052115 12052160 12052180 12052181 12052201 12052217 12052223 12052230
  12052241 12052242 12052243 12052244 12052245 12052246 12052247 12052248 12052249 12052251 12052253 12052254
  12052261 12052262 12052266 12052282 12052287 12052300 12052301 12052305 12052306 12052340 12052345 12052346
  12052348 12052350 12052376 12052383 12052520 12052525 12052526 12052527 12052529 12052530 12052547 12052550
  12052554 12052557 12052558 12052559 12052560 12052571 12052700 12052703 12052704 12052722 12052901 12052902
  11028006 21001001 21004012 21004015 21004016 21004019 21008025 21008044 21008099 21008106 21011003 21011004 21011006
  21011007 21011020 21011022 21011025 21011026 21011029
  38023047 38023048 38023049 38023050 12052910 12052915 12052933 12052934 12052935 12052990
  ${EXTERNAL_ID_TAKEN}`
  .trim()
  .split(/\s+/)

/** One code says several things; the sentence tells which. */
const WRONG_INPUT = '36009004'
const isToken = (message: string) => /access[_-]token/i.test(message)

export function kindOfCode(code: string, message = ''): VendorErrorKind {
  if (EXPIRED.includes(code) || (code === WRONG_INPUT && isToken(message))) return 'auth_expired'
  if (code === THROTTLED || code === LISTING_LIMIT) return 'rate_limited'
  if (isGone(code)) return 'not_found'
  if (code === WRONG_INPUT || INVALID.includes(code)) return 'invalid'
  return code === '36009003' || code === '36009007' ? 'unavailable' : 'unknown'
}

const isNothingDone = (kind: VendorErrorKind) => kind !== 'unavailable' && kind !== 'unknown'

const DAY_MS = 86_400_000
const untilMidnight = (now: number) => Math.ceil((DAY_MS - (now % DAY_MS)) / 1000)

/** What is not 0 failed, whatever the status of HTTP is. */
export function explainTikTok(
  _status: number,
  body: unknown,
  header: (name: string) => string | null,
): Explanation | undefined {
  const said = Envelope.safeParse(body).data
  if (!said || said.code === 0) return undefined
  const code = String(said.code)
  const kind = kindOfCode(code, said.message)
  const message = `${code} ${said.message}`.trim()
  // A new shop may list so many products a day. Everything else it may do goes on.
  const replied_at = repliedAt(header)
  const retry_after_s = untilMidnight(Number.isNaN(replied_at) ? 0 : replied_at)
  const wait = code === LISTING_LIMIT && { endpoint_only: true, retry_after_s }
  return isNothingDone(kind) ? { kind, code, message, ...wait, nothing_done: true } : { kind, code, message }
}
