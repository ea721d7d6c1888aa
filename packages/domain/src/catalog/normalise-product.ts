/**
 * What suppliers send, made even (sourcing spec §3; issue of bad data): the same shape whatever the source, amounts in
 * US cents.
 */
import { supplierDecimalsOf } from '../currencies.ts'
import { convert, type Minor, type Rates } from '../money.ts'
import { no, ok, type Result } from '../result.ts'
import { type Condition, DEFAULT_CONDITION } from './conditions.ts'
import { DEFAULT_SHIP_FROM, toIsoCountry } from './sources.ts'

export interface RawOption {
  name: string
  values: { value_id: string; value: string; image?: string; /** of a "Ships From" value */ country_code?: string }[]
}

export interface RawVariant {
  sku_id: string
  /** The supplier's own way to name this choice when ordering; '' where `sku_id` is enough. */
  sku_attr: string
  /** One per option, in the order of the options. */
  values: { property_id: string; name: string; value_id: string; value: string; image?: string }[]
  price: Minor
  /** Before a discount. */
  list_price?: Minor
  /** null: the supplier does not say. */
  quantity: number | null
  image?: string
  weight_g?: number
  /** What comes on top of the price in the country that was asked for. Absent: the supplier says nothing about it. */
  charges?: RawCharges
}

export interface RawCharges {
  price_includes_tax: boolean
  /** In a currency of its own. null: not said. */
  tax: { amount: Minor; currency: string } | null
  /** Duties, in the product's currency. null: not said. */
  import_charges: Minor | null
}

/** A product in our words, not yet made even. Amounts in `currency`, in its smallest unit (`supplierDecimalsOf`). */
export interface RawProduct {
  source_product_id: string
  name: string
  /** HTML as it came: never shown before it is cleaned. */
  description: string
  images: string[]
  product_link: string
  category: { category_id: string; /** from the root down; empty when only the id is known */ path: string[] } | null
  currency: string
  price_range: [Minor, Minor]
  options: RawOption[]
  variants: RawVariant[]
  orders: number | null
  /** 0 to 5. */
  rating: number | null
  reviews_count: number | null
  /** How many shops list it, where the supplier counts them. */
  listings: number | null
  seller: { seller_id: string; name: string; url: string; /** 0 to 100 */ score: number | null } | null
  specifications: { name: string; value: string }[]
  ship_from: string[]
  /** null: not said. */
  ship_to: string[] | null
  weight_g: number | null
  /** Left out: new. */
  condition?: Condition
}

export interface NormalVariant {
  sku_id: string
  sku_attr: string
  values: { property_id: string; name: string; value_id: string; value: string; image: string | null }[]
  price: Minor
  list_price: Minor | null
  quantity: number | null
  image: string | null
  weight_g: number | null
}

/** For a parcel to the country that was asked for, US cents; null: not said. */
export interface VariantCharges {
  tax: Minor | null
  import_charges: Minor | null
  price_includes_tax: boolean | null
}

/** What a buyer pays on top of the price; null: the supplier says nothing about it. */
export const chargesOf = ({ tax, import_charges, price_includes_tax }: VariantCharges): Minor | null =>
  price_includes_tax === null ? null : (price_includes_tax ? 0 : (tax ?? 0)) + (import_charges ?? 0)

export interface NormalProduct {
  name: string
  images: string[]
  options: { name: string; values: { id: string; value: string; image: string | null; countryCode: string | null }[] }[]
  variants: (NormalVariant & VariantCharges)[]
  price_min: Minor
  price_max: Minor
  /** On top of `price_min`, for the variant that has it; null: the supplier says nothing about it. */
  charges: Minor | null
  orders: number
  rating: number | null
  reviews_count: number
  listings: number | null
  specifications: { name: string; value: string }[]
  ship_froms: string[]
  ship_countries: string[]
  /** null: the supplier does not say how many there are. */
  stock: number | null
  condition: Condition
}

