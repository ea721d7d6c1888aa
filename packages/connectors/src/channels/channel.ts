/** What every sales channel is to us: `defineChannel`. A capability that a channel does not offer is an absent key. */
import type {
  Channel,
  ListingDocument,
  ListingPicture,
  ListingVariant,
  RemoteListing,
} from '@omni/domain/channels/document.ts'
import type { CategoryAsks, ListingDetails, Named } from '@omni/domain/channels/listing-details.ts'
import type { ListingLimits } from '@omni/domain/channels/listing-limits.ts'
import type { DeclineReason, RequestKind, ShownRequest } from '@omni/domain/fulfilments/requests.ts'
import type { FulfilledLine, Parcel, StoreFulfilment } from '@omni/domain/fulfilments/sync-store.ts'
import type { Minor } from '@omni/domain/money.ts'
import type { CancelReasonNo } from '@omni/domain/orders/cancel-reasons.ts'
import type { RemoteOrder } from '@omni/domain/orders/document.ts'
import type { z } from 'zod'
import {
  type Badge,
  type Connected,
  defineVendor,
  type VendorCall,
  type VendorDefinition,
  type Write,
} from '../vendor.ts'

/** A store as its owner has set it up. */
export interface StoreInfo {
  /** What the platform knows the store by: an address, or a name of its own. */
  platform_domain: string
  /** Where buyers go. */
  domain: string
  name: string
  currency: string
  country: string
  owner_name: string
  owner_email: string
  plan_name: string
  /** What we were allowed, in the platform's words. */
  scopes: string[]
}

/** One of several places that a consent opens: a catalog, an account. */
export interface Outlet {
  id: string
  name: string
  /** Whose it is, where names repeat. */
  owner: string
}

export interface ListingPage {
  items: RemoteListing[]
  /** null: that was the last one */
  next: string | null
}

/** What became of an export that was started. */
export type ListingExport =
  | { state: 'running' }
  | { state: 'failed'; problem: string }
  | { state: 'done'; items: RemoteListing[] }

export interface OrderPage {
  items: RemoteOrder[]
  /** null: that was the last one */
  next: string | null
}

/** Pictures that the store has already, by our name: the id is sent instead of the address. */
export type KnownPictures = Readonly<Record<string, string>>

export interface NewListing {
  /** Our name for the listing at the vendor. */
  key: string
  document: ListingDocument
  known_pictures: KnownPictures
  /** For channels that ask where a product is sent from, and how large its parcel is. */
  shipping?: ListingShipping
}

/** Sourcing spec §3, channel push settings. The sizes and the weight are of the packed product. */
export interface ListingShipping {
  /** Null: the store's own default. */
  warehouse_id: string | null
  /** Where no variant says its weight. */
  weight_g: number
  length_cm: number
  width_cm: number
  height_cm: number
}

/** A picture's file, as the channel takes it. */
export interface PictureFile {
  picture_key: string
  bytes: Uint8Array
  content_type: 'image/jpeg' | 'image/png'
}

export interface Warehouse {
  id: string
  name: string
  is_default: boolean
}

/** One of the things that a store must have done before it may list. */
export interface Prerequisite {
  item: string
  is_failed: boolean
  /** In the platform's words. */
  reasons: string[]
}

export interface Category {
  id: string
  /** With those that it is a part of before it. */
  name: string
}

/** What a store sorts its products into. */
export interface StoreGroup {
  kind: 'category' | 'brand'
  id: string
  /** With those that it is a part of before it. */
  name: string
}

export type DetailKind = 'size_chart' | 'manufacturer' | 'responsible'

/** What a seller may choose from for one product. */
export interface DetailChoices {
  /** Those whose names begin as was asked; of many, the first. */
  brands: Named[]
  size_charts: Named[]
  manufacturers: Named[]
  responsible: Named[]
}

