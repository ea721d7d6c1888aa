/** TikTok Shop's words in, ours out, and back: pure. */
import type { ListingOption, ListingVariant, RemoteListing, RemoteVariant } from '@omni/domain/channels/document.ts'
import { type Minor, parseMinor, toDecimal } from '@omni/domain/money.ts'
import type { ListingDetails, PackedSize } from '@omni/domain/channels/listing-details.ts'
import type { ListingShipping, VariantFields } from '../channel.ts'
import { type App, type Credentials, hasListPrice } from './app.ts'
import type { Product, Sku } from './schemas.ts'

const GRAMS: Record<string, number> = { KILOGRAM: 1000, GRAM: 1, POUND: 453.592_37 }
const LONGEST_SKU = 50
const LONGEST_DESCRIPTION = 10_000
/** The platform's own words for what buyers see, or will see once it was looked through. */
const SHOWN = ['ACTIVATE', 'PENDING']

/** Sourcing spec §3: what a listing is packed like where nobody said otherwise. */
export const DEFAULT_SHIPPING: ListingShipping = {
  warehouse_id: null,
  weight_g: 1000,
  length_cm: 1,
  width_cm: 1,
  height_cm: 1,
}

type Shop = Pick<Credentials, 'currency' | 'region' | 'warehouse_id'>

/** Options are not told of the product: they are what its SKUs differ in. */
export function optionsOf({ skus }: Pick<Product, 'skus'>): (ListingOption & { id: string })[] {
  const [first] = skus
  return (first?.sales_attributes ?? []).map(({ id, name }, at) => ({
    id,
    name,
    values: [...new Set(skus.map(({ sales_attributes }) => sales_attributes[at]?.value_name ?? ''))],
  }))
}

function minorOf(amount: string, currency: string): Minor | null {
  const read = amount === '' ? null : parseMinor(amount, currency)
  return read?.ok ? read.value : null
}

function gramsOf({ package_weight: weight }: Product): number | null {
  const grams = weight ? Math.round(Number(weight.value) * (GRAMS[weight.unit] ?? 0)) : 0
  return grams > 0 ? grams : null
}

const quantityOf = ({ inventory }: Sku) => inventory.reduce((sum, { quantity }) => sum + quantity, 0)

const pricesOf = ({ price, list_price }: Sku, { currency }: Shop) => ({
  price: minorOf(price.sale_price || price.tax_exclusive_price || price.amount, currency) ?? 0,
  compare_at_price: list_price ? minorOf(list_price.amount, currency) : null,
})

const valuesOf = ({ sales_attributes }: Sku) => sales_attributes.map(({ value_name }) => value_name)

function toVariant(sku: Sku, product: Product, shop: Shop): RemoteVariant {
  return {
    remote_variant_id: sku.id,
    inventory_id: null,
    option_values: valuesOf(sku),
    sku: sku.seller_sku,
    barcode: sku.identifier_code?.code ?? '',
    ...pricesOf(sku, shop),
    quantity: quantityOf(sku),
    // What is counted down to nothing cannot be bought there.
    sell_out_of_stock: false,
    // One parcel for all variants.
    weight_g: gramsOf(product),
    remote_picture_id: sku.sales_attributes.find(({ sku_img }) => sku_img?.uri)?.sku_img?.uri ?? null,
  }
}

export const isShown = ({ status }: Pick<Product, 'status'>): boolean => SHOWN.includes(status)

