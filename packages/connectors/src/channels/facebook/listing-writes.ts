import type { ListingVariant, RemoteListing } from '@omni/domain/channels/document.ts'
import type { KnownPictures, ListingUpdate, NewListing, VariantsUpdate, Written } from '../channel.ts'
import { itemId, pictureAddress } from '../item-group.ts'
import { VendorError } from '../../vendor-error.ts'
import type { WriteOutcome } from '../../write-outcome.ts'
import { ask, send, type WriteToCatalog } from './client.ts'
import { readListings } from './listing-reads.ts'
import { toNewSold, toOptionFields, toPictureFields, toSoldFields, toTextFields } from './map.ts'
import { BatchReply, BatchStatus, STATUS_FIELDS } from './schemas.ts'

type Outcome = WriteOutcome<Written>
type Refused = Extract<Outcome, { outcome: 'refused' }>

/** Requests in one call: Meta takes 5,000 and advises 3,000. */
export const AT_ONCE = 3000
/** A batch is worked after it was answered. So long is its handle asked for; then it is looked up by our key. */
export const HANDLE_MS = 60_000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000

interface Request {
  method: 'CREATE' | 'UPDATE' | 'DELETE'
  data: { id: string; [field: string]: unknown }
}

const unknown = (reason: string): Extract<Outcome, { outcome: 'unknown' }> => ({ outcome: 'unknown', reason })
const refused = (code: string, message: string, kind: Refused['kind'] = 'invalid'): Refused => ({
  outcome: 'refused',
  kind,
  code,
  message,
})
const done = (remote_id: string): Outcome => ({ outcome: 'done', reply: { remote_id, listing: null } })
const GONE = refused('gone', 'the product is no longer in the catalog', 'not_found')

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** By the item's id: why it was not taken. */
type Invalid = ReadonlyMap<string, string>

/** A batch and what became of each of its items. No id stands twice in a batch. */
async function batch(
  call: WriteToCatalog,
  requests: readonly Request[],
  allow_upsert: boolean,
): Promise<WriteOutcome<Invalid>> {
  const { catalog_id } = call.credentials
  const body = { item_type: 'PRODUCT_ITEM', allow_upsert, requests }
  const sent = await send(call, `${catalog_id}/items_batch`, body, BatchReply)
  if (sent.outcome !== 'done') return sent
  const [handle] = sent.reply.handles
  if (handle === undefined) {
    // Nothing was taken, although the reply is a success.
    const said = (sent.reply.validation_status ?? []).flatMap(({ errors }) => errors.map(({ message }) => message))
    return refused('nothing_taken', said[0] ?? 'Facebook took nothing of it and does not say why')
  }
  try {
    return await settled(call, handle)
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    return unknown(`the batch is under way, and its handle could not be asked for: ${error.message}`)
  }
}

async function settled(call: WriteToCatalog, handle: string): Promise<WriteOutcome<Invalid>> {
  const until = performance.now() + HANDLE_MS
  const query = { handle, load_ids_of_invalid_requests: 'true', fields: STATUS_FIELDS }
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const { data } = await ask(call, `${call.credentials.catalog_id}/check_batch_request_status`, query, BatchStatus)
    const [status] = data
    const word = status?.status.toLowerCase()
    if (status && word === 'finished') {
      const invalid = new Map(status.ids_of_invalid_requests.map((id) => [id, 'Facebook did not take it']))
      for (const { id, message } of status.errors) if (id !== '') invalid.set(id, message)
      return { outcome: 'done', reply: invalid }
    }
    if (word === 'error' || word === 'canceled') return unknown(`the batch ended with "${word}"`)
    if (performance.now() + pause > until) return unknown('the batch is still under way')
    await sleep(pause)
  }
}

const firstReason = (invalid: Invalid) => [...invalid.values()][0] ?? ''

const addresses = (pictures: Parameters<typeof pictureAddress>[0][], known: KnownPictures) =>
  pictures.map((picture) => pictureAddress(picture, known))

export async function createListing(call: WriteToCatalog, input: NewListing): Promise<Outcome> {
  const { key, document, known_pictures } = input
  const { link, pictures, options, variants } = document
  if (!link) return refused('no_link', 'a catalog item leads to a page of the product, and no shop has one yet')
  const all = addresses(pictures, known_pictures)
  const taken = new Set<string>()
  const requests = variants.map((variant): Request => {
    const id = itemId(key, variant.option_values, taken)
    taken.add(id)
    const at = pictures.findIndex(({ picture_key }) => picture_key === variant.picture_key)
    const names = options.map(({ name }) => name)
    return {
      method: 'CREATE',
      data: {
        id,
        item_group_id: key,
        link,
        ...toTextFields(document),
        ...toPictureFields(all, all[at]),
        ...(names.length > 0 && toOptionFields(names, variant.option_values)),
        ...toNewSold(variant, call.credentials.currency),
      },
    }
  })
  const sent = await batch(call, requests, true)
  if (sent.outcome !== 'done') return sent
  const invalid = sent.reply
  if (invalid.size === 0) return done(key)
  const made = requests.filter(({ data }) => !invalid.has(data.id)).map(({ data }) => data.id)
  const why = refused('invalid_items', firstReason(invalid))
  if (made.length === 0) return why
  // Nothing half-made stays.
  const undone = await batch(call, made.map(toDelete), false)
  return undone.outcome === 'done' ? why : unknown(`${why.message}; the other variants could not be taken back`)
}

