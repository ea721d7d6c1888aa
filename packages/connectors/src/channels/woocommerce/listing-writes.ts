import type { ListingVariant } from '@omni/domain/channels/document.ts'
import { z } from 'zod'
import type { KnownPictures, ListingUpdate, NewListing, VariantsUpdate, Written } from '../channel.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import { send, type WooWriteCall } from './client.ts'
import { isNothingDone, kindOfCode } from './errors.ts'
import { findListings, PAGE, readProducts } from './listing-reads.ts'
import {
  KEY_META,
  mergeAttributes,
  toAttributes,
  toImage,
  toListing,
  toNewSold,
  toSoldFields,
  toStatus,
  toTags,
  toVariationAttributes,
  variationAttributes,
} from './map.ts'
import { isFailed, Product, type Variation, VariationBatch } from './schemas.ts'

type Outcome = WriteOutcome<Written>
type Refused = Extract<Outcome, { outcome: 'refused' }>

/** A product with variants is several requests. The last one leaves within this time after the first. */
export const CHAIN_MS = 90_000

const unknown = (reason: string): Outcome => ({ outcome: 'unknown', reason })
const refused = (code: string, message: string): Refused => ({
  outcome: 'refused',
  kind: kindOfCode(code) === 'unknown' ? 'invalid' : kindOfCode(code),
  code,
  message,
})
const variationsPath = (id: number | string) => `/wc/v3/products/${id}/variations/batch`

function newProduct({ key, document, known_pictures }: NewListing, call: WooWriteCall) {
  const [only] = document.variants
  const isSimple = document.options.length === 0
  return {
    name: document.title,
    description: document.description,
    tags: toTags(document.tags),
    images: document.pictures.map((picture) => toImage(picture, known_pictures)),
    meta_data: [{ key: KEY_META, value: key }],
    ...(isSimple
      ? { type: 'simple', status: toStatus(document.status), ...(only && toNewSold(only, call.credentials)) }
      : // Hidden until its variants are there: without them nobody could buy it.
        { type: 'variable', status: 'draft', attributes: toAttributes(document.options) }),
    // Never empty: a lost reply is looked up by it. Variants keep the seller's own.
    sku: (isSimple && only?.sku) || key,
  }
}

/** The store's ids of the pictures that were sent, in the same order. */
function picturesOf({ document, known_pictures }: NewListing, { images }: Product): KnownPictures {
  const ids = document.pictures.map(({ picture_key }, i) => [picture_key, images[i]?.id] as const)
  return { ...Object.fromEntries(ids.flatMap(([key, id]) => (id ? [[key, String(id)]] : []))), ...known_pictures }
}

const newVariation = (
  variant: ListingVariant,
  options: readonly { name: string; id?: number }[],
  pictures: KnownPictures,
  call: WooWriteCall,
) => {
  const picture = variant.picture_key === null ? undefined : pictures[variant.picture_key]
  return {
    ...toNewSold(variant, call.credentials),
    attributes: toVariationAttributes(options, variant.option_values),
    ...(picture !== undefined && { image: { id: Number(picture) } }),
  }
}

export async function createListing(call: WooWriteCall, input: NewListing): Promise<Outcome> {
  const began = performance.now()
  const { document, key } = input
  const made = await send(call, { method: 'POST', path: '/wc/v3/products', body: newProduct(input, call) }, Product)
  // Somebody has this SKU. It may be ourselves: the first of two equal requests.
  if (made.outcome === 'refused' && made.code === 'product_invalid_sku')
    return (await foundInstead(call, input)) ?? made
  if (made.outcome !== 'done') return made
  if (document.options.length === 0) return done(made.reply, [], call)

  // From here on the product exists: what does not end well is looked up by the key.
  const later = { ...call, send_by: began + CHAIN_MS }
  const variations: Variation[] = []
  const pictures = picturesOf(input, made.reply)
  for (let from = 0; from < document.variants.length; from += PAGE) {
    const create = document.variants
      .slice(from, from + PAGE)
      .map((variant) => newVariation(variant, document.options, pictures, call))
    const sent = await step(
      later,
      { method: 'POST', path: variationsPath(made.reply.id), body: { create } },
      VariationBatch,
    )
    if (sent.outcome === 'refused') return undo(later, made.reply, sent)
    if (sent.outcome !== 'done') return unknown(`variants of ${key}: ${sent.reason}`)
    const failed = sent.reply.create.find(isFailed)
    if (failed) return undo(later, made.reply, refused(failed.error.code, failed.error.message))
    variations.push(...sent.reply.create.filter((item): item is Variation => !isFailed(item)))
  }
  if (document.status === 'draft') return done(made.reply, variations, call)
  const body = { status: 'publish' }
  const shown = await step(later, { method: 'PUT', path: `/wc/v3/products/${made.reply.id}`, body }, Product)
  return shown.outcome === 'done' ? done(shown.reply, variations, call) : unknown(`${key} is made and not published`)
}

