import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { issueToken, type TokenTables } from '../../frame/tokens.ts'
import type { World } from '../../frame/world.ts'
import { sendPage } from '../identity/chooser-page.ts'
import { CHOOSER_STYLE } from '../identity/chooser-style.ts'
import { escapeHtml } from '../identity/people.ts'

const CODE_S = 1800
const Asked = z.object({
  response_type: z.literal('code'),
  client_id: z.string(),
  redirect_uri: z.url(),
  state: z.string().max(2000).optional(),
})
const Choice = z.object({ account: z.string().optional(), decision: z.enum(['allow', 'deny']) })
type Asked = z.output<typeof Asked>

/** Whose page it is. Several sites of one house have the same one. */
export interface ConsentHost {
  /** The first part of its addresses. */
  id: string
  name: string
  app_key: string
  accounts: readonly { user_id: string; nick: string; email: string }[]
}

/** The chooser's rows are buttons; here a row is a radio button with its label. */
const RADIO_STYLE = `
.person { cursor: pointer; }
.person input { flex: none; width: 16px; height: 16px; margin: 0 4px; }
.person span { flex: 1; text-align: start; }
`

/** "Allow this application": works without JavaScript. Sends the person back with a code, or with the refusal. */
export function consentRoutes(app: FastifyInstance, world: World<TokenTables>, host: ConsentHost) {
  const own = () => new URL(world.config.omni_url).origin

  const read = (given: unknown): Asked | string => {
    const asked = Asked.safeParse(given)
    if (!asked.success) return 'The address of this page is incomplete.'
    if (asked.data.client_id !== host.app_key) return 'There is no application with this key.'
    if (new URL(asked.data.redirect_uri).origin !== own())
      return 'The application did not register this callback address.'
    return asked.data
  }

  const back = (reply: FastifyReply, { redirect_uri, state }: Asked, extra: Record<string, string>) => {
    const url = new URL(redirect_uri)
    for (const [name, value] of Object.entries(extra)) url.searchParams.set(name, value)
    if (state !== undefined) url.searchParams.set('state', state)
    return reply.redirect(url.href, 302)
  }

  app.get('/consent.css', { config: { asset: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(CHOOSER_STYLE + RADIO_STYLE),
  )

  app.get('/oauth/authorize', { config: { endpoint: 'oauth.authorize' } }, async (request, reply) => {
    const asked = read(request.query)
    return typeof asked === 'string'
      ? sendPage(reply, 400, problemPage(host, asked))
      : sendPage(reply, 200, consent(host, asked))
  })

  app.post('/oauth/authorize', { config: { endpoint: 'oauth.authorize' } }, async (request: FastifyRequest, reply) => {
    const asked = read(request.body)
    if (typeof asked === 'string') return sendPage(reply, 400, problemPage(host, asked))
    const choice = Choice.safeParse(request.body)
    if (choice.data?.decision === 'deny') {
      return back(reply, asked, { error: 'access_denied', error_description: 'The user denied the request' })
    }
    const account = host.accounts.find(({ user_id }) => user_id === choice.data?.account)
    if (!account) return sendPage(reply, 422, consent(host, asked, 'Choose an account.'))
    const { token } = await issueToken(world, 'code', account.user_id, CODE_S, `3_${host.app_key}_`)
    return back(reply, asked, { code: token })
  })
}

const problemPage = (host: ConsentHost, problem: string) =>
  page(host, `<h1>${host.name}</h1><p class="problem">${problem}</p>`)

function consent(host: ConsentHost, asked: Asked, problem = ''): string {
  const hidden = Object.entries(asked)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value ?? '')}">`)
    .join('')
  const rows = host.accounts
    .map(
      (
        { user_id, nick, email },
        i,
      ) => `<li><label class="person"><input type="radio" name="account" value="${user_id}"${i === 0 ? ' checked' : ''}>
      <span><b>${escapeHtml(nick)}</b><small>${escapeHtml(email)}</small></span></label></li>`,
    )
    .join('')
  return page(
    host,
    `<p class="tag">Sandbox</p>
    <h1>${host.name}</h1>
    <p class="lead"><b>Omni</b> wants to search products, quote shipping and place orders for you.</p>
    ${problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
    <form method="post" action="/${host.id}/oauth/authorize">${hidden}
      <ul aria-label="Accounts">${rows}</ul>
      <button class="primary" name="decision" value="allow">Allow</button>
      <button class="plain" name="decision" value="deny">Deny</button>
    </form>`,
  )
}

const page = (host: ConsentHost, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Allow Omni at ${host.name}</title><link rel="icon" href="/control-room/icon.svg">
<link rel="stylesheet" href="/${host.id}/consent.css"></head><body><main>${body}</main></body></html>`
