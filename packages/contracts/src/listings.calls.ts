import { LANES } from '@omni/domain/channels/fields.ts'
import { ASKED, type ListingDetails } from '@omni/domain/channels/listing-details.ts'
import { LISTING_STATES } from '@omni/domain/channels/listing.ts'
import { MARKETPLACE_IDS } from '@omni/domain/vendors/manifest.ts'
import { z } from 'zod'
import { Edit } from './bulk-edit.calls.ts'
import { ProductId, SourceField } from './catalog.calls.ts'
import { Flag, Id, Nothing, Text, Timestamp } from './fields.ts'
import { calls, listOf, page } from './kernel.ts'
import { SplitSettings } from './product-settings.calls.ts'
import { PieceProfit } from './profit.fields.ts'
import { PlatformField } from './stores.calls.ts'

const MAX_PUSHED = 1000
const MAX_STORES = 20
/** Each may have to be fetched from its supplier while somebody waits. */
const MAX_SOURCE = 20

const Side = z.int().min(1).max(1000).default(1)

/** Sourcing spec §3: what a marketplace asks for. */
const ParcelSettings = z.object({
  /** By store, as each has its own; left out: the store's default. */
  warehouse_ids: z.record(Id, z.string().max(40)).default({}),
  weight: z
    .object({ value: z.number().min(0.001).max(1000).default(1), unit: z.literal('kilogram').default('kilogram') })
    .prefault({}),
  dimension: z
    .object({ height: Side, width: Side, length: Side, unit: z.literal('centimeter').default('centimeter') })
    .prefault({}),
})

const byMarketplace = Object.fromEntries(MARKETPLACE_IDS.map((id) => [id, ParcelSettings.optional()])) as Record<
  (typeof MARKETPLACE_IDS)[number],
  z.ZodOptional<typeof ParcelSettings>
> // its own keys

/** What a store sorts its products into. */
const GroupKind = z.enum(['category', 'brand'])

const NamedField = z.object({ id: z.string().min(1).max(100), name: z.string().max(500) })
const PackedSide = z.number().min(1).max(1000)
const Details = z.object({
  category: NamedField.nullable(),
  brand: NamedField.nullable(),
  attributes: z
    .array(
      z.object({
        id: z.string().min(1).max(100),
        // An empty id: in the seller's own words.
        values: z.array(z.object({ id: z.string().max(100), name: z.string().trim().max(500) })).max(50),
      }),
    )
    .max(200),
  size_chart: NamedField.nullable(),
  manufacturer: NamedField.nullable(),
  responsible: NamedField.nullable(),
  parcel: z
    .object({
      weight_g: z.number().min(1).max(1_000_000),
      length_cm: PackedSide,
      width_cm: PackedSide,
      height_cm: PackedSide,
    })
    .nullable(),
}) satisfies z.ZodType<ListingDetails>

/** Sourcing spec §3, channel push settings. */
export const PushSettings = z.object({
  is_publish: z.boolean().default(true),
  allow_sell_out_of_stock: z.boolean().default(false),
  ...byMarketplace,
})
export const parcelDefaults = (): z.output<typeof ParcelSettings> => ParcelSettings.parse({})

/** A field that was changed on both sides. */
const Difference = z.object({
  field: z.string(),
  lane: z.enum(LANES),
  /** As a person reads it: a variant's option values, or empty. */
  variant: z.string(),
  ours: z.string(),
  theirs: z.string(),
})

export const ListingRow = z.object({
  listing_id: Id,
  store_id: Id,
  store_name: z.string(),
  platform: PlatformField,
  /** null: found in the store, not ours yet. */
  product_id: Id.nullable(),
  title: z.string(),
  image: z.string().nullable(),
  state: z.enum(LISTING_STATES),
  /** As the store shows it; null before it was read. */
  status: z.enum(['active', 'draft']).nullable(),
  /** Where a buyer sees it. */
  url: z.string().nullable(),
  variants: z.int(),
  price_min: z.int().nullable(),
  price_max: z.int().nullable(),
  currency: z.string(),
  /** Why the store refused it, in words for a person. */
  problem: z.string().nullable(),
  /** What a person is asked. */
  question: z.enum(['conflict', 'which', 'gone']).nullable(),
  differences: z.array(Difference),
  updated_at: Timestamp,
  seen_at: Timestamp.nullable(),
})

const Push = z.object({
  product_ids: z.array(Id).min(1).max(MAX_PUSHED),
  /** Left out: as the settings of each channel say. */
  product_listings: PushSettings.optional(),
})
/** Left out: the store that the caller works with (header `store-id`). */
const StoreOrCurrent = Id.optional()
/** Sourcing spec §7, push source products (v2): products with too many variants are split before they are pushed. */
const VariantOptions = SplitSettings.omit({ enabled: true })
/** Sourcing spec §7, push: what could not be pushed by product, and the quota. */
const Pushed = z.object({
  run_ids: z.array(Id),
  total_push: z.int(),
  limit: z.int(),
  usage: z.int(),
  failed: z.record(z.string(), z.string()),
})

