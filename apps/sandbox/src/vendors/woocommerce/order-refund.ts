/**
 * A refund through the API, judged as core does it: never more than is left of the order, no piece twice, and the
 * payment's plugin is asked unless `api_refund` is false. Where core or the plugin would not, nothing stays.
 */
import { toDecimal, toMinor } from '@omni/domain/money.ts'
import { z } from 'zod'
import { itemId, methodOf, showRefunds, totalsOf } from './order-view.ts'
import { changeOrder } from './orders.ts'
import { changePost, findPost, nextSecond } from './products.ts'
import type { Answer, Incoming } from './rest.ts'
import type { OrderRow } from './tables.ts'
import { invalidParam, wpError } from './wp.ts'

const NewRefund = z.object({
  amount: z.string().regex(/^\d{1,9}(\.\d{1,3})?$/),
  reason: z.string().default(''),
  api_refund: z.boolean().default(true),
  api_restock: z.boolean().default(true),
  line_items: z
    .array(
      z.object({
        id: z.int(),
        quantity: z.int().min(0).default(0),
        refund_total: z.number().min(0).default(0),
        refund_tax: z.array(z.object({ id: z.int(), refund_total: z.number() })).default([]),
      }),
    )
    .default([]),
  meta_data: z.array(z.object({ key: z.string(), value: z.unknown() })).default([]),
})

const refusal = (message: string) => wpError(500, 'woocommerce_rest_cannot_create_order_refund', message)

export async function createRefund({ world, site, body, ids: [id = 0] }: Incoming): Promise<Answer> {
  const input = NewRefund.safeParse(body).data
  if (!input) throw invalidParam({ amount: 'amount is not of type string.' })
  const done = await world.db.transaction().execute(async (tx) => {
    // Two requests at once are judged one after the other.
    const row = await tx
      .selectFrom('orders')
      .selectAll()
      .where('site', '=', site.site)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw wpError(404, 'woocommerce_rest_invalid_order_id', 'Invalid order ID.')
    const { doc } = row
    const minor = (amount: string) => toMinor(amount, site.currency)
    const left = totalsOf(doc, site.currency).total - doc.refunds.reduce((sum, { amount }) => sum + minor(amount), 0)
    if (minor(input.amount) > left) throw refusal('Invalid refund amount.')
    const items = itemsOf(row, input.line_items)
    if (input.api_refund && methodOf(doc) !== 'woocommerce_payments')
      throw refusal('The payment gateway for this order does not support automatic refunds.')
    const refund = {
      id: id * 100 + doc.refunds.length + 1,
      at: nextSecond(world, row.modified_at).toISOString(),
      amount: toDecimal(minor(input.amount), site.currency),
      reason: input.reason,
      items,
      by_api: { meta: input.meta_data, paid: input.api_refund, restocked: input.api_restock },
    }
    const next = { ...doc, refunds: [...doc.refunds, refund] }
    const status = minor(input.amount) === left ? 'refunded' : row.status
    await tx
      .updateTable('orders')
      .set({ doc: JSON.stringify(next), status })
      .where('id', '=', id)
      .execute()
    return { row: { ...row, doc: next, status }, refund }
  })
  const changed = await changeOrder(world, site, done.row, {})
  if (input.api_restock) for (const item of done.refund.items) await putBack({ world, site }, changed, item)
  return { status: 201, body: showRefunds(changed).find((one) => one.id === done.refund.id) }
}

function itemsOf({ id, doc }: OrderRow, asked: z.output<typeof NewRefund>['line_items']) {
  return asked.flatMap(({ id: line_id, quantity }) => {
    const item = doc.items.find((one) => itemId(id, one.id) === line_id)
    if (!item) throw refusal('Invalid line item.')
    const back = doc.refunds
      .flatMap(({ items }) => items)
      .reduce((sum, one) => sum + (one.item_id === item.id ? one.quantity : 0), 0)
    if (quantity > item.quantity - back) throw refusal('Invalid quantity.')
    return quantity > 0 ? [{ item_id: item.id, quantity }] : []
  })
}

async function putBack(
  { world, site }: Pick<Incoming, 'world' | 'site'>,
  { doc }: OrderRow,
  { item_id, quantity }: { item_id: number; quantity: number },
) {
  const sold = doc.items.find((one) => one.id === item_id)
  const post = sold && (await findPost(world, site, sold.variation_id || sold.product_id))
  if (!post?.doc.manage_stock) return
  const stock_quantity = (post.doc.stock_quantity ?? 0) + quantity
  const change = { doc: { ...post.doc, stock_quantity, stock_status: 'instock' as const }, fields: ['stock_quantity'] }
  await changePost(world, site, post, change, 'buyer')
}
