/** Products of the Merchant API in, a listing out, and back. */
import type { ListingDocument, ListingVariant, RemoteListing, RemoteVariant } from '@omni/domain/channels/document.ts'
import { decimalsOf } from '@omni/domain/currencies.ts'
import type { Minor } from '@omni/domain/money.ts'
import { z } from 'zod'
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
import { parseVendorJson } from '../../vendor-json.ts'
import type { Product } from './schemas.ts'

const GRAMS: Record<string, number> = { kg: 1000, g: 1, lb: 453.592_37, oz: 28.349_523_125 }
const LONGEST_TEXT = 5000

/** Attributes of our own. Underscores in names would become spaces. */
const SKU = 'omnisku'
const OPTIONS = 'omnioptions'
const BEYOND = 'omnisellsbeyondstock'
/** Its place among the variants. */
const PLACE = 'omniplace'
/** Where a mask names an attribute of our own. */
const OWN_MASK = 'customAttribute.'
const PAIRS = z.array(z.tuple([z.string(), z.string()]))

const microsOf = (amount: Minor, currency: string) => String(BigInt(amount) * 10n ** BigInt(6 - decimalsOf(currency)))
const toPrice = (amount: Minor, currencyCode: string) => ({
  amountMicros: microsOf(amount, currencyCode),
  currencyCode,
})

/** Micros become the currency's smallest coin; half a coin is rounded up. */
function amountOf(price: { amountMicros: string; currencyCode: string } | null | undefined): Minor | null {
  if (!price || !/^\d+$/.test(price.amountMicros)) return null
  const unit = 10n ** BigInt(6 - decimalsOf(price.currencyCode))
  return Number((BigInt(price.amountMicros) + unit / 2n) / unit)
}

const own = ({ customAttributes }: Product, name: string) =>
  customAttributes.find((one) => one.name === name)?.value ?? ''

/** As we wrote them down, in their order; null: it is not ours. */
function writtenOptions(product: Product): [string, string][] | null {
  const text = own(product, OPTIONS)
  return text === '' ? null : (PAIRS.safeParse(parseVendorJson(text)).data ?? null)
}

const shownOptions = ({ productAttributes: { color, size, material, pattern } }: Product): ItemOptions => ({
  fields: Object.fromEntries(Object.entries({ color, size, material, pattern }).filter(([, value]) => value !== '')),
  others: {},
})

function toVariant(product: Product, option_values: string[]): RemoteVariant {
  const { price, salePrice, gtins, shippingWeight, availability, imageLink } = product.productAttributes
  const [regular, sale] = [amountOf(price) ?? 0, amountOf(salePrice)]
  const grams = (shippingWeight?.value ?? 0) * (GRAMS[shippingWeight?.unit ?? ''] ?? 0)
  return {
    remote_variant_id: product.offerId,
    inventory_id: null,
    option_values,
    // Others name their products by the SKU itself.
    sku: own(product, SKU) || product.offerId,
    barcode: gtins?.[0] ?? '',
    price: sale ?? regular,
    compare_at_price: sale === null ? null : regular,
    quantity: availability === 'OUT_OF_STOCK' ? 0 : null,
    sell_out_of_stock: own(product, BEYOND) === 'yes',
    weight_g: grams > 0 ? Math.round(grams) : null,
    remote_picture_id: imageLink || null,
  }
}

const picturesOfProduct = ({ productAttributes: { imageLink, additionalImageLinks = [] } }: Product) =>
  [imageLink, ...additionalImageLinks].filter((address) => address !== '')

export const listingId = ({ productAttributes, offerId }: Product): string =>
  groupOf(productAttributes.itemGroupId, offerId)

const DISAPPROVED = 'DISAPPROVED'

function problemsOf(products: readonly Product[]) {
  const issues = products.flatMap(({ productStatus }) => productStatus?.itemLevelIssues ?? [])
  const grave = issues.filter(({ severity }) => severity === DISAPPROVED)
  const texts = grave.map(({ description, detail }) => [description, detail].filter(Boolean).join(': '))
  return {
    all: [...new Set(texts)],
    picture: grave.find(({ attribute }) => /image/.test(attribute))?.description ?? null,
  }
}

/** Google promises no order. One without a place of its own comes last. */
const inOrder = (products: readonly Product[]): Product[] => {
  const place = (product: Product) => Number(own(product, PLACE) || Number.MAX_SAFE_INTEGER)
  return products.toSorted((a, b) => place(a) - place(b) || (a.offerId < b.offerId ? -1 : 1))
}

export const toPlace = (place: number): Changes => ({ attributes: {}, custom: { [PLACE]: String(place) } })

/** The products of one group. `asked_at`: nothing tells when a group changed, so the question's own time stands for it. */
export function toListing(found: readonly Product[], asked_at: Date): RemoteListing | null {
  const products = inOrder(found)
  const [first] = products
  if (!first) return null
  const { productAttributes: shown } = first
  const remote_id = listingId(first)
  const written = products.map(writtenOptions)
  const names = written[0]?.map(([name]) => name) ?? guessOptionNames(products.map(shownOptions))
  const isOne = products.length === 1 && written[0] === null
  const tuples = products.map((product, at) => {
    const pairs = written[at] ?? null
    if (isOne) return []
    if (pairs === null) return names.map((name) => valueOfOption(name, shownOptions(product)))
    return names.map((name) => pairs.find(([one]) => one === name)?.[1] ?? '')
  })
  const ends = products.flatMap(({ productStatus }) => productStatus?.googleExpirationDate ?? []).toSorted()
  const published = shown.pause !== 'ALL'
  const problems = problemsOf(products)
  const pictures = picturesInOrder(products.map(picturesOfProduct))
  return {
    remote_id,
    key: keyOfGroup(
      remote_id,
      products.map(({ offerId }) => offerId),
    ),
    version: asked_at.toISOString(),
    url: published ? shown.link || null : null,
    link: shown.link,
    ...(ends[0] !== undefined && { lapses_at: ends[0] }),
    ...(problems.all.length > 0 && { problems: problems.all }),
    title: shown.title,
    description: shown.description,
    vendor: shown.brand,
    product_type: shown.productTypes?.[0] ?? '',
    tags: [],
    seo_title: '',
    seo_description: '',
    status: published ? 'active' : 'draft',
    options: isOne ? [] : optionsOf(names, tuples),
    pictures: pictures.map((address, at) => toPicture(address, at === 0 ? problems.picture : null)),
    variants: products.map((product, at) => toVariant(product, tuples[at] ?? [])),
  }
}

