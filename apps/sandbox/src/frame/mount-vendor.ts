import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Vendor, VendorReply } from './define-vendor.ts'
import { scenesOf } from './scenes.ts'
import { brief, readableBody, storable } from './storable.ts'
import type { Machine, World } from './world.ts'

declare module 'fastify' {
  interface FastifyRequest {
    startedAt: number
    fault?: string
  }
}

/** Puts a vendor below `/<id>`, with the fault switches before its work and the books before its answer leaves. */
export async function mountVendor(
  app: FastifyInstance,
  machine: Machine,
  vendor: Vendor,
  world: World,
  closing: AbortSignal,
) {
  const secretKeys = new Set(vendor.secretKeys)
  const { faults, books } = machine

  type ByChance = 'drop_reply' | 'act_then_fail' | 'act_then_refuse' | 'answer_late' | 'answer_twice' | 'land_late'
  const takeByChance = <K extends ByChance>(request: FastifyRequest, kind: K) =>
    faults.take(vendor.id, endpointOf(request), kind, (fault) => {
      const { percent } = fault as { percent: number } // each of these kinds has one
      return world.random() * 100 < percent
    })

  /** What becomes of the answer of a call whose work is done. */
  async function breakAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<BrokenAnswer> {
    const take = <K extends ByChance>(kind: K) => takeByChance(request, kind)
    if (await take('drop_reply')) {
      request.fault = 'drop_reply'
      return { payload, cut: true }
    }
    const lied = await take('act_then_fail')
    if (lied) {
      request.fault = 'act_then_fail'
      const answer = vendor.serverError?.(request, lied.status) ?? { status: lied.status, body: BROKEN }
      return { payload: instead(reply, answer) }
    }
    if (vendor.refusal && (await take('act_then_refuse'))) {
      request.fault = 'act_then_refuse'
      return { payload: instead(reply, vendor.refusal(request)) }
    }
    const late = await take('answer_late')
    if (late) {
      request.fault = 'answer_late'
      return { payload, wait_ms: late.after_ms }
    }
    if (await take('answer_twice')) {
      request.fault = 'answer_twice'
      return { payload, twice: true }
    }
    if (isJson(reply, payload) && (await faults.take(vendor.id, endpointOf(request), 'malformed_json'))) {
      request.fault = 'malformed_json'
      // As a proxy that lost the rest.
      return { payload, half: String(payload).slice(0, Math.ceil(String(payload).length / 2)) }
    }
    return { payload }
  }

  await app.register(
    async (scope) => {
      scope.decorateRequest('startedAt', 0)
      keepRawBodies(scope)

      scope.addHook('onRequest', async (request) => {
        request.startedAt = performance.now()
      })

      // After parsing, so that a switch can aim at one operation of a GraphQL body; before any of the vendor's work.
      scope.addHook('preHandler', async (request, reply) => {
        if (faults.of(vendor.id).length === 0 || request.routeOptions.config.asset) return
        const endpoint = endpointOf(request)
        const slow = await faults.take(vendor.id, endpoint, 'latency')
        if (slow) {
          request.fault = 'latency'
          const wait = slow.min_ms + world.random() * (slow.max_ms - slow.min_ms)
          await sleep(wait, undefined, { signal: closing }).catch(() => undefined)
        }
        const late = await takeByChance(request, 'land_late')
        if (late) {
          request.fault = 'land_late'
          request.raw.socket.destroy()
          await sleep(late.after_ms, undefined, { signal: closing }).catch(() => undefined)
          if (closing.aborted) return reply.code(503).send(BROKEN)
        }
        const limited = await faults.take(vendor.id, endpoint, 'rate_limit')
        if (limited) {
          reply.header('retry-after', String(limited.retry_after_s))
          return refuse(request, reply, 'rate_limit', vendor.rateLimited?.(request) ?? TOO_MANY)
        }
        const expired = vendor.expiredToken && (await faults.take(vendor.id, endpoint, 'expired_token'))
        if (expired && vendor.expiredToken) return refuse(request, reply, 'expired_token', vendor.expiredToken(request))
        const played = await faults.take(vendor.id, endpoint, 'scene')
        const scene = played && scenesOf(vendor).find(({ name }) => name === played.scene)?.reply
        if (scene) return refuse(request, reply, 'scene', scene)
        const broken = await faults.take(vendor.id, endpoint, 'server_error', (f) => world.random() * 100 < f.percent)
        if (broken) {
          const own = vendor.serverError?.(request, broken.status)
          return refuse(request, reply, 'server_error', own ?? { status: broken.status, body: BROKEN })
        }
      })

      // The entry is on disk before the answer leaves: whoever has an answer finds its call in the books.
      scope.addHook('onSend', async (request, reply, payload) => {
        if (request.routeOptions.config.asset) return payload
        const mayBreak = request.fault === undefined || request.fault === 'latency'
        const answer = mayBreak ? await breakAnswer(request, reply, payload) : { payload }
        const entry = {
          vendor: vendor.id,
          kind: 'call' as const,
          name: `${request.method} ${request.url.split('?')[0]?.slice(vendor.id.length + 1) || '/'}`,
          status: reply.statusCode,
          ms: performance.now() - request.startedAt,
          detail: {
            endpoint: endpointOf(request) || undefined,
            fault: request.fault,
            query: request.query,
            headers: request.headers,
            request: request.body ?? undefined,
            response: brief(storable(responseBody(reply, answer.payload), secretKeys)),
            location: reply.getHeader('location'),
          },
        }
        await books.append(entry, secretKeys)
        if (answer.wait_ms) await sleep(answer.wait_ms, undefined, { signal: closing }).catch(() => undefined)
        if (answer.cut) request.raw.socket.destroy()
        if (answer.twice) writeAgain(request, reply, answer.payload)
        if (answer.half === undefined) return answer.payload
        reply.code(200)
        return answer.half
      })

      scope.setNotFoundHandler((request, reply) => {
        const message = `${vendor.name} has no ${request.method} ${request.url}`
        const answer = vendor.notFound?.(request) ?? { status: 404, body: { error: 'not_found', message } }
        return reply
          .code(answer.status)
          .headers(answer.headers ?? {})
          .send(answer.body)
      })
      await vendor.routes?.(scope, world)
    },
    { prefix: `/${vendor.id}` },
  )
}

