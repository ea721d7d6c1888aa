import { CONDITIONS } from '@omni/domain/catalog/conditions.ts'
import { COLLECTIONS, FACETS, MAX_TEXT, SORTS } from '@omni/domain/catalog/search-options.ts'
import { DEFAULT_SHIP_TO, SOURCES } from '@omni/domain/catalog/sources.ts'
import { z } from 'zod'
import { Flag, Id, Timestamp, several } from './fields.ts'
import { calls, listOf, page } from './kernel.ts'

export const SourceField = z.enum(SOURCES)
export const CountryCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/)
export const ShipTo = CountryCode.default(DEFAULT_SHIP_TO)
export const ProductId = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[\w.|:-]+$/)
const Cents = z.coerce.number().int().min(0).max(100_000_000)
const Count = z.coerce.number().int().min(0).max(1_000_000_000)

/** A product on a card. Amounts are US cents; `null` is "not known", never zero. */
export const ProductCard = z.object({
  id: z.int(),
  source: SourceField,
  source_product_id: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  price_range: z.tuple([z.int(), z.int()]),
  rsp_price_usd: z.int(),
  /** null while shipping to the country is not known: a profit without it would be a promise. */
  profit_usd: z.int().nullable(),
  /** Per cent of the retail price. */
  profit_margin: z.int().nullable(),
  lastest_volume: z.int(),
  /** Orders of the last 7 days. */
  orders_week: z.int(),
  rating: z.number().nullable(),
  reviews_count: z.int(),
  listings: z.int().nullable(),
  /** Whether it is sent to the country asked for; null: the supplier was not asked. */
  ships: z.boolean().nullable(),
  /** To the country asked for. */
  shipping_cost: z.int().nullable(),
  shipping_time_min: z.int().nullable(),
  shipping_time_max: z.int().nullable(),
  shipFroms: z.array(z.string()),
  total_variants: z.int(),
  condition: z.enum(CONDITIONS),
  status: z.enum(['partial', 'full']),
  imported: z.boolean(),
  /** The product it became; null: none, or this page does not know it yet. */
  imported_as: Id.nullable(),
  favourite: z.boolean(),
  store_info: z.object({ store_id: z.string(), store_name: z.string() }).nullable(),
  /** Other offers of the same good. */
  offers_elsewhere: z.int(),
  /** When the supplier was last asked. */
  data_at: Timestamp,
})
export type ProductCard = z.output<typeof ProductCard>

const ProductList = listOf(ProductCard).extend({
  /**
   * What was searched for instead of the text, when a word of it is a likely slip; `exact=true` searches the text
   * itself.
   */
  corrected: z.string().nullable(),
  /** True when nothing holds all words and products with most of them are shown. */
  relaxed: z.boolean(),
  /** True when the text holds no word to search for ("🦄"): the list is what it would be without it. */
  wordless: z.boolean(),
  /**
   * With the first page: how many products each choice of a filter would leave, all other filters as they are. By the
   * filter's name, then by the choice's (`domain/catalog/search-options.ts`). null while this server cannot count them.
   */
  facets: z.record(z.enum(FACETS), z.record(z.string(), z.int())).nullable(),
  /** A supplier that could not be asked lately: its products are shown as last seen. */
  stale_sources: z.array(z.object({ source: SourceField, since: Timestamp })),
})

const filters = {
  text: z.string().trim().max(MAX_TEXT).default(''),
  exact: Flag.default(false),
  source: several(SourceField, SOURCES.length),
  category_id: z.coerce.number().int().min(1).max(100_000).optional(),
  collection: z.enum(COLLECTIONS).optional(),
  min_price: Cents.optional(),
  max_price: Cents.optional(),
  min_order: Count.optional(),
  max_order: Count.optional(),
  min_list: Count.optional(),
  max_list: Count.optional(),
  min_rating: z.coerce.number().min(0).max(5).optional(),
  /** Left out: new goods alone. */
  condition: several(z.enum(CONDITIONS), CONDITIONS.length),
  ship_from: CountryCode.optional(),
  ship_to: ShipTo,
  max_days: z.coerce.number().int().min(1).max(99).optional(),
  max_shipping: Cents.optional(),
  free_shipping: Flag.optional(),
  sort: z.enum(SORTS).optional(),
  page: z.coerce.number().int().min(1).max(500).optional(),
  ...page,
}
const find = z.object(filters)

