/**
 * A product as it stands in a store, in one form for every channel: what we want there, what was last agreed, what was
 * seen. A channel's folder translates it from and to the vendor's own words.
 */
import type { Minor } from '../money.ts'
import type { ListingDetails } from './listing-details.ts'
import { CHANNEL_IDS } from '../vendors/manifest.ts'

export const CHANNELS = CHANNEL_IDS
export type Channel = (typeof CHANNELS)[number]
export const isChannel = (value: string): value is Channel => (CHANNELS as readonly string[]).includes(value)

type ListingStatus = 'active' | 'draft'

export interface ListingPicture {
  /** Our own name for the picture: equal for equal addresses, and part of the file name where the store keeps one. */
  picture_key: string
  /** Where the store can download it. */
  url: string
  alt: string
}

export interface ListingOption {
  name: string
  values: string[]
}

export interface ListingVariant {
  /** One per option, in the order of the options. Empty: the product has no options and this is its only variant. */
  option_values: string[]
  sku: string
  barcode: string
  /** In the store's currency. */
  price: Minor
  compare_at_price: Minor | null
  /** Null: the store does not count this variant. */
  quantity: number | null
  sell_out_of_stock: boolean
  weight_g: number | null
  /** One of the document's pictures. */
  picture_key: string | null
}

/** What we want in the store. */
export interface ListingDocument {
  title: string
  /** Cleaned HTML. */
  description: string
  vendor: string
  product_type: string
  tags: string[]
  seo_title: string
  seo_description: string
  /** The product's page in a shop of the seller, for channels that have no pages of their own. Not compared. */
  link?: string
  /** The store's own categories and brands that were chosen for it, by their ids. Absent: nobody has chosen any. */
  categories?: string[]
  brands?: string[]
  /** What its category asks for at a marketplace. Absent: nobody has said anything. Not read back. */
  details?: ListingDetails
  status: ListingStatus
  options: ListingOption[]
  pictures: ListingPicture[]
  variants: ListingVariant[]
}

export interface RemotePicture {
  remote_picture_id: string
  /** The store's own address of it. */
  url: string
  /** The file's name as the store shows it; null where it shows none. */
  file_name: string | null
  alt: string
  /** Why the store could not take the picture; absent: it has it, or is still fetching it. */
  problem?: string
}

export interface RemoteVariant extends Omit<ListingVariant, 'picture_key'> {
  remote_variant_id: string
  /** Where the store counts stock under another id. */
  inventory_id: string | null
  remote_picture_id: string | null
}

/** What a store shows. Fields that a channel does not have are empty texts, empty lists and null. */
export interface RemoteListing extends Omit<ListingDocument, 'pictures' | 'variants'> {
  remote_id: string
  /** Our key, where the store keeps it and it is ours; null: the product was not made by us. */
  key: string | null
  /** ISO time of the last change, as the store tells it. Never goes back. */
  version: string
  /** Where a buyer sees it; null while it is not published. */
  url: string | null
  /** What the channel holds against it, in its own words: it may not be shown because of that. Absent: nothing. */
  problems?: string[]
  /** When the channel drops it by itself, unless it is renewed; absent: never. */
  lapses_at?: string
  pictures: RemotePicture[]
  variants: RemoteVariant[]
}
