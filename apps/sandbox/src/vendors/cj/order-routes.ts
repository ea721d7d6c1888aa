import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SupplyWorld } from '../../catalogue/make-world.ts'
import { placeOf } from '../../catalogue/vendor-ids.ts'
import { plainText } from '../../control/read-input.ts'
import { priceBasket, type WantedLine } from '../../orders/basket.ts'
import {
  balanceOf,
  cancelOrder,
  findOrders,
  findRepeated,
  orderAt,
  payOrder,
  placeOrder,
  seenUntil,
  stamp,
  totalOf,
} from '../../orders/order-book.ts'
import type { OrderRow } from '../../orders/tables.ts'
import type { World } from '../../frame/world.ts'
import { beijing } from './auth-routes.ts'
import { CjRefusal, done } from './envelope.ts'
import { BASE, type CjTables, endpoint, type makeGuard } from './guard.ts'
import { heldBack } from './held-orders.ts'
import { shownStatus, statusOf, trackNumber } from './order-state.ts'
import { sendOrderWebhook } from './webhooks.ts'

/** The fields that CJ's page marks as required, and the ways to pay that this sandbox knows. */
const Create = z.object({
  orderNumber: plainText.min(1).max(50),
  shippingCountryCode: z.string().regex(/^[A-Z]{2}$/),
  shippingCountry: z.string().min(1),
  shippingProvince: z.string().min(1).max(50),
  shippingCity: z.string().min(1).max(50),
  shippingCustomerName: plainText.min(1).max(50),
  shippingAddress: z.string().min(1).max(200),
  shippingZip: z.string().max(20).optional(),
  shippingPhone: z.string().max(20).optional(),
  logisticName: plainText.min(1),
  fromCountryCode: z.string().regex(/^[A-Z]{2}$/),
  iossType: z.coerce.number().optional(),
  iossNumber: z.string().optional(),
  payType: z.coerce.number().refine((type) => type === 3, 'only 3 is taken here'),
  products: z
    .array(z.object({ vid: z.string(), quantity: z.coerce.number().int().min(1).max(10_000) }))
    .min(1)
    .max(50),
})
/**
 * Declared for what is imported into the EU: by a number of one's own, or by CJ's service where the account has it. From a Java
 * shop's notes of live orders: 1 is refused, and 3 without the service.
 */
const EU = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '))
function lacksIoss(input: z.output<typeof Create>, hasService: boolean): boolean {
  const { shippingCountryCode, fromCountryCode, iossType = 1, iossNumber = '' } = input
  if (!EU.has(shippingCountryCode) || EU.has(fromCountryCode)) return false
  return iossType === 3 ? !hasService : iossType !== 2 || !/^IM\d{10}$/.test(iossNumber)
}
const ById = z.object({ orderId: plainText.min(1) })

function read<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new CjRefusal(1600100, `Param error: ${issue?.path.join('.')} ${issue?.message}`)
}

const codeOf = ({ no }: OrderRow) => `SD${no}`
const dollars = (cents: number) => cents / 100

const dressDetail = (order: OrderRow, orderStatus: string) => ({
  orderId: String(order.no),
  orderNum: order.reference,
  cjOrderId: codeOf(order),
  cjOrderCode: codeOf(order),
  orderStatus,
  orderAmount: dollars(totalOf(order)),
  productAmount: dollars(order.items_total),
  postageAmount: dollars(order.shipping_total),
  createDate: beijing(order.created_at),
  paymentDate: order.paid_at ? beijing(order.paid_at) : null,
  logisticName: order.service,
  trackNumber: trackNumber(order),
  trackingUrl: null,
  productList: order.lines.map(({ sku_id, quantity, price }) => ({ vid: sku_id, quantity, sellPrice: dollars(price) })),
})

