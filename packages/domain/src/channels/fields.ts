/**
 * A listing as a flat set of fields, so that what we want, what was agreed and what is seen can be compared one by one.
 * Two values are equal when their JSON is: both sides are brought into one form first.
 */
import type { ListingDocument, ListingVariant, RemoteListing, RemoteVariant } from './document.ts'
import { detailLines } from './listing-details.ts'

export type FieldValue = string | number | boolean | null | readonly string[]
export type Fields = Readonly<Record<string, FieldValue>>

/** What belongs together: a policy, and who owns it, is said per lane. */
export const LANES = ['content', 'structure', 'media', 'price', 'stock', 'status'] as const
export type Lane = (typeof LANES)[number]

const VARIANT_LANES = {
  exists: 'structure',
  sku: 'structure',
  barcode: 'structure',
  weight_g: 'structure',
  picture: 'media',
  price: 'price',
  compare_at_price: 'price',
  quantity: 'stock',
  sell_out_of_stock: 'stock',
} as const satisfies Record<string, Lane>
export type VariantFieldName = keyof typeof VARIANT_LANES
export const VARIANT_FIELD_NAMES = Object.keys(VARIANT_LANES)

const PRODUCT_LANES = {
  title: 'content',
  description: 'content',
  vendor: 'content',
  product_type: 'content',
  tags: 'content',
  categories: 'content',
  brands: 'content',
  details: 'content',
  seo_title: 'content',
  seo_description: 'content',
  status: 'status',
  published: 'status',
  options: 'structure',
  pictures: 'media',
} as const satisfies Record<string, Lane>
export type ProductFieldName = keyof typeof PRODUCT_LANES

const SEPARATOR = '|'

/** The identity of a variant before the store has given it an id: its option values, written alike on both sides. */
export const variantKey = (option_values: readonly string[]): string =>
  option_values.map((value) => encodeURIComponent(plainText(value).toLowerCase())).join('/')

export const variantField = (variant: string, name: VariantFieldName): string => ['v', variant, name].join(SEPARATOR)

export interface FieldPlace {
  lane: Lane
  /** Undefined: a field of the product itself. */
  variant?: string
  name: string
}

/** What a field's name says. A name that is not one of ours throws: it would be sent to nobody. */
export function placeOf(field: string): FieldPlace {
  const [kind, variant, name] = field.split(SEPARATOR)
  if (kind === 'v' && variant !== undefined && name !== undefined && name in VARIANT_LANES)
    return { lane: VARIANT_LANES[name as VariantFieldName], variant, name } // checked by `in`
  if (field in PRODUCT_LANES) return { lane: PRODUCT_LANES[field as ProductFieldName], name: field } // checked by `in`
  throw new Error(`no such field of a listing: ${field}`)
}

/** One form of Unicode, one space for many: stores trim and collapse what they are sent. */
export const plainText = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim()

/** Stores put line breaks between the blocks of a description, or take them away. */
const plainHtml = (html: string): string => plainText(html).replace(/>\s+</gu, '><')

const sorted = (values: readonly string[]) => [...new Set(values.map(plainText))].sort()

export const equalValue = (a: FieldValue | undefined, b: FieldValue | undefined): boolean =>
  a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

type Texts = Pick<
  ListingDocument,
  'title' | 'description' | 'vendor' | 'product_type' | 'seo_title' | 'seo_description' | 'status' | 'options'
>
const textFields = (document: Texts): Record<string, FieldValue> => ({
  title: plainText(document.title),
  description: plainHtml(document.description),
  vendor: plainText(document.vendor),
  product_type: plainText(document.product_type),
  seo_title: plainText(document.seo_title),
  seo_description: plainText(document.seo_description),
  status: document.status,
  options: document.options.map(({ name, values }) => `${plainText(name)}: ${values.map(plainText).join(' / ')}`),
})

function variantFields(
  variant: ListingVariant | RemoteVariant,
  picture: string | null,
): (readonly [string, FieldValue])[] {
  const key = variantKey(variant.option_values)
  const values: Record<VariantFieldName, FieldValue> = {
    exists: true,
    sku: plainText(variant.sku),
    barcode: plainText(variant.barcode),
    weight_g: variant.weight_g,
    picture,
    price: variant.price,
    compare_at_price: variant.compare_at_price,
    quantity: variant.quantity,
    sell_out_of_stock: variant.sell_out_of_stock,
  }
  return Object.entries(values).map(([name, value]) => [variantField(key, name as VariantFieldName), value]) // its own keys
}

/** Ids have no order, and a store that has no such groups shows none. */
const groupFields = ({ categories, brands }: Pick<ListingDocument, 'categories' | 'brands'>) => ({
  ...(categories && { categories: sorted(categories) }),
  ...(brands && { brands: sorted(brands) }),
})

/** What we want, as fields. */
export const fieldsOfDocument = (document: ListingDocument): Fields => ({
  ...textFields(document),
  ...groupFields(document),
  ...(document.details && { details: detailLines(document.details) }),
  tags: sorted(document.tags),
  pictures: document.pictures.map(({ picture_key }) => picture_key),
  ...Object.fromEntries(document.variants.flatMap((variant) => variantFields(variant, variant.picture_key))),
})

export interface Ownership {
  /** Our name of each picture in the store that is ours. */
  picture_keys: Readonly<Record<string, string>>
  /** Tags that we have put there, or want there. Others are the seller's own and no concern of ours. */
  tags: ReadonlySet<string>
}

/** What the store shows, as fields. Pictures and tags that were added in the store are not ours and are left out. */
export function fieldsOfRemote(remote: RemoteListing, { picture_keys, tags }: Ownership): Fields {
  const ours = (id: string | null) => (id === null ? null : (picture_keys[id] ?? null))
  return {
    ...textFields(remote),
    ...groupFields(remote),
    tags: sorted(remote.tags).filter((tag) => tags.has(tag)),
    published: remote.url !== null,
    pictures: remote.pictures.flatMap(({ remote_picture_id }) => ours(remote_picture_id) ?? []),
    ...Object.fromEntries(
      remote.variants.flatMap((variant) => variantFields(variant, ours(variant.remote_picture_id))),
    ),
  }
}