/** Fields of a product: what is set, and what is taken away. */
export interface Changes {
  attributes: Record<string, unknown>
  custom: Record<string, string>
}

export const noChanges = (): Changes => ({ attributes: {}, custom: {} })
export const merged = (...all: Changes[]): Changes => ({
  attributes: Object.assign({}, ...all.map(({ attributes }) => attributes)) as Record<string, unknown>, // of records
  custom: Object.assign({}, ...all.map(({ custom }) => custom)) as Record<string, string>, // of records
})

/** Named in the mask and absent in the body means: taken away. */
export const maskOf = ({ attributes, custom }: Changes): string =>
  [
    ...Object.keys(attributes).map((name) => `productAttributes.${name}`),
    ...Object.keys(custom).map((name) => OWN_MASK + name),
  ].join(',')

export const toBody = ({ attributes, custom }: Changes) => ({
  productAttributes: Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null)),
  customAttributes: Object.entries(custom).map(([name, value]) => ({ name, value })),
})

type Texts = Partial<Pick<ListingDocument, 'title' | 'description' | 'vendor' | 'product_type' | 'status'>>

export const toTexts = ({ title, description, vendor, product_type, status }: Texts): Changes => ({
  attributes: {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description: plainDescription(description).slice(0, LONGEST_TEXT) }),
    ...(vendor !== undefined && { brand: vendor || null }),
    ...(product_type !== undefined && { productTypes: product_type === '' ? null : [product_type] }),
    ...(status && { pause: status === 'draft' ? 'ALL' : null }),
  },
  custom: {},
})

export function toPictures(all: readonly string[], main: string | undefined): Changes {
  const [imageLink, ...more] = itemPictures(all, main)
  return {
    attributes: { imageLink: imageLink ?? null, additionalImageLinks: more.length > 0 ? more : null },
    custom: {},
  }
}

export const toOptions = (names: readonly string[], values: readonly string[]): Changes => ({
  attributes: toItemOptions(names, values).fields,
  custom: { [OPTIONS]: JSON.stringify(names.map((name, at) => [name, values[at] ?? ''])) },
})

function toPrices(price: Minor, compare_at: Minor | null, currency: string) {
  const onSale = compare_at !== null && compare_at > price
  return { price: toPrice(onSale ? compare_at : price, currency), salePrice: onSale ? toPrice(price, currency) : null }
}

/** Google counts nothing: it is there or it is not. */
const toAvailability = (quantity: number | null, beyond: boolean) =>
  quantity === null || quantity > 0 || beyond ? 'IN_STOCK' : 'OUT_OF_STOCK'

const toGtins = (barcode: string) => ({
  gtins: barcode === '' ? null : [barcode],
  // Without a number of its own, Google must not wait for one.
  identifierExists: barcode !== '',
})

export const toNewSold = (variant: ListingVariant, currency: string): Changes => ({
  attributes: {
    condition: 'NEW',
    availability: toAvailability(variant.quantity, variant.sell_out_of_stock),
    ...toPrices(variant.price, variant.compare_at_price, currency),
    ...toGtins(variant.barcode),
    ...(variant.weight_g !== null && { shippingWeight: { value: variant.weight_g, unit: 'g' } }),
  },
  custom: { [SKU]: variant.sku, [BEYOND]: variant.sell_out_of_stock ? 'yes' : 'no' },
})

/** Only what differs there: a quantity that changes nothing a buyer sees is not sent. */
export function toSold(fields: VariantFields, before: RemoteVariant | undefined, currency: string): Changes {
  const { price, compare_at_price, quantity, sell_out_of_stock, sku, barcode, weight_g } = fields
  const touchesPrice = price !== undefined || compare_at_price !== undefined
  const old = compare_at_price === undefined ? (before?.compare_at_price ?? null) : compare_at_price
  const touchesStock = quantity !== undefined || sell_out_of_stock !== undefined
  const stock = quantity === undefined ? (before?.quantity ?? null) : quantity
  const availability = toAvailability(stock, sell_out_of_stock ?? before?.sell_out_of_stock ?? false)
  const shown = before?.quantity === 0 ? 'OUT_OF_STOCK' : 'IN_STOCK'
  return {
    attributes: {
      ...(touchesPrice && toPrices(price ?? before?.price ?? 0, old, currency)),
      ...(touchesStock && availability !== shown && { availability }),
      ...(barcode !== undefined && toGtins(barcode)),
      ...(weight_g !== undefined && { shippingWeight: weight_g === null ? null : { value: weight_g, unit: 'g' } }),
    },
    custom: {
      ...(sku !== undefined && { [SKU]: sku }),
      ...(sell_out_of_stock !== undefined && { [BEYOND]: sell_out_of_stock ? 'yes' : 'no' }),
    },
  }
}
