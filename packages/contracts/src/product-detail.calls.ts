import { DEFAULT_SHIP_FROM } from '@omni/domain/catalog/sources.ts'
import { STOCK_SOURCE_IDS } from '@omni/domain/vendors/manifest.ts'
import { z } from 'zod'
import { CountryCode, ProductCard, ProductId, ShipTo, SourceField } from './catalog.calls.ts'
import { Timestamp } from './fields.ts'
import { calls, listOf, page } from './kernel.ts'

const Variant = z.object({
  /** The supplier's id of this choice. */
  code: z.string(),
  sku_id: z.string(),
  sku_property: z.array(
    z.object({
      sku_property_id: z.string(),
      sku_property_name: z.string(),
      property_value_id_long: z.string(),
      sku_property_value: z.string(),
      property_value_definition_name: z.string(),
      sku_image: z.string().nullable(),
    }),
  ),
  price_usd: z.int(),
  list_price_usd: z.int().nullable(),
  /** Tax and import charges on top of the price; null: the supplier does not say, or not for this country. */
  charges_usd: z.int().nullable(),
  /** null: the supplier does not say. */
  quantity: z.int().nullable(),
  image: z.string().nullable(),
})

const Logistics = z.object({
  service_name: z.string(),
  amount: z.int(),
  currency: z.string(),
  /** Days as a range: "1-3". */
  processing_time: z.string(),
  delivery_time: z.string(),
  min_days: z.int().nullable(),
  max_days: z.int().nullable(),
  ship_from: z.string(),
  tracked: z.boolean(),
  cheapest: z.boolean(),
  fastest: z.boolean(),
})

const LogisticsReply = z.object({
  logistics: z.array(Logistics),
  /** False when the supplier says it does not ship there. */
  ships: z.boolean(),
  data_at: Timestamp,
  /** True when the supplier could not be asked now and an older answer is shown. */
  stale: z.boolean(),
})

/** Sourcing spec §3, product detail. */
export const ProductDetail = ProductCard.extend({
  images: z.array(z.string()),
  /** Cleaned HTML. */
  description: z.string(),
  item_specifics: z.object({ blockContent: z.array(z.object({ name: z.string(), value: z.string() })) }),
  options: z.array(
    z.object({
      name: z.string(),
      values: z.array(
        z.object({
          id: z.string(),
          value: z.string(),
          image: z.string().nullable(),
          countryCode: z.string().nullable(),
        }),
      ),
    }),
  ),
  variants: z.array(Variant),
  price: z.int(),
  /** Tax and import charges on top of `price`, likewise. */
  charges_usd: z.int().nullable(),
  currency: z.literal('USD'),
  ship_countries: z.array(z.string()),
  product_link: z.string(),
  store_info: z
    .object({
      store_id: z.string(),
      store_name: z.string(),
      store_url: z.string(),
      score: z.number().nullable(),
      followed: z.boolean(),
    })
    .nullable(),
  category: z.object({ category_id: z.int(), slug: z.string() }).nullable(),
  stock: z.int().nullable(),
  made_in_us: z.boolean(),
  /** How the retail price was made: cost x times + shipping + charges, up to .99; then the payment fee. */
  retail: z.object({
    times: z.number(),
    fee: z.int(),
    fee_percent: z.number(),
    fee_fixed: z.int(),
    shipping_known: z.boolean(),
  }),
  history: z.array(z.object({ day: z.string(), price: z.int(), orders: z.int(), quantity: z.int().nullable() })),
  /**
   * The best offer of every shop that sells the same good, this one included: cheapest landed cost first, then those
   * whose cost on the doorstep is not known.
   */
  elsewhere: z.array(
    z.object({
      id: z.int(),
      source: SourceField,
      source_product_id: z.string(),
      store_name: z.string(),
      ship_from: z.string(),
      cost: z.int(),
      /** null: the supplier was not asked about this country. */
      ships: z.boolean().nullable(),
      shipping: z.int().nullable(),
      /** With shipping and charges. */
      landed: z.int().nullable(),
      min_days: z.int().nullable(),
      max_days: z.int().nullable(),
      rating: z.number().nullable(),
      /** At the price this product would sell for; null while shipping is not known. */
      profit: z.int().nullable(),
      this_one: z.boolean(),
    }),
  ),
  /** The supplier could not be asked just now: what is shown is as old as `data_at` says. */
  stale: z.boolean(),
})
export type ProductDetail = z.output<typeof ProductDetail>

