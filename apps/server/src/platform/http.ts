import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { APPS, HEADERS, SESSION_LIFE_DAYS } from '@omni/contracts/headers.ts'
import { LARGE_UPLOAD_LIMIT_BYTES } from '@omni/domain/images.ts'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type pg from 'pg'
import { createCtx, type CtxRequest } from './create-ctx.ts'
import type { Caller, PublicCtx, Session } from './ctx.ts'
import { onClient } from './db.ts'
import { Fail } from './fail.ts'
import { failureOf } from './failure.ts'
import type { Heavy } from './heavy.ts'
import { requestLanguage } from './messages.ts'
import { observeCall } from './metrics.ts'
import { perform, readJson } from './perform.ts'
import type { RateLimits } from './rate-limit.ts'
import type { Runtime } from './runtime.ts'
import { securityHeaders } from './security-headers.ts'
import type { Served } from './serve.ts'
import { bearerToken, openSession, SESSION_COOKIE } from './session.ts'

const BODY_LIMIT = 1024 * 1024
const BODY_LIMITS = { large: 8 * 1024 * 1024, small: 64 * 1024, multipart: BODY_LIMIT }
const COMPRESS_FROM_BYTES = 1024
/** What a picture may weigh (sourcing spec §5: 5 MB), and the fields beside it. */
const UPLOAD_LIMITS = { fileSize: LARGE_UPLOAD_LIMIT_BYTES, files: 1, fields: 20, fieldSize: 100_000 }
const BROWSER_COOKIE = 'omni_browser'
const BROWSER_COOKIE_DAYS = 400 // the longest that browsers allow
const DAY_S = 86_400
const JSON_TYPE = 'application/json; charset=utf-8'

/** The bare server: limits, security headers, and an envelope for whatever goes wrong. */
export function createHttp(runtime: Runtime): FastifyInstance {
  const { config } = runtime
  const app = fastify({
    loggerInstance: runtime.log.child(
      {},
      { level: config.NODE_ENV === 'test' ? 'error' : config.LOG_LEVEL },
    ) as FastifyBaseLogger, // Fastify wants the wider type it declares itself
    // We log with the request's id where we log at all; a logger per request would cost more than most requests.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    trustProxy: config.TRUST_PROXY === '' ? false : config.TRUST_PROXY === 'true' ? true : config.TRUST_PROXY,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4000 },
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // A path that is not a path (bad percent-escapes) never reaches a route.
    frameworkErrors: (error, request, reply) => {
      void sendFailure(runtime, request as FastifyRequest, reply as FastifyReply, error)
    },
  })
  app.register(cookie)
  app.register(multipart, { limits: UPLOAD_LIMITS, throwFileSizeLimit: true })
  // Built files are packed already; this is for replies and the page itself.
  app.register(compress, {
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  // An empty body is an absent one: browsers send the header without it on DELETE.
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Bytes for another process: reading them is a good part of what a heavy call costs.
    if (request.routeOptions.config.isHeavy) return done(null, body)
    try {
      done(null, readJson(body as Buffer)) // `parseAs` says so
    } catch (error) {
      done(error as Fail) // the only thing it throws
    }
  })
  app.decorateRequest('call', 'other')
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders(config, request.url)).header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    observeCall(request.call, reply.statusCode, reply.elapsedTime / 1000)
    if (reply.elapsedTime > 1000 || reply.statusCode >= 500) {
      runtime.log.warn(
        {
          request_id: request.id,
          method: request.method,
          path: request.url.split('?')[0],
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
        },
        'slow or failed',
      )
    }
    done()
  })
  app.setErrorHandler((error, request, reply) => sendFailure(runtime, request, reply, error))
  return app
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The name of the call, for metrics. */ call: string
  }
  interface FastifyContextConfig {
    /** Its body stays unread: another process works on it (platform/heavy.ts). */ isHeavy?: boolean
  }
}

/** Puts every call under /api. */
export function mountCalls(
  app: FastifyInstance,
  runtime: Runtime,
  limits: RateLimits,
  served: Served[],
  heavy?: Heavy,
): void {
  // Two calls of the spec may differ in nothing but the names of their parameters.
  const byPath = Map.groupBy(served, ({ call }) => call.path.replace(/\{\w+\}/g, '{}'))
  for (const one of served) {
    app.route({
      method: one.call.method,
      url: routeOf(one.call.path),
      ...(one.call.body && { bodyLimit: BODY_LIMITS[one.call.body] }),
      config: { isHeavy: heavy !== undefined && one.call.heavy === true },
      handler: (request, reply) => answer(runtime, limits, one, request, reply, heavy),
    })
  }
  for (const [, all] of byPath) {
    const others = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter(
      (method) => !all.some(({ call }) => call.method === method),
    )
    app.route({
      method: others,
      url: routeOf(all[0]?.call.path ?? ''),
      handler: () => {
        throw new Fail('method_not_allowed')
      },
    })
  }
}

const routeOf = (path: string) => `/api${path.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')}`

