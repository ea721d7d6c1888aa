/** Items of a catalog in, a listing out, and back. */
import type { ListingDocument, ListingVariant, RemoteListing, RemoteVariant } from '@omni/domain/channels/document.ts'
import { decimalsOf } from '@omni/domain/currencies.ts'
import { type Minor, toDecimal } from '@omni/domain/money.ts'
import type { VariantFields } from '../channel.ts'
import {
  guessOptionNames,
  groupOf,
  type ItemOptions,
  itemPictures,
  keyOfGroup,
  optionsOf,
  picturesInOrder,
  plainDescription,
  toItemOptions,
  toPicture,
  valueOfOption,
} from '../item-group.ts'
import type { Item } from './schemas.ts'

const GRAMS: Record<string, number> = { kg: 1000, g: 1, lb: 453.592_37, oz: 28.349_523_125 }
/** The names of the options in their order: an item tells its values by name alone. */
const NAMES_LABEL = 'custom_label_0'
const NAMES_APART = ' | '
/** Whether it is sold beyond its stock, which availability alone does not tell while there is stock. */
const BEYOND_LABEL = 'custom_label_1'
const BEYOND = 'sells out of stock'

/** Written for people ("$1,299.00", "12,50 €"): what follows the last sign is cents if it has as many digits. */
export function amountOf(shown: string, currency: string): Minor | null {
  const signs = shown.replace(/[^\d.,]/g, '')
  if (!/\d/.test(signs)) return null
  const decimals = decimalsOf(currency)
  const at = Math.max(signs.lastIndexOf('.'), signs.lastIndexOf(','))
  const cents = at >= 0 && decimals > 0 && signs.length - at - 1 === decimals
  const digits = signs.replace(/\D/g, '')
  return Number(cents ? digits : digits + '0'.repeat(decimals))
}

const itemOptions = (item: Item): ItemOptions => {
  const { color, size, material, pattern } = item
  const fields = Object.fromEntries(
    Object.entries({ color, size, material, pattern }).filter(([, value]) => value !== ''),
  )
  return { fields, others: item.additional_variant_attributes }
}

function toVariant(item: Item, option_values: string[], currency: string): RemoteVariant {
  const regular = amountOf(item.price, currency) ?? 0
  const sale = item.sale_price === '' ? null : amountOf(item.sale_price, currency)
  const grams = (item.shipping_weight_value ?? 0) * (GRAMS[item.shipping_weight_unit] ?? 0)
  return {
    remote_variant_id: item.retailer_id,
    inventory_id: null,
    option_values,
    sku: item.manufacturer_part_number,
    barcode: item.gtin,
    price: sale ?? regular,
    compare_at_price: sale === null ? null : regular,
    quantity: item.quantity_to_sell_on_facebook ?? (item.availability === 'out of stock' ? 0 : null),
    sell_out_of_stock: item[BEYOND_LABEL] === BEYOND,
    weight_g: grams > 0 ? Math.round(grams) : null,
    remote_picture_id: item.image_url || null,
  }
}

const picturesOfItem = ({ image_url, additional_image_urls }: Item) =>
  [image_url, ...(additional_image_urls ?? [])].filter((address) => address !== '')

/** The items of one group. `asked_at`: a catalog tells no time of change, so the question's own stands for it. */
export function toListing(items: readonly Item[], asked_at: Date, currency: string): RemoteListing | null {
  const [first] = items
  if (!first) return null
  const options = items.map(itemOptions)
  const written = first[NAMES_LABEL]
  const isOne = items.length === 1 && written === ''
  const names = written === '' ? guessOptionNames(options) : written.split(NAMES_APART)
  const tuples = options.map((one) => (isOne ? [] : names.map((name) => valueOfOption(name, one))))
  const remote_id = groupOf(first.retailer_product_group_id, first.retailer_id)
  const published = first.visibility !== 'staging'
  const failed = new Set(
    items.flatMap(({ image_fetch_status, image_url }) => (image_fetch_status === 'FETCH_FAILED' ? [image_url] : [])),
  )
  const problem = (address: string) => (failed.has(address) ? 'Facebook could not fetch the picture' : null)
  return {
    remote_id,
    key: keyOfGroup(
      remote_id,
      items.map(({ retailer_id }) => retailer_id),
    ),
    version: asked_at.toISOString(),
    url: published ? first.url || null : null,
    link: first.url,
    title: first.name,
    description: first.rich_text_description || first.description,
    vendor: first.brand,
    product_type: first.product_type,
    tags: [],
    seo_title: '',
    seo_description: '',
    status: published ? 'active' : 'draft',
    options: isOne ? [] : optionsOf(names, tuples),
    pictures: picturesInOrder(items.map(picturesOfItem)).map((address) => toPicture(address, problem(address))),
    variants: items.map((item, at) => toVariant(item, tuples[at] ?? [], item.currency || currency)),
  }
}

