import { dayOf, ordersBy } from '../../catalogue/days.ts'
import { picturesOf, variantPicture } from '../../catalogue/pictures/picture-key.ts'
import { reviewsBy } from '../../catalogue/reviews.ts'
import { carriagesOf } from '../../catalogue/shipping.ts'
import type { Category, Offer, Variant } from '../../catalogue/shapes.ts'
import { quantityOf, variantsOf } from '../../catalogue/variants.ts'
import { vendorId } from '../../catalogue/vendor-ids.ts'
import { specificationsOf, writeDescription } from '../../catalogue/write-description.ts'
import { chargesOf } from './charges.ts'
import { isOffline } from './odd-offers.ts'
import { raise } from '../../orders/basket.ts'
import type { Purse } from './purse.ts'

export const categoryId = ({ number }: Category): string => String(200_000_000 + number)
export const categoryNumber = (id: string): number => Number(id) - 200_000_000

const pathOf = (category: Category): Category[] =>
  category.parent ? [...pathOf(category.parent), category] : [category]

/** Well-known property numbers; the rest count up from there. */
const PROPERTIES: Readonly<Record<string, number>> = {
  Color: 14,
  Size: 5,
  'Shoe Size': 200_000_124,
  'Ships From': 200_007_763,
}
const propertyId = (name: string): number =>
  PROPERTIES[name] ?? 200_100_000 + [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)

const valueId = (offer: Offer, option: string, value: string): number => {
  const index = offer.options.find(({ name }) => name === option)?.values.findIndex((one) => one.value === value) ?? 0
  return option === 'Ships From' ? 201_336_100 + index : propertyId(option) * 10 + 100 + index
}

export const skuId = (offer: Offer, variant: Variant): string => vendorId('aliexpress', offer.index, variant.index)

export const skuAttr = (offer: Offer, variant: Variant): string =>
  variant.values
    .map(
      ({ option, value }) =>
        `${propertyId(option)}:${valueId(offer, option, value)}${option === 'Ships From' ? '' : `#${value}`}`,
    )
    .join(';')

const evaluateRate = (offer: Offer) => `${((offer.rating / 5) * 100).toFixed(1)}%`

/** Everything is a string in a search. */
export function textRow(offer: Offer, publicUrl: string, now: Date, purse: Purse) {
  const day = dayOf(now)
  const [cheapest] = variantsOf(offer, day).toSorted((a, b) => a.price - b.price)
  const [price, list] = [cheapest?.price ?? offer.price, cheapest?.list_price ?? offer.price]
  return {
    itemId: offer.id,
    title: offer.title,
    itemMainPic: picturesOf(publicUrl, offer)[0] ?? '',
    itemUrl: `${publicUrl}/aliexpress/item/${offer.id}.html`,
    orders: String(ordersBy(offer, day)),
    score: String(offer.rating),
    evaluateRate: evaluateRate(offer),
    salePrice: (price / 100).toFixed(2),
    salePriceCurrency: 'USD',
    salePriceFormat: `$${(price / 100).toFixed(2)}`,
    originalPrice: (list / 100).toFixed(2),
    originalPriceCurrency: 'USD',
    targetSalePrice: purse.text(price),
    targetOriginalPrice: purse.text(list),
    targetOriginalPriceCurrency: purse.currency,
    discount: `${Math.round((1 - price / list) * 100)}%`,
    // From the root down.
    cateId: pathOf(offer.good.kind.category).map(categoryId).join(','),
    type: 'natural',
    productVideoUrl: '',
  }
}

export function imageRow(offer: Offer, publicUrl: string, now: Date, purse: Purse) {
  const row = textRow(offer, publicUrl, now, purse)
  return {
    product_id: row.itemId,
    product_title: row.title,
    product_main_image_url: row.itemMainPic,
    product_small_image_urls: picturesOf(publicUrl, offer),
    product_detail_url: row.itemUrl,
    target_sale_price: row.targetSalePrice,
    target_sale_price_currency: purse.currency,
    target_original_price: row.targetOriginalPrice,
    discount: row.discount,
    lastest_volume: row.orders,
    evaluate_rate: row.evaluateRate,
    first_level_category_id: row.cateId.split(',')[0],
    shop_id: offer.seller.id,
  }
}

