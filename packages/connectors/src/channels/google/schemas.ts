/**
 * What we read of Google's replies (Merchant API v1). Whole numbers of 64 bits are texts there. What is zero, empty or
 * false is left out, as proto3's JSON does.
 */
import { z } from 'zod'
import { listed, parts } from '../../rows.ts'
import { groupOf, itemRows } from '../item-group.ts'

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const id = z.union([z.string(), z.number()]).transform(String)

export const Account = z.object({ accountId: id, accountName: text, languageCode: text })
export const AccountPage = z.object({ accounts: parts(Account), nextPageToken: z.string().optional() })
export const BusinessInfo = z.object({ address: z.object({ regionCode: text }).nullish() })

export const DataSource = z.object({
  name: z.string(),
  displayName: text,
  input: text,
  primaryProductDataSource: z.object({ feedLabel: text, contentLanguage: text }).nullish(),
})
export const DataSourcePage = z.object({ dataSources: listed(DataSource) })

/** Calls that share a limit; the smallest counts, because all of ours are paced together. */
export const Quotas = z.object({
  quotaGroups: parts(
    z.object({ quotaMinuteLimit: z.coerce.number().catch(0), methodDetails: parts(z.object({ path: text })) }),
  ),
})

const Price = z.object({ amountMicros: id.default('0'), currencyCode: z.string() })

/** Loose: a product is inserted again with everything it has. */
const Attributes = z.looseObject({
  title: text,
  description: text,
  link: text,
  brand: text,
  productTypes: z.array(z.string()).optional(),
  imageLink: text,
  additionalImageLinks: z.array(z.string()).optional(),
  availability: text,
  price: Price.nullish(),
  salePrice: Price.nullish(),
  gtins: z.array(z.string()).optional(),
  itemGroupId: text,
  color: text,
  size: text,
  material: text,
  pattern: text,
  shippingWeight: z.object({ value: z.number().default(0), unit: text }).nullish(),
  pause: text,
})

const Issue = z.object({ severity: text, description: text, detail: text, attribute: text })

export const Product = z.object({
  offerId: z.string(),
  contentLanguage: text,
  feedLabel: text,
  dataSource: text,
  productAttributes: Attributes.prefault({}),
  customAttributes: parts(z.looseObject({ name: text, value: text })),
  productStatus: z.object({ itemLevelIssues: parts(Issue), googleExpirationDate: z.string().optional() }).optional(),
})
export type Product = z.output<typeof Product>
const Group = z
  .object({ offerId: z.string(), productAttributes: z.object({ itemGroupId: text }).prefault({}) })
  .transform(({ offerId, productAttributes }) => groupOf(productAttributes.itemGroupId, offerId))
export const ProductPage = z.object({
  products: itemRows(Product, Group)
    .optional()
    .transform((all) => all ?? { items: [], broken: [] }),
  nextPageToken: z.string().optional(),
})

export const SearchPage = z.object({
  results: listed(z.object({ productView: z.object({ offerId: z.string(), feedLabel: text, languageCode: text }) })),
  nextPageToken: z.string().optional(),
})

export const Input = z.object({ name: z.string() })
