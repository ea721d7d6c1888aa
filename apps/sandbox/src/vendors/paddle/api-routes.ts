import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../frame/refusal.ts'
import { API_KEY, announce, newId, taxIn } from './books.ts'
import { cancelNow, changeItem, chargeOnce, mustBeEditable, planChange } from './changes.ts'
import { findSubscription, findTransaction, updateSubscription } from './rows.ts'
import { insertTransaction } from './transactions.ts'
import { missing, paddleError, refusal } from './errors.ts'
import type { PaddleWorld, SoldItem } from './tables.ts'
import { detailsView, type Subscription, subscriptionView, type Transaction, transactionView } from './views.ts'

const Custom = z.record(z.string(), z.unknown()).nullish()
const PriceItem = z.strictObject({ price_id: z.string(), quantity: z.int().min(1).max(1).default(1) })
const InlineItem = z.strictObject({
  quantity: z.int().min(1).max(1),
  price: z.strictObject({
    description: z.string().min(2).max(500),
    name: z.string().max(150).nullish(),
    unit_price: z.strictObject({ amount: z.string().regex(/^\d{1,9}$/), currency_code: z.literal('USD') }),
    quantity: z.strictObject({ minimum: z.int(), maximum: z.int() }).optional(),
    custom_data: Custom,
    product: z.strictObject({ name: z.string().min(1).max(200), tax_category: z.literal('standard') }),
  }),
})
const Items = z.array(z.union([PriceItem, InlineItem])).length(1)
const NewTransactionBody = z.strictObject({ items: Items, custom_data: Custom, customer_id: z.string().optional() })
const ChangeBody = z.strictObject({
  items: z.array(PriceItem).length(1).optional(),
  proration_billing_mode: z.enum(['prorated_immediately', 'do_not_bill']).optional(),
  on_payment_failure: z.literal('prevent_change').optional(),
  scheduled_change: z.null().optional(),
  custom_data: Custom,
})
const CancelBody = z.strictObject({ effective_from: z.enum(['next_billing_period', 'immediately']).nullish() })
const ChargeBody = z.strictObject({
  effective_from: z.literal('immediately'),
  items: Items,
  on_payment_failure: z.literal('prevent_change').optional(),
})

function bodyOf<T extends z.ZodType>(schema: T, request: FastifyRequest): z.output<T> {
  const read = schema.safeParse(request.body ?? {})
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new Refusal(paddleError(400, 'invalid_field', issue?.message ?? 'Invalid', issue?.path.join('.') ?? ''))
}

const idIn = (request: FastifyRequest) => (request.params as { id: string }).id // of the address
const meta = () => ({ request_id: crypto.randomUUID() })
const reply = (data: unknown) => ({ data, meta: meta() })

async function soldItem(world: PaddleWorld, item: z.output<typeof Items>[number]): Promise<SoldItem> {
  if ('price' in item) {
    const { name, description, unit_price, custom_data } = item.price
    return {
      price_id: newId('pri'),
      name: name ?? description,
      amount: Number(unit_price.amount),
      currency: unit_price.currency_code,
      cycle: null,
      custom_data: custom_data ?? null,
      rate: null,
    }
  }
  const price = await world.db.selectFrom('prices').selectAll().where('id', '=', item.price_id).executeTakeFirst()
  if (!price) throw missing(item.price_id)
  const { id, name, amount, currency, cycle } = price
  return { price_id: id, name, amount, currency, cycle, custom_data: null, rate: null }
}

const soldItems = (world: PaddleWorld, items: z.output<typeof Items>) =>
  Promise.all(items.map((item) => soldItem(world, item)))

async function mustFind(world: PaddleWorld, request: FastifyRequest): Promise<Subscription> {
  const row = await findSubscription(world, idIn(request))
  if (!row) throw missing(idIn(request))
  return row
}

