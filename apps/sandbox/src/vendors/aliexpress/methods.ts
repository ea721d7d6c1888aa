import { z } from 'zod'
import { dayOf, ordersBy } from '../../catalogue/days.ts'
import { findLookAlikes } from '../../catalogue/pictures/find-look-alikes.ts'
import { reviewsBy } from '../../catalogue/reviews.ts'
import { searchOffers } from '../../catalogue/search-offers.ts'
import { carriagesOf, shipsTo } from '../../catalogue/shipping.ts'
import type { Offer } from '../../catalogue/shapes.ts'
import { quantityOf, variantsOf } from '../../catalogue/variants.ts'
import { markupOf, soldOut } from '../../orders/basket.ts'
import { categoryId, categoryNumber, imageRow, productResult, skuId, textRow } from './dress.ts'
import { refuse } from './envelope.ts'
import { isForbidden } from './odd-offers.ts'
import { orderCreate, orderGet, trackingGet } from './order-methods.ts'
import { addressGet } from './places.ts'
import { type Purse, purseIn } from './purse.ts'
import { type Method, need, parse } from './read-params.ts'

const MOST_BYTES = 2 * 1024 * 1024
const Req = z.object({
  quantity: z.coerce.number().int().min(1),
  shipToCountry: z.string().min(2),
  productId: z.coerce.string(),
  selectedSkuId: z.coerce.string().optional(),
  currency: z.string().optional(),
})

function purseOf(currency: string | undefined, now: Date) {
  const purse = purseIn(currency, now)
  if (!purse) throw refuse('InvalidParameter', `The specified parameter currency "${currency}" is not valid`)
  return purse
}

const whole = (text: string | undefined, fallback: number, most: number) =>
  Math.max(1, Math.min(most, Math.trunc(Number(text)) || fallback))

/**
 * An empty key word lists everything of the category, best sellers first: the vendor's page calls the word compulsory
 * and
 * does not say what an empty one gives.
 */
const textSearch: Method = ({ params, world, supply }) => {
  const { text } = params
  for (const name of ['local', 'countryCode', 'currency']) need(params, name)
  const now = world.now()
  const day = dayOf(now)
  const purse = purseOf(text['currency'], now)
  const [size, page] = [whole(text['pageSize'], 20, 50), whole(text['pageIndex'], 1, 100_000)]
  const category = text['categoryId'] ? categoryNumber(text['categoryId']) : undefined
  const filters = readExtend(text['searchExtend'])
  const named = searchOffers(supply.offers.aliexpress, { text: text['keyWord'], category })
  const found = named.filter((offer) => filters.every((filter) => filter(offer)))
  const sorted = sortBy(found, text['sortBy'] ?? (text['keyWord'] ? '' : 'orders,desc'), day)
  const rows = sorted
    .slice((page - 1) * size, page * size)
    .map((offer) => textRow(offer, world.config.public_url, now, purse))
  return {
    data: { totalCount: found.length, pageIndex: page, pageSize: size, products: rows },
    code: '00',
    msg: 'success',
  }
}

function sortBy(offers: Offer[], by: string, day: number): Offer[] {
  const [key, way] = by.split(',')
  const values = {
    min_price: (offer: Offer) => offer.price,
    orders: (offer: Offer) => ordersBy(offer, day),
    comments: (offer: Offer) => reviewsBy(offer, day),
  }
  const value = Object.entries(values).find(([name]) => name === key)?.[1]
  return value ? offers.toSorted((a, b) => (way === 'asc' ? 1 : -1) * (value(a) - value(b))) : offers
}

function readExtend(text: string | undefined): ((offer: Offer) => boolean)[] {
  if (!text) return []
  const read = z
    .array(z.object({ searchKey: z.string(), searchValue: z.coerce.string().optional() }))
    .safeParse(parse(text))
  if (!read.success) throw refuse('InvalidParameter', 'The specified parameter searchExtend is not valid')
  return read.data.map(({ searchKey, searchValue = '' }) => (offer) => {
    if (searchKey === 'free_ship_to') return carriagesOf(offer, { to: searchValue }).some(({ cost }) => cost === 0)
    return searchKey === 'ship_from' ? offer.ship_from.includes(searchValue) : true
  })
}

const productGet: Method = async ({ params, world, supply }) => {
  const offer = supply.find('aliexpress', need(params, 'product_id'))
  const shipTo = need(params, 'ship_to_country')
  if (!offer) return { rsp_code: 605, rsp_msg: 'ITEM_ID_NOT_FOUND' }
  if (isForbidden(offer, shipTo)) return { rsp_code: 602, rsp_msg: 'Item is not allowed to this country' }
  const impersonal = params.text['remove_personal_benefit'] === 'true'
  const purse = purseOf(params.text['target_currency'], world.now())
  return {
    result: productResult(offer, world.config.public_url, world.now(), purse, {
      shipTo,
      impersonal,
      percent: await markupOf(world),
      gone: await soldOut(world),
    }),
    rsp_code: 200,
    rsp_msg: 'Call succeeds',
  }
}