/** Fields of the product itself that differ. What is left out stays as it is. */
export type ProductFields = Partial<
  Pick<ListingDocument, 'title' | 'description' | 'vendor' | 'product_type' | 'tags' | 'seo_title' | 'seo_description'>
> & {
  status?: ListingDocument['status']
  categories?: string[]
  brands?: string[]
  details?: ListingDetails
  /** The whole list of options, where one was added, renamed or moved. */
  options?: ListingDocument['options']
  /** The whole list: ours in their order, then those that were added in the store. */
  pictures?: (ListingPicture | { remote_picture_id: string })[]
}

export interface ListingUpdate {
  remote: RemoteListing
  fields: ProductFields
  known_pictures: KnownPictures
}

export type VariantFields = Partial<Omit<ListingVariant, 'option_values' | 'quantity'>> & {
  option_values?: string[]
  quantity?: number | null
}

/** Never a whole list: each variant is created, changed by its id, or removed by its id. */
export interface VariantsUpdate {
  remote: RemoteListing
  create: ListingVariant[]
  update: { remote_variant_id: string; fields: VariantFields }[]
  remove: string[]
  known_pictures: KnownPictures
}

export interface StockUpdate {
  remote: RemoteListing
  /** `from`: what was last seen; the store refuses when it has another figure now. */
  quantities: { remote_variant_id: string; quantity: number; from: number | null }[]
}

/** What a write answers: the id, and the listing as it now is where the reply holds all of it. */
export interface Written {
  remote_id: string
  /** null: it has to be read. */
  listing: RemoteListing | null
  /** Option values of the variants that the request had no room for. They are made afterwards. */
  left_out?: readonly (readonly string[])[]
}

/** Pieces of an order that were sent. */
export interface NewFulfilment {
  remote_order_id: string
  lines: readonly FulfilledLine[]
  parcel: Parcel
  /** With these, everything that the order still wants is sent. */
  completes: boolean
}

/** Another number, or another carrier, of what was told before. */
export interface FulfilmentUpdate extends NewFulfilment {
  remote_id: string
}

/** A buyer's money back. `lines`: the pieces it is for; none: money alone. */
export interface NewRefund {
  remote_order_id: string
  /** Our name for it at the vendor, the same on every send. */
  reference: string
  lines: readonly FulfilledLine[]
  amount: Minor
  currency: string
  /** The pieces are for sale again. */
  restock: boolean
  /** The buyer is told by the store, where that is asked for each refund (`refund_notice`). */
  notify: boolean
  /** It is only written down: the merchant pays in another way (`refunds_by_hand`). */
  by_hand: boolean
  /** Why, in the seller's words. */
  note: string
  /** When it was asked for. */
  begun_at: string
}

/** A sale that the seller takes back, and why. */
export interface SaleCancellation {
  remote_order_id: string
  reason: CancelReasonNo
}

/** Where a store sends its requests to be fulfilled, and by which name it knows us. */
export interface FulfilmentService {
  remote_id: string
  callback_url: string
}

/** What a request is answered with. `lines`: those that are the reason, with the words for each. */
export interface RequestAnswer {
  /** Of the fulfilment order. */
  remote_id: string
  kind: RequestKind
  accepts: boolean
  reason: DeclineReason
  message: string
  lines: { item_id: string; message: string }[]
}

/** Other tags of the order stay. */
export interface OrderTags {
  remote_order_id: string
  add: string[]
  remove: string[]
}

/** The store counts all of these pieces as sent already: a refusal's `code`. */
export const NOTHING_LEFT = 'nothing_left'
/** The store does not know the carrier: a refusal's `code`. */
export const UNKNOWN_CARRIER = 'unknown_carrier'

/** How a store tells us of changes. */
export interface Subscription {
  remote_id: string
  topic: string
  url: string
  active: boolean
}

export const WEBHOOK_SUBJECTS = [
  'product',
  'inventory',
  'order',
  'plan',
  'uninstalled',
  'compliance',
  'ping',
  'other',
] as const

