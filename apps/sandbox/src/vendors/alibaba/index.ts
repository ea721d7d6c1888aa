import { CAPTURE_TABLES, captureAgent, type CaptureTables } from '../../capture/capture-agent.ts'
import { pageRoute, productPage } from '../../capture/product-page.ts'
import { supplyWorld } from '../../catalogue/make-world.ts'
import { offerActions } from '../../catalogue/offer-actions.ts'
import { defineVendor } from '../../frame/define-vendor.ts'
import { answerRefusals } from '../../frame/refusal.ts'
import { TOKEN_TABLES, type TokenTables } from '../../frame/tokens.ts'
import { consentRoutes } from '../open-platform/consent-page.ts'
import { ACCOUNTS, APP_KEY } from './accounts.ts'
import { buyerRoutes } from './buyer-routes.ts'
import { flat } from './envelope.ts'
import { ladderOf } from './ladder.ts'
import { detailData, urlOf } from './read-page.ts'
import { tokenRoutes } from './token-routes.ts'

const agent = captureAgent('alibaba', (offer, publicUrl, now) => ({
  url: urlOf(offer, publicUrl),
  data: detailData(offer, publicUrl, now),
}))

/**
 * Alibaba twice: the buyers' dropshipping API below `/alibaba/rest`, and the site as a person sees it, with the
 * operator's browser that looks through it. Sources other than the connector's: a PHP importer and a command line in
 * JavaScript (`result.result_data` of the inventory by place, `inventory_list` with `sku_id` and `inventory_count`). The
 * rest is from our notes of the platform's pages, which the connector read too: a mistake in those shows in neither.
 */
export const alibaba = defineVendor<CaptureTables & TokenTables>({
  id: 'alibaba',
  name: 'Alibaba',
  kind: 'supplier',
  badge: { glyph: 'Al', colour: '#FF6A00' },
  endpoints: [
    'page',
    'capture',
    'oauth.authorize',
    'auth.token.create',
    'auth.token.refresh',
    'eco.buyer.product.search',
    'eco.buyer.product.check',
    'eco.buyer.product.description',
    'eco.buyer.product.inventory',
    'shipping.freight.calculate',
  ],
  tables: CAPTURE_TABLES + TOKEN_TABLES,
  secretKeys: ['sign', 'code', 'access_token'],
  sendsCallbacks: true,
  routes(app, world) {
    const { public_url: publicUrl } = world.config
    const supply = supplyWorld(world.config)
    answerRefusals(app, (message, status) =>
      status < 500 ? flat('InvalidParameter', message) : flat('ServiceUnavailable'),
    )
    consentRoutes(app, world, { id: 'alibaba', name: 'Alibaba', app_key: APP_KEY, accounts: ACCOUNTS.slice(1) })
    tokenRoutes(app, world)
    buyerRoutes(app, world, supply)
    pageRoute(
      app,
      '/product-detail/:file',
      (file) => supply.find('alibaba', /[-_](\d+)\.html$/.exec(file)?.[1] ?? ''),
      (offer) => {
        const data = detailData(offer, publicUrl, world.now())
        const { moq } = data.globalData.product
        const ladder = ladderOf(offer, offer.price)
          .map(({ min, price }) => `$${price} from ${min}`)
          .join(', ')
        return productPage({
          brand: 'Alibaba',
          colour: '#FF6A00',
          offer,
          publicUrl,
          price: ladder,
          note: `Minimum order: ${moq} pieces`,
          state: { name: 'detailData', data },
        })
      },
    )
  },
  notFound: () => flat('InvalidApiPath'),
  expiredToken: () => flat('IllegalAccessToken'),
  rateLimited: () => flat('ApiCallLimit'),
  serverError: (_request, status) => ({ ...flat('ServiceUnavailable'), status }),
  tick: agent.tick,
  control: { ...agent.control, ...offerActions('alibaba') },
})
