import type { z } from 'zod'
import { VendorError } from '../../vendor-error.ts'
import { mustReadPrice, priceRangeOf, readPriceRange } from '../amounts.ts'
import { countryCodeOf, optionsOf } from '../options.ts'
import type { SupplierQuote } from '../quote.ts'
import type { SupplierProduct, SupplierStock, SupplierSummary, SupplierVariant } from '../supplier.ts'
import type { Carriage, Description, InventoryReply, Row, Sku } from './api-schemas.ts'
import { bySmallestOrder, ladderSpecifications, shareOf } from './ladder.ts'

type Described = z.output<typeof Description>
const CURRENCY = 'USD'
const DEFAULT_SHIP_FROM = 'CN' // sourcing spec §9
const ONLINE = 'PRODUCT_ONLINE'
const DAYS = /(\d+)\s*[~–-]\s*(\d+)|(\d+)/

const absolute = (url: string) => (url.startsWith('//') ? `https:${url}` : url)
export const minimumOf = (product: Described): number =>
  product.min_order_quantity ?? product.wholesale_trade?.min_order_quantity ?? 1

export function toSummary(row: z.output<typeof Row>): SupplierSummary {
  const currency = row.currency ?? CURRENCY
  return {
    source_product_id: row.product_id,
    name: row.title ?? '',
    image: row.image ? absolute(row.image) : null,
    currency,
    price_range: readPriceRange(row.price, currency) ?? [0, 0],
    orders: null,
    rating: null,
    category_id: null,
  }
}

/** A product of a list that names ids alone, as far as its description goes. */
export function describedSummary(product: SupplierProduct): SupplierSummary {
  return {
    source_product_id: product.source_product_id,
    name: product.name,
    image: product.images[0] ?? null,
    currency: product.currency,
    price_range: product.price_range,
    orders: null,
    rating: null,
    category_id: product.category?.category_id ?? null,
  }
}

/** How many there are of each variant, over all places they are sent from. */
export function toStock(reply: z.output<typeof InventoryReply>): SupplierStock[] {
  return (reply.result?.result_data ?? []).flatMap(({ shipping_from, inventory_list }) => {
    const country_code = countryCodeOf(shipping_from ?? '')
    if (!country_code) return []
    return inventory_list.flatMap(({ sku_id, inventory_count }) =>
      sku_id && inventory_count !== null ? [{ sku_id, country_code, quantity: inventory_count }] : [],
    )
  })
}

export function toProduct(
  productId: string,
  product: Described | null | undefined,
  stock: readonly SupplierStock[],
): SupplierProduct {
  if (!product?.title || (product.status !== undefined && product.status !== ONLINE))
    throw new VendorError(
      'alibaba',
      'not_found',
      `${productId} is not for sale (${product?.status ?? 'no such product'})`,
    )
  const currency = product.currency ?? product.skus[0]?.ladder_price[0]?.currency ?? CURRENCY
  const variants = toVariants(productId, product, stock, currency)
  const images = [product.main_image, ...product.images].flatMap((image) => (image ? [absolute(image)] : []))
  const company = product.eCompanyId ?? product.e_company_id
  const warehouses = [...new Set(stock.map(({ country_code }) => country_code))]
  return {
    source_product_id: productId,
    name: product.title,
    description: product.description ?? '',
    images: [...new Set(images)],
    product_link: product.detail_url
      ? absolute(product.detail_url)
      : `https://www.alibaba.com/product-detail/x_${productId}.html`,
    category: product.category_id
      ? { category_id: product.category_id, path: product.category ? [product.category] : [] }
      : null,
    currency,
    price_range: priceRangeOf(variants.map(({ price }) => price)),
    options: optionsOf(variants),
    variants,
    orders: null,
    rating: null,
    reviews_count: null,
    listings: null,
    seller: company ? { seller_id: sellerIdOf(company), name: product.supplier ?? '', url: '', score: null } : null,
    specifications: ladderSpecifications(
      minimumOf(product),
      stepsOf(product.skus[0]),
      product.wholesale_trade?.unit_type ?? 'Piece',
      currency,
    ),
    ship_from: warehouses.length > 0 ? warehouses : [DEFAULT_SHIP_FROM],
    ship_to: null,
    weight_g: null,
  }
}

/** The company's id is base64 ("cVmhg7/xG8q3…=="); ours stands in addresses. */
const sellerIdOf = (company: string) => company.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

const stepsOf = (sku: z.output<typeof Sku> | undefined) =>
  bySmallestOrder((sku?.ladder_price ?? []).map(({ min_quantity, price }) => ({ from: min_quantity, price })))

function toVariants(
  productId: string,
  product: Described,
  stock: readonly SupplierStock[],
  currency: string,
): SupplierVariant[] {
  const quantityOf = (sku_id: string): number | null => {
    const own = stock.filter((one) => one.sku_id === sku_id)
    return own.length > 0 ? own.reduce((sum, { quantity }) => sum + quantity, 0) : null
  }
  const whole = product.wholesale_trade?.price
  if (product.skus.length === 0) {
    const price = mustReadPrice('alibaba', whole, currency)
    return [{ sku_id: productId, sku_attr: '', values: [], price, quantity: quantityOf(productId) }]
  }
  return product.skus.map((sku) => {
    const values = sku.sku_attr_list.map((attribute) => ({
      property_id: attribute.attr_name_id ?? attribute.attr_name_desc ?? 'Style',
      name: attribute.attr_name_desc ?? 'Style',
      value_id: attribute.attr_value_id ?? attribute.attr_value_desc ?? '',
      value: attribute.attr_value_desc ?? attribute.attr_value_id ?? '',
      ...(attribute.attr_value_image && { image: absolute(attribute.attr_value_image) }),
    }))
    const image = sku.image ?? sku.sku_attr_list.find((one) => one.attr_value_image)?.attr_value_image
    return {
      sku_id: sku.sku_id,
      sku_attr: '',
      values,
      price: mustReadPrice('alibaba', stepsOf(sku)[0]?.price ?? whole, currency),
      quantity: quantityOf(sku.sku_id),
      ...(image && { image: absolute(image) }),
    }
  })
}

/** `pieces`: how many the fee is for; `quantity`: how many it is wanted for. */
export function toQuotes(
  carriages: readonly z.output<typeof Carriage>[],
  pieces: number,
  quantity: number,
): SupplierQuote[] {
  return carriages.flatMap((carriage) => {
    const currency = carriage.fee?.currency ?? CURRENCY
    const fee = readPriceRange(carriage.fee?.amount, currency)?.[1]
    if (fee === undefined) return []
    const [, from, to, only] = DAYS.exec(carriage.delivery_time ?? '') ?? []
    return [
      {
        service_name: carriage.vendor_name ?? carriage.vendor_code ?? 'Standard',
        amount: pieces === quantity ? fee : shareOf(fee * quantity, pieces),
        currency,
        min_days: toDays(from ?? only),
        max_days: toDays(to ?? only),
        ship_from: countryCodeOf(carriage.dispatch_country ?? '') ?? DEFAULT_SHIP_FROM,
        tracked: true,
      },
    ]
  })
}

const toDays = (text: string | undefined): number | null => (text === undefined ? null : Number(text))
