import { SOURCES } from '@omni/domain/catalog/sources.ts'
import { CHANNELS } from '@omni/domain/channels/document.ts'
import { MAX_COMPONENTS, MAX_UNITS } from '@omni/domain/mapping/plan.ts'
import { MAX_SUPPLIERS_PER_VARIANT, MAX_VARIANTS } from '@omni/domain/products/product.ts'
import { SUGGESTION_REASONS } from '@omni/domain/mapping/suggest.ts'
import { z } from 'zod'
import { CountryCode, ProductId, SourceField } from './catalog.calls.ts'
import { CurrencyCode, Flag, Id, Text, Timestamp } from './fields.ts'
import { calls } from './kernel.ts'
import { ListingRow, PushSettings } from './listings.calls.ts'
import { Amount, RunStarted } from './products.fields.ts'
import { PlatformField } from './stores.calls.ts'

const MAX_LISTINGS = 500
const MAX_COUNTRIES = 60
const SkuId = z.string().max(200)
const ListingIds = z.array(Id).min(1).max(MAX_LISTINGS)

const SupplierProduct = { source: SourceField, source_product_id: ProductId }
/** Ours -> the supplier's. What is left out is matched by the words of the options; an empty text: none. */
const VariantPicks = z.record(z.string().max(200), SkuId).optional()

const Gift = z.object({ every: z.int().min(1).max(MAX_UNITS), get: z.int().min(1).max(MAX_UNITS) })
const Alternative = z.object({
  ...SupplierProduct,
  sku_id: SkuId,
  /** ISO codes; empty: all that no other supplier of the component names. */
  countries: z.array(CountryCode).max(MAX_COUNTRIES).default([]),
})
/** A part of what is bought for one piece sold. */
const Component = z.object({
  /** 0: given only. */
  units: z.int().min(0).max(MAX_UNITS).default(1),
  gift: Gift.nullable().default(null),
  /** In the order they are tried. */
  alternatives: z.array(Alternative).min(1).max(MAX_SUPPLIERS_PER_VARIANT),
})
/** No component: the variant has no supplier. */
const Components = z.array(Component).max(MAX_COMPONENTS)

/** What a product's variants are bought as. */
export const Mapping = z.object({
  product_id: Id,
  title: z.string(),
  ship_to: z.string(),
  variants: z.array(
    z.object({
      variant_id: Id,
      option_values: z.array(z.string()),
      sku: z.string(),
      enabled: z.boolean(),
      price: z.int(),
      /** Of one piece, US cents; null: nobody delivers it. */
      cost: z.int().nullable(),
      quantity: z.int().nullable(),
      components: z.array(
        z.object({
          units: z.int(),
          gift: Gift.nullable(),
          alternatives: z.array(
            Alternative.extend({
              sku_name: z.string(),
              product_name: z.string(),
              image: z.string().nullable(),
              cost: z.int(),
              quantity: z.int().nullable(),
              /** When the supplier was last read; null: never. */
              seen_at: Timestamp.nullable(),
              gone: z.boolean(),
            }),
          ),
        }),
      ),
    }),
  ),
  currency: z.string(),
})

/** A product as its store shows it. */
const PlatformProduct = z.object({
  listing_id: Id,
  store_id: Id,
  product_id: Id.nullable(),
  remote_id: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  images: z.array(z.string()),
  currency: z.string(),
  options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  variants: z.array(
    z.object({
      remote_variant_id: z.string(),
      option_values: z.array(z.string()),
      sku: z.string(),
      price: z.int(),
      quantity: z.int().nullable(),
    }),
  ),
  seen_at: Timestamp.nullable(),
})

/** What became of mapping a listing: the product, and those of its variants that have no supplier. */
const Mapped = z.object({ product_id: Id, listing: ListingRow, unmatched: z.array(z.string()) })

const PickedListing = z.object({ listing_id: Id, ...SupplierProduct })
const PickedListings = z.array(PickedListing).min(1).max(MAX_LISTINGS)

const Replacement = z.object({
  ...SupplierProduct,
  /** Left out: the supplier that is tried first. */
  from: z.object(SupplierProduct).optional(),
  variants: VariantPicks,
  /** Prices are made anew by the seller's rule (sourcing spec §7). */
  price_rule: z.boolean().default(true),
  /** Texts and pictures become the supplier's too. */
  override: z.boolean().default(false),
})
const Replaced = z.object({ mapping: Mapping, unmatched: z.array(Id) })

