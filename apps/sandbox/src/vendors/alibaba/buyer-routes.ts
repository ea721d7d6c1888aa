import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { dayOf } from '../../catalogue/days.ts'
import { isCountry } from '../../catalogue/countries.ts'
import type { SupplyWorld } from '../../catalogue/make-world.ts'
import { picturesOf, variantPicture } from '../../catalogue/pictures/picture-key.ts'
import { searchOffers } from '../../catalogue/search-offers.ts'
import type { Offer, Variant } from '../../catalogue/shapes.ts'
import { carriagesOf } from '../../catalogue/shipping.ts'
import { variantsOf } from '../../catalogue/variants.ts'
import { vendorId } from '../../catalogue/vendor-ids.ts'
import { writeDescription } from '../../catalogue/write-description.ts'
import { slidingWindow } from '../../frame/sliding-window.ts'
import { holderOf, type TokenTables } from '../../frame/tokens.ts'
import type { World } from '../../frame/world.ts'
import { APP_KEY } from './accounts.ts'
import { answered, checkCaller, noResult, refuse, refuseNumber, result } from './envelope.ts'
import { ladderOf, minimumOf } from './ladder.ts'
import { urlOf } from './read-page.ts'

const PER_SECOND = 10
/** Lists for dropshippers: in stock in the US, and sent from China. */
const SCENES: Readonly<Record<string, (offer: Offer) => boolean>> = {
  '906124611': ({ ship_from }) => ship_from.includes('US'),
  '906168847': ({ ship_from }) => !ship_from.includes('US'),
}

const Whole = z.coerce.number().int()
const Check = z.object({ scene_id: z.string(), page: Whole.min(0), page_size: Whole.min(1).max(100) })
const Search = z.object({
  keyword: z.string().min(1),
  index: Whole.min(1).default(1),
  size: Whole.min(1).max(50).default(20),
})
const ById = z.object({ product_id: z.coerce.string() })
const Freight = z.object({
  product_id: z.string(),
  quantity: Whole.min(1),
  destination_country: z.string().refine(isCountry),
  dispatch_location: z.enum(['CN', 'US', 'MX']).default('CN'),
})

/** The parameter that holds an object, as its JSON text. */
function readJson<S extends z.ZodType>(schema: S, params: Record<string, string>, name: string): z.output<S> {
  let value: unknown
  try {
    value = JSON.parse(params[name] ?? '')
  } catch {
    throw refuse('MissingParameter', `The input parameter "${name}" is not supplied or no JSON`)
  }
  const read = schema.safeParse(value)
  if (!read.success) throw refuse('InvalidParameter', `The specified parameter ${name} is not valid`)
  return read.data
}