/** A message of a store, verified. A hint to read, never data. */
export interface StoreWebhook {
  /** Equal for the same delivery. */
  delivery_id: string
  topic: string
  /** What it is about; null: the store itself (uninstalled, switched off, a ping). */
  remote_id: string | null
  what: (typeof WEBHOOK_SUBJECTS)[number]
  /** When it happened at the store, where it says so. */
  happened_at: Date | null
}

/** What the law asks of us about one store, by its platform's word. */
export interface ComplianceMessage {
  delivery_id: string
  topic: string
  platform_domain: string
  asks: { for: 'export' } | { for: 'forget_store' } | { for: 'forget_customer'; remote_order_ids: string[] }
}

/** A plan that the platform itself bills the store's owner for. */
export interface StorePlan {
  ref: string
  name: string
  /** `frozen`: the owner does not pay for the store, and so not for this. */
  state: 'pending' | 'active' | 'frozen' | 'declined' | 'expired' | 'ended'
  /** Nothing is ever billed for it. */
  is_test: boolean
  price: { amount: Minor; currency: string }
  /** How long a cycle is. */
  days: number
  period_end: Date | null
  /** Where the owner comes back to: ours, as it was sent. */
  return_url: string
  created_at: Date
}

/** Something that is billed once. */
export type StorePurchase = Omit<StorePlan, 'days' | 'period_end' | 'return_url'>

/** Everything the platform bills a store for on our behalf. Both lists oldest first. */
export interface StoreBilling {
  /** Before the platform was asked: what is read later is at least as new. */
  asked_at: Date
  /** One at most, by the platform's own rule. */
  active: string[]
  plans: StorePlan[]
  purchases: StorePurchase[]
}

export interface NewStorePurchase {
  name: string
  price: { amount: Minor; currency: string }
  return_url: string
  is_test: boolean
}
/** In place of the plan before it, if there is one: at once, or when that one's cycle is over. */
export interface NewStorePlan extends NewStorePurchase {
  days: number
  applies: 'now' | 'next_cycle'
}

/** Where the owner approves it. The address is told once. */
export interface OpenedPage {
  ref: string
  url: string
}

export interface ReceivedMessage {
  raw: Uint8Array
  header(name: string): string | undefined
}

export interface ChannelDefinition<
  A extends z.ZodType = z.ZodType,
  C extends z.ZodType = z.ZodType,
