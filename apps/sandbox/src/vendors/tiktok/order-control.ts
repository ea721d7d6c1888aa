/** What customers and the seller do with orders, from the control room. */
import { z } from 'zod'
import { BadInput, plainText } from '../../control/read-input.ts'
import { EveryMinutes, everyField, setHabit } from '../../customers/habit.ts'
import { drawCustomer, halfAddress } from '../../customers/people.ts'
import { OverDays, saleTimes } from '../../customers/sale-times.ts'
import { action } from '../../frame/define-vendor.ts'
import { orderId, productNumber } from './ids.ts'
import { buy, findOrder, moveTo, refundPiece, setStatus } from './orders.ts'
import { findShop } from './shops.ts'
import { ORDER_STATUSES, type OrderRow, type Shop, type TikTokWorld } from './tables.ts'

const DEMO = '7494049642642441621'
const shopField = { name: 'shop', label: 'Shop (number)', type: 'text', value: DEMO } as const
const orderField = { name: 'order', label: 'Order (number)', type: 'text', value: '' } as const
const OfOrder = z.strictObject({ shop: plainText, order: plainText })

async function shopOf(world: TikTokWorld, id: string): Promise<Shop> {
  const shop = await findShop(world, id)
  if (!shop) throw new BadInput(`There is no shop ${id}`, 404)
  return shop
}

async function orderOf(world: TikTokWorld, shop: Shop, id: string): Promise<OrderRow> {
  const row = await findOrder(world, shop, id)
  if (!row) throw new BadInput(`${shop.name} has no order ${id}`, 404)
  return row
}

interface ActionInput {
  product?: string | undefined
  quantity: number
  unpaid: boolean
  half_address: boolean
  sold_at: Date
}

/** One of the products that buyers see, for one of the customers of the shop's country. */
async function buySomething(world: TikTokWorld, shop: Shop, { product, half_address, ...input }: ActionInput) {
  const rows = await world.db
    .selectFrom('products')
    .selectAll()
    .where('shop', '=', shop.id)
    .where('status', '=', 'ACTIVATE')
    .orderBy('id')
    .execute()
  const shown = product === undefined ? rows : rows.filter(({ id }) => id === productNumber(product))
  const row = shown[Math.floor(world.random() * shown.length)]
  const sku = row?.body.skus[Math.floor(world.random() * (product === undefined ? row.body.skus.length : 1))]
  if (!row || !sku) throw new BadInput('Nothing is for sale there', 409)
  const drawn = drawCustomer(world.random)
  const customer = half_address ? halfAddress(drawn) : drawn
  return buy(world, shop, { ...input, customer, product: row, sku_no: sku.no })
}

/** A customer who buys by himself. A shop without goods is passed over. */
export async function buyNowAndThen(world: TikTokWorld, id: string): Promise<void> {
  const shop = await findShop(world, id)
  if (!shop?.active) return
  const input = { quantity: 1, unpaid: false, half_address: false, sold_at: world.now() }
  await buySomething(world, shop, input).catch((error: unknown) => {
    if (!(error instanceof BadInput)) throw error
  })
}

export const orderControl = {
  place_orders: action({
    label: 'Customers buy',
    fields: [shopField, { name: 'count', label: 'Orders', type: 'number', value: 1 }],
    input: z.strictObject({
      shop: plainText,
      count: z.coerce.number().int().min(1).max(500).default(1),
      product: plainText.optional(),
      quantity: z.coerce.number().int().min(1).max(100).default(1),
      unpaid: z.coerce.boolean().default(false),
      half_address: z.coerce.boolean().default(false),
      over_days: OverDays,
    }),
    async run(world: TikTokWorld, { shop: id, count, over_days, ...input }) {
      const shop = await shopOf(world, id)
      const orders: string[] = []
      for (const sold_at of saleTimes(world, count, over_days))
        orders.push(orderId((await buySomething(world, shop, { ...input, sold_at })).id))
      return { orders }
    },
  }),
  let_customers_buy: action({
    label: 'Customers buy by themselves',
    fields: [shopField, everyField],
    input: z.strictObject({ shop: plainText, every_min: EveryMinutes }),
    async run(world: TikTokWorld, { shop: id, every_min }) {
      await setHabit(world, (await shopOf(world, id)).id, every_min)
      return { every_min }
    },
  }),
  edit_address: action({
    label: "Change an order's address",
    fields: [shopField, orderField, { name: 'zip', label: 'ZIP code', type: 'text', value: '94107' }],
    input: OfOrder.extend({ zip: plainText.optional(), city: plainText.optional() }),
    async run(world: TikTokWorld, { shop: id, order, ...fields }) {
      const shop = await shopOf(world, id)
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
      await moveTo(world, shop, await orderOf(world, shop, order), given)
      return { order }
    },
  }),
  set_order_status: action({
    label: 'Set the status of an order',
    fields: [shopField, orderField, { name: 'status', label: 'Status', type: 'text', value: 'CANCELLED' }],
    input: OfOrder.extend({ status: z.enum(ORDER_STATUSES) }),
    async run(world: TikTokWorld, { shop: id, order, status }) {
      const shop = await shopOf(world, id)
      await setStatus(world, shop, await orderOf(world, shop, order), status)
      return { order, status }
    },
  }),
  refund_piece: action({
    label: 'Refund one piece of an order',
    fields: [shopField, orderField],
    input: OfOrder,
    async run(world: TikTokWorld, { shop: id, order }) {
      const shop = await shopOf(world, id)
      await refundPiece(world, shop, await orderOf(world, shop, order))
      return { order }
    },
  }),
}