/** What a buyer is offered for being a good customer. */
const PERSONAL = 0.94

export interface Asked {
  shipTo: string
  /** Without the buyer's own promotions. */
  impersonal: boolean
  /** What every price is raised by, and which variants are sold out. */
  percent: number
  gone: ReadonlySet<string>
}

function sku(offer: Offer, variant: Variant, publicUrl: string, purse: Purse, asked: Asked) {
  const { shipTo, impersonal, percent, gone } = asked
  const price = Math.round(raise(variant.price, percent) * (impersonal ? 1 : PERSONAL))
  return {
    sku_id: skuId(offer, variant),
    id: skuAttr(offer, variant),
    sku_attr: skuAttr(offer, variant),
    sku_price: purse.text(variant.list_price),
    offer_sale_price: purse.text(price),
    offer_bulk_sale_price: purse.text(Math.round(price * 0.97)),
    sku_bulk_order: 10,
    sku_available_stock: gone.has(skuId(offer, variant)) ? 0 : quantityOf(variant),
    currency_code: purse.currency,
    ...chargesOf(variant, price, shipTo, purse),
    ae_sku_property_dtos: variant.values.map(({ option, value }) => {
      const image = /colou?r$/i.test(option) ? variantPicture(publicUrl, offer, value) : null
      return {
        sku_property_id: propertyId(option),
        sku_property_name: option,
        sku_property_value: value,
        property_value_id: valueId(offer, option, value),
        property_value_definition_name: value,
        ...(image !== null && { sku_image: image }),
      }
    }),
  }
}

export function productResult(offer: Offer, publicUrl: string, now: Date, purse: Purse, asked: Asked) {
  const { shipTo } = asked
  const day = dayOf(now)
  const pictures = picturesOf(publicUrl, offer)
  const side = Math.max(4, Math.round(Math.cbrt(offer.good.grams) * 2.4))
  const [fastest] = carriagesOf(offer, { to: shipTo }).toSorted((a, b) => a.max_days - b.max_days)
  return {
    ae_item_base_info_dto: {
      product_id: Number(offer.id),
      category_id: Number(categoryId(offer.good.kind.category)),
      category_sequence: categoryId(offer.good.kind.category),
      subject: offer.title,
      // The seller's own currency, whatever the SKUs are priced in.
      currency_code: 'CNY',
      product_status_type: isOffline(offer) ? 'offline' : 'onSelling',
      evaluation_count: String(reviewsBy(offer, day)),
      avg_evaluation_rating: reviewsBy(offer, day) > 0 ? offer.rating.toFixed(1) : '0.0',
      sales_count: String(ordersBy(offer, day)),
      detail: writeDescription(offer, pictures),
      mobile_detail: JSON.stringify({
        version: '2.0.0',
        moduleList: [{ type: 'text', data: { content: offer.title } }],
      }),
      gmt_create: null,
    },
    ae_item_sku_info_dtos: variantsOf(offer, day).map((variant) => sku(offer, variant, publicUrl, purse, asked)),
    ae_multimedia_info_dto: { image_urls: pictures.join(';'), ae_video_dtos: [] },
    package_info_dto: {
      gross_weight: (offer.good.grams / 1000).toFixed(3),
      package_length: side,
      package_width: side,
      package_height: Math.ceil(side / 2),
      package_type: false,
      product_unit: 100_000_015,
    },
    logistics_info_dto: { delivery_time: fastest?.max_days ?? 30, ship_to_country: shipTo },
    ae_store_info: {
      store_id: Number(offer.seller.id),
      store_name: offer.seller.name,
      store_country_code: offer.seller.country,
      item_as_described_rating: (offer.seller.score / 20).toFixed(1),
      communication_rating: Math.min(5, offer.seller.score / 20 + 0.1).toFixed(1),
      shipping_speed_rating: (offer.seller.score / 20 - 0.1).toFixed(1),
    },
    ae_item_properties: specificationsOf(offer).map(({ name, value }, i) => ({
      attr_name: name,
      attr_value: value,
      attr_name_id: i + 1,
    })),
    has_whole_sale: true,
    product_id_converter_result: { main_product_id: Number(offer.id), sub_product_id: '{}' },
  }
}
