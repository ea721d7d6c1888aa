/** What customers and the merchant do with orders, from the control room. */
import { z } from 'zod'
import { BadInput, plainText } from '../../control/read-input.ts'
import { EveryMinutes, everyField, setHabit } from '../../customers/habit.ts'
import { COUNTRIES_ABROAD, drawCustomer, halfAddress } from '../../customers/people.ts'
import { OverDays, saleTimes } from '../../customers/sale-times.ts'
import { action } from '../../frame/define-vendor.ts'
import { createFulfillment } from './fulfillments.ts'
import { gid } from './ids.ts'
import { requestCancellation, requestFulfillment } from './merchant-requests.ts'
import { buy, cancelOrder, changeOrder, refundLine } from './orders.ts'
import { findShop } from './shops.ts'
import { FINANCIAL_STATES, FULFILMENT_STATES, type OrderRow, type Shop, type ShopifyWorld } from './tables.ts'
import { isPublished } from './view.ts'

const DEMO = 'northwind-goods.myshopify.com'
const shopField = { name: 'shop', label: 'Shop', type: 'text', value: DEMO } as const
const orderField = { name: 'order', label: 'Order (number)', type: 'number', value: 1001 } as const
const OfOrder = z.strictObject({ shop: plainText, order: z.coerce.number().int() })

async function shopOf(world: ShopifyWorld, domain: string): Promise<Shop> {
  const shop = await findShop(world, domain)
  if (!shop) throw new BadInput(`There is no shop ${domain}`, 404)
  return shop
}

async function orderOf(world: ShopifyWorld, shop: Shop, number: number): Promise<OrderRow> {
  const row = await world.db
    .selectFrom('orders')
    .selectAll()
    .where('shop', '=', shop.domain)
    .where((eb) => eb.or([eb('number', '=', number), eb('id', '=', number)]))
    .executeTakeFirst()
  if (!row) throw new BadInput(`${shop.domain} has no order ${number}`, 404)
  return row
}

interface ActionInput {
  product?: number | undefined
  /** Bought with it. */
  and_product?: number | undefined
  country?: (typeof COUNTRIES_ABROAD)[number] | undefined
  quantity: number
  unpaid: boolean
  cash?: boolean
  half_address: boolean
  discount_percent: number
  /** The order's id in the channel it was sold in, and its name, where an app brings it here. */
  sold_in?: string | undefined
  sold_in_name?: string | undefined
  sold_at: Date
}

/** One of the published products, for one of the customers. */
async function buySomething(
  world: ShopifyWorld,
  shop: Shop,
  { product, and_product, country, half_address, sold_in, sold_in_name, ...input }: ActionInput,
) {
  const rows = await world.db
    .selectFrom('products')
    .selectAll()
    .where('shop', '=', shop.domain)
    .where('status', '=', 'ACTIVE')
    .orderBy('id')
    .execute()
  // Nobody chooses what is sold out; who was sent to a product is told so.
  const forSale = ({ body }: (typeof rows)[number]) =>
    body.variants.filter(({ tracked, policy, quantity }) => !tracked || policy !== 'DENY' || quantity >= input.quantity)
  const pick = (product_id: number | undefined) => {
    const shown = rows.filter((row) =>
      product_id === undefined ? isPublished(row) && forSale(row).length > 0 : row.id === product_id,
    )
    const row = shown[Math.floor(world.random() * shown.length)]
    const left = row ? forSale(row) : []
    const variants = left.length > 0 ? left : (row?.body.variants ?? [])
    const variant = variants[Math.floor(world.random() * (variants.length || 1))]
    if (!row || !variant) throw new BadInput('Nothing is for sale there', 409)
    return { product_id: row.id, variant_no: variant.no, quantity: input.quantity }
  }
  const items = [pick(product), ...(and_product === undefined ? [] : [pick(and_product)])]
  const drawn = drawCustomer(world.random, country)
  const { first_name, last_name, phone, ...address } = half_address ? halfAddress(drawn) : drawn
  return buy(world, shop, {
    buyer: { first_name, last_name, email: `${first_name.toLowerCase()}@example.test`, phone },
    address: { ...address, address2: '', phone },
    items,
    unpaid: input.unpaid,
    cash: input.cash ?? false,
    discount_percent: input.discount_percent,
    sold_at: input.sold_at,
    ...(sold_in && { source: { name: sold_in_name ?? '', identifier: sold_in } }),
  })
}

