/** The bank's own pages. Cards are typed here and nowhere else. They work without JavaScript. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../identity/people.ts'
import { announce } from './books.ts'
import { readCard } from '../card-page/cards.ts'
import { confirm, findIntent, insertIntent, newCustomer, putCard, rejectChallenge, settle } from './intents.ts'
import { PAGE_STYLE } from '../card-page/page-style.ts'
import type { StripeWorld } from './tables.ts'
import { type Intent, type Session, sessionView } from './views.ts'

// No `form-action`: browsers apply it to the redirect after the post too, which leads back to Omni's address.
const POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"

const send = (reply: FastifyReply, status: number, title: string, body: string) =>
  reply
    .code(status)
    .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="/control-room/icon.svg">
<link rel="stylesheet" href="/stripe/pay.css"></head><body><main class="card"><p class="tag">Sandbox bank</p>
${body}</main></body></html>`)

const money = (amount: number, currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100)

function payPage(reply: FastifyReply, session: Session, problem?: string) {
  const isPayment = session.mode === 'payment'
  const what = isPayment ? money(session.amount ?? 0, session.currency) : 'Nothing is charged now'
  const field = (name: string, label: string, hint: string, mode = 'numeric') =>
    `<label for="${name}">${label}</label><input id="${name}" name="${name}" placeholder="${hint}" inputmode="${mode}"
      autocomplete="off" maxlength="30" required>`
  return send(
    reply,
    problem === undefined ? 200 : 402,
    session.title,
    `<h1>${escapeHtml(session.title)}</h1><p class="sum">${what}</p>
    ${problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
    <form method="post">${field('card_number', 'Card number', '1234 1234 1234 1234')}
    <div class="pair"><div>${field('card_expiry', 'Expiry', 'MM / YY')}</div>
    <div>${field('card_cvc', 'Security code', '123')}</div></div>
    <button class="primary">${isPayment ? `Pay ${what}` : 'Save card'}</button></form>
    <p><a href="${escapeHtml(session.cancel_url)}">Go back without paying</a></p>`,
  )
}

const backTo = (session: Session) => session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id)

const findSession = (world: StripeWorld, id: string) =>
  world.db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst()

/** The session is over once its intent succeeded; told once. */
async function complete(world: StripeWorld, session: Session, intent: Intent) {
  const done = await world.db
    .updateTable('sessions')
    .set({ status: 'complete' })
    .where('id', '=', session.id)
    .where('status', '=', 'open')
    .returningAll()
    .executeTakeFirst()
  if (done) await announce(world, 'checkout.session.completed', sessionView(world, done, intent.id))
}

/** Where the person goes on after the bank has spoken. */
async function goOn(world: StripeWorld, session: Session, intent: Intent, reply: FastifyReply) {
  if (intent.status === 'requires_action') return reply.redirect(`/stripe/3ds/${intent.id}`, 303)
  if (intent.status === 'succeeded' || intent.status === 'requires_capture') {
    await complete(world, session, intent)
    return reply.redirect(backTo(session), 303)
  }
  return payPage(reply, session, intent.error?.message ?? 'Your card was declined.')
}

async function openSession(world: StripeWorld, request: FastifyRequest, reply: FastifyReply): Promise<Session | null> {
  const { id } = request.params as { id: string } // of the address
  const session = await findSession(world, id)
  const isOver = !session || session.status === 'expired' || session.expires_at.getTime() <= world.now().getTime()
  if (!isOver && session.status === 'open') return session
  if (session && !isOver) reply.redirect(backTo(session), 303)
  else send(reply, 404, 'Not open any more', '<h1>This page is not open any more</h1><p>Go back and start again.</p>')
  return null
}

