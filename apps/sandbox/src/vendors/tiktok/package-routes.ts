/**
 * Parcels that the seller sends, from the vendor's pages "Mark Package As Shipped", "Update Package Shipping Info" and
 * "Get Shipping Providers". Ours: which carriers there are, and that a number is good for one package of the shop.
 */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { refuse, success } from './envelope.ts'
import { shopOf } from './guard.ts'
import { itemId, orderId, packageId, packageOf } from './ids.ts'
import { findOrder, announceStatus } from './orders.ts'
import { second } from './products.ts'
import type { OrderItem, OrderPackage, OrderRow, Shop, TikTokWorld } from './tables.ts'

export const DELIVERY_OPTION = '7091146663229654785'
export const PROVIDERS = [
  { id: '7117858858072016897', name: 'USPS' },
  { id: '7117859084333745921', name: 'UPS' },
  { id: '7129720299146184490', name: 'FedEx' },
  { id: '7132708441638110506', name: 'DHL eCommerce' },
  { id: '7260186531912025899', name: 'YunExpress' },
  { id: '7272986182402869034', name: '4PX' },
  { id: '7326986182402869035', name: 'CJPacket' },
] as const

const Shipped = z.object({
  order_line_item_ids: z.array(z.string()).optional(),
  tracking_number: z.string().min(1),
  shipping_provider_id: z.string(),
})
const Changed = Shipped.omit({ order_line_item_ids: true })
const at = (endpoint: string) => ({ config: { endpoint } })

function read<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw refuse(21001001, 'Invalid parameters. Please pass the correct request parameter(s).')
  return parsed.data
}

const mustBeCarrier = (id: string) => {
  if (!PROVIDERS.some((one) => one.id === id)) throw refuse(21011022, 'Invalid tracking number or provider ID.')
}

/** Under a lock: two equal requests at once are not two packages. */
async function change(
  world: TikTokWorld,
  shop: Shop,
  id: unknown,
  make: (row: OrderRow) => OrderItem[],
): Promise<OrderRow> {
  const found = await findOrder(world, shop, id)
  if (!found) throw refuse(21008111, 'The order or package does not belong to the current seller.')
  const row = await world.db.transaction().execute(async (tx) => {
    const old = await tx
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', found.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const items = make(old)
    const isDone = items.every((item) => item.package || item.is_cancelled)
    const status: OrderRow['status'] = isDone ? 'IN_TRANSIT' : 'PARTIALLY_SHIPPING'
    return tx
      .updateTable('orders')
      .set({ body: JSON.stringify({ ...old.body, items }), status, updated_at: second(world.now()) })
      .where('id', '=', old.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  await announceStatus(world, shop, row)
  return row
}

export function packageRoutes(app: FastifyInstance, world: TikTokWorld) {
  app.get(
    '/logistics/202309/delivery_options/:option/shipping_providers',
    at('shipping_providers'),
    async (request) => {
      await shopOf(world, request)
      const { option } = request.params as { option: string } // of the address
      return success({ shipping_providers: option === DELIVERY_OPTION ? PROVIDERS : [] })
    },
  )

  app.post('/fulfillment/202309/orders/:order/packages', at('packages.ship'), async (request) => {
    const shop = await shopOf(world, request)
    const { order } = request.params as { order: string } // of the address
    const input = read(Shipped, request.body)
    mustBeCarrier(input.shipping_provider_id)
    let made = ''
    await change(world, shop, order, (row) => {
      const { items } = row.body
      if (row.status === 'CANCELLED' || row.status === 'UNPAID')
        throw refuse(21011003, 'fulfill_unit action not allowed')
      const ids = input.order_line_item_ids ?? items.map(({ no }) => itemId(row.id, no))
      const chosen = items.filter(({ no }) => ids.includes(itemId(row.id, no)))
      if (chosen.length !== ids.length) throw refuse(21011029, 'order does not belong to fulfill unit')
      if (chosen.some((item) => item.package)) throw refuse(21011006, 'These orders are already shipped.')
      const no = Math.max(0, ...items.map((item) => item.package?.no ?? 0)) + 1
      made = packageId(row.id, no)
      const parcel: OrderPackage = {
        no,
        tracking_number: input.tracking_number,
        provider_id: input.shipping_provider_id,
        at: world.now().toISOString(),
        updates: 0,
      }
      return items.map((item) => (chosen.includes(item) ? { ...item, package: parcel } : item))
    })
    return success({ order_id: order, package_id: made, order_line_item_ids: input.order_line_item_ids ?? [] })
  })

  app.post('/fulfillment/202309/packages/:id/shipping_info/update', at('packages.update'), async (request) => {
    const shop = await shopOf(world, request)
    const { id } = request.params as { id: string } // of the address
    const input = read(Changed, request.body)
    mustBeCarrier(input.shipping_provider_id)
    const named = packageOf(id)
    await change(world, shop, named && orderId(named.order), (row) => {
      if (!row.body.items.some((item) => item.package?.no === named?.no))
        throw refuse(21008111, 'The order or package does not belong to the current seller.')
      return row.body.items.map((item) =>
        item.package?.no === named?.no && item.package
          ? {
              ...item,
              package: {
                ...item.package,
                tracking_number: input.tracking_number,
                provider_id: input.shipping_provider_id,
                updates: item.package.updates + 1,
              },
            }
          : item,
      )
    })
    return success({})
  })
}
