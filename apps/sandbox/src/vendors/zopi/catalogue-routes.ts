import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { dayOf } from '../../catalogue/days.ts'
import type { SupplyWorld } from '../../catalogue/make-world.ts'
import { reviewsBy, reviewsOf } from '../../catalogue/reviews.ts'
import { searchOffers } from '../../catalogue/search-offers.ts'
import { carriagesOf } from '../../catalogue/shipping.ts'
import type { Offer } from '../../catalogue/shapes.ts'
import { variantsOf } from '../../catalogue/variants.ts'
import type { World } from '../../frame/world.ts'
import { categoryId, categoryNumber, money, product, review, skuId, summary, updatedAt } from './dress.ts'
import { refuse } from './envelope.ts'
import { country, read } from './read-input.ts'

const page = { cursor: z.string().optional(), page_size: z.coerce.number().int().min(1).max(100).default(20) }
const Page = z.object(page)
const Search = z.object({
  text: z.string().max(200).optional(),
  category_id: z.string().optional(),
  seller_id: z.string().optional(),
  updated_since: z.iso.datetime({ offset: true }).optional(),
  ...page,
})
const Detail = z.object({ ship_to: country.optional() })
const Quote = z.object({
  product_id: z.string(),
  sku_id: z.string(),
  quantity: z.int().min(1),
  country_code: country,
  ship_from: country.optional(),
})

/** Opaque to others: how many were already read. */
const writeCursor = (skip: number) => Buffer.from(`after:${skip}`).toString('base64url')
function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const skip = /^after:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
  if (skip === undefined) throw refuse('invalid', 'cursor: is not one of ours')
  return Number(skip)
}

const onePage = <T>(items: T[], skip: number, total: number) => ({
  items,
  next_cursor: skip + items.length < total && items.length > 0 ? writeCursor(skip + items.length) : null,
  total,
})

export function catalogueRoutes(app: FastifyInstance, world: Pick<World, 'config' | 'now'>, supply: SupplyWorld) {
  const { public_url } = world.config
  const find = (id: string): Offer => {
    const offer = supply.find('zopi', id)
    if (!offer) throw refuse('not_found', `There is no product ${id}`)
    return offer
  }
  type ById = { Params: { product_id: string } }

  app.get('/categories', { config: { endpoint: 'categories' } }, async () => ({
    items: supply.categories.map((category) => ({
      category_id: categoryId(category),
      name: category.name,
      parent_id: category.parent ? categoryId(category.parent) : null,
    })),
  }))

  app.get('/products', { config: { endpoint: 'products' } }, async (request) => {
    const asked = read(Search, request.query)
    const since = asked.updated_since === undefined ? undefined : new Date(asked.updated_since)
    const category = asked.category_id === undefined ? undefined : categoryNumber(asked.category_id)
    const found = searchOffers(supply.offers.zopi, {
      text: asked.text,
      category,
      seller: asked.seller_id,
      strict: true,
    }).filter((offer) => since === undefined || updatedAt(offer, world.now()) >= since)
    const skip = readCursor(asked.cursor)
    return onePage(
      found.slice(skip, skip + asked.page_size).map((offer) => summary(offer, public_url, world.now())),
      skip,
      found.length,
    )
  })

  app.get<ById>('/products/:product_id', { config: { endpoint: 'product' } }, async (request) => {
    read(Detail, request.query)
    return product(find(request.params.product_id), public_url, world.now())
  })

  app.get<ById>('/products/:product_id/reviews', { config: { endpoint: 'reviews' } }, async (request) => {
    const offer = find(request.params.product_id)
    const { cursor, page_size } = read(Page, request.query)
    const skip = readCursor(cursor)
    const day = dayOf(world.now())
    return onePage(
      reviewsOf(offer, day, skip, page_size).map((one) => review(offer, one, public_url)),
      skip,
      reviewsBy(offer, day),
    )
  })

  app.get<ById>('/products/:product_id/stock', { config: { endpoint: 'stock' } }, async (request) => {
    const offer = find(request.params.product_id)
    const rows = variantsOf(offer, dayOf(world.now())).flatMap((variant) =>
      variant.stock.map(({ country: country_code, quantity }) => ({
        sku_id: skuId(offer, variant),
        country_code,
        quantity,
      })),
    )
    return { items: rows }
  })

  app.post('/quotes', { config: { endpoint: 'quotes' } }, async (request) => {
    const { product_id, sku_id, quantity, country_code: to, ship_from: from } = read(Quote, request.body)
    const offer = find(product_id)
    const variant = variantsOf(offer, dayOf(world.now())).find((one) => skuId(offer, one) === sku_id)
    if (!variant) throw refuse('not_found', `Product ${product_id} has no variant ${sku_id}`)
    if (from !== undefined && !offer.ship_from.includes(from))
      throw refuse('cannot_ship', `Nothing of it is kept in ${from}`)
    const services = carriagesOf(offer, { to, from, quantity, grams: variant.grams })
    if (services.length === 0) throw refuse('cannot_ship', `No service carries it to ${to}`)
    return {
      items: services.map(({ code, company, cost, min_days, max_days, ship_from, tracked }) => ({
        service_code: code,
        service_name: company,
        price: money(cost),
        min_days,
        max_days,
        ship_from,
        tracked,
      })),
    }
  })
}
