import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { World } from '../../frame/world.ts'
import { chooserPage, problemPage, sendPage } from './chooser-page.ts'
import { googleProvider, GOOGLE_PATH } from './google-provider.ts'
import { BUILT_IN, Choice, choosePerson, NOBODY_CHOSEN } from './people.ts'
import type { IdentityTables } from './tables.ts'

const EXPIRED = 'This sign-in is no longer open. Go back to Omni and start again.'

const SESSION_COOKIES = /_session(\.legacy)?(\.sig)?=[^;]*;?\s*/g

/** Which of our endpoints a path of the provider is, for the fault switches. */
function endpointOf(request: FastifyRequest): string {
  const path = request.url.slice(GOOGLE_PATH.length).split('?')[0] ?? ''
  if (path.startsWith('/o/oauth2')) return 'google.authorize'
  if (path === '/token') return 'google.token'
  if (path === '/v1/userinfo') return 'google.userinfo'
  return path.includes('certs') ? 'google.keys' : 'google.discovery'
}

export async function googleRoutes(app: FastifyInstance, world: World<IdentityTables>) {
  const provider = await googleProvider(world)
  const ask = throughFastify(provider)

  app.get('/google/interaction/:uid', { config: { endpoint: 'google.authorize' } }, async (request, reply) => {
    const open = await provider.interactionDetails(request.raw, reply.raw).catch(() => undefined)
    if (!open) return sendPage(reply, 400, problemPage('Google', EXPIRED))
    const action = `${GOOGLE_PATH}/interaction/${open.uid}`
    return sendPage(reply, 200, chooserPage({ brand: 'Google', action, hidden: {}, people: BUILT_IN }))
  })

  app.post('/google/interaction/:uid', { config: { endpoint: 'google.authorize' } }, async (request, reply) => {
    const open = await provider.interactionDetails(request.raw, reply.raw).catch(() => undefined)
    if (!open) return sendPage(reply, 400, problemPage('Google', EXPIRED))
    const choice = Choice.safeParse(request.body)
    const person = choice.success && choice.data !== 'cancel' ? await choosePerson(world.db, choice.data) : undefined
    if (!person && choice.data !== 'cancel') {
      const action = `${GOOGLE_PATH}/interaction/${open.uid}`
      const page = { brand: 'Google', action, hidden: {}, people: BUILT_IN, problem: NOBODY_CHOSEN } as const
      return sendPage(reply, 422, chooserPage(page))
    }
    const result = person
      ? { login: { accountId: person.sub } }
      : { error: 'access_denied', error_description: 'The user cancelled' }
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303)
  })

  app.all('/google/*', { config: { endpoint: endpointOf } }, async (request, reply) => ask(request, reply))
}

/**
 * The provider is a Koa app that would write to the socket by itself. Here it only prepares its answer, and Fastify
 * sends it, so that the faults and the books see these calls like all others.
 */
function throughFastify(provider: Provider) {
  const answers = new WeakMap<object, { status: number; body: unknown }>()
  provider.use(async (ctx, next) => {
    await next()
    answers.set(ctx.res, { status: ctx.status, body: ctx.body })
    ctx.respond = false
  })
  const run = provider.callback()

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { url, method, headers, socket, httpVersion, httpVersionMajor } = request.raw
    const sent = withBasicClient(request)
    const inner = Object.assign(Readable.from(sent.body === undefined ? [] : [Buffer.from(sent.body)]), {
      url: url?.slice(GOOGLE_PATH.length),
      originalUrl: url,
      method,
      // Without its session cookie the provider asks for the account at every sign-in; a rehearsal wants to choose.
      headers: { ...headers, ...sent.headers, cookie: (headers.cookie ?? '').replace(SESSION_COOKIES, '') },
      socket,
      httpVersion,
      httpVersionMajor,
    })
    await run(inner as unknown as typeof request.raw, reply.raw) // Koa reads these fields and the stream, nothing more
    const answer = answers.get(reply.raw)
    if (!answer || reply.raw.headersSent) return reply.hijack()
    return reply.code(answer.status).send(answer.body ?? '')
  }
}

/** Google takes the client's secret in the header or in the body; the provider knows one way per client: the header. */
function withBasicClient({ rawBody, headers }: FastifyRequest): { body?: string; headers: Record<string, string> } {
  if (rawBody === undefined) return { headers: {} }
  const form = new URLSearchParams(rawBody)
  const id = form.get('client_id')
  const secret = form.get('client_secret')
  if (headers.authorization || !id || !secret) return { body: rawBody, headers: {} }
  form.delete('client_id')
  form.delete('client_secret')
  const body = form.toString()
  const basic = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')
  return { body, headers: { authorization: `Basic ${basic}`, 'content-length': String(Buffer.byteLength(body)) } }
}
