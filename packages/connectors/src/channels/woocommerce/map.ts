/** WooCommerce's words in, ours out, and back. */
import type {
  ListingOption,
  ListingPicture,
  ListingVariant,
  RemoteListing,
  RemotePicture,
  RemoteVariant,
} from '@omni/domain/channels/document.ts'
import { type Minor, parseMinor, toDecimal } from '@omni/domain/money.ts'
import type { KnownPictures, VariantFields } from '../channel.ts'
import type { Site } from './client.ts'
import type { Product, Variation } from './schemas.ts'
import { toStored, toStoredOption } from './stored-text.ts'

/** Where our key lives in a product. */
export const KEY_META = '_omni'
const GRAMS = { kg: 1000, g: 1, lbs: 453.592_37, oz: 28.349_523_125 } as const

type Sold = Omit<Variation, 'id' | 'image' | 'attributes'>

const fileNameOf = (src: string) => URL.parse(src)?.pathname.split('/').at(-1) || null

const toPicture = ({ id, src, name, alt }: Product['images'][number]): RemotePicture => ({
  remote_picture_id: String(id),
  url: src,
  // We name a picture ourselves where its file's name does not (`toImage`).
  file_name: [fileNameOf(src), name].filter(Boolean).join(' ') || null,
  alt,
})

function minorOf(price: string, currency: string): Minor | null {
  const read = price.trim() === '' ? null : parseMinor(price, currency)
  return read?.ok ? read.value : null
}

function toSold(sold: Sold, { currency, weight_unit }: Site) {
  const regular = minorOf(sold.regular_price, currency)
  const sale = minorOf(sold.sale_price, currency)
  const weight = Number.parseFloat(sold.weight)
  return {
    sku: sold.sku,
    barcode: sold.global_unique_id,
    price: sale ?? regular ?? 0,
    compare_at_price: sale === null ? null : regular,
    quantity: sold.manage_stock === false ? null : sold.stock_quantity,
    sell_out_of_stock: sold.backorders === 'yes' || sold.backorders === 'notify',
    weight_g: Number.isFinite(weight) && weight > 0 ? Math.round(weight * GRAMS[weight_unit]) : null,
    inventory_id: null,
  }
}

const byPosition = <T extends { position: number }>(list: readonly T[]) =>
  list.toSorted((a, b) => a.position - b.position)

export const variationAttributes = (product: Product) =>
  byPosition(product.attributes.filter(({ variation }) => variation))

function toVariant(variation: Variation, options: readonly ListingOption[], site: Site): RemoteVariant {
  const valueOf = (name: string) =>
    variation.attributes.find((attribute) => attribute.name.toLowerCase() === name.toLowerCase())?.option ?? ''
  return {
    remote_variant_id: String(variation.id),
    option_values: options.map(({ name }) => valueOf(name)),
    remote_picture_id: variation.image?.id ? String(variation.image.id) : null,
    ...toSold(variation, site),
  }
}

/** WooCommerce tells seconds, and UTC without saying so. */
const toIso = (gmt: string) => (gmt === '' ? '' : new Date(`${gmt.replace(/Z$/, '')}Z`).toISOString())

const latest = (times: string[]) => times.reduce((a, b) => (a > b ? a : b), '')

export function keyOf({ meta_data }: Pick<Product, 'meta_data'>): string | null {
  const value = meta_data.find(({ key }) => key === KEY_META)?.value
  return typeof value === 'string' && value !== '' ? value : null
}

export function toListing(product: Product, variations: readonly Variation[], site: Site): RemoteListing {
  const isVariable = product.type === 'variable'
  const options = isVariable ? variationAttributes(product).map(({ name, options: values }) => ({ name, values })) : []
  const itself: RemoteVariant = {
    remote_variant_id: String(product.id),
    option_values: [],
    remote_picture_id: null,
    ...toSold(product, site),
  }
  return {
    remote_id: String(product.id),
    key: keyOf(product),
    // A change of a variation counts, whether or not the store noted it at the product.
    version: latest([product, ...variations].map((one) => toIso(one.date_modified_gmt))),
    url: product.status === 'publish' ? product.permalink || null : null,
    title: product.name,
    description: product.description,
    vendor: '',
    product_type: '',
    tags: product.tags.map(({ name }) => name),
    categories: product.categories.map(({ id }) => String(id)),
    brands: product.brands.map(({ id }) => String(id)),
    seo_title: '',
    seo_description: '',
    status: product.status === 'publish' ? 'active' : 'draft',
    options,
    pictures: product.images.map(toPicture),
    variants: isVariable ? variations.map((one) => toVariant(one, options, site)) : [itself],
  }
}