const done = (product: Product, variations: readonly Variation[], call: WooWriteCall): Outcome => ({
  outcome: 'done',
  reply: { remote_id: String(product.id), listing: toListing(product, variations, call.credentials) },
})

/** A further request of the same write. Its place in the limits was not taken beforehand. */
async function step<T extends z.ZodType>(
  call: WooWriteCall,
  request: Parameters<typeof send>[1],
  schema: T,
): Promise<WriteOutcome<z.output<T>>> {
  try {
    await call.limits.take()
  } catch (error) {
    return { outcome: 'not_sent', reason: error instanceof Error ? error.message : 'the limits are used up' }
  }
  return send(call, request, schema)
}

async function foundInstead(call: WooWriteCall, { key, document }: NewListing): Promise<Outcome | null> {
  const sku = document.variants[0]?.sku ?? ''
  try {
    const [listing] = await findListings(call, { key, sku })
    if (!listing) return null
    const whole = listing.variants.length === document.variants.length && listing.status === document.status
    return whole
      ? { outcome: 'done', reply: { remote_id: listing.remote_id, listing } }
      : unknown(`${key} is half made`)
  } catch (error) {
    return unknown(error instanceof Error ? error.message : 'it could not be looked up')
  }
}

/** The store took the product and refused a variant: nothing half-made stays. */
async function undo(call: WooWriteCall, product: Product, why: Refused): Promise<Outcome> {
  const request = { method: 'DELETE', path: `/wc/v3/products/${product.id}`, query: { force: 'true' } } as const
  const removed = await step(call, request, z.object({ id: z.number() }))
  return removed.outcome === 'done' ? why : unknown(`${why.message}; the product could not be taken back`)
}

export async function updateListing(call: WooWriteCall, input: ListingUpdate): Promise<Outcome> {
  const { remote, fields, known_pictures } = input
  const { title, description, tags, status, options, pictures } = fields
  let attributes
  // The whole list of attributes is replaced, and a status would bring a product back from the bin: look first.
  if (status !== undefined || options !== undefined) {
    const before = await current(call, remote.remote_id)
    if (typeof before === 'string') return { outcome: 'not_sent', reason: before }
    if (!before) return refused('woocommerce_rest_product_invalid_id', 'the product is no longer there')
    if (options) attributes = mergeAttributes(before, options)
  }
  const body = {
    ...(title !== undefined && { name: title }),
    ...(description !== undefined && { description }),
    ...(tags && { tags: toTags(tags) }),
    ...(status && { status: toStatus(status) }),
    ...(attributes && { attributes }),
    ...(options && options.length > 0 && { type: 'variable' }),
    ...(pictures && { images: pictures.map((picture) => toImage(picture, known_pictures)) }),
  }
  return put(call, remote.remote_id, body)
}

/** The product; null: it is gone; a text: why it could not be read. */
async function current(call: WooWriteCall, remote_id: string): Promise<Product | null | string> {
  try {
    return (await readProducts(call, [remote_id]))[0] ?? null
  } catch (error) {
    return error instanceof Error ? error.message : 'the product could not be read'
  }
}

