import { channel } from 'node:diagnostics_channel'
import type { z } from 'zod'
import { type Guard, guardOf, isBlocked, sendRead } from './guarded-send.ts'
import type { Cost, LimitsSaid, Pace } from './pace.ts'
import { type Reply, sendOnce } from './send-once.ts'
import { VendorError, type VendorErrorKind } from './vendor-error.ts'
import { parseVendorJson } from './vendor-json.ts'
import type { WriteOutcome } from './write-outcome.ts'

const READ_TIMEOUT_MS = 15_000
const WRITE_TIMEOUT_MS = 30_000
const READ_ATTEMPTS = 3
const MAX_WAIT_S = 20

/** A reply as it was read, beside what was asked for. */
export interface ObservedReply {
  vendor: string
  method: string
  url: string
  asked: unknown
  status: number
  body: unknown
}
/** Every reply of every vendor, for whoever compares them (conformance/reply-shapes.ts). Nobody listens in production. */
export const REPLIES = channel('omni.vendor-reply')

interface VendorRequest {
  vendor: string
  /** A function where every attempt needs an address of its own (a signature with a nonce). */
  url: string | (() => string)
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | URLSearchParams | FormData
  timeout_ms?: number
  /** The account's limits. They hear what each reply says about them. */
  limits?: Pace
  /** The vendor's own word for an error. Asked on success as well: some say "too many requests" with status 200. */
  explain?: (status: number, body: unknown, header: Reply['header']) => Explanation | undefined
  /** What a reply says about the account's limits, where the vendor tells. */
  limitsIn?: (body: unknown, header: (name: string) => string | null) => LimitsSaid | undefined
  /** The address was typed by a person: it is reached only where it is of the public internet. */
  guard?: Guard
  /** Reads a body that is more than JSON; left out: `parseVendorJson`. */
  parse?: (text: string) => unknown
}

export interface ReadRequest extends VendorRequest {
  /** What the call takes from the account's limits. Every attempt takes it anew. */
  cost?: Cost
  /** Not repeated: for a code or a token that is good once, and for what the vendor allows once in minutes. */
  once?: boolean
}

export interface WriteRequest extends VendorRequest {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** On the clock of `performance.now()`; past it nothing is sent. Its cost was taken before (open-vendor.ts). */
  send_by: number
}

interface Said {
  kind: VendorErrorKind
  message: string
  /** When it is known from the body; Retry-After counts as well, and the longer wait wins. */
  retry_after_s?: number
  /** The limit is of this one endpoint: the account may go on asking others. */
  endpoint_only?: boolean
}
/**
 * `nothing_done`: this code is on the vendor's own closed list of refusals that change nothing. A write is believed to
 * be refused by that mark alone. An empty list is safe: the outcome is then looked up. A wrong entry is not.
 */
export type Explanation = Said & ({ code?: string; nothing_done?: false } | { code: string; nothing_done: true })

const kindOfStatus = (status: number): VendorErrorKind => {
  if (status === 401 || status === 403) return 'auth_expired'
  if (status === 404) return 'not_found'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'unavailable' : 'invalid'
}

const urlOf = ({ url }: VendorRequest) => (typeof url === 'string' ? url : url())

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Asks a vendor for something that changes nothing there, whatever the HTTP method is. It is tried again on 429, 5xx,
 * lost and broken replies, never sooner than the vendor said. A reply of another shape is `unreadable` and is left to
 * whoever planned the call: asked at once, the vendor would send the same.
 */
export async function read<T extends z.ZodType>(request: ReadRequest, schema: T): Promise<z.output<T>> {
  for (let attempt = 1; ; attempt++) {
    await request.limits?.take(request.cost)
    try {
      return parseReply(request.vendor, schema, await readOnce(request))
    } catch (error) {
      if (!(error instanceof VendorError)) throw error
      const pause = error.retry_after_s ?? 0.2 * 2 ** attempt
      const last = request.once === true || attempt >= READ_ATTEMPTS
      // Told to wait longer than a call may last: whoever planned this call plans the next one.
      if (!error.down || last || pause > MAX_WAIT_S) throw error
      await (request.limits?.pause ?? sleep)(pause * 1000)
    }
  }
}

/** A part of a reply against its schema, as `read` does it: for vendors that wrap everything in an envelope. */
export function parseReply<T extends z.ZodType>(vendor: string, schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new VendorError(vendor, 'unreadable', notAsAgreed(parsed.error))
}

const notAsAgreed = (error: z.ZodError) => `the reply is not as agreed (${error.message.slice(0, 300)})`

async function readOnce(request: ReadRequest): Promise<unknown> {
  const { vendor } = request
  const reply = request.guard ? await readGuarded(request, request.guard) : await readByFetch(request)
  const { ok, body, said, retry_after_s } = await understand(request, reply)
  if (ok && !said) {
    if (body === undefined) throw new VendorError(vendor, 'unavailable', 'the reply is not JSON')
    return body
  }
  throw new VendorError(
    vendor,
    said?.kind ?? kindOfStatus(reply.status),
    said?.message ?? `HTTP ${reply.status}`,
    retry_after_s,
    said?.code,
  )
}

