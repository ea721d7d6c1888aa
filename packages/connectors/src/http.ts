import type { z } from 'zod'
import { VendorError, type VendorErrorKind } from './vendor-error.ts'

const TIMEOUT_MS = 15_000
const READ_ATTEMPTS = 3
const MAX_WAIT_S = 20

export interface VendorRequest {
  vendor: string
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | URLSearchParams
  /** The vendor's own word for an error reply, when it has one. */
  explain?: (status: number, body: unknown) => { kind: VendorErrorKind; message: string } | undefined
}

const kindOfStatus = (status: number): VendorErrorKind =>
  status === 401 || status === 403 ? 'auth_expired' : status === 404 ? 'not_found' : status === 429 ? 'rate_limited'
    : status >= 500 ? 'unavailable' : 'invalid'

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/**
 * One call to a vendor, its JSON checked against a schema. Only reads are tried again (429, 5xx, network), honouring
 * Retry-After: a write whose reply was lost may have been done, and only its caller can ask the vendor.
 */
export async function vendorJson<T extends z.ZodType>(request: VendorRequest, schema: T): Promise<z.output<T>> {
  const attempts = (request.method ?? 'GET') === 'GET' ? READ_ATTEMPTS : 1
  for (let attempt = 1; ; attempt++) {
    try {
      return schema.parse(await once(request))
    } catch (error) {
      const failure = error instanceof VendorError ? error
        : new VendorError(request.vendor, 'unknown', `the reply is not as agreed (${error instanceof Error ? error.message.slice(0, 300) : 'unreadable'})`)
      if (!failure.retryable || attempt >= attempts) throw failure
      await wait(Math.min(failure.retry_after_s ?? 0.2 * 2 ** attempt, MAX_WAIT_S))
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
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    text = await response.text()
  } catch (error) {
    throw new VendorError(vendor, 'unavailable', error instanceof Error ? error.message : 'no answer')
  }
  const body = parseJson(text)
  if (response.ok && body !== undefined) return body
  if (response.ok) throw new VendorError(vendor, 'unavailable', 'the reply is not JSON')
  const said = request.explain?.(response.status, body)
  const retryAfter = Number(response.headers.get('retry-after'))
  throw new VendorError(vendor, said?.kind ?? kindOfStatus(response.status), said?.message ?? `HTTP ${response.status}`,
    Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined)
}

function parseJson(text: string): unknown {
  try { return JSON.parse(text) } catch { return undefined }
}
