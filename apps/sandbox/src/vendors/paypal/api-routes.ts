import { toMinor } from '@omni/domain/money.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../frame/refusal.ts'
import { CLIENT_ID, CLIENT_SECRET, moneyOf, newId, signerOf } from './books.ts'
import { isOurs } from './verify.ts'
import { malformed, notThere, paypalError } from './errors.ts'
import { captureAuthorization, captureOrder, findOrder, payByKept, refund, voidAuthorization } from './payments.ts'
import type { PaypalWorld } from './tables.ts'
import {
  authorizationView,
  captureResource,
  disputeView,
  type Order,
  orderView,
  refundView,
  tokenView,
} from './views.ts'

const TOKEN = 'A21AAsandboxtoken'
const LIVES_S = 32_400
const idIn = (request: FastifyRequest) => (request.params as { id: string }).id // of the address
const LONGEST_REQUEST_ID = 108

const Money = z.object({ currency_code: z.string().length(3), value: z.string().regex(/^\d{1,15}(\.\d{1,2})?$/) })
const Url = z.string().max(4000)
const OrderInput = z.object({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z
    .array(
      z.object({
        amount: Money,
        custom_id: z.string().min(1).max(127).optional(),
        invoice_id: z.string().min(1).max(127).optional(),
        description: z.string().min(1).max(127).optional(),
      }),
    )
    .min(1)
    .max(10),
  payment_source: z.object({
    paypal: z.object({
      vault_id: z.string().max(255).optional(),
      experience_context: z.object({ return_url: Url, cancel_url: Url }).optional(),
      attributes: z.object({ vault: z.object({ store_in_vault: z.literal('ON_SUCCESS') }).optional() }).optional(),
    }),
  }),
})
const AmountInput = z.object({ amount: Money.optional() })

function checked<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const read = schema.safeParse(body ?? {})
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw malformed('INVALID_PARAMETER_VALUE', `/${issue?.path.join('/') ?? ''}`)
}

function checkToken({ headers }: FastifyRequest) {
  if (headers.authorization !== `Bearer ${TOKEN}`) throw new Refusal(paypalError(401, 'AUTHENTICATION_FAILURE'))
}

const requestIdOf = ({ headers }: FastifyRequest): string => {
  const id = String(headers['paypal-request-id'] ?? '')
  if (id.length > LONGEST_REQUEST_ID) throw malformed('INVALID_STRING_LENGTH', 'PayPal-Request-Id')
  return id
}

/**
 * The same request id is answered with what it made, as that is now, and 200 instead of 201. Two at once: the second is
 * told that the first is under way.
 */
