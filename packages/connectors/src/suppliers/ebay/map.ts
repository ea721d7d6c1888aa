import type { z } from 'zod'
import type { Condition } from '@omni/domain/catalog/conditions.ts'
import { VendorError } from '../../vendor-error.ts'
import { mustReadPrice, priceRangeOf, readPriceRange } from '../amounts.ts'
import { optionsOf } from '../options.ts'
import type { SupplierQuote } from '../quote.ts'
import type { SupplierProduct, SupplierSummary, SupplierVariant } from '../supplier.ts'
import { choicesOf } from './aspects.ts'
import type { Item, ShippingOption, Summary } from './schemas.ts'

type EbayItem = z.output<typeof Item>
const DAY_MS = 86_400_000

/** The number people know an item by; the API's own id is "v1|<number>|<variation>". */
const legacyId = (item: { legacyItemId?: string | undefined; itemId: string }): string =>
  item.legacyItemId ?? item.itemId.split('|')[1] ?? item.itemId

/**
 * eBay's own list of condition ids: 1000 is new, 1500 open box, 1750 new with defects, 2000 to 2500 refurbished, all
 * above used.
 */
const NEW = 1000
const FIRST_REFURBISHED = 2000
const FIRST_USED = 2750

/** An opened box, and what eBay does not tell, counts as used: a shop must not sell it as new. */
export function toCondition(conditionId: string | undefined): Condition {
  const id = Number(conditionId)
  if (id === NEW) return 'new'
  return id >= FIRST_REFURBISHED && id < FIRST_USED ? 'refurbished' : 'used'
}

/** Which call answers for a listing: the one for all variations, or the one for a single item. */
export const GROUP_HINT = 'group'
const ITEM_HINT = 'item'

export function toSummary(row: z.output<typeof Summary>): SupplierSummary {
  const currency = row.price?.currency ?? 'USD'
  return {
    source_product_id: legacyId(row),
    name: row.title ?? '',
    // The names deceive: recorded replies have 225 pixels in `image` and the whole picture in `thumbnailImages`.
    image: row.thumbnailImages[0]?.imageUrl ?? row.image?.imageUrl ?? null,
    currency,
    price_range: readPriceRange(row.price?.value, currency) ?? [0, 0],
    orders: null,
    rating: null,
    category_id: row.categories[0]?.categoryId ?? null,
    condition: toCondition(row.conditionId),
    fetch_hint: row.itemGroupHref ? GROUP_HINT : ITEM_HINT,
  }
}

/** One item, or all variations of a group: one product either way. */
export function toProduct(
  items: readonly EbayItem[],
  commonDescription: string | null | undefined,
  { ship_to, now }: { ship_to: string; now: Date },
): SupplierProduct {
  const [first] = items
  if (!first) throw new VendorError('ebay', 'not_found', 'an item group without items')
  const choices = choicesOf(items)
  const variants = items.map((item, i) => toVariant(item, choices[i] ?? []))
  const optionNames = new Set(choices[0]?.map(({ name }) => name))
  const group = first.primaryItemGroup
  const pictures = [
    group?.itemGroupImage,
    ...(group?.itemGroupAdditionalImages ?? []),
    ...items.flatMap((item) => [item.image, ...item.additionalImages]),
  ]
  const sold = items.flatMap((item) => item.estimatedAvailabilities[0]?.estimatedSoldQuantity ?? [])
  const rating = first.primaryProductReviewRating
  return {
    source_product_id: legacyId(first),
    name: group?.itemGroupTitle ?? first.title ?? '',
    description: commonDescription ?? first.description ?? first.shortDescription ?? '',
    images: [...new Set(pictures.flatMap((picture) => picture?.imageUrl ?? []))],
    product_link: first.itemWebUrl ?? `https://www.ebay.com/itm/${legacyId(first)}`,
    category: first.categoryId ? { category_id: first.categoryId, path: first.categoryPath?.split('|') ?? [] } : null,
    currency: first.price?.currency ?? 'USD',
    price_range: priceRangeOf(variants.map(({ price }) => price)),
    options: optionsOf(variants),
    variants,
    orders: sold.length === 0 ? null : sold.reduce((sum, one) => sum + one, 0),
    rating: rating?.averageRating ?? null,
    reviews_count: rating?.reviewCount ?? null,
    listings: null,
    seller: toSeller(first),
    specifications: first.localizedAspects.filter(({ name }) => !optionNames.has(name)),
    ship_from: [first.itemLocation?.country ?? 'US'],
    ship_to: toCountries(first),
    weight_g: null,
    condition: toCondition(first.conditionId),
    fetch_hint: items.length > 1 || group ? GROUP_HINT : ITEM_HINT,
    quotes: quotesOf(items, variants, ship_to, now),
  }
}

