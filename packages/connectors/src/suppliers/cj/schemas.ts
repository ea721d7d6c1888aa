/** CJ Dropshipping API 2.0: what we read of its replies. Our notes only; CJ publishes no schema. */
import { z } from 'zod'
import { figure, list, maybePrice, maybeText, moment, text, wholeFigure } from '../tolerant.ts'

export const Envelope = z.object({
  code: z.coerce.number(),
  message: z.string().nullish(),
  data: z.unknown().optional(),
})

export const PointsInfo = z.object({ pointsInfo: z.object({ usedToday: wholeFigure, total: wholeFigure }) })

/** /setting/get: what this account may do. */
export const Setting = z.object({ setting: z.object({ qpsLimit: figure }) })

export const Token = z.object({
  openId: maybeText,
  accessToken: z.string(),
  accessTokenExpiryDate: moment,
  refreshToken: z.string(),
  refreshTokenExpiryDate: moment,
})

export const ListRow = z.object({
  id: text,
  nameEn: maybeText,
  bigImage: maybeText,
  sellPrice: maybePrice,
  categoryId: maybeText,
  listedNum: wholeFigure,
})
/** The list is nested twice: pages of groups of products. */
export const ListPage = z.object({
  pageNumber: wholeFigure,
  totalPages: wholeFigure,
  totalRecords: wholeFigure,
  content: list(z.object({ productList: list(ListRow) })),
})

export const Variant = z.object({
  vid: text,
  variantNameEn: maybeText,
  variantKey: maybeText,
  variantImage: maybeText,
  variantWeight: figure,
  variantSellPrice: maybePrice,
})
export const Product = z.object({
  pid: text,
  productNameEn: maybeText,
  productKeyEn: maybeText,
  bigImage: maybeText,
  productImageSet: list(z.string()),
  productWeight: figure,
  sellPrice: maybePrice,
  description: z.string().nullish(),
  categoryId: maybeText,
  categoryName: maybeText,
  listedNum: wholeFigure,
  materialNameEnSet: list(z.string()),
  packingNameEnSet: list(z.string()),
  supplierName: maybeText,
  supplierId: maybeText,
  variants: list(Variant),
})

export const Inventory = z.object({
  variantInventories: list(
    z.object({ vid: text, inventory: list(z.object({ countryCode: text, totalInventory: wholeFigure })) }),
  ),
})

export const Comment = z.object({
  commentId: text,
  comment: z.string().nullish(),
  commentDate: moment,
  commentUser: maybeText,
  score: figure,
  commentUrls: list(z.string()),
  countryCode: maybeText,
})
export const CommentPage = z.object({
  pageNum: wholeFigure,
  pageSize: wholeFigure,
  total: wholeFigure,
  list: list(Comment),
})

export const Freight = list(
  z.object({ logisticName: text, logisticPrice: maybePrice, totalPostageFee: maybePrice, logisticAging: maybeText }),
)
