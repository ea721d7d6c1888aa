import { z } from 'zod'
import { read } from '../../http.ts'
import type { VendorCall } from '../../vendor.ts'
import { sign } from '../iop-sign.ts'
import { explainAlibaba } from './errors.ts'

export const App = z.object({
  base_url: z.string(),
  /** Where a person allows us in: another host than the calls'. */
  auth_url: z.string(),
  app_key: z.string(),
  app_secret: z.string(),
})
export const Credentials = z.object({ access_token: z.string(), refresh_token: z.string() })
type AppOf = z.output<typeof App>
export type Call = VendorCall<AppOf, z.output<typeof Credentials>>
type Caller = Pick<Call, 'app' | 'now' | 'limits'>

function signed({ app, now }: Caller, path: string, params: Readonly<Record<string, string>>): URLSearchParams {
  const all = { ...params, app_key: app.app_key, timestamp: String(now().getTime()), sign_method: 'sha256' }
  return new URLSearchParams({ ...all, sign: sign(app.app_secret, path, all) })
}

/** Tokens. Asked once: a code is good once, and whether a refresh token is, nobody says. */
export const askToken = <T extends z.ZodType>(
  call: Caller,
  path: string,
  params: Record<string, string>,
  schema: T,
): Promise<z.output<T>> =>
  read(
    {
      vendor: 'alibaba',
      once: true,
      method: 'POST',
      url: `${call.app.base_url}/rest${path}`,
      body: signed(call, path, params),
      limits: call.limits,
      explain: explainAlibaba,
    },
    schema,
  )

/** A buyer's call. The platform documents these as GET; an object among the parameters goes as its JSON text. */
export function ask<T extends z.ZodType>(
  call: Call,
  path: string,
  params: Record<string, string | number | object>,
  schema: T,
): Promise<z.output<T>> {
  const texts = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  const all = { ...Object.fromEntries(texts), access_token: call.credentials.access_token }
  const url = `${call.app.base_url}/rest${path}?${signed(call, path, all)}`
  return read({ vendor: 'alibaba', url, limits: call.limits, explain: explainAlibaba }, schema)
}
