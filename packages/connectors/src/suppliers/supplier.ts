/** What every supplier is to us: `defineSupplier`. A capability a supplier does not offer is an absent key. */
import type { RawOption, RawProduct, RawVariant } from '@omni/domain/catalog/normalise-product.ts'
import type { Condition } from '@omni/domain/catalog/conditions.ts'
import type { IngestCosts } from '@omni/domain/catalog/plan-ingest.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import type { Minor } from '@omni/domain/money.ts'
import type { AddressRules } from '@omni/domain/orders/supplier-address.ts'
import type { PlacementProfile } from '@omni/domain/placement/placement.ts'
import type { z } from 'zod'
import { type Badge, defineVendor, type VendorCall, type VendorDefinition } from '../vendor.ts'
import type { SupplierPushes } from './push.ts'
import type { SupplierQuote } from './quote.ts'
import type { SupplyOrders } from './supply-order.ts'

export type SupplierId = Source

/**
 * One row of a supplier's search. Amounts are in `currency`, in minor units; a single price is a range of two equal
 * ends.
 */
export interface SupplierSummary {
  source_product_id: string
  name: string
  image: string | null
  currency: string
  price_range: [Minor, Minor]
  orders: number | null
  rating: number | null
  category_id: string | null
  /** Left out: new. */
  condition?: Condition
  fetch_hint?: string
}

/**
 * A product as the supplier describes it, in our words; made even by domain/catalog/normalise-product.ts, which names
 * its fields.
 */
export type SupplierProduct = RawProduct & {
  /** What `get` is told the next time: which of the vendor's calls answers for this product. */
  fetch_hint?: string
  /**
   * Shipping of the cheapest variant to `ship_to`, where the vendor's answer has it anyway: nobody asks again. Empty:
   * it does not ship there. null: the vendor could not say, and asking again would not help.
   */
  quotes?: SupplierQuote[] | null
}
export type SupplierOption = RawOption
export type SupplierVariant = RawVariant

export interface SupplierReview {
  review_id: string
  /** 0 to 5. */
  rating: number
  feedback: string
  name: string
  country: string
  created_at: Date | null
  images: string[]
  order_info: string
}

export interface SupplierStock {
  sku_id: string
  country_code: string
  quantity: number
}

export interface SupplierPage<T> {
  items: T[]
  /** null: that was the last one */ next: string | null
  total: number | null
  /** There is more than the supplier lists for this question: it must be asked in narrower ones. */
  cut_off?: boolean
}

/** What a page of a list, a product with all that `catalog.get` asks for, and a quote take of `Limits.per_day`. */
interface SupplierCosts extends IngestCosts {
  /** What the budget is counted in. */
  unit: 'points' | 'calls'
}

export interface SearchQuery {
  text?: string
  category_id?: string
  page_size: number
  cursor?: string
  ship_to: string
}
export interface QuoteQuery {
  product_id: string
  sku_id: string
  quantity: number
  country_code: string
  ship_from: string
}

export interface SupplierDefinition<
  A extends z.ZodType = z.ZodType,
  C extends z.ZodType = z.ZodType,
