import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../frame/refusal.ts'
import { announce, movementView, newId, record, SECRET_KEY } from './books.ts'
import { invalid, missing, stripeError } from './errors.ts'
import { amountOf, currencyOf, expands, type Form, metadataOf, part, readForm, text } from './form.ts'
import { cancelIntent, captureIntent, confirm, findIntent, insertIntent } from './intents.ts'
import type { StripeWorld } from './tables.ts'
import { findMethod, type Intent, intentView, methodView, refundView, type Session, sessionView } from './views.ts'

const idIn = (request: FastifyRequest) => (request.params as { id: string }).id // of the address
const MINUTE_MS = 60_000

function checkKey({ headers }: FastifyRequest) {
  if (headers.authorization !== `Bearer ${SECRET_KEY}`)
    throw new Refusal(stripeError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' }))
}

/**
 * The same key answers the first reply again, failures included. Nothing is kept of what did not pass the checks of its
 * parameters. Another use of the key is refused.
 */
async function once(world: StripeWorld, request: FastifyRequest, reply: FastifyReply, run: () => Promise<unknown>) {
  const key = String(request.headers['idempotency-key'] ?? '')
  const path = request.url
  const params = createHash('sha256')
    .update(request.rawBody ?? '')
    .digest('hex')
  const first = await world.db.selectFrom('keys').selectAll().where('key', '=', key).executeTakeFirst()
  if (key !== '' && first) {
    if (first.path !== path || first.params !== params)
      throw new Refusal(
        stripeError(400, {
          type: 'idempotency_error',
          message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        }),
      )
    if (first.status === 0)
      throw new Refusal(
        stripeError(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'In progress' }),
      )
    return reply
      .header('idempotent-replayed', 'true')
      .code(first.status)
      .type('application/json; charset=utf-8')
      .send(first.body)
  }
  const claim = { key, path, params, status: 0, body: '', created: world.now() }
  if (key !== '') {
    const claimed = await world.db
      .insertInto('keys')
      .values(claim)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (claimed.numInsertedOrUpdatedRows === 0n)
      throw new Refusal(
        stripeError(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'In progress' }),
      )
  }
  const keep = async (status: number, body: unknown) => {
    if (key === '') return
    const kept = JSON.stringify(body)
    await world.db.updateTable('keys').set({ status, body: kept }).where('key', '=', key).execute()
  }
  try {
    const body = await run()
    await keep(200, body)
    return reply.send(body)
  } catch (error) {
    if (error instanceof Refusal && error.reply.status === 402) await keep(402, error.reply.body)
    else if (key !== '') await world.db.deleteFrom('keys').where('key', '=', key).execute()
    throw error
  }
}

async function makeSession(world: StripeWorld, form: Form) {
  const mode = text(form, 'mode')
  if (mode !== 'payment' && mode !== 'setup') throw invalid(`Invalid mode: ${mode}`, 'mode')
  const item = part(part(form, 'line_items'), '0')
  const price = part(item, 'price_data')
  const isPayment = mode === 'payment'
  if (isPayment && !price) throw invalid('`line_items` are required in payment mode.', 'line_items')
  const success_url = text(form, 'success_url')
  if (success_url === null) throw invalid('Missing required param: success_url.', 'success_url', 'parameter_missing')
  const now = world.now()
  const expires_at = new Date(Number(text(form, 'expires_at') ?? now.getTime() / 1000 + 86_400) * 1000)
  const ahead = expires_at.getTime() - Date.now()
  if (!(ahead > 29 * MINUTE_MS && ahead < 24 * 61 * MINUTE_MS))
    throw invalid('`expires_at` must be between 30 minutes and 24 hours from Checkout Session creation.', 'expires_at')
  const customer = text(form, 'customer')
  if (customer !== null) {
    const known = await world.db.selectFrom('customers').select('id').where('id', '=', customer).executeTakeFirst()
    if (!known) throw missing('customer', customer)
  }
  const intentData = part(form, isPayment ? 'payment_intent_data' : 'setup_intent_data')
  const row = {
    id: newId('cs_test'),
    mode,
    status: 'open' as const,
    reference: text(form, 'client_reference_id'),
    title: text(part(price, 'product_data'), 'name') ?? 'Save a card',
    amount: isPayment ? amountOf(text(price, 'unit_amount'), 'line_items[0][price_data][unit_amount]') : null,
    currency: currencyOf(isPayment ? text(price, 'currency') : text(form, 'currency')),
    customer,
    makes_customer: text(form, 'customer_creation') === 'always',
    capture_method: (isPayment && text(intentData, 'capture_method')) || 'automatic',
    future_usage: isPayment ? text(intentData, 'setup_future_usage') : 'off_session',
    intent: null,
    success_url,
    cancel_url: text(form, 'cancel_url') ?? success_url,
    metadata: metadataOf(form),
    intent_metadata: metadataOf(intentData),
    expires_at,
    created: now,
  } satisfies Session
  const kept = { ...row, metadata: JSON.stringify(row.metadata), intent_metadata: JSON.stringify(row.intent_metadata) }
  await world.db.insertInto('sessions').values(kept).execute()
  return sessionView(world, row, null)
}

