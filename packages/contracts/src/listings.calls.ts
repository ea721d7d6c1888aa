import { LANES } from '@omni/domain/channels/fields.ts'
import { LISTING_STATES } from '@omni/domain/channels/listing.ts'
import { z } from 'zod'
import { ProductId, SourceField } from './catalog.calls.ts'
import { Flag, Id, Text, Timestamp } from './fields.ts'
import { calls, listOf, page } from './kernel.ts'
import { PlatformField } from './stores.calls.ts'

const MAX_PUSHED = 1000
const MAX_STORES = 20
/** Each may have to be fetched from its supplier while somebody waits. */
const MAX_SOURCE = 20

const Side = z.int().min(1).max(1000).default(1)

/** Sourcing spec §3: what TikTok adds. */
const TikTokPush = z.object({
  /** By store, as each has its own; left out: the store's default. */
  warehouse_ids: z.record(Id, z.string().max(40)).default({}),
  weight: z
    .object({ value: z.number().min(0.001).max(1000).default(1), unit: z.literal('kilogram').default('kilogram') })
    .prefault({}),
  dimension: z
    .object({ height: Side, width: Side, length: Side, unit: z.literal('centimeter').default('centimeter') })
    .prefault({}),
})

/** Sourcing spec §3, channel push settings. */
export const PushSettings = z.object({
  is_publish: z.boolean().default(true),
  allow_sell_out_of_stock: z.boolean().default(true),
  tiktok: TikTokPush.optional(),
})
export const tiktokDefaults = (): z.output<typeof TikTokPush> => TikTokPush.parse({})

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
/** Sourcing spec §7, push: what could not be pushed by product, and the quota. */
const Pushed = z.object({
  run_ids: z.array(Id),
  total_push: z.int(),
  limit: z.int(),
  usage: z.int(),
  failed: z.record(z.string(), z.string()),
})

const SourceProduct = z.object({ source: SourceField, source_product_id: ProductId })
/** Keys of `failed` are `source:id` here. Those whose variants are still being fetched are imported, and pushed by hand. */
const SourcePushed = Pushed.extend({ product_ids: z.array(Id) })

export const listingCalls = calls({
  pushProducts: {
    method: 'POST',
    path: '/center/products/push',
    about: 'Pushes products to one store, in the background.',
    input: Push.extend({ store_id: Id }),
    data: Pushed,
  },
  pushToStores: {
    method: 'POST',
    path: '/center/products/push-multiple-channel',
    about: 'Pushes products to several stores, in the background; each store at its own speed.',
    input: Push.extend({ store_ids: z.array(Id).min(1).max(MAX_STORES) }),
    data: Pushed,
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
    body: 'small',
    heavy: true,
    about: 'Imports supplier products that are not imported yet, and pushes them to a store.',
    input: z.object({
      store_id: Id,
      products: z.array(SourceProduct).min(1).max(MAX_SOURCE),
      product_listings: PushSettings.optional(),
    }),
    data: SourcePushed,
  },
  pushFavourite: {
    method: 'POST',
    path: '/center/products/push-favourite',
    body: 'small',
    heavy: true,
    about: 'The same for favourites, by their numbers in the catalogue.',
    input: z.object({
      store_id: Id,
      es_product_ids: z.array(z.int().min(1)).min(1).max(MAX_SOURCE),
      product_listings: PushSettings.optional(),
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
          /** After cost, shipping and the fees of the selling price settings; null where one of them is not known. */
          profit: z.int().nullable(),
          problems: z.array(z.object({ severity: z.enum(['block', 'warn']), field: z.string(), message: z.string() })),
        }),
      ),
    }),
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
  decideListing: {
    // spec: not shown
    method: 'POST',
    path: '/center/products/listings/{id}/decide',
    about: 'Settles what a listing waits for: take the store’s values, keep ours, try again, list again, stop.',
    input: z.object({ id: Id, says: z.enum(['take_theirs', 'keep_ours', 'retry', 'list_again', 'stop']) }),
    data: ListingRow,
  },
})
