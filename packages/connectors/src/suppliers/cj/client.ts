import type { z } from 'zod'
import { type Explanation, parseReply, read, type WriteRequest, write } from '../../http.ts'
import type { LimitsSaid, Pace } from '../../pace.ts'
import { VendorError, type VendorErrorKind } from '../../vendor-error.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import { refusalOf } from './refusals.ts'
import { Envelope, PointsInfo } from './schemas.ts'

/** 0 is what productComments and the sourcing calls say instead. */
const SUCCESS = [200, 0]
const BUSY_WAIT_S = 1
/** "getAccessToken can be called once every 300 seconds" */
const ENDPOINT_LIMIT = /\w+ can be called/i
/** "Too Many Requests, QPS limit is 1 time/1second": what the level of the account really allows. */
const LEVEL_LIMIT = /QPS limit is (\d+)/i
/** Calls a second of the highest level. /setting/get says 100 of accounts that are refused beyond 1. */
export const HIGHEST_LEVEL = 6
/** Calls that were counted, not points: until when is not told. */
const QUOTA_WAIT_S = 3600
const DAY_S = 86_400
/** What the dearest ordinary call takes: with so many points back, any of them can be made again. */
const ENOUGH_POINTS = 50
const BASE_POINTS = 50_000

/** Numbers that say nothing about what was done; what is nowhere goes by its thousand. */
const KINDS: Record<number, VendorErrorKind> = { 1600000: 'unavailable', 1600301: 'unavailable', 429: 'rate_limited' }

/** A "no" in `result` or `success` is one, whatever the code; a "yes" is one where the code is not the usual 200. */
function succeeded({ code, result, success }: z.output<typeof Envelope>): boolean {
  if (result === false || success === false) return false
  return SUCCESS.includes(code) || result === true || success === true
}

/** CJ decides by the envelope, whatever the HTTP status is. */
export function explainCj(_status: number, body: unknown): Explanation | undefined {
  const read = Envelope.safeParse(body)
  if (!read.success || succeeded(read.data)) return undefined
  const { code, message } = read.data
  const words = message ?? ''
  const refused = refusalOf(code, words)
  const isTooFast = /too many requests|points/i.test(words)
  const kind = isTooFast ? 'rate_limited' : (refused ?? KINDS[code] ?? kindByThousand(code))
  const said = {
    kind,
    message: `${code} ${words}`.trim(),
    ...(kind === 'rate_limited' && throttleOf(code, words, pointsIn(body))),
  }
  return refused ? { ...said, code: String(code), nothing_done: true } : said
}

type Points = z.output<typeof PointsInfo>['pointsInfo'] | undefined

/**
 * How long a refusal holds. Only the calls of a second are the whole account's: without points the free calls go on, and
 * a quota is of one address.
 */
function throttleOf(code: number, words: string, points: Points) {
  const empty = points !== undefined && points.remaining !== null && points.remaining < ENOUGH_POINTS
  if (empty || /points/i.test(words))
    return { retry_after_s: secondsOfPoints(points?.remaining ?? 0, points?.total), endpoint_only: true }
  if (code === 1600201 || /quota|daily/i.test(words)) return { retry_after_s: QUOTA_WAIT_S, endpoint_only: true }
  const seconds = Number(/(\d+) seconds/.exec(words)?.[1] ?? BUSY_WAIT_S)
  return { retry_after_s: seconds, endpoint_only: ENDPOINT_LIMIT.test(words) }
}

/** Points come back evenly over the day. */
const secondsOfPoints = (remaining: number, total: number | null | undefined): number =>
  Math.max(1, Math.ceil(((ENOUGH_POINTS - remaining) * DAY_S) / (total || BASE_POINTS)))

function kindByThousand(code: number): VendorErrorKind {
  if (Math.floor(code / 1000) === 1602) return 'not_found'
  return code >= 500 && code < 600 ? 'unavailable' : 'unknown'
}

/** "Insufficient API points … Remaining: 12": where the refusal has no `pointsInfo`, its words have it. */
function pointsIn(body: unknown): Points {
  const points = PointsInfo.safeParse(body).data?.pointsInfo
  if (points) return points
  const remaining = /points.*remaining\D{0,3}(\d+)/i.exec(Envelope.safeParse(body).data?.message ?? '')?.[1]
  return remaining === undefined ? undefined : { total: null, remaining: Number(remaining) }
}

/**
 * "pointsInfo" beside the data: `total` of the day, and `remaining`, which grows with every minute (an account that had
 * used 360 of 50,000 was seen with 50,000 remaining). A refused call tells the level of the account.
 */
export function limitsIn(body: unknown): LimitsSaid | undefined {
  const points = pointsIn(body)
  const level = LEVEL_LIMIT.exec(Envelope.safeParse(body).data?.message ?? '')?.[1]
  const said = {
    ...(level && { per_second: Math.min(Number(level), HIGHEST_LEVEL) }),
    ...(points && points.total !== null && { per_day: points.total }),
    ...(points &&
      points.total !== null &&
      points.remaining !== null && { spent_today: points.total - points.remaining }),
  }
  return Object.keys(said).length > 0 ? said : undefined
}

interface Ask {
  path: string
  /** Of the day's points. */
  cost: number
  body?: unknown
  once?: boolean
}
interface Caller {
  app: { base_url: string }
  limits: Pace
  credentials: { access_token: string } | null
}

const requestTo = (call: Caller, { path, body }: Pick<Ask, 'path' | 'body'>) => ({
  vendor: 'cj',
  url: call.app.base_url + path,
  limits: call.limits,
  explain: explainCj,
  limitsIn,
  headers: {
    ...(call.credentials && { 'CJ-Access-Token': call.credentials.access_token }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  },
  ...(body !== undefined && { body: JSON.stringify(body) }),
})

/** One call of the API that changes nothing, some of them made by POST; the data inside its envelope. */
export async function ask<T extends z.ZodType>(call: Caller, asked: Ask, schema: T): Promise<z.output<T>> {
  const envelope = await read(
    {
      ...requestTo(call, asked),
      cost: { day: asked.cost },
      ...(asked.once && { once: true }),
      ...(asked.body !== undefined && { method: 'POST' }),
    },
    Envelope,
  )
  // An id that never existed: success, and nothing in it.
  if (envelope.data == null && !schema.safeParse(envelope.data).success)
    throw new VendorError('cj', 'not_found', 'there is no such thing')
  return parseReply('cj', schema, envelope.data)
}

/** One call that changes something. */
export const change = (
  call: Caller & { send_by: number },
  request: { path: string; method: WriteRequest['method']; body: unknown },
): Promise<WriteOutcome<z.output<typeof Envelope>>> =>
  write({ ...requestTo(call, request), method: request.method, send_by: call.send_by }, Envelope)
