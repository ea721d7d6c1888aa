import type { z } from 'zod'
import type { WriteOutcome } from '../../write-outcome.ts'
import type { ListingUpdate, NewListing, StockUpdate, VariantFields, VariantsUpdate, Written } from '../channel.ts'
import { categoryVersion } from './app.ts'
import { prepaid, send, type TikTokWriteCall, WRITE_UNITS } from './client.ts'
import { CHECK_FAILED, EXTERNAL_ID_TAKEN, isGone, kindOfCode } from './errors.ts'
import { findListings, readProduct } from './listing-reads.ts'
import {
  DEFAULT_SHIPPING,
  heaviest,
  isShown,
  optionsOf,
  toDescription,
  toDetails,
  toDimensions,
  toInventory,
  toKnownSku,
  toNewSku,
  toParcel,
  toPrices,
  toWeight,
} from './map.ts'
import { Made, Nothing, PartErrors, type Product, type Sku } from './schemas.ts'

type Outcome = WriteOutcome<Written>

const PRODUCTS = '/product/202309/products'
const done = (remote_id: string): Outcome => ({ outcome: 'done', reply: { remote_id, listing: null } })
const unknown = (reason: string): Outcome => ({ outcome: 'unknown', reason })
const refused = (code: string, message: string): Extract<Outcome, { outcome: 'refused' }> => {
  const kind = kindOfCode(code)
  return { outcome: 'refused', kind: kind === 'unknown' ? 'invalid' : kind, code, message }
}
const NOT_THERE = refused('12052032', 'the product is no longer there')
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : 'the shop could not be asked')

/** The product as it is now; a text: why it could not be read. */
async function current(call: TikTokWriteCall, remote_id: string): Promise<Product | null | string> {
  try {
    return await readProduct(prepaid(call), remote_id)
  } catch (error) {
    return reasonOf(error)
  }
}

/** Calls about a list of products or SKUs say inside a successful reply what was refused. */
function judge(remote_id: string, outcome: WriteOutcome<z.output<typeof PartErrors>>, sent: number): Outcome {
  if (outcome.outcome !== 'done') return outcome
  const { errors } = outcome.reply
  const [first] = errors
  if (!first) return done(remote_id)
  const inner = first.code === CHECK_FAILED ? first.detail?.extra_errors[0] : undefined
  const { code, message } = inner ?? first
  return errors.length >= sent ? refused(code, `${code} ${message}`) : unknown(`${code} ${message}`)
}

export async function createListing(call: TikTokWriteCall, input: NewListing): Promise<Outcome> {
  const { key, document, known_pictures, shipping = DEFAULT_SHIPPING } = input
  const uris = document.pictures.map(({ picture_key }) => known_pictures[picture_key])
  if (uris.includes(undefined)) return refused('picture_missing', 'a picture was not brought to the shop')
  const [category_id] = document.categories ?? []
  if (category_id === undefined) return refused('12052023', 'TikTok Shop knows no category for this title')
  const { details } = document
  const shop = { ...call.credentials, warehouse_id: shipping.warehouse_id ?? call.credentials.warehouse_id }
  const names = document.options.map(({ name }) => name)
  const body = {
    save_mode: document.status === 'active' ? 'LISTING' : 'AS_DRAFT',
    title: document.title,
    description: toDescription(document.description, document.title),
    category_id,
    category_version: categoryVersion(shop.region),
    main_images: uris.map((uri) => ({ uri })),
    skus: document.variants.map((variant, at) => toNewSku(variant, { key, at, names, there: [] }, shop)),
    package_weight: toWeight(heaviest(document.variants, shipping.weight_g)),
    package_dimensions: toDimensions(shipping),
    ...(document.brands?.[0] && { brand_id: document.brands[0] }),
    ...(details && toDetails(details)),
    ...(details?.parcel && toParcel(details.parcel)),
    external_product_id: key,
    idempotency_key: key,
  }
  const made = await send(call, { method: 'POST', path: PRODUCTS, body }, Made)
  if (made.outcome === 'done') return done(made.reply.product_id)
  // Somebody has this external id. It can only be ourselves: the first of two equal requests.
  const isTaken = made.outcome === 'refused' && made.code === EXTERNAL_ID_TAKEN
  return isTaken ? ((await foundInstead(call, input)) ?? made) : made
}

async function foundInstead(call: TikTokWriteCall, { key, document }: NewListing): Promise<Outcome | null> {
  try {
    const [listing] = await findListings(call, { key, sku: document.variants[0]?.sku ?? '' })
    return listing ? { outcome: 'done', reply: { remote_id: listing.remote_id, listing } } : null
  } catch (error) {
    return unknown(reasonOf(error))
  }
}

