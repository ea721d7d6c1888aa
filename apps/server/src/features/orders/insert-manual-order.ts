import type { OrderAddress, RemoteOrder, RemoteOrderLine } from '@omni/domain/orders/document.ts'
import { repairAddress } from '@omni/domain/orders/address.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { recordEvents } from './order-events.ts'
import { regroupOrders } from './regroup.ts'
import { insertLines, searchTextOf } from './write-order.ts'

export interface SoldVariant {
  variant_id: string
  product_id: string
  title: string
  option_values: string[]
  sku: string
  image: string | null
}

export const SOLD = sql`select v.variant_id, v.product_id, p.title, v.option_values, v.sku, p.images -> 0 ->> 'url' as image
  from product_variants v join products p using (workplace_id, product_id)`

interface ManualOrder {
  /** Null: one is made up. */
  number: string | null
  customer: { name: string; email: string; phone: string }
  address: OrderAddress
  lines: { variant: SoldVariant; quantity: number; unit_price: number }[]
  currency: string
  note: string
}

/** An order that no store knows. It counts as paid. */
export async function insertManualOrder(
  tx: Tx,
  { workplace_id, user_id, now }: Pick<Ctx, 'workplace_id' | 'user_id' | 'now'>,
  { number, customer, currency, note, ...sold }: ManualOrder,
): Promise<{ order_id: string; number: string }> {
  const order_id = randomUUID()
  const lines = sold.lines.map(({ variant, quantity, unit_price }, at): RemoteOrderLine => ({
    remote_line_id: String(at + 1),
    remote_product_id: null,
    remote_variant_id: null,
    title: variant.title,
    variant_title: variant.option_values.join(' / '),
    sku: variant.sku,
    image: variant.image,
    quantity,
    current_quantity: quantity,
    unfulfilled_quantity: quantity,
    unit_price,
    discount: 0,
    tax: 0,
  }))
  const total = lines.reduce((sum, { unit_price, quantity }) => sum + unit_price * quantity, 0)
  if (!Number.isSafeInteger(total)) refuse('orders.total_too_large', {}, { field: 'lines' })
  const address = repairAddress(sold.address)
  const document: RemoteOrder = {
    remote_id: order_id,
    number: number ?? `M-${order_id.slice(0, 8).toUpperCase()}`,
    version: now.toISOString(),
    created_at: now.toISOString(),
    currency,
    financial: 'paid',
    fulfilment: 'unfulfilled',
    cancelled_at: null,
    cancel_reason: '',
    customer: { remote_id: null, ...customer },
    address,
    lines,
    subtotal: total,
    discounts: 0,
    shipping: 0,
    taxes: 0,
    total,
    refunds: [],
    tags: [],
    note: '',
  }
  await sql`
    insert into orders (workplace_id, order_id, channel, remote_id, number, document, version, address, country_code,
      customer_name, currency, total, financial, fulfilment, note, search_text, ordered_at)
    values (${workplace_id}, ${order_id}, 'manual', ${order_id}, ${document.number}, ${JSON.stringify(document)}::jsonb,
      ${document.version}, ${JSON.stringify(address)}::jsonb, ${address.country_code}, ${customer.name}, ${currency},
      ${total}, 'paid', 'unfulfilled', ${note}, ${searchTextOf(document)}, ${now})`.execute(tx)
  await insertLines(tx, workplace_id, [{ order_id, remote: document }])
  await sql`
    update order_lines l set variant_id = w.variant_id, product_id = w.product_id
    from unnest(${sold.lines.map((_, at) => String(at + 1))}::text[],
      ${sold.lines.map(({ variant }) => variant.variant_id)}::uuid[],
      ${sold.lines.map(({ variant }) => variant.product_id)}::uuid[]) as w (remote_line_id, variant_id, product_id)
    where l.workplace_id = ${workplace_id} and l.order_id = ${order_id} and l.remote_line_id = w.remote_line_id`.execute(
    tx,
  )
  await recordEvents(tx, workplace_id, order_id, [
    { kind: 'created_by_hand', who: 'person', user_id, happened_at: now },
  ])
  await regroupOrders(tx, workplace_id, [order_id], { replan: true })
  return { order_id, number: document.number }
}
