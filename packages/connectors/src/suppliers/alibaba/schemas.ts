/**
 * The data of an Alibaba product page. Nothing is published, and everything but the name is optional; index.ts says what
 * was seen where.
 */
import { z } from 'zod'
import { figure, list, maybePrice, maybeText, moment, wholeFigure } from '../tolerant.ts'

const Media = z.union([
  z.string(),
  z
    .object({
      type: maybeText,
      imageUrl: z
        .union([
          z.string(),
          z.object({ big: maybeText, normal: maybeText }).transform(({ big, normal }) => big ?? normal),
        ])
        .nullish(),
      url: maybeText,
    })
    .transform(({ type, imageUrl, url }) => (type === 'video' ? undefined : (imageUrl ?? url))),
])

export const Tier = z.object({
  min: wholeFigure,
  minQuantity: wholeFigure,
  max: wholeFigure,
  price: maybePrice,
  dollarPrice: maybePrice,
  formatPrice: maybeText,
})
const Attribute = z.object({
  id: maybeText,
  name: maybeText,
  values: list(
    z.object({ id: maybeText, name: maybeText, originImage: maybeText, largeImage: maybeText, image: maybeText }),
  ),
})
export const SkuInfo = z.object({
  id: maybeText,
  skuId: maybeText,
  inventory: wholeFigure,
  stock: wholeFigure,
  price: maybePrice,
  dollarPrice: maybePrice,
  ladderPrices: list(Tier),
})
const Sku = z.object({
  skuAttrs: list(Attribute),
  /** Keyed by the choice: "191286172:100003070;…". */
  skuInfoMap: z.record(z.string(), SkuInfo).nullish(),
})

const Properties = list(z.object({ attrName: maybeText, attrValue: maybeText }))

export const Product = z
  .object({
    productId: maybeText,
    id: maybeText,
    subject: maybeText,
    title: maybeText,
    mediaItems: list(Media),
    images: list(Media),
    description: z.string().nullish(),
    price: z
      .object({
        currency: maybeText,
        /** How dollars become what the page shows; 1 where they are shown themselves. */
        currencyRule: z.object({ rate: figure }).nullish(),
        unit: maybeText,
        unitEven: maybeText,
        productLadderPrices: list(Tier),
        productRangePrices: z
          .object({ priceRangeLow: maybePrice, dollarPriceRangeLow: maybePrice, dollarPriceRangeHigh: maybePrice })
          .nullish(),
      })
      .nullish(),
    ladderPrices: list(Tier),
    moq: wholeFigure,
    salesVolume: wholeFigure,
    unit: maybeText,
    sku: Sku.nullish(),
    productCategoryId: maybeText,
    categoryId: maybeText,
    categoryPath: z.unknown().optional(),
    productBasicProperties: Properties,
    productKeyIndustryProperties: Properties,
    productOtherProperties: Properties,
    properties: list(z.object({ name: maybeText, value: maybeText })),
  })
  .refine(({ subject, title }) => subject ?? title, 'no name')

export const Seller = z.object({
  companyId: maybeText,
  sellerId: maybeText,
  companyName: maybeText,
  name: maybeText,
  companyProfileUrl: maybeText,
  url: maybeText,
  country: maybeText,
  companyRegisterCountry: maybeText,
  score: figure,
  supplierRating: figure,
  supplierRatingReviews: z.object({ averageStar: figure }).nullish(),
})

/** Beside the product: how many of each SKU lie where. Below zero: made to order. */
export const Inventory = z.object({
  skuInventory: z
    .record(
      z.string(),
      z.object({ warehouseInventoryList: list(z.object({ inventoryCount: figure, placeOfDispatchId: maybeText })) }),
    )
    .nullish(),
})

export const Crumbs = list(z.object({ hrefObject: z.object({ name: maybeText }).nullish() }))

export const Trade = z.object({
  currency: maybeText,
  moq: wholeFigure,
  unit: maybeText,
  ladderPrices: list(Tier),
  soldQuantity: wholeFigure,
  salesVolume: wholeFigure,
  orders: wholeFigure,
  shipping: list(
    z.object({
      name: maybeText,
      price: maybePrice,
      minDays: wholeFigure,
      maxDays: wholeFigure,
      country: maybeText,
      shipFrom: maybeText,
    }),
  ),
})

export const Reviews = z.object({
  averageStar: figure,
  totalReviewCount: wholeFigure,
  list: list(
    z.object({
      id: maybeText,
      score: figure,
      content: z.string().nullish(),
      name: maybeText,
      country: maybeText,
      date: moment,
      images: list(z.string()),
    }),
  ),
})