/** A draft stays a draft, and everything else is shown again when it was looked through. */
const saveMode = ({ status }: Product, wanted: 'active' | 'draft' | undefined) =>
  status === 'DRAFT' && wanted !== 'active' ? 'AS_DRAFT' : 'LISTING'

const edit = async (call: TikTokWriteCall, remote_id: string, body: object): Promise<Outcome> => {
  const sent = await send(call, { method: 'POST', path: `${PRODUCTS}/${remote_id}/partial_edit`, body }, Nothing)
  return sent.outcome === 'done' ? done(remote_id) : sent
}

/** Only what differs; the platform changes each field that is sent as a whole. */
export async function updateListing(call: TikTokWriteCall, input: ListingUpdate): Promise<Outcome> {
  const { remote, fields, known_pictures } = input
  const { title, description, pictures, options, status, categories, brands, details } = fields
  const product = await current(call, remote.remote_id)
  if (typeof product === 'string') return { outcome: 'not_sent', reason: product }
  if (!product) return NOT_THERE
  const uris = pictures?.map((one) =>
    'remote_picture_id' in one ? one.remote_picture_id : known_pictures[one.picture_key],
  )
  if (uris?.includes(undefined)) return refused('picture_missing', 'a picture was not brought to the shop')
  const skus = options && skusWithOptions(call, product, options)
  const body = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description: toDescription(description, title ?? product.title) }),
    ...(uris && { main_images: uris.map((uri) => ({ uri })) }),
    ...(skus && { skus }),
    ...(categories?.[0] && { category_id: categories[0], category_version: categoryVersion(call.credentials.region) }),
    ...(brands?.[0] && { brand_id: brands[0] }),
    ...(details && toDetails(details)),
    ...(details?.parcel && toParcel(details.parcel)),
  }
  const change = status === undefined ? undefined : statusChange(product, status)
  // Fields that TikTok Shop does not have are done when nothing is left to send.
  if (Object.keys(body).length === 0 && change !== 'list')
    return change ? setStatus(call, remote.remote_id, change) : done(remote.remote_id)
  const edited = await edit(call, remote.remote_id, { save_mode: saveMode(product, status), ...body })
  if (edited.outcome !== 'done' || change === undefined || change === 'list') return edited
  const second = await step(call, () => setStatus(call, remote.remote_id, change))
  return second.outcome === 'done' ? second : unknown('its content was changed, its status was not')
}

/** A further request of the same write: its place in the limits was not taken beforehand. */
async function step(call: TikTokWriteCall, run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    await call.limits.take({ units: WRITE_UNITS })
  } catch (error) {
    return { outcome: 'not_sent', reason: reasonOf(error) }
  }
  return run()
}

/** `list`: a product that was never shown is listed by an edit; others are switched on and off. */
function statusChange(product: Product, wanted: 'active' | 'draft'): 'list' | 'activate' | 'deactivate' | undefined {
  if (wanted === 'draft') return isShown(product) ? 'deactivate' : undefined
  if (isShown(product)) return undefined
  return product.status === 'DRAFT' || product.status === 'FAILED' ? 'list' : 'activate'
}

async function setStatus(
  call: TikTokWriteCall,
  remote_id: string,
  change: 'activate' | 'deactivate',
): Promise<Outcome> {
  const body = { product_ids: [remote_id] }
  return judge(remote_id, await send(call, { method: 'POST', path: `${PRODUCTS}/${change}`, body }, PartErrors), 1)
}

/** Undefined: the same options, and their values come with the variants. */
function skusWithOptions(
  call: TikTokWriteCall,
  product: Product,
  options: readonly { name: string; values: string[] }[],
) {
  const before = optionsOf(product)
  const names = options.map(({ name }) => name)
  if (names.join('\n') === before.map(({ name }) => name).join('\n')) return undefined
  return product.skus.map((sku) => {
    const option_values = options.map(({ values }, at) => sku.sales_attributes[at]?.value_name ?? values[0] ?? '')
    return toKnownSku(sku, { option_values }, names, product.skus, call.credentials)
  })
}

const ONLY_PRICE = ['price', 'compare_at_price']
const ONLY_STOCK = ['quantity']
/** What SKUs have there; the rest of our fields is nobody's. */
const SKU_FIELDS = [...ONLY_PRICE, ...ONLY_STOCK, 'sku', 'option_values']

/**
 * A list of SKUs that is sent replaces all of them, so it is made of a read of this moment, each by its id. Prices and
 * stock of a product that is shown have calls of their own, which need no look through.
 */
