/** The state of a Temu product page. Our notes only, and Temu changes it often: everything but the name is optional. */
import { z } from 'zod'
import { figure, list, maybePrice, maybeText, moment, wholeFigure } from '../tolerant.ts'

const Picture = z.union([z.string(), z.object({ url: maybeText }).transform(({ url }) => url)])

const Spec = z.object({ specKey: maybeText, specKeyId: maybeText, specValue: maybeText, specValueId: maybeText })
export const Sku = z.object({
  skuId: maybeText,
  specs: list(Spec),
  normalPrice: maybePrice,
  salePrice: maybePrice,
  normalPriceStr: maybeText,
  linePrice: maybePrice,
  thumbUrl: maybeText,
  stockQuantity: wholeFigure,
})
const Review = z.object({
  reviewId: maybeText,
  id: maybeText,
  score: figure,
  comment: z.string().nullish(),
  name: maybeText,
  userName: maybeText,
  country: maybeText,
  region: maybeText,
  time: moment,
  createTime: moment,
  pictures: list(Picture),
  images: list(Picture),
  specInfo: maybeText,
})
const Shipping = z.object({
  name: maybeText,
  serviceName: maybeText,
  price: maybePrice,
  fee: maybePrice,
  minDays: wholeFigure,
  maxDays: wholeFigure,
  country: maybeText,
  shipFrom: maybeText,
})

export const Goods = z
  .object({
    goodsId: maybeText,
    goodsName: maybeText,
    title: maybeText,
    gallery: list(Picture),
    images: list(Picture),
    description: z.string().nullish(),
    detail: z.string().nullish(),
    mall: z.object({ mallId: maybeText, mallName: maybeText, score: figure, mallScore: figure }).nullish(),
    soldQuantity: wholeFigure,
    salesTip: maybeText,
    review: z
      .object({ goodsScore: figure, reviewNum: wholeFigure, list: list(Review), reviews: list(Review) })
      .nullish(),
    reviews: list(Review),
    sku: list(Sku),
    skus: list(Sku),
    currency: maybeText,
    region: maybeText,
    catId: maybeText,
    categoryId: maybeText,
    category: z.unknown().optional(),
    properties: list(z.object({ key: maybeText, name: maybeText, value: maybeText, values: list(z.string()) })),
    shipping: list(Shipping).or(z.unknown().transform(() => [])),
  })
  .refine(({ goodsName, title }) => goodsName ?? title, 'no name')
