/** Amazon Creators API: what we read of its replies. Amazon publishes no schema; index.ts says what was seen where. */
import { z } from 'zod'
import { listed } from '../../rows.ts'
import { list, maybePrice, maybeText, text, wholeFigure } from '../tolerant.ts'

const Shown = z.object({ displayValue: maybeText }).nullish()
const Picture = z.object({
  large: z.object({ url: maybeText }).nullish(),
  medium: z.object({ url: maybeText }).nullish(),
})
const Price = z.object({ money: z.object({ amount: maybePrice, currency: maybeText }).nullish() })

export const Token = z.object({ access_token: z.string(), expires_in: z.coerce.number() })
export const Failure = z.union([
  z
    .object({ errors: z.array(z.object({ code: maybeText, reason: maybeText, message: maybeText })).min(1) })
    .transform(({ errors: [first] }) => ({ code: first?.reason ?? first?.code, message: first?.message })),
  z
    .object({ type: z.string(), reason: maybeText, message: maybeText })
    .transform(({ type, reason, message }) => ({ code: reason ?? type, message })),
])

export const Item = z.object({
  asin: text,
  parentASIN: maybeText,
  detailPageURL: maybeText,
  itemInfo: z
    .object({
      title: Shown,
      features: z.object({ displayValues: list(z.string()) }).nullish(),
      byLineInfo: z.object({ brand: Shown, manufacturer: Shown }).nullish(),
    })
    .nullish(),
  images: z.object({ primary: Picture.nullish(), variants: list(Picture) }).nullish(),
  offersV2: z
    .object({
      listings: list(
        z.object({
          price: Price.extend({ savingBasis: Price.nullish() }).nullish(),
          availability: z.object({ type: maybeText }).nullish(),
          condition: z.object({ value: maybeText }).nullish(),
          isBuyBoxWinner: z.boolean().nullish(),
          type: maybeText,
          merchantInfo: z.object({ id: maybeText, name: maybeText }).nullish(),
        }),
      ),
    })
    .nullish(),
  browseNodeInfo: z.object({ browseNodes: list(z.object({ id: maybeText, displayName: maybeText })) }).nullish(),
  variationAttributes: list(z.object({ name: text, value: text })),
})

export const SearchReply = z.object({
  searchResult: z.object({ items: listed(Item), totalResultCount: wholeFigure }).nullish(),
})
export const ItemsReply = z.object({ itemsResult: z.object({ items: list(Item) }).nullish() })
export const VariationsReply = z.object({
  variationsResult: z
    .object({
      items: list(Item),
      variationSummary: z.object({ pageCount: wholeFigure, variationCount: wholeFigure }).nullish(),
    })
    .nullish(),
})