/** Who wins what both sides changed, by what belongs together; what is left out stays as it is. */
const Winner = z.enum(['store', 'omni', 'ask']).optional()
const Policies = z.object({
  content: Winner,
  structure: Winner,
  media: Winner,
  price: Winner,
  stock: Winner,
  status: Winner,
})

/** Who sells the same good, and for how much. */
const Offer = z.object({
  /** `supplier`: a seller in the suppliers' catalogue. `store`: one of the seller's own stores. */
  from: z.enum(['supplier', 'store']),
  source: z.enum([...SOURCES, ...CHANNELS]),
  name: z.string(),
  store_name: z.string(),
  price: z.int(),
  currency: CurrencyCode,
  /** In the product's currency; null where there is no rate. */
  own_price: z.int().nullable(),
  url: z.string().nullable(),
  seen_at: Timestamp.nullable(),
})
const Offers = z.object({ currency: z.string(), price_min: z.int(), items: z.array(Offer) })

export const mappingCalls = calls({
  getMapping: {
    // spec: not shown
    method: 'GET',
    path: '/center/products/{id}/mapping',
    about: 'What each variant of a product is bought as: parts, suppliers in order, countries, gifts.',
    input: z.object({ id: Id }),
    data: Mapping,
  },
  mapVariant: {
    method: 'POST',
    path: '/center/products/{id}/map-variant',
    body: 'small',
    about: 'Says what variants are bought as; those that are not named stay as they are.',
    input: z.object({
      id: Id,
      variants: z
        .array(z.object({ variant_id: Id, components: Components }))
        .min(1)
        .max(MAX_VARIANTS),
    }),
    data: Mapping,
  },
  mapGroup: {
    method: 'POST',
    path: '/center/products/{id}/map-group',
    body: 'small',
    heavy: true,
    about: 'Adds a supplier product as one more supplier of every variant that has a counterpart there.',
    input: z.object({ id: Id, ...SupplierProduct, variants: VariantPicks }),
    data: Replaced,
  },
  replaceSupplier: {
    method: 'PUT',
    path: '/center/products/{id}/replace',
    body: 'small',
    heavy: true,
    about: 'Puts another supplier product in the place of one that a product is bought from.',
    input: Replacement.extend({ id: Id }),
    data: Replaced,
  },
  getPlatformProduct: {
    method: 'GET',
    path: '/products/platform/{id}',
    about: 'A listing as its store shows it, variant by variant.',
    input: z.object({ id: Id }),
    data: PlatformProduct,
  },
  listSuggestions: {
    // spec: not shown
    method: 'GET',
    path: '/center/products/listings/{id}/suggestions',
    unkeyed: 'waits',
    about: 'Supplier products that a listing may be, with reasons and how often such suggestions were right.',
    input: z.object({ id: Id }),
    data: z.object({
      items: z.array(
        z.object({
          ...SupplierProduct,
          name: z.string(),
          image: z.string().nullable(),
          store_name: z.string(),
          price_min: z.int(),
          price_max: z.int(),
          variants: z.int(),
          /** Of the listing's variants, those that have a counterpart. */
          matched: z.int(),
          reasons: z.array(z.enum(SUGGESTION_REASONS)),
          /** Per cent of such suggestions that were right, as measured. */
          confidence: z.int(),
        }),
      ),
      /** The first one is good enough to be taken without looking. */
      certain: z.boolean(),
    }),
  },
  mapListingVariant: {
    method: 'POST',
    path: '/products/{id}/map-variant',
    body: 'small',
    heavy: true,
    about:
      'Says what the variants of a store product are bought as; one that is not ours yet becomes a product of ours.',
    input: z.object({
      id: Id,
      variants: z
        .array(z.object({ remote_variant_id: z.string().max(200), components: Components.min(1) }))
        .min(1)
        .max(MAX_VARIANTS),
    }),
    data: Mapped,
  },
  mapListingGroup: {
    method: 'POST',
    path: '/products/{id}/map-group',
    body: 'small',
    heavy: true,
    about: 'Makes a store product one of ours, bought from a supplier product. Nothing is changed in the store.',
    input: z.object({ id: Id, ...SupplierProduct, variants: VariantPicks, override: z.boolean().default(false) }),
    data: Mapped,
  },
  replaceListingSupplier: {
    method: 'PUT',
    path: '/products/{id}/replace',
    body: 'small',
    heavy: true,
    about: 'Puts another supplier product in the place of one, for the product of a listing.',
    input: Replacement.extend({ id: Id }),
    data: Replaced,
  },
  createFromUnmapped: {
    method: 'POST',
    path: '/center/products/listings/unmapped/bulk-create',
    about: 'Maps several store products at once, in the background.',
    input: z.object({ items: PickedListings, override: z.boolean().default(false) }),
    data: RunStarted,
  },
  duplicateUnmapped: {
    method: 'POST',
    path: '/center/products/listings/unmapped/duplicate',
    about: 'Makes products of ours like store products, bought from suppliers; the store products stay as they are.',
    input: z.object({ items: PickedListings }),
    data: RunStarted,
  },
  splitUnmapped: {
    method: 'POST',
    path: '/center/products/listings/unmapped/split',
    about: 'Makes a product of ours of each value of an option of store products.',
    input: z.object({ items: PickedListings, option: Text.min(1) }),
    data: RunStarted,
  },
  splitOneUnmapped: {
    method: 'POST',
    path: '/center/products/unmapped/{id}/split',
    about: 'Makes a product of ours of each value of an option of one store product; followed by its tracking id.',
    input: z.object({ id: Id, ...SupplierProduct, option: Text.min(1) }),
    data: RunStarted.extend({ tracking_id: Id }),
  },
  hideUnmapped: {
    method: 'DELETE',
    path: '/center/products/unmapped',
    about: 'Takes store products off the list of unmapped ones, or puts them back. Nothing is changed in the store.',
    input: z.object({ listing_ids: ListingIds, hidden: Flag.default(true) }),
    data: z.object({ changed: z.int() }),
  },
  unmapListings: {
    method: 'DELETE',
    path: '/center/products/listings/mapped/delete',
    about: 'Lets go of listings: the store keeps them, the product stays ours, and nothing is written there any more.',
    input: z.object({ listing_ids: ListingIds }),
    data: z.object({
      changed: z.int(),
      /** Being written just now: try again in a moment. */
      busy: z.array(Id),
    }),
  },
  setAutoUpdate: {
    method: 'PUT',
    path: '/center/products/listings/mapped/auto_update',
    about: 'Has the suppliers of listed products watched for price and stock, or stops to.',
    input: z.object({ listing_ids: ListingIds, enabled: z.boolean() }),
    data: z.object({ changed: z.int() }),
  },
  updateListings: {
    method: 'POST',
    path: '/center/products/bulk-update/{channel}',
    about:
      'Changes how listings of a channel are kept: draft or active, selling without stock, who wins what both changed.',
    input: z.object({
      channel: PlatformField,
      listing_ids: ListingIds,
      is_publish: z.boolean().optional(),
      allow_sell_out_of_stock: z.boolean().optional(),
      policies: Policies.optional(),
    }),
    data: z.object({ changed: z.int() }),
  },
  readStoreProduct: {
    method: 'POST',
    path: '/center/products/shopify/product',
    unkeyed: 'waits',
    about: 'Reads one product of a store now, by its address or number there, so that it can be mapped at once.',
    input: z.object({ store_id: Id, product: Text.min(1) }),
    data: ListingRow,
  },
  copyToStore: {
    method: 'POST',
    path: '/products/copy-product-to-new-store',
    about: 'Lists in another store what is listed in one; the mapping goes along, being the product’s own.',
    input: z.object({ listing_ids: ListingIds, store_id: Id, product_listings: PushSettings.optional() }),
    data: z.object({
      run_ids: z.array(Id),
      total_push: z.int(),
      /** Listings that have no product of ours yet. */
      unmapped: z.array(Id),
    }),
  },
  fetchStoresSelling: {
    method: 'POST',
    path: '/center/products/{id}/fetch-stores-selling',
    about:
      'Who else sells the same good: sellers in the suppliers’ catalogue and the own stores, with the age of each figure.',
    unkeyed: 'reads',
    input: z.object({ id: Id }),
    data: Offers,
  },
  compareProduct: {
    method: 'GET',
    path: '/center/products/{id}/compare',
    about: 'The price of a product beside what others take for the same good, cheapest first.',
    input: z.object({ id: Id }),
    data: Offers,
  },
  applyCompetitorPrice: {
    method: 'PUT',
    path: '/center/products/{id}/apply-competitor-price',
    about: 'Brings the lowest price of a product to another seller’s; its other variants keep their distance.',
    input: z.object({ id: Id, price: Amount.min(1), currency: CurrencyCode, below_floor: z.boolean().default(false) }),
    data: z.object({ revision: z.int(), price_min: z.int(), price_max: z.int() }),
  },
})
