import type { ListingVariant, RemoteListing } from '@omni/domain/channels/document.ts'
import { z } from 'zod'
import type { KnownPictures, ListingUpdate, NewListing, VariantsUpdate, Written } from '../channel.ts'
import { itemId, pictureAddress } from '../item-group.ts'
import { VendorError } from '../../vendor-error.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import { productName, send, type WriteToAccount } from './client.ts'
import { AT_ONCE, readProducts } from './listing-reads.ts'
import {
  type Changes,
  maskOf,
  merged,
  noChanges,
  toBody,
  toNewSold,
  toOptions,
  toPictures,
  toPlace,
  toSold,
  toTexts,
} from './map.ts'
import { Input, type Product } from './schemas.ts'

type Outcome = WriteOutcome<Written>
type Refused = Extract<Outcome, { outcome: 'refused' }>

/** A product with variants is several requests. The last one leaves within this time after the first. */
export const CHAIN_MS = 60_000

const unknown = (reason: string): Outcome => ({ outcome: 'unknown', reason })
const refused = (code: string, message: string, kind: Refused['kind'] = 'invalid'): Refused => ({
  outcome: 'refused',
  kind,
  code,
  message,
})
const done = (remote_id: string): Outcome => ({ outcome: 'done', reply: { remote_id, listing: null } })

type Step = () => Promise<WriteOutcome<unknown>>

/** One after the other in handfuls. What was not sent after a failure is `not_sent`. */
async function inTurn(steps: readonly Step[], goesOn: (outcome: WriteOutcome<unknown>) => boolean) {
  const outcomes: WriteOutcome<unknown>[] = []
  for (let from = 0; from < steps.length; from += AT_ONCE) {
    if (!outcomes.every(goesOn)) break
    outcomes.push(...(await Promise.all(steps.slice(from, from + AT_ONCE).map((step) => step()))))
  }
  return outcomes
}

/** The first request keeps the deadline it was given; those behind it have the chain's. */
const later = (call: WriteToAccount): WriteToAccount => ({ ...call, send_by: call.send_by + CHAIN_MS })

function insert(call: WriteToAccount, offerId: string, body: ReturnType<typeof toBody>): Step {
  const { account, data_source, feed_label, language } = call.credentials
  const request = {
    method: 'POST' as const,
    path: `products/v1/accounts/${account}/productInputs:insert`,
    query: { dataSource: data_source },
    body: {
      offerId,
      contentLanguage: language,
      feedLabel: feed_label,
      // One that left earlier and lands later is refused by this.
      versionNumber: String(call.now().getTime()),
      ...body,
    },
  }
  return () => send(call, request, Input)
}

const inputPath = ({ credentials }: WriteToAccount, offer: string) =>
  `products/v1/accounts/${credentials.account}/productInputs/${productName(credentials, offer)}`

function patch(call: WriteToAccount, offer: string, changes: Changes): Step {
  const query = { dataSource: call.credentials.data_source, updateMask: maskOf(changes) }
  const body = toBody(changes)
  return () => send(call, { method: 'PATCH', path: inputPath(call, offer), query, body }, Input)
}

function remove(call: WriteToAccount, offer: string): Step {
  const query = { dataSource: call.credentials.data_source }
  return () => send(call, { method: 'DELETE', path: inputPath(call, offer), query }, z.unknown())
}

const isDone = ({ outcome }: WriteOutcome<unknown>) => outcome === 'done'
const isGone = (outcome: WriteOutcome<unknown>) => outcome.outcome === 'refused' && outcome.kind === 'not_found'
const isRefused = (outcome: WriteOutcome<unknown>): outcome is Refused => outcome.outcome === 'refused'

const addresses = (pictures: Parameters<typeof pictureAddress>[0][], known: KnownPictures) =>
  pictures.map((picture) => pictureAddress(picture, known))

export async function createListing(call: WriteToAccount, input: NewListing): Promise<Outcome> {
  const { key, document, known_pictures } = input
  const { link, pictures, options, variants } = document
  if (!link) return refused('no_link', 'a product at Google leads to a page, and no shop has one for it yet')
  const all = addresses(pictures, known_pictures)
  const names = options.map(({ name }) => name)
  const taken = new Set<string>()
  const common: Changes = { attributes: { link, itemGroupId: key }, custom: {} }
  const offers = variants.map((variant, place) => {
    const id = itemId(key, variant.option_values, taken)
    taken.add(id)
    const at = pictures.findIndex(({ picture_key }) => picture_key === variant.picture_key)
    const changes = merged(
      common,
      toTexts(document),
      toPictures(all, all[at]),
      names.length > 0 ? toOptions(names, variant.option_values) : noChanges(),
      toNewSold(variant, call.credentials.currency),
      toPlace(place),
    )
    return { id, body: toBody(changes) }
  })
  const chain = later(call)
  const steps = offers.map(({ id, body }, at) => insert(at < AT_ONCE ? call : chain, id, body))
  const outcomes = await inTurn(steps, isDone)
  const failed = outcomes.find((outcome) => !isDone(outcome))
  if (!failed) return done(key)
  const made = offers.filter((_, at) => outcomes[at]?.outcome === 'done')
  const lost = outcomes.find(({ outcome }) => outcome === 'unknown')
  if (lost?.outcome === 'unknown') return unknown(lost.reason)
  if (made.length === 0) return isRefused(failed) ? failed : { outcome: 'not_sent', reason: 'nothing left us' }
  if (!isRefused(failed)) return unknown(`${made.length} of ${offers.length} variants are made`)
  // Nothing half-made stays.
  const undone = await inTurn(
    made.map(({ id }) => remove(chain, id)),
    () => true,
  )
  const isUndone = undone.every((outcome) => isDone(outcome) || isGone(outcome))
  return isUndone ? failed : unknown(`${failed.message}; the other variants could not be taken back`)
}