async function answer(
  runtime: Runtime,
  limits: RateLimits,
  served: Served,
  request: FastifyRequest,
  reply: FastifyReply,
  heavy: Heavy | undefined,
): Promise<unknown> {
  const { call, opening } = served
  request.call = call.name
  const headers = request.headers as Record<string, string | undefined> // Node joins repeated headers into one string
  const app = headers[HEADERS.app]
  // No other site can send this header without asking first, so it also guards the GETs that change state.
  if (app !== APPS.omni && app !== APPS.researcher) throw new Fail('forbidden', 'invalid.app_header')
  const token = bearerToken(headers['authorization']) ?? request.cookies[SESSION_COOKIE]
  let held: pg.PoolClient | undefined
  let read: unknown
  try {
    let session: Session | null = null
    if (token && token.length <= 200) {
      const opened = await openSession(
        runtime,
        token,
        headers[HEADERS.workplace_id],
        headers[HEADERS.store_id],
        opening,
      )
      session = opened.session
      held = opened.client
      read = opened.opened
    }
    await limits.call({ user_id: session?.user_id, ip: request.ip })
    const described = requestIn(runtime, request, headers)
    const ctx = createCtx(runtime, limits, call, described, session, read)
    if (call.access !== 'public' && held) {
      // The connection is inside this session's scope already: reads go on on it and save a round trip.
      readOn(ctx, held)
    } else {
      held?.release()
    }
    held = undefined
    if (request.isMultipart()) request.body = call.body === 'multipart' ? await readParts(request) : notThisWay()
    const parts = {
      query: request.query,
      body: request.body,
      params: request.params,
      key: headers[HEADERS.idempotency_key],
    }
    if (heavy && session && request.routeOptions.config.isHeavy) {
      const made = await heavy.perform(call, { ...described, ...parts, session })
      if (made.retry_after_s) reply.header('retry-after', made.retry_after_s)
      return await reply
        .status(made.http)
        .type(JSON_TYPE)
        .send(Buffer.from(made.body.buffer, made.body.byteOffset, made.body.byteLength))
    }
    const envelope = await perform(served, ctx, parts)
    setCookies(runtime, reply, ctx)
    return envelope
  } finally {
    held?.release()
  }
}

/**
 * The first reads of a call go on on the connection of its session. As soon as nothing is read on it, it goes back, so
 * that whatever the operation waits for next (a supplier, a file, a process) is waited for without a connection. An
 * operation that does not begin with a read loses it at once.
 */
function readOn(ctx: PublicCtx, client: pg.PoolClient): void {
  const tx = onClient(client)
  const pooled = ctx.db
  let reading = 0
  let released = false
  const release = () => {
    if (reading > 0 || released) return
    released = true
    client.release()
  }
  ctx.db = {
    ...pooled,
    read: async (work) => {
      if (released) return pooled.read(work)
      reading++
      try {
        return await work(tx)
      } finally {
        reading--
        release()
      }
    },
    tx: (work, options) => {
      release()
      return pooled.tx(work, options)
    },
    statement: (work) => {
      release()
      return pooled.statement(work)
    },
  }
  setImmediate(release)
}

const notThisWay = () => {
  throw new Fail('bad_request', 'invalid.content_type')
}

/** Fields as texts, the file as a File: the same object a JSON body would be. */
async function readParts(request: FastifyRequest): Promise<Record<string, unknown>> {
  const given: Record<string, unknown> = {}
  for await (const part of request.parts()) {
    given[part.fieldname] =
      part.type === 'file'
        ? new File([new Uint8Array(await part.toBuffer())], part.filename || 'file', { type: part.mimetype })
        : part.value
  }
  return given
}

function requestIn(runtime: Runtime, request: FastifyRequest, headers: Record<string, string | undefined>): CtxRequest {
  const caller: Caller = {
    ip: request.ip,
    user_agent: (headers['user-agent'] ?? '').slice(0, 300).toWellFormed().replaceAll('\0', ''),
    app: headers[HEADERS.app] === APPS.researcher ? APPS.researcher : APPS.omni,
    time_zone: headers[HEADERS.time_zone] ?? '',
    store_id: headers[HEADERS.store_id],
    // Browsers always say where a request comes from; a program that does not has no cookie jar we could rely on.
    wants_token: headers['sec-fetch-site'] === undefined && headers['origin'] === undefined,
    browser_key: request.cookies[BROWSER_COOKIE],
  }
  const language = requestLanguage(headers[HEADERS.locale], headers['accept-language'])
  return { caller, language, request_id: request.id, now: runtime.now() }
}

function setCookies(runtime: Runtime, reply: FastifyReply, ctx: PublicCtx): void {
  const options = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: runtime.config.PUBLIC_URL.startsWith('https:'),
  } as const
  const { session, browser_key } = ctx.cookies
  if (session === null) reply.clearCookie(SESSION_COOKIE, options)
  if (session)
    reply.setCookie(SESSION_COOKIE, session.token, {
      ...options,
      ...(session.remember && { maxAge: SESSION_LIFE_DAYS * DAY_S }),
    })
  if (browser_key) reply.setCookie(BROWSER_COOKIE, browser_key, { ...options, maxAge: BROWSER_COOKIE_DAYS * DAY_S })
}

/** Whatever went wrong, as the spec's envelope. Only our own sentences leave the house. */
export async function sendFailure(
  runtime: Runtime,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): Promise<FastifyReply> {
  const language = requestLanguage(request.headers['locale']?.toString(), request.headers['accept-language'])
  const { http, retry_after_s, envelope, log } = failureOf(error, language)
  if (log) {
    const context = { request_id: request.id, method: request.method, path: request.url.split('?')[0], err: error }
    if (log === 'fault') runtime.log.error(context, 'call failed')
    else runtime.log.warn(context, 'the database could not be asked')
  }
  if (retry_after_s) reply.header('retry-after', retry_after_s)
  return reply.status(http).type(JSON_TYPE).send(JSON.stringify(envelope))
}
