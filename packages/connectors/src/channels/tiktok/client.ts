import { z } from 'zod'
import { parseReply, read, write } from '../../http.ts'
import { paidFor, type Pace } from '../../pace.ts'
import type { VendorCall, WriteCall } from '../../vendor.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import type { App, Credentials } from './app.ts'
import { explainTikTok } from './errors.ts'
import { signRequest } from './sign.ts'

export type TikTokCall = VendorCall<App, Credentials>
export type TikTokWriteCall = WriteCall<App, Credentials>
/** Enough to ask something: while connecting, the shop is not known yet. */
export interface Caller {
  app: App
  credentials: { access_token: string; cipher?: string }
  now: () => Date
  limits: Pace
}

/** Two writes a second where five reads are allowed: limits are dynamic there, these are where we begin. */
export const WRITE_UNITS = 2.5
/** Most writes read first what they change. */
export const READ_AND_WRITE_UNITS = WRITE_UNITS + 1

export const prepaid = (call: TikTokWriteCall): TikTokWriteCall => ({ ...call, limits: paidFor(call.limits) })
const VENDOR = 'tiktok'

interface Request {
  path: string
  query?: Record<string, string>
  /** Serialised once: what is signed is what is sent. Never empty, because clients disagree how that is signed. */
  body?: object | FormData
  /** The shop is not named: the call is about the authorisation, or about a file. */
  no_shop?: true
}

const Envelope = z.object({ data: z.unknown() })
/** A reply without anything inside is an empty one. */
const inside = ({ data }: z.output<typeof Envelope>) => data ?? {}

function build({ app, credentials, now, limits }: Caller, { path, query = {}, body, no_shop }: Request) {
  const text = body === undefined || body instanceof FormData ? undefined : JSON.stringify(body)
  return {
    vendor: VENDOR,
    // Signed anew for every attempt: a signature is good for five minutes.
    url: () => {
      const all: Record<string, string> = {
        ...query,
        app_key: app.app_key,
        timestamp: String(Math.floor(now().getTime() / 1000)),
        ...(!no_shop && credentials.cipher && { shop_cipher: credentials.cipher }),
      }
      const sign = signRequest({ path, query: all, body: text }, app.app_secret)
      return `${app.api_url}${path}?${new URLSearchParams({ ...all, sign })}`
    },
    headers: {
      'x-tts-access-token': credentials.access_token,
      ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: body instanceof FormData ? body : (text ?? '') }),
    limits,
    explain: explainTikTok,
  }
}

/** Changes nothing, or nothing that anybody sees. */
export async function ask<T extends z.ZodType>(
  call: Caller,
  request: Request & { method?: 'GET' | 'POST'; timeout_ms?: number },
  schema: T,
): Promise<z.output<T>> {
  const { method = 'GET', timeout_ms } = request
  const reply = await read({ ...build(call, request), method, ...(timeout_ms && { timeout_ms }) }, Envelope)
  return parseReply(VENDOR, schema, inside(reply))
}

export async function send<T extends z.ZodType>(
  call: TikTokWriteCall,
  request: Request & { method: 'POST' | 'PUT' | 'DELETE' },
  schema: T,
): Promise<WriteOutcome<z.output<T>>> {
  const { method } = request
  const outcome = await write({ ...build(call, request), method, send_by: call.send_by }, Envelope)
  if (outcome.outcome !== 'done') return outcome
  const parsed = schema.safeParse(inside(outcome.reply))
  return parsed.success
    ? { outcome: 'done', reply: parsed.data }
    : { outcome: 'unknown', reason: 'the reply does not say what was done' }
}

/** The endpoints of tokens are not signed: the secret itself is in their query. */
export async function askForToken<T extends z.ZodType>(
  { app, limits }: { app: App; limits: Pace },
  path: string,
  query: Record<string, string>,
  schema: T,
): Promise<z.output<T>> {
  const { app_key, app_secret } = app
  const reply = await read(
    {
      vendor: VENDOR,
      url: `${app.auth_url}${path}?${new URLSearchParams({ app_key, app_secret, ...query })}`,
      explain: explainTikTok,
      limits,
      // The limits are of the API alone.
      cost: { units: 0 },
      // A code is good once. A refresh token may be good once too: nobody says.
      once: true,
    },
    Envelope,
  )
  return parseReply(VENDOR, schema, inside(reply))
}