> extends VendorDefinition<A, C> {
  id: Channel
  badge: Badge
  /** What a listing there may be. */
  listing_limits: ListingLimits
  /** What the channel takes of each sale before anybody says otherwise, in per cent. Absent: nothing beside the payment. */
  fee_percent?: number
  /** Its app brings sales into other stores, which name it like this (a regular expression without case). */
  sold_as?: string
  /** What a store's writes promise (domain/attempts): how long a reply, an effect, and its showing may take. */
  times: { answers_within_ms: number; lands_within_ms: number; shows_within_ms: number }
  /** What the key of a listing may be made of is up to us; how many variants one `variants` write takes is theirs. */
  variants_at_once: number
  /** How many listings of a store are worked side by side; its limits say how fast. Absent: 4. */
  at_once?: number
  /** The store hands its keys to us itself, beside the person who comes back. Absent: the person brings a code. */
  keys_by_hook?: true
  /**
   * A person may copy a key and its secret from the store's own pages: `account.connect` takes both as JSON
   * (`{ key, secret }`) and finds out what they may do.
   */
  keys_by_hand?: true
  /** A person is not asked which store it is: the platform's own page knows. */
  store_unasked?: true
  /** The channel cannot list what changed since a moment: all of it is read this often instead (`listings.list`). */
  reads_all_every_ms?: number
  /**
   * A consent opens several outlets, of which a person picks one. `connect` then gives access to all of them. Absent:
   * the store's address says which one it is.
   */
  outlets?: {
    list(call: VendorCall<z.output<A>, z.output<C>>, input: null): Promise<Outlet[]>
    /** The access to one of them. `currency`, `country`: of the seller's, where the outlet has none of its own. */
    pick(
      call: VendorCall<z.output<A>, z.output<C>>,
      input: { id: string; currency: string; country: string },
    ): Promise<Connected<z.output<C>>>
  }
  /**
   * Access for the store whose admin shows our app, by the token that the admin gives its frame. Absent: the platform
   * has no such frame.
   */
  exchange?(call: VendorCall<z.output<A>, null>, input: { id_token: string }): Promise<Connected<z.output<C>>>
  /** What every address of a store there ends in, behind the name that its owner chose. Absent: any address. */
  address_suffix?: string
  /** Its admin, whose frame may show our app. Absent: nobody may. */
  embedded_in?: string
  /** What a return that the platform signs always brings: a page knows by it whose it is. Comes with `verifyReturn`. */
  return_query?: readonly string[]
  /** Whether the platform itself wrote the query that a person came back with. Absent: the platform signs none. */
  verifyReturn?(app: z.output<A>, query: URLSearchParams, now: Date): boolean
  /** The store's address as typed, as the platform knows it; null: it cannot be one. */
  storeAddress(typed: string, app: z.output<A>): string | null
  /** An order's page in the store's admin, for a person who is signed in there. Absent: its address is not known. */
  orderPage?(platform_domain: string, remote_order_id: string): string
  /** `remote_id` of the product whose number people see in the store's admin. Absent: it is the number. */
  productOfNumber?(number: string): string
  store(call: VendorCall<z.output<A>, z.output<C>>, input: null): Promise<StoreInfo>
  listings: {
    /** By our key; `sku` is the first variant's, for channels that keep no key of ours to search by. */
    find(call: VendorCall<z.output<A>, z.output<C>>, input: { key: string; sku: string }): Promise<RemoteListing[]>
    /** Those that are not there (any more) are left out. A product in the bin is not there. */
    read(call: VendorCall<z.output<A>, z.output<C>>, input: { remote_ids: string[] }): Promise<RemoteListing[]>
    /** All of them, oldest change first; `changed_since`: only those changed at or after it. */
    list(
      call: VendorCall<z.output<A>, z.output<C>>,
      input: { cursor?: string; changed_since?: Date; page_size: number },
    ): Promise<ListingPage>
    /**
     * Many at once, written down by the platform in the background: all of them, or those changed since. For one in
     * hundreds of products `read` would cost what writing them costs. Absent: the platform has no such way.
     */
    startExport?(
      call: VendorCall<z.output<A>, z.output<C>>,
      input: { changed_since?: Date },
    ): Promise<{ export_id: string }>
    readExport?(call: VendorCall<z.output<A>, z.output<C>>, input: { export_id: string }): Promise<ListingExport>
    create: Write<z.output<A>, z.output<C>, NewListing, Written>
    update: Write<z.output<A>, z.output<C>, ListingUpdate, Written>
    variants: Write<z.output<A>, z.output<C>, VariantsUpdate, Written>
    /** Absent: quantities go with `variants`. */
    stock?: Write<z.output<A>, z.output<C>, StockUpdate, Written>
    remove: Write<z.output<A>, z.output<C>, { remote_id: string }, Written>
    /** Keeps it from lapsing, as it is. Absent: nothing lapses. */
    renew?: Write<z.output<A>, z.output<C>, { remote_id: string }, Written>
  }
  /** What was sold there. Absent: the channel only shows products, and sells nothing itself. */
  orders?: {
    /** Those that are not there (any more) are left out. */
    read(call: VendorCall<z.output<A>, z.output<C>>, input: { remote_ids: string[] }): Promise<RemoteOrder[]>
    /** Those changed at or after `changed_since`, oldest change first. */
    list(
      call: VendorCall<z.output<A>, z.output<C>>,
      input: { cursor?: string; changed_since: Date; page_size: number },
    ): Promise<OrderPage>
    /**
     * Takes a whole sale back, as the merchant would. What came of it is read from the order: `unknown` also where the
     * store does it in the background. Absent: only the store's own pages can.
     */
    cancel?: Write<z.output<A>, z.output<C>, SaleCancellation, { remote_id: string }>
    /** Absent: orders have no tags there. What is there already, or is gone, stays so. */
    tag?: Write<z.output<A>, z.output<C>, OrderTags, { remote_id: string }>
  }
  /** The platform gives the buyer's money back with a cancelled sale. Absent: the merchant does. */
  cancelling_pays_back?: true
  /** Giving a buyer money back, as the merchant would. Absent: only the store's own pages can. */
  refunds?: {
    /** What the platform itself would give back for these pieces, and at most for the order. Absent: it reckons nothing. */
    suggest?(
      call: VendorCall<z.output<A>, z.output<C>>,
      input: { remote_order_id: string; lines: readonly FulfilledLine[]; currency: string },
    ): Promise<{ amount: Minor; most: Minor }>
    /** Those of the order that a lost reply may have been about. */
    find(call: VendorCall<z.output<A>, z.output<C>>, input: NewRefund): Promise<{ remote_refund_id: string }[]>
    create: Write<z.output<A>, z.output<C>, NewRefund, { remote_refund_id: string }>
  }
  /** Whether the buyer is told of a refund is a setting of the store. Absent: it is said with each. */
  refund_notice?: 'by_settings'
  /** A refund can be written down that the merchant pays in another way. Absent: each goes back the way the money came. */
  refunds_by_hand?: true
  /** A parcel has one number there: of several, the first is told. */
  one_number?: true
  /** Telling the store what was sent. Absent: the channel sells nothing itself. */
  fulfilments?: {
    read(call: VendorCall<z.output<A>, z.output<C>>, input: { remote_order_id: string }): Promise<StoreFulfilment[]>
    create: Write<z.output<A>, z.output<C>, NewFulfilment, { remote_id: string }>
    update: Write<z.output<A>, z.output<C>, FulfilmentUpdate, { remote_id: string }>
  }
  /**
   * The store can hand lines of its orders to us as a fulfilment service: it asks, and we accept or decline. Absent: it
   * has no such thing.
   */
  requests?: {
    /** Null: we are none of its services yet. */
    service(call: VendorCall<z.output<A>, z.output<C>>, input: null): Promise<FulfilmentService | null>
    /** `remote_id`: the service that gets another address; null: it is made. A second one of our name is refused. */
    register: Write<z.output<A>, z.output<C>, { remote_id: string | null; callback_url: string }, { remote_id: string }>
    /** Those that wait for an answer. */
    list(
      call: VendorCall<z.output<A>, z.output<C>>,
      input: { kind: RequestKind; cursor?: string },
    ): Promise<{ items: ShownRequest[]; next: string | null }>
    /** Those that are not there (any more) are left out. */
    read(call: VendorCall<z.output<A>, z.output<C>>, input: { remote_ids: string[] }): Promise<ShownRequest[]>
    answer: Write<z.output<A>, z.output<C>, RequestAnswer, { remote_id: string }>
    /** The store's word that there is something to read. False: the signature is wrong. */
    verify(message: ReceivedMessage, secret: string): boolean
  }
  /** Files are brought into the store before a listing names them. Absent: it fetches pictures by their address. */
  pictures?: {
    upload(call: VendorCall<z.output<A>, z.output<C>>, input: PictureFile): Promise<{ remote_picture_id: string }>
  }
  /** What a marketplace asks for before it lists. */
  requirements?: {
    warehouses(call: VendorCall<z.output<A>, z.output<C>>, input: null): Promise<Warehouse[]>
    prerequisites(call: VendorCall<z.output<A>, z.output<C>>, input: null): Promise<Prerequisite[]>
    /** Those that a product can be in. */
    categories(call: VendorCall<z.output<A>, z.output<C>>, input: null): Promise<Category[]>
    /** Null: the platform does not know one for it. */
    recommend(
      call: VendorCall<z.output<A>, z.output<C>>,
      input: { title: string; description: string },
    ): Promise<Category | null>
    asks(call: VendorCall<z.output<A>, z.output<C>>, input: { category_id: string }): Promise<CategoryAsks>
    /** `of`: what the category asks for or takes; nothing else is looked up. */
    choices(
      call: VendorCall<z.output<A>, z.output<C>>,
      input: { category_id: string; brand: string; of: readonly DetailKind[] },
    ): Promise<DetailChoices>
  }
  /** All categories and brands of a store. Absent: it has none that products are put into by us. */
  groups?: { list(call: VendorCall<z.output<A>, z.output<C>>, input: null): Promise<StoreGroup[]> }
  webhooks?: {
    topics: readonly string[]
    list(call: VendorCall<z.output<A>, z.output<C>>, input: null): Promise<Subscription[]>
    subscribe: Write<z.output<A>, z.output<C>, { topic: string; url: string; secret: string }, { remote_id: string }>
    unsubscribe: Write<z.output<A>, z.output<C>, { remote_id: string }, unknown>
    /**
     * The application's own secrets, where messages are signed with one of those (old-secrets.ts); absent: each
     * subscription has one.
     */
    secretsOf?(app: z.output<A>, now: Date): readonly string[]
    /** `secret`: of this connection, or of the application. null: the signature is wrong. */
    verify(message: ReceivedMessage, secret: string): StoreWebhook | null
  }
  /**
   * What the platform sends to one address of the application, about stores and their customers:
   * `PUBLIC_URL/hooks/<id>/compliance`. Signed with one of `webhooks.secretsOf`. Absent: it sends no such thing.
   */
  compliance?: {
    /** Until when it has to be done. */
    due_days: number
    /** null: it is not from the platform. */
    verify(message: ReceivedMessage, secret: string): ComplianceMessage | null
  }
  /** The platform bills for our plans, on the invoice of the store. Absent: it does not. */
  billing?: {
    /** `refs`: plans that may be too old for what is listed. */
    read(call: VendorCall<z.output<A>, z.output<C>>, input: { refs: string[] }): Promise<StoreBilling>
    subscribe: Write<z.output<A>, z.output<C>, NewStorePlan, OpenedPage>
    purchase: Write<z.output<A>, z.output<C>, NewStorePurchase, OpenedPage>
    /** At once. `gives_back`: what is left of the cycle becomes a credit of the store's owner. */
    cancel: Write<z.output<A>, z.output<C>, { ref: string; gives_back: boolean }, { ref: string }>
  }
  /** Where inside the store a product can be shown. */
  publications?: {
    list(
      call: VendorCall<z.output<A>, z.output<C>>,
      input: null,
    ): Promise<{ id: string; handle: string; name: string }[]>
    /** In which of these a product is shown; null: it is not in the store (any more). */
    of?(
      call: VendorCall<z.output<A>, z.output<C>>,
      input: { remote_id: string; ids: string[] },
    ): Promise<string[] | null>
    /** Shows a product there, or no longer; what is named in neither list stays. */
    publish?: Write<
      z.output<A>,
      z.output<C>,
      { remote_id: string; publish: string[]; unpublish: string[] },
      { remote_id: string }
    >
  }
}

/** Checks what no type can say, when the channel's folder is loaded. */
export function defineChannel<D extends ChannelDefinition<A, C>, A extends z.ZodType, C extends z.ZodType>(
  definition: D & ChannelDefinition<A, C>,
): D {
  defineVendor(definition)
  if (definition.variants_at_once < 1) throw new Error(`${definition.id}: a write takes at least one variant`)
  return definition
}