/** What a change would cost, in the shape of Paddle's preview. Nothing is written. */
async function previewOf(world: PaddleWorld, row: Subscription, body: z.output<typeof ChangeBody>) {
  mustBeEditable(world, row)
  const item = body.items?.[0] ? await soldItem(world, body.items[0]) : row.item
  const { country } = await world.db
    .selectFrom('customers')
    .select('country')
    .where('id', '=', row.customer)
    .executeTakeFirstOrThrow()
  const plan = planChange(world.now(), row, item)
  const isBilled = body.proration_billing_mode === 'prorated_immediately'
  const { currency } = item
  const credit = Math.min(plan.credit, plan.charge)
  const sum = { total: plan.charge, credit, tax: taxIn(plan.charge, country), fee: null, currency }
  const recurring = { total: item.amount, credit: 0, tax: taxIn(item.amount, country), fee: null, currency }
  const period = { starts_at: plan.starts_at.toISOString(), ends_at: plan.ends_at.toISOString() }
  const next = isBilled ? plan.ends_at : (row.next_billed_at ?? plan.ends_at)
  const money = (amount: number) => ({ amount: String(amount), currency_code: currency })
  const { id: _, ...view } = subscriptionView(world, { ...row, item, next_billed_at: next })
  return {
    ...view,
    immediate_transaction: isBilled
      ? {
          billing_period: period,
          details: detailsView(sum, [{ ...item, rate: plan.rate }], country, world.now(), true),
          adjustments: [],
        }
      : null,
    next_transaction: {
      billing_period: { starts_at: next.toISOString(), ends_at: next.toISOString() },
      details: detailsView(recurring, [item], country, world.now(), true),
      adjustments: [],
    },
    recurring_transaction_details: detailsView(recurring, [item], country, world.now(), true),
    update_summary: isBilled
      ? {
          credit: money(plan.credit),
          charge: money(plan.charge),
          result: {
            action: plan.charge >= plan.credit ? 'charge' : 'credit',
            ...money(Math.abs(plan.charge - plan.credit)),
          },
        }
      : null,
  }
}

/** A zero transaction for a new card, or the unpaid one. */
async function methodTransaction(world: PaddleWorld, row: Subscription): Promise<Transaction> {
  const unpaid = await world.db
    .selectFrom('transactions')
    .selectAll()
    .where('subscription', '=', row.id)
    .where('status', '=', 'past_due')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (unpaid) return unpaid
  if (row.status !== 'active')
    throw refusal(400, 'subscription_is_canceled_action_invalid', 'the subscription is canceled')
  return insertTransaction(world, {
    origin: 'subscription_payment_method_change',
    status: 'ready',
    customer: row.customer,
    subscription: row.id,
    items: [{ ...row.item, amount: 0 }],
    total: 0,
    credit: 0,
    period: null,
    custom_data: null,
  })
}

const Query = z.object({
  after: z.string().optional(),
  per_page: z.coerce.number().int().min(1).default(50),
  order_by: z.string().optional(),
  subscription_id: z.string().optional(),
  'created_at[GTE]': z.coerce.date().optional(),
})

const pagination = (request: FastifyRequest, per_page: number, has_more: boolean, total: number) => ({
  ...meta(),
  pagination: { per_page, next: `https://api.paddle.com${request.url}`, has_more, estimated_total: total },
})

