/** Orders: bought by customers, changed by them, the seller or the platform. */
import { toDecimal, toMinor } from '@omni/domain/money.ts'
import { BadInput } from '../../control/read-input.ts'
import type { Customer } from '../../customers/people.ts'
import { orderId, orderNumber, returnId } from './ids.ts'
import { changeProduct, second } from './products.ts'
import type { OrderItem, OrderRow, OrderStatus, ProductRow, Shop, TikTokWorld } from './tables.ts'
import { announce } from './webhooks.ts'

const SHIPPING_FEE = '3.99'
/** In the US prices are without tax; elsewhere it is inside. */
const taxPercent = ({ region }: Shop) => (region === 'US' ? 7 : 0)

export interface Purchase {
  customer: Customer
  product: ProductRow
  sku_no: number
  quantity: number
  unpaid: boolean
  sold_at: Date
}

export const announceStatus = (world: TikTokWorld, shop: Shop, { id, status }: Pick<OrderRow, 'id' | 'status'>) =>
  announce(world, shop, 'ORDER_STATUS_CHANGE', {
    order_id: orderId(id),
    // The message's own word for it.
    order_status: status === 'CANCELLED' ? 'CANCEL' : status,
    is_on_hold_order: false,
  })

/** Stock goes down with the sale, in the first warehouse. */
async function take(world: TikTokWorld, { product, sku_no, quantity }: Purchase): Promise<OrderItem[]> {
  const row = await changeProduct(world, product, 'platform', ['quantity'], ({ body }) => {
    const sku = body.skus.find(({ no }) => no === sku_no)
    const stock = sku?.inventory[0]?.quantity ?? 0
    if (!sku || stock < quantity) throw new BadInput('Sold out', 409)
    const inventory = sku.inventory.map((one, at) => (at === 0 ? { ...one, quantity: stock - quantity } : one))
    return { body: { ...body, skus: body.skus.map((one) => (one === sku ? { ...one, inventory } : one)) } }
  })
  const sku = row.body.skus.find(({ no }) => no === sku_no)
  return Array.from({ length: quantity }, (_, at) => ({
    no: at + 1,
    product: row.id,
    sku_no,
    product_name: row.body.title,
    sku_name: sku?.sales_attributes.map(({ value_name }) => value_name).join(', ') ?? '',
    seller_sku: sku?.seller_sku ?? '',
    image: row.body.main_images[0] ?? null,
    price: sku?.price ?? '0',
    is_cancelled: false,
  }))
}

export async function buy(world: TikTokWorld, shop: Shop, purchase: Purchase): Promise<OrderRow> {
  const { customer, unpaid, sold_at } = purchase
  const items = await take(world, purchase)
  const at = second(world.now())
  const { first_name, last_name, phone, address1, city, province, zip, country_code } = customer
  const body = {
    buyer: {
      user_id: `70214${customer.zip.replace(/\D/g, '')}`,
      email: `${first_name.toLowerCase()}@scs2.tiktok.test`,
    },
    recipient: { first_name, last_name, phone, address1, city, province, zip, country_code },
    items,
    shipping_fee: SHIPPING_FEE,
    tax_percent: taxPercent(shop),
    cancel_reason: '',
    message: '',
  }
  const row = await world.db
    .insertInto('orders')
    .values({
      shop: shop.id,
      status: unpaid ? 'UNPAID' : 'AWAITING_SHIPMENT',
      body: JSON.stringify(body),
      created_at: second(sold_at),
      paid_at: unpaid ? null : second(sold_at),
      cancelled_at: null,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await announceStatus(world, shop, row)
  return row
}

export async function findOrder(world: TikTokWorld, shop: Shop, id: unknown): Promise<OrderRow | undefined> {
  const number = orderNumber(id)
  return number === 0
    ? undefined
    : world.db.selectFrom('orders').selectAll().where('shop', '=', shop.id).where('id', '=', number).executeTakeFirst()
}

export async function setStatus(
  world: TikTokWorld,
  shop: Shop,
  row: OrderRow,
  status: OrderStatus,
  cancel_reason = 'No longer needed',
): Promise<void> {
  const at = second(world.now())
  const isOver = status === 'CANCELLED'
  await world.db
    .updateTable('orders')
    .set({
      status,
      updated_at: at,
      ...(isOver && { cancelled_at: at, body: JSON.stringify({ ...row.body, cancel_reason }) }),
      ...(row.paid_at === null && !isOver && { paid_at: at }),
    })
    .where('id', '=', row.id)
    .execute()
  await announceStatus(world, shop, { id: row.id, status })
}

export async function moveTo(world: TikTokWorld, shop: Shop, row: OrderRow, to: { zip?: string; city?: string }) {
  const recipient = { ...row.body.recipient, ...to }
  await world.db
    .updateTable('orders')
    .set({ body: JSON.stringify({ ...row.body, recipient }), updated_at: second(world.now()) })
    .where('id', '=', row.id)
    .execute()
  await announce(world, shop, 'RECIPIENT_ADDRESS_UPDATE', { order_id: orderId(row.id) })
}

/** Money for one piece, without sending it back. */
export async function refundPiece(world: TikTokWorld, shop: Shop, row: OrderRow): Promise<void> {
  const gone = await world.db.selectFrom('returns').select('item_nos').where('order_id', '=', row.id).execute()
  const item = row.body.items.find(({ no }) => !gone.some(({ item_nos }) => item_nos.includes(no)))
  if (!item) throw new BadInput('There is nothing left to refund there')
  const made = await world.db
    .insertInto('returns')
    .values({
      shop: shop.id,
      order_id: row.id,
      status: 'RETURN_OR_REFUND_REQUEST_COMPLETE',
      reason: 'Item does not match the description',
      total: toDecimal(toMinor(item.price, shop.currency), shop.currency),
      item_nos: [item.no],
      created_at: second(world.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await announce(world, shop, 'RETURN_STATUS_CHANGE', {
    order_id: orderId(row.id),
    return_role: 'BUYER',
    return_type: 'REFUND',
    return_status: 'RETURN_OR_REFUND_REQUEST_COMPLETE',
    return_id: returnId(made.id),
  })
}