async function put(call: WooWriteCall, remote_id: string, body: object): Promise<Outcome> {
  const sent = await send(call, { method: 'PUT', path: `/wc/v3/products/${remote_id}`, body }, Product)
  if (sent.outcome !== 'done') return sent
  // Variants are not in this reply, and what lies in the bin is found missing by the next read.
  const whole = sent.reply.type !== 'variable' && sent.reply.status !== 'trash'
  return whole ? done(sent.reply, [], call) : { outcome: 'done', reply: { remote_id, listing: null } }
}

export async function updateVariants(call: WooWriteCall, input: VariantsUpdate): Promise<Outcome> {
  const { remote, known_pictures } = input
  const itself = remote.variants.find(({ remote_variant_id }) => remote_variant_id === remote.remote_id)
  if (itself) {
    const [only] = input.update
    if (input.create.length > 0 || input.remove.length > 0 || input.update.length !== 1 || !only)
      return refused('not_variable', 'a product without options has one variant')
    return put(call, remote.remote_id, toSoldFields(only.fields, itself, call.credentials))
  }
  let options: readonly { name: string; id?: number }[] = remote.options
  if (input.create.length > 0 || input.update.some(({ fields }) => fields.option_values)) {
    const product = await current(call, remote.remote_id)
    if (typeof product === 'string') return { outcome: 'not_sent', reason: product }
    if (!product) return refused('woocommerce_rest_product_invalid_id', 'the product is no longer there')
    options = variationAttributes(product)
  }
  const before = new Map(remote.variants.map((variant) => [variant.remote_variant_id, variant]))
  const update = input.update.map(({ remote_variant_id, fields }) => {
    const { option_values, picture_key } = fields
    const picture = picture_key == null ? undefined : known_pictures[picture_key]
    return {
      id: Number(remote_variant_id),
      ...toSoldFields(fields, before.get(remote_variant_id), call.credentials),
      ...(option_values && { attributes: toVariationAttributes(options, option_values) }),
      ...(picture !== undefined && { image: { id: Number(picture) } }),
      ...(picture_key === null && { image: '' }),
    }
  })
  const create = input.create.map((variant) => newVariation(variant, options, known_pictures, call))
  const body = { create, update, delete: input.remove.map(Number) }
  const sent = await send(call, { method: 'POST', path: variationsPath(remote.remote_id), body }, VariationBatch)
  return sent.outcome === 'done' ? judgeBatch(remote.remote_id, body, sent.reply) : sent
}

/** Each item has an answer of its own, in the order they were sent. */
function judgeBatch(
  remote_id: string,
  asked: { create: unknown[]; update: unknown[]; delete: unknown[] },
  { create, update, delete: removed }: z.output<typeof VariationBatch>,
): Outcome {
  const lost = create.length !== asked.create.length || update.length !== asked.update.length
  if (lost || removed.length !== asked.delete.length) return unknown('the reply does not name every variant')
  // What is to be removed and is not there, is removed.
  const failed = [...create, ...update, ...removed.filter(isFailed).filter((item) => !isGone(item.error.code))].filter(
    isFailed,
  )
  const [first] = failed
  if (!first) return { outcome: 'done', reply: { remote_id, listing: null } }
  const none = failed.length === create.length + update.length + removed.length
  const { code, message } = first.error
  return none && isNothingDone(code) ? refused(code, message) : unknown(`${failed.length} variants: ${code} ${message}`)
}

const isGone = (code: string) => kindOfCode(code) === 'not_found'

export async function removeListing(call: WooWriteCall, { remote_id }: { remote_id: string }): Promise<Outcome> {
  const request = { method: 'DELETE', path: `/wc/v3/products/${remote_id}`, query: { force: 'false' } } as const
  const sent = await send(call, request, z.object({ id: z.number() }))
  const gone = sent.outcome === 'refused' && isGone(sent.code) && sent.code !== 'rest_no_route'
  if (sent.outcome !== 'done' && !gone) return sent
  return { outcome: 'done', reply: { remote_id, listing: null } }
}