/** Of several requests about one listing. What is to be removed and is not there, is removed. */
async function judge(remote_id: string, steps: readonly Step[], removes: readonly Step[]): Promise<Outcome> {
  const outcomes = await inTurn([...steps, ...removes], () => true)
  const [written, removed] = [outcomes.slice(0, steps.length), outcomes.slice(steps.length)]
  const lost = outcomes.find(({ outcome }) => outcome === 'unknown' || outcome === 'not_sent')
  const nothing = outcomes.every(({ outcome }) => outcome === 'not_sent')
  if (nothing && lost?.outcome === 'not_sent') return lost
  if (lost && 'reason' in lost) return unknown(lost.reason)
  if (written.length > 0 && written.every(isGone)) return refused('gone', 'the product is no longer there', 'not_found')
  // A variant that is gone while others are there is found missing by the next read.
  const failed = [...written, ...removed].filter(isRefused).filter((outcome) => !isGone(outcome))
  const [first] = failed
  if (!first) return done(remote_id)
  return failed.length === outcomes.length ? first : unknown(`${failed.length} variants were refused: ${first.message}`)
}

export function updateListing(call: WriteToAccount, input: ListingUpdate): Promise<Outcome> {
  const { remote, fields, known_pictures } = input
  const names = fields.options?.map(({ name }) => name)
  const all = fields.pictures && addresses(fields.pictures, known_pictures)
  const steps = remote.variants.flatMap(({ remote_variant_id, option_values, remote_picture_id }) => {
    const changes = merged(
      toTexts(fields),
      names && names.length > 0 ? toOptions(names, option_values) : noChanges(),
      all ? toPictures(all, remote_picture_id ?? undefined) : noChanges(),
    )
    return maskOf(changes) === '' ? [] : [patch(call, remote_variant_id, changes)]
  })
  return judge(remote.remote_id, steps, [])
}

/** A new variant has everything that its product has, as Google shows it. */
function newOffer(remote: RemoteListing, variant: ListingVariant, known: KnownPictures, currency: string): Changes {
  const names = remote.options.map(({ name }) => name)
  const own = variant.picture_key === null ? undefined : known[variant.picture_key]
  const all = remote.pictures.map(({ remote_picture_id }) => remote_picture_id)
  return merged(
    { attributes: { link: remote.link ?? '', itemGroupId: remote.remote_id }, custom: {} },
    toTexts(remote),
    toPictures(all, own),
    names.length > 0 ? toOptions(names, variant.option_values) : noChanges(),
    toNewSold(variant, currency),
  )
}

export function updateVariants(call: WriteToAccount, input: VariantsUpdate): Promise<Outcome> {
  const { remote, known_pictures } = input
  const { currency } = call.credentials
  const before = new Map(remote.variants.map((variant) => [variant.remote_variant_id, variant]))
  const taken = new Set(before.keys())
  const names = remote.options.map(({ name }) => name)
  const all = remote.pictures.map(({ remote_picture_id }) => remote_picture_id)
  const steps = input.update.flatMap(({ remote_variant_id, fields }) => {
    const { option_values, picture_key } = fields
    const own = picture_key == null ? undefined : known_pictures[picture_key]
    const changes = merged(
      toSold(fields, before.get(remote_variant_id), currency),
      option_values && names.length > 0 ? toOptions(names, option_values) : noChanges(),
      own === undefined ? noChanges() : toPictures(all, own),
    )
    return maskOf(changes) === '' ? [] : [patch(call, remote_variant_id, changes)]
  })
  for (const [at, variant] of input.create.entries()) {
    const id = itemId(remote.remote_id, variant.option_values, taken)
    taken.add(id)
    const changes = merged(newOffer(remote, variant, known_pictures, currency), toPlace(remote.variants.length + at))
    steps.push(insert(call, id, toBody(changes)))
  }
  return judge(
    remote.remote_id,
    steps,
    input.remove.map((id) => remove(call, id)),
  )
}

/** What there is before it is written to. A token that ended is told as such: only then is it renewed. */
async function productsOf(call: WriteToAccount, remote_id: string): Promise<Product[] | Outcome> {
  try {
    return await readProducts(call, [remote_id])
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    const { kind, message } = error
    return kind === 'auth_expired' ? refused(kind, message, kind) : { outcome: 'not_sent', reason: message }
  }
}

export async function removeListing(call: WriteToAccount, { remote_id }: { remote_id: string }): Promise<Outcome> {
  const products = await productsOf(call, remote_id)
  if (!Array.isArray(products)) return products
  return judge(
    remote_id,
    [],
    products.map(({ offerId }) => remove(call, offerId)),
  )
}

/**
 * Google drops what was not inserted for 30 days. Inserted again is what it shows now, so that nothing that was changed
 * there is written over.
 */
export async function renewListing(call: WriteToAccount, { remote_id }: { remote_id: string }): Promise<Outcome> {
  const products = await productsOf(call, remote_id)
  if (!Array.isArray(products)) return products
  if (products.length === 0) return refused('gone', 'the product is no longer there', 'not_found')
  const steps = products.map(({ offerId, productAttributes, customAttributes }) => {
    const kept = Object.entries(productAttributes).filter(([, value]) => value !== '' && value != null)
    return insert(call, offerId, { productAttributes: Object.fromEntries(kept), customAttributes })
  })
  return judge(remote_id, steps, [])
}
