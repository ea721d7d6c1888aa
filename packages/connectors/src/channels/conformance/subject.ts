/** What the channels' part of the suite asks of a set-up, and a channel opened on it. */
import type { ListingDocument, ListingPicture, ListingVariant } from '@omni/domain/channels/document.ts'
import { type Outside, openingOf } from '../../conformance/vendor-subject.ts'
import type { Connected, ConsentGiven } from '../../vendor.ts'
import { inMemoryPace } from '../../pace.ts'
import type { Send } from '../../open-vendor.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import type { ChannelDefinition, NewListing, PictureFile, ReceivedMessage } from '../channel.ts'
import { type OpenChannel, openChannel } from '../open-channel.ts'

/** A store's own books. */
export interface StoreBooks {
  /** Every product that was ever made, with our key. */
  created: { remote_id: string; key: string }[]
  /** What there is. */
  products: {
    remote_id: string
    key: string | null
    title: string
    price: string
    stock: number | null
    /** The names of all that is told about it, not of its options alone, where a store has such. */
    attributes?: string[]
  }[]
  /** How often each picture was fetched. */
  downloads: { hash: string; times: number }[]
}

export interface ChannelSubject {
  app: unknown
  shop: string
  account: Connected<unknown>
  /** Plays the person at the store; null: we were refused. */
  consent(decision: 'allow' | 'deny'): Promise<ConsentGiven | null>
  outside: Outside
  books(): Promise<StoreBooks>
  /** One call that finds something, where reading a listing is several. */
  probe?(channel: OpenChannel): Promise<number>
  /** What faults are aimed at. */
  endpoints: { create: string; update: string; read: string }
  /** Addresses that answer with pictures, all different. */
  pictures: string[]
  /** What the merchant does in the store. */
  merchant: { retitle(remote_id: string, title: string): Promise<void>; remove(remote_id: string): Promise<void> }
  /** Customers and the merchant: a sale of one product's first variant, its id; one piece of it given back; cancelled. */
  sales?: {
    sell(remote_id: string, quantity: number): Promise<string>
    refund(remote_order_id: string): Promise<void>
    cancel(remote_order_id: string): Promise<void>
    /** Brings an order into a state of the corpus; absent: the sandbox has no states of its own there. */
    bring?(remote_order_id: string, action: string, input: object): Promise<void>
    /** Where faults of telling a parcel are aimed at. */
    endpoint: string
    /** By the store's books: the parcels of an order, and how often its buyer was told of each. */
    parcels(remote_order_id: string): Promise<{ number: string; told: number }[]>
  }
  receiver: { url: string; messages(): ReceivedMessage[] }
  /** What the channel has no place for: it is not sent, and read back empty. */
  lacks?: readonly ('tags' | 'picture_texts' | 'file_names' | 'variant_pictures' | 'quantity')[]
  /** Adds what the channel lists nothing without: a category, a page it leads to, a picture. */
  complete?(document: ListingDocument): ListingDocument
  /** A picture's file, where the channel takes no addresses. */
  fileOf?(picture: ListingPicture): PictureFile
}

/** A channel opened on the subject's account, and what its creates need beforehand. */
export interface TestChannel extends OpenChannel {
  store_row: { writes: number }
  newListing(key: string, document: ListingDocument): Promise<NewListing>
}

/** A channel opened on the subject's account. Limits of its own, wide: how fast one may ask is tested elsewhere. */
export function open(definition: ChannelDefinition, subject: ChannelSubject): TestChannel {
  const limits = inMemoryPace(definition.id, { ...definition.limits, per_second: 1000, burst: 1000 })
  const { store, ...opening } = openingOf(definition, { ...subject, limits })
  const channel = openChannel(definition, opening)
  async function newListing(key: string, wanted: ListingDocument): Promise<NewListing> {
    const document = subject.complete?.(wanted) ?? wanted
    const known_pictures: Record<string, string> = {}
    for (const picture of channel.pictures && subject.fileOf ? document.pictures : []) {
      const brought = subject.fileOf && (await channel.pictures?.upload(subject.fileOf(picture)))
      if (brought) known_pictures[picture.picture_key] = brought.remote_picture_id
    }
    return { key, document, known_pictures }
  }
  const listings = { ...channel.listings, create: completed(channel, subject) }
  return { ...channel, listings, store_row: store, newListing }
}

const completed = (
  { listings: { create } }: OpenChannel,
  { complete }: ChannelSubject,
): OpenChannel['listings']['create'] =>
  complete ? { prepare: (input) => create.prepare({ ...input, document: complete(input.document) }) } : create

const SEND_WITHIN_MS = 5000

export async function perform<Q, R>(
  write: { prepare(input: Q): Promise<Send<R>> },
  input: Q,
): Promise<WriteOutcome<R>> {
  const send = await write.prepare(input)
  return send(performance.now() + SEND_WITHIN_MS)
}

export async function must<Q, R>(write: { prepare(input: Q): Promise<Send<R>> }, input: Q): Promise<R> {
  const outcome = await perform(write, input)
  if (outcome.outcome !== 'done') throw new Error(JSON.stringify(outcome))
  return outcome.reply
}

let count = 0
/** A key and a SKU that no other case uses. */
export const fresh = (): { key: string; sku: string } => {
  const text = `${Date.now().toString(36)}${(++count).toString(36)}`
  return { key: `om${text}`, sku: `SKU-${text}` }
}

const variant = (sku: string, more: Partial<ListingVariant> = {}): ListingVariant => ({
  option_values: [],
  sku,
  barcode: '',
  price: 1999,
  compare_at_price: null,
  quantity: 7,
  sell_out_of_stock: false,
  weight_g: 250,
  picture_key: null,
  ...more,
})

export const simple = (sku: string, more: Partial<ListingDocument> = {}): ListingDocument => ({
  title: `Desk lamp ${sku}`,
  description: '<p>A lamp for a desk.</p>',
  vendor: '',
  product_type: '',
  tags: ['desk', 'lamp'],
  seo_title: '',
  seo_description: '',
  status: 'active',
  options: [],
  pictures: [],
  variants: [variant(sku)],
  ...more,
})

/** For catalogs, whose items lead to a page elsewhere and are not taken without a picture. */
export const completeWith =
  (pictures: readonly string[]) =>
  (document: ListingDocument): ListingDocument => ({
    ...document,
    link: `https://shop.example/products/${encodeURIComponent(document.title)}`,
    pictures:
      document.pictures.length > 0 ? document.pictures : [{ picture_key: 'plain', url: pictures[0] ?? '', alt: '' }],
  })

const COLOURS = ['Red', 'Green', 'Blue', 'Black', 'White']
const SIZES = ['S', 'L']

/** Ten variants, and as many pictures as there are addresses. */
export function large(sku: string, addresses: readonly string[]): ListingDocument {
  const pictures = addresses.map((url, i) => ({ picture_key: `${sku}-p${i}`, url, alt: `View ${i}` }))
  const tuples = COLOURS.flatMap((colour) => SIZES.map((size) => [colour, size]))
  return simple(sku, {
    options: [
      { name: 'Color', values: COLOURS },
      { name: 'Size', values: SIZES },
    ],
    pictures,
    variants: tuples.map((option_values, i) =>
      variant(`${sku}-${i}`, {
        option_values,
        price: 1000 + i,
        compare_at_price: i === 0 ? 2500 : null,
        quantity: i,
        picture_key: pictures[i % pictures.length]?.picture_key ?? null,
      }),
    ),
  })
}