export async function updateVariants(call: TikTokWriteCall, input: VariantsUpdate): Promise<Outcome> {
  const { remote, create, update, remove } = input
  const product = await current(call, remote.remote_id)
  if (typeof product === 'string') return { outcome: 'not_sent', reason: product }
  if (!product) return NOT_THERE
  const weight_g = update.map(({ fields }) => fields.weight_g ?? 0).reduce((a, b) => Math.max(a, b), 0)
  const used = new Set(update.flatMap(({ fields }) => Object.keys(fields).filter((name) => SKU_FIELDS.includes(name))))
  const only = (names: readonly string[]) => [...used].every((name) => names.includes(name))
  const isLive = product.status === 'ACTIVATE' && create.length === 0 && remove.length === 0 && weight_g === 0
  if (used.size === 0 && create.length === 0 && remove.length === 0 && weight_g === 0) return done(product.id)
  if (isLive && only(ONLY_PRICE)) return updatePrices(call, product, update)
  if (isLive && only(ONLY_STOCK)) {
    const quantities = update.map(({ remote_variant_id, fields }) => [remote_variant_id, fields.quantity ?? 0] as const)
    return setStock(call, product, new Map(quantities))
  }
  const names = remote.options.map(({ name }) => name)
  const fieldsOf = new Map(update.map(({ remote_variant_id, fields }) => [remote_variant_id, fields]))
  const kept = product.skus.filter(({ id }) => !remove.includes(id))
  const key = product.external_product_id || product.id
  // A new one is kept where the others are.
  const beside = product.skus[0]?.inventory[0]?.warehouse_id ?? call.credentials.warehouse_id
  const shop = { ...call.credentials, warehouse_id: beside }
  const skus = [
    ...kept.map((sku) => toKnownSku(sku, fieldsOf.get(sku.id) ?? {}, names, product.skus, call.credentials)),
    ...create.map((variant, at) =>
      toNewSku(variant, { key, at: product.skus.length + at, names, there: product.skus }, shop),
    ),
  ]
  const weight = weight_g > 0 && { package_weight: toWeight(weight_g) }
  return edit(call, product.id, { save_mode: saveMode(product, undefined), skus, ...weight })
}

async function updatePrices(
  call: TikTokWriteCall,
  product: Product,
  update: readonly { remote_variant_id: string; fields: VariantFields }[],
): Promise<Outcome> {
  const skus = update.flatMap(({ remote_variant_id, fields }) => {
    const sku = product.skus.find(({ id }) => id === remote_variant_id)
    if (!sku) return []
    return [{ id: sku.id, ...toPrices(sku, fields, call.credentials) }]
  })
  if (skus.length === 0) return NOT_THERE
  const path = `${PRODUCTS}/${product.id}/prices/update`
  return judge(product.id, await send(call, { method: 'POST', path, body: { skus } }, PartErrors), skus.length)
}

async function setStock(call: TikTokWriteCall, product: Product, quantities: Map<string, number>): Promise<Outcome> {
  const changed = product.skus.filter(({ id }) => quantities.has(id))
  if (changed.length === 0) return NOT_THERE
  const inventory = (sku: Sku) => toInventory(sku, quantities.get(sku.id), call.credentials)
  if (product.status !== 'ACTIVATE') {
    const names = optionsOf(product).map(({ name }) => name)
    const skus = product.skus.map((sku) => ({
      ...toKnownSku(sku, {}, names, product.skus, call.credentials),
      inventory: inventory(sku),
    }))
    return edit(call, product.id, { save_mode: saveMode(product, undefined), skus })
  }
  const skus = changed.map((sku) => ({ id: sku.id, inventory: inventory(sku) }))
  const path = `${PRODUCTS}/${product.id}/inventory/update`
  return judge(product.id, await send(call, { method: 'POST', path, body: { skus } }, PartErrors), skus.length)
}

export async function updateStock(call: TikTokWriteCall, { remote, quantities }: StockUpdate): Promise<Outcome> {
  const product = await current(call, remote.remote_id)
  if (typeof product === 'string') return { outcome: 'not_sent', reason: product }
  if (!product) return NOT_THERE
  return setStock(call, product, new Map(quantities.map((one) => [one.remote_variant_id, one.quantity])))
}

export async function removeListing(call: TikTokWriteCall, { remote_id }: { remote_id: string }): Promise<Outcome> {
  const body = { product_ids: [remote_id] }
  const removed = judge(remote_id, await send(call, { method: 'DELETE', path: PRODUCTS, body }, PartErrors), 1)
  return removed.outcome === 'refused' && isGone(removed.code) ? done(remote_id) : removed
}
