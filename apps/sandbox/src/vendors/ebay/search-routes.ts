import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { dayOf } from '../../catalogue/days.ts'
import { findLookAlikes } from '../../catalogue/pictures/find-look-alikes.ts'
import type { SupplyWorld } from '../../catalogue/make-world.ts'
import { searchOffers } from '../../catalogue/search-offers.ts'
import { carriagesOf, shipsTo } from '../../catalogue/shipping.ts'
import type { Offer } from '../../catalogue/shapes.ts'
import { variantsOf } from '../../catalogue/variants.ts'
import type { World } from '../../frame/world.ts'
import { categoryNumber, summary } from './dress.ts'
import { conditionOf } from './condition.ts'
import { refuse, warning } from './errors.ts'
import { checkFilter, SORTS, wordsOf } from './filter.ts'
import { checkCall, type EbayTables, placeOf } from './guard.ts'

const MOST = 200
const LAST_OFFSET = 9_999
const LOOK_ALIKES = 50

type Query = Record<string, string | undefined>
const queryOf = (request: FastifyRequest): Query => {
  const all = Object.entries(request.query as Record<string, unknown>) // Fastify's parsed query
  return Object.fromEntries(all.map(([name, value]) => [name, Array.isArray(value) ? String(value[0]) : String(value)]))
}

export function searchRoutes(app: FastifyInstance, world: World<EbayTables>, supply: SupplyWorld) {
  const { public_url } = world.config

  const priceOf = (offer: Offer) => Math.min(...variantsOf(offer, dayOf(world.now())).map((one) => one.price))

  const keeps = (filter: Map<string, string>) => (offer: Offer) => {
    const [, low, high] = /^\[([\d.]*)\.\.([\d.]*)\]$/.exec(filter.get('price') ?? '') ?? []
    if (low || high) {
      const price = priceOf(offer) / 100
      if (price < Number(low || 0) || price > Number(high || Infinity)) return false
    }
    const to = filter.get('deliveryCountry')
    if (to && !shipsTo(offer, to)) return false
    const from = filter.get('itemLocationCountry')
    if (from && !offer.ship_from.includes(from)) return false
    if (filter.get('maxDeliveryCost') === '0' && !carriagesOf(offer, { to: to ?? 'US' }).some(({ cost }) => cost === 0))
      return false
    const options = filter.get('buyingOptions')
    const { word, conditionId } = conditionOf(offer)
    const words = wordsOf(filter.get('conditions'))
    const ids = wordsOf(filter.get('conditionIds'))
    return (
      (!options || options.includes('FIXED_PRICE')) &&
      (words.length === 0 || words.includes(word)) &&
      (ids.length === 0 || ids.includes(conditionId))
    )
  }

  const sorted = (offers: Offer[], by: string | undefined) => {
    const way = by === 'price' ? 1 : by === '-price' ? -1 : 0
    if (way !== 0) return offers.toSorted((a, b) => way * (priceOf(a) - priceOf(b)))
    if (by === 'newlyListed') return offers.toReversed()
    // Best match: what is second-hand stands in front, as it does at eBay.
    return offers.toSorted((a, b) => (conditionOf(a).word === 'NEW' ? 1 : 0) - (conditionOf(b).word === 'NEW' ? 1 : 0))
  }

  function answer(request: FastifyRequest, matches: Offer[], query: Query) {
    const { filter, warnings } = checkFilter(query['filter'])
    if (!SORTS.includes(query['sort'])) warnings.push(warning(12008))
    const found = matches.filter(keeps(filter))
    const [limit, offset] = [Number(query['limit'] ?? 50), Number(query['offset'] ?? 0)]
    if (!Number.isInteger(limit) || limit < 1 || limit > MOST) throw refuse(12006)
    if (!Number.isInteger(offset) || offset < 0) throw refuse(12004)
    if (offset > LAST_OFFSET) throw refuse(12029)
    const own = placeOf(request)
    const country = filter.get('deliveryCountry') ?? own.country
    const place = { country, zip: filter.get('deliveryPostalCode') ?? own.zip }
    const page = found.slice(offset, offset + limit)
    const path = request.url.split('?')[0]
    const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    const href = (at: number) => {
      const all = new URLSearchParams({ ...Object.fromEntries(given), limit: String(limit), offset: String(at) })
      return `${public_url}${path}?${all}`
    }
    return {
      href: href(offset),
      total: found.length,
      ...(offset + limit < Math.min(found.length, LAST_OFFSET) && { next: href(offset + limit) }),
      ...(offset > 0 && { prev: href(Math.max(0, offset - limit)) }),
      limit,
      offset,
      ...(page.length > 0 && { itemSummaries: page.map((offer) => summary(offer, public_url, world.now(), place)) }),
      ...(warnings.length > 0 && { warnings }),
    }
  }

  app.get('/item_summary/search', { config: { endpoint: 'search' } }, async (request) => {
    await checkCall(world, request, 'search')
    const query = queryOf(request)
    const { q, category_ids } = query
    if (!q && !category_ids) throw refuse(12001)
    const numbers: (number | undefined)[] = category_ids?.split(',').map(categoryNumber) ?? [undefined]
    const top = supply.categories.some(({ number, parent }) => parent === null && numbers.includes(number))
    if (top && !q) throw refuse(12013)
    const found = numbers.flatMap((category) => searchOffers(supply.offers.ebay, { text: q, category }))
    return answer(request, sorted([...new Set(found)], query['sort']), query)
  })

  app.post('/item_summary/search_by_image', { config: { endpoint: 'search_by_image' } }, async (request) => {
    await checkCall(world, request, 'image')
    const read = z.object({ image: z.string().min(1) }).safeParse(request.body)
    const found = read.success
      ? await findLookAlikes(supply.offers.ebay, Buffer.from(read.data.image, 'base64'), LOOK_ALIKES)
      : null
    if (!found) throw refuse(12501)
    return answer(request, found, queryOf(request))
  })
}
