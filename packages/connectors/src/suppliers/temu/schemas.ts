/** What is read of a Temu page, whose places are in paths.ts. Everything but the name and the SKUs is optional. */
import { z } from 'zod'
import { parts } from '../../rows.ts'
import { Delivery } from './delivery.ts'
import { figure, list, maybePrice, maybeText, moment, wholeFigure } from '../tolerant.ts'

const Picture = z.union([
  z.string(),
  z.object({ url: maybeText, imageUrl: maybeText }).transform(({ url, imageUrl }) => url ?? imageUrl),
])

const Spec = z.object({ specKey: maybeText, specKeyId: maybeText, specValue: maybeText, specValueId: maybeText })
export const Sku = z.object({
  skuId: maybeText,
  specs: parts(Spec),
  salePrice: maybePrice,
  salePriceStr: maybeText,
  normalPrice: maybePrice,
  normalPriceStr: maybeText,
  /** What is struck out. */
  normalLinePrice: maybePrice,
  normalLinePriceStr: maybeText,
  linePrice: maybePrice,
  specShowImageUrl: maybeText,
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
  pictures: parts(Picture),
  images: parts(Picture),
  /** "Color: Grey", or the choices one by one. */
  specs: z
    .union([z.string(), z.array(Spec)])
    .nullish()
    .catch(null),
  specInfo: maybeText,
})

const Crumb = z.union([
  z.string().transform((name) => ({ optId: undefined, name })),
  z
    .object({ optId: maybeText, optName: maybeText, title: maybeText })
    // The home page has no number, or one below zero.
    .transform(({ optId, optName, title }) => ({
      optId: optId?.startsWith('-') ? undefined : optId,
      name: optName ?? title,
    })),
])

const Mall = z.object({ mallId: maybeText, mallName: maybeText, mallStar: figure, score: figure, mallScore: figure })

const Floor = z.object({ items: parts(z.object({ url: maybeText, text: maybeText })) })
/** The long description: floors of pictures and texts, as an object, as its JSON text or as a plain list. */
export const Detail = z.union([
  z.object({ floorList: parts(Floor) }).transform(({ floorList }) => floorList.flatMap(({ items }) => items)),
  parts(z.object({ url: maybeText, text: maybeText })),
])

export const Page = z.object({
  goodsId: maybeText,
  name: z.string().min(1),
  sku: list(Sku),
  gallery: parts(Picture),
  detail: z.unknown(),
  description: z.unknown(),
  properties: parts(z.object({ key: maybeText, name: maybeText, value: maybeText, values: parts(z.string()) })),
  crumbs: parts(Crumb),
  categoryId: maybeText,
  mall: Mall.nullish().catch(null),
  mallId: maybeText,
  sold: wholeFigure,
  /** "3.7K+ sold". */
  salesTip: wholeFigure,
  currency: maybeText,
  region: maybeText,
  score: figure,
  reviewCount: wholeFigure,
  reviews: parts(Review),
  delivery: Delivery,
  /** 1: sent from a warehouse in the country of the page. */
  isLocal: wholeFigure,
})

/** What the capture agent adds beside the page's own state: the delivery as it stands on the screen. */
export const Shipping = parts(
  z.object({
    name: maybeText,
    price: maybePrice,
    minDays: wholeFigure,
    maxDays: wholeFigure,
    country: maybeText,
    shipFrom: maybeText,
  }),
)
