import { DEFAULT_SHIP_FROM } from '@omni/domain/catalog/sources.ts'
import type { z } from 'zod'
import { mustReadPrice, priceRangeOf, readPriceRange } from '../amounts.ts'
import { countryCodeOf, optionsOf, shipFromOf } from '../options.ts'
import type { SupplierQuote } from '../quote.ts'
import type { SupplierProduct, SupplierSummary, SupplierVariant } from '../supplier.ts'
import type { DeliveryOption, ImageRow, Item, Sku, TextRow } from './schemas.ts'

const STARS_PER_PERCENT = 5 / 100

const stars = (score: number | null, percent: number | null): number | null =>
  score ?? (percent === null ? null : Math.round(percent * STARS_PER_PERCENT * 10) / 10)

export function toTextSummary(row: z.output<typeof TextRow>): SupplierSummary {
  const [price, currency = 'USD'] =
    row.targetSalePrice !== undefined
      ? [row.targetSalePrice, row.targetOriginalPriceCurrency]
      : [row.salePrice, row.salePriceCurrency]
  return {
    source_product_id: row.itemId,
    name: row.title ?? '',
    image: absolute(row.itemMainPic),
    currency,
    price_range: readPriceRange(price, currency) ?? [0, 0],
    orders: row.orders,
    rating: stars(row.score, row.evaluateRate),
    category_id: lowestOf(row.cateId),
  }
}

/** "15,100006664,200003691": from the root down. One id alone is its own path. */
const lowestOf = (path: string | undefined): string | null => path?.split(/[^\d]+/).findLast(Boolean) ?? null

export function toImageSummary(row: z.output<typeof ImageRow>): SupplierSummary {
  const currency = row.target_sale_price_currency ?? 'USD'
  return {
    source_product_id: row.product_id,
    name: row.product_title ?? '',
    image: absolute(row.product_main_image_url),
    currency,
    price_range: readPriceRange(row.target_sale_price, currency) ?? [0, 0],
    orders: row.lastest_volume,
    rating: stars(null, row.evaluate_rate),
    category_id: row.first_level_category_id ?? null,
  }
}

/** Some addresses come without their protocol. */
const absolute = (url: string | undefined): string | null =>
  url ? (url.startsWith('//') ? `https:${url}` : url) : null

export function toProduct(item: z.output<typeof Item>, shipTo: string): SupplierProduct {
  const info = item.ae_item_base_info_dto
  const currency = item.ae_item_sku_info_dtos[0]?.currency_code ?? info.currency_code ?? 'USD'
  const variants = item.ae_item_sku_info_dtos.map((sku) => toVariant(sku, currency))
  const options = optionsOf(variants)
  const shipFrom = shipFromOf(options)
  return {
    source_product_id: info.product_id,
    name: info.subject ?? '',
    description: info.detail ?? '',
    images: (item.ae_multimedia_info_dto?.image_urls ?? '').split(';').flatMap((url) => absolute(url.trim()) ?? []),
    product_link: `https://www.aliexpress.com/item/${info.product_id}.html`,
    category: info.category_id ? { category_id: info.category_id, path: [] } : null,
    currency,
    price_range: priceRangeOf(variants.map(({ price }) => price)),
    options,
    variants,
    orders: info.sales_count,
    rating: info.avg_evaluation_rating,
    reviews_count: info.evaluation_count,
    listings: null,
    seller: toSeller(item.ae_store_info),
    specifications: [
      ...item.ae_item_properties.flatMap(({ attr_name, attr_value }) =>
        attr_name && attr_value ? [{ name: attr_name, value: attr_value }] : [],
      ),
      ...packageSize(item.package_info_dto),
    ],
    ship_from: shipFrom.length > 0 ? shipFrom : [DEFAULT_SHIP_FROM],
    // It was asked for one country and answers for that one.
    ship_to: item.logistics_info_dto?.ship_to_country ? [item.logistics_info_dto.ship_to_country] : [shipTo],
    weight_g: kilograms(item.package_info_dto?.gross_weight),
  }
}

/** In centimetres, as its page shows it among the product's facts. */
function packageSize(parcel: z.output<typeof Item>['package_info_dto']): SupplierProduct['specifications'] {
  const sides = [parcel?.package_length, parcel?.package_width, parcel?.package_height]
  return sides.every((side) => side) ? [{ name: 'Package size', value: `${sides.join(' x ')} cm` }] : []
}

