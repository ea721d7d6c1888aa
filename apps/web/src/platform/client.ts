/** The one way to the server (foundation spec §7): `send(call, input)` gives the reply's envelope and never throws. */
import { SERVER_ERROR_MESSAGE } from '@omni/contracts/codes.ts'
import { APPS, HEADERS, REQUEST_TIMEOUT_MS, apiVersion } from '@omni/contracts/headers.ts'
import type { CallInput, Call, Envelope, Out } from '@omni/contracts/kernel.ts'
import { pathParams } from '@omni/contracts/requests.ts'
import { currentLanguage, type TextKey, textsReady, translate } from './i18n.ts'
import { currentStoreId, currentWorkplaceId, mode, sessionToken } from './session.ts'

/** Statuses of our own for replies that never came; the spec's codes are all above 100. */
export const NO_REPLY = 0
export const TIMED_OUT = 1
/** Leaving a page cancels its requests. No message is shown for that. */
export const CANCELLED = 2

export interface SendOptions {
  storeId?: string
  idempotencyKey?: string
  signal?: AbortSignal
}

type Input = Record<string, unknown>

const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** A file keeps its name and type; everything else travels as text, lists repeated. */
function toForm(entries: readonly [name: string, value: unknown][]): FormData {
  const form = new FormData()
  for (const [name, value] of entries) {
    for (const item of Array.isArray(value) ? value : [value])
      form.append(name, item instanceof Blob ? item : String(item))
  }
  return form
}

/** Path parameters into the path; the rest is the query of a GET and the body of everything else. */
export function buildRequest(
  call: Pick<Call, 'method' | 'path' | 'body'>,
  input: Input,
): { url: string; body: string | FormData | null } {
  const names = pathParams(call.path)
  const path = names.reduce(
    (url, name) => url.replace(`{${name}}`, encodeURIComponent(String(input[name] ?? ''))),
    call.path,
  )
  const rest = Object.entries(input).filter(([name, value]) => !names.includes(name) && value !== undefined)
  if (call.body === 'multipart') return { url: `/api${path}`, body: toForm(rest) }
  if (call.method !== 'GET') return { url: `/api${path}`, body: JSON.stringify(Object.fromEntries(rest)) }
  const query = new URLSearchParams()
  for (const [name, value] of rest)
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item))
  return { url: `/api${path}${query.size > 0 ? `?${query}` : ''}`, body: null }
}

export function callHeaders(path: string, options: SendOptions = {}): Record<string, string> {
  const workplace = currentWorkplaceId()
  const storeId = options.storeId ?? currentStoreId()
  const token = sessionToken()
  return {
    [HEADERS.app]: APPS.omni,
    [HEADERS.time_zone]: TIME_ZONE,
    [HEADERS.locale]: currentLanguage(),
    [HEADERS.api_version]: apiVersion(path),
    ...(workplace ? { [HEADERS.workplace_id]: workplace } : {}),
    ...(storeId ? { [HEADERS.store_id]: storeId } : {}),
    ...(options.idempotencyKey ? { [HEADERS.idempotency_key]: options.idempotencyKey } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    // §4: embedded calls name the shop; it selects, it never grants.
    ...(mode.embedded && mode.shop ? { 'shop-domain': mode.shop } : {}),
  }
}

/** §8: parsing errors are logged and give null. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    console.error('a reply could not be read', error)
    return null
  }
}

function isEnvelope(body: unknown): body is Envelope {
  return typeof body === 'object' && body !== null && 'status' in body && 'success' in body && 'message' in body
}

/** §8 names three; the others get one honest sentence. */
const HTTP_TEXTS: Record<number, TextKey> = { 404: 'Http404', 500: 'Http500', 504: 'Http504' }

const failed = (status: number, text: TextKey): Envelope<never> => ({
  status,
  success: false,
  message: translate(text),
  data: null,
})

export function toEnvelope(httpStatus: number, text: string): Envelope {
  const body = text === '' ? null : parse(text)
  // §8: the server's own words for a fault are not for people; the text of its HTTP status is.
  if (isEnvelope(body) && body.message !== SERVER_ERROR_MESSAGE) return body
  return failed(httpStatus, HTTP_TEXTS[httpStatus] ?? 'errors.unexpected')
}

/** A form names its own boundary: the browser writes that header. */
const JSON_BODY = { 'content-type': 'application/json' }

/** Not in every browser yet; there requests simply start at once. */
const turn = () => (globalThis as { scheduler?: { yield?: () => Promise<void> } }).scheduler?.yield?.()

export async function send<C extends Call>(
  call: C,
  input: CallInput<C>,
  options: SendOptions = {},
): Promise<Envelope<Out<C>>> {
  const { url, body } = buildRequest(call, input as Input) // an object schema's input is an object
  const clock = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  // A screen asks for many things at once, and starting a request costs the browser milliseconds: a tap may come in
  // between.
  await turn()
  try {
    const reply = await fetch(url, {
      method: call.method,
      headers: { ...callHeaders(call.path, options), ...(typeof body === 'string' ? JSON_BODY : {}) },
      body,
      credentials: 'same-origin',
      signal: options.signal ? AbortSignal.any([options.signal, clock]) : clock,
    })
    const text = await reply.text()
    if (!reply.ok) await textsReady
    const wait = Number(reply.headers.get('retry-after'))
    const envelope = toEnvelope(reply.status, text) as Envelope<Out<C>> // the server holds replies to the contract
    return wait > 0 ? { ...envelope, retry_after_s: wait } : envelope
  } catch {
    if (options.signal?.aborted) return { status: CANCELLED, success: false, message: '', data: null }
    await textsReady
    return clock.aborted ? failed(TIMED_OUT, 'errors.timeout') : failed(NO_REPLY, 'errors.network')
  }
}
