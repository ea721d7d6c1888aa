import type { z } from 'zod'
import { type Explanation, parseReply, read, type WriteRequest, write } from '../../http.ts'
import type { LimitsSaid, Pace } from '../../pace.ts'
import { VendorError, type VendorErrorKind } from '../../vendor-error.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import { Envelope, PointsInfo } from './schemas.ts'

/** 0 is what productComments says instead. */
const SUCCESS = [200, 0]
const BUSY_WAIT_S = 1
/** "getAccessToken can be called once every 300 seconds" */
const ENDPOINT_LIMIT = /\w+ can be called/i

/** CJ's numbers; what is not here goes by its thousand. */
const KINDS: Record<number, VendorErrorKind> = {
  1600000: 'unavailable',
  1600001: 'auth_expired',
  1600002: 'auth_expired',
  1600003: 'auth_expired',
  1600004: 'auth_expired',
  1600005: 'auth_expired',
  1600006: 'invalid',
  1600008: 'auth_expired',
  1600030: 'auth_expired',
  1600031: 'auth_expired',
  1600100: 'invalid',
  1600101: 'invalid',
  1600200: 'rate_limited',
  1600201: 'rate_limited',
  429: 'rate_limited',
}

/** CJ decides by `code`, whatever the HTTP status is. */
export function explainCj(_status: number, body: unknown): Explanation | undefined {
  const read = Envelope.safeParse(body)
  if (!read.success || SUCCESS.includes(read.data.code)) return undefined
  const { code, message } = read.data
  const tooMany = /too many requests/i.test(message ?? '')
  const kind = tooMany
    ? 'rate_limited'
    : (KINDS[code] ??
      (Math.floor(code / 1000) === 1602 ? 'not_found' : code >= 500 && code < 600 ? 'unavailable' : 'unknown'))
  return {
    kind,
    message: `${code} ${message ?? ''}`.trim(),
    ...(kind === 'rate_limited' && {
      retry_after_s: secondsUntilFree(code, message),
      endpoint_only: ENDPOINT_LIMIT.test(message ?? ''),
    }),
  }
}

/**
 * A used-up day ends at midnight UTC, in hours; "once every 300 seconds" says it itself; the rest is a matter of the
 * running second.
 */
const secondsUntilFree = (code: number, message: string | null | undefined): number =>
  code === 1600201 || /quota|points|daily/i.test(message ?? '')
    ? 3600
    : Number(/(\d+) seconds/.exec(message ?? '')?.[1] ?? BUSY_WAIT_S)

/** "pointsInfo" beside the data: what the account has spent of its points today, and how many it has. */
function limitsIn(body: unknown): LimitsSaid | undefined {
  const points = PointsInfo.safeParse(body).data?.pointsInfo
  if (!points) return undefined
  return {
    ...(points.usedToday !== null && { spent_today: points.usedToday }),
    ...(points.total !== null && { per_day: points.total }),
  }
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
