import { supplyWorld } from '../../catalogue/make-world.ts'
import { offerActions } from '../../catalogue/offer-actions.ts'
import { defineVendor } from '../../frame/define-vendor.ts'
import { answerRefusals } from '../../frame/refusal.ts'
import { slidingWindow } from '../../frame/sliding-window.ts'
import { bearerOf } from '../../frame/tokens.ts'
import { orderActions, orderBooks, partActions } from '../../orders/control.ts'
import { ORDER_TABLES, type OrderTables } from '../../orders/tables.ts'
import { catalogueRoutes } from './catalogue-routes.ts'
import { failed, refuse } from './envelope.ts'
import { orderRoutes } from './order-routes.ts'
import { OPERATOR, sendOrderWebhook } from './webhooks.ts'

/** Key -> account. A key does not end; only the operator's fault switch makes it refused. */
const KEYS: Readonly<Record<string, { account_id: string; name: string }>> = {
  'zopi-sandbox-key': { account_id: OPERATOR, name: 'Omni operator' },
  'zopi-seller-key': { account_id: 'ZA-2', name: 'Northwind' },
}
const PER_SECOND = 20
const FEATURES = ['catalogue', 'logistics', 'orders', 'webhooks']

/**
 * A supplier that speaks our own open protocol (connectors: zopi-protocol.openapi.json). What moves in
 * the books of the operator's account is told to Omni.
 */
export const zopi = defineVendor<OrderTables>({
  id: 'zopi',
  name: 'Zopi',
  kind: 'supplier',
  badge: { glyph: 'Z', colour: '#2F5AF4' },
  endpoints: [
    'account',
    'categories',
    'products',
    'product',
    'reviews',
    'stock',
    'quotes',
    'order-quotes',
    'order',
    'find-order',
    'read-order',
    'pay',
    'cancel',
    'refund',
    'read-refunds',
    'feedback',
    'read-feedbacks',
    'order.changed',
  ],
  tables: ORDER_TABLES,
  control: { ...orderActions(sendOrderWebhook), ...partActions(sendOrderWebhook), ...offerActions('zopi') },
  sendsCallbacks: true,
  controlRoutes: (app, world) => orderBooks(app, 'zopi', world),
  takesOrders: true,
  refusal: () => failed('out_of_stock', 'There is not enough of it'),
  address: ({ public_url }) => `${public_url}/zopi/v1`,
  async routes(app, world) {
    const window = slidingWindow(PER_SECOND)
    answerRefusals(app, (message, status) =>
      status < 500 ? failed('invalid', message) : failed('unavailable', message),
    )
    await app.register(
      async (v1) => {
        v1.addHook('preHandler', async (request, reply) => {
          const key = bearerOf(request.headers.authorization)
          if (key === undefined || !Object.hasOwn(KEYS, key)) {
            throw refuse('unauthorized', key === undefined ? 'No key was sent' : 'This key is not known')
          }
          const { left, wait_ms } = window.take(key)
          reply.header('x-rate-limit-remaining', String(Math.max(0, left)))
          if (left < 0) throw refuse('rate_limited', `At most ${PER_SECOND} requests a second`, wait_ms / 1000)
        })
        v1.get('/account', { config: { endpoint: 'account' } }, async (request) => {
          const key = bearerOf(request.headers.authorization) ?? ''
          return { ...KEYS[key], currency: 'USD', key_expires_at: null, features: FEATURES }
        })
        const supply = supplyWorld(world.config)
        catalogueRoutes(v1, world, supply)
        orderRoutes(v1, world, supply, ({ headers }) => KEYS[bearerOf(headers.authorization) ?? '']?.account_id ?? '')
      },
      { prefix: '/v1' },
    )
  },
  notFound: () => failed('not_found', 'There is nothing at this address'),
  expiredToken: () => failed('unauthorized', 'This key is no longer valid'),
  // the frame sets Retry-After
  rateLimited: () => ({ ...failed('rate_limited', `At most ${PER_SECOND} requests a second`), headers: {} }),
  serverError: (_request, status) => ({ ...failed('unavailable', 'Try again later'), status }),
})