/** Shipping as the item's own answer has it. null: eBay could not calculate it, and would not the next time. */
function quotesOf(
  items: readonly EbayItem[],
  variants: readonly SupplierVariant[],
  ship_to: string,
  now: Date,
): SupplierQuote[] | null {
  const [cheapest] = variants.filter(({ quantity }) => quantity !== 0).toSorted((a, b) => a.price - b.price)
  const item = items.find(({ itemId }) => itemId === cheapest?.sku_id)
  const quotes = item ? toQuotes(item, 1, now) : []
  return quotes.length > 0 || (item && cannotReach(item, ship_to)) ? quotes : null
}

/** Nothing goes there for certain: no way is offered, and the country is not among those that the seller lists. */
export const cannotReach = (item: EbayItem, country: string): boolean =>
  item.shippingOptions.length === 0 && toCountries(item)?.includes(country) === false

function toVariant(item: EbayItem, values: SupplierVariant['values']): SupplierVariant {
  const currency = item.price?.currency ?? 'USD'
  const price = mustReadPrice('ebay', item.price?.value, currency)
  const before = readPriceRange(item.marketingPrice?.originalPrice?.value, currency)?.[1] ?? price
  const stock = item.estimatedAvailabilities[0]
  return {
    sku_id: item.itemId,
    sku_attr: '',
    values,
    price,
    ...(before > price && { list_price: before }),
    // Above a threshold eBay only says "more than ten".
    quantity:
      stock?.estimatedAvailabilityStatus === 'OUT_OF_STOCK'
        ? 0
        : (stock?.estimatedAvailableQuantity ?? stock?.availabilityThreshold ?? null),
    ...(item.image?.imageUrl && { image: item.image.imageUrl }),
  }
}

function toSeller({ seller }: EbayItem): SupplierProduct['seller'] {
  if (!seller?.username) return null
  return {
    seller_id: seller.username,
    name: seller.username,
    url: `https://www.ebay.com/usr/${encodeURIComponent(seller.username)}`,
    score: seller.feedbackPercentage,
  }
}

/** Regions and "worldwide" are not listed country by country: then we cannot say. */
function toCountries({ shipToLocations }: EbayItem): string[] | null {
  if (!shipToLocations || shipToLocations.regionIncluded.length === 0) return null
  if (shipToLocations.regionIncluded.some(({ regionType }) => regionType !== 'COUNTRY')) return null
  const excluded = new Set(shipToLocations.regionExcluded.map(({ regionId }) => regionId))
  return shipToLocations.regionIncluded.flatMap(({ regionId }) =>
    regionId && !excluded.has(regionId) ? [regionId] : [],
  )
}

/** eBay tells dates; we keep days from `now`. An option without a price is one that eBay could not calculate. */
export function toQuotes(item: EbayItem, quantity: number, now: Date): SupplierQuote[] {
  return item.shippingOptions.flatMap((option) => {
    if (!option.shippingCost) return []
    const { currency } = option.shippingCost
    const amount = mustReadPrice('ebay', option.shippingCost.value, currency)
    const more = readPriceRange(option.additionalShippingCostPerUnit?.value, currency)?.[1] ?? 0
    const duty = readPriceRange(option.importCharges?.value, currency)?.[1] ?? 0
    return [
      {
        service_name: option.shippingServiceCode ?? option.type ?? 'Shipping',
        amount: amount + more * (quantity - 1) + duty,
        currency,
        min_days: days(option.minEstimatedDeliveryDate, now),
        max_days: days(option.maxEstimatedDeliveryDate, now),
        ship_from: item.itemLocation?.country ?? 'US',
        tracked: option.shippingCarrierCode !== undefined, // a carrier that eBay knows is one it tracks
      },
    ]
  })
}

const days = (date: z.output<typeof ShippingOption>['minEstimatedDeliveryDate'], now: Date): number | null =>
  date === null ? null : Math.max(0, Math.ceil((date.getTime() - now.getTime()) / DAY_MS))