const kilograms = (kg: number | null | undefined): number | null => (kg == null ? null : Math.round(kg * 1000))

function toVariant(sku: z.output<typeof Sku>, currency: string): SupplierVariant {
  const properties = sku.ae_sku_property_dtos.length > 0 ? sku.ae_sku_property_dtos : sku.aeop_s_k_u_propertys
  const price = mustReadPrice('aliexpress', sku.offer_sale_price ?? sku.sku_price, currency)
  const before = readPriceRange(sku.sku_price, currency)?.[1] ?? price
  const values = properties.map((property) => {
    const value = property.property_value_definition_name ?? property.sku_property_value ?? ''
    const image = absolute(property.sku_image)
    return {
      property_id: property.sku_property_id,
      name: property.sku_property_name ?? '',
      value_id: property.property_value_id ?? value,
      value,
      ...(image && { image }),
    }
  })
  const image = values.find((value) => value.image)?.image
  const attr = sku.sku_attr ?? sku.id ?? ''
  return {
    sku_id: sku.sku_id ?? attr,
    sku_attr: attr,
    values,
    price,
    ...(before > price && { list_price: before }),
    quantity: sku.sku_available_stock,
    ...(image && { image }),
    ...chargesOf(sku, currency),
  }
}

/** Tax has a currency of its own; import charges are in the price's. Nothing said is nothing known, not nothing due. */
function chargesOf(sku: z.output<typeof Sku>, currency: string): Pick<SupplierVariant, 'charges'> {
  const tax_currency = sku.tax_currency_code ?? currency
  const tax = readPriceRange(sku.tax_amount, tax_currency)?.[1]
  const import_charges = readPriceRange(sku.estimated_import_charges, currency)?.[1]
  if (tax === undefined && import_charges === undefined && sku.price_include_tax === null) return {}
  return {
    charges: {
      price_includes_tax: sku.price_include_tax ?? false,
      tax: tax === undefined ? null : { amount: tax, currency: tax_currency },
      import_charges: import_charges ?? null,
    },
  }
}

function toSeller(store: z.output<typeof Item>['ae_store_info']): SupplierProduct['seller'] {
  if (!store?.store_id) return null
  const ratings = [
    store.ratings,
    store.item_as_described_rating,
    store.communication_rating,
    store.shipping_speed_rating,
  ].filter((rating) => rating !== null)
  const mean = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length
  return {
    seller_id: store.store_id,
    name: store.store_name ?? '',
    url: `https://www.aliexpress.com/store/${store.store_id}`,
    score: ratings.length === 0 ? null : Math.round((mean <= 5 ? mean * 20 : mean) * 10) / 10, // stars or percent
  }
}

type Option = z.output<typeof DeliveryOption>

/** Of an option without a readable fee nothing is known: it is left out, the others stay. */
export const toQuotes = (options: readonly Option[]): SupplierQuote[] =>
  options.flatMap((option) => {
    const currency = option.shipping_fee_currency ?? 'USD'
    const amount = feeOf(option, currency)
    if (amount === undefined) return []
    return [
      {
        service_name: option.company ?? option.code ?? '',
        amount,
        currency,
        min_days: option.min_delivery_days,
        max_days: option.max_delivery_days ?? option.guaranteed_delivery_days,
        ship_from: countryCodeOf(option.ship_from_country ?? '') ?? DEFAULT_SHIP_FROM,
        tracked: option.tracking === true,
      },
    ]
  })

/** `shipping_fee_cent` is a decimal amount, whatever its name says. */
function feeOf(option: Option, currency: string): number | undefined {
  if (option.free_shipping === true || platformPays(option)) return 0
  return readPriceRange(option.shipping_fee_cent ?? option.shipping_fee_format, currency)?.[1]
}

/** From a threshold of 0 on means always; of any other, only for a basket that reaches it. */
const platformPays = ({ mayHavePFS, free_shipping_threshold = '' }: Option): boolean =>
  mayHavePFS === true && /\d/.test(free_shipping_threshold) && !/[1-9]/.test(free_shipping_threshold)