export function toListing(product: Product, shop: Shop, app: Pick<App, 'product_url'>): RemoteListing {
  return {
    remote_id: product.id,
    key: product.external_product_id || null,
    version: new Date(product.update_time * 1000).toISOString(),
    url: product.status === 'ACTIVATE' ? app.product_url.replaceAll('{id}', product.id) : null,
    title: product.title,
    description: product.description,
    vendor: '',
    product_type: '',
    tags: [],
    seo_title: '',
    seo_description: '',
    categories: product.category_chains.filter(({ is_leaf }) => is_leaf).map(({ id }) => id),
    brands: product.brand ? [product.brand.id] : [],
    status: isShown(product) ? 'active' : 'draft',
    options: optionsOf(product).map(({ name, values }) => ({ name, values })),
    pictures: product.main_images.map(({ uri, urls }) => ({
      remote_picture_id: uri,
      url: urls[0] ?? '',
      // Files lose their names there: a picture is known by its uri alone.
      file_name: uri,
      alt: '',
    })),
    variants: product.skus.map((sku) => toVariant(sku, product, shop)),
  }
}

const KEPT_TAGS = 'p|ul|ol|li|br|strong|b|i|em|u'
/** Pictures must be files of the platform's own, and other tags are taken away there in a way of its own. */
export function toDescription(html: string, title: string): string {
  const kept = html
    .replace(/<(script|style)\b[^>]*>.*?<\/\1>/gis, '')
    .replace(/<\/?(h[1-6]|div|section|article|tr)\b[^>]*>/gi, (tag) => (tag.startsWith('</') ? '</p>' : '<p>'))
    .replace(new RegExp(`<(?!/?(?:${KEPT_TAGS})\\b)[^>]*>`, 'gi'), ' ')
    .replace(new RegExp(`<(${KEPT_TAGS})\\b[^>]*>`, 'gi'), '<$1>')
    .replace(/<p>\s*<\/p>/gi, '')
    .trim()
  const text = kept.replace(/<[^>]*>/g, '').trim() === '' ? `<p>${title}</p>` : kept
  return text.length <= LONGEST_DESCRIPTION ? text : `${text.slice(0, text.lastIndexOf('<', LONGEST_DESCRIPTION - 50))}`
}

/** Text without spaces. Never empty: a lost reply is looked up by it. */
export const toSellerSku = (sku: string, key: string): string =>
  (sku.trim() === '' ? key : sku.trim().replaceAll(/\s+/g, '-')).slice(0, LONGEST_SKU)

export const toWeight = (grams: number) => ({ value: String(Math.max(0.001, grams / 1000)), unit: 'KILOGRAM' })

/** The heaviest variant decides: what a parcel costs to send must not be told too low. */
export const heaviest = (variants: readonly { weight_g: number | null }[], fallback: number): number =>
  Math.max(0, ...variants.map(({ weight_g }) => weight_g ?? 0)) || fallback

export const toDimensions = ({ length_cm, width_cm, height_cm }: Omit<PackedSize, 'weight_g'>) => ({
  length: String(Math.ceil(length_cm)),
  width: String(Math.ceil(width_cm)),
  height: String(Math.ceil(height_cm)),
  unit: 'CENTIMETER',
})

/** What the seller filled in for the category; what nobody said is not sent. */
export const toDetails = ({ attributes, size_chart, manufacturer, responsible }: ListingDetails) => ({
  ...(attributes.length > 0 && {
    product_attributes: attributes
      .filter(({ values }) => values.length > 0)
      .map(({ id, values }) => ({
        id,
        values: values.map((value) => (value.id === '' ? { name: value.name } : value)),
      })),
  }),
  ...(size_chart && { size_chart: { template: { id: size_chart.id } } }),
  ...(manufacturer && { manufacturer_ids: [manufacturer.id] }),
  ...(responsible && { responsible_person_ids: [responsible.id] }),
})

/** Its size and its weight as packed. */
export const toParcel = (parcel: PackedSize) => ({
  package_weight: toWeight(parcel.weight_g),
  package_dimensions: toDimensions(parcel),
})

const toPrice = (price: Minor, { currency }: Shop) => ({ amount: toDecimal(price, currency), currency })

/** An old price that is not above the new one would be thrown away. */
const toListPrice = (price: Minor, before: Minor | null, shop: Shop) =>
  before !== null && before >= price && hasListPrice(shop.region) ? { list_price: toPrice(before, shop) } : {}

