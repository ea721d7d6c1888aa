/** Shopify's words in, ours out, and back: pure. */
import type {
  ListingPicture,
  ListingVariant,
  RemoteListing,
  RemotePicture,
  RemoteVariant,
} from '@omni/domain/channels/document.ts'
import { toDecimal, toMinor } from '@omni/domain/money.ts'
import type { KnownPictures, ListingUpdate, NewListing, VariantFields, VariantsUpdate } from '../channel.ts'
import { KEY_FIELD, MOST_POINTS, SET } from './documents.ts'
import type { Product, RemoteVariantReply } from './schemas.ts'

const GRAMS: Record<string, number> = { GRAMS: 1, KILOGRAMS: 1000, OUNCES: 28.349523125, POUNDS: 453.59237 }
/** Shopify's own names where a product has no options. */
const NO_OPTION = { name: 'Title', value: 'Default Title' }

export function toRemote(product: Product, currency: string): RemoteListing {
  const plain = product.hasOnlyDefaultVariant
  return {
    remote_id: product.id,
    key: product.metafield?.value ?? null,
    version: new Date(product.updatedAt).toISOString(),
    url: product.onlineStoreUrl,
    title: product.title,
    description: product.descriptionHtml,
    vendor: product.vendor,
    product_type: product.productType,
    tags: product.tags,
    seo_title: product.seo.title ?? '',
    seo_description: product.seo.description ?? '',
    // Unlisted products can be bought; they are only left out of lists.
    status: product.status === 'ACTIVE' || product.status === 'UNLISTED' ? 'active' : 'draft',
    options: plain ? [] : product.options,
    pictures: product.media.nodes.map(toPicture),
    variants: product.variants.nodes.map((variant) => toVariant(variant, plain, currency)),
  }
}

function toPicture({ id, alt, status, image, mediaErrors }: Product['media']['nodes'][number]): RemotePicture {
  const url = image?.url ?? ''
  return {
    remote_picture_id: id,
    url,
    file_name: url === '' ? null : lastPart(url),
    alt: alt ?? '',
    ...(status === 'FAILED' && { problem: mediaErrors[0]?.message ?? 'The store could not take the picture' }),
  }
}

const lastPart = (url: string) => new URL(url).pathname.split('/').at(-1) ?? ''

export function toVariant(variant: RemoteVariantReply, plain: boolean, currency: string): RemoteVariant {
  const { inventoryItem: item } = variant
  const { weight } = item.measurement
  const grams = weight ? Math.round(weight.value * (GRAMS[weight.unit] ?? 1)) : 0
  const here = item.inventoryLevel?.quantities[0]?.quantity
  return {
    remote_variant_id: variant.id,
    inventory_id: item.id,
    option_values: plain ? [] : variant.selectedOptions.map(({ value }) => value),
    sku: variant.sku ?? '',
    barcode: variant.barcode ?? '',
    price: toMinor(variant.price, currency),
    compare_at_price: variant.compareAtPrice === null ? null : toMinor(variant.compareAtPrice, currency),
    // Where our location does not stock it, the sum over all locations is the best there is.
    quantity: item.tracked ? (here ?? variant.inventoryQuantity ?? 0) : null,
    sell_out_of_stock: variant.inventoryPolicy === 'CONTINUE',
    // A weight that was never set is 0 there.
    weight_g: grams > 0 ? grams : null,
    remote_picture_id: variant.media.nodes[0]?.id ?? null,
  }
}

/** The id under which the store has a picture: remembered, or found by our key in a file's name. */
function pictureId(key: string, known: KnownPictures, pictures: readonly RemotePicture[]): string | undefined {
  const named = pictures.find(({ file_name, problem }) => problem === undefined && file_name?.includes(key))
  return known[key] ?? named?.remote_picture_id
}

/** A file's name must end as its address does, or Shopify refuses it. */
const endingOf = (url: string) => /\.([a-z0-9]{2,5})$/i.exec(new URL(url).pathname)?.[1] ?? 'jpg'