const freightQuery: Method = ({ params, world, supply }) => {
  const read = Req.safeParse(parse(need(params, 'queryDeliveryReq')))
  if (!read.success) throw refuse('InvalidParameter', 'The specified parameter queryDeliveryReq is not valid')
  const { productId, selectedSkuId, shipToCountry: to, quantity, currency } = read.data
  const offer = supply.find('aliexpress', productId)
  const refused = (code: number, msg: string) => ({ result: { success: false, code, msg } })
  if (!offer) return refused(501, 'PRODUCT_NOT_EXIST')
  const variants = variantsOf(offer, dayOf(world.now()))
  const variant = selectedSkuId
    ? variants.find((one) => skuId(offer, one) === selectedSkuId)
    : variants.find((one) => quantityOf(one) > 0)
  if (!shipsTo(offer, to) || isForbidden(offer, to)) return refused(505, 'DELIVERY_NOT_AVAILABLE_TO_YOUR_ADDRESS')
  // Nothing in stock, or no such number (an attribute instead of one): there is nothing to say about a delivery.
  if (!variant || quantityOf(variant) === 0) return refused(501, 'DELIVERY_INFO_EMPTY')
  const purse = purseOf(currency, world.now())
  // The warehouse is part of the choice; without it every warehouse makes its offer.
  const warehouses = variant.stock.map(({ country }) => country)
  const options = warehouses.flatMap((from) =>
    carriagesOf(offer, { to, from, quantity, grams: variant.grams }).map((one) => ({
      code: one.code,
      company: one.company,
      ...feeOf(one.cost, offer.index, purse),
      shipping_fee_currency: purse.currency,
      min_delivery_days: one.min_days,
      max_delivery_days: one.max_days,
      guaranteed_delivery_days: String(one.max_days + 15),
      delivery_date_desc: `${one.min_days}-${one.max_days} days`,
      ship_from_country: one.ship_from,
      tracking: one.tracked,
      available_stock: String(variant.stock.find(({ country }) => country === one.ship_from)?.quantity ?? 0),
      ddpIncludeVATTax: 'false',
    })),
  )
  if (options.length === 0) return refused(501, 'DELIVERY_INFO_EMPTY')
  // A service whose fee is calculated at the counter comes without one.
  const [last] = options.slice(-1)
  if (last && offer.index % 5 === 0) {
    const { shipping_fee_cent: _fee, shipping_fee_format: _format, ...rest } = last
    options.push({ ...rest, code: 'SELLER_OWN', company: 'Seller Shipping', free_shipping: false, mayHavePFS: false })
  }
  return { result: { success: true, code: 200, msg: 'Call succeeds', delivery_options: options } }
}

/** Free, free because the platform pays from nothing on, or a fee in whole units of the currency. */
function feeOf(cost: number, index: number, purse: Purse): Fee {
  const none = `${purse.currency} 0.00`
  if (cost === 0 && index % 2 === 0)
    return { shipping_fee_format: 'Free Shipping', free_shipping: true, mayHavePFS: false }
  const pays = cost === 0
  const fee = purse.text(pays ? 199 : cost)
  return {
    shipping_fee_cent: fee,
    shipping_fee_format: `${purse.currency} ${fee}`,
    free_shipping: false,
    mayHavePFS: pays || index % 3 === 0,
    free_shipping_threshold: pays ? none : `${purse.currency} ${purse.text(1000)}`,
  }
}

interface Fee {
  shipping_fee_cent?: string
  shipping_fee_format?: string
  free_shipping: boolean
  mayHavePFS: boolean
  free_shipping_threshold?: string
}

const imageSearch: Method = async ({ params, world, supply }) => {
  const bytes = params.files['image_file_bytes']
  if (!bytes || bytes.length === 0) {
    throw refuse(
      'MissingParameter',
      'The input parameter "image_file_bytes" that is mandatory for processing this request is not supplied',
    )
  }
  if (bytes.length > MOST_BYTES) throw refuse('InvalidParameter', 'The picture is larger than 2 MB')
  const purse = purseOf(params.text['target_currency'], world.now())
  const found = await findLookAlikes(supply.offers.aliexpress, bytes, whole(params.text['product_cnt'], 20, 150))
  if (!found) throw refuse('InvalidParameter', 'The picture cannot be read')
  return {
    data: { products: found.map((offer) => imageRow(offer, world.config.public_url, world.now(), purse)) },
    code: '200',
    msg: 'success',
  }
}

const categoryGet: Method = ({ params, supply }) => {
  const asked = params.text['categoryId']
  const categories = supply.categories
    .filter((one) => !asked || categoryId(one) === asked)
    .map((one) => ({
      category_id: Number(categoryId(one)),
      category_name: one.name,
      ...(one.parent && { parent_category_id: Number(categoryId(one.parent)) }),
    }))
  return {
    resp_result: {
      resp_code: 200,
      resp_msg: 'Call succeeds',
      result: { categories, total_result_count: categories.length },
    },
  }
}

export const METHODS: Readonly<Record<string, Method>> = {
  'aliexpress.ds.text.search': textSearch,
  'aliexpress.ds.product.get': productGet,
  'aliexpress.ds.freight.query': freightQuery,
  'aliexpress.ds.image.search': imageSearch,
  'aliexpress.ds.category.get': categoryGet,
  'aliexpress.ds.address.get': addressGet,
  'aliexpress.ds.order.create': orderCreate,
  'aliexpress.trade.ds.order.get': orderGet,
  'aliexpress.ds.order.tracking.get': trackingGet,
}
