import { type Condition, DEFAULT_CONDITION, isCondition } from '@omni/domain/catalog/conditions.ts'
import type { z } from 'zod'
import { VendorError } from '../../vendor-error.ts'
import { mustReadPrice, priceRangeOf, readPriceRange } from '../amounts.ts'
import { escapeHtml } from '@omni/domain/escape-html.ts'
import { optionsOf } from '../options.ts'
import type { SupplierProduct, SupplierSummary, SupplierVariant } from '../supplier.ts'
import { countryOf } from './places.ts'
import type { Item } from './schemas.ts'

type AmazonItem = z.output<typeof Item>
const SUBSCRIPTION = 'SUBSCRIBE_AND_SAVE'

/** The offer a buyer sees first. The price of a subscription is not one of a single purchase. */
function offerOf(item: AmazonItem) {
  const single = (item.offersV2?.listings ?? []).filter(({ type }) => type !== SUBSCRIPTION)
  return single.find(({ isBuyBoxWinner }) => isBuyBoxWinner) ?? single[0]
}

/** Types of availability, by Amazon's list: these can be bought, and `UNKNOWN` may be. */
const BUYABLE: readonly (string | undefined)[] = ['IN_STOCK', 'IN_STOCK_SCARCE', 'LEADTIME', 'UNKNOWN', undefined]

function conditionOf(item: AmazonItem): Condition {
  const value = offerOf(item)?.condition?.value?.toLowerCase() ?? DEFAULT_CONDITION
  return isCondition(value) ? value : 'used'
}

const currencyOf = (item: AmazonItem) => offerOf(item)?.price?.money?.currency ?? 'USD'
const picturesOf = (item: AmazonItem): string[] =>
  [item.images?.primary, ...(item.images?.variants ?? [])].flatMap(
    (picture) => picture?.large?.url ?? picture?.medium?.url ?? [],
  )

/** Which call answers for a product: the one for all children of a parent, or the one for an item by itself. */
const PARENT_HINT = 'parent'
export const ITEM_HINT = 'item'

/** Children of one parent are one product: the parent's number is the one we keep. */
const productIdOf = (item: AmazonItem): string => item.parentASIN ?? item.asin

export function toSummary(item: AmazonItem): SupplierSummary {
  const currency = currencyOf(item)
  return {
    source_product_id: productIdOf(item),
    name: item.itemInfo?.title?.displayValue ?? '',
    image: picturesOf(item)[0] ?? null,
    currency,
    price_range: readPriceRange(offerOf(item)?.price?.money?.amount, currency) ?? [0, 0],
    orders: null,
    rating: null,
    category_id: item.browseNodeInfo?.browseNodes[0]?.id ?? null,
    condition: conditionOf(item),
    fetch_hint: item.parentASIN ? PARENT_HINT : ITEM_HINT,
  }
}

/** What cannot be bought has no offer and no price: such a child is left out. */
export function toProduct(productId: string, items: readonly AmazonItem[], marketplace: string): SupplierProduct {
  const offered = items.filter(
    (item) => readPriceRange(offerOf(item)?.price?.money?.amount, currencyOf(item)) !== undefined,
  )
  const [first] = offered
  if (!first)
    throw new VendorError('amazon', items.length > 0 ? 'out_of_stock' : 'not_found', `${productId} has no offer`)
  const names = [...new Set(offered.flatMap((item) => item.variationAttributes.map(({ name }) => name)))]
  const variants = offered.map((item) => toVariant(item, offered.length > 1 ? names : []))
  const features = first.itemInfo?.features?.displayValues ?? []
  const brand =
    first.itemInfo?.byLineInfo?.brand?.displayValue ?? first.itemInfo?.byLineInfo?.manufacturer?.displayValue
  const merchant = offerOf(first)?.merchantInfo
  const [node] = first.browseNodeInfo?.browseNodes ?? []
  return {
    source_product_id: productId,
    name: first.itemInfo?.title?.displayValue ?? '',
    description:
      features.length > 0 ? `<ul>${features.map((feature) => `<li>${escapeHtml(feature)}</li>`).join('')}</ul>` : '',
    images: [...new Set(offered.flatMap(picturesOf))],
    product_link: first.detailPageURL ?? `https://${marketplace}/dp/${productId}`,
    category: node?.id ? { category_id: node.id, path: node.displayName ? [node.displayName] : [] } : null,
    currency: currencyOf(first),
    price_range: priceRangeOf(variants.map(({ price }) => price)),
    options: optionsOf(variants),
    variants,
    orders: null,
    rating: null,
    reviews_count: null,
    listings: null, // the API no longer tells
    seller: toSeller(merchant, marketplace),
    specifications: brand ? [{ name: 'Brand', value: brand }] : [],
    ship_from: [countryOf(marketplace)],
    ship_to: null,
    weight_g: null,
    condition: conditionOf(first),
    fetch_hint: first.parentASIN ? PARENT_HINT : ITEM_HINT,
  }
}

/** Amazon itself sells without an id now and then. */
function toSeller(
  merchant: { id?: string | undefined; name?: string | undefined } | null | undefined,
  marketplace: string,
): SupplierProduct['seller'] {
  const id = merchant?.id ?? merchant?.name
  if (!merchant || !id) return null
  const url = merchant.id ? `https://${marketplace}/sp?seller=${encodeURIComponent(merchant.id)}` : ''
  return { seller_id: id, name: merchant.name ?? id, url, score: null }
}

function toVariant(item: AmazonItem, names: readonly string[]): SupplierVariant {
  const currency = currencyOf(item)
  const offer = offerOf(item)
  const price = mustReadPrice('amazon', offer?.price?.money?.amount, currency)
  const before = readPriceRange(offer?.price?.savingBasis?.money?.amount, currency)?.[1] ?? price
  const [image] = picturesOf(item)
  return {
    sku_id: item.asin,
    sku_attr: '',
    values: names.map((name) => {
      const value = item.variationAttributes.find((attribute) => attribute.name === name)?.value ?? '-'
      return { property_id: name, name: words(name), value_id: value, value }
    }),
    price,
    ...(before > price && { list_price: before }),
    quantity: BUYABLE.includes(offer?.availability?.type) ? null : 0, // how many is not told
    ...(image && { image }),
  }
}

/** color_name -> Color, sizeName -> Size: Amazon's names of choices are its own field names. */
const words = (name: string): string => {
  const plain = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .replace(/\s+name$/i, '')
    .trim()
  return plain.charAt(0).toUpperCase() + plain.slice(1).toLowerCase()
}