async function makeIntent(world: StripeWorld, form: Form): Promise<Intent> {
  const amount = amountOf(text(form, 'amount'), 'amount')
  const currency = currencyOf(text(form, 'currency'))
  const customer = text(form, 'customer')
  const method = text(form, 'payment_method')
  const kept = await findMethod(world, method)
  if (method !== null && !kept) throw missing('PaymentMethod', method)
  if (kept && kept.customer !== customer)
    throw invalid('The customer does not have a payment method with the ID given.', 'payment_method')
  if (text(form, 'confirm') !== 'true' && text(form, 'off_session') === 'true')
    throw invalid('off_session is allowed only with confirm=true.', 'off_session')
  const intent = await insertIntent(world, {
    kind: 'payment',
    amount,
    currency,
    capture_method: text(form, 'capture_method') ?? 'automatic',
    customer,
    method,
    session: null,
    off_session: text(form, 'off_session') === 'true',
    future_usage: null,
    metadata: metadataOf(form),
  })
  if (text(form, 'confirm') !== 'true') return intent
  const done = await confirm(world, intent, !intent.off_session)
  if (done.error)
    throw new Refusal(
      stripeError(402, { type: 'card_error', ...done.error, payment_intent: await intentView(world, done, false) }),
    )
  return done
}

async function makeRefund(world: StripeWorld, form: Form) {
  const intent = await findIntent(world, text(form, 'payment_intent') ?? '')
  if (!intent) throw missing('payment_intent', text(form, 'payment_intent') ?? '')
  const before = await world.db.selectFrom('refunds').select('amount').where('intent', '=', intent.id).execute()
  const left = intent.received - before.reduce((sum, refund) => sum + refund.amount, 0)
  const wanted = text(form, 'amount')
  const amount = wanted === null ? left : Number(wanted)
  if (left === 0) throw invalid('The charge has already been refunded.', 'payment_intent', 'charge_already_refunded')
  if (!(amount > 0 && amount <= left)) throw invalid(`Refund amount is greater than unrefunded amount.`, 'amount')
  const row = {
    id: newId('re'),
    intent: intent.id,
    amount,
    currency: intent.currency,
    status: 'succeeded',
    metadata: metadataOf(form),
    created: world.now(),
  }
  await world.db
    .insertInto('refunds')
    .values({ ...row, metadata: JSON.stringify(row.metadata) })
    .execute()
  const reference = intent.metadata['reference'] ?? ''
  const { currency, id } = intent
  await record(world, { type: 'refund', amount: -amount, fee: 0, currency, source: row.id, intent: id, reference })
  const view = refundView(row, intent.charge)
  await announce(world, 'refund.created', view)
  return view
}

const must = <T>(found: T | undefined, what: string, id: string): T => {
  if (found === undefined) throw missing(what, id)
  return found
}
const wrongState = (intent: Intent, what: string) =>
  invalid(
    `This PaymentIntent could not be ${what} because it has a status of ${intent.status}.`,
    undefined,
    'payment_intent_unexpected_state',
  )

