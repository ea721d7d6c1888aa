import type { FastifyRequest } from 'fastify'
import { supplyWorld } from '../../catalogue/make-world.ts'
import { offerActions } from '../../catalogue/offer-actions.ts'
import { defineVendor } from '../../frame/define-vendor.ts'
import { answerRefusals } from '../../frame/refusal.ts'
import { slidingWindow } from '../../frame/sliding-window.ts'
import { holderOf, TOKEN_TABLES, type TokenTables } from '../../frame/tokens.ts'
import { orderActions, orderBooks, partActions } from '../../orders/control.ts'
import { ORDER_TABLES } from '../../orders/tables.ts'
import { ACCOUNTS } from './accounts.ts'
import { consentRoutes } from '../open-platform/consent-page.ts'
import { answer, flat, refuse, refuseFlat, wrapped } from './envelope.ts'
import { METHODS } from './methods.ts'
import { setOrderState, STATE_TABLES, type StateTables } from './order-states.ts'
import { paramsOf } from '../open-platform/request.ts'
import { checkCaller, readMultipart } from './read-params.ts'
import { APP_KEY } from './signature.ts'
import { tokenRoutes } from './token-routes.ts'

const PER_SECOND = 10
const short = (method: string) => method.replace(/^aliexpress\.(trade\.)?ds\./, '')
/** One address serves all business calls; the method is a parameter. */
const endpointOf = (request: FastifyRequest) => short(paramsOf(request).text['method'] ?? '')

/**
 * AliExpress Open Platform, dropshipping calls. The signature is checked against the platform's published digests. Sources,
 * other than the connector's, stand where they are used: order-states.ts (states and ends), address-rules.ts (what of an
 * address is refused), places.ts. Search, product and freight are from our notes of the platform's pages, which the connector
 * read too: a mistake in those shows in neither, and the connector's own proof of them is recorded replies.
 */
export const aliexpress = defineVendor<TokenTables & StateTables>({
  id: 'aliexpress',
  name: 'AliExpress',
  kind: 'supplier',
  badge: { glyph: 'Ae', colour: '#E62E04' },
  endpoints: ['auth.token.create', 'auth.token.refresh', 'oauth.authorize', ...Object.keys(METHODS).map(short)],
  tables: TOKEN_TABLES + ORDER_TABLES + STATE_TABLES,
  control: { ...orderActions(), ...partActions(), set_order_state: setOrderState, ...offerActions('aliexpress') },
  controlRoutes: (app, world) => orderBooks(app, 'aliexpress', world),
  takesOrders: true,
  secretKeys: ['session', 'sign', 'code'],
  routes(app, world) {
    const supply = supplyWorld(world.config)
    const window = slidingWindow(PER_SECOND)
    answerRefusals(app, (message, status) =>
      status < 500 ? wrapped('InvalidParameter', message) : wrapped('ServiceUnavailable'),
    )
    readMultipart(app)
    // The first account is the operator's own, connected by hand.
    consentRoutes(app, world, { id: 'aliexpress', name: 'AliExpress', app_key: APP_KEY, accounts: ACCOUNTS.slice(1) })
    tokenRoutes(app, world)

    app.route({
      method: ['GET', 'POST'],
      url: '/sync',
      config: { endpoint: endpointOf },
      handler: async (request) => {
        const params = paramsOf(request)
        checkCaller(params, '')
        if (window.take(APP_KEY).left < 0) throw refuseFlat('ApiCallLimit')
        const name = params.text['method'] ?? ''
        const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined
        if (!method) throw refuse('InvalidApiPath', `The specified API "${name}" does not exist`)
        const holder = await holderOf(world, 'access', params.text['session'])
        if (holder?.state !== 'valid') throw refuse('IllegalAccessToken')
        return answer(
          name,
          params.text['simplify'] === 'true',
          await method({ params, world, supply, account: holder.account }),
        )
      },
    })
  },
  notFound: () => flat('InvalidApiPath'),
  expiredToken: () => wrapped('IllegalAccessToken'),
  rateLimited: () => flat('ApiCallLimit'),
  serverError: (_request, status) => ({ ...wrapped('ServiceUnavailable'), status }),
})
