import type { Minor } from '@omni/domain/money.ts'
import type { z } from 'zod'
import { VendorError } from '../../vendor-error.ts'
import { priceRangeOf, readPriceRange } from '../amounts.ts'
import { escapeHtml } from '@omni/domain/escape-html.ts'
import { countryCodeOf, optionsOf } from '../options.ts'
import type { SupplierQuote } from '../quote.ts'
import type { SupplierProduct, SupplierReview, SupplierVariant } from '../supplier.ts'
import { readDelivery, type ShownService } from './delivery.ts'
import { Detail, type Page, type Shipping, type Sku } from './schemas.ts'

export type TemuPage = z.output<typeof Page> & { shipping: z.output<typeof Shipping>; region: string | undefined }
const DEFAULT_SHIP_FROM = 'CN' // sourcing spec §9
const DEFAULT_CURRENCY = 'USD'
const WHOLE = /^\d+$/

/** Signs that stand for one currency alone. `$`, `kr` and `¥` are used by several: they tell nothing. */
const SIGNS: readonly (readonly [string, string])[] = [
  ['R$', 'BRL'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['円', 'JPY'],
  ['₩', 'KRW'],
  ['zł', 'PLN'],
  ['₴', 'UAH'],
  ['Kč', 'CZK'],
  ['₪', 'ILS'],
]

/** As the page says; else by the sign of its prices. */
function currencyOf({ currency, sku }: TemuPage): string {
  if (currency) return currency.toUpperCase()
  const price = sku.map(({ normalPriceStr, salePriceStr }) => normalPriceStr ?? salePriceStr).find(Boolean) ?? ''
  return SIGNS.find(([sign]) => price.includes(sign))?.[1] ?? DEFAULT_CURRENCY
}

/**
 * The text is what a person reads, so it goes first. A whole number is in the currency's smallest unit: 849 is $8.49,
 * and 426 is ¥426.
 */
export function readTemuPrice(
  shown: string | undefined,
  amount: string | number | undefined,
  currency: string,
): Minor | undefined {
  const read = readPriceRange(shown, currency)?.[1]
  if (read !== undefined || amount === undefined) return read
  return WHOLE.test(String(amount)) ? Number(amount) : readPriceRange(amount, currency)?.[1]
}

export function toProduct(page: TemuPage, productId: string, url: string): SupplierProduct {
  const currency = currencyOf(page)
  const variants = page.sku.flatMap((sku) => toVariant(sku, currency) ?? [])
  if (variants.length === 0) throw new VendorError('temu', 'invalid', 'the page shows nothing to buy')
  const { mall } = page
  const mallId = mall?.mallId ?? page.mallId
  const path = page.crumbs.filter(isCategory(page)).flatMap(({ name }) => name ?? [])
  const categoryId = page.categoryId ?? page.crumbs.at(-1)?.optId
  const warehouses = [...new Set(toQuotes(page).map(({ ship_from }) => ship_from))]
  return {
    source_product_id: productId,
    name: page.name,
    description: toDescription(page),
    images: [...new Set(page.gallery.filter((image) => image !== undefined).map(absolute))],
    product_link: url,
    category: categoryId ? { category_id: categoryId, path } : null,
    currency,
    price_range: priceRangeOf(variants.map(({ price }) => price)),
    options: optionsOf(variants),
    variants,
    orders: page.sold || page.salesTip,
    rating: page.score || null, // nobody's stars are none, not zero
    reviews_count: page.reviewCount,
    listings: null,
    seller: mallId
      ? {
          seller_id: mallId,
          name: mall?.mallName ?? '',
          url: `https://www.temu.com/mall.html?mall_id=${mallId}`,
          score: toScore(mall?.mallStar ?? mall?.score ?? mall?.mallScore),
        }
      : null,
    specifications: page.properties.flatMap(({ key, name, value, values }) => {
      const [label, text] = [key ?? name, value ?? values.join(', ')]
      return label && text ? [{ name: label, value: text }] : []
    }),
    ship_from: warehouses.length > 0 ? warehouses : [shipFromOf(page)],
    ship_to: page.region ? [page.region] : null,
    weight_g: null,
  }
}

const absolute = (url: string) => (url.startsWith('//') ? `https:${url}` : url)

/** The trail begins with the home page, which has no number, and may end with the product itself. */
const isCategory = (page: TemuPage) => (crumb: TemuPage['crumbs'][number], at: number) =>
  crumb.name !== page.name && (at > 0 || crumb.optId !== undefined || page.crumbs.every(({ optId }) => !optId))

/** Stars or percent. */
const toScore = (value: number | null | undefined): number | null =>
  !value ? null : value <= 5 ? Math.round(value * 20) : value

/** Texts and pictures below the fold; a page may hold them as JSON text. */
function toDescription({ description, detail }: TemuPage): string {
  const own = typeof description === 'string' ? description : ''
  const items = Detail.safeParse(typeof detail === 'string' ? parseJson(detail) : detail).data ?? []
  const parts = items.flatMap(({ text, url }) => [
    ...(text ? [`<p>${escapeHtml(text)}</p>`] : []),
    ...(url ? [`<img src="${escapeHtml(absolute(url))}">`] : []),
  ])
  return own + parts.join('')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function toVariant(sku: z.output<typeof Sku>, currency: string): SupplierVariant | null {
  const normal = readTemuPrice(sku.normalPriceStr, sku.normalPrice, currency)
  const price = readTemuPrice(sku.salePriceStr, sku.salePrice, currency) ?? normal
  const struck = readTemuPrice(sku.normalLinePriceStr, sku.normalLinePrice ?? sku.linePrice, currency) ?? normal
  if (!sku.skuId || price === undefined) return null
  const image = sku.specShowImageUrl ?? sku.thumbUrl
  return {
    sku_id: sku.skuId,
    sku_attr: '',
    price,
    ...(struck !== undefined && struck > price && { list_price: struck }),
    quantity: sku.stockQuantity,
    values: sku.specs.map(({ specKey = 'Style', specKeyId, specValue = '', specValueId }) => ({
      property_id: specKeyId ?? specKey,
      name: specKey,
      value_id: specValueId ?? specValue,
      value: specValue,
    })),
    ...(image && { image: absolute(image) }),
  }
}

export const toReviews = ({ reviews }: TemuPage): SupplierReview[] =>
  reviews.map((review, i) => ({
    review_id: review.reviewId ?? review.id ?? String(i + 1),
    rating: review.score ?? 0,
    feedback: review.comment ?? '',
    name: review.name ?? review.userName ?? '',
    country: review.country ?? review.region ?? '',
    created_at: review.time,
    images: [...review.pictures, ...review.images].filter((image) => image !== undefined).map(absolute),
    order_info: review.specInfo ?? writeSpecs(review.specs),
  }))

const writeSpecs = (specs: TemuPage['reviews'][number]['specs']): string =>
  typeof specs === 'string' ? specs : (specs ?? []).flatMap(({ specValue }) => specValue ?? []).join(', ')

const shipFromOf = ({ isLocal, region }: TemuPage): string => (isLocal === 1 && region) || DEFAULT_SHIP_FROM

export function toQuotes(page: TemuPage): (SupplierQuote & { country_code: string })[] {
  const currency = currencyOf(page)
  const shown: readonly ShownService[] =
    page.shipping.length > 0 ? page.shipping : readDelivery(page.delivery, currency)
  return shown.flatMap((service) => {
    const amount = readTemuPrice(undefined, service.price, currency)
    const country_code = countryCodeOf(service.country ?? page.region ?? '')
    // To nobody knows where: no quote of anything.
    if (amount === undefined || country_code === undefined) return []
    return [
      {
        service_name: service.name ?? 'Standard',
        amount,
        currency,
        min_days: service.minDays,
        max_days: service.maxDays,
        ship_from: service.shipFrom ?? shipFromOf(page),
        tracked: true,
        country_code,
      },
    ]
  })
}
