import { z } from 'zod'
import { read, write } from '../../http.ts'
import type { Pace } from '../../pace.ts'
import type { VendorCall, WriteCall } from '../../vendor.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import { explainGoogle } from './errors.ts'

export const App = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  /** Where a person allows us in, where tokens are made, and where the Merchant API is. */
  auth_url: z.string(),
  token_url: z.string(),
  api_url: z.string(),
})
export const Credentials = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  /** Empty: no account was picked yet. */
  account: z.string(),
  account_name: z.string(),
  /** Ours in that account: only such a one takes inserts. */
  data_source: z.string(),
  /** Every product of the data source has these two. */
  feed_label: z.string(),
  language: z.string(),
  currency: z.string(),
  country: z.string(),
})
export type App = z.output<typeof App>
export type Credentials = z.output<typeof Credentials>
export type Call = VendorCall<App, Credentials>
export type WriteToAccount = WriteCall<App, Credentials>

interface Request {
  /** Below the API's address: `products/v1/accounts/1/products`. */
  path: string
  query?: Record<string, string>
  body?: object
}

const requestTo = (app: App, access_token: string, { path, query = {}, body }: Request) => ({
  vendor: 'google',
  url: `${app.api_url}/${path}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`,
  headers: { authorization: `Bearer ${access_token}`, ...(body && { 'content-type': 'application/json' }) },
  ...(body && { body: JSON.stringify(body) }),
  explain: explainGoogle,
})

type Caller = { app: App; limits: Pace; credentials: { access_token: string } }

/** A body makes it a search. */
export const ask = <T extends z.ZodType>(call: Caller, request: Request, schema: T): Promise<z.output<T>> =>
  read(
    {
      ...requestTo(call.app, call.credentials.access_token, request),
      method: request.body ? 'POST' : 'GET',
      limits: call.limits,
    },
    schema,
  )

export const send = <T extends z.ZodType>(
  call: Caller & { send_by: number },
  request: Request & { method: 'POST' | 'PATCH' | 'DELETE' },
  schema: T,
): Promise<WriteOutcome<z.output<T>>> =>
  write(
    {
      ...requestTo(call.app, call.credentials.access_token, request),
      method: request.method,
      limits: call.limits,
      send_by: call.send_by,
    },
    schema,
  )

/** The last part of a product's name: its language, its label and our id, in a form that any id fits into. */
export const productName = ({ language, feed_label }: Credentials, offer_id: string): string =>
  Buffer.from(`${language}~${feed_label}~${offer_id}`).toString('base64url')
