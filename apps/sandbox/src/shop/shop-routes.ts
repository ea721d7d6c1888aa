/**
 * The counter of a shop that people buy from with a browser: what its checkout shows, the last button, and the buyer's
 * order history. The sites publish no such thing; this is the sandbox's own stand-in for their pages, the same for each,
 * for whoever plays the browser. A shop knows no reference: pressing twice buys twice.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { dayOf } from '../catalogue/days.ts'
import { supplyWorld } from '../catalogue/make-world.ts'
import type { Offer, Source, Variant } from '../catalogue/shapes.ts'
import { quantityOf, variantsOf } from '../catalogue/variants.ts'
import { BadInput, plainText, read } from '../control/read-input.ts'
import { answerRefusals } from '../frame/refusal.ts'
import { bearerOf } from '../frame/tokens.ts'
import { priceBasket } from '../orders/basket.ts'
import { findOrders, orderAt, payOrder, placeOrder, seenUntil, totalOf } from '../orders/order-book.ts'
import type { OrderRow, OrderWorld } from '../orders/tables.ts'

export const SHOP_ENDPOINTS = [
  'site-goods',
  'site-buyer',
  'site-checkout',
  'site-press',
  'site-history',
  'site-order',
] as const
/** Of what lies in the window there is plenty. */
const SHOWN = 20
const PLENTY = 20

const Line = z.object({ product_id: plainText.min(1), sku_id: plainText.min(1), quantity: z.int().min(1).max(10_000) })
const Checkout = z.object({
  lines: z.array(Line).min(1).max(100),
  country_code: plainText.min(2).max(2),
  /** Left out: the cheapest. */
  service_name: plainText.optional(),
})
const Press = Checkout.extend({
  recipient: plainText.min(1).max(200),
  address1: plainText.min(1),
  zip: plainText.max(40),
  /** What the page showed. The shop does not take more than that. */
  total: z.int().min(0),
})
const Kept = z.object({ recipient: z.string(), zip: z.string() })

interface Shop {
  source: Source
  /** What orders of this shop are numbered with. */
  prefix: string
  skuOf: (offer: Offer, variant: Variant) => string
}

export const shopCounter = (app: FastifyInstance, world: OrderWorld, shop: Shop) =>
  app.register(async (site) => {
    // What went wrong is said as the page would: by the word that the extension reads out of it.
    answerRefusals(site, (error, status) => ({ status, body: { error } }))
    shopRoutes(site, world, shop)
  })

function shopRoutes(app: FastifyInstance, world: OrderWorld, { source, prefix, skuOf }: Shop) {
  const supply = supplyWorld(world.config)
  const buyerOf = ({ headers }: FastifyRequest): string => {
    const buyer = bearerOf(headers.authorization)
    if (!buyer) throw new BadInput('Sign in first', 401)
    return buyer.slice(0, 100)
  }
  const price = async ({ lines, country_code, service_name }: z.output<typeof Checkout>) => {
    const wanted = lines.map(({ product_id, sku_id, quantity }) => {
      const offer = supply.find(source, product_id)
      const variant = offer && variantsOf(offer, dayOf(world.now())).find((one) => skuOf(offer, one) === sku_id)
      if (!offer || !variant) throw new BadInput('error_not_found_sku', 404)
      return { offer, variant: variant.index, sku_id, quantity }
    })
    const basket = await priceBasket(world, wanted, { to: country_code })
    if (basket.short !== undefined) throw new BadInput('product_sold_out', 409)
    const service = basket.services.find(({ company }) => company === service_name) ?? basket.services[0]
    if (!service) throw new BadInput('shipped_country_notfound', 409)
    const priced = lines.map((line, at) => ({ ...line, line_id: String(at + 1), price: basket.prices[at] ?? 0 }))
    const total = priced.reduce((sum, line) => sum + line.price * line.quantity, service.cost)
    return { service, lines: priced, total }
  }
  const dress = (order: OrderRow) => {
    const { recipient, zip } = Kept.parse(JSON.parse(order.content))
    return {
      order_no: `${prefix}${order.no}`,
      recipient,
      zip,
      lines: order.lines.map(({ sku_id, quantity }) => ({ sku_id, quantity })),
      total: totalOf(order),
      currency: 'USD',
      paid: order.paid_at !== null,
      closed: order.cancelled_at !== null,
      status: statusOf(order),
      tracking_number: order.shipped_at ? `${prefix}T${order.no}` : null,
      placed_at: order.created_at.toISOString(),
    }
  }

  app.get('/site/goods', { config: { endpoint: 'site-goods' } }, async () => ({
    goods: supply.offers[source].slice(0, SHOWN).flatMap((offer) => {
      const variant = variantsOf(offer, dayOf(world.now())).find((one) => quantityOf(one) > PLENTY)
      if (!variant) return []
      return [{ product_id: offer.id, sku_id: skuOf(offer, variant), title: offer.title, price: variant.price }]
    }),
  }))

  app.get('/site/buyer', { config: { endpoint: 'site-buyer' } }, async (request) => ({ buyer: buyerOf(request) }))

  app.post('/site/checkout', { config: { endpoint: 'site-checkout' } }, async (request) => {
    buyerOf(request)
    const { total, service } = await price(read(Checkout, request.body))
    return { total, currency: 'USD', service_name: service.company }
  })

  app.post('/site/press', { config: { endpoint: 'site-press' } }, async (request) => {
    const account = buyerOf(request)
    const input = read(Press, request.body)
    const { service, lines, total } = await price(input)
    if (total !== input.total) throw new BadInput('error_checkout_products', 409)
    const { recipient, zip } = input
    const order = {
      account,
      reference: '',
      content: JSON.stringify({ recipient, zip }),
      buyer: recipient,
      service: service.code,
      lines,
      shipping_total: service.cost,
    }
    const made = await placeOrder(world, order, 'never')
    const paid = await payOrder(world, account, made.order.no)
    return dress(paid.is === 'paid' ? paid.order : made.order)
  })

  app.get('/site/orders', { config: { endpoint: 'site-history' } }, async (request) => {
    const account = buyerOf(request)
    const until = await seenUntil(world, 'site-history')
    const orders = await findOrders(world, account, { reference: '' })
    return { orders: orders.flatMap((order) => orderAt(order, until) ?? []).map(dress) }
  })

  app.get<{ Params: { no: string } }>('/site/orders/:no', { config: { endpoint: 'site-order' } }, async (request) => {
    const { no } = request.params
    const digits = no.startsWith(prefix) ? Number(no.slice(prefix.length)) : Number.NaN
    const [order] = Number.isSafeInteger(digits) ? await findOrders(world, buyerOf(request), { no: digits }) : []
    if (!order) throw new BadInput('not_found_order_detail', 404)
    return dress(order)
  })
}

function statusOf({ paid_at, shipped_at, cancelled_at }: OrderRow): string {
  if (cancelled_at) return paid_at ? 'refunded' : 'cancelled'
  if (shipped_at) return 'shipped'
  return paid_at ? 'paid' : 'unpaid'
}