async function once(
  world: PaypalWorld,
  request: FastifyRequest,
  reply: FastifyReply,
  run: () => Promise<string>,
  show: (made: string) => Promise<unknown>,
) {
  const id = requestIdOf(request)
  const path = request.url
  if (id === '') return reply.code(201).send(await show(await run()))
  const find = world.db.selectFrom('requests').selectAll().where('id', '=', id).where('path', '=', path)
  const first = await find.executeTakeFirst()
  if (first && first.made !== '') return reply.code(200).send(await show(first.made))
  const claimed = await world.db
    .insertInto('requests')
    .values({ id, path, made: '', created: world.now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (claimed.numInsertedOrUpdatedRows === 0n)
    throw new Refusal(paypalError(409, 'RESOURCE_CONFLICT', 'PREVIOUS_REQUEST_IN_PROGRESS'))
  try {
    const made = await run()
    await world.db.updateTable('requests').set({ made }).where('id', '=', id).where('path', '=', path).execute()
    return reply.code(201).send(await show(made))
  } catch (error) {
    await world.db.deleteFrom('requests').where('id', '=', id).where('path', '=', path).execute()
    throw error
  }
}

async function makeOrder(world: PaypalWorld, request: FastifyRequest): Promise<string> {
  const { intent, purchase_units, payment_source } = checked(OrderInput, request.body)
  const [unit] = purchase_units
  const { vault_id, experience_context, attributes } = payment_source.paypal
  if (!unit) throw malformed('MISSING_REQUIRED_PARAMETER', '/purchase_units')
  if (!vault_id && !experience_context) throw malformed('MISSING_REQUIRED_PARAMETER', '/payment_source/paypal')
  if (requestIdOf(request) === '') throw malformed('PAYPAL_REQUEST_ID_REQUIRED', 'PayPal-Request-Id')
  const { currency_code, value } = unit.amount
  const amount = toMinor(value, currency_code)
  if (amount <= 0) throw malformed('CANNOT_BE_ZERO_OR_NEGATIVE', '/purchase_units/0/amount/value')
  const kept = vault_id
    ? await world.db
        .selectFrom('vault')
        .selectAll()
        .where('id', '=', vault_id)
        .where('deleted', 'is', null)
        .executeTakeFirst()
    : undefined
  if (vault_id && !kept) throw notThere()
  const order: Order = {
    id: newId(),
    intent,
    status: kept ? 'COMPLETED' : 'PAYER_ACTION_REQUIRED',
    amount,
    currency: currency_code,
    custom_id: unit.custom_id ?? null,
    invoice_id: unit.invoice_id ?? null,
    description: unit.description ?? null,
    return_url: experience_context?.return_url ?? '',
    cancel_url: experience_context?.cancel_url ?? '',
    keeps: attributes?.vault !== undefined,
    vault: kept?.id ?? null,
    email: kept?.email ?? null,
    behaviour: kept?.behaviour ?? 'ok',
    created: world.now(),
  }
  if (kept) await payByKept(world, order)
  else await world.db.insertInto('orders').values(order).execute()
  return order.id
}

const must = <T>(found: T | undefined): T => {
  if (found === undefined) throw notThere()
  return found
}

/** Calls below `/v1`, `/v2` and `/v3`. */
export function apiRoutes(app: FastifyInstance, world: PaypalWorld) {
  app.post('/v1/oauth2/token', { config: { endpoint: 'oauth2.token' } }, async (request) => {
    const expected = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`
    const grant = new URLSearchParams(request.rawBody ?? '').get('grant_type')
    if (request.headers.authorization !== expected || grant !== 'client_credentials')
      throw new Refusal({
        status: 401,
        body: { error: 'invalid_client', error_description: 'Client Authentication failed' },
      })
    const nonce = new Date().toISOString()
    const scope = 'https://uri.paypal.com/services/payments/payment'
    return { scope, access_token: TOKEN, token_type: 'Bearer', app_id: 'APP-SANDBOX', expires_in: LIVES_S, nonce }
  })
  app.get('/v1/notifications/certs/:id', { config: { endpoint: 'certificates' } }, async (_request, reply) =>
    reply.type('application/x-pem-file').send((await signerOf(world)).certificate),
  )
  app.register(async (api) => {
    api.addHook('preHandler', async (request) => checkToken(request))
    const orderOf = async (id: string) => must(await findOrder(world, id))
    const showOrder = async (id: string) => orderView(world, await orderOf(id))
    api.post('/v2/checkout/orders', { config: { endpoint: 'orders.create' } }, (request, reply) =>
      once(world, request, reply, () => makeOrder(world, request), showOrder),
    )
    api.get('/v2/checkout/orders/:id', { config: { endpoint: 'orders.get' } }, (request) => showOrder(idIn(request)))
    api.post('/v2/checkout/orders/:id/capture', { config: { endpoint: 'orders.capture' } }, (request, reply) =>
      once(world, request, reply, async () => (await captureOrder(world, await orderOf(idIn(request)))).id, showOrder),
    )
    const authorizationOf = async (id: string) => {
      const row = must(await world.db.selectFrom('authorizations').selectAll().where('id', '=', id).executeTakeFirst())
      return { row, order: await orderOf(row.order) }
    }
    const findCapture = async (id: string) =>
      must(await world.db.selectFrom('captures').selectAll().where('id', '=', id).executeTakeFirst())
    const showCapture = async (id: string) => {
      const row = await findCapture(id)
      return captureResource(world, await orderOf(row.order), row)
    }
    api.get('/v2/payments/authorizations/:id', { config: { endpoint: 'authorizations.get' } }, async (request) => {
      const { row, order } = await authorizationOf(idIn(request))
      return authorizationView(order, row)
    })
    api.post(
      '/v2/payments/authorizations/:id/capture',
      { config: { endpoint: 'authorizations.capture' } },
      (request, reply) => {
        const run = async () => {
          const { row, order } = await authorizationOf(idIn(request))
          const { amount } = checked(AmountInput, request.body)
          const wanted = amount ? toMinor(amount.value, amount.currency_code) : row.amount
          return (await captureAuthorization(world, order, row, wanted)).id
        }
        return once(world, request, reply, run, showCapture)
      },
    )
    api.post(
      '/v2/payments/authorizations/:id/void',
      { config: { endpoint: 'authorizations.void' } },
      async (request, reply) => {
        const { row, order } = await authorizationOf(idIn(request))
        await voidAuthorization(world, order, row)
        return reply.code(204).send()
      },
    )
    api.get('/v2/payments/captures/:id', { config: { endpoint: 'captures.get' } }, (request) =>
      showCapture(idIn(request)),
    )
    api.post('/v2/payments/captures/:id/refund', { config: { endpoint: 'captures.refund' } }, (request, reply) => {
      const run = async () => {
        const { amount } = checked(AmountInput, request.body)
        const wanted = amount ? toMinor(amount.value, amount.currency_code) : null
        return (await refund(world, await findCapture(idIn(request)), wanted)).row.id
      }
      return once(world, request, reply, run, showRefund)
    })
    const showRefund = async (id: string) => {
      const row = must(await world.db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst())
      return refundView(world, await orderOf((await findCapture(row.capture)).order), row)
    }
    api.get('/v2/payments/refunds/:id', { config: { endpoint: 'refunds.get' } }, (request) => showRefund(idIn(request)))
    api.get('/v1/customer/disputes/:id', { config: { endpoint: 'disputes.get' } }, async (request) => {
      const find = world.db.selectFrom('disputes').selectAll().where('id', '=', idIn(request))
      const row = must(await find.executeTakeFirst())
      return disputeView(await orderOf((await findCapture(row.capture)).order), row)
    })
    api.post(
      '/v1/notifications/verify-webhook-signature',
      { config: { endpoint: 'webhooks.verify' } },
      async (request) => ({
        verification_status: isOurs(await signerOf(world), request.rawBody ?? '') ? 'SUCCESS' : 'FAILURE',
      }),
    )
    api.get('/v3/vault/payment-tokens/:id', { config: { endpoint: 'payment_tokens.get' } }, async (request) => {
      const find = world.db.selectFrom('vault').selectAll().where('id', '=', idIn(request)).where('deleted', 'is', null)
      return tokenView(must(await find.executeTakeFirst()))
    })
    api.delete(
      '/v3/vault/payment-tokens/:id',
      { config: { endpoint: 'payment_tokens.delete' } },
      async (request, reply) => {
        const gone = await world.db
          .updateTable('vault')
          .set({ deleted: world.now() })
          .where('id', '=', idIn(request))
          .where('deleted', 'is', null)
          .executeTakeFirst()
        if (gone.numUpdatedRows === 0n) throw notThere()
        return reply.code(204).send()
      },
    )
    api.get('/v1/reporting/transactions', { config: { endpoint: 'reporting.transactions' } }, (request) =>
      report(world, request),
    )
  })
}

const ReportInput = z.object({
  start_date: z.iso.datetime({ offset: true }),
  end_date: z.iso.datetime({ offset: true }),
  page_size: z.coerce.number().int().min(1).max(500).default(100),
  page: z.coerce.number().int().min(1).default(1),
})
const LONGEST_MS = 31 * 86_400_000
const stamp = (at: Date) => at.toISOString().replace(/\.\d+Z$/, '+0000')

/** At most 31 days a call, oldest first. Not as there: rows are shown at once, and not up to three hours later. */
async function report(world: PaypalWorld, request: FastifyRequest) {
  const { start_date, end_date, page_size, page } = checked(ReportInput, request.query)
  const from = new Date(start_date)
  const until = new Date(end_date)
  if (until.getTime() - from.getTime() > LONGEST_MS) throw malformed('Date range is greater than 31 days', 'end_date')
  const rows = await world.db
    .selectFrom('movements')
    .selectAll()
    .where('created', '>=', from)
    .where('created', '<=', until)
    .orderBy('created')
    .orderBy('id')
    .execute()
  return {
    transaction_details: rows
      .slice((page - 1) * page_size, page * page_size)
      .map((row) => ({
        transaction_info: {
          transaction_id: row.id,
          paypal_reference_id: row.of,
          paypal_reference_id_type: row.of_type,
          transaction_event_code: row.code,
          transaction_initiation_date: stamp(row.created),
          transaction_updated_date: stamp(row.created),
          transaction_amount: moneyOf(row.amount, row.currency),
          ...(row.fee !== 0 && { fee_amount: moneyOf(-row.fee, row.currency) }),
          transaction_status: 'S',
          custom_field: row.reference,
          protection_eligibility: '02',
        },
      })),
    start_date,
    end_date,
    page,
    total_items: rows.length,
    total_pages: Math.max(1, Math.ceil(rows.length / page_size)),
    links: [],
  }
}