const quote = {
  country_code: ShipTo,
  quantity: z.coerce.number().int().min(1).max(10_000).default(1),
  ship_from: CountryCode.default(DEFAULT_SHIP_FROM),
  sku_id: z.string().max(200).optional(),
}

export const productDetailCalls = calls({
  getSourceProduct: {
    method: 'GET',
    path: '/center/products/source/{source}/{product_id}',
    about: 'Everything known of one supplier product; with by_seller also more of the same seller.',
    input: z.object({
      source: SourceField,
      product_id: ProductId,
      ship_to: ShipTo,
      by_seller: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).default(false),
    }),
    data: z.object({ product: ProductDetail, by_seller: z.array(ProductCard) }),
  },
  getCatalogueProduct: {
    method: 'GET',
    path: '/ah/products/{id}',
    about: "The same by the catalogue's own id.",
    input: z.object({ id: z.coerce.number().int().min(1), ship_to: ShipTo }),
    data: z.object({ product: ProductDetail }),
  },
  getPriceDetail: {
    method: 'GET',
    path: '/product-sources/products/price-detail/{source}/{id}/{ship_to}',
    about: 'Prices of every variant for a destination.',
    input: z.object({ source: SourceField, id: ProductId, ship_to: CountryCode }),
    data: z.object({
      product: z.object({
        variants: z.array(
          Variant.pick({
            code: true,
            sku_id: true,
            price_usd: true,
            list_price_usd: true,
            charges_usd: true,
            quantity: true,
          }),
        ),
        price_range: z.tuple([z.int(), z.int()]),
        shipping_cost: z.int().nullable(),
        data_at: Timestamp,
      }),
    }),
  },
  listReviews: {
    method: 'GET',
    path: '/product-sources/reviews/{source}/{id}',
    about: 'Reviews of a product, newest first.',
    input: z.object({ source: SourceField, id: ProductId, ...page }),
    data: listOf(
      z.object({
        id: z.string(),
        feedback: z.string(),
        rating: z.number(),
        createdAt: Timestamp.nullable(),
        country: z.string(),
        images: z.array(z.string()),
        name: z.string(),
        orderInfos: z.string(),
      }),
    ).extend({ /** How many of the known reviews gave 5, 4, 3, 2 and 1 stars. */ stars: z.array(z.int()) }),
  },
  quickScan: {
    method: 'POST',
    path: '/center/products/quick-scan',
    unkeyed: 'reads',
    about: 'Reads a product now: by its address at a supplier, or from a page the extension captured.',
    // A page comes as JSON and is read by its supplier's own schema: checking every value before would only cost time.
    input: z.object({ url: z.string().trim().min(1).max(2000), page: z.unknown().optional(), ship_to: ShipTo }),
    data: z.object({ source: SourceField, product_id: z.string(), product: ProductDetail }),
  },
  getAliexpressLogistics: {
    method: 'GET',
    path: '/center/products/source/aliexpress/logistics',
    about: 'Shipping ways of an AliExpress product.',
    input: z.object({ product_id: ProductId, ...quote }),
    data: LogisticsReply,
  },
  getProductLogistics: {
    method: 'GET',
    path: '/center/products/source/{source}/{id}/logistics',
    about: 'Shipping ways of a product, variant and quantity to a country.',
    input: z.object({ source: SourceField, id: ProductId, ...quote }),
    data: LogisticsReply,
  },
  getSourceLogistics: {
    method: 'GET',
    path: '/product-sources/logistics/{source}/{product_id}',
    about: 'Shipping ways of a product to a country.',
    input: z.object({
      source: SourceField,
      product_id: ProductId,
      country_code: ShipTo,
      ship_from: CountryCode.default(DEFAULT_SHIP_FROM),
    }),
    data: LogisticsReply,
  },
  getSourceStock: {
    method: 'GET',
    path: '/product-sources/logistics/cj/inventory/{id}',
    about: 'Stock of a product by variant and warehouse country, where its supplier tells it.',
    input: z.object({ id: ProductId, source: z.enum(STOCK_SOURCE_IDS).default(STOCK_SOURCE_IDS[0]) }),
    data: z.object({
      inventory: z.array(z.object({ sku_id: z.string(), country_code: z.string(), quantity: z.int() })),
      data_at: Timestamp,
      stale: z.boolean(),
    }),
  },
})
