import type {
  ChannelDefinition,
  KnownPictures,
  ListingShipping,
  ProductFields,
  VariantFields,
} from '@omni/connectors/channels/channel.ts'
import type { ListingDocument, ListingVariant, RemoteListing, RemoteVariant } from '@omni/domain/channels/document.ts'
import {
  equalValue,
  type Fields,
  fieldsOfDocument,
  plainText,
  placeOf,
  VARIANT_FIELD_NAMES,
  variantField,
  variantKey,
} from '@omni/domain/channels/fields.ts'
import type { ListingRules, OpenSend } from '@omni/domain/channels/listing.ts'
import type { Policies } from '@omni/domain/channels/merge.ts'

type Listings = ChannelDefinition['listings']
type InputOf<W> = W extends { send(call: never, input: infer Q): unknown } ? Q : never

/** One write at a channel. */
export type ChannelWrite =
  | { is: 'create'; input: InputOf<Listings['create']> }
  | { is: 'update'; input: InputOf<Listings['update']> }
  | { is: 'variants'; input: InputOf<Listings['variants']> }
  | { is: 'stock'; input: InputOf<NonNullable<Listings['stock']>> }
  | { is: 'remove'; input: InputOf<Listings['remove']> }
  | { is: 'publish'; input: { remote_id: string; publish: string[]; unpublish: string[] } }

/** What one write of this channel takes: the product's own fields, then variants, then stock. */
export function rulesOf(definition: ChannelDefinition, policies: Policies): ListingRules {
  const stockApart = definition.listings.stock !== undefined
  return {
    policies,
    batch(fields) {
      const places = fields.map((field) => ({ field, ...placeOf(field) }))
      const own = places.filter(({ variant }) => variant === undefined)
      const [written, published] = [
        own.filter(({ name }) => name !== 'published'),
        own.filter(({ name }) => name === 'published'),
      ]
      if (written.length > 0) return written.map(({ field }) => field)
      // Nobody can buy what has no variants: it is shown last.
      if (published.length === places.length) return published.map(({ field }) => field)
      const others = places.filter(({ variant }) => variant !== undefined)
      const made = new Set(others.filter(({ name }) => name === 'exists').map(({ variant }) => variant))
      const stock = others.filter(({ name, variant }) => stockApart && name === 'quantity' && !made.has(variant))
      const sold = others.filter((place) => !stock.includes(place))
      const chosen = sold.length > 0 ? sold : stock
      const first = [...new Set(chosen.map(({ variant }) => variant))].slice(0, definition.variants_at_once)
      return chosen.filter(({ variant }) => first.includes(variant)).map(({ field }) => field)
    },
  }
}

export interface WriteParts {
  key: string
  /** Null: it is not in the store yet. */
  remote_id: string | null
  document: ListingDocument
  remote: RemoteListing | null
  ours: Fields
  known_pictures: KnownPictures
  /** Where inside the store it is shown. */
  publications: readonly string[]
  shipping: ListingShipping | undefined
}

/** The open send in the channel's form. Values are the product's own where they are what is sent, else as agreed. */
export function writeOf(definition: ChannelDefinition, send: OpenSend, parts: WriteParts): ChannelWrite {
  const { key, document, remote, remote_id, known_pictures, shipping } = parts
  if (send.kind === 'create')
    return { is: 'create', input: { key, document, known_pictures, ...(shipping && { shipping }) } }
  if (remote_id === null) throw new Error('a listing that is not in the store cannot be changed there')
  if (send.kind === 'remove') return { is: 'remove', input: { remote_id } }
  const fields = Object.keys(send.put)
  if (fields.every((field) => field === 'published')) {
    const places = [...parts.publications]
    const publish = send.put['published'] === true
    return { is: 'publish', input: { remote_id, publish: publish ? places : [], unpublish: publish ? [] : places } }
  }
  if (!remote) throw new Error('a listing that is in the store was not read yet')
  if (fields.some((field) => placeOf(field).variant === undefined))
    return { is: 'update', input: { remote, fields: productFields(send.put, parts, remote), known_pictures } }
  const stockApart = definition.listings.stock !== undefined
  if (stockApart && fields.every((field) => placeOf(field).name === 'quantity')) return stockWrite(send.put, remote)
  return variantsWrite(send.put, parts, remote)
}

