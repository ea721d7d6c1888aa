import { toDecimal, toMinor } from '@omni/domain/money.ts'
import { BadInput } from '../../control/read-input.ts'
import { changeProduct, isDefaultOnly, second } from './products.ts'
import { restOrder, restRefund } from './order-view.ts'
import type { OrderAddressRow, OrderBody, OrderLineRow, OrderRow, Shop, ShopifyWorld } from './tables.ts'
import { announceStock } from './variant-mutations.ts'
import { announce } from './webhooks.ts'

/** The shop's own flat rates. */
const SHIPPING = '4.90'
const TAX_PERCENT = 8

export interface Purchase {
  buyer: { first_name: string; last_name: string; email: string; phone: string }
  address: OrderAddressRow
  items: { product_id: number; variant_no: number; quantity: number }[]
  /** What a code takes off the goods. */
  discount_percent?: number
  note?: string
  source?: { name: string; identifier: string }
  /** By bank transfer: the money is not there yet. */
  unpaid?: boolean
  /** At the door. */
  cash?: boolean
  /** A sale of some days ago, for a shop that is not new. Left out: now. */
  sold_at?: Date
}

/** A customer buys: stock goes down, then the order stands in the books and its messages go out. */
export async function buy(world: ShopifyWorld, shop: Shop, purchase: Purchase): Promise<OrderRow> {
  const lines: OrderLineRow[] = []
  for (const [no, item] of purchase.items.entries())
    lines.push(await take(world, shop, item, no + 1, purchase.discount_percent))
  const at = second(world.now())
  const row = await world.db.transaction().execute(async (tx) => {
    // One number after the other, without holes.
    await tx.selectFrom('shops').select('domain').where('domain', '=', shop.domain).forUpdate().execute()
    const last = await tx
      .selectFrom('orders')
      .select(({ fn }) => fn.max('number').as('number'))
      .where('shop', '=', shop.domain)
      .executeTakeFirst()
    const body: OrderBody = {
      buyer: purchase.buyer,
      address: purchase.address,
      lines,
      shipping: SHIPPING,
      financial: purchase.unpaid || purchase.cash ? 'PENDING' : 'PAID',
      cancelled_at: null,
      cancel_reason: null,
      refunds: [],
      tags: [],
      note: purchase.note ?? null,
      ...(purchase.source && { source: purchase.source }),
      ...(purchase.unpaid && { gateway: 'Bank Deposit' }),
      ...(purchase.cash && { gateway: 'Cash on Delivery (COD)' }),
    }
    return tx
      .insertInto('orders')
      .values({
        shop: shop.domain,
        number: (last?.number ?? 1000) + 1,
        body: JSON.stringify(body),
        created_at: second(purchase.sold_at ?? at),
        updated_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  await announce(world, shop, 'orders/create', restOrder(shop, row))
  return row
}

async function take(
  world: ShopifyWorld,
  shop: Shop,
  { product_id, variant_no, quantity }: Purchase['items'][number],
  no: number,
  discount_percent = 0,
): Promise<OrderLineRow> {
  let left = 0
  const row = await changeProduct(world, shop, product_id, { who: 'buyer', stock_only: true }, ({ body }) => {
    const variant = body.variants.find((one) => one.no === variant_no)
    if (!variant) throw new BadInput(`There is no variant ${variant_no}`, 404)
    left = variant.quantity - quantity
    if (variant.tracked && variant.policy === 'DENY' && left < 0) throw new BadInput('Sold out', 409)
    const variants = body.variants.map((one) => (one === variant && one.tracked ? { ...one, quantity: left } : one))
    return { body: { ...body, variants }, fields: ['quantity'] }
  })
  const variant = row.body.variants.find((one) => one.no === variant_no)
  if (variant?.tracked) await announceStock(world, shop, product_id, variant_no, left)
  const price = variant?.price ?? '0.00'
  const before = toMinor(price, shop.currency) * quantity
  const discount = Math.round((before * discount_percent) / 100)
  const tax = Math.round(((before - discount) * TAX_PERCENT) / 100)
  return {
    no,
    product_id,
    variant_no,
    title: row.body.title,
    variant_title: isDefaultOnly(row.body) ? null : (variant?.option_values.join(' / ') ?? null),
    sku: variant?.sku ?? null,
    file_id: variant?.file_id ?? row.body.file_ids[0] ?? null,
    quantity,
    current_quantity: quantity,
    price,
    tax: toDecimal(tax, shop.currency),
    ...(discount > 0 && { discount: toDecimal(discount, shop.currency) }),
  }
}

export async function findOrder(world: ShopifyWorld, shop: Shop, id: number): Promise<OrderRow | undefined> {
  return world.db
    .selectFrom('orders')
    .selectAll()
    .where('shop', '=', shop.domain)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Changes an order under a lock. Its time is a whole second and never goes back. */
export async function changeOrder(
  world: ShopifyWorld,
  shop: Shop,
  id: number,
  change: (body: OrderBody) => OrderBody,
): Promise<OrderRow> {
  const row = await world.db.transaction().execute(async (tx) => {
    const old = await tx
      .selectFrom('orders')
      .selectAll()
      .where('shop', '=', shop.domain)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!old) throw new BadInput(`${shop.domain} has no order ${id}`, 404)
    const updated_at = new Date(Math.max(second(world.now()).getTime(), old.updated_at.getTime()))
    const body = change(old.body)
    await tx
      .updateTable('orders')
      .set({ body: JSON.stringify(body), updated_at })
      .where('id', '=', id)
      .execute()
    return { ...old, body, updated_at }
  })
  await announce(world, shop, 'orders/updated', restOrder(shop, row))
  return row
}

export async function cancelOrder(world: ShopifyWorld, shop: Shop, id: number, reason: string): Promise<OrderRow> {
  const at = second(world.now()).toISOString()
  const row = await changeOrder(world, shop, id, (body) => ({
    ...body,
    cancelled_at: body.cancelled_at ?? at,
    cancel_reason: body.cancel_reason ?? reason,
    financial: body.financial === 'PAID' ? 'REFUNDED' : 'VOIDED',
    lines: body.lines.map((line) => ({ ...line, current_quantity: 0 })),
  }))
  await announce(world, shop, 'orders/cancelled', restOrder(shop, row))
  return row
}

export async function refundLine(
  world: ShopifyWorld,
  shop: Shop,
  id: number,
  { line: no, quantity, note }: { line: number; quantity: number; note: string },
): Promise<OrderRow> {
  const at = second(world.now()).toISOString()
  const row = await changeOrder(world, shop, id, (body) => {
    const line = body.lines.find((one) => one.no === no)
    if (!line || line.current_quantity < quantity) throw new BadInput('There is nothing left to refund there')
    const amount = toDecimal(toMinor(line.price, shop.currency) * quantity, shop.currency)
    const lines = body.lines.map((one) =>
      one === line ? { ...one, current_quantity: one.current_quantity - quantity } : one,
    )
    return {
      ...body,
      lines,
      financial: lines.every(({ current_quantity }) => current_quantity === 0) ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
      refunds: [...body.refunds, { no: body.refunds.length + 1, at, amount, note, lines: [{ no, quantity }] }],
    }
  })
  await announce(world, shop, 'refunds/create', restRefund(row))
  return row
}
