/** What the API tells about the shop itself: index, settings, status, webhooks, and the lists that are empty here. */
import { homeOf } from './auth.ts'
import { createHook, showHook } from './hooks.ts'
import { GLOBAL_ATTRIBUTES } from './product-input.ts'
import { type Answer, type Incoming, pageOf, type Route } from './rest.ts'
import { BRANDS, CATEGORIES, type Term } from './terms.ts'
import { invalidParam, wpError } from './wp.ts'

const WC_VERSION = '10.0.2'

const index = async ({ world, site }: Incoming): Promise<Answer> => {
  const home = homeOf(world, site)
  return {
    body: {
      name: site.name,
      description: '',
      url: home,
      home,
      gmt_offset: String(site.utc_offset_h),
      namespaces: ['oembed/1.0', 'wc/v1', 'wc/v2', 'wc/v3', 'wp/v2'],
      authentication: {},
      routes: {},
    },
  }
}

const setting = (id: string, value: string) => ({ id, label: id, type: 'text', default: '', tip: '', value })

async function settings({ site }: Incoming, group: string): Promise<Answer> {
  if (group === 'general')
    return {
      body: [
        setting('woocommerce_default_country', site.country),
        setting('woocommerce_currency', site.currency),
        setting('woocommerce_price_num_decimals', '2'),
      ],
    }
  return { body: [setting('woocommerce_weight_unit', site.weight_unit), setting('woocommerce_dimension_unit', 'cm')] }
}

const groups = async (): Promise<Answer> => ({
  body: ['general', 'products'].map((id) => ({ id, label: id, description: '', parent_id: '', sub_groups: [] })),
})

const status = async ({ world, site }: Incoming): Promise<Answer> => ({
  body: {
    environment: {
      home_url: homeOf(world, site),
      site_url: homeOf(world, site),
      version: WC_VERSION,
      wp_version: '6.8.8',
    },
    settings: { currency: site.currency, number_of_decimals: 2, HPOS_enabled: site.hpos },
  },
})

async function listHooks({ world, site, query }: Incoming): Promise<Answer> {
  const { page, per_page } = pageOf(query)
  const rows = await world.db
    .selectFrom('webhooks')
    .selectAll()
    .where('site', '=', site.site)
    .orderBy('id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { body: rows.map((hook) => showHook(site, hook)), total: rows.length, per_page }
}

const hookById = ({ world, site, ids: [id = 0] }: Incoming) =>
  world.db.selectFrom('webhooks').selectAll().where('id', '=', id).where('site', '=', site.site).executeTakeFirst()

const noHook = (code: number) => wpError(code, 'woocommerce_rest_shop_webhook_invalid_id', 'Invalid ID.')

async function changeHook(incoming: Incoming): Promise<Answer> {
  const hook = await hookById(incoming)
  if (!hook) throw noHook(400)
  const wanted = incoming.body['status'] ?? hook.status
  if (typeof wanted !== 'string' || !['active', 'paused', 'disabled'].includes(wanted))
    throw invalidParam({ status: 'status is not one of active, paused, and disabled.' })
  await incoming.world.db
    .updateTable('webhooks')
    .set({ status: wanted, failures: 0 })
    .where('id', '=', hook.id)
    .execute()
  return { body: showHook(incoming.site, { ...hook, status: wanted }) }
}

async function removeHook(incoming: Incoming): Promise<Answer> {
  if (incoming.query['force'] !== 'true')
    throw wpError(501, 'woocommerce_rest_trash_not_supported', 'Webhooks do not support trashing.')
  const hook = await hookById(incoming)
  if (!hook) throw noHook(404)
  await incoming.world.db.deleteFrom('webhooks').where('id', '=', hook.id).execute()
  return { body: showHook(incoming.site, hook) }
}

/** A page of them, as any list. */
const termsOf =
  (terms: readonly Term[]) =>
  async ({ query }: Incoming): Promise<Answer> => {
    const { page, per_page } = pageOf(query)
    const shown = terms.slice((page - 1) * per_page, page * per_page)
    return { body: shown.map((term) => ({ ...term, description: '', count: 0 })), total: terms.length, per_page }
  }

const attributes = async (): Promise<Answer> => ({
  body: GLOBAL_ATTRIBUTES.map((one) => ({ ...one, type: 'select', order_by: 'menu_order', has_archives: false })),
})

export const shopRoutes: Route[] = [
  { method: 'GET', path: '/', endpoint: 'index', open: true, run: index },
  { method: 'GET', path: '/wc/v3/settings', endpoint: 'settings', run: groups },
  { method: 'GET', path: '/wc/v3/settings/general', endpoint: 'settings', run: (one) => settings(one, 'general') },
  { method: 'GET', path: '/wc/v3/settings/products', endpoint: 'settings', run: (one) => settings(one, 'products') },
  { method: 'GET', path: '/wc/v3/system_status', endpoint: 'system_status', run: status },
  { method: 'GET', path: '/wc/v3/products/categories', endpoint: 'categories.list', run: termsOf(CATEGORIES) },
  { method: 'GET', path: '/wc/v3/products/brands', endpoint: 'brands.list', run: termsOf(BRANDS) },
  { method: 'GET', path: '/wc/v3/products/attributes', endpoint: 'attributes.list', run: attributes },
  { method: 'GET', path: '/wc/v3/webhooks', endpoint: 'webhooks', run: listHooks },
  {
    method: 'POST',
    path: '/wc/v3/webhooks',
    endpoint: 'webhooks',
    run: async ({ world, site, body }) => ({ status: 201, body: showHook(site, await createHook(world, site, body)) }),
  },
  { method: 'PUT', path: '/wc/v3/webhooks/#', endpoint: 'webhooks', run: changeHook },
  { method: 'DELETE', path: '/wc/v3/webhooks/#', endpoint: 'webhooks', run: removeHook },
]
