import type { z } from 'zod'
import { type Explanation, read, write } from '../../http.ts'
import type { Pace } from '../../pace.ts'
import type { VendorErrorKind } from '../../vendor-error.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import { Failure } from './schemas.ts'

type Code = z.output<typeof Failure>['error']['code']

const KINDS: Record<Code, VendorErrorKind> = {
  unauthorized: 'auth_expired',
  forbidden: 'invalid',
  not_found: 'not_found',
  rate_limited: 'rate_limited',
  invalid: 'invalid',
  out_of_stock: 'out_of_stock',
  cannot_ship: 'cannot_ship',
  price_changed: 'invalid',
  insufficient_funds: 'invalid',
  unavailable: 'unavailable',
}

/** The protocol: an error reply below 500 changed nothing. `unavailable` is 503. */
function explain(_status: number, body: unknown): Explanation | undefined {
  const failure = Failure.safeParse(body)
  if (!failure.success) return undefined
  const { code, message, retry_after_s } = failure.data.error
  const said = { kind: KINDS[code], message, code, ...(retry_after_s !== undefined && { retry_after_s }) }
  return code === 'unavailable' ? said : { ...said, nothing_done: true }
}

export interface Caller {
  app: { base_url: string }
  credentials: { api_key: string }
  limits: Pace
}

const requestTo = (call: Caller, path: string, body?: unknown) => ({
  vendor: 'zopi',
  url: call.app.base_url + path,
  limits: call.limits,
  explain,
  // What is left of the running second.
  limitsIn: (_body: unknown, header: (name: string) => string | null) =>
    header('x-rate-limit-remaining') === '0' ? { closed_for_s: 1 } : undefined,
  headers: {
    authorization: `Bearer ${call.credentials.api_key}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  },
  ...(body !== undefined && { body: JSON.stringify(body) }),
})

/** With a body it is a POST that only calculates: a quote. */
export const ask = <T extends z.ZodType>(call: Caller, path: string, schema: T, body?: unknown): Promise<z.output<T>> =>
  read({ ...requestTo(call, path, body), ...(body !== undefined && { method: 'POST' as const }) }, schema)

export const change = <T extends z.ZodType>(
  call: Caller & { send_by: number },
  path: string,
  body: unknown,
  schema: T,
): Promise<WriteOutcome<z.output<T>>> =>
  write({ ...requestTo(call, path, body), method: 'POST', send_by: call.send_by }, schema)