export function buyerRoutes(app: FastifyInstance, world: World<TokenTables>, supply: SupplyWorld) {
  const offers = supply.offers.alibaba
  const { public_url: publicUrl } = world.config
  const window = slidingWindow(PER_SECOND)
  const variants = (offer: Offer) => variantsOf(offer, dayOf(world.now()))

  const call = (path: string, answer: (params: Record<string, string>) => unknown) =>
    app.get(`/rest${path}`, { config: { endpoint: path.slice(1).replaceAll('/', '.') } }, async (request) => {
      const params = checkCaller(request, path)
      if (window.take(APP_KEY).left < 0) throw refuse('ApiCallLimit')
      const holder = await holderOf(world, 'access', params['access_token'])
      if (holder?.state !== 'valid') throw refuse('IllegalAccessToken')
      return answer(params)
    })

  call('/eco/buyer/product/search', (params) => {
    const { keyword, index, size } = readJson(Search, params, 'param0')
    const found = searchOffers(offers, { text: keyword, category: undefined })
    const products = found
      .slice((index - 1) * size, index * size)
      .map((offer) => ({
        product_id: offer.id,
        title: offer.title,
        price: ladderOf(offer, Math.min(...variants(offer).map(({ price }) => price)))[0]?.price,
        currency: 'USD',
        permalink: urlOf(offer, publicUrl),
        image: { main_image: picturesOf(publicUrl, offer)[0] ?? '' },
      }))
    return answered({
      result: { code: '200', data: { pagination: { total_product_count: String(found.length) }, products } },
    })
  })

  call('/eco/buyer/product/check', (params) => {
    const { scene_id, page, page_size } = readJson(Check, params, 'query_req')
    const isIn = SCENES[scene_id]
    if (!isIn) return noResult('400', 'scene_id is invalid')
    const found = offers.filter(isIn)
    const ids = found.slice(page * page_size, (page + 1) * page_size).map(({ id }) => Number(id))
    return result(ids, { result_total: String(found.length) })
  })

  call('/eco/buyer/product/description', (params) => {
    const offer = supply.find('alibaba', readJson(ById, params, 'query_req').product_id)
    return offer ? result(describe(offer, variants(offer), publicUrl)) : noResult('404', 'product not exist')
  })

  call('/eco/buyer/product/inventory', (params) => {
    const offer = supply.find('alibaba', readJson(ById, params, 'inv_req').product_id)
    if (!offer) return noResult('404', 'product not exist')
    return result(
      offer.ship_from.map((country) => ({
        shipping_from: country,
        inventory_list: variants(offer).map((variant) => ({
          product_id: offer.id,
          sku_id: skuId(offer, variant),
          inventory_count: String(
            (variant.stock.find((one) => one.country === country)?.quantity ?? 0) * minimumOf(offer),
          ),
          inventory_unit: 'Piece',
        })),
      })),
    )
  })

  call('/shipping/freight/calculate', (params) => {
    const read = Freight.safeParse(params)
    if (!read.success) throw refuse('InvalidParameter')
    const { product_id, quantity, destination_country: to, dispatch_location: from } = read.data
    const offer = supply.find('alibaba', product_id)
    if (!offer) throw refuseNumber('130106', 'The product is offline')
    if (quantity < minimumOf(offer)) throw refuseNumber('10007', 'The quantity is below the minimum order quantity')
    const carriages = carriagesOf(offer, { to, from, quantity })
    if (carriages.length === 0) throw refuseNumber('120019', 'The product cannot be shipped to this country')
    return answered({
      value: carriages.map((one) => ({
        shipping_type: 'EXPRESS',
        vendor_code: `EX_ASP_${one.code}`,
        vendor_name: one.company,
        trade_term: 'DAP',
        dispatch_country: one.ship_from,
        destination_country: to,
        delivery_time: `${one.min_days}~${one.max_days}`,
        fee: { amount: String(one.cost / 100), currency: 'USD' },
      })),
    })
  })
}

/** Without choices there is one SKU all the same. */
const skuId = (offer: Offer, variant: Variant) => vendorId('alibaba', offer.index, variant.index)

function describe(offer: Offer, variants: Variant[], publicUrl: string) {
  const pictures = picturesOf(publicUrl, offer)
  const { category } = offer.good.kind
  const moq = String(minimumOf(offer))
  return {
    product_id: offer.id,
    title: offer.title,
    description: writeDescription(offer, pictures),
    detail_url: urlOf(offer, publicUrl),
    main_image: pictures[0] ?? '',
    images: pictures,
    category_id: String(200_000 + category.number),
    category: category.name,
    supplier: offer.seller.name,
    eCompanyId: Buffer.from(`company ${offer.seller.id}`).toString('base64'),
    currency: 'USD',
    min_order_quantity: moq,
    status: 'PRODUCT_ONLINE',
    mode_id: `SB.${offer.index}`,
    wholesale_trade: { min_order_quantity: moq, unit_type: 'Piece', handling_time: '3', price: '' },
    skus: variants.map((variant) => ({
      sku_id: skuId(offer, variant),
      product_id: offer.id,
      seller_sku_id: `${offer.id}_${skuId(offer, variant)}`,
      status: 'NORMAL',
      unit: 'Piece',
      image: variantPicture(publicUrl, offer, variant.colour) ?? '',
      sku_attr_list: variant.values.map(({ option, value }) => {
        const at = offer.options.findIndex(({ name }) => name === option)
        const index = offer.options[at]?.values.findIndex((one) => one.value === value) ?? 0
        return {
          attr_name_id: String(191_286_172 + at),
          attr_name_desc: option,
          attr_value_id: String(-1 - index),
          attr_value_desc: value,
        }
      }),
      // Largest orders first: nobody promises an order.
      ladder_price: ladderOf(offer, variant.price)
        .toReversed()
        .map(({ min, max, price }) => ({
          min_quantity: String(min),
          max_quantity: String(max),
          price,
          currency: 'USD',
        })),
    })),
  }
}
