import { areas } from '@omni/contracts/all-calls.ts'
import { HEADERS } from '@omni/contracts/headers.ts'
import type { FastifyInstance } from 'fastify'
import { apiDocsPage } from './api-docs.ts'
import { Fail } from './fail.ts'
import { serveFiles } from './files.ts'
import { readiness } from './health.ts'
import type { Heavy } from './heavy.ts'
import { createHttp, mountCalls } from './http.ts'
import { openApiDocument } from './openapi.ts'
import { createRateLimits } from './rate-limit.ts'
import { createRealtime } from './realtime.ts'
import { mountPages } from './pages.ts'
import { mountReceivers } from './receive.ts'
import type { Runtime } from './runtime.ts'
import type { Feature } from './serve.ts'
import { bearerToken, mustHaveSession, openSession, SESSION_COOKIE } from './session.ts'
import { serveWebApp } from './web-app.ts'

/** The whole api process as one Fastify server, not yet listening. Without `heavy` every call is worked in this thread. */
export async function createApi(runtime: Runtime, features: Feature[], heavy?: Heavy): Promise<FastifyInstance> {
  const app = createHttp(runtime)
  const limits = createRateLimits(runtime)
  const realtime = createRealtime(runtime)
  app.addHook('onClose', () => realtime.close())
  app.addHook('onClose', async () => heavy?.close())

  app.get('/healthz', () => ({ up: true }))
  app.get('/readyz', async (_request, reply) => {
    const answer = await readiness(runtime)
    return reply.status(answer.ready ? 200 : 503).send(answer)
  })
  const document = openApiDocument(areas, runtime.config.PUBLIC_URL)
  const docs = apiDocsPage(areas)
  app.get('/api/openapi.json', () => document)
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(docs))

  app.get('/api/realtime', async (request, reply) => {
    if (request.headers[HEADERS.app] === undefined) throw new Fail('forbidden', 'invalid.app_header')
    const token = bearerToken(request.headers.authorization) ?? request.cookies[SESSION_COOKIE]
    // Every opening is counted, a bad token's at its address: before the database is asked about it.
    await limits.call({ ip: request.ip })
    if (!token || token.length > 200) throw new Fail('unauthorized')
    const { session, client } = await openSession(runtime, token, undefined)
    client.release()
    const last = Number(request.headers['last-event-id'] ?? Number.NaN)
    await realtime.open(
      reply,
      mustHaveSession(session),
      request.ip,
      Number.isSafeInteger(last) && last > 0 ? last : null,
    )
  })

  mountCalls(
    app,
    runtime,
    limits,
    features.flatMap(({ calls }) => calls),
    heavy,
  )
  mountReceivers(
    app,
    runtime,
    features.flatMap(({ receivers }) => receivers ?? []),
  )
  mountPages(
    app,
    runtime,
    limits,
    features.flatMap(({ pages }) => pages ?? []),
  )
  serveFiles(app, runtime)
  await serveWebApp(app)
  return app
}