> extends VendorDefinition<A, C> {
  id: SupplierId
  badge: Badge
  /** The public pages do not name it. */
  unlisted?: true
  /** Sellers connect accounts of their own: on its page where `account` has `authorizeUrl`, else by a key. */
  sellers_connect?: true
  /** Ours: bought through the operator's account, and paid from the seller's wallet. */
  is_house?: true
  /** Its search wants words: the whole catalogue is reached by those of our categories. */
  searches_by_words?: true
  /** Sold by the lot, to whoever sells on. */
  wholesale?: true
  /** Second-hand goods are sold there too: that one is new is worth saying. */
  sells_used?: true
  /** Its sellers' goods that are sent from the US count as made there (sourcing spec §2). */
  counts_as_us_made?: true
  /** Admitad pays for what is bought by a link to it. */
  pays_admitad?: true
  /** DSers was made for it: columns of its tables bear its name. */
  in_dsers_columns?: true
  /** A product's address, as an example of what can be pasted. */
  example_link?: string
  /** Bought in the seller's own browser, by the extension. Absent: by `orders`, or not at all. */
  bought_by_extension?: true
  /** `ext`: no API for buyers; what is known comes from pages captured in a person's own browser. */
  via: 'api' | 'ext'
  /** The product id inside an address of this supplier's site; null when it is not one. */
  productIdOf(url: string): string | null
  /** What its name is in the address of its site. Absent: its id. */
  site_name?: string
  /** What its account in a rehearsal may spend in a day, where that is not what `limits` say. */
  sandbox_per_day?: number
  /** Left out: every operation is one call. */
  costs?: SupplierCosts
  catalog?: {
    search(call: VendorCall<z.output<A>, z.output<C>>, query: SearchQuery): Promise<SupplierPage<SupplierSummary>>
    get(
      call: VendorCall<z.output<A>, z.output<C>>,
      input: { product_id: string; ship_to: string; /** `fetch_hint` as it was kept */ hint?: string },
    ): Promise<SupplierProduct>
    /** The narrowest categories that `search` takes; all products are in one. Absent: not told. */
    categories?(
      call: VendorCall<z.output<A>, z.output<C>>,
      input: null,
    ): Promise<{ category_id: string; name: string }[]>
    bySeller?(
      call: VendorCall<z.output<A>, z.output<C>>,
      input: { seller_id: string; cursor?: string; page_size: number },
    ): Promise<SupplierPage<SupplierSummary>>
    reviews?(
      call: VendorCall<z.output<A>, z.output<C>>,
      input: { product_id: string; cursor?: string; page_size: number },
    ): Promise<SupplierPage<SupplierReview>>
    /** `image`: the bytes of a JPEG, PNG or WebP. */
    searchByImage?(
      call: VendorCall<z.output<A>, z.output<C>>,
      input: { image: Uint8Array<ArrayBuffer>; ship_to: string; page_size: number },
    ): Promise<SupplierPage<SupplierSummary>>
  }
  /**
   * Reads what the browser extension captured on a product page. Pure; throws VendorError `invalid` on what it cannot
   * read.
   */
  readCapture?(capture: Capture): {
    product: SupplierProduct
    reviews: SupplierReview[]
    quotes: (SupplierQuote & { country_code: string })[]
  }
  logistics?: {
    /** At least one; where nothing can carry it, VendorError `cannot_ship`. */
    quote(call: VendorCall<z.output<A>, z.output<C>>, input: QuoteQuery): Promise<SupplierQuote[]>
    stock?(call: VendorCall<z.output<A>, z.output<C>>, input: { product_id: string }): Promise<SupplierStock[]>
  }
  /** What it wants of an address besides what every country's post and customs want. */
  address?: AddressRules
  /** Buying. `placing` says what the supplier promises about it, and comes with `orders`. */
  orders?: SupplyOrders<z.output<A>, z.output<C>>
  placing?: PlacementProfile
  /** What it tells by itself of what was bought. Absent: it is only asked. */
  pushes?: SupplierPushes<z.output<A>, z.output<C>>
}

/** What the extension sends: the address, and the page's own data as the page had it. */
export interface Capture {
  url: string
  captured_at: Date
  data: unknown
}

/** Types a supplier's own app and credentials; what every vendor must keep to is checked by `defineVendor`. */
export function defineSupplier<A extends z.ZodType, C extends z.ZodType>(definition: SupplierDefinition<A, C>) {
  const { id, orders, placing, address } = definition
  if ((address?.province === 'listed') !== (orders?.places !== undefined))
    throw new Error(`${id}: provinces are of a list that nobody can read, or the reverse`)
  if (placingProblem(orders, placing)) throw new Error(`${id}: what it can do and what it promises are not the same`)
  return defineVendor<SupplierDefinition<A, C>, A, C>(definition)
}

/** A promise without the capability that keeps it, or the reverse. */
function placingProblem(orders: SupplierDefinition['orders'], placing: PlacementProfile | undefined): boolean {
  if (!orders || !placing) return orders !== undefined || placing !== undefined
  return (
    (placing.create.find === 'reference') !== (orders.find !== undefined) ||
    (placing.confirm !== null) !== (orders.confirm !== undefined) ||
    (typeof placing.pay !== 'string') !== (orders.pay !== undefined)
  )
}