export function orderRoutes(
  app: FastifyInstance,
  world: World<CjTables>,
  supply: SupplyWorld,
  guard: ReturnType<typeof makeGuard>,
) {
  const wanted = ({ vid, quantity }: { vid: string; quantity: number }): WantedLine => {
    const place = placeOf('cj', vid)
    const offer = place ? supply.offers.cj[place.index] : undefined
    if (!offer || !place || place.variant < 0) throw new CjRefusal(1602003, `Variant not found: ${vid}`)
    return { offer, variant: place.variant, sku_id: vid, quantity }
  }
  /** By CJ's code, by its number, or by the buyer's own. */
  const findAny = async (account: string, id: string): Promise<OrderRow | undefined> => {
    const no = Number(/^(?:SD)?(\d{1,15})$/.exec(id)?.[1] ?? 0)
    const [order] = no > 0 ? await findOrders(world, account, { no }) : []
    return order ?? (await findOrders(world, account, { reference: id }))[0]
  }
  const mustFind = async (account: string, id: string, refusal: 1603001 | 1603002 | 1603101) => {
    const order = await findAny(account, id)
    if (!order) throw new CjRefusal(refusal, `Order not found: ${id}`)
    return order
  }

  app.post(`${BASE}/shopping/order/createOrderV2`, endpoint('order/createOrderV2'), async (request) => {
    const { id: account, ioss_service = false } = await guard(request, 'order/createOrderV2')
    const input = read(Create, request.body)
    if (lacksIoss(input, ioss_service))
      throw new CjRefusal(1603000, '100104:Order create fail: 7001:Please enter a IOSS number.')
    const { orderNumber: reference, logisticName, products } = input
    if ((await findRepeated(world, account, reference)).length > 0) throw new CjRefusal(1603003)
    const basket = await priceBasket(world, products.map(wanted), {
      to: input.shippingCountryCode,
      from: input.fromCountryCode,
    })
    if (basket.short !== undefined) throw new CjRefusal(1603000, `Insufficient inventory: ${basket.short}`)
    const service = basket.services.find(({ code }) => code === logisticName)
    if (!service) throw new CjRefusal(1605001)
    const { order, is_new } = await placeOrder(
      world,
      {
        account,
        reference,
        content: JSON.stringify(input),
        buyer: input.shippingCustomerName,
        service: logisticName,
        lines: products.map(({ vid, quantity }, i) => ({
          line_id: String(i + 1),
          product_id: wanted({ vid, quantity }).offer.id,
          sku_id: vid,
          quantity,
          price: basket.prices[i] ?? 0,
        })),
        shipping_total: service.cost,
      },
      'for_ever',
    )
    if (!is_new) throw new CjRefusal(1603003)
    return done({
      orderId: codeOf(order),
      orderNumber: reference,
      shipmentOrderId: null,
      orderStatus: statusOf(order),
      // Every other order is not added up.
      orderAmount: order.no % 2 === 0 ? dollars(totalOf(order)) : null,
      productAmount: dollars(order.items_total),
      postageAmount: dollars(order.shipping_total),
      ...(await heldBack(world)),
    })
  })

  app.patch(`${BASE}/shopping/order/confirmOrder`, endpoint('order/confirmOrder'), async (request) => {
    const { id: account } = await guard(request, 'order/confirmOrder')
    const { orderId } = read(ById, request.body)
    const order = await mustFind(account, orderId, 1603001)
    if (order.cancelled_at || order.paid_at) throw new CjRefusal(1603001)
    await sendOrderWebhook(world, await stamp(world.db, order.no, 'confirmed_at', world.now()))
    return done(orderId)
  })

  app.post(`${BASE}/shopping/pay/payBalance`, endpoint('pay/payBalance'), async (request) => {
    const { id: account } = await guard(request, 'pay/payBalance')
    const { orderId } = read(ById, request.body)
    const order = await mustFind(account, orderId, 1603101)
    if (!order.confirmed_at) throw new CjRefusal(1603101, 'The order is not confirmed')
    const paid = await payOrder(world, account, order.no)
    if (paid.is === 'poor') throw new CjRefusal(1604000)
    if (paid.is !== 'paid') throw new CjRefusal(1603101, 'The order does not wait for a payment')
    await sendOrderWebhook(world, paid.order)
    return done(null)
  })

  app.get(`${BASE}/shopping/pay/getBalance`, endpoint('pay/getBalance'), async (request) => {
    const { id: account } = await guard(request, 'pay/getBalance')
    return done({ amount: dollars(await balanceOf(world, account)), noWithdrawalAmount: 0, freezeAmount: 0 })
  })

  app.get(`${BASE}/shopping/order/getOrderDetail`, endpoint('order/getOrderDetail'), async (request) => {
    const { id: account } = await guard(request, 'order/getOrderDetail')
    const { orderId: id } = read(ById, request.query)
    const order = await findAny(account, id)
    const seen = order && orderAt(order, await seenUntil(world, 'order/getOrderDetail'))
    // Both answers were seen: an error for a number of CJ's own kind, success with nothing for a buyer's reference.
    if (!seen && /^(?:SD)?\d+$/.test(id)) throw new CjRefusal(1603100)
    return done(seen ? dressDetail(seen, await shownStatus(world, seen)) : null)
  })

  app.delete(`${BASE}/shopping/order/deleteOrder`, endpoint('order/deleteOrder'), async (request) => {
    const { id: account } = await guard(request, 'order/deleteOrder')
    const { orderId } = read(ById, request.query)
    const order = await mustFind(account, orderId, 1603002)
    if (order.confirmed_at || !(await cancelOrder(world, order.no, 'unpaid'))) throw new CjRefusal(1603002)
    return done(orderId)
  })
}