/** The calls under `/v1`. */
export function apiRoutes(app: FastifyInstance, world: StripeWorld) {
  app.addHook('preHandler', async (request) => checkKey(request))
  const post = (url: string, endpoint: string, run: (form: Form, request: FastifyRequest) => Promise<unknown>) =>
    app.post(url, { config: { endpoint } }, (request, reply) =>
      once(world, request, reply, () => run(readForm(request), request)),
    )
  const findSession = async (id: string) =>
    must(
      await world.db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst(),
      'checkout.session',
      id,
    )

  post('/checkout/sessions', 'checkout.sessions.create', (form) => makeSession(world, form))
  app.get('/checkout/sessions/:id', { config: { endpoint: 'checkout.sessions.retrieve' } }, async (request) => {
    const session = await findSession(idIn(request))
    const form = readForm(request)
    const isExpanded = expands(form, session.mode === 'setup' ? 'setup_intent' : 'payment_intent')
    const intent = session.intent === null ? undefined : await findIntent(world, session.intent)
    return sessionView(world, session, intent && isExpanded ? await intentView(world, intent, true) : session.intent)
  })
  post('/checkout/sessions/:id/expire', 'checkout.sessions.expire', async (_form, request) => {
    const session = await findSession(idIn(request))
    if (session.status !== 'open') throw invalid('Only Checkout Sessions with a status of open can be expired.')
    await world.db.updateTable('sessions').set({ status: 'expired' }).where('id', '=', session.id).execute()
    return sessionView(world, { ...session, status: 'expired' }, session.intent)
  })
  post('/payment_intents', 'payment_intents.create', async (form) =>
    intentView(world, await makeIntent(world, form), expands(form, 'latest_charge')),
  )
  app.get('/payment_intents', { config: { endpoint: 'payment_intents.list' } }, async (request) => {
    const form = readForm(request)
    const limit = Math.min(100, Number(text(form, 'limit') ?? 10))
    const customer = text(form, 'customer')
    const found = await world.db
      .selectFrom('intents')
      .selectAll()
      .where('created', '>=', new Date(Number(text(part(form, 'created'), 'gte') ?? 0) * 1000))
      .$if(customer !== undefined, (query) => query.where('customer', '=', customer ?? ''))
      .orderBy('created', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const from = found.findIndex(({ id }) => id === text(form, 'starting_after')) + 1
    const shown = found.slice(from, from + limit)
    const whole = expands(form, 'data.latest_charge')
    const data = await Promise.all(shown.map((intent) => intentView(world, intent, whole)))
    return { object: 'list', has_more: found.length > from + limit, url: '/v1/payment_intents', data }
  })
  app.get('/payment_intents/:id', { config: { endpoint: 'payment_intents.retrieve' } }, async (request) => {
    const intent = must(await findIntent(world, idIn(request)), 'payment_intent', idIn(request))
    return intentView(world, intent, expands(readForm(request), 'latest_charge'))
  })
  post('/payment_intents/:id/capture', 'payment_intents.capture', async (form, request) => {
    const intent = must(await findIntent(world, idIn(request)), 'payment_intent', idIn(request))
    const amount = Number(text(form, 'amount_to_capture') ?? intent.amount)
    if (!(amount > 0 && amount <= intent.amount)) throw invalid('The amount cannot be captured', 'amount_to_capture')
    const taken = await captureIntent(world, intent, amount)
    if (!taken) throw wrongState(intent, 'captured')
    return intentView(world, taken, expands(form, 'latest_charge'))
  })
  post('/payment_intents/:id/cancel', 'payment_intents.cancel', async (form, request) => {
    const intent = must(await findIntent(world, idIn(request)), 'payment_intent', idIn(request))
    const gone = await cancelIntent(world, intent)
    if (!gone) throw wrongState(intent, 'canceled')
    return intentView(world, gone, expands(form, 'latest_charge'))
  })
  post('/refunds', 'refunds.create', (form) => makeRefund(world, form))
  post('/payment_methods/:id/detach', 'payment_methods.detach', async (_form, request) => {
    const method = must(await findMethod(world, idIn(request)), 'PaymentMethod', idIn(request))
    if (method.customer === null)
      throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.')
    await world.db.updateTable('methods').set({ customer: null }).where('id', '=', method.id).execute()
    const view = methodView({ ...method, customer: null })
    await announce(world, 'payment_method.detached', view)
    return view
  })
  app.get('/balance_transactions', { config: { endpoint: 'balance_transactions.list' } }, async (request) => {
    const form = readForm(request)
    const limit = Math.min(100, Number(text(form, 'limit') ?? 10))
    const since = new Date(Number(text(part(form, 'created'), 'gte') ?? 0) * 1000)
    const after = text(form, 'starting_after')
    // Newest first; the next page goes on below its last row.
    const last = after
      ? await world.db.selectFrom('movements').select(['created', 'id']).where('id', '=', after).executeTakeFirst()
      : undefined
    const rows = await world.db
      .selectFrom('movements')
      .selectAll()
      .where('created', '>=', since)
      .$if(last !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('created', 'id'), '<', tuple(last?.created ?? since, last?.id ?? '')),
        ),
      )
      .orderBy('created', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute()
    const data = rows
      .slice(0, limit)
      .map((row) => movementView(row, { id: row.source, object: row.type, payment_intent: row.intent }))
    return { object: 'list', has_more: rows.length > limit, url: '/v1/balance_transactions', data }
  })
}
