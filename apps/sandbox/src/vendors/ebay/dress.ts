import { nameOf } from '../../catalogue/countries.ts'
import { dayOf, ordersBy } from '../../catalogue/days.ts'
import { picturesOf, variantPicture } from '../../catalogue/pictures/picture-key.ts'
import { reviewsBy } from '../../catalogue/reviews.ts'
import { type Carriage, carriagesOf, destinationsOf } from '../../catalogue/shipping.ts'
import type { Category, Offer, Variant } from '../../catalogue/shapes.ts'
import { quantityOf, variantsOf } from '../../catalogue/variants.ts'
import { draw } from '../../catalogue/draw.ts'
import { vendorId } from '../../catalogue/vendor-ids.ts'
import { specificationsOf, writeDescription } from '../../catalogue/write-description.ts'
import { conditionOf } from './condition.ts'
import type { BuyerPlace } from './guard.ts'

const DAY_MS = 86_400_000
const API = '/ebay/buy/browse/v1'
const categoryId = ({ number }: Category): string => String(11_000 + number)
export const categoryNumber = (id: string): number => Number(id) - 11_000

const amount = (cents: number) => ({ value: (cents / 100).toFixed(2), currency: 'USD' })
const image = (imageUrl: string) => ({ imageUrl })

export const isGroup = (offer: Offer): boolean => offer.options.length > 0
const variationId = (offer: Offer, variant: Variant): string =>
  isGroup(offer) ? vendorId('ebay', offer.index, variant.index) : '0'
export const itemId = (offer: Offer, variant: Variant): string => `v1|${offer.id}|${variationId(offer, variant)}`
export const groupHref = (publicUrl: string, offer: Offer): string =>
  `${publicUrl}${API}/item/get_items_by_item_group?item_group_id=${offer.id}`
const webUrl = (publicUrl: string, offer: Offer) => `${publicUrl}/ebay/itm/${offer.id}`

const seller = ({ seller: one }: Offer) => ({
  username: one.name,
  feedbackPercentage: one.score.toFixed(1),
  feedbackScore: one.followers,
  sellerAccountType: 'BUSINESS',
})

const dates = ({ min_days, max_days }: Carriage, now: Date) => ({
  minEstimatedDeliveryDate: new Date(now.getTime() + min_days * DAY_MS).toISOString(),
  maxEstimatedDeliveryDate: new Date(now.getTime() + max_days * DAY_MS).toISOString(),
})

function reduction({ price, list_price }: Variant) {
  if (list_price <= price) return {}
  const discountPercentage = String(Math.round((1 - price / list_price) * 100))
  return {
    marketingPrice: {
      originalPrice: amount(list_price),
      discountPercentage,
      discountAmount: amount(list_price - price),
      priceTreatment: 'LIST_PRICE',
    },
  }
}

/** Some sellers let eBay calculate: what it costs depends on where exactly it goes. */
const CALCULATED_SHARE = 0.3
const isCalculated = (offer: Offer) => draw(`calculated ${offer.id}`).chance(CALCULATED_SHARE)

/** A price, or none where eBay would have to guess the place. */
const costOf = (offer: Offer, cents: number, { zip }: BuyerPlace) => {
  const calculated = isCalculated(offer)
  return {
    shippingCostType: calculated ? 'CALCULATED' : 'FIXED',
    ...((zip || !calculated) && { shippingCost: amount(cents) }),
  }
}

const state = (offer: Offer) => {
  const { condition, conditionId } = conditionOf(offer)
  return { condition, conditionId }
}

export function summary(offer: Offer, publicUrl: string, now: Date, place: BuyerPlace) {
  const [first] = variantsOf(offer, dayOf(now)).toSorted((a, b) => a.price - b.price)
  const pictures = picturesOf(publicUrl, offer)
  const [cheapest] = carriagesOf(offer, { to: place.country })
  const { category } = offer.good.kind
  const id = first ? itemId(offer, first) : ''
  return {
    itemId: id,
    title: offer.title,
    ...(isGroup(offer) && { itemGroupHref: groupHref(publicUrl, offer), itemGroupType: 'SELLER_DEFINED_VARIATIONS' }),
    categories: [category, category.parent].flatMap((one) => (one ? [{ categoryId: categoryId(one) }] : [])),
    // As recorded replies have it: the small picture is `image`, the whole one is called a thumbnail.
    ...(pictures[0] && { image: image(`${pictures[0]}?w=200`), thumbnailImages: [image(pictures[0])] }),
    additionalImages: pictures.slice(1).map(image),
    price: amount(first?.price ?? offer.price),
    ...(first && reduction(first)),
    itemHref: `${publicUrl}${API}/item/${encodeURIComponent(id)}`,
    seller: seller(offer),
    ...state(offer),
    shippingOptions: cheapest
      ? [{ ...costOf(offer, cheapest.cost, place), ...dates(cheapest, now), guaranteedDelivery: false }]
      : [],
    buyingOptions: ['FIXED_PRICE'],
    itemWebUrl: webUrl(publicUrl, offer),
    itemLocation: { postalCode: '191**', country: offer.ship_from[0] ?? 'US' },
    adultOnly: false,
    legacyItemId: offer.id,
    availableCoupons: false,
    topRatedBuyingExperience: offer.seller.score > 99,
    priorityListing: false,
    watchCount: Math.round(Math.sqrt(ordersBy(offer, dayOf(now)))),
  }
}

