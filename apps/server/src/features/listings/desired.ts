import type { ListingShipping } from '@omni/connectors/channels/channel.ts'
import type { ListingDocument, ListingPicture } from '@omni/domain/channels/document.ts'
import type { ListingDetails } from '@omni/domain/channels/listing-details.ts'
import { convert, type Rates } from '@omni/domain/money.ts'
import { MARKETPLACE_IDS } from '@omni/domain/vendors/manifest.ts'
import { createHash } from 'node:crypto'
import { type Loaded, supplies } from '../product-center/load-products.ts'
import { detailFields } from './listing-details.ts'

/** Sourcing spec §3, channel push settings, as they are kept with a listing. */
interface PlainSettings {
  is_publish: boolean
  allow_sell_out_of_stock: boolean
}
/** The same with what a marketplace asks for, under its name: where it is sent from and how it is packed. */
export type PushSettings = PlainSettings & Partial<Record<(typeof MARKETPLACE_IDS)[number], Parcel>>
interface Parcel {
  warehouse_id: string | null
  weight: { value: number; unit: 'kilogram' }
  dimension: { height: number; width: number; length: number; unit: 'centimeter' }
}

const GRAMS_IN_KILOGRAM = 1000

/** The same in the channel's form; undefined where a channel does not ask. */
export function shippingOf(settings: PushSettings): ListingShipping | undefined {
  const parcel = MARKETPLACE_IDS.map((id) => settings[id]).find((one) => one !== undefined)
  if (!parcel) return undefined
  const { length: length_cm, width: width_cm, height: height_cm } = parcel.dimension
  const weight_g = parcel.weight.value * GRAMS_IN_KILOGRAM
  return { warehouse_id: parcel.warehouse_id, weight_g, length_cm, width_cm, height_cm }
}

export interface Target {
  currency: string
  rates: Rates
  public_url: string
  settings: PushSettings
  /** The store's categories and brands for it (store-groups.ts). */
  groups?:
    | ((product: { product_type: string; vendor: string }) => Pick<ListingDocument, 'categories' | 'brands'>)
    | undefined
  /** What a marketplace asks for about it (listing-details.ts). */
  details?: ListingDetails | undefined
  /** The product's page in a shop of the seller (product-pages.ts). */
  link?: string | undefined
}

/** Equal addresses are one picture: ours have generated names, and suppliers' do not change what an address shows. */
export const pictureKey = (url: string) => createHash('sha256').update(url).digest('hex').slice(0, 24)

/** A product as it should stand in a store; null where its prices cannot be converted. */
export function desiredDocument(loaded: Loaded, target: Target): ListingDocument | null {
  const { product, links, currency, ship_to, closed, off_shelf } = loaded
  const inStore = (amount: number) => {
    const converted = convert(amount, currency, target.currency, target.rates)
    return converted.ok ? converted.value : null
  }
  const pictures = new Map<string, ListingPicture>()
  const keyOf = new Map<string, string>()
  for (const { image_id, url, alt } of product.images) {
    const address = new URL(url, target.public_url).href
    const picture_key = pictureKey(address)
    keyOf.set(image_id, picture_key)
    if (!pictures.has(picture_key)) pictures.set(picture_key, { picture_key, url: address, alt })
  }
  const supply = supplies(links, ship_to)
  const variants: ListingDocument['variants'] = []
  for (const variant of product.variants.filter(({ enabled }) => enabled)) {
    const price = inStore(variant.price)
    const compare_at_price = variant.compare_at_price === null ? null : inStore(variant.compare_at_price)
    if (price === null) return null
    const isClosed = closed.has(variant.variant_id)
    variants.push({
      option_values: variant.option_values,
      sku: variant.sku,
      barcode: variant.barcode,
      price,
      compare_at_price,
      quantity: isClosed ? 0 : (supply.get(variant.variant_id)?.quantity ?? null),
      sell_out_of_stock: !isClosed && (variant.sell_out_of_stock || target.settings.allow_sell_out_of_stock),
      weight_g: variant.weight_g,
      picture_key: variant.image_id === null ? null : (keyOf.get(variant.image_id) ?? null),
    })
  }
  const values = (at: number) => [...new Set(variants.map(({ option_values }) => option_values[at] ?? ''))]
  return {
    title: product.title,
    description: product.description,
    vendor: product.vendor,
    product_type: product.product_type,
    tags: product.tags,
    seo_title: product.seo_title,
    seo_description: product.seo_description,
    ...target.groups?.(product),
    ...detailFields(target.details),
    ...(target.link !== undefined && { link: target.link }),
    status: target.settings.is_publish && !off_shelf ? 'active' : 'draft',
    options: product.options.map(({ name }, at) => ({ name, values: values(at) })),
    pictures: [...pictures.values()],
    variants,
  }
}
