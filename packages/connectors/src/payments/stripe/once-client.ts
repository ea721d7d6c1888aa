import type Stripe from 'stripe'
import { type Sent, sendOnce } from '../../send-once.ts'

type HttpClient = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>['httpClient']>
type Response = Awaited<ReturnType<HttpClient['makeRequest']>>

/** Thrown into the SDK when no whole reply came. It has no `code`, so the SDK does not take it for a cut connection. */
class NoReply extends Error {}

/**
 * An HTTP client for one call of the SDK. The SDK repeats a cut connection even with no retries allowed; this client
 * sends once and refuses a second request. `sent` tells what became of the bytes, whatever the SDK makes of it.
 */
export function onceClient(base_url: string, send_by: number): { client: HttpClient; sent: () => Sent | null } {
  let state: Sent | null = null
  let used = false
  const client: HttpClient = {
    getClientName: () => 'omni',
    async makeRequest(_host, _port, path, method, headers, body, _protocol, timeout_ms) {
      if (used) throw new NoReply('a call is sent once')
      used = true
      // What the SDK sends are texts and numbers. The length is ours to say.
      const texts = Object.entries(headers as Record<string, string | number>) // the SDK's own headers
        .filter(([name]) => name.toLowerCase() !== 'content-length')
        .map(([name, value]): [string, string] => [name, String(value)])
      state = await sendOnce({
        url: base_url + path,
        method,
        headers: Object.fromEntries(texts),
        body: body ? Buffer.from(body) : null,
        send_by,
        timeout_ms,
      })
      if (state.state !== 'replied') throw new NoReply(state.reason)
      return replyOf(state)
    },
  }
  return { client, sent: () => state }
}

function replyOf({ reply }: Extract<Sent, { state: 'replied' }>): Response {
  const names = ['request-id', 'stripe-version', 'idempotency-key', 'stripe-should-retry', 'retry-after']
  const headers = Object.fromEntries(
    names.flatMap((name) => (reply.header(name) ? [[name, reply.header(name) ?? '']] : [])),
  )
  return {
    getStatusCode: () => reply.status,
    getHeaders: () => headers,
    getRawResponse: () => reply,
    toStream: () => reply.text,
    toJSON: async () => JSON.parse(reply.text),
  }
}
