import { z } from 'zod'
import { parseReply, read, write } from '../../http.ts'
import type { Pace } from '../../pace.ts'
import type { Finding, VendorCall } from '../../vendor.ts'
import { NOT_PERMITTED, VendorError } from '../../vendor-error.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import { API_VERSION, type App, shopUrl } from './app.ts'
import { findingsIn } from './findings.ts'
import { explainRead, explainShopify, limitsIn, refusalOf } from './errors.ts'

interface Caller {
  found?: VendorCall<App, unknown>['found']
  app: App
  credentials: { shop: string; access_token: string }
  limits: Pace
}

const requestTo = ({ app, credentials, limits }: Caller, text: string, variables: object) => ({
  vendor: 'shopify',
  url: `${shopUrl(app, credentials.shop)}/admin/api/${API_VERSION}/graphql.json`,
  method: 'POST' as const,
  headers: { 'content-type': 'application/json', 'x-shopify-access-token': credentials.access_token },
  body: JSON.stringify({ query: text, variables }),
  limits,
  explain: explainShopify,
  limitsIn,
})

const nameOf = (text: string): string => /\bquery (\w+)/.exec(text)?.[1] ?? ''

/** A query. Every attempt pays anew. What may not be seen is told to whoever listens, and the rest is the answer. */
export async function ask<T extends z.ZodType>(
  call: Caller,
  document: { text: string; cost: number },
  variables: object,
  schema: T,
): Promise<z.output<T>> {
  const seen: { findings: Finding[] | null } = { findings: null }
  const explain = (status: number, body: unknown) => {
    seen.findings = findingsIn(body)
    return explainRead(status, body)
  }
  const request = { ...requestTo(call, document.text, variables), cost: { units: document.cost }, explain }
  try {
    const { data } = await read(request, z.object({ data: z.unknown() }))
    const parsed = schema.safeParse(data)
    // What the answer cannot be without was kept from us: that is no reply of another shape.
    if (!parsed.success && namesOf(seen.findings) !== '')
      throw new VendorError('shopify', 'invalid', `may not see ${namesOf(seen.findings)}`, undefined, NOT_PERMITTED)
    return parseReply('shopify', schema, data)
  } finally {
    if (seen.findings) await call.found?.(nameOf(document.text), seen.findings)
  }
}

const namesOf = (findings: readonly Finding[] | null): string => (findings ?? []).map(({ name }) => name).join(', ')

/** The price list of connections is not published: where a query is too dear after all, a smaller one is made. */
export async function smaller<R>(size: number, run: (size: number) => Promise<R>): Promise<R> {
  for (let now = size; ; now = Math.ceil(now / 2)) {
    try {
      return await run(now)
    } catch (error) {
      if (!(error instanceof VendorError) || error.code !== 'MAX_COST_EXCEEDED' || now <= 1) throw error
    }
  }
}

const Payload = z.looseObject({
  userErrors: z.array(
    z.object({ message: z.string(), field: z.array(z.string()).nullish(), code: z.string().nullish() }),
  ),
})
type Payload = z.output<typeof Payload>

/**
 * Mutations, one or several in a request. Refused is what refused as a whole. When one of several went through and
 * another did not, the outcome is unknown: it has to be read.
 */
export async function change(
  call: Caller & { send_by: number },
  text: string,
  variables: object,
): Promise<WriteOutcome<Payload[]>> {
  const request = { ...requestTo(call, text, variables), send_by: call.send_by }
  const outcome = await write(request, z.object({ data: z.record(z.string(), Payload) }))
  if (outcome.outcome !== 'done') return outcome
  const payloads = Object.values(outcome.reply.data)
  const failed = payloads.flatMap(({ userErrors }) => userErrors.slice(0, 1))
  const [first] = failed
  if (!first) return { outcome: 'done', reply: payloads }
  const refusal = refusalOf(first)
  return failed.length === payloads.length
    ? { outcome: 'refused', ...refusal }
    : { outcome: 'unknown', reason: `a part was refused: ${refusal.code} ${refusal.message}` }
}

/** What the caller needs of a reply; one without it is not understood, so nobody knows what was done. */
export function readDone<T extends z.ZodType, R>(
  outcome: WriteOutcome<Payload[]>,
  schema: T,
  take: (reply: z.output<T>) => R,
): WriteOutcome<R> {
  if (outcome.outcome !== 'done') return outcome
  const parsed = schema.safeParse(outcome.reply.at(-1))
  return parsed.success
    ? { outcome: 'done', reply: take(parsed.data) }
    : { outcome: 'unknown', reason: 'the reply does not name what was made' }
}
