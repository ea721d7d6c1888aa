import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { BadInput, plainText, read } from '../../control/read-input.ts'
import type { World } from '../../frame/world.ts'
import type { MailTables } from './mails.ts'

const ListQuery = z.object({
  to: plainText.optional(),
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})
const MailId = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })

/** Strangers' HTML: no scripts, no forms, nothing loaded but pictures; links open outside the frame. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data: http: https:',
  'font-src data:',
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "frame-ancestors 'self'",
].join('; ')

export function mailRoutes(app: FastifyInstance, world: World<MailTables>) {
  app.get('/mails', async (request) => {
    const { to, after, limit } = read(ListQuery, request.query)
    let query = world.db
      .selectFrom('mails')
      .select(['id', 'at', 'sender as from', 'recipients as to', 'subject'])
      .select(sql<string>`left("text", 140)`.as('preview'))
      .orderBy('id', 'desc')
      .limit(limit)
    if (to) query = query.where('recipients', '@>', sql<string[]>`array[${to.toLowerCase()}]::text[]`)
    if (after !== undefined) query = query.where('id', '>', after)
    return { mails: await query.execute() }
  })

  const find = async (params: unknown) => {
    const { id } = read(MailId, params)
    const mail = await world.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
    if (!mail) throw new BadInput(`There is no mail ${id}`, 404)
    return mail
  }

  app.get('/mails/:id', async (request) => {
    const { raw: _raw, sender, recipients, ...mail } = await find(request.params)
    return { ...mail, from: sender, to: recipients }
  })

  app.get('/mails/:id/html', async (request, reply) => {
    const { html, text } = await find(request.params)
    const body = html || `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`
    return reply
      .headers({ 'content-security-policy': MAIL_POLICY, 'x-content-type-options': 'nosniff' })
      .type('text/html; charset=utf-8')
      .send(`<!doctype html><base target="_blank">${body}`)
  })

  app.get('/mails/:id/raw', async (request, reply) => {
    const { raw } = await find(request.params)
    return reply.header('x-content-type-options', 'nosniff').type('text/plain; charset=utf-8').send(raw)
  })
}
