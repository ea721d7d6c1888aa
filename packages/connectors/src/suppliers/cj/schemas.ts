/** CJ Dropshipping API 2.0: what we read of its replies. CJ publishes no schema; index.ts says what was seen where. */
import { z } from 'zod'
import { choices, listed } from '../../rows.ts'
import { figure, list, maybePrice, maybeText, moment, text, wholeFigure } from '../tolerant.ts'

/** Some calls say `result`, some `success`, some both. */
export const Envelope = z.object({
  code: z.coerce.number(),
  result: z.unknown().optional(),
  success: z.unknown().optional(),
  message: z.string().nullish(),
  data: z.unknown().optional(),
})

export const PointsInfo = z.object({ pointsInfo: z.object({ total: wholeFigure, remaining: wholeFigure }) })

/** A list, the same list as JSON text, or its only element. */
const texts = z
  .unknown()
  .optional()
  .transform((value): string[] => {
    const read = typeof value === 'string' && value.trim().startsWith('[') ? parseJson(value) : value
    const items: unknown[] = Array.isArray(read) ? read : [read]
    return items.filter((item) => typeof item === 'string' && item.trim() !== '').map(String)
  })

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return []
  }
}

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
  content: list(z.object({ productList: listed(ListRow) })),
})

/** Three levels; only the lowest has ids that a list takes. */
export const CategoryTree = list(
  z.object({
    categoryFirstList: list(
      z.object({ categorySecondList: list(z.object({ categoryId: text, categoryName: maybeText })) }),
    ),
  }),
)

export const Variant = z.object({
  vid: text,
  variantNameEn: maybeText,
  /** "Black-XL", or the choices as JSON text: '["Black","XL"]'. */
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
  productImageSet: texts,
  /** One address, or all of them as JSON text or a list. */
  productImage: texts,
  productWeight: figure,
  sellPrice: maybePrice,
  description: z.string().nullish(),
  categoryId: maybeText,
  categoryName: maybeText,
  listedNum: wholeFigure,
  materialNameEnSet: texts,
  materialNameEn: texts,
  packingNameEnSet: texts,
  packingNameEn: texts,
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
  commentUrls: texts,
  countryCode: maybeText,
})
export const CommentPage = z.object({
  pageNum: wholeFigure,
  pageSize: wholeFigure,
  total: wholeFigure,
  list: listed(Comment),
})

export const Freight = choices(
  z.object({
    logisticName: maybeText,
    logisticPrice: maybePrice,
    taxesFee: maybePrice,
    clearanceOperationFee: maybePrice,
    /** All of the above; 0 where CJ did not add them up. */
    totalPostageFee: maybePrice,
    logisticAging: maybeText,
    /** Why this service cannot carry it. */
    errorEn: maybeText,
  }),
)

export const StockRows = list(
  z.object({ countryCode: maybeText, totalInventoryNum: wholeFigure, storageNum: wholeFigure }),
)

const amounts = { orderAmount: maybePrice, productAmount: maybePrice, postageAmount: maybePrice }

/** What createOrderV2 answers: `orderId` is CJ's code for the order. */
export const CreatedOrder = z.object({
  orderId: text,
  orderStatus: maybeText,
  interceptOrderReasons: list(z.object({ code: maybeText, message: maybeText })),
  logisticsMiss: z.boolean().nullish(),
  ...amounts,
})

/** What reads answer: `orderId` is another number, and the code is `cjOrderId` or `cjOrderCode`. */
export const OrderDetail = z.object({
  orderId: text,
  cjOrderId: maybeText,
  cjOrderCode: maybeText,
  /** Our reference. */
  orderNum: maybeText,
  orderStatus: text,
  paymentDate: maybeText,
  trackNumber: maybeText,
  trackingUrl: maybeText,
  trackingProvider: maybeText,
  logisticName: maybeText,
  productList: z
    .array(z.object({ vid: text, quantity: z.coerce.number().int().positive() }))
    .optional()
    .catch(undefined),
  ...amounts,
})

export const Balance = z.object({ amount: z.union([z.string(), z.number()]) })
