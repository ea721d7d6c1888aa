import { z } from 'zod'
import type { KnownPictures, ListingUpdate, NewListing } from '../channel.ts'
import { paceOfShop } from './batch-pace.ts'
import { send, type WooWriteCall } from './client.ts'
import { findListings } from './listing-reads.ts'
import { KEY_META, mergeAttributes, toAttributes, toGroups, toImage, toNewSold, toStatus, toTags } from './map.ts'
import { isFailed, Product, type Variation } from './schemas.ts'
import { toStored } from './stored-text.ts'
import { findHolder, takenMessage } from './taken-skus.ts'
import { explainItem, hasRoom, newVariation, sendBatch } from './variant-writes.ts'
import {
  asChain,
  current,
  done,
  isGone,
  type Outcome,
  put,
  reasonOf,
  type Refused,
  refused,
  step,
  TAKEN,
  unknown,
} from './write-steps.ts'

function newProduct({ key, document, known_pictures }: NewListing, call: WooWriteCall) {
  const [only] = document.variants
  const isSimple = document.options.length === 0
  return {
    name: toStored(document.title),
    description: document.description,
    tags: toTags(document.tags),
    ...(document.categories && { categories: toGroups(document.categories) }),
    ...(document.brands && { brands: toGroups(document.brands) }),
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

export async function createListing(given: WooWriteCall, input: NewListing): Promise<Outcome> {
  const began = performance.now()
  const call = asChain(given)
  const { document, key } = input
  const skus = document.variants.map(({ sku }) => sku)
  // The shop would fetch all pictures before it refuses a variant, and keep them.
  if (document.options.length > 0) {
    const holder = await findHolder(call, key, skus).catch(reasonOf)
    if (typeof holder === 'string') return { outcome: 'not_sent', reason: holder }
    if (holder) return refused(TAKEN, takenMessage(holder))
  }
  const made = await send(call, { method: 'POST', path: '/wc/v3/products', body: newProduct(input, call) }, Product)
  // Somebody has this SKU. It may be ourselves: the first of two equal requests.
  if (made.outcome === 'refused' && made.code === TAKEN) {
    const holder = await findHolder(call, key, skus).catch(() => null)
    return (await foundInstead(call, input)) ?? { ...made, ...(holder && { message: takenMessage(holder) }) }
  }
  if (made.outcome !== 'done') return made
  if (document.options.length === 0) return done(made.reply, [], call)

  // From here on the product exists: what does not end well is looked up by the key.
  const pictures = picturesOf(input, made.reply)
  const pace = paceOfShop(call.credentials.base)
  const variations: Variation[] = []
  let rest = document.variants
  while (rest.length > 0 && (rest === document.variants || hasRoom(began, pace, rest.length))) {
    const some = rest.slice(0, pace.size())
    const create = some.map((variant) => newVariation(variant, document.options, pictures, call))
    const sent = await sendBatch(call, made.reply.id, { create, update: [], delete: [] })
    if (sent.outcome === 'refused') return undo(call, made.reply, { ...sent, kept_pictures: pictures })
    if (sent.outcome !== 'done') return unknown(`variants of ${key}: ${sent.reason}`)
    const failed = sent.reply.create.findIndex(isFailed)
    const item = sent.reply.create[failed]
    if (item && isFailed(item)) {
      const why = await explainItem(call, key, some[failed]?.sku ?? '', item.error)
      return undo(call, made.reply, { ...why, kept_pictures: pictures })
    }
    variations.push(...sent.reply.create.filter((one): one is Variation => !isFailed(one)))
    rest = rest.slice(some.length)
  }
  const left_out = rest.map(({ option_values }) => option_values)
  const whole = (product: Product): Outcome =>
    left_out.length === 0
      ? done(product, variations, call)
      : { outcome: 'done', reply: { remote_id: String(product.id), listing: null, left_out } }
  if (document.status === 'draft') return whole(made.reply)
  const body = { status: 'publish' }
  const shown = await step(call, { method: 'PUT', path: `/wc/v3/products/${made.reply.id}`, body }, Product)
  return shown.outcome === 'done' ? whole(shown.reply) : unknown(`${key} is made and not published`)
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

export async function updateListing(given: WooWriteCall, input: ListingUpdate): Promise<Outcome> {
  const call = asChain(given)
  const { remote, fields, known_pictures } = input
  const { title, description, tags, categories, brands, status, options, pictures } = fields
  let attributes
  // The whole list of attributes is replaced, and a status would bring a product back from the bin: look first.
  if (status !== undefined || options !== undefined) {
    const before = await current(call, remote.remote_id)
    if (typeof before === 'string') return { outcome: 'not_sent', reason: before }
    if (!before) return refused('woocommerce_rest_product_invalid_id', 'the product is no longer there')
    if (options) attributes = mergeAttributes(before, options)
  }
  const body = {
    ...(title !== undefined && { name: toStored(title) }),
    ...(description !== undefined && { description }),
    ...(tags && { tags: toTags(tags) }),
    ...(categories && { categories: toGroups(categories) }),
    ...(brands && { brands: toGroups(brands) }),
    ...(status && { status: toStatus(status) }),
    ...(attributes && { attributes }),
    ...(options && options.length > 0 && { type: 'variable' }),
    ...(pictures && { images: pictures.map((picture) => toImage(picture, known_pictures)) }),
  }
  return put(call, remote.remote_id, body)
}

export async function removeListing(call: WooWriteCall, { remote_id }: { remote_id: string }): Promise<Outcome> {
  const request = { method: 'DELETE', path: `/wc/v3/products/${remote_id}`, query: { force: 'false' } } as const
  const sent = await send(call, request, z.object({ id: z.number() }))
  const gone = sent.outcome === 'refused' && isGone(sent.code) && sent.code !== 'rest_no_route'
  if (sent.outcome !== 'done' && !gone) return sent
  return { outcome: 'done', reply: { remote_id, listing: null } }
}
