import type { z } from 'zod'
import { type Explanation, vendorJson } from '../../http.ts'
import { VendorError, type VendorErrorKind } from '../../vendor-error.ts'
import { Envelope } from './schemas.ts'

const SUCCESS = 200
const BUSY_WAIT_S = 1

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
  if (!read.success || read.data.code === SUCCESS) return undefined
  const { code, message } = read.data
  const tooMany = /too many requests/i.test(message ?? '')
  const kind = tooMany
    ? 'rate_limited'
    : (KINDS[code] ??
      (Math.floor(code / 1000) === 1602 ? 'not_found' : code >= 500 && code < 600 ? 'unavailable' : 'unknown'))
  return {
    kind,
    message: `${code} ${message ?? ''}`.trim(),
    ...(kind === 'rate_limited' && { retry_after_s: secondsUntilFree(code, message) }),
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

export interface Ask {
  path: string
  /** points of the day's budget */ cost: number
  body?: unknown
  /** false: not a read */ retry?: boolean
}
interface Caller {
  app: { base_url: string }
  pace: (cost?: number) => Promise<void>
  credentials: { access_token: string } | null
}

/** One call of the API; the data inside its envelope. */
export async function ask<T extends z.ZodType>(
  call: Caller,
  { path, cost, body, retry = true }: Ask,
  schema: T,
): Promise<z.output<T>> {
  const envelope = await vendorJson(
    {
      vendor: 'cj',
      url: call.app.base_url + path,
      retry,
      pace: () => call.pace(cost),
      explain: explainCj,
      headers: {
        ...(call.credentials && { 'CJ-Access-Token': call.credentials.access_token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    },
    Envelope,
  )
  const read = schema.safeParse(envelope.data)
  if (read.success) return read.data
  // An id that never existed: success, and nothing in it.
  if (envelope.data == null) throw new VendorError('cj', 'not_found', 'there is no such thing')
  throw new VendorError('cj', 'unknown', `the reply is not as agreed (${read.error.message.slice(0, 300)})`)
}
