import { z } from 'zod'
import { plainText } from '../../control/read-input.ts'
import { defineVendor } from '../../frame/define-vendor.ts'
import { bearerOf } from '../../frame/tokens.ts'
import { isSoldOut } from '../../orders/basket.ts'
import { orderActions, orderBooks } from '../../orders/control.ts'
import { payOrder, placeOrder } from '../../orders/order-book.ts'
import { ORDER_TABLES, type OrderTables } from '../../orders/tables.ts'

const Order = z.strictObject({
  buyer: plainText.min(1).max(200),
  sku_id: plainText.min(1).max(100),
  quantity: z.int().min(1).max(10_000),
  /** US cents for one piece, as the buyer saw it. */
  price: z.int().min(1).max(1_000_000),
})

/**
 * A supplier for rehearsals that takes no reference and answers no question: every order is bought at once, and what was
 * bought can be seen in its books alone. Judges tell the orders apart by the buyer's name.
 */
export const blind = defineVendor<OrderTables>({
  id: 'blind',
  name: 'Blind supplier',
  kind: 'supplier',
  badge: { glyph: 'B', colour: '#111827' },
  endpoints: ['order'],
  tables: ORDER_TABLES,
  control: orderActions(),
  controlRoutes: (app, world) => orderBooks(app, 'blind', world),
  routes(app, world) {
    app.post('/v1/orders', { config: { endpoint: 'order' } }, async (request, reply) => {
      const account = bearerOf(request.headers.authorization)
      if (!account) return reply.code(401).send({ error: 'unauthorized' })
      const input = Order.safeParse(request.body)
      if (!input.success) return reply.code(422).send({ error: 'invalid' })
      const { buyer, ...line } = input.data
      if (await isSoldOut(world, line.sku_id)) return reply.code(409).send({ error: 'out_of_stock' })
      const { order } = await placeOrder(
        world,
        {
          account: account.slice(0, 100),
          reference: '',
          content: '',
          buyer,
          service: '',
          lines: [{ line_id: '1', product_id: '', ...line }],
          shipping_total: 0,
        },
        'never',
      )
      const paid = await payOrder(world, order.account, order.no)
      if (paid.is !== 'paid') return reply.code(409).send({ error: 'insufficient_funds' })
      return { order_no: `BL${order.no}`, total: line.price * line.quantity }
    })
  },
})
