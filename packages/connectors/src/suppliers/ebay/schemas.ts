/** eBay Browse API v1.10: what we read of its replies. Field names and types are those of eBay's OpenAPI document. */
import { z } from 'zod'
import { choices, listed } from '../../rows.ts'
import { figure, list, maybeText, moment, text, wholeFigure } from '../tolerant.ts'

const Amount = z.object({ value: text, currency: text })
const Image = z.object({ imageUrl: maybeText })
const Location = z.object({ country: maybeText })
const Seller = z.object({ username: maybeText, feedbackPercentage: figure, feedbackScore: wholeFigure })

export const Token = z.object({ access_token: z.string(), expires_in: z.coerce.number() })
export const Failure = z.object({
  errors: z.array(z.object({ errorId: z.coerce.number(), message: maybeText, longMessage: maybeText })).min(1),
})

export const Summary = z.object({
  itemId: text,
  legacyItemId: maybeText,
  title: maybeText,
  price: Amount.nullish(),
  conditionId: maybeText,
  itemGroupHref: maybeText,
  itemGroupType: maybeText,
  image: Image.nullish(),
  thumbnailImages: list(Image),
  categories: list(z.object({ categoryId: maybeText })),
})
const Warning = z.object({ errorId: z.coerce.number(), message: maybeText })
export const SearchPage = z.object({
  total: wholeFigure,
  next: maybeText,
  itemSummaries: listed(Summary),
  warnings: list(Warning),
})

export const ShippingOption = z.object({
  shippingServiceCode: maybeText,
  shippingCarrierCode: maybeText,
  type: maybeText,
  shippingCost: Amount.nullish(),
  additionalShippingCostPerUnit: Amount.nullish(),
  importCharges: Amount.nullish(),
  minEstimatedDeliveryDate: moment,
  maxEstimatedDeliveryDate: moment,
})
const Regions = list(z.object({ regionType: maybeText, regionId: maybeText }))
export const Item = z.object({
  itemId: text,
  legacyItemId: maybeText,
  title: maybeText,
  conditionId: maybeText,
  price: Amount.nullish(),
  marketingPrice: z.object({ originalPrice: Amount.nullish() }).nullish(),
  image: Image.nullish(),
  additionalImages: list(Image),
  itemWebUrl: maybeText,
  categoryId: maybeText,
  categoryPath: maybeText,
  description: z.string().nullish(),
  shortDescription: z.string().nullish(),
  itemLocation: Location.nullish(),
  seller: Seller.nullish(),
  localizedAspects: list(z.object({ name: text, value: text })),
  estimatedAvailabilities: list(
    z.object({
      estimatedAvailableQuantity: wholeFigure,
      estimatedSoldQuantity: wholeFigure,
      estimatedAvailabilityStatus: maybeText,
      availabilityThreshold: wholeFigure,
    }),
  ),
  primaryProductReviewRating: z.object({ averageRating: figure, reviewCount: wholeFigure }).nullish(),
  primaryItemGroup: z
    .object({
      itemGroupId: maybeText,
      itemGroupTitle: maybeText,
      itemGroupImage: Image.nullish(),
      itemGroupAdditionalImages: list(Image),
    })
    .nullish(),
  shippingOptions: choices(ShippingOption),
  shipToLocations: z.object({ regionIncluded: Regions, regionExcluded: Regions }).nullish(),
})
export const ItemGroup = z.object({
  items: z.array(Item).min(1),
  commonDescriptions: list(z.object({ description: z.string().nullish() })),
})