/** A SKU's prices with what differs: an old price that is not sent again is gone. */
export function toPrices(sku: Sku, fields: VariantFields, shop: Shop) {
  const old = pricesOf(sku, shop)
  const price = fields.price ?? old.price
  const before = fields.compare_at_price === undefined ? old.compare_at_price : fields.compare_at_price
  return { price: toPrice(price, shop), ...toListPrice(price, before, shop) }
}

/** A new attribute has a name, a known one its id; likewise its values. */
export function toAttributes(names: readonly string[], values: readonly string[], there: readonly Sku[]) {
  return names.map((name, at) => {
    const same = there.flatMap(({ sales_attributes }) => sales_attributes.filter((one) => one.name === name))
    const value = values[at] ?? ''
    const known = same.find(({ value_name }) => value_name === value)
    return {
      ...(same[0] ? { id: same[0].id } : { name }),
      ...(known ? { value_id: known.value_id } : { value_name: value }),
      ...(known?.sku_img?.uri && { sku_img: { uri: known.sku_img.uri } }),
    }
  })
}

export function toNewSku(
  variant: ListingVariant,
  { key, at, names, there }: { key: string; at: number; names: readonly string[]; there: readonly Sku[] },
  shop: Shop,
) {
  const { option_values, sku, price, compare_at_price, quantity, barcode } = variant
  return {
    seller_sku: toSellerSku(sku, key),
    external_sku_id: `${key}-${at}`,
    ...(names.length > 0 && { sales_attributes: toAttributes(names, option_values, there) }),
    price: toPrice(price, shop),
    ...toListPrice(price, compare_at_price, shop),
    inventory: [{ warehouse_id: shop.warehouse_id, ...(quantity !== null && { quantity }) }],
    ...identifier(barcode),
  }
}

const CODE_TYPES: Record<number, string> = { 8: 'EAN', 12: 'UPC', 13: 'EAN', 14: 'GTIN' }

/** A barcode of a length that has no name there is left out: the whole product would be refused. */
function identifier(barcode: string) {
  const type = /^\d+$/.test(barcode) ? CODE_TYPES[barcode.length] : undefined
  return type ? { identifier_code: { code: barcode, type } } : {}
}

/**
 * A SKU that is there, with what differs. The whole of it: what a list of SKUs leaves out is blanked there. The
 * quantity goes to our warehouse; what others hold stays.
 */
export function toKnownSku(
  sku: Sku,
  fields: VariantFields,
  names: readonly string[],
  there: readonly Sku[],
  shop: Shop,
) {
  const values = fields.option_values ?? valuesOf(sku)
  const attributes = names.length === 0 ? [] : toAttributes(names, values, there)
  return {
    id: sku.id,
    seller_sku: fields.sku === undefined ? sku.seller_sku : toSellerSku(fields.sku, sku.external_sku_id),
    ...(sku.external_sku_id !== '' && { external_sku_id: sku.external_sku_id }),
    ...(attributes.length > 0 && { sales_attributes: attributes }),
    ...toPrices(sku, fields, shop),
    inventory: toInventory(sku, fields.quantity ?? undefined, shop),
    ...(sku.identifier_code?.code && { identifier_code: sku.identifier_code }),
  }
}

/** All warehouses of a SKU are named, or the platform refuses. The sum is what was wanted, as far as it goes. */
export function toInventory(sku: Sku, quantity: number | undefined, { warehouse_id }: Shop) {
  const there = sku.inventory.length === 0 ? [{ warehouse_id, quantity: 0 }] : sku.inventory
  if (quantity === undefined) return there
  const own = there.find((one) => one.warehouse_id === warehouse_id) ?? there[0]
  const elsewhere = there.reduce((sum, one) => (one === own ? sum : sum + one.quantity), 0)
  return there.map((one) => (one === own ? { ...one, quantity: Math.max(0, quantity - elsewhere) } : one))
}