/** A customer who buys by himself. A shop without goods is passed over. */
export async function buyNowAndThen(world: ShopifyWorld, domain: string): Promise<void> {
  const shop = await findShop(world, domain)
  if (!shop?.active) return
  const input = { quantity: 1, unpaid: false, half_address: false, discount_percent: 0, sold_at: world.now() }
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
      product: z.coerce.number().int().optional(),
      and_product: z.coerce.number().int().optional(),
      country: z.enum(COUNTRIES_ABROAD).optional(),
      quantity: z.coerce.number().int().min(1).max(10_000).default(1),
      unpaid: z.coerce.boolean().default(false),
      cash: z.coerce.boolean().default(false),
      half_address: z.coerce.boolean().default(false),
      discount_percent: z.coerce.number().int().min(0).max(99).default(0),
      /** The order's id in another channel, and that channel's name. */
      sold_in: plainText.optional(),
      sold_in_name: plainText.optional(),
      over_days: OverDays,
    }),
    async run(world: ShopifyWorld, { shop: domain, count, over_days, ...input }) {
      const shop = await shopOf(world, domain)
      const made: OrderRow[] = []
      for (const sold_at of saleTimes(world, count, over_days))
        made.push(await buySomething(world, shop, { ...input, sold_at }))
      return { orders: made.map(({ number }) => number), ids: made.map(({ id }) => id) }
    },
  }),
  let_customers_buy: action({
    label: 'Customers buy by themselves',
    fields: [shopField, everyField],
    input: z.strictObject({ shop: plainText, every_min: EveryMinutes }),
    async run(world: ShopifyWorld, { shop: domain, every_min }) {
      await setHabit(world, (await shopOf(world, domain)).domain, every_min)
      return { every_min }
    },
  }),
  edit_address: action({
    label: "Change an order's address",
    fields: [shopField, orderField, { name: 'zip', label: 'ZIP code', type: 'text', value: '94107' }],
    input: OfOrder.extend({
      address1: plainText.optional(),
      city: plainText.optional(),
      zip: plainText.optional(),
      phone: plainText.optional(),
    }),
    async run(world: ShopifyWorld, { shop: domain, order, ...fields }) {
      const shop = await shopOf(world, domain)
      const { id } = await orderOf(world, shop, order)
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
      await changeOrder(world, shop, id, (body) => ({ ...body, address: { ...body.address, ...given } }))
      return { order, changed: Object.keys(given) }
    },
  }),
  tag_order: action({
    label: 'The merchant tags an order',
    fields: [shopField, orderField, { name: 'tag', label: 'Tag', type: 'text', value: 'gift' }],
    input: OfOrder.extend({ tag: plainText }),
    async run(world: ShopifyWorld, { shop: domain, order, tag }) {
      const shop = await shopOf(world, domain)
      const { id } = await orderOf(world, shop, order)
      await changeOrder(world, shop, id, (body) => ({ ...body, tags: [...new Set([...body.tags, tag])].toSorted() }))
      return { order, tag }
    },
  }),
  pay_order: action({
    label: 'The money for an order arrives',
    fields: [shopField, orderField],
    input: OfOrder,
    async run(world: ShopifyWorld, { shop: domain, order }) {
      const shop = await shopOf(world, domain)
      const { id } = await orderOf(world, shop, order)
      await changeOrder(world, shop, id, (body) => ({ ...body, financial: 'PAID' }))
      return { order }
    },
  }),
  set_order_status: action({
    label: 'Show an order in a status',
    fields: [
      shopField,
      orderField,
      { name: 'financial', label: FINANCIAL_STATES.join(', '), type: 'text', value: 'AUTHORIZED' },
    ],
    input: OfOrder.extend({
      financial: z.enum(FINANCIAL_STATES).optional(),
      fulfilment: z.enum(FULFILMENT_STATES).optional(),
    }),
    async run(world: ShopifyWorld, { shop: domain, order, financial, fulfilment }) {
      const shop = await shopOf(world, domain)
      const { id } = await orderOf(world, shop, order)
      await changeOrder(world, shop, id, (body) => ({
        ...body,
        ...(financial && { financial }),
        ...(fulfilment && { shown_fulfilment: fulfilment }),
      }))
      return { order, financial, fulfilment }
    },
  }),
  cancel_order: action({
    label: 'Cancel an order, as the merchant',
    fields: [shopField, orderField],
    input: OfOrder,
    async run(world: ShopifyWorld, { shop: domain, order }) {
      const shop = await shopOf(world, domain)
      await cancelOrder(world, shop, (await orderOf(world, shop, order)).id, 'CUSTOMER')
      return { order }
    },
  }),
  send_order: action({
    label: 'Send an order, as the merchant',
    fields: [shopField, orderField],
    input: OfOrder,
    async run(world: ShopifyWorld, { shop: domain, order }) {
      const shop = await shopOf(world, domain)
      const { id } = await orderOf(world, shop, order)
      const lineItemsByFulfillmentOrder = [{ fulfillmentOrderId: gid('FulfillmentOrder', id) }]
      await createFulfillment(world, shop, { lineItemsByFulfillmentOrder })
      return { order }
    },
  }),
  request_fulfillment: action({
    label: 'Ask the app to fulfil an order, as the merchant (line 0: all of it; quantity 0: all pieces)',
    fields: [
      shopField,
      orderField,
      { name: 'line', label: 'Line', type: 'number', value: 0 },
      { name: 'quantity', label: 'Pieces', type: 'number', value: 0 },
    ],
    input: OfOrder.extend({
      line: z.coerce.number().int().min(0).default(0),
      quantity: z.coerce.number().int().min(0).default(0),
      message: plainText.optional(),
    }),
    async run(world: ShopifyWorld, { shop: domain, order, ...input }) {
      const shop = await shopOf(world, domain)
      return requestFulfillment(world, shop, (await orderOf(world, shop, order)).id, input)
    },
  }),
  request_cancellation: action({
    label: 'Ask the app to leave an order after all, as the merchant',
    fields: [shopField, orderField],
    input: OfOrder.extend({ message: plainText.optional() }),
    async run(world: ShopifyWorld, { shop: domain, order, message }) {
      const shop = await shopOf(world, domain)
      return requestCancellation(world, shop, (await orderOf(world, shop, order)).id, message)
    },
  }),
  refund_line: action({
    label: 'Refund a line of an order',
    fields: [shopField, orderField, { name: 'line', label: 'Line', type: 'number', value: 1 }],
    input: OfOrder.extend({
      line: z.coerce.number().int().default(1),
      quantity: z.coerce.number().int().min(1).default(1),
      note: plainText.default('Customer changed their mind'),
    }),
    async run(world: ShopifyWorld, { shop: domain, order, ...refund }) {
      const shop = await shopOf(world, domain)
      await refundLine(world, shop, (await orderOf(world, shop, order)).id, refund)
      return { order }
    },
  }),
}