export function apiRoutes(app: FastifyInstance, world: PaddleWorld) {
  app.addHook('preHandler', async (request) => {
    const sent = request.headers.authorization
    if (!sent) throw refusal(401, 'authentication_missing', 'Authentication header included, but incorrectly formatted')
    if (sent.toLowerCase() !== `bearer ${API_KEY}`) throw refusal(403, 'invalid_token', 'Invalid API key')
  })
  app.post('/transactions', { config: { endpoint: 'transactions.create' } }, async (request, answer) => {
    const body = bodyOf(NewTransactionBody, request)
    const items = await soldItems(world, body.items)
    const row = await insertTransaction(world, {
      origin: 'api',
      status: body.customer_id ? 'ready' : 'draft',
      customer: body.customer_id ?? null,
      subscription: null,
      items,
      total: items.reduce((sum, { amount }) => sum + amount, 0),
      credit: 0,
      period: null,
      custom_data: body.custom_data ?? null,
    })
    const view = await transactionView(world, row)
    await announce(world, 'transaction.created', view)
    return answer.code(201).send(reply(view))
  })
  app.get('/transactions', { config: { endpoint: 'transactions.list' } }, async (request) => {
    const query = Query.parse(request.query)
    const limit = Math.min(30, query.per_page)
    const isUp = query.order_by === 'id[ASC]'
    const since = query['created_at[GTE]']
    let rows = world.db
      .selectFrom('transactions')
      .selectAll()
      .orderBy('id', isUp ? 'asc' : 'desc')
    if (query.subscription_id) rows = rows.where('subscription', '=', query.subscription_id)
    if (since) rows = rows.where('created', '>=', since)
    if (query.after) rows = rows.where('id', isUp ? '>' : '<', query.after)
    const found = await rows.limit(limit + 1).execute()
    const data = await Promise.all(found.slice(0, limit).map((row) => transactionView(world, row)))
    return { data, meta: pagination(request, limit, found.length > limit, found.length) }
  })
  app.get('/transactions/:id', { config: { endpoint: 'transactions.get' } }, async (request) => {
    const row = await findTransaction(world, idIn(request))
    if (!row) throw missing(idIn(request))
    return reply(await transactionView(world, row))
  })
  app.patch('/transactions/:id', { config: { endpoint: 'transactions.update' } }, async (request) => {
    const row = await findTransaction(world, idIn(request))
    if (!row) throw missing(idIn(request))
    if (row.status !== 'draft' && row.status !== 'ready')
      throw refusal(400, 'transaction_immutable', 'the transaction cannot be changed any more')
    const body = bodyOf(NewTransactionBody, request)
    const items = await soldItems(world, body.items)
    const total = items.reduce((sum, { amount }) => sum + amount, 0)
    const changed = await world.db
      .updateTable('transactions')
      .set({
        items: JSON.stringify(items),
        custom_data: JSON.stringify(body.custom_data ?? row.custom_data),
        total,
        updated: world.now(),
      })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const view = await transactionView(world, changed)
    await announce(world, 'transaction.updated', view)
    return reply(view)
  })
  app.get('/subscriptions/:id', { config: { endpoint: 'subscriptions.get' } }, async (request) =>
    reply(subscriptionView(world, await mustFind(world, request))),
  )
  app.patch('/subscriptions/:id', { config: { endpoint: 'subscriptions.update' } }, async (request) => {
    const row = await mustFind(world, request)
    const body = bodyOf(ChangeBody, request)
    if (body.items) {
      if (!body.proration_billing_mode)
        throw refusal(400, 'subscription_items_update_missing_proration_billing_mode', 'the mode is missing')
      const [item] = body.items
      if (!item) throw refusal(400, 'bad_request', 'no items')
      const changed = await changeItem(
        world,
        row,
        await soldItem(world, item),
        body.proration_billing_mode,
        body.custom_data,
      )
      return reply(subscriptionView(world, changed))
    }
    mustBeEditable(world, row, false)
    const changed = await updateSubscription(world, row, {
      ...(body.scheduled_change === null && { scheduled: null }),
      ...(body.custom_data !== undefined && { custom_data: body.custom_data }),
    })
    await announce(world, 'subscription.updated', subscriptionView(world, changed))
    return reply(subscriptionView(world, changed))
  })
  app.patch('/subscriptions/:id/preview', { config: { endpoint: 'subscriptions.preview' } }, async (request) =>
    reply(await previewOf(world, await mustFind(world, request), bodyOf(ChangeBody, request))),
  )
  app.post('/subscriptions/:id/cancel', { config: { endpoint: 'subscriptions.cancel' } }, async (request) => {
    const row = await mustFind(world, request)
    const { effective_from } = bodyOf(CancelBody, request)
    if (row.status === 'canceled')
      throw refusal(400, 'subscription_is_canceled_action_invalid', 'the subscription is canceled')
    if (effective_from === 'immediately') return reply(subscriptionView(world, await cancelNow(world, row)))
    mustBeEditable(world, row, false)
    const scheduled = { action: 'cancel' as const, effective_at: row.ends_at.toISOString() }
    const changed = await updateSubscription(world, row, { scheduled })
    await announce(world, 'subscription.updated', subscriptionView(world, changed))
    return reply(subscriptionView(world, changed))
  })
  app.post('/subscriptions/:id/charge', { config: { endpoint: 'subscriptions.charge' } }, async (request, answer) => {
    const row = await mustFind(world, request)
    const items = await soldItems(world, bodyOf(ChargeBody, request).items)
    return answer.code(201).send(reply(subscriptionView(world, await chargeOnce(world, row, items))))
  })
  app.get(
    '/subscriptions/:id/update-payment-method-transaction',
    { config: { endpoint: 'subscriptions.method' } },
    async (request) =>
      reply(await transactionView(world, await methodTransaction(world, await mustFind(world, request)))),
  )
  app.get('/events', { config: { endpoint: 'events.list' } }, async (request) => {
    const query = Query.parse(request.query)
    const limit = Math.min(200, query.per_page)
    const isUp = query.order_by === 'id[ASC]'
    let rows = world.db
      .selectFrom('events')
      .selectAll()
      .orderBy('id', isUp ? 'asc' : 'desc')
    if (query.after) rows = rows.where('id', isUp ? '>' : '<', query.after)
    const found = await rows.limit(limit + 1).execute()
    const data = found
      .slice(0, limit)
      .map(({ id, type, occurred_at, data: object }) => ({
        event_id: id,
        event_type: type,
        occurred_at: occurred_at.toISOString(),
        data: object,
      }))
    return { data, meta: pagination(request, limit, found.length > limit, found.length) }
  })
}
