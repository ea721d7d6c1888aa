import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { BadInput } from '../../control/read-input.ts'
import { action } from '../../frame/define-vendor.ts'
import { announce, eventOf, hookUrl, newId, signature, signerOf, WEBHOOK_ID } from './books.ts'
import { makeSigner } from './certificate.ts'
import {
  approve,
  captureOf,
  decidePending,
  findOrder,
  keepNow,
  openDispute,
  refund,
  resolveDispute,
} from './payments.ts'
import type { PaypalTables, PaypalWorld } from './tables.ts'
import { captureResource } from './views.ts'

const DAY_MS = 86_400_000
const field = (name: string, label: string, value: string) => ({ name, label, type: 'text' as const, value })
const ORDER = field('order', 'Order', '')
const OrderInput = z.strictObject({ order: z.string().max(100) })
const ApprovedInput = z.strictObject({
  order: z.string().max(100),
  email: z.string().max(100).default('maya@northwind.test'),
})
const PendingInput = z.strictObject({ order: z.string().max(100), comes: z.enum(['yes', 'no']).default('yes') })
const RefundInput = z.strictObject({ order: z.string().max(100), amount: z.coerce.number().int().min(1).optional() })
const ForgedInput = z.strictObject({ order: z.string().max(100), with: z.enum(['own_key', 'other_webhook']) })
const AccountInput = z.strictObject({
  email: z.string().max(100).default('maya@northwind.test'),
  behaviour: z.string().max(40).default('ok'),
})

async function paidOrder(world: PaypalWorld, id: string) {
  const order = await findOrder(world, id)
  const capture = order && (await captureOf(world, id))
  if (!order || !capture) throw new BadInput(`There is no paid order "${id}"`, 404)
  return { order, capture }
}

export const control = {
  send_again: action<PaypalTables, typeof OrderInput>({
    label: 'Tell again that a payment completed',
    fields: [ORDER],
    input: OrderInput,
    async run(world, { order: id }) {
      const { order, capture } = await paidOrder(world, id)
      await announce(world, 'PAYMENT.CAPTURE.COMPLETED', 'capture', captureResource(world, order, capture))
    },
  }),
  /** By a key of somebody else's, or for a webhook of somebody else's. */
  forge: action<PaypalTables, typeof ForgedInput>({
    label: 'Somebody else tells that a payment completed',
    fields: [ORDER, field('with', 'own_key or other_webhook', 'own_key')],
    input: ForgedInput,
    async run(world, { order, with: how }) {
      const resource = { id: newId(), status: 'COMPLETED', supplementary_data: { related_ids: { order_id: order } } }
      const event = eventOf(world, 'PAYMENT.CAPTURE.COMPLETED', 'capture', resource)
      const theirs = await signerOf(world)
      const far = new Date(Date.now() + DAY_MS)
      const signer = how === 'own_key' ? makeSigner('somebody', new Date(Date.now() - DAY_MS), far) : theirs
      const sign = signature(world, signer, how === 'own_key' ? WEBHOOK_ID : 'WH-SOMEBODY-ELSE')
      await world.callback('PAYMENT.CAPTURE.COMPLETED', hookUrl(world), event, {}, sign, async () => undefined)
    },
  }),
  approve: action<PaypalTables, typeof ApprovedInput>({
    label: 'A person approved on the page',
    fields: [
      ORDER,
      field(
        'email',
        'Account: ok@, no@ (declined), slow@ (pending), later@ (kept later), lapses@',
        'maya@northwind.test',
      ),
    ],
    input: ApprovedInput,
    async run(world, { order: id, email }) {
      const order = await findOrder(world, id)
      if (!order) throw new BadInput(`There is no order "${id}"`, 404)
      return { approved: (await approve(world, order, email)) !== undefined }
    },
  }),
  decide_pending: action<PaypalTables, typeof PendingInput>({
    label: 'A pending payment comes through, or not',
    fields: [ORDER, field('comes', 'yes or no', 'yes')],
    input: PendingInput,
    async run(world, { order, comes }) {
      const { capture } = await paidOrder(world, order)
      return { decided: await decidePending(world, capture, comes === 'yes') }
    },
  }),
  refund: action<PaypalTables, typeof RefundInput>({
    label: 'PayPal gives a payment back',
    fields: [ORDER],
    input: RefundInput,
    async run(world, { order, amount }) {
      const { capture } = await paidOrder(world, order)
      const { row } = await refund(world, capture, amount ?? null)
      return { refund: row.id }
    },
  }),
  dispute: action<PaypalTables, typeof OrderInput>({
    label: 'The buyer disputes a payment',
    fields: [ORDER],
    input: OrderInput,
    async run(world, { order: id }) {
      const { order, capture } = await paidOrder(world, id)
      return { dispute: (await openDispute(world, order, capture)).id }
    },
  }),
  resolve_dispute: action<PaypalTables, typeof OrderInput>({
    label: 'A dispute about a payment ends',
    fields: [ORDER],
    input: OrderInput,
    async run(world, { order: id }) {
      const { order, capture } = await paidOrder(world, id)
      const row = await world.db.selectFrom('disputes').selectAll().where('capture', '=', capture.id).executeTakeFirst()
      if (!row) throw new BadInput(`Nobody disputes "${id}"`, 404)
      await resolveDispute(world, order, row)
    },
  }),
  keep_later: action<PaypalTables, typeof OrderInput>({
    label: 'The account of a payment is kept after all (later@)',
    fields: [ORDER],
    input: OrderInput,
    async run(world, { order: id }) {
      const { order } = await paidOrder(world, id)
      return { method: (await keepNow(world, order)).vault }
    },
  }),
  /** A message that was signed an hour ago, delivered again as it was. */
  send_late: action<PaypalTables, typeof OrderInput>({
    label: 'A message of a paid order, an hour old',
    fields: [ORDER],
    input: OrderInput,
    async run(world, { order: id }) {
      const { order, capture } = await paidOrder(world, id)
      const event = eventOf(world, 'PAYMENT.CAPTURE.COMPLETED', 'capture', captureResource(world, order, capture))
      const sign = signature(world, await signerOf(world), WEBHOOK_ID, new Date(Date.now() - 3_600_000))
      await world.callback('PAYMENT.CAPTURE.COMPLETED', hookUrl(world), event, {}, sign)
    },
  }),
  /** A seller's account that is kept, as if it had been approved: for tests and demo data. */
  keep_account: action<PaypalTables, typeof AccountInput>({
    label: 'An account that is kept',
    fields: [field('email', 'Email', 'maya@northwind.test'), field('behaviour', 'ok, no, slow, lapses', 'ok')],
    input: AccountInput,
    async run(world, { email, behaviour }) {
      const row = { id: newId().toLowerCase(), customer: newId().slice(0, 10), email, behaviour }
      await world.db
        .insertInto('vault')
        .values({ ...row, created: world.now(), deleted: null })
        .execute()
      return { method: row.id, customer: row.customer }
    },
  }),
}

/** PayPal's books, for tests and for the control room. */
export function booksRoute(app: FastifyInstance, world: PaypalWorld) {
  app.get('/paypal/books', async () => {
    const movements = await world.db.selectFrom('movements').selectAll().orderBy('created').orderBy('id').execute()
    const orders = await world.db
      .selectFrom('orders')
      .select(['id', 'intent', 'status', 'amount', 'custom_id'])
      .orderBy('created')
      .execute()
    const balance = movements.reduce((sum, { amount, fee }) => sum + amount - fee, 0)
    return { balance, movements, orders }
  })
}