const priceText = (amount: Minor, currency: string) => `${toDecimal(amount, currency)} ${currency}`

function toPrices(price: Minor, compare_at: Minor | null, currency: string) {
  const onSale = compare_at !== null && compare_at > price
  return {
    price: priceText(onSale ? compare_at : price, currency),
    // Sent empty, or an old offer would stand beside the new price.
    sale_price: onSale ? priceText(price, currency) : '',
  }
}

function toAvailability(quantity: number | null, beyond: boolean) {
  if (quantity === null || quantity > 0) return 'in stock'
  return beyond ? 'available for order' : 'out of stock'
}

const toStock = (quantity: number | null, beyond: boolean) => ({
  availability: toAvailability(quantity, beyond),
  ...(quantity !== null && { quantity_to_sell_on_facebook: quantity }),
  [BEYOND_LABEL]: beyond ? BEYOND : '',
})

export const toOptionFields = (names: readonly string[], values: readonly string[]) => {
  const { fields, others } = toItemOptions(names, values)
  return {
    ...fields,
    ...(Object.keys(others).length > 0 && { additional_variant_attribute: others }),
    [NAMES_LABEL]: names.join(NAMES_APART),
  }
}

export const toPictureFields = (all: readonly string[], own: string | undefined) => {
  const [image_link = '', ...additional_image_link] = itemPictures(all, own)
  return { image_link, additional_image_link }
}

type Texts = Partial<Pick<ListingDocument, 'title' | 'description' | 'vendor' | 'product_type' | 'status'>>

/** Only what is given. */
export const toTextFields = ({ title, description, vendor, product_type, status }: Texts) => ({
  ...(title !== undefined && { title }),
  ...(description !== undefined && {
    // A text is wanted, however short.
    description: plainDescription(description) || title || '-',
    rich_text_description: description,
  }),
  ...(vendor !== undefined && { brand: vendor }),
  ...(product_type !== undefined && { product_type }),
  ...(status && { visibility: status === 'active' ? 'published' : 'staging' }),
})

export const toNewSold = (variant: ListingVariant, currency: string) => ({
  condition: 'new',
  mpn: variant.sku,
  ...(variant.barcode !== '' && { gtin: variant.barcode }),
  ...(variant.weight_g !== null && { shipping_weight: `${variant.weight_g} g` }),
  ...toPrices(variant.price, variant.compare_at_price, currency),
  ...toStock(variant.quantity, variant.sell_out_of_stock),
})

/** Only what differs. Price and old price hang together, and so do quantity and whether it is sold beyond it. */
export function toSoldFields(fields: VariantFields, before: RemoteVariant | undefined, currency: string) {
  const { price, compare_at_price, quantity, sell_out_of_stock, sku, barcode, weight_g } = fields
  const touchesPrice = price !== undefined || compare_at_price !== undefined
  const touchesStock = quantity !== undefined || sell_out_of_stock !== undefined
  const old = compare_at_price === undefined ? (before?.compare_at_price ?? null) : compare_at_price
  const stock = quantity === undefined ? (before?.quantity ?? null) : quantity
  return {
    ...(sku !== undefined && { mpn: sku }),
    ...(barcode !== undefined && { gtin: barcode }),
    ...(weight_g !== undefined && { shipping_weight: weight_g === null ? '' : `${weight_g} g` }),
    ...(touchesPrice && toPrices(price ?? before?.price ?? 0, old, currency)),
    ...(touchesStock && toStock(stock, sell_out_of_stock ?? before?.sell_out_of_stock ?? false)),
  }
}