export const toStatus = (status: 'active' | 'draft') => (status === 'active' ? 'publish' : 'draft')
/** Categories and brands are known by their ids alone. */
export const toGroups = (ids: readonly string[]) => ids.map((id) => ({ id: Number(id) }))
export const toTags = (tags: readonly string[]) => tags.map((name) => ({ name: toStored(name) }))

/** By id where the store has it: an item without id is downloaded again. */
export function toImage(picture: ListingPicture | { remote_picture_id: string }, known: KnownPictures) {
  if ('remote_picture_id' in picture) return { id: Number(picture.remote_picture_id) }
  const { picture_key, url, alt } = picture
  const id = known[picture_key]
  if (id !== undefined) return { id: Number(id), alt }
  const named = fileNameOf(url)?.includes(picture_key) === true
  return { src: url, alt, ...(!named && { name: picture_key }) }
}

/** All options of a product with variants, all of them its own: global ones belong to the merchant. */
export const toAttributes = (options: readonly ListingOption[]) =>
  options.map(({ name, values }, position) => ({
    name: toStored(name),
    position,
    visible: true,
    variation: true,
    options: values.map(toStoredOption),
  }))

/** Options as we want them, and whatever else the merchant tells about the product. Global ones stay global. */
export function mergeAttributes(product: Product, options: readonly ListingOption[]) {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const old = variationAttributes(product)
  const ours = toAttributes(options).map((attribute, i) => {
    const id = old.find(({ name }) => same(name, options[i]?.name ?? ''))?.id ?? 0
    return id > 0 ? { ...attribute, id } : attribute
  })
  const others = product.attributes.filter(
    ({ variation, name }) => !variation && !options.some((option) => same(option.name, name)),
  )
  return [
    ...ours,
    ...others.map((other, i) => ({
      ...other,
      name: toStored(other.name),
      options: other.options.map(toStoredOption),
      position: ours.length + i,
    })),
  ]
}

const toWeight = (grams: number | null, unit: Site['weight_unit']) =>
  grams === null ? '' : String(Number((grams / GRAMS[unit]).toFixed(4)))

function toPrices(price: Minor, compare_at: Minor | null, currency: string) {
  const onSale = compare_at !== null && compare_at > price
  return {
    regular_price: toDecimal(onSale ? compare_at : price, currency),
    sale_price: onSale ? toDecimal(price, currency) : '',
  }
}

const toStock = (quantity: number | null) =>
  quantity === null
    ? { manage_stock: false, stock_status: 'instock' }
    : { manage_stock: true, stock_quantity: quantity }

type SoldFields = Omit<VariantFields, 'option_values' | 'picture_key'>

/** Only what differs. Price and old price hang together, so the other one is taken from what was last seen. */
export function toSoldFields(fields: SoldFields, before: RemoteVariant | undefined, site: Site) {
  const { price, compare_at_price, quantity, sell_out_of_stock } = fields
  const priced = price !== undefined || compare_at_price !== undefined
  const compare = compare_at_price === undefined ? (before?.compare_at_price ?? null) : compare_at_price
  return {
    ...(fields.sku !== undefined && { sku: fields.sku }),
    ...(fields.barcode !== undefined && { global_unique_id: fields.barcode }),
    ...(priced && toPrices(price ?? before?.price ?? 0, compare, site.currency)),
    ...(quantity !== undefined && toStock(quantity)),
    ...(sell_out_of_stock !== undefined && { backorders: sell_out_of_stock ? 'yes' : 'no' }),
    ...(fields.weight_g !== undefined && { weight: toWeight(fields.weight_g, site.weight_unit) }),
  }
}

/** A whole variant, as it is created. Empty texts are left out. */
export function toNewSold(variant: ListingVariant, site: Site) {
  const { sku, barcode, option_values: _values, picture_key: _picture, ...rest } = variant
  return toSoldFields({ ...rest, ...(sku !== '' && { sku }), ...(barcode !== '' && { barcode }) }, undefined, site)
}

/** A global attribute is known by its id alone; a name means one of the product's own. */
export const toVariationAttributes = (options: readonly { name: string; id?: number }[], values: readonly string[]) =>
  options.map(({ name, id }, i) => ({
    ...(id ? { id } : { name: toStored(name) }),
    option: toStoredOption(values[i] ?? ''),
  }))