interface BrokenAnswer {
  payload: unknown
  cut?: true
  twice?: true
  wait_ms?: number
  half?: string
}

const TOO_MANY: VendorReply = { status: 429, body: { error: 'too_many_requests', message: 'Too many requests' } }
const BROKEN = { error: 'internal_error', message: 'Something went wrong on our side' }

/** Another answer in place of the true one. */
function instead(reply: FastifyReply, answer: VendorReply): string {
  reply.code(answer.status).header('content-type', 'application/json; charset=utf-8')
  return JSON.stringify(answer.body)
}

/** The same answer once more, behind the first: before the server itself hears that the first is finished. */
function writeAgain(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const body = Buffer.from(typeof payload === 'string' ? payload : '')
  const head = `HTTP/1.1 ${reply.statusCode} Again\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  reply.raw.prependOnceListener('finish', () => {
    if (request.raw.socket.writable) request.raw.socket.write(Buffer.concat([Buffer.from(head), body]))
  })
}

function refuse(request: FastifyRequest, reply: FastifyReply, fault: string, answer: VendorReply) {
  request.fault = fault
  return reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .send(answer.body)
}

function endpointOf(request: FastifyRequest): string {
  const { endpoint } = request.routeOptions.config
  return typeof endpoint === 'function' ? endpoint(request) : (endpoint ?? '')
}

const isJson = (reply: FastifyReply, payload: unknown) =>
  typeof payload === 'string' && String(reply.getHeader('content-type') ?? '').includes('json')

function responseBody(reply: FastifyReply, payload: unknown): unknown {
  if (typeof payload !== 'string') return Buffer.isBuffer(payload) ? payload : undefined
  return readableBody(payload, String(reply.getHeader('content-type') ?? ''))
}

/** JSON and forms parsed, anything else left to the vendor as text; the text as sent is always kept beside it. */
function keepRawBodies(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser<string>('*', { parseAs: 'string' }, async (request: FastifyRequest, body: string) => {
    request.rawBody = body
    const type = request.headers['content-type'] ?? ''
    if (!type.includes('json')) return readableBody(body, type)
    if (body === '') return undefined
    try {
      return JSON.parse(body) as unknown // the vendor's routes check it
    } catch {
      throw Object.assign(new Error('The body is not valid JSON'), { statusCode: 400 })
    }
  })
}
