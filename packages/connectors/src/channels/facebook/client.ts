import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { read, write } from '../../http.ts'
import type { Pace } from '../../pace.ts'
import type { VendorCall, WriteCall } from '../../vendor.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import { explainGraph, limitsIn } from './errors.ts'

/** Meta keeps a version for about two years. */
export const VERSION = 'v25.0'

export const App = z.object({
  app_id: z.string(),
  app_secret: z.string(),
  /** Where a person allows us in, and where the Graph API is. */
  dialog_url: z.string(),
  graph_url: z.string(),
})
export const Credentials = z.object({
  access_token: z.string(),
  /** Empty: no catalog was picked yet. */
  catalog_id: z.string(),
  catalog_name: z.string(),
  owner: z.string(),
  currency: z.string(),
  country: z.string(),
})
export type App = z.output<typeof App>
export type Credentials = z.output<typeof Credentials>
export type Call = VendorCall<App, Credentials>
export type WriteToCatalog = WriteCall<App, Credentials>

/** A handle is not a write's own answer: whoever waits for it asks a few times. */
const WRITE_TIMEOUT_MS = 60_000

const url = ({ app_secret, graph_url }: App, path: string, access_token: string, query: Record<string, string>) => {
  // A stolen token is worth nothing without the application's secret.
  const appsecret_proof = createHmac('sha256', app_secret).update(access_token).digest('hex')
  return `${graph_url}/${VERSION}/${path}?${new URLSearchParams({ ...query, appsecret_proof })}`
}

const headers = (access_token: string) => ({ authorization: `Bearer ${access_token}` })

export function ask<T extends z.ZodType>(
  call: { app: App; limits: Pace; credentials: { access_token: string } },
  path: string,
  query: Record<string, string>,
  schema: T,
): Promise<z.output<T>> {
  const { access_token } = call.credentials
  return read(
    {
      vendor: 'facebook',
      url: url(call.app, path, access_token, query),
      headers: headers(access_token),
      limits: call.limits,
      explain: explainGraph,
      limitsIn,
    },
    schema,
  )
}

export function send<T extends z.ZodType>(
  call: WriteToCatalog,
  path: string,
  body: object,
  schema: T,
): Promise<WriteOutcome<z.output<T>>> {
  const { access_token } = call.credentials
  return write(
    {
      vendor: 'facebook',
      url: url(call.app, path, access_token, {}),
      method: 'POST',
      headers: { ...headers(access_token), 'content-type': 'application/json' },
      body: JSON.stringify(body),
      limits: call.limits,
      send_by: call.send_by,
      timeout_ms: WRITE_TIMEOUT_MS,
      explain: explainGraph,
      limitsIn,
    },
    schema,
  )
}
