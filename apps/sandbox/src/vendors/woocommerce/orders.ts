/** Orders: bought by customers, changed by the merchant. */
import { toDecimal, toMinor } from '@omni/domain/money.ts'
import { BadInput } from '../../control/read-input.ts'
import type { Site, WooWorld } from './auth.ts'
import { sendWebhook } from './hooks.ts'
import { showOrder } from './order-view.ts'
import { changePost, findPost, nextSecond } from './products.ts'
import type { OrderDoc, OrderItem, OrderPerson, OrderRow } from './tables.ts'

const announceOrder = (
  world: WooWorld,
  site: Site,
  row: OrderRow,
  event: 'created' | 'updated' | 'deleted' | 'restored',
) =>
  sendWebhook(world, site, `order.${event}`, async () =>
    event === 'deleted' ? { id: row.id } : showOrder(world, site, row),
  )

export interface Purchase {
  person: OrderPerson
  items: { id: number; quantity: number }[]
  note?: string
  unpaid?: boolean
  /** Paid at the door: processed before the money is there. */
  cash?: boolean
  /** Surcharges, and codes with what they take off. */
  fees?: NonNullable<OrderDoc['fees']>
  coupons?: NonNullable<OrderDoc['coupons']>
  /** Only a basket on the checkout page. */
  is_draft?: boolean
  /** A sale of some days ago, for a shop that is not new. Left out: now. */
  sold_at?: Date
}

/** Stock goes down with the sale, as WooCommerce does it when the money is there. */
async function take(world: WooWorld, site: Site, id: number, quantity: number, no: number): Promise<OrderItem> {
  const post = await findPost(world, site, id)
  if (!post || post.status !== 'publish') throw new BadInput('There is no such product', 404)
  const { doc } = post
  if (doc.manage_stock && doc.backorders === 'no' && (doc.stock_quantity ?? 0) < quantity)
    throw new BadInput('Sold out', 409)
  if (doc.manage_stock) {
    const stock_quantity = (doc.stock_quantity ?? 0) - quantity
    const stock_status = stock_quantity > 0 ? 'instock' : 'outofstock'
    await changePost(
      world,
      site,
      post,
      { doc: { ...doc, stock_quantity, stock_status }, fields: ['stock_quantity'] },
      'buyer',
    )
  }
  const parent = post.parent_id > 0 ? await findPost(world, site, post.parent_id) : undefined
  const chosen = doc.chosen.map(({ option }) => option).join(', ')
  return {
    id: no,
    product_id: parent?.id ?? post.id,
    variation_id: parent ? post.id : 0,
    name: parent ? `${parent.doc.name} - ${chosen}` : doc.name,
    parent_name: parent?.doc.name ?? '',
    quantity,
    price: doc.sale_price || doc.regular_price || '0',
    sku: post.sku,
    image_id: doc.image_ids[0] ?? parent?.doc.image_ids[0] ?? null,
  }
}

export async function buy(world: WooWorld, site: Site, purchase: Purchase): Promise<OrderRow> {
  const { person, items, note, unpaid, cash, fees = [], coupons = [], is_draft = false, sold_at } = purchase
  const bought: OrderItem[] = []
  for (const [at, item] of items.entries()) bought.push(await take(world, site, item.id, item.quantity, at + 1))
  const at = nextSecond(world)
  const doc: OrderDoc = {
    billing: person,
    shipping: { ...person, email: '' },
    items: bought,
    customer_note: note ?? '',
    paid_at: unpaid || cash || is_draft ? null : at.toISOString(),
    ...(cash && { cash }),
    fees,
    coupons,
    refunds: [],
  }
  const row = await world.db
    .insertInto('orders')
    .values({
      site: site.site,
      status: is_draft ? 'checkout-draft' : unpaid ? 'pending' : 'processing',
      created_at: sold_at ?? at,
      modified_at: at,
      doc: JSON.stringify(doc),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await announceOrder(world, site, row, 'created')
  return row
}

export async function orderOf(world: WooWorld, site: Site, id: number): Promise<OrderRow> {
  const row = await world.db
    .selectFrom('orders')
    .selectAll()
    .where('site', '=', site.site)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new BadInput(`${site.site} has no order ${id}`, 404)
  return row
}

export async function changeOrder(
  world: WooWorld,
  site: Site,
  old: OrderRow,
  change: { status?: string; doc?: OrderDoc },
  event: 'updated' | 'deleted' | 'restored' = 'updated',
): Promise<OrderRow> {
  const row = await world.db
    .updateTable('orders')
    .set({
      status: change.status ?? old.status,
      doc: JSON.stringify(change.doc ?? old.doc),
      modified_at: nextSecond(world, old.modified_at),
    })
    .where('id', '=', old.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await announceOrder(world, site, row, event)
  return row
}

/** Money alone: no line is named. */
export function refundMoney(world: WooWorld, site: Site, row: OrderRow, amount: string, reason: string) {
  const { doc } = row
  const at = nextSecond(world).toISOString()
  const refund = { id: row.id * 100 + doc.refunds.length + 1, at, amount, reason, items: [] }
  return changeOrder(world, site, row, { doc: { ...doc, refunds: [...doc.refunds, refund] } })
}

export function refundItem(
  world: WooWorld,
  site: Site,
  row: OrderRow,
  item_id: number,
  quantity: number,
  reason: string,
) {
  const { doc } = row
  const item = doc.items.find((one) => one.id === item_id)
  if (!item || item.quantity < quantity) throw new BadInput('There is nothing left to refund there')
  const amount = toDecimal(toMinor(item.price, site.currency) * quantity, site.currency)
  const at = nextSecond(world).toISOString()
  const refund = { id: row.id * 100 + doc.refunds.length + 1, at, amount, reason, items: [{ item_id, quantity }] }
  return changeOrder(world, site, row, { doc: { ...doc, refunds: [...doc.refunds, refund] } })
}
