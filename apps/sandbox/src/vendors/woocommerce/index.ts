/**
 * WooCommerce 10.0 on WordPress, several sites below /woocommerce/{site}/. Written from core's REST controllers and from
 * the JSON schemas of a running 10.0.2; the order of checks and the words of errors are the controllers'. Reads
 * are rendered unless `context=edit` asks for what was written, "&" is kept as an entity and "|" divides values: seen on a
 * running 11.0, and in what plugins do with `wc_get_text_attributes`. Brands are written by `brands: [{ id }]`
 * (wcpos/woocommerce-pos pull request 1672 tells of the endpoint). A
 * callback on http is refused (XiaoFaye/WooCommerce.NET issue 364 tells so; seen
 * on a running 11.0), and a key of the wrong kind with 401 (inspireui/support issue 4238). Not as there:
 * keys that are posted to https on this machine go without TLS, times of signatures are judged by the wall clock, a payload is built
 * when something happens and not when it is sent, variations have no page of their own.
 */
import { buyWhatIsDue } from '../../customers/habit.ts'
import { buyNowAndThen } from './order-control.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { defineVendor } from '../../frame/define-vendor.ts'
import { answerRefusals, Refusal } from '../../frame/refusal.ts'
import { passesSiteAuth, type Site, type WooWorld } from './auth.ts'
import { checkoutPage } from './checkout-page.ts'
import { consentPage } from './consent.ts'
import { booksRoute, control } from './control.ts'
import { TOPICS } from './hooks.ts'
import { SHOP_STYLE } from './page.ts'
import { answerRest, endpointOf, REST_ENDPOINTS, restPath } from './rest-api.ts'
import { findSite, putSite } from './sites.ts'
import { gridPage, productPage } from './storefront.ts'
import { WOO_TABLES, type WooTables } from './tables.ts'
import { wpReply } from './wp.ts'

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const page = (status: number, title: string) => ({
  status,
  headers: HTML,
  body: `<html>\n<head><title>${status} ${title}</title></head>\n<body><center><h1>${status} ${title}</h1></center></body></html>`,
})

type Handler = (site: Site, request: FastifyRequest, reply: FastifyReply) => unknown

function siteRoutes(app: FastifyInstance, world: WooWorld) {
  /** Of a site that exists, past the web server's own password. */
  const at = (handler: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { site: name = '' } = request.params as { site?: string } // of the address
    const site = await findSite(world, name)
    if (!site) throw new Refusal(page(404, 'Not Found'))
    if (!passesSiteAuth(site, request)) {
      const { status, headers, body } = page(401, 'Authorization Required')
      throw new Refusal({ status, headers: { ...headers, 'www-authenticate': 'Basic realm="Staging"' }, body })
    }
    return handler(site, request, reply)
  }
  const rest = at((site, request, reply) => {
    if (!site.pretty) throw new Refusal(page(404, 'Not Found'))
    return answerRest(world, site, restPath(request) ?? '/', request, reply)
  })
  const home = at((site, request, reply) => {
    const path = restPath(request)
    if (path !== null) return answerRest(world, site, path, request, reply)
    const query = request.query as Record<string, string> // texts, as any query
    return query['wc-auth-route'] ? consentPage(world, site, request, reply) : gridPage(world, site, reply)
  })
  const consent = at((site, request, reply) => consentPage(world, site, request, reply))
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
  const route = (url: string, handler: ReturnType<typeof at>, endpoint: string | typeof endpointOf = endpointOf) =>
    app.route({ method: [...methods], url, config: { endpoint }, handler })
  route('/:site/wp-json', rest)
  route('/:site/wp-json/*', rest)
  route('/:site/wc-auth/v1/:route', consent, 'authorize')
  route('/:site', home)
  route('/:site/', home)
  const product = at((site, request, reply) => {
    const { slug } = request.params as { slug: string } // of the address
    return productPage(world, site, slug, reply)
  })
  app.get('/:site/product/:slug', { config: { asset: true } }, product)
  app.get('/:site/product/:slug/', { config: { asset: true } }, product)
  const checkout = at((site, request, reply) => checkoutPage(world, site, request, reply))
  app.post('/:site/checkout', { config: { asset: true } }, checkout)
  const upload = at(async (site, request, reply) => {
    const { id } = request.params as { id: string } // of the address
    const found = /^\d{1,15}$/.test(id)
      ? await world.db
          .selectFrom('media')
          .select('source')
          .where('id', '=', Number(id))
          .where('site', '=', site.site)
          .executeTakeFirst()
      : undefined
    if (!found) throw new Refusal(page(404, 'Not Found'))
    return reply.redirect(found.source, 302)
  })
  app.get('/:site/wp-content/uploads/:id/:file', { config: { asset: true } }, upload)
}

export const woocommerce = defineVendor<WooTables>({
  id: 'woocommerce',
  name: 'WooCommerce',
  kind: 'channel',
  badge: { glyph: 'Wo', colour: '#674399' },
  endpoints: [...REST_ENDPOINTS, 'authorize', ...TOPICS, 'ping'],
  tables: WOO_TABLES,
  secretKeys: ['oauth_signature', 'consumer_secret'],
  sendsCallbacks: true,
  async seed(world) {
    if (!(await findSite(world, 'demo'))) await putSite(world, { site: 'demo', name: 'Northwind Home' })
  },
  routes(app, world) {
    answerRefusals(app, (message, status) =>
      wpReply(status, status < 500 ? 'rest_invalid_json' : 'internal_server_error', message),
    )
    app.get('/shop.css', { config: { asset: true } }, async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(SHOP_STYLE),
    )
    siteRoutes(app, world)
  },
  controlRoutes: booksRoute,
  tick: (world) => buyWhatIsDue(world, (site) => buyNowAndThen(world, site)),
  address: ({ public_url }) => `${public_url}/woocommerce/demo`,
  notFound: () => page(404, 'Not Found'),
  expiredToken: () => wpReply(401, 'woocommerce_rest_authentication_error', 'Consumer key is invalid.'),
  // The web server before WordPress answers these, not WooCommerce.
  rateLimited: () => page(429, 'Too Many Requests'),
  serverError: (_request, status) =>
    status === 500
      ? wpReply(500, 'internal_server_error', '<p>There has been a critical error on this website.</p>')
      : page(status, status === 503 ? 'Service Temporarily Unavailable' : 'Bad Gateway'),
  control,
})