const toDelete = (id: string): Request => ({ method: 'DELETE', data: { id } })

/** An update of what is not there is dropped without a word: so it is looked for. */
async function judge(call: WriteToCatalog, remote_id: string, requests: readonly Request[]): Promise<Outcome> {
  if (requests.length === 0) return done(remote_id)
  const sent = await batch(call, requests, false)
  if (sent.outcome !== 'done') return sent
  const wrong = requests.filter(({ data, method }) => method !== 'DELETE' && sent.reply.has(data.id))
  if (wrong.length === requests.length) {
    const there = await look(call, remote_id)
    if (there === 'gone') return GONE
    return refused('invalid_items', firstReason(sent.reply))
  }
  if (wrong.length > 0) return unknown(`${wrong.length} variants were refused: ${firstReason(sent.reply)}`)
  const onlyRemoves = requests.every(({ method }) => method === 'DELETE')
  const there = onlyRemoves ? 'there' : await look(call, remote_id)
  if (there === 'gone') return GONE
  return there === 'there' ? done(remote_id) : unknown(`written, and it could not be looked for: ${there.reason}`)
}

async function look(call: WriteToCatalog, remote_id: string): Promise<'there' | 'gone' | { reason: string }> {
  try {
    return (await readListings(call, { remote_ids: [remote_id] })).length > 0 ? 'there' : 'gone'
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    return { reason: error.message }
  }
}

export function updateListing(call: WriteToCatalog, input: ListingUpdate): Promise<Outcome> {
  const { remote, fields, known_pictures } = input
  const texts = toTextFields(fields)
  const names = fields.options?.map(({ name }) => name)
  const all = fields.pictures && addresses(fields.pictures, known_pictures)
  const requests = remote.variants.map(({ remote_variant_id, option_values, remote_picture_id }): Request => {
    const data = {
      id: remote_variant_id,
      ...texts,
      ...(names && names.length > 0 && toOptionFields(names, option_values)),
      ...(all && toPictureFields(all, remote_picture_id ?? undefined)),
    }
    return { method: 'UPDATE', data }
  })
  return judge(
    call,
    remote.remote_id,
    requests.filter(({ data }) => Object.keys(data).length > 1),
  )
}

/** A new item has everything that its product has, as the catalog shows it. */
function newItem(remote: RemoteListing, variant: ListingVariant, id: string, known: KnownPictures, currency: string) {
  const own = variant.picture_key === null ? undefined : known[variant.picture_key]
  const all = remote.pictures.map(({ remote_picture_id }) => remote_picture_id)
  const names = remote.options.map(({ name }) => name)
  return {
    id,
    item_group_id: remote.remote_id,
    link: remote.link ?? '',
    ...toTextFields(remote),
    ...toPictureFields(all, own),
    ...(names.length > 0 && toOptionFields(names, variant.option_values)),
    ...toNewSold(variant, currency),
  }
}

export function updateVariants(call: WriteToCatalog, input: VariantsUpdate): Promise<Outcome> {
  const { remote, known_pictures } = input
  const { currency } = call.credentials
  const before = new Map(remote.variants.map((variant) => [variant.remote_variant_id, variant]))
  const taken = new Set(before.keys())
  const names = remote.options.map(({ name }) => name)
  const all = remote.pictures.map(({ remote_picture_id }) => remote_picture_id)
  const update = input.update.map(({ remote_variant_id, fields }): Request => {
    const { option_values, picture_key } = fields
    const own = picture_key == null ? undefined : known_pictures[picture_key]
    const data = {
      id: remote_variant_id,
      ...toSoldFields(fields, before.get(remote_variant_id), currency),
      ...(option_values && names.length > 0 && toOptionFields(names, option_values)),
      ...(own !== undefined && toPictureFields(all, own)),
    }
    return { method: 'UPDATE', data }
  })
  const create = input.create.map((variant): Request => {
    const id = itemId(remote.remote_id, variant.option_values, taken)
    taken.add(id)
    return { method: 'CREATE', data: newItem(remote, variant, id, known_pictures, currency) }
  })
  return judge(call, remote.remote_id, [...update, ...create, ...input.remove.map(toDelete)])
}

export async function removeListing(call: WriteToCatalog, { remote_id }: { remote_id: string }): Promise<Outcome> {
  let there
  try {
    there = await readListings(call, { remote_ids: [remote_id] })
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    const { kind, message } = error
    // A token that ended is told as such: only then is it renewed.
    return kind === 'auth_expired' ? refused(kind, message, kind) : { outcome: 'not_sent', reason: message }
  }
  const ids = there.flatMap(({ variants }) => variants.map(({ remote_variant_id }) => remote_variant_id))
  return judge(call, remote_id, ids.map(toDelete))
}
