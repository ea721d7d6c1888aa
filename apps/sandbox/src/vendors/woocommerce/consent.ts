import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { escapeHtml } from '../identity/people.ts'
import { homeOf, type Site, type WooWorld } from './auth.ts'
import { page, sendPage } from './page.ts'

const POST_MS = 60_000
const Asked = z.object({
  app_name: z.string().min(1).max(200),
  scope: z.enum(['read', 'write', 'read_write']),
  user_id: z.string().min(1).max(2000),
  return_url: z.url(),
  callback_url: z.url(),
})
type Asked = z.output<typeof Asked>

/** "Error: …" of WooCommerce, with status 401. */
const denied = (site: Site, message: string) =>
  page(site.name, `<h1>Access denied</h1><p class="problem" role="alert">Error: ${escapeHtml(message)}.</p>`)

/** On this machine nobody has a certificate: what goes to https here goes as through a proxy that ends it. */
function behindProxy(url: string): string {
  const target = new URL(url)
  if (['127.0.0.1', 'localhost'].includes(target.hostname)) target.protocol = 'http:'
  return target.href
}

function back(url: string, success: 0 | 1, user_id: string): string {
  const target = new URL(url)
  target.searchParams.set('success', String(success))
  target.searchParams.set('user_id', user_id)
  return target.href
}

/** The page on which a shop manager allows an application in. Works without JavaScript. */
export async function consentPage(world: WooWorld, site: Site, request: FastifyRequest, reply: FastifyReply) {
  const given = { ...(request.query as object), ...(request.body as object | undefined) } // only spread
  const asked = Asked.safeParse(given)
  if (!asked.success) {
    const name = String(asked.error.issues[0]?.path[0] ?? '')
    return sendPage(reply, 401, denied(site, `Missing parameter ${name}`))
  }
  if (new URL(asked.data.callback_url).protocol !== 'https:')
    return sendPage(reply, 401, denied(site, 'The callback_url needs to be over SSL'))
  if (request.method === 'GET') return sendPage(reply, 200, form(world, site, asked.data))
  const { decision } = given as { decision?: unknown } // compared below
  const { return_url, user_id } = asked.data
  if (decision !== 'allow') return reply.redirect(back(return_url, 0, user_id), 302)
  const problem = await handOver(world, site, asked.data)
  return problem === null
    ? reply.redirect(back(return_url, 1, user_id), 302)
    : sendPage(reply, 401, denied(site, problem))
}

/** Makes a key and posts it. Whoever does not take it with 200 has none. */
async function handOver(world: WooWorld, site: Site, { user_id, scope, callback_url }: Asked): Promise<string | null> {
  const { consumer_key, secret } = await makeKey(world, site, scope, 'administrator')
  const body = JSON.stringify({ key_id: 1, user_id, consumer_key, consumer_secret: secret, key_permissions: scope })
  const answered = await fetch(behindProxy(callback_url), {
    method: 'POST',
    headers: { 'content-type': 'application/json;charset=UTF-8' },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(POST_MS),
  }).catch(() => null)
  await world.log('webhook', 'keys', { url: callback_url, user_id }, answered?.status)
  if (answered?.status === 200) return null
  await world.db.deleteFrom('keys').where('consumer_key', '=', consumer_key).execute()
  return 'An error occurred in the request and at the time were unable to send the consumer data'
}

export async function makeKey(world: WooWorld, site: Pick<Site, 'site'>, permissions: string, role: string) {
  const consumer_key = `ck_${randomBytes(20).toString('hex')}`
  const secret = `cs_${randomBytes(20).toString('hex')}`
  await world.db.insertInto('keys').values({ consumer_key, site: site.site, secret, permissions, role }).execute()
  return { consumer_key, secret }
}

function form(world: WooWorld, site: Site, asked: Asked): string {
  const hidden = Object.entries(asked)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')
  return page(
    `Allow ${asked.app_name} at ${site.name}`,
    `<div class="card"><p class="tag">Sandbox</p><h1>${escapeHtml(site.name)}</h1>
    <p><b>${escapeHtml(asked.app_name)}</b> would like to connect to your store. It will be able to:</p>
    <ul><li>Create webhooks</li><li>View and manage products</li><li>View and manage orders and sales reports</li></ul>
    <form method="post" action="${homeOf(world, site)}/wc-auth/v1/access_granted">${hidden}
      <button class="primary" name="decision" value="allow">Allow</button>
      <button class="plain" name="decision" value="deny">Deny</button>
    </form></div>`,
  )
}
