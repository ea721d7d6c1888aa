import type { Generated } from 'kysely'
import { z } from 'zod'
import { defineVendor } from '../../frame/define-vendor.ts'
import { bearerOf } from '../../frame/tokens.ts'

interface DepotTables {
  orders: { order_no: Generated<number>; account: string; reference: string; buyer: string; made_at: Date }
}

const Order = z.strictObject({ reference: z.string().max(64), buyer: z.string().max(200), quantity: z.int().min(0) })

/**
 * A supplier for rehearsals. It takes every order as a new one, whatever its reference says, so that a second send is a
 * second order in its books. `GET orders?reference=` is its look-up; without a reference it lists, newest last.
 */
export const depot = defineVendor<DepotTables>({
  id: 'depot',
  name: 'Rehearsal depot',
  kind: 'supplier',
  badge: { glyph: 'R', colour: '#6B7280' },
  endpoints: ['order', 'find'],
  tables: `
    create table if not exists orders (
      order_no bigint generated always as identity primary key, account text not null, reference text not null,
      buyer text not null, made_at timestamptz not null
    );
  `,
  routes(app, world) {
    app.addHook('preHandler', async (request, reply) => {
      if (!bearerOf(request.headers.authorization)) return reply.code(401).send({ error: 'unauthorized' })
    })
    const accountOf = (authorization: string | undefined) => bearerOf(authorization) ?? ''

    app.post('/v1/orders', { config: { endpoint: 'order' } }, async (request, reply) => {
      const order = Order.safeParse(request.body)
      if (!order.success) return reply.code(400).send({ error: 'invalid' })
      const { reference, buyer, quantity } = order.data
      if (quantity === 0) return reply.code(422).send({ error: 'nothing_to_send' })
      const { order_no } = await world.db
        .insertInto('orders')
        .values({ account: accountOf(request.headers.authorization), reference, buyer, made_at: world.now() })
        .returning('order_no')
        .executeTakeFirstOrThrow()
      return { order_no: String(order_no) }
    })

    app.get<{ Querystring: { reference?: string } }>(
      '/v1/orders',
      { config: { endpoint: 'find' } },
      async ({ query, headers }) => {
        const account = accountOf(headers.authorization)
        let found = world.db.selectFrom('orders').selectAll().where('account', '=', account)
        if (query.reference !== undefined) found = found.where('reference', '=', query.reference)
        const rows = await found.orderBy('order_no').limit(1000).execute()
        return {
          orders: rows.map(({ order_no, reference, buyer }) => ({ order_no: String(order_no), reference, buyer })),
        }
      },
    )
  },
})
