import type { z } from 'zod'
import { VendorError } from '../../vendor-error.ts'
import { mustReadPrice, priceRangeOf, readPriceRange } from '../amounts.ts'
import { countryCodeOf, optionsOf } from '../options.ts'
import type { SupplierQuote } from '../quote.ts'
import type { SupplierProduct, SupplierReview, SupplierVariant } from '../supplier.ts'
import { bySmallestOrder, ladderSpecifications, shareOf, type Step } from './ladder.ts'
import type { Crumbs, Inventory, Product, Reviews, Seller, SkuInfo, Tier, Trade } from './schemas.ts'

export interface Page {
  product: z.output<typeof Product>
  seller: z.output<typeof Seller> | null
  trade: z.output<typeof Trade> | null
  reviews: z.output<typeof Reviews> | null
  inventory: z.output<typeof Inventory> | null
  crumbs: z.output<typeof Crumbs> | null
}
type LadderTier = z.output<typeof Tier>
const DEFAULT_SHIP_FROM = 'CN' // sourcing spec §9

/**
 * A page shown in another currency has each price twice: in dollars and in that currency. Then the dollars are read and
 * nothing else; a page in dollars may leave `dollarPrice` out.
 */
interface Pricing {
  currency: string
  dollarsOnly: boolean
}
const priceIn = (
  one: Pick<LadderTier, 'dollarPrice' | 'price'> & { formatPrice?: string | undefined },
  pricing: Pricing,
) => one.dollarPrice ?? (pricing.dollarsOnly ? undefined : (one.price ?? one.formatPrice))

function pricingOf({ product, trade }: Page): Pricing {
  const shown = product.price?.currency ?? trade?.currency ?? 'USD'
  const dollars = [...(product.price?.productLadderPrices ?? []), ...Object.values(product.sku?.skuInfoMap ?? {})].some(
    ({ dollarPrice }) => dollarPrice !== undefined,
  )
  // Pages in another currency name it by a sign alone; the rate tells that it is another.
  const isForeign = (product.price?.currencyRule?.rate ?? 1) !== 1
  const dollarsOnly = dollars && (isForeign || shown !== 'USD')
  return { currency: dollarsOnly ? 'USD' : shown, dollarsOnly }
}

/** Where it comes from unless shipping says otherwise. */
const homeOf = (seller: Page['seller']): string =>
  countryCodeOf(seller?.country ?? seller?.companyRegisterCountry ?? '') ?? DEFAULT_SHIP_FROM
const absolute = (url: string) => (url.startsWith('//') ? `https:${url}` : url)

function ladderOf({ product, trade }: Page, pricing: Pricing): Step[] {
  const [ladder = []] = [
    product.price?.productLadderPrices ?? [],
    product.ladderPrices,
    trade?.ladderPrices ?? [],
  ].filter((tiers) => tiers.length > 0)
  return toSteps(ladder, pricing)
}

const toSteps = (tiers: readonly LadderTier[], pricing: Pricing): Step[] =>
  bySmallestOrder(tiers.map((tier) => ({ from: tier.min ?? tier.minQuantity, price: priceIn(tier, pricing) })))

export function toProduct(page: Page, productId: string, url: string): SupplierProduct {
  const { product, seller, trade, reviews } = page
  const pricing = pricingOf(page)
  const { currency } = pricing
  const ladder = ladderOf(page, pricing)
  const fallback = ladder[0]
    ? ladder[0].price
    : (product.price?.productRangePrices?.dollarPriceRangeHigh ??
      product.price?.productRangePrices?.dollarPriceRangeLow)
  const variants = toVariants(page, productId, fallback, pricing)
  const images = [...product.mediaItems, ...product.images].filter((image) => typeof image === 'string')
  const categoryId = product.productCategoryId ?? product.categoryId
  const warehouses = warehousesOf(page)
  return {
    source_product_id: productId,
    name: product.subject ?? product.title ?? '',
    description: product.description ?? '',
    images: [...new Set(images.map(absolute))],
    product_link: url,
    category: categoryId ? { category_id: categoryId, path: pathOf(page) } : null,
    currency,
    price_range: priceRangeOf(variants.map(({ price }) => price)),
    options: optionsOf(variants),
    variants,
    orders: product.salesVolume ?? trade?.salesVolume ?? trade?.soldQuantity ?? trade?.orders ?? null,
    rating: reviews?.averageStar ?? null,
    reviews_count: reviews?.totalReviewCount ?? null,
    listings: null,
    seller: toSeller(seller),
    specifications: specifications(page, ladder, currency),
    ship_from: warehouses.length > 0 ? warehouses : [homeOf(seller)],
    ship_to: null,
    weight_g: null,
  }
}

const pathOf = ({ product, crumbs }: Page): string[] =>
  Array.isArray(product.categoryPath)
    ? product.categoryPath.filter((name) => typeof name === 'string')
    : (crumbs ?? []).flatMap(({ hrefObject }) => hrefObject?.name ?? [])

const placesOf = ({ inventory }: Page, sku_id: string) =>
  inventory?.skuInventory?.[sku_id]?.warehouseInventoryList.flatMap(({ inventoryCount, placeOfDispatchId }) =>
    inventoryCount === null || inventoryCount < 0 ? [] : [{ quantity: inventoryCount, place: placeOfDispatchId }],
  ) ?? []

