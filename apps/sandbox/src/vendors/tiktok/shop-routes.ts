import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { allCategories, attributesOf, checkVersion, recommend, rulesOf } from './categories.ts'
import { BRANDS, MANUFACTURERS, mustBeEu, RESPONSIBLE, showBrand, SIZE_CHARTS } from './details.ts'
import { refuse, success } from './envelope.ts'
import { shopOf, withoutShop } from './guard.ts'
import { readInput } from './product-input.ts'
import { shopsOf, warehousesOf } from './shops.ts'
import type { TikTokWorld } from './tables.ts'
import { isTopic } from './webhooks.ts'

const at = (endpoint: string) => ({ config: { endpoint } })
const Recommend = z.object({
  product_title: z.string(),
  description: z.string().max(10_000).optional(),
  category_version: z.string().optional(),
})
const Hook = z.object({ event_type: z.string(), address: z.url().max(255).optional() })
const CHECKS = ['SHOP_STATUS', 'SHOP_TAX', 'PICKUP_WAREHOUSE', 'RETURN_WAREHOUSE', 'SHIPPING_TEMPLATE']
const unix = (date: Date) => Math.floor(date.getTime() / 1000)

function checkSize(page_size: string | undefined): void {
  const size = Number(page_size)
  if (!Number.isInteger(size) || size < 1 || size > 100) throw refuse(12019109, 'page size is invalid')
}

export function shopRoutes(app: FastifyInstance, world: TikTokWorld) {
  app.get('/authorization/202309/shops', at('shops'), async (request) => {
    const shops = await shopsOf(world, await withoutShop(world, request))
    return success({
      shops: shops.map(({ id, name, region, seller_type, cipher, code }) => ({
        id,
        name,
        region,
        seller_type,
        cipher,
        code,
      })),
    })
  })

  app.get('/logistics/202309/warehouses', at('warehouses'), async (request) => {
    const shop = await shopOf(world, request)
    const warehouses = warehousesOf(shop).map((one) => ({
      ...one,
      effect_status: 'ENABLED',
      sub_type: 'DOMESTIC_WAREHOUSE',
      address: { region_code: shop.region },
    }))
    return success({ warehouses })
  })

  app.get('/product/202312/prerequisites', at('prerequisites'), async (request) => {
    const { not_ready } = await shopOf(world, request)
    const fails = (item: string) => not_ready && item === 'RETURN_WAREHOUSE'
    return success({
      check_results: CHECKS.map((check_item) => ({
        check_item,
        is_failed: fails(check_item),
        fail_reasons: fails(check_item) ? ["You haven't set the return warehouse for your shop."] : [],
      })),
    })
  })

  app.get<{ Querystring: { category_version?: string } }>(
    '/product/202309/categories',
    at('categories'),
    async (request) => {
      checkVersion(await shopOf(world, request), request.query.category_version)
      return success({ categories: allCategories() })
    },
  )

  app.post('/product/202309/categories/recommend', at('categories.recommend'), async (request) => {
    const shop = await shopOf(world, request)
    const { product_title, category_version } = readInput(Recommend, request.body)
    checkVersion(shop, category_version)
    return success(recommend(product_title))
  })

  app.get<{ Params: { id: string }; Querystring: { category_version?: string } }>(
    '/product/202309/categories/:id/attributes',
    at('categories.attributes'),
    async (request) => {
      const shop = await shopOf(world, request)
      checkVersion(shop, request.query.category_version)
      return success({ attributes: attributesOf(shop, request.params.id) })
    },
  )

  app.get<{ Params: { id: string }; Querystring: { category_version?: string } }>(
    '/product/202309/categories/:id/rules',
    at('categories.rules'),
    async (request) => {
      const shop = await shopOf(world, request)
      checkVersion(shop, request.query.category_version)
      return success(rulesOf(shop, request.params.id))
    },
  )

  app.get<{ Querystring: { page_size?: string; brand_name?: string } }>(
    '/product/202309/brands',
    at('brands'),
    async (request) => {
      await shopOf(world, request)
      const { page_size, brand_name = '' } = request.query
      checkSize(page_size)
      const found = BRANDS.filter(({ name }) => name.toLowerCase().startsWith(brand_name.toLowerCase()))
      return success({ brands: found.map(showBrand), total_count: found.length, next_page_token: '' })
    },
  )

  const sold = { next_page_token: '', total_count: 1 }
  app.post<{ Querystring: { page_size?: string } }>(
    '/product/202407/sizecharts/search',
    at('sizecharts'),
    async (request) => {
      await shopOf(world, request)
      checkSize(request.query.page_size)
      return success({ size_chart: SIZE_CHARTS.map((chart) => ({ ...chart, images: [] })), ...sold })
    },
  )
  const profiled = (people: readonly { id: string; name: string }[]) =>
    people.map(({ id, name }) => ({ id, regional_profiles: [{ locale: 'de-DE', name }] }))
  app.post<{ Querystring: { page_size?: string } }>(
    '/product/202501/compliance/manufacturers/search',
    at('manufacturers'),
    async (request) => {
      mustBeEu(await shopOf(world, request))
      checkSize(request.query.page_size)
      return success({ manufacturers: profiled(MANUFACTURERS), ...sold })
    },
  )
  app.post<{ Querystring: { page_size?: string } }>(
    '/product/202501/compliance/responsible_persons/search',
    at('responsible_persons'),
    async (request) => {
      mustBeEu(await shopOf(world, request))
      checkSize(request.query.page_size)
      return success({ responsible_persons: profiled(RESPONSIBLE), ...sold })
    },
  )

  const path = '/event/202309/webhooks'
  app.get(path, at('webhooks'), async (request) => {
    const shop = await shopOf(world, request)
    const rows = await world.db
      .selectFrom('webhooks')
      .selectAll()
      .where('shop', '=', shop.id)
      .orderBy('event_type')
      .execute()
    const webhooks = rows.map(({ event_type, address, created_at, updated_at }) => ({
      event_type,
      address,
      create_time: unix(created_at),
      update_time: unix(updated_at),
    }))
    return success({ webhooks, total_count: webhooks.length })
  })
  // The vendor asks for https, a name and no port; a sandbox is reached without.
  app.put(path, at('webhooks'), async (request) => {
    const shop = await shopOf(world, request)
    const { event_type, address } = readInput(Hook, request.body)
    if (!isTopic(event_type) || !address) throw refuse(36009004, 'Invalid event_type or address.', 400)
    const now = world.now()
    await world.db
      .insertInto('webhooks')
      .values({ shop: shop.id, event_type, address, created_at: now, updated_at: now })
      .onConflict((c) => c.columns(['shop', 'event_type']).doUpdateSet({ address, updated_at: now }))
      .execute()
    return success()
  })
  app.delete(path, at('webhooks'), async (request) => {
    const shop = await shopOf(world, request)
    const { event_type } = readInput(Hook, request.body)
    await world.db.deleteFrom('webhooks').where('shop', '=', shop.id).where('event_type', '=', event_type).execute()
    return success()
  })
}
