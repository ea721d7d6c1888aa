/** Paddle's hosted checkout. Cards are typed here and nowhere else. It works without JavaScript. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { escapeHtml } from '../identity/people.ts'
import { readCard } from '../card-page/cards.ts'
import { PAGE_STYLE } from '../card-page/page-style.ts'
import { payCheckout } from './checkout.ts'
import { findTransaction } from './rows.ts'
import type { PaddleWorld } from './tables.ts'
import type { Transaction } from './views.ts'

// No `form-action`: browsers apply it to the redirect after the post too, which leads back to Omni's address.
const POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"
const COUNTRIES: readonly [string, string][] = [
  ['US', 'United States'],
  ['DE', 'Germany'],
  ['FR', 'France'],
]
const SENTENCES: Record<string, string> = {
  not_enough_balance: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
}

const send = (reply: FastifyReply, status: number, title: string, body: string) =>
  reply
    .code(status)
    .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="/control-room/icon.svg">
<link rel="stylesheet" href="/paddle/checkout.css"></head><body><main class="card"><p class="tag">Sandbox Paddle</p>
${body}</main></body></html>`)

const money = (amount: number, currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100)

function checkoutPage(world: PaddleWorld, reply: FastifyReply, row: Transaction, problem?: string) {
  const title = row.items.map(({ name }) => name).join(', ')
  const due = row.total - row.credit
  const what = due === 0 ? 'Nothing is charged now' : money(due, row.currency)
  const field = (name: string, label: string, hint: string, type = 'text') =>
    `<label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" placeholder="${hint}"
      autocomplete="off" maxlength="60" required>`
  const options = COUNTRIES.map(([code, name]) => `<option value="${code}">${name}</option>`).join('')
  const buyer =
    row.customer === null
      ? `${field('email', 'Email', 'you@shop.example', 'email')}
        <label for="country">Country</label><select id="country" name="country">${options}</select>`
      : ''
  return send(
    reply,
    problem === undefined ? 200 : 402,
    title,
    `<h1>${escapeHtml(title)}</h1><p class="sum">${what}</p>
    ${problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
    <form method="post">${buyer}${field('card_number', 'Card number', '1234 1234 1234 1234')}
    <div class="pair"><div>${field('card_expiry', 'Expiry', 'MM / YY')}</div>
    <div>${field('card_cvc', 'Security code', '123')}</div></div>
    <button class="primary">${due === 0 ? 'Save card' : `Pay ${what}`}</button></form>
    <p><a href="${escapeHtml(world.config.omni_url)}/app/setting/billing">Go back without paying</a></p>`,
  )
}

export function pageRoutes(app: FastifyInstance, world: PaddleWorld) {
  const config = { endpoint: 'hosted_checkout' }
  const back = (row: Transaction) => `${world.config.omni_url}/app/setting/billing?paid=${row.id}`
  const find = async (query: unknown, reply: FastifyReply): Promise<Transaction | null> => {
    const { _ptxn = '' } = query as { _ptxn?: string } // of the address; anything else is not found
    const row = await findTransaction(world, String(_ptxn))
    if (row && (row.status === 'draft' || row.status === 'ready' || row.status === 'past_due')) return row
    if (row?.status === 'completed') reply.redirect(back(row), 303)
    else send(reply, 404, 'Not open any more', '<h1>This page is not open any more</h1><p>Go back and start again.</p>')
    return null
  }
  app.get('/checkout.css', { config: { asset: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(`${PAGE_STYLE}
select { width: 100%; font: inherit; padding: 10px 12px; border: 1px solid #8b90a8; border-radius: 10px; background: #fff; }`),
  )
  app.get('/checkout', { config }, async (request, reply) => {
    const row = await find(request.query, reply)
    return row ? checkoutPage(world, reply, row) : reply
  })
  app.post('/checkout', { config }, async (request, reply) => {
    const row = await find(request.query, reply)
    if (!row) return reply
    const typed = Object.fromEntries(new URLSearchParams(request.rawBody ?? ''))
    const card = readCard(
      { number: typed['card_number'] ?? '', expiry: typed['card_expiry'] ?? '', cvc: typed['card_cvc'] ?? '' },
      world.now(),
    )
    if (typeof card === 'string') return checkoutPage(world, reply, row, card)
    const email = typed['email'] ?? 'buyer@shop.example'
    const country = COUNTRIES.find(([code]) => code === typed['country'])?.[0] ?? 'US'
    const problem = await payCheckout(world, row, { email, country, card })
    if (problem === null) return reply.redirect(back(row), 303)
    const again = (await findTransaction(world, row.id)) ?? row
    return checkoutPage(world, reply, again, SENTENCES[problem] ?? 'Your card was declined.')
  })
}