function toFile({ picture_key, url, alt }: ListingPicture, known: KnownPictures, pictures: readonly RemotePicture[]) {
  const id = pictureId(picture_key, known, pictures)
  return id === undefined
    ? { originalSource: url, filename: `${picture_key}.${endingOf(url)}`, alt, contentType: 'IMAGE' }
    : { id, alt }
}

const money = (amount: number | null, currency: string) => (amount === null ? null : toDecimal(amount, currency))
const weightOf = (grams: number) => ({ measurement: { weight: { unit: 'GRAMS', value: grams } } })
const policyOf = (sell_out_of_stock: boolean) => (sell_out_of_stock ? 'CONTINUE' : 'DENY')

const optionInputs = (names: readonly string[], values: readonly string[]) =>
  names.length === 0
    ? [{ optionName: NO_OPTION.name, name: NO_OPTION.value }]
    : names.map((optionName, i) => ({ optionName, name: values[i] ?? '' }))

const optionSets = (options: readonly { name: string; values: readonly string[] }[]) =>
  options.length === 0
    ? [{ name: NO_OPTION.name, values: [{ name: NO_OPTION.value }] }]
    : options.map(({ name, values }) => ({ name, values: values.map((value) => ({ name: value })) }))

export const customId = (key: string) => ({ customId: { key: KEY_FIELD, value: key } })

interface Place {
  location_id: string
  currency: string
}

/**
 * As many of a product's variants as one request may make. The others are made afterwards.
 */
export function firstPart(listing: NewListing): NewListing {
  const { variants } = listing.document
  const costOf = (count: number) => SET.cost(countNew(listing, variants.slice(0, count)))
  if (costOf(variants.length) <= MOST_POINTS) return listing
  let [fits, tooMany] = [0, variants.length]
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (costOf(middle) <= MOST_POINTS) fits = middle
    else tooMany = middle
  }
  return { ...listing, document: { ...listing.document, variants: variants.slice(0, Math.max(1, fits)) } }
}

/** What a product is set with, by what it is charged for. */
export function countNew({ document: { pictures } }: NewListing, variants: readonly ListingVariant[]) {
  const keys = new Set(pictures.map(({ picture_key }) => picture_key))
  return {
    variants: variants.length,
    variant_files: variants.filter(({ picture_key }) => picture_key !== null && keys.has(picture_key)).length,
    files: pictures.length,
    metafields: 1,
  }
}

/** A whole product. The key stands in the identifier and among the metafields, or Shopify refuses it. */
export function toSetInput({ key, document, known_pictures }: NewListing, place: Place) {
  const files = document.pictures.map((picture) => toFile(picture, known_pictures, []))
  const fileOf = new Map(document.pictures.map(({ picture_key }, i) => [picture_key, files[i]]))
  const names = document.options.map(({ name }) => name)
  return {
    title: document.title,
    descriptionHtml: document.description,
    vendor: document.vendor,
    productType: document.product_type,
    tags: document.tags,
    seo: { title: document.seo_title, description: document.seo_description },
    status: document.status === 'active' ? 'ACTIVE' : 'DRAFT',
    metafields: [{ key: KEY_FIELD, type: 'id', value: key }],
    files,
    productOptions: optionSets(document.options),
    variants: document.variants.map((variant) => {
      const file = variant.picture_key === null ? undefined : fileOf.get(variant.picture_key)
      return { ...newVariant(variant, names, place), ...(file && { file }) }
    }),
  }
}

const newVariant = (variant: ListingVariant, names: readonly string[], { location_id, currency }: Place) => ({
  optionValues: optionInputs(names, variant.option_values),
  sku: variant.sku,
  barcode: variant.barcode,
  price: money(variant.price, currency),
  compareAtPrice: money(variant.compare_at_price, currency),
  inventoryPolicy: policyOf(variant.sell_out_of_stock),
  inventoryItem: { tracked: variant.quantity !== null, ...(variant.weight_g !== null && weightOf(variant.weight_g)) },
  ...(variant.quantity !== null && {
    inventoryQuantities: [{ locationId: location_id, name: 'available', quantity: variant.quantity }],
  }),
})

