/** What Shopify's schema promises of the fields that we ask for; a test holds the documents against the schema itself. */
import { z } from 'zod'
import { rows } from '../../rows.ts'

const nodes = <T extends z.ZodType>(of: T) => z.object({ nodes: z.array(of) })
const PageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })

export const RemoteVariantReply = z.object({
  id: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  price: z.string(),
  compareAtPrice: z.string().nullable(),
  inventoryPolicy: z.enum(['CONTINUE', 'DENY']),
  inventoryQuantity: z.number().nullable(),
  selectedOptions: z.array(z.object({ name: z.string(), value: z.string() })),
  media: nodes(z.object({ id: z.string() })),
  inventoryItem: z.object({
    id: z.string(),
    tracked: z.boolean(),
    measurement: z.object({ weight: z.object({ unit: z.string(), value: z.number() }).nullable() }),
    inventoryLevel: z.object({ quantities: z.array(z.object({ quantity: z.number() })) }).nullable(),
  }),
})
export type RemoteVariantReply = z.output<typeof RemoteVariantReply>

const VariantsReply = nodes(RemoteVariantReply).extend({ pageInfo: PageInfo })

export const Product = z.object({
  id: z.string(),
  title: z.string(),
  descriptionHtml: z.string(),
  vendor: z.string(),
  productType: z.string(),
  tags: z.array(z.string()),
  status: z.enum(['ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED']),
  updatedAt: z.string(),
  onlineStoreUrl: z.string().nullable(),
  hasOnlyDefaultVariant: z.boolean(),
  seo: z.object({ title: z.string().nullable(), description: z.string().nullable() }),
  options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  metafield: z.object({ value: z.string() }).nullable(),
  media: nodes(
    z.object({
      id: z.string(),
      alt: z.string().nullable(),
      status: z.enum(['FAILED', 'PROCESSING', 'READY', 'UPLOADED']),
      mediaErrors: z.array(z.object({ code: z.string(), message: z.string() })),
      image: z.object({ url: z.string() }).nullish(),
    }),
  ),
  variants: VariantsReply,
})
export type Product = z.output<typeof Product>

/** Asked by id: null where nothing has it, and nothing at all of one that is something else. */
export const nodesOf = <T extends z.ZodType>(node: T) =>
  z.object({ nodes: rows(z.union([z.null(), z.strictObject({}).transform(() => null), node])) })
export const ReadReply = nodesOf(Product)
export const FindReply = z.object({ productByIdentifier: z.object({ id: z.string() }).nullable() })
export const ListReply = z.object({ products: z.object({ nodes: rows(Product), pageInfo: PageInfo }) })
export const MoreVariantsReply = z.object({ product: z.object({ variants: VariantsReply }).nullable() })

const Shop = z.object({
  name: z.string(),
  email: z.string(),
  shopOwnerName: z.string(),
  myshopifyDomain: z.string(),
  currencyCode: z.string(),
  primaryDomain: z.object({ host: z.string() }),
  plan: z.object({ publicDisplayName: z.string() }),
  shopAddress: z.object({ countryCodeV2: z.string().nullable() }),
})

export const StoreReply = z.object({
  shop: Shop,
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
})
export const ConnectReply = z.object({
  shop: Shop,
  locations: nodes(z.object({ id: z.string(), isActive: z.boolean(), shipsInventory: z.boolean() })),
  metafieldDefinition: z.object({ id: z.string() }).nullable(),
})

export const Token = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number(),
  refresh_token_expires_in: z.number(),
})

/** The places are `p0`, `p1` … in the order they were asked for. */
export const PublishedReply = z.object({ product: z.record(z.string(), z.union([z.string(), z.boolean()])).nullable() })

export const PublicationsReply = z.object({
  publications: nodes(
    z.object({
      id: z.string(),
      catalog: z.object({ title: z.string() }).nullable(),
      channels: nodes(z.object({ handle: z.string(), name: z.string() })).nullable(),
    }),
  ),
})
export const SubscriptionsReply = z.object({
  webhookSubscriptions: nodes(z.object({ id: z.string(), topic: z.string(), uri: z.string() })),
})

export const WrittenProduct = z.object({ product: z.object({ id: z.string(), updatedAt: z.string() }) })