/** Places inside a store, and whether a product is shown there. Those of the store itself follow draft and active. */
const Publications = z.object({
  listing_id: Id,
  items: z.array(
    z.object({
      id: z.string(),
      handle: z.string(),
      name: z.string(),
      is_published: z.boolean(),
      /** False: draft and active say it. */
      is_free: z.boolean(),
      /** `sending`: `is_published` is what was requested. `failed`: the store shows it as it was. */
      state: z.enum(['settled', 'sending', 'failed']),
      /** What the store said to the request that failed. */
      problem_text: z.string().nullable(),
    }),
  ),
})

const SourceProduct = z.object({ source: SourceField, source_product_id: ProductId })
/** Keys of `failed` are `source:id` here. Those whose variants are still being fetched are imported, and pushed by hand. */
const SourcePushed = Pushed.extend({ product_ids: z.array(Id) })

export const listingCalls = calls({
  pushProducts: {
    method: 'POST',
    path: '/center/products/push',
    about: 'Pushes products to one store, in the background.',
    input: Push.extend({ store_id: StoreOrCurrent }),
    data: Pushed,
  },
  pushToStores: {
    method: 'POST',
    path: '/center/products/push-multiple-channel',
    about: 'Pushes products to several stores, in the background; each store at its own speed.',
    input: Push.extend({ store_ids: z.array(Id).min(1).max(MAX_STORES) }),
    data: Pushed,
  },
  bulkUpdateAndPush: {
    method: 'POST',
    path: '/center/products/bulk-update-and-push-multiple-channel',
    heavy: true,
    about: 'Edits products and pushes them to several stores. What the edit refuses is not pushed.',
    input: Push.extend({ store_ids: z.array(Id).min(1).max(MAX_STORES), edits: z.array(Edit).min(1).max(20) }),
    data: Pushed.extend({
      /** The edit, which `undoRun` of the job tracker takes back. */
      edit_run_id: Id,
    }),
  },
  pushAll: {
    method: 'POST',
    path: '/center/products/push-all-multiple-channel',
    about: 'Pushes every product of the import list to several stores, newest first.',
    input: z.object({ store_ids: z.array(Id).min(1).max(MAX_STORES), product_listings: PushSettings.optional() }),
    data: Pushed,
  },
  pushSource: {
    method: 'POST',
    path: '/center/products/source/push',
    unkeyed: 'waits',
    body: 'small',
    heavy: true,
    about: 'Imports supplier products that are not imported yet, and pushes them to a store.',
    input: z.object({
      store_id: StoreOrCurrent,
      products: z.array(SourceProduct).min(1).max(MAX_SOURCE),
      product_listings: PushSettings.optional(),
      variant_options: VariantOptions.optional(),
    }),
    data: SourcePushed,
  },
  pushFavourite: {
    method: 'POST',
    path: '/center/products/push-favourite',
    unkeyed: 'waits',
    body: 'small',
    heavy: true,
    about: 'The same for favourites, by their numbers in the catalogue.',
    input: z.object({
      store_id: StoreOrCurrent,
      es_product_ids: z.array(z.int().min(1)).min(1).max(MAX_SOURCE),
      product_listings: PushSettings.optional(),
      variant_options: VariantOptions.optional(),
    }),
    data: SourcePushed,
  },
  checkPush: {
    // spec: not shown
    method: 'POST',
    path: '/center/products/push/check',
    unkeyed: 'reads',
    heavy: true,
    about: 'What a push would do, per product and store: new or an update, profit there, what is missing.',
    input: z.object({ product_ids: z.array(Id).min(1).max(100), store_ids: z.array(Id).min(1).max(MAX_STORES) }),
    data: z.object({
      items: z.array(
        z.object({
          product_id: Id,
          store_id: Id,
          will: z.enum(['create', 'update', 'nothing']),
          currency: z.string(),
          price_min: z.int(),
          price_max: z.int(),
          ship_to: z.string(),
          /** After cost, shipping and the fees of that channel; null where a cost or a rate is not known. */
          profit: PieceProfit.nullable(),
          /** What the channel and the payment take of that sale. */
          fees: z.int().nullable(),
          problems: z.array(z.object({ severity: z.enum(['block', 'warn']), field: z.string(), message: z.string() })),
        }),
      ),
    }),
  },
  listStoreGroups: {
    // spec: not shown
    method: 'POST',
    path: '/center/products/push/groups',
    unkeyed: 'waits',
    about: "A store's own categories and brands, and which of them were chosen for these products' types and vendors.",
    input: z.object({ store_id: Id, product_ids: z.array(Id).min(1).max(MAX_PUSHED) }),
    data: z.object({
      groups: z.array(z.object({ kind: GroupKind, id: z.string(), name: z.string() })),
      /** Each product type and each vendor once; an empty name: products without one. */
      wanted: z.array(
        z.object({
          kind: GroupKind,
          name: z.string(),
          products: z.int(),
          /** The store's id of what was chosen; null: nothing yet. */
          chosen: z.string().nullable(),
        }),
      ),
    }),
  },
  listMarketCategories: {
    // spec: not shown
    method: 'POST',
    path: '/center/products/push/market-categories',
    unkeyed: 'waits',
    about: "A marketplace's own categories that a product can be in.",
    input: z.object({ store_id: Id }),
    data: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
  },
  getListingDetails: {
    // spec: not shown
    method: 'POST',
    path: '/center/products/push/details',
    unkeyed: 'waits',
    about: 'What a marketplace asks for about a product in its category, what was filled in, and what can be chosen.',
    input: z.object({
      store_id: Id,
      product_id: Id,
      /** Another category than the product has there; absent: its own, else what the marketplace suggests. */
      category_id: z.string().min(1).max(40).optional(),
      /** Only brands whose name begins so. */
      brand: z.string().max(100).default(''),
    }),
    data: z.object({
      /** Filled in for this product; where it was not, as it was for the category before. */
      details: Details,
      /** False: nothing was saved for this product yet. */
      is_saved: z.boolean(),
      /** Null: the marketplace suggests no category, and nobody has chosen one. */
      asks: z
        .object({
          attributes: z.array(
            z.object({
              id: z.string(),
              name: z.string(),
              is_required: z.boolean(),
              takes_many: z.boolean(),
              takes_own: z.boolean(),
              values: z.array(NamedField),
            }),
          ),
          size_chart: z.enum(ASKED),
          manufacturer: z.enum(ASKED),
          responsible: z.enum(ASKED),
          parcel: z.enum(ASKED),
        })
        .nullable(),
      choices: z.object({
        brands: z.array(NamedField),
        size_charts: z.array(NamedField),
        manufacturers: z.array(NamedField),
        responsible: z.array(NamedField),
      }),
    }),
  },
  saveListingDetails: {
    // spec: not shown
    method: 'PUT',
    path: '/center/products/push/details',
    about: 'Saves them for the product and remembers them for the category; what is listed there already follows.',
    input: z.object({ store_id: Id, product_id: Id, details: Details }),
    data: Nothing,
  },
  chooseStoreGroup: {
    // spec: not shown
    method: 'PUT',
    path: '/center/products/push/groups',
    about: "The store's category for a product type, or its brand for a vendor: for this push and all later ones.",
    input: z.object({
      store_id: Id,
      kind: GroupKind,
      name: z.string().trim().max(255),
      /** Null: none any more. What is in the store stays as it is there. */
      id: z.string().min(1).max(40).nullable(),
    }),
    data: Nothing,
  },
  listMapped: {
    method: 'GET',
    path: '/center/products/listings/mapped',
    about: 'The listings of our products, newest change first.',
    input: z.object({
      ...page,
      store_id: Id.optional(),
      product_id: Id.optional(),
      state: z.enum(LISTING_STATES).optional(),
      /** Only those that wait for a person, or failed. */
      attention: Flag.optional(),
      text: Text.optional(),
    }),
    data: listOf(ListingRow),
  },
  listUnmapped: {
    method: 'GET',
    path: '/center/products/listings/unmapped',
    about: 'Products that a store sells and that are not ours yet.',
    input: z.object({
      ...page,
      store_id: Id.optional(),
      text: Text.optional(),
      /** Those that were taken off the list. */
      hidden: Flag.default(false),
    }),
    data: listOf(ListingRow),
  },
  setListingStatus: {
    method: 'PUT',
    path: '/center/products/listings/{id}/set-status/{status}',
    about: 'Shows a listing in its store, hides it as a draft, takes it out, or lists it again.',
    input: z.object({ id: Id, status: z.enum(['active', 'draft', 'removed', 'listed']) }),
    data: ListingRow,
  },
  getProductPublication: {
    method: 'GET',
    path: '/center/products/shopify/product-publication/{id}',
    unkeyed: 'waits',
    // spec: not shown what the id names
    about: 'In which places of its store a listing is shown, asked of the store itself.',
    input: z.object({ id: Id }),
    data: Publications,
  },
  setProductPublication: {
    // spec: not shown
    method: 'PUT',
    path: '/center/products/shopify/product-publication/{id}',
    unkeyed: 'waits',
    about: 'Asks the store of a listing, in the background, to show it in one more place, or no longer.',
    input: z.object({ id: Id, publication_id: z.string().min(1).max(100), is_published: z.boolean() }),
    data: Publications,
  },
  decideListing: {
    // spec: not shown
    method: 'POST',
    path: '/center/products/listings/{id}/decide',
    about: 'Settles what a listing waits for: take the store’s values, keep ours, try again, list again, stop.',
    input: z.object({ id: Id, says: z.enum(['take_theirs', 'keep_ours', 'retry', 'list_again', 'stop']) }),
    data: ListingRow,
  },
})
