/** PayPal's own page: a person signs in and approves. Whoever they are is typed here and nowhere else. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PAGE_STYLE } from '../card-page/page-style.ts'
import { escapeHtml } from '../identity/people.ts'
import { newId } from './books.ts'
import { approve, findOrder } from './payments.ts'
import type { PaypalWorld } from './tables.ts'
import type { Order } from './views.ts'

const POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"

const send = (reply: FastifyReply, status: number, title: string, body: string) =>
  reply
    .code(status)
    .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="/control-room/icon.svg">
<link rel="stylesheet" href="/paypal/pay.css"></head><body><main class="card"><p class="tag">Sandbox PayPal</p>
${body}</main></body></html>`)

const money = ({ amount, currency }: Order) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100)

const approvePage = (reply: FastifyReply, order: Order, problem?: string) =>
  send(
    reply,
    problem === undefined ? 200 : 422,
    'Pay with PayPal',
    `<h1>${escapeHtml(order.description ?? 'Pay with PayPal')}</h1><p class="sum">${money(order)}</p>
    ${problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
    <form method="post"><label for="email">Email of your PayPal account</label>
    <input id="email" name="email" type="email" autocomplete="off" maxlength="100" required>
    <label for="password">Password</label>
    <input id="password" name="password" type="password" autocomplete="off" maxlength="100" required>
    ${order.keeps ? '<p>This account will be kept for later payments to this merchant.</p>' : ''}
    <button class="primary">Approve ${money(order)}</button></form>
    <p><a href="${escapeHtml(order.cancel_url)}">Cancel and return</a></p>`,
  )

/** The order and who paid are added to the merchant's address. Neither is believed there. */
const backTo = ({ return_url, id }: Order) => {
  const url = new URL(return_url)
  url.searchParams.set('token', id)
  url.searchParams.set('PayerID', newId().slice(0, 13))
  return url.href
}

async function openOrder(world: PaypalWorld, request: FastifyRequest, reply: FastifyReply): Promise<Order | null> {
  const { token = '' } = request.query as { token?: string } // of the address
  const order = await findOrder(world, String(token))
  if (order?.status === 'PAYER_ACTION_REQUIRED') return order
  if (order && order.return_url !== '' && (order.status === 'APPROVED' || order.status === 'COMPLETED'))
    reply.redirect(backTo(order), 303)
  else send(reply, 404, 'Not open any more', '<h1>This page is not open any more</h1><p>Go back and start again.</p>')
  return null
}

export function pageRoutes(app: FastifyInstance, world: PaypalWorld) {
  const config = { endpoint: 'approve_page' }
  app.get('/pay.css', { config: { asset: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(PAGE_STYLE),
  )
  app.get('/checkoutnow', { config }, async (request, reply) => {
    const order = await openOrder(world, request, reply)
    return order ? approvePage(reply, order) : reply
  })
  app.post('/checkoutnow', { config }, async (request, reply) => {
    const order = await openOrder(world, request, reply)
    if (!order) return reply
    const email = (new URLSearchParams(request.rawBody ?? '').get('email') ?? '').trim().slice(0, 100)
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) return approvePage(reply, order, 'Type the email of your account.')
    await approve(world, order, email)
    return reply.redirect(backTo(order), 303)
  })
}
