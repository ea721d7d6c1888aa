/**
 * Sourcing spec §4, import: a supplier's product copied into one of the seller's own. What cannot be made good is
 * noted; what cannot be sold is refused.
 */
import type { NormalProduct, NormalVariant } from '../catalog/normalise-product.ts'
import { MAX_IMAGES } from '../galleries/upload-rules.ts'
import type { Minor } from '../money.ts'
import { handleOf } from '../products/handle.ts'
import {
  MAX_DESCRIPTION,
  MAX_TAG,
  MAX_TITLE,
  MAX_WEIGHT_G,
  type Product,
  type ProductImage,
  type ProductVariant,
} from '../products/product.ts'
import { no, ok, type Result } from '../result.ts'
import { brandOf } from './brand-of.ts'
import { weightIn } from './packed-size.ts'
import { cutHtml, removeWords, removeWordsHtml, stripLinks } from './source-text.ts'
import { type Choice, type ChoiceNote, chooseVariants } from './source-variants.ts'

/** As the catalogue keeps it; amounts in US cents. */
export interface SourceCopy extends Pick<NormalProduct, 'name' | 'images' | 'options' | 'price_min'> {
  variants: NormalVariant[]
  /** Cleaned HTML. */
  description: string
  /** To where the seller ships; null: not known. */
  shipping_cost: Minor | null
  /** As the supplier tells them; the maker's name is among them. */
  specifications: { name: string; value: string }[]
}

interface CopyDefaults {
  tags: string[]
  vendor: string
  product_type: string
  allow_sell_out_of_stock: boolean
  strip_supplier_links: boolean
  remove_brand_words: string[]
}

export interface CopyHelp {
  newId: () => string
  /** The warehouse to import from, a country; null: the one with most variants. */
  ships_from: string | null
  /** US cents in, the product's currency out; null where the rule gives no price. */
  priceOf: (cost: Minor, shipping: Minor | null) => { price: Minor; compare_at_price: Minor | null } | null
  defaults: CopyDefaults
}

/** What each variant is bought as. `cost` in US cents. */
export interface SourceLink {
  variant_id: string
  sku_id: string
  sku_attr: string
  sku_name: string
  cost: Minor
  quantity: number | null
}
export interface Copied {
  product: Product
  links: SourceLink[]
  ships_from: string | null
  /** What was changed on the way, and what is still missing. */ notes: CopyNote[]
}
type CopyNote = ChoiceNote | 'no_image' | 'not_priced' | 'single_price' | 'title_cut' | 'description_cut'
export type CannotCopy = 'no_variants' | 'no_price' | 'no_title'

const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Without its options: the one thing a product without variants is. */
const only = (cost: Minor): NormalVariant => ({
  sku_id: '',
  sku_attr: '',
  values: [],
  price: cost,
  list_price: null,
  quantity: null,
  image: null,
  weight_g: null,
})

const pictureOf = ({ variant }: Choice, options: SourceCopy['options']): string | null =>
  variant.image ??
  variant.values.find(({ image }) => image !== null)?.image ??
  options.flatMap(({ name, values }) =>
    variant.values.flatMap((own) =>
      own.name === name ? values.filter(({ id, image }) => id === own.value_id && image !== null) : [],
    ),
  )[0]?.image ??
  null

function imagesOf(source: SourceCopy, choices: readonly Choice[], newId: () => string): ProductImage[] {
  const urls = new Set(
    [...source.images, ...choices.flatMap((choice) => pictureOf(choice, source.options) ?? [])].filter(
      (url) => url !== '',
    ),
  )
  return [...urls].slice(0, MAX_IMAGES).map((url) => ({ image_id: newId(), url, alt: '', origin_url: url }))
}

export function copyFromSource(
  source: SourceCopy,
  { newId, ships_from: wanted, priceOf, defaults }: CopyHelp,
): Result<Copied, CannotCopy> {
  const name = spaced(source.name)
  if (name === '') return no('no_title')
  const ranged = source.variants.length === 0
  if (ranged && !(source.price_min > 0)) return no('no_price')
  if (!ranged && source.variants.every(({ price }) => !(price > 0))) return no('no_price')
  const {
    options,
    choices,
    ships_from,
    notes: chosen,
  } = chooseVariants(source.options, ranged ? [only(source.price_min)] : source.variants, wanted)
  if (choices.length === 0) return no('no_variants')

  const full = spaced(removeWords(name, defaults.remove_brand_words)) || name
  const title = full.slice(0, MAX_TITLE).trim()
  // Whom it is bought from is nobody's brand: a shop's customers would look it up.
  const brand = spaced(removeWords(brandOf(source.specifications), defaults.remove_brand_words))
  const written = removeWordsHtml(
    defaults.strip_supplier_links ? stripLinks(source.description) : source.description,
    defaults.remove_brand_words,
  )
  const description = cutHtml(written, MAX_DESCRIPTION)
  const images = imagesOf(source, choices, newId)
  const imageIds = new Map(images.map(({ url, image_id }) => [url, image_id]))
  const specified = weightIn(source.specifications)
  const made = choices.map((choice, position) => {
    const { variant, values } = choice
    const variant_id = newId()
    const priced = priceOf(variant.price, source.shipping_cost)
    const weight_g = variant.weight_g ?? specified
    const row: ProductVariant = {
      variant_id,
      position,
      option_values: values,
      sku: variant.sku_id.slice(0, MAX_TAG),
      barcode: '',
      price: priced?.price ?? 0,
      compare_at_price: priced?.compare_at_price ?? null,
      weight_g: weight_g === null ? null : Math.min(MAX_WEIGHT_G, Math.max(0, Math.round(weight_g))),
      image_id: imageIds.get(pictureOf(choice, source.options) ?? '') ?? null,
      sell_out_of_stock: defaults.allow_sell_out_of_stock,
      enabled: true,
    }
    const link: SourceLink = {
      variant_id,
      sku_id: variant.sku_id,
      sku_attr: variant.sku_attr,
      sku_name: values.join(' / '),
      cost: variant.price,
      quantity: variant.quantity,
    }
    return { row, link, priced: priced !== null }
  })

  const notes: CopyNote[] = [...chosen]
  if (ranged) notes.push('single_price')
  if (images.length === 0) notes.push('no_image')
  if (made.some(({ priced }) => !priced)) notes.push('not_priced')
  if (full.length > MAX_TITLE) notes.push('title_cut')
  if (written.length > MAX_DESCRIPTION) notes.push('description_cut')
  const product: Product = {
    title,
    description,
    vendor: (defaults.vendor || brand).slice(0, MAX_TAG),
    product_type: defaults.product_type,
    tags: [...defaults.tags],
    collections: [],
    handle: handleOf(title),
    seo_title: '',
    seo_description: '',
    images,
    options,
    variants: made.map(({ row }) => row),
  }
  return ok({ product, links: made.map(({ link }) => link), ships_from, notes })
}
