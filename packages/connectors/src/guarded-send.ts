/** Requests to addresses that a person typed: never into a private network, not even after a redirect. */
import type { LookupFunction } from 'node:net'
import { BLOCKED, guardedLookup, isPrivateLiteral } from './public-address.ts'
import { type Sent, sendOnce } from './send-once.ts'

const MAX_REDIRECTS = 3

export interface Guard {
  /** The origins that may be private: those that the operator names, and the sandbox's. */
  private_origins: readonly string[]
}

/** How the address may be connected to; null: not at all. */
export function guardOf(url: URL, { private_origins }: Guard): { lookup?: LookupFunction } | null {
  if (private_origins.includes(url.origin)) return {}
  return isPrivateLiteral(url) ? null : { lookup: guardedLookup }
}

export const isBlocked = (sent: Sent): boolean => sent.state === 'not_sent' && sent.code === BLOCKED

interface GuardedRead {
  url: string
  method: string
  headers: Record<string, string>
  body: Uint8Array | null
  timeout_ms: number
}

/** Sends a read and follows its redirects. Every hop is judged anew; what proves us goes to the first origin alone. */
export async function sendRead(request: GuardedRead, guard: Guard): Promise<Sent> {
  let url = URL.parse(request.url)
  let headers = request.headers
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const route = url && /^https?:$/.test(url.protocol) ? guardOf(url, guard) : null
    if (!url || !route) return { state: 'not_sent', reason: 'it is not a public address', code: BLOCKED }
    const sent = await sendOnce({ ...request, ...route, url: url.href, headers, send_by: Infinity })
    const target = sent.state === 'replied' && request.method === 'GET' ? redirectOf(sent.reply, url) : null
    if (!target) return sent
    if (target.origin !== url.origin) headers = withoutAuthorization(headers)
    url = target
  }
  return { state: 'lost', reason: `more than ${MAX_REDIRECTS} redirects` }
}

function redirectOf({ status, header }: { status: number; header(name: string): string | null }, from: URL) {
  const location = header('location')
  return status >= 300 && status < 400 && location ? URL.parse(location, from) : null
}

const withoutAuthorization = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'))