function productFields(
  put: Fields,
  { document, ours, known_pictures }: WriteParts,
  remote: RemoteListing,
): ProductFields {
  const own = fieldsOfDocument(document)
  const fields: ProductFields = {}
  for (const name of ['title', 'description', 'vendor', 'product_type', 'seo_title', 'seo_description'] as const) {
    const value = put[name]
    if (typeof value === 'string') fields[name] = equalValue(own[name], value) ? document[name] : value
  }
  if (put['status'] === 'active' || put['status'] === 'draft') fields.status = put['status']
  for (const name of ['categories', 'brands'] as const) if (put[name] != null) fields[name] = texts(put[name])
  if (put['details'] != null && document.details) fields.details = document.details
  if (put['options'] !== undefined) fields.options = document.options
  if (put['tags'] !== undefined) fields.tags = mergeTags(put['tags'], ours['tags'], remote.tags)
  if (put['pictures'] !== undefined) {
    const ids = new Set(Object.values(known_pictures))
    const added = remote.pictures.filter(({ remote_picture_id }) => !ids.has(remote_picture_id))
    fields.pictures = [...document.pictures, ...added.map(({ remote_picture_id }) => ({ remote_picture_id }))]
  }
  return fields
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])

/** Tags that were added in the store stay; those that we put there and no longer want go. */
function mergeTags(wanted: unknown, before: unknown, there: readonly string[]): string[] {
  const gone = new Set(texts(before).filter((tag) => !texts(wanted).includes(tag)))
  return [...new Set([...there.filter((tag) => !gone.has(plainText(tag))), ...texts(wanted)])]
}

function stockWrite(put: Fields, remote: RemoteListing): ChannelWrite {
  const quantities = Object.entries(put).flatMap(([field, quantity]) => {
    const { variant } = placeOf(field)
    const there = remote.variants.find(({ option_values }) => variantKey(option_values) === variant)
    if (!there || typeof quantity !== 'number') return []
    return [{ remote_variant_id: there.remote_variant_id, quantity, from: there.quantity }]
  })
  return { is: 'stock', input: { remote, quantities } }
}

/**
 * A write that was killed in its middle leaves a variant that has our SKU and is nothing else yet. It is completed: a
 * second one of that SKU would be refused.
 */
const findHalf = ({ key }: WriteParts, remote: RemoteListing, sku: string): RemoteVariant | undefined =>
  remote.key !== key || sku === ''
    ? undefined
    : remote.variants.find(
        (variant) =>
          variant.sku === sku && remote.options.length > 0 && variant.option_values.every((one) => one === ''),
      )

function variantsWrite(put: Fields, parts: WriteParts, remote: RemoteListing): ChannelWrite {
  const { document, known_pictures } = parts
  const wanted = new Map(document.variants.map((variant) => [variantKey(variant.option_values), variant]))
  const there = new Map(remote.variants.map((variant) => [variantKey(variant.option_values), variant]))
  const names = Map.groupBy(Object.keys(put).map(placeOf), ({ variant }) => variant ?? '')
  const create: ListingVariant[] = []
  const update: { remote_variant_id: string; fields: VariantFields }[] = []
  const remove: string[] = []
  for (const [key, places] of names) {
    const [ours, theirs] = [wanted.get(key), there.get(key)]
    const exists = put[variantField(key, 'exists')]
    if (exists === null) {
      if (theirs) remove.push(theirs.remote_variant_id)
    } else if (exists === true && !theirs) {
      if (!ours) continue
      const half = findHalf(parts, remote, ours.sku)
      const { option_values } = ours
      if (!half) create.push(ours)
      else
        update.push({
          remote_variant_id: half.remote_variant_id,
          fields: { ...fieldsOf(ours, VARIANT_FIELD_NAMES), option_values },
        })
    } else if (theirs && ours)
      update.push({
        remote_variant_id: theirs.remote_variant_id,
        fields: fieldsOf(
          ours,
          places.map(({ name }) => name),
        ),
      })
  }
  return { is: 'variants', input: { remote, create, update, remove, known_pictures } }
}

function fieldsOf(variant: ListingVariant, names: readonly string[]): VariantFields {
  const fields: VariantFields = {}
  const has = (name: string) => names.includes(name)
  if (has('sku')) fields.sku = variant.sku
  if (has('barcode')) fields.barcode = variant.barcode
  if (has('price')) fields.price = variant.price
  if (has('compare_at_price')) fields.compare_at_price = variant.compare_at_price
  if (has('quantity')) fields.quantity = variant.quantity
  if (has('sell_out_of_stock')) fields.sell_out_of_stock = variant.sell_out_of_stock
  if (has('weight_g')) fields.weight_g = variant.weight_g
  if (has('picture')) fields.picture_key = variant.picture_key
  return fields
}