/** One variation, or the listing itself where there is only one. */
export function item(
  offer: Offer,
  variant: Variant,
  publicUrl: string,
  now: Date,
  place: BuyerPlace,
  withDescription = true,
) {
  const day = dayOf(now)
  const pictures = picturesOf(publicUrl, offer)
  const own = variantPicture(publicUrl, offer, variant.colour)
  const quantity = quantityOf(variant)
  const { category, features } = offer.good.kind
  return {
    itemId: itemId(offer, variant),
    legacyItemId: offer.id,
    title: offer.title,
    shortDescription: `${offer.title}. ${features.join(', ')}.`,
    price: amount(variant.price),
    ...reduction(variant),
    categoryPath: category.path.join('|'),
    categoryId: categoryId(category),
    ...state(offer),
    itemLocation: {
      city: 'Hicksville',
      stateOrProvince: 'New York',
      postalCode: '11801',
      country: offer.ship_from[0] ?? 'US',
    },
    ...(own && { image: image(own) }),
    additionalImages: pictures.map(image),
    brand: offer.good.brand,
    material: offer.good.material,
    ...(variant.colour && { color: variant.colour }),
    seller: seller(offer),
    estimatedAvailabilities: [
      availability(quantity, Math.round(ordersBy(offer, day) / Math.max(1, offer.options.length * 3))),
    ],
    shippingOptions: carriagesOf(offer, { to: place.country, grams: variant.grams }).map((one) => ({
      shippingServiceCode: one.company,
      shippingCarrierCode: 'USPS',
      type: one.code,
      ...costOf(offer, one.cost, place),
      quantityUsedForEstimate: 1,
      ...dates(one, now),
      shipToLocationUsedForEstimate: { country: place.country, ...(place.zip && { postalCode: place.zip }) },
      ...(!isCalculated(offer) && { additionalShippingCostPerUnit: amount(Math.round(one.cost * 0.6)) }),
    })),
    shipToLocations: {
      regionIncluded: destinationsOf(offer).map((code) => ({
        regionName: nameOf(code),
        regionType: 'COUNTRY',
        regionId: code,
      })),
      regionExcluded: [],
    },
    returnTerms: {
      returnsAccepted: true,
      refundMethod: 'MONEY_BACK',
      returnShippingCostPayer: 'BUYER',
      returnPeriod: { value: 30, unit: 'CALENDAR_DAY' },
    },
    localizedAspects: [
      ...variant.values.map(({ option, value }) => ({ type: 'STRING', name: option, value })),
      ...specificationsOf(offer).map(({ name, value }) => ({ type: 'STRING', name, value })),
    ],
    ...(reviewsBy(offer, day) > 0 && {
      primaryProductReviewRating: { reviewCount: reviewsBy(offer, day), averageRating: String(offer.rating) },
    }),
    ...(isGroup(offer) && {
      primaryItemGroup: {
        itemGroupId: offer.id,
        itemGroupType: 'SELLER_DEFINED_VARIATIONS',
        itemGroupHref: groupHref(publicUrl, offer),
        itemGroupTitle: offer.title,
        ...(pictures[0] && { itemGroupImage: image(pictures[0]) }),
        itemGroupAdditionalImages: pictures.slice(1).map(image),
      },
    }),
    topRatedBuyingExperience: offer.seller.score > 99,
    buyingOptions: ['FIXED_PRICE'],
    itemWebUrl: webUrl(publicUrl, offer),
    ...(withDescription && { description: writeDescription(offer, pictures) }),
    enabledForGuestCheckout: true,
    eligibleForInlineCheckout: true,
    lotSize: 0,
    priorityListing: false,
    adultOnly: false,
  }
}

/** eBay tells exact numbers only when few are left; above ten it says "more than ten". */
function availability(quantity: number, sold: number) {
  const many = quantity > 10
  return {
    deliveryOptions: ['SHIP_TO_HOME'],
    ...(many
      ? { availabilityThresholdType: 'MORE_THAN', availabilityThreshold: 10 }
      : { estimatedAvailableQuantity: quantity }),
    estimatedAvailabilityStatus: quantity === 0 ? 'OUT_OF_STOCK' : many ? 'IN_STOCK' : 'LIMITED_STOCK',
    estimatedSoldQuantity: sold,
  }
}