/** Where shipping is told from; else where any SKU lies. */
function warehousesOf(page: Page): string[] {
  const known = toQuotes(page).map(({ ship_from }) => ship_from)
  const stocked = Object.keys(page.inventory?.skuInventory ?? {}).flatMap((sku_id) => placesOf(page, sku_id))
  return [...new Set(known.length > 0 ? known : stocked.flatMap(({ place }) => countryCodeOf(place ?? '') ?? []))]
}

function quantityOf(page: Page, info: z.output<typeof SkuInfo>, sku_id: string): number | null {
  const places = placesOf(page, sku_id)
  if (places.length > 0) return places.reduce((sum, { quantity }) => sum + quantity, 0)
  return info.inventory ?? info.stock
}

function toVariants(
  page: Page,
  productId: string,
  fallback: string | number | undefined,
  pricing: Pricing,
): SupplierVariant[] {
  const { product } = page
  const { currency } = pricing
  const own = Object.entries(product.sku?.skuInfoMap ?? {})
  if (own.length === 0) {
    if (fallback === undefined) throw new VendorError('alibaba', 'invalid', 'the page shows no price')
    return [
      {
        sku_id: productId,
        sku_attr: '',
        values: [],
        price: mustReadPrice('alibaba', fallback, currency),
        quantity: null,
      },
    ]
  }
  return own.map(([choice, info]) => {
    const values = valuesOf(choice, product.sku?.skuAttrs ?? [])
    const image = values.find((value) => value.image)?.image
    const sku_id = info.skuId ?? info.id ?? choice
    return {
      sku_id,
      sku_attr: choice,
      values,
      price: mustReadPrice('alibaba', ownPrice(info, pricing) ?? fallback, currency),
      quantity: quantityOf(page, info, sku_id),
      ...(image && { image }),
    }
  })
}

const ownPrice = (info: z.output<typeof SkuInfo>, pricing: Pricing) =>
  priceIn(info, pricing) ?? toSteps(info.ladderPrices, pricing)[0]?.price

/** "191286172:100003070;191284014:3" names attribute and value of each choice. */
function valuesOf(
  choice: string,
  attributes: NonNullable<Page['product']['sku']>['skuAttrs'],
): SupplierVariant['values'] {
  return choice
    .split(';')
    .filter(Boolean)
    .map((pair) => {
      const [attributeId = '', valueId = ''] = pair.split(':')
      const attribute = attributes.find(({ id }) => id === attributeId)
      const value = attribute?.values.find(({ id }) => id === valueId)
      // The large one has 250 pixels.
      const image = value?.originImage ?? value?.largeImage ?? value?.image
      return {
        property_id: attributeId,
        name: attribute?.name ?? 'Style',
        value_id: valueId,
        value: value?.name ?? valueId,
        ...(image && { image: absolute(image) }),
      }
    })
}

function specifications(
  { product, trade }: Page,
  ladder: readonly Step[],
  currency: string,
): SupplierProduct['specifications'] {
  const own = [
    ...product.productBasicProperties,
    ...product.productKeyIndustryProperties,
    ...product.productOtherProperties,
  ].map(({ attrName, attrValue }) => ({ name: attrName, value: attrValue }))
  const moq = product.moq ?? trade?.moq ?? ladder[0]?.from ?? null
  const unit = product.unit ?? product.price?.unitEven ?? product.price?.unit ?? trade?.unit ?? 'pieces'
  // The basic ones hold the others once more.
  const named = new Map([...own, ...product.properties].map(({ name, value }) => [name, value]))
  return [
    ...ladderSpecifications(moq, ladder, unit, currency),
    ...[...named].flatMap(([name, value]) => (name && value ? [{ name, value }] : [])),
  ]
}

function toSeller(seller: Page['seller']): SupplierProduct['seller'] {
  const id = seller?.companyId ?? seller?.sellerId
  if (!seller || !id) return null
  const score = seller.score ?? seller.supplierRating ?? seller.supplierRatingReviews?.averageStar ?? null
  return {
    seller_id: id,
    name: seller.companyName ?? seller.name ?? '',
    url: absolute(seller.companyProfileUrl ?? seller.url ?? ''),
    score: score === null ? null : score <= 5 ? Math.round(score * 20) : score,
  }
}

export const toReviews = ({ reviews }: Page): SupplierReview[] =>
  (reviews?.list ?? []).map((review, i) => ({
    review_id: review.id ?? String(i + 1),
    rating: review.score ?? 0,
    feedback: review.content ?? '',
    name: review.name ?? '',
    country: review.country ?? '',
    created_at: review.date,
    images: review.images.map(absolute),
    order_info: '',
  }))

export function toQuotes({ product, trade, seller }: Page): (SupplierQuote & { country_code: string })[] {
  const currency = trade?.currency ?? 'USD'
  return (trade?.shipping ?? []).flatMap((service) => {
    const amount = readPriceRange(service.price, currency)?.[1]
    const country_code = countryCodeOf(service.country ?? '')
    if (amount === undefined || !country_code) return []
    return [
      {
        service_name: service.name ?? 'Standard',
        amount: shareOf(amount, product.moq ?? trade?.moq ?? 1),
        currency,
        min_days: service.minDays,
        max_days: service.maxDays,
        tracked: true,
        country_code,
        ship_from: service.shipFrom ?? homeOf(seller),
      },
    ]
  })
}
