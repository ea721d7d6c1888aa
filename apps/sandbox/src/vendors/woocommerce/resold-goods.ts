/** What a merchant bought from suppliers before anybody was connected, under names and prices of their own. */
import { dayOf } from '../../catalogue/days.ts'
import { draw, type Draw } from '../../catalogue/draw.ts'
import { supplyWorld } from '../../catalogue/make-world.ts'
import { picturesOf } from '../../catalogue/pictures/picture-key.ts'
import { type Offer, SOURCES, type Variant } from '../../catalogue/shapes.ts'
import { traitsOf } from '../../catalogue/sources/registry.ts'
import { variantsOf } from '../../catalogue/variants.ts'
import { vendorId } from '../../catalogue/vendor-ids.ts'
import { writeTitle } from '../../catalogue/write-title.ts'
import type { Site, WooWorld } from './auth.ts'
import { placeImages } from './media.ts'
import { EMPTY, insertPost } from './products.ts'

/** Suppliers that take orders by API, and the words of sellers elsewhere. */
const BOUGHT_AT = SOURCES.filter((source) => traitsOf(source).is_bought_by_api)
const WRITTEN_LIKE = SOURCES.filter((source) => traitsOf(source).is_worded_for_buyers)
const MOST_VARIANTS = 24
const LONG_SIZES: Record<string, string> = { XS: 'Extra Small', S: 'Small', M: 'Medium', L: 'Large', XL: 'Extra Large' }

/** What a product really is: the judge of every guess about it. */
export interface Resold {
  id: number
  good: number
  source: string
  source_product_id: string
  /** Variation -> the supplier's variant. The product itself where it has none. */
  variants: Record<string, string>
}

export async function resellGoods(world: WooWorld, site: Site, count: number): Promise<Resold[]> {
  const { offers } = supplyWorld(world.config)
  const resold: Resold[] = []
  for (let number = 0; number < count; number++) {
    const by = draw(`resold ${site.site} ${number}`)
    const source = by.pick(BOUGHT_AT)
    const known = offers[source].filter(
      (offer) => offer.oddity === null && offer.pictures > 0 && choicesOf(offer) <= MOST_VARIANTS,
    )
    resold.push(await resell(world, site, by.pick(known), by, number))
  }
  return resold
}

const choicesOf = ({ options }: Offer) => options.reduce((product, { values }) => product * values.length, 1)

async function resell(world: WooWorld, site: Site, offer: Offer, by: Draw, number: number): Promise<Resold> {
  const { source, index, good } = offer
  const name = writeTitle(good, by.pick(WRITTEN_LIKE), by, null)
  const variants = variantsOf(offer, dayOf(world.now()))
  const factor = 1.8 + by.random() * 1.4
  const priceOf = ({ price }: Variant) => ((price * factor) / 100).toFixed(2)
  // Every fourth one keeps the supplier's numbers, as other tools write them.
  const keepsNumbers = by.chance(0.25)
  const own_sku = `${site.site.toUpperCase()}-R${number + 1}`
  const skuOf = (at: number) => (keepsNumbers ? vendorId(source, index, at) : `${own_sku}-${at + 1}`)
  const saysLong = by.chance(0.5)
  const valueOf = (value: string) => (saysLong ? (LONG_SIZES[value] ?? value) : value)
  const image_ids = await placeImages(world, site, [{ src: picturesOf(world.config.public_url, offer)[0] }])
  const [only] = variants
  const source_product_id = vendorId(source, index)
  if (variants.length === 1 && only) {
    const doc = { ...EMPTY, name, image_ids, regular_price: priceOf(only), manage_stock: true, stock_quantity: 20 }
    const post = await insertPost(world, site, { kind: 'product', status: 'publish', sku: skuOf(0), doc }, 'merchant')
    return {
      id: post.id,
      good: good.number,
      source,
      source_product_id,
      variants: { [post.id]: vendorId(source, index, 0) },
    }
  }
  const attributes = offer.options.map(({ name: option, values }, position) => ({
    id: 0,
    name: option,
    position,
    visible: true,
    variation: true,
    options: values.map(({ value }) => valueOf(value)),
  }))
  const doc = { ...EMPTY, name, image_ids, type: 'variable', attributes }
  const post = await insertPost(world, site, { kind: 'product', status: 'publish', sku: own_sku, doc }, 'merchant')
  const truth: Record<string, string> = {}
  for (const variant of variants) {
    const chosen = variant.values.map(({ option, value }) => ({ id: 0, name: option, option: valueOf(value) }))
    const own = { ...EMPTY, name, regular_price: priceOf(variant), chosen }
    const made = { kind: 'variation' as const, parent_id: post.id, status: 'publish', doc: own }
    const { id } = await insertPost(world, site, { ...made, sku: skuOf(variant.index) }, 'merchant')
    truth[id] = vendorId(source, index, variant.index)
  }
  return { id: post.id, good: good.number, source, source_product_id, variants: truth }
}
