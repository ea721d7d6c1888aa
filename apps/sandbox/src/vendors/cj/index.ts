import { z } from 'zod'
import { supplyWorld } from '../../catalogue/make-world.ts'
import { offerActions } from '../../catalogue/offer-actions.ts'
import { action, defineVendor } from '../../frame/define-vendor.ts'
import { answerRefusals } from '../../frame/refusal.ts'
import { TOKEN_TABLES } from '../../frame/tokens.ts'
import { orderActions, orderBooks } from '../../orders/control.ts'
import { ORDER_TABLES } from '../../orders/tables.ts'
import { accountById, ACCOUNTS } from './accounts.ts'
import { authRoutes } from './auth-routes.ts'
import { disputeRoutes } from './dispute-routes.ts'
import { failed } from './envelope.ts'
import { freightRoutes } from './freight-routes.ts'
import { setOrderState, STATE_TABLES } from './order-state.ts'
import { orderRoutes } from './order-routes.ts'
import { BASE, type CjTables, makeGuard } from './guard.ts'
import { POINT_TABLES, pointsInfo, usePointsUp } from './points.ts'
import { productRoutes } from './product-routes.ts'
import { settingRoutes } from './setting-routes.ts'
import { HELD_TABLES, holdOrders } from './held-orders.ts'
import { HOOK_TABLES } from './hook-tables.ts'
import { sendOrderWebhook, webhookRoutes } from './webhooks.ts'

/**
 * CJ Dropshipping 2.0 below `/cj/api2.0/v1`, after CJ's own pages (products, points, access frequency, error codes).
 * Accounts, levels and keys: accounts.ts; what calls cost: points.ts; where lists end: list-page.ts. Sources other than
 * the connector's: the reply of createOrderV2 as the fixtures of a bridge between two shops have it (amounts as text,
 * `interceptOrderReasons` empty), a shop that shows a person the `message` of each of those reasons, the states as a Python
 * client lists them. CJ's pages the connector read too: a mistake in those shows in neither.
 */
export const cj = defineVendor<CjTables>({
  id: 'cj',
  name: 'CJ Dropshipping',
  kind: 'supplier',
  badge: { glyph: 'CJ', colour: '#F58220' },
  endpoints: [
    'getAccessToken',
    'refreshAccessToken',
    'logout',
    'product/getCategory',
    'product/list',
    'product/listV2',
    'product/query',
    'product/queryProductsByImage',
    'variant/query',
    'variant/queryByVid',
    'stock/queryByVid',
    'stock/getInventoryByPid',
    'product/productComments',
    'logistic/freightCalculate',
    'setting/get',
    'webhook/set',
    'ORDER',
    'LOGISTIC',
    'order/createOrderV2',
    'order/confirmOrder',
    'order/getOrderDetail',
    'order/deleteOrder',
    'pay/payBalance',
    'pay/getBalance',
    'disputes/disputeProducts',
    'disputes/disputeConfirmInfo',
    'disputes/create',
    'disputes/cancel',
    'disputes/getDisputeList',
  ],
  tables: TOKEN_TABLES + POINT_TABLES + ORDER_TABLES + HOOK_TABLES + HELD_TABLES + STATE_TABLES,
  sendsCallbacks: true,
  controlRoutes: (app, world) => orderBooks(app, 'cj', world),
  takesOrders: true,
  refusal: () => failed(1603000),
  routes(app, world) {
    answerRefusals(app, (message, status) => failed(1600100, message, status))
    const supply = supplyWorld(world.config)
    const guard = makeGuard(world)
    app.addHook('preSerialization', async ({ cjAccount }, _reply, payload) =>
      cjAccount && typeof payload === 'object' && payload !== null
        ? { ...payload, pointsInfo: await pointsInfo(world, cjAccount) }
        : payload,
    )
    authRoutes(app, world)
    settingRoutes(app, world, guard)
    webhookRoutes(app, world, guard)
    productRoutes(app, world, supply, guard)
    freightRoutes(app, world, supply, guard)
    orderRoutes(app, world, supply, guard)
    disputeRoutes(app, world, guard)
  },
  address: ({ public_url }) => `${public_url}/cj${BASE}`,
  notFound: () => failed(1600101, undefined, 404),
  expiredToken: () => failed(1600001),
  rateLimited: () => failed(1600200, 'Too Many Requests, please try again later', 429),
  serverError: (_request, status) => failed(1600000, 'System busy, please try again later', status),
  control: {
    ...orderActions(sendOrderWebhook),
    ...offerActions('cj'),
    hold_orders: holdOrders,
    set_order_state: setOrderState,
    use_up_points: action({
      label: "Use up an account's points of today",
      fields: [{ name: 'account', label: 'Account', type: 'text', value: '1000001' }],
      input: z.strictObject({
        account: z.enum(
          ACCOUNTS.map(({ id }) => id),
          'must be the number of an account',
        ),
      }),
      async run(world, { account }) {
        const found = accountById(account)
        if (found) await usePointsUp(world, found)
        return { account, used: found?.points_per_day ?? 0 }
      },
    }),
  },
})
