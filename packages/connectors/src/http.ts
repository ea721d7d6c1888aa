import type { z } from 'zod'
import { parseVendorJson } from './vendor-json.ts'
import { VendorError, type VendorErrorKind } from './vendor-error.ts'

const TIMEOUT_MS = 15_000
const READ_ATTEMPTS = 3
const MAX_WAIT_S = 20

export interface VendorRequest {
  vendor: string
  url: string
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | URLSearchParams | FormData
  /** Whether it may be sent again; left out: only a GET. Say true for a read that the vendor serves by POST. */
  retry?: boolean
  /** Awaited before every attempt, so that a retry counts against the vendor's limits like the first one. */
  pace?: () => Promise<void>
  timeout_ms?: number
  /** The vendor's own word for an error. Asked on success as well: some say "too many requests" with status 200. */
  explain?: (status: number, body: unknown) => Explanation | undefined
}

export interface Explanation {
  kind: VendorErrorKind
  message: string
  /** When it is known from the body; Retry-After counts as well, and the longer wait wins. */
  retry_after_s?: number
  code?: string
}

const kindOfStatus = (status: number): VendorErrorKind =>
  status === 401 || status === 403
    ? 'auth_expired'
    : status === 404
      ? 'not_found'
      : status === 429
        ? 'rate_limited'
        : status >= 500
          ? 'unavailable'
          : 'invalid'

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/**
 * One call to a vendor, its JSON checked against a schema. Only reads are tried again (429, 5xx, network, broken JSON),
 * never sooner than the vendor said: a write whose reply was lost may have been done, and only its caller can ask the
 * vendor.
 */
export async function vendorJson<T extends z.ZodType>(request: VendorRequest, schema: T): Promise<z.output<T>> {
  const attempts = (request.retry ?? (request.method ?? 'GET') === 'GET') ? READ_ATTEMPTS : 1
  for (let attempt = 1; ; attempt++) {
    await request.pace?.()
    try {
      return schema.parse(await once(request))
    } catch (error) {
      const failure =
        error instanceof VendorError
          ? error
          : new VendorError(
              request.vendor,
              'unknown',
              `the reply is not as agreed (${error instanceof Error ? error.message.slice(0, 300) : 'unreadable'})`,
            )
      const pause = failure.retry_after_s ?? 0.2 * 2 ** attempt
      // Told to wait longer than a call may last: whoever planned this call plans the next one.
      if (!failure.retryable || attempt >= attempts || pause > MAX_WAIT_S) throw failure
      await wait(pause)
    }
  }
}

async function once(request: VendorRequest): Promise<unknown> {
  const { vendor } = request
  let response: Response
  let text: string
  try {
    response = await fetch(request.url, {
      method: request.method ?? 'GET',
      headers: { accept: 'application/json', ...request.headers },
      ...(request.body !== undefined && { body: request.body }),
      signal: AbortSignal.timeout(request.timeout_ms ?? TIMEOUT_MS),
    })
    text = await response.text()
  } catch (error) {
    throw new VendorError(vendor, 'unavailable', error instanceof Error ? error.message : 'no answer')
  }
  const body = parseVendorJson(text)
  if (response.ok && body === undefined) throw new VendorError(vendor, 'unavailable', 'the reply is not JSON')
  const said = request.explain?.(response.status, body)
  if (response.ok && !said) return body
  throw new VendorError(
    vendor,
    said?.kind ?? kindOfStatus(response.status),
    said?.message ?? `HTTP ${response.status}`,
    longest(said?.retry_after_s, secondsToWait(response.headers.get('retry-after'))),
    said?.code,
  )
}

const longest = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b)

/** Retry-After is a number of seconds or a date. */
function secondsToWait(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}