async function pay(world: StripeWorld, session: Session, typed: Record<string, string>, reply: FastifyReply) {
  const { card_number = '', card_expiry = '', card_cvc = '' } = typed
  const card = readCard({ number: card_number, expiry: card_expiry, cvc: card_cvc }, world.now())
  if (typeof card === 'string') return payPage(reply, session, card)
  const keeps = session.future_usage !== null
  const customer = session.customer ?? (session.makes_customer || keeps ? await newCustomer(world) : null)
  const intent = await insertIntent(world, {
    kind: session.mode,
    amount: session.amount ?? 0,
    currency: session.currency,
    capture_method: session.capture_method,
    customer,
    method: await putCard(world, card, null),
    session: session.id,
    off_session: false,
    future_usage: session.future_usage,
    metadata: session.intent_metadata,
  })
  await world.db
    .updateTable('sessions')
    .set({ intent: intent.id, customer })
    .where('id', '=', session.id)
    .where('status', '=', 'open')
    .execute()
  return goOn(world, { ...session, customer }, await confirm(world, intent, true), reply)
}

export function pageRoutes(app: FastifyInstance, world: StripeWorld) {
  const endpoint = 'hosted_page'
  app.get('/pay.css', { config: { asset: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(PAGE_STYLE),
  )
  app.get('/pay/:id', { config: { endpoint } }, async (request, reply) => {
    const session = await openSession(world, request, reply)
    return session ? payPage(reply, session) : reply
  })
  app.post('/pay/:id', { config: { endpoint } }, async (request, reply) => {
    const session = await openSession(world, request, reply)
    const typed = Object.fromEntries(new URLSearchParams(request.rawBody ?? ''))
    return session ? pay(world, session, typed, reply) : reply
  })
  const challenged = async (request: FastifyRequest) => {
    const { id } = request.params as { id: string } // of the address
    const intent = await findIntent(world, id)
    const session = intent?.session ? await findSession(world, intent.session) : undefined
    return intent?.status === 'requires_action' && session ? { intent, session } : null
  }
  app.get('/3ds/:id', { config: { endpoint: 'challenge_page' } }, async (request, reply) => {
    const found = await challenged(request)
    if (!found) return send(reply, 404, 'Nothing to confirm', '<h1>There is nothing to confirm</h1>')
    const what = found.intent.kind === 'setup' ? 'your card' : money(found.intent.amount, found.intent.currency)
    return send(
      reply,
      200,
      'Confirm it is you',
      `<h1>Confirm it is you</h1><p class="sum">${what}</p><p>Your bank asks for 3-D Secure.</p>
      <form method="post"><button class="primary" name="answer" value="yes">Complete</button>
      <button class="plain" name="answer" value="no">Fail</button></form>
      <p><a href="${escapeHtml(found.session.cancel_url)}">Leave without answering</a></p>`,
    )
  })
  app.post('/3ds/:id', { config: { endpoint: 'challenge_page' } }, async (request, reply) => {
    const found = await challenged(request)
    if (!found) return send(reply, 404, 'Nothing to confirm', '<h1>There is nothing to confirm</h1>')
    const isYes = new URLSearchParams(request.rawBody ?? '').get('answer') === 'yes'
    const after = isYes ? await settle(world, found.intent) : await rejectChallenge(world, found.intent)
    return goOn(world, found.session, after, reply)
  })
}

const DAY_MS = 86_400_000
const GOOD = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2032, behaviour: 'ok' }

/** A page that was paid some days ago, for a past that rehearsals need. The bank's books say so too. */
export async function paySession(world: StripeWorld, id: string, days_ago: number): Promise<boolean> {
  const session = await findSession(world, id)
  if (!session || session.status !== 'open') return false
  const past: StripeWorld = { ...world, now: () => new Date(world.now().getTime() - days_ago * DAY_MS) }
  const customer = session.customer ?? (await newCustomer(past))
  const intent = await insertIntent(past, {
    kind: session.mode,
    amount: session.amount ?? 0,
    currency: session.currency,
    capture_method: session.capture_method,
    customer,
    method: await putCard(past, GOOD, null),
    session: session.id,
    off_session: false,
    future_usage: session.future_usage,
    metadata: session.intent_metadata,
  })
  await world.db.updateTable('sessions').set({ intent: intent.id, customer }).where('id', '=', id).execute()
  await complete(past, { ...session, customer }, await confirm(past, intent, true))
  return true
}