export type CannotNormalise = 'product_without_name' | 'product_without_price' | 'rate_unknown'

const MAX_NAME = 300
const MAX_IMAGES = 30
const MAX_SPECIFICATIONS = 60
export const MAX_VARIANTS = 2048
const MAX_TEXT = 200
const SHIPS_FROM = /^ships?\s*from$/i

/** Invisible signs (control, zero width, direction) in a title would hide or turn the text around it. */
const tidy = (text: string, max: number) =>
  text
    // oxlint-disable-next-line no-control-regex -- that is what it removes
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, max)

function picture(url: string): string | null {
  const full = url.startsWith('//') ? `https:${url}` : url
  return /^https?:\/\/[^\s"'<>]+$/.test(full) && full.length <= 2000 ? full : null
}

/** The first of each key, in their order. */
function distinct<T>(items: readonly T[], key: (item: T) => string): T[] {
  const seen = new Set<string>()
  return items.filter((item) => !seen.has(key(item)) && seen.add(key(item)))
}
const whole = (value: number | null) =>
  value === null || !Number.isFinite(value) ? null : Math.max(0, Math.round(value))

function toUsd(amount: Minor, currency: string, rates: Rates): Minor | null {
  const usd = convert(amount, currency, 'USD', rates, supplierDecimalsOf(currency))
  // A fen is less than a cent, but nothing is free.
  return usd.ok ? Math.max(amount > 0 ? 1 : 0, usd.value) : null
}

/** Variants that cannot be bought are dropped: none left in stock, no price, or named twice. */
function normalVariants(raw: RawProduct, rates: Rates): NormalProduct['variants'] {
  const buyable = raw.variants.filter(
    ({ price, quantity, sku_id }) => sku_id !== '' && Number.isSafeInteger(price) && price > 0 && quantity !== 0,
  )
  return distinct(buyable, ({ sku_id }) => sku_id)
    .slice(0, MAX_VARIANTS)
    .flatMap((variant) => {
      const price = toUsd(variant.price, raw.currency, rates)
      if (price === null) return []
      const list = variant.list_price === undefined ? null : toUsd(variant.list_price, raw.currency, rates)
      return [
        {
          sku_id: variant.sku_id.slice(0, MAX_TEXT),
          sku_attr: variant.sku_attr.slice(0, 500),
          values: distinct(variant.values, ({ name }) => name.toLowerCase()).map((value) => ({
            property_id: value.property_id,
            name: tidy(value.name, MAX_TEXT) || 'Option',
            value_id: value.value_id,
            value: tidy(value.value, MAX_TEXT) || '-',
            image: value.image ? picture(value.image) : null,
          })),
          price,
          list_price: list !== null && list > price ? list : null,
          quantity: whole(variant.quantity),
          image: variant.image ? picture(variant.image) : null,
          weight_g: whole(variant.weight_g ?? null),
          ...normalCharges(variant.charges, raw.currency, rates),
        },
      ]
    })
}

/** Charges whose currency nobody converts are not said. */
function normalCharges(charges: RawCharges | undefined, currency: string, rates: Rates): VariantCharges {
  const said = {
    tax: charges?.tax ? toUsd(charges.tax.amount, charges.tax.currency, rates) : null,
    import_charges: charges?.import_charges == null ? null : toUsd(charges.import_charges, currency, rates),
    price_includes_tax: charges?.price_includes_tax ?? null,
  }
  const lost = charges?.tax && said.tax === null && !charges.price_includes_tax
  return lost ? { tax: null, import_charges: null, price_includes_tax: null } : said
}

/**
 * Options as the variants really use them: a value nobody can buy is not offered, one written twice is offered once.
 */
function normalOptions(raw: RawProduct, variants: readonly NormalVariant[]): NormalProduct['options'] {
  const names = distinct(
    variants.flatMap((variant) => variant.values.map(({ name }) => name)),
    (name) => name.toLowerCase(),
  )
  return names.map((name) => {
    const known = raw.options.find((option) => tidy(option.name, MAX_TEXT).toLowerCase() === name.toLowerCase())
    const used = variants.flatMap((variant) =>
      variant.values.filter((value) => value.name.toLowerCase() === name.toLowerCase()),
    )
    const values = distinct(used, ({ value }) => value.toLowerCase()).map((value) => {
      const listed = known?.values.find(
        (one) =>
          one.value_id === value.value_id || tidy(one.value, MAX_TEXT).toLowerCase() === value.value.toLowerCase(),
      )
      const image = value.image ?? (listed?.image ? picture(listed.image) : null)
      return {
        id: value.value_id,
        value: value.value,
        image,
        countryCode: SHIPS_FROM.test(name) ? (listed?.country_code ?? null) : null,
      }
    })
    return { name, values }
  })
}

export function normaliseProduct(raw: RawProduct, rates: Rates): Result<NormalProduct, CannotNormalise> {
  const name = tidy(raw.name, MAX_NAME)
  if (name === '') return no('product_without_name')
  const variants = normalVariants(raw, rates)
  const prices =
    variants.length > 0
      ? variants.map(({ price }) => price)
      : raw.price_range.filter((price) => price > 0).map((price) => toUsd(price, raw.currency, rates))
  if (prices.length === 0) return no('product_without_price')
  const known = prices.filter((price) => price !== null)
  if (known.length < prices.length) return no('rate_unknown')
  const options = normalOptions(raw, variants)
  const fromOption =
    options
      .find((option) => SHIPS_FROM.test(option.name))
      ?.values.flatMap(({ countryCode }) => (countryCode ? [countryCode] : [])) ?? []
  const froms = (fromOption.length > 0 ? fromOption : raw.ship_from)
    .map(toIsoCountry)
    .filter((code) => /^[A-Z]{2}$/.test(code))
  return ok({
    name,
    variants,
    options,
    images: distinct(
      raw.images.flatMap((url) => picture(url) ?? []),
      (url) => url,
    ).slice(0, MAX_IMAGES),
    price_min: Math.min(...known),
    price_max: Math.max(...known),
    charges: cheapestCharges(variants, Math.min(...known)),
    orders: whole(raw.orders) ?? 0,
    rating:
      raw.rating === null || !Number.isFinite(raw.rating) || raw.rating <= 0
        ? null
        : Math.round(Math.min(5, raw.rating) * 10) / 10,
    reviews_count: whole(raw.reviews_count) ?? 0,
    listings: whole(raw.listings),
    specifications: distinct(
      raw.specifications
        .map((one) => ({ name: tidy(one.name, MAX_TEXT), value: tidy(one.value, 500) }))
        .filter((one) => one.name && one.value),
      (one) => one.name.toLowerCase(),
    ).slice(0, MAX_SPECIFICATIONS),
    ship_froms: froms.length > 0 ? [...new Set(froms)] : [DEFAULT_SHIP_FROM],
    ship_countries: [
      ...new Set((raw.ship_to ?? []).map(toIsoCountry).filter((code) => /^[A-Z]{2}$/.test(code))),
    ].sort(),
    stock: stockOf(variants, raw.variants.length),
    condition: raw.condition ?? DEFAULT_CONDITION,
  })
}

function cheapestCharges(variants: NormalProduct['variants'], price: Minor): Minor | null {
  const cheapest = variants.find((variant) => variant.price === price)
  return cheapest ? chargesOf(cheapest) : null
}

/** With variants the supplier counted and all are gone, nothing is left; where it does not count, nobody knows. */
function stockOf(variants: readonly { quantity: number | null }[], named: number): number | null {
  if (variants.length === 0) return named > 0 ? 0 : null
  const counted = variants.filter(({ quantity }) => quantity !== null)
  return counted.length > 0 ? counted.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0) : null
}
