import { BLOCKED, guardedLookup, isPrivateLiteral } from '@omni/connectors/public-address.ts'
import { Agent, fetch as undiciFetch } from 'undici'

/** Spec decisions, content from outside. */
const MAX_REDIRECTS = 3
const MAX_BYTES = 10 * 1024 * 1024
const TIMEOUT_MS = 10_000

export class GuardedFetchError extends Error {
  readonly reason: 'url_not_allowed' | 'too_many_redirects' | 'too_large' | 'timeout' | 'unreachable' | 'bad_status'
  constructor(reason: GuardedFetchError['reason'], message: string) {
    super(message)
    this.name = 'GuardedFetchError'
    this.reason = reason
  }
}

const guarded = new Agent({ connect: { lookup: guardedLookup, timeout: TIMEOUT_MS } })
const open = new Agent({ connect: { timeout: TIMEOUT_MS } })

export interface GuardedReply {
  url: string
  content_type: string
  bytes: Uint8Array
}

/**
 * The one way to fetch a URL that a user or supplier gave. `sandbox` is the origin of the sandbox when it runs: the
 * only
 * non-public address ever allowed.
 */
export async function guardedFetch(url: string, sandbox?: string): Promise<GuardedReply> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  let current = url
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const { target, isSandbox } = judge(current, sandbox)
    const response = await undiciFetch(target, {
      dispatcher: isSandbox ? open : guarded,
      redirect: 'manual',
      signal,
      headers: { 'user-agent': 'Omni' },
    }).catch((error: unknown) => {
      throw explain(error, signal)
    })
    const location = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && location) {
      await response.body?.cancel()
      current = new URL(location, target).href
      continue
    }
    if (!response.ok) {
      await response.body?.cancel()
      throw new GuardedFetchError('bad_status', `answered ${response.status}`)
    }
    const bytes = await readCapped(response.body as AsyncIterable<Uint8Array> | null, signal) // undici's stream type is its own
    return { url: target.href, content_type: response.headers.get('content-type') ?? '', bytes }
  }
  throw new GuardedFetchError('too_many_redirects', `more than ${MAX_REDIRECTS} redirects`)
}

function judge(url: string, sandbox: string | undefined): { target: URL; isSandbox: boolean } {
  const target = URL.parse(url)
  if (!target || !['http:', 'https:'].includes(target.protocol) || target.username || target.password) {
    throw new GuardedFetchError('url_not_allowed', 'only plain http and https addresses')
  }
  const isSandbox = sandbox !== undefined && sandbox !== '' && target.origin === new URL(sandbox).origin
  if (!isSandbox && isPrivateLiteral(target)) throw new GuardedFetchError('url_not_allowed', 'not a public address')
  return { target, isSandbox }
}

async function readCapped(body: AsyncIterable<Uint8Array> | null, signal: AbortSignal): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of body ?? []) {
      size += part.length
      if (size > MAX_BYTES) throw new GuardedFetchError('too_large', `more than ${MAX_BYTES} bytes`)
      parts.push(part)
    }
  } catch (error) {
    throw error instanceof GuardedFetchError ? error : explain(error, signal)
  }
  return Buffer.concat(parts)
}

function explain(error: unknown, signal: AbortSignal): GuardedFetchError {
  if (signal.aborted) return new GuardedFetchError('timeout', `no answer within ${TIMEOUT_MS} ms`)
  const cause = error instanceof Error ? error.cause : undefined
  const blocked = cause instanceof Error && 'code' in cause && cause.code === BLOCKED
  return new GuardedFetchError(
    blocked ? 'url_not_allowed' : 'unreachable',
    cause instanceof Error ? cause.message : 'unreachable',
  )
}
