import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Vendor, VendorReply } from './define-vendor.ts'
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
        const limited = await faults.take(vendor.id, endpoint, 'rate_limit')
        if (limited) {
          reply.header('retry-after', String(limited.retry_after_s))
          return refuse(request, reply, 'rate_limit', vendor.rateLimited?.(request) ?? TOO_MANY)
        }
        const expired = vendor.expiredToken && (await faults.take(vendor.id, endpoint, 'expired_token'))
        if (expired && vendor.expiredToken) return refuse(request, reply, 'expired_token', vendor.expiredToken(request))
        const broken = await faults.take(vendor.id, endpoint, 'server_error', (f) => world.random() * 100 < f.percent)
        if (broken) {
          const own = vendor.serverError?.(request, broken.status)
          return refuse(request, reply, 'server_error', own ?? { status: broken.status, body: BROKEN })
        }
      })

      // The entry is on disk before the answer leaves: whoever has an answer finds its call in the books.
      scope.addHook('onSend', async (request, reply, payload) => {
        if (request.routeOptions.config.asset) return payload
        const drop = request.fault === undefined || request.fault === 'latency'
        const dropped = drop ? await faults.take(vendor.id, endpointOf(request), 'drop_reply') : undefined
        if (dropped) request.fault = 'drop_reply'
        const broken =
          drop &&
          !dropped &&
          isJson(reply, payload) &&
          (await faults.take(vendor.id, endpointOf(request), 'malformed_json'))
        if (broken) request.fault = 'malformed_json'
        await books.append({
          vendor: vendor.id,
          kind: 'call',
          name: `${request.method} ${request.url.split('?')[0]?.slice(vendor.id.length + 1) || '/'}`,
          status: reply.statusCode,
          ms: performance.now() - request.startedAt,
          detail: {
            endpoint: endpointOf(request) || undefined,
            fault: request.fault,
            query: storable(request.query, secretKeys),
            headers: storable(request.headers, secretKeys),
            request: storable(request.body ?? undefined, secretKeys),
            response: brief(storable(responseBody(reply, payload), secretKeys)),
            location: reply.getHeader('location'),
          },
        })
        if (dropped) request.raw.socket.destroy()
        if (!broken) return payload
        reply.code(200)
        return String(payload).slice(0, Math.ceil(String(payload).length / 2)) // as a proxy that lost the rest
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

const TOO_MANY: VendorReply = { status: 429, body: { error: 'too_many_requests', message: 'Too many requests' } }
const BROKEN = { error: 'internal_error', message: 'Something went wrong on our side' }

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