export const catalogCalls = calls({
  findProducts: {
    method: 'GET',
    path: '/center/products/find',
    about: 'Search over the products of all suppliers, by words, filters and order.',
    input: find,
    data: ProductList,
  },
  searchCatalogue: {
    // spec: not shown how the four differ; the researcher app searches the same catalogue, most relevant first.
    method: 'GET',
    path: '/ah/products/search',
    about: 'The same search as the researcher app asks it: most relevant first.',
    input: find,
    data: ProductList,
  },
  findResearchProducts: {
    method: 'GET',
    path: '/ah/products/find',
    about: 'The same search as the researcher app asks it: most ordered first.',
    input: find,
    data: ProductList,
  },
  listDropshippingProducts: {
    method: 'GET',
    path: '/ah/products/dropshipping',
    about: 'Products of suppliers that take orders one by one (no minimum quantity).',
    input: find,
    data: ProductList,
  },
  getCategoryTree: {
    method: 'GET',
    path: '/product-sources/categories/tree',
    about: 'The categories with how many products each holds.',
    input: z.object({}),
    data: z.object({
      categories: z.array(
        z.object({
          category_id: z.int(),
          parent_id: z.int().nullable(),
          slug: z.string(),
          name: z.string(),
          products: z.int(),
        }),
      ),
    }),
  },
  getIngestPlan: {
    // spec: not shown
    method: 'GET',
    path: '/product-sources/ingest-plan',
    about: 'How far the catalogue of each supplier is, and how many days the rest takes with its budget.',
    input: z.object({}),
    data: z.object({
      sources: z.array(
        z.object({
          source: SourceField,
          products: z.int(),
          /** With details, variants and shipping; the others are known from a list. */
          whole: z.int(),
          /** What the budget is counted in. */
          unit: z.enum(['points', 'calls']),
          /** null: the supplier sets none. */
          per_day: z.int().nullable(),
          left_today: z.int().nullable(),
          per_product: z.number(),
          products_a_day: z.int().nullable(),
          /** Until every product is whole; 0: they are. null: the budget takes none. */
          days: z.int().nullable(),
          /** Prices of shipping still to be asked for, each product in each country. null: cannot be asked there. */
          quotes_left: z.int().nullable(),
          quote_days: z.int().nullable(),
          /** How much longer than meant it takes until a product is looked at again. */
          stretch: z.number(),
          /** Parts of the supplier's list that end early: what they hold beyond is not known. */
          left_out: z.array(z.string()),
          counted_at: Timestamp,
        }),
      ),
    }),
  },
  listCollections: {
    method: 'GET',
    path: '/product-sources/collections/list',
    about: 'The collections, computed from data, with their figures.',
    input: z.object({}),
    data: z.object({
      collections: z.array(
        z.object({
          collection_slug: z.enum(COLLECTIONS),
          products: z.int(),
          bullets: z.array(z.string()),
          images: z.array(z.string()),
          average_profit: z.int(),
          average_days: z.int().nullable(),
          orders_week: z.int(),
        }),
      ),
    }),
  },
  findByCollection: {
    method: 'GET',
    path: '/product-sources/products/find-by-collection/{collection_slug}',
    about: 'The products of one collection; all filters of the search apply.',
    input: z
      .object(filters)
      .omit({ collection: true })
      .extend({ collection_slug: z.string().max(60) }),
    data: ProductList,
  },
  getTrendingKeywords: {
    method: 'GET',
    path: '/center/products/trending-keywords',
    about: 'What sellers search for and what sells more than last week.',
    input: z.object({}),
    data: z.object({ keywords: z.array(z.string()) }),
  },
  getSuggestKeywords: {
    method: 'GET',
    path: '/center/products/suggest-keywords',
    about: 'How the words typed so far may go on.',
    input: z.object({ keyword: z.string().trim().max(MAX_TEXT).default('') }),
    data: z.object({
      keywords: z.array(z.object({ keyword: z.string(), products: z.int() })),
      products: z.array(ProductCard),
    }),
  },
  getRelatedKeywords: {
    method: 'GET',
    path: '/center/products/related-keywords',
    about: 'Words that often stand with these.',
    input: z.object({ keyword: z.string().trim().max(MAX_TEXT) }),
    data: z.object({ keywords: z.array(z.string()) }),
  },
  listCampaignProducts: {
    method: 'GET',
    path: '/center/products/campaign',
    about: "The season's products: the next occasion by the calendar, chosen by its words.",
    input: z.object({ ship_to: ShipTo }),
    data: z.object({ campaign: z.string(), starts_on: z.string(), items: z.array(ProductCard) }),
  },
  listInspiredProducts: {
    method: 'GET',
    path: '/center/products/inspired',
    about: '"Get inspired": products near one, or near what the seller looked at, from other categories.',
    input: z.object({ product_id: z.coerce.number().int().min(1).optional(), ship_to: ShipTo }),
    data: z.object({ items: z.array(ProductCard) }),
  },
  recommendUnmapped: {
    method: 'GET',
    path: '/center/products/recommend-unmap',
    about: 'Supplier products for a store product that has no supplier yet, by its title.',
    input: z.object({ title: z.string().trim().max(500).default(''), ship_to: ShipTo }),
    data: z.object({ items: z.array(ProductCard) }),
  },
  listExpertsChoice: {
    // spec: not shown (route /app/find-product/experts-choice has no call of its own).
    method: 'GET',
    path: '/center/products/experts-choice',
    about: 'Picks with their reasons: rating, growth, profit and delivery together.',
    input: z.object({ ship_to: ShipTo }),
    data: z.object({
      picks: z.array(
        z.object({
          product: ProductCard,
          score: z.int(),
          reasons: z.array(z.enum(['rating', 'growth', 'profit', 'delivery', 'few_sellers'])),
        }),
      ),
    }),
  },
  disableProduct: {
    method: 'POST',
    path: '/ah/products/{id}/disable',
    about: "Hides a product from this workplace's lists, or shows it again.",
    input: z.object({ id: z.coerce.number().int().min(1), disabled: z.boolean().default(true) }),
    data: z.object({ disabled: z.boolean() }),
  },
  listHiddenProducts: {
    // spec: not shown
    method: 'GET',
    path: '/ah/products/disabled',
    about: 'What this workplace has hidden from its lists.',
    input: z.object(page),
    data: listOf(
      z.object({
        id: z.int(),
        source: SourceField,
        source_product_id: z.string(),
        name: z.string(),
        image: z.string().nullable(),
      }),
    ),
  },
  addFavourites: {
    method: 'POST',
    path: '/center/products/source/favourite',
    unkeyed: 'same_again',
    about: 'Marks products as favourites.',
    input: z.object({
      products: z
        .array(z.object({ supplier_product_id: ProductId, source: SourceField }))
        .min(1)
        .max(100),
    }),
    data: z.object({
      favourites: z.array(z.object({ id: z.int(), status: z.enum(['success', 'error']) })),
      total: z.int(),
    }),
  },
  removeFavourite: {
    method: 'DELETE',
    path: '/center/products/source/favourite',
    unkeyed: 'same_again',
    about: 'Takes a favourite away.',
    input: z.object({ supplier_product_id: ProductId, source: SourceField }),
    data: z.object({ total: z.int() }),
  },
  listFavourites: {
    // spec: not shown (the drawer's My Favorite button counts them and opens them).
    method: 'GET',
    path: '/center/products/source/favourites',
    about: 'The favourites of this workplace, newest first.',
    input: z.object({ ship_to: ShipTo, ...page }),
    data: listOf(ProductCard),
  },
})
