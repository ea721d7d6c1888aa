import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { LookupFunction } from 'node:net'

/** No vendor's answer is this long; one that somebody typed the address of may try. */
const MOST_BYTES = 64 * 1024 * 1024

export interface Reply {
  status: number
  header(name: string): string | null
  text: string
}

export type Sent =
  | { state: 'replied'; reply: Reply }
  /** Bytes may have left; what became of them is not known. */
  | { state: 'lost'; reason: string }
  /** `code`: of the connection's error (ENOTFOUND, …). */
  | { state: 'not_sent'; reason: string; code?: string }

interface OneRequest {
  url: string
  method: string
  headers: Record<string, string>
  body: Uint8Array | null
  /** On the clock of `performance.now()`: past this moment nothing is sent. */
  send_by: number
  timeout_ms: number
  /** How the host's name is looked up; left out: as the machine does it. */
  lookup?: LookupFunction | undefined
}

/**
 * Sends a request exactly once or not at all, over a connection of its own. `agent: false` opens a new socket and
 * closes it afterwards, so there is no kept-alive socket that may be reset under a request. Node's client has no retry
 * and no pipelining, and nothing is written before `end`. `fetch` promises none of this. `end` is called only when the
 * connection stands, directly after the deadline was checked: until then, every failure means that no byte left.
 */
export function sendOnce({ url, method, headers, body, send_by, timeout_ms, lookup }: OneRequest): Promise<Sent> {
  return new Promise((resolve) => {
    let began = false
    let responded = false
    let settled = false
    const secure = new URL(url).protocol === 'https:'
    const request = (secure ? secureRequest : plainRequest)(url, {
      method,
      agent: false,
      ...(lookup && { lookup }),
      headers: { ...headers, ...(body && { 'content-length': String(body.length) }) },
    })
    const settle = (sent: Sent) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      request.destroy()
      resolve(sent)
    }
    const fail = (reason: string, code?: string) =>
      settle(began ? { state: 'lost', reason } : { state: 'not_sent', reason, ...(code && { code }) })
    const timer = setTimeout(() => fail(`no answer within ${timeout_ms} ms`), timeout_ms)

    request.on('error', (error: NodeJS.ErrnoException) => fail(error.message || 'the connection failed', error.code))
    request.on('close', () => {
      if (!responded) fail('the connection was closed')
    })
    request.on('socket', (socket) =>
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        if (settled) return
        if (performance.now() > send_by) return settle({ state: 'not_sent', reason: 'the time to send had passed' })
        began = true
        request.end(body ?? undefined)
      }),
    )
    request.on('response', (response) => {
      responded = true
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MOST_BYTES) return fail('the reply is too long')
        chunks.push(chunk)
      })
      response.on('error', (error) => fail(error.message))
      response.on('close', () => fail('the reply broke off'))
      response.on('end', () => {
        if (!response.complete) return
        const values = (name: string) => response.headers[name]
        settle({
          state: 'replied',
          reply: {
            status: response.statusCode ?? 0,
            header: (name) => [values(name)].flat().join(', ') || null,
            text: Buffer.concat(chunks).toString('utf8'),
          },
        })
      })
    })
  })
}