/**
 * Only what differs. A list that is sent replaces the store's, so it is sent whole or not at all: pictures with every
 * one of the store's, options with every variant, by its id.
 */
export function toUpdateInput({ remote, fields, known_pictures }: ListingUpdate) {
  const { seo_title, seo_description, pictures, options } = fields
  const files = pictures?.map((picture) =>
    'remote_picture_id' in picture
      ? { id: picture.remote_picture_id }
      : toFile(picture, known_pictures, remote.pictures),
  )
  return {
    ...(fields.title !== undefined && { title: fields.title }),
    ...(fields.description !== undefined && { descriptionHtml: fields.description }),
    ...(fields.vendor !== undefined && { vendor: fields.vendor }),
    ...(fields.product_type !== undefined && { productType: fields.product_type }),
    ...(fields.tags !== undefined && { tags: fields.tags }),
    ...(fields.status !== undefined && { status: fields.status === 'active' ? 'ACTIVE' : 'DRAFT' }),
    ...((seo_title !== undefined || seo_description !== undefined) && {
      seo: { title: seo_title ?? remote.seo_title, description: seo_description ?? remote.seo_description },
    }),
    ...(files && { files }),
    ...(options && structureOf(remote, options)),
  }
}

/** Existing variants keep their ids; an option that is new gives them its first value. */
function structureOf(remote: RemoteListing, options: NonNullable<ListingUpdate['fields']['options']>) {
  const names = options.map(({ name }) => name)
  const tuples = remote.variants.map(({ option_values }) =>
    options.map(({ values }, i) => option_values[i] ?? values[0] ?? ''),
  )
  const complete = options.map(({ name, values }, i) => ({
    name,
    values: [...new Set([...values, ...tuples.map((tuple) => tuple[i] ?? '')])],
  }))
  return {
    productOptions: optionSets(complete),
    variants: remote.variants.map(({ remote_variant_id }, i) => ({
      id: remote_variant_id,
      optionValues: optionInputs(names, tuples[i] ?? []),
    })),
  }
}

export function toVariantInputs(
  { remote, create, update, remove, known_pictures }: VariantsUpdate,
  { location_id, currency }: Place,
) {
  const names = remote.options.map(({ name }) => name)
  const media = (key: string | null | undefined) => {
    const mediaId = key ? pictureId(key, known_pictures, remote.pictures) : undefined
    return mediaId === undefined ? {} : { mediaId }
  }
  return {
    create: create.map((variant) => {
      const {
        sku,
        inventoryItem,
        inventoryQuantities: _levels,
        ...rest
      } = newVariant(variant, names, { location_id, currency })
      return {
        ...rest,
        inventoryItem: { ...inventoryItem, sku },
        ...(variant.quantity !== null && {
          inventoryQuantities: [{ locationId: location_id, availableQuantity: variant.quantity }],
        }),
        ...media(variant.picture_key),
      }
    }),
    update: update.map(({ remote_variant_id, fields }) => ({
      id: remote_variant_id,
      ...toBulkFields(fields, names, currency),
      ...media(fields.picture_key),
    })),
    remove,
  }
}

/** A quantity is not set here (`stock` does it), only whether it counts. */
function toBulkFields(fields: VariantFields, names: readonly string[], currency: string) {
  const item = {
    ...(fields.sku !== undefined && { sku: fields.sku }),
    ...(fields.quantity !== undefined && { tracked: fields.quantity !== null }),
    ...(fields.weight_g !== undefined && weightOf(fields.weight_g ?? 0)),
  }
  return {
    ...(fields.option_values && { optionValues: optionInputs(names, fields.option_values) }),
    ...(fields.barcode !== undefined && { barcode: fields.barcode }),
    ...(fields.price !== undefined && { price: money(fields.price, currency) }),
    ...(fields.compare_at_price !== undefined && { compareAtPrice: money(fields.compare_at_price, currency) }),
    ...(fields.sell_out_of_stock !== undefined && { inventoryPolicy: policyOf(fields.sell_out_of_stock) }),
    ...(Object.keys(item).length > 0 && { inventoryItem: item }),
  }
}