async function readByFetch(request: ReadRequest): Promise<Reply> {
  try {
    const response = await fetch(urlOf(request), {
      method: request.method ?? 'GET',
      headers: { accept: 'application/json', ...request.headers },
      ...(request.body !== undefined && { body: request.body }),
      signal: AbortSignal.timeout(request.timeout_ms ?? READ_TIMEOUT_MS),
    })
    const text = await response.text()
    return { status: response.status, header: (name) => response.headers.get(name), text }
  } catch (error) {
    throw new VendorError(request.vendor, 'unavailable', error instanceof Error ? error.message : 'no answer')
  }
}

async function readGuarded(request: ReadRequest, guard: Guard): Promise<Reply> {
  const { vendor, method = 'GET' } = request
  const timeout_ms = request.timeout_ms ?? READ_TIMEOUT_MS
  const sent = await sendRead({ url: urlOf(request), method, ...(await encode(request)), timeout_ms }, guard)
  if (sent.state === 'replied') return sent.reply
  if (isBlocked(sent)) throw new VendorError(vendor, 'invalid', sent.reason, undefined, 'address_not_public')
  throw new VendorError(vendor, 'unavailable', sent.reason)
}

/**
 * Changes something at a vendor. It leaves this machine once or not at all, and nobody repeats it: not HTTP, not the
 * renewal of a token, not a reset socket. It never throws: whatever happens is one of the outcomes.
 */
export async function write<T extends z.ZodType>(request: WriteRequest, schema: T): Promise<WriteOutcome<z.output<T>>> {
  let sent
  try {
    const url = urlOf(request)
    const guard = request.guard && guardOf(new URL(url), request.guard)
    if (guard === null) return { outcome: 'not_sent', reason: 'it is not a public address' }
    sent = await sendOnce({
      ...guard,
      url,
      method: request.method,
      ...(await encode(request)),
      send_by: request.send_by,
      timeout_ms: request.timeout_ms ?? WRITE_TIMEOUT_MS,
    })
  } catch (error) {
    // The request could not even be made: a bad address or header.
    return { outcome: 'not_sent', reason: messageOf(error) }
  }
  if (sent.state === 'not_sent') return { outcome: 'not_sent', reason: sent.reason }
  if (sent.state === 'lost') return { outcome: 'unknown', reason: sent.reason }
  try {
    return await judge(request, schema, sent.reply)
  } catch (error) {
    return { outcome: 'unknown', reason: messageOf(error) }
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'it failed')

async function judge<T extends z.ZodType>(
  request: WriteRequest,
  schema: T,
  reply: Reply,
): Promise<WriteOutcome<z.output<T>>> {
  const { ok, body, said, retry_after_s } = await understand(request, reply)
  // A server that failed may have failed after it acted, whatever its words are.
  if (said?.nothing_done && reply.status < 500) {
    const { kind, code, message } = said
    return { outcome: 'refused', kind, code, message, ...(retry_after_s !== undefined && { retry_after_s }) }
  }
  if (said) return { outcome: 'unknown', reason: `HTTP ${reply.status}: ${said.message}` }
  if (!ok) return { outcome: 'unknown', reason: `HTTP ${reply.status}` }
  if (body === undefined) return { outcome: 'unknown', reason: 'the reply is not JSON' }
  const parsed = schema.safeParse(body)
  return parsed.success
    ? { outcome: 'done', reply: parsed.data }
    : { outcome: 'unknown', reason: notAsAgreed(parsed.error) }
}

/** What a reply says, and the limits told what it says about them. */
async function understand(request: VendorRequest, reply: Reply) {
  const { explain, limits, limitsIn, parse = parseVendorJson } = request
  const ok = reply.status >= 200 && reply.status < 300
  const body = parse(reply.text)
  if (REPLIES.hasSubscribers) {
    const { vendor, method = 'GET', body: asked } = request
    REPLIES.publish({ vendor, method, url: urlOf(request), asked, status: reply.status, body } satisfies ObservedReply)
  }
  const said = explain?.(reply.status, body, reply.header)
  const retry_after_s = longest(said?.retry_after_s, secondsToWait(reply.header))
  const throttled = said ? said.kind === 'rate_limited' && !said.endpoint_only : reply.status === 429
  const facts = {
    ...limitsIn?.(body, reply.header),
    ...(throttled && retry_after_s && { closed_for_s: retry_after_s }),
  }
  // Losing what a reply says about limits costs a 429; losing the reply would cost the outcome.
  if (limits && Object.keys(facts).length > 0) await limits.report(facts).catch(() => undefined)
  return { ok, body, said, retry_after_s }
}

/** The body's bytes and headers; `Response` knows how a form or a file is written. */
async function encode({ body, headers }: VendorRequest) {
  const accept = { accept: 'application/json', ...headers }
  if (body === undefined) return { body: null, headers: accept }
  const response = new Response(body)
  const type = response.headers.get('content-type')
  const named = Object.keys(accept).some((name) => name.toLowerCase() === 'content-type')
  return {
    body: new Uint8Array(await response.arrayBuffer()),
    headers: { ...accept, ...(type && !named && { 'content-type': type }) },
  }
}

const longest = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b)

/** When the vendor replied, by its own clock; NaN: it did not say. */
export const repliedAt = (header: Reply['header']): number => Date.parse(header('date') ?? '')

/** Retry-After is a number of seconds, or a date by the vendor's clock. */
function secondsToWait(header: Reply['header']): number | undefined {
  const wait = header('retry-after')
  if (wait === null) return undefined
  const seconds = /^\d+(\.\d+)?$/.test(wait.trim()) ? Number(wait) : (Date.parse(wait) - repliedAt(header)) / 1000
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}
