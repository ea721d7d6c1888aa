import type { ListingDocument, RemoteListing } from '@omni/domain/channels/document.ts'
import {
  equalValue,
  type Fields,
  fieldsOfDocument,
  fieldsOfRemote,
  type FieldValue,
} from '@omni/domain/channels/fields.ts'
import type { Listing, ListingNote, ListingState, ListingStep, OpenSend } from '@omni/domain/channels/listing.ts'
import type { Policies } from '@omni/domain/channels/merge.ts'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { DB } from '../../platform/db-types.ts'
import { tellWorkplace } from '../../platform/realtime.ts'
import type { PushSettings } from './desired.ts'

export type ListingRecord = Selectable<DB['listings']>
export interface ListingId {
  workplace_id: string
  listing_id: string
}

/** A value that was changed in the store and taken over, while the product's own is still what it was then. */
export interface Override {
  value: FieldValue | null
  over: FieldValue | null
}
export type Overrides = Record<string, Override>

// Columns of JSON hold what the functions below wrote.
const fields = (value: unknown) => value as Fields
export const overridesOf = (row: ListingRecord) => row.overrides as unknown as Overrides
export const settingsOf = (row: ListingRecord) => row.settings as unknown as PushSettings
export const policiesOf = (row: ListingRecord) => row.policies as unknown as Policies
export const remoteOf = (row: ListingRecord) => row.remote as unknown as RemoteListing | null

export const toListing = (row: ListingRecord): Listing => ({
  state: row.state as ListingState, // the table's own checks, here and below
  remote_id: row.remote_id,
  wants: row.wants as Listing['wants'],
  desired: fields(row.desired),
  ours: fields(row.ours),
  theirs: fields(row.theirs),
  seen: row.seen === null ? null : fields(row.seen),
  seen_version: row.seen_version,
  unread: row.unread,
  unsure: row.unsure,
  open: row.open as unknown as OpenSend | null,
  send_no: row.send_no,
  looked: row.looked,
  created_as: fields(row.created_as),
  refused: row.refused === null ? null : fields(row.refused),
  question: row.question as Listing['question'],
  conflicts: row.conflicts,
})

/** Locked until the end of the transaction: a listing moves one step at a time. */
export const lockListing = (tx: Tx, { workplace_id, listing_id }: ListingId): Promise<ListingRecord | undefined> =>
  tx
    .selectFrom('listings')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('listing_id', '=', listing_id)
    .forUpdate()
    .executeTakeFirst()

/** What is wanted: the product's own fields, but for those that were taken over from the store since. */
export function withOverrides(
  document: ListingDocument,
  overrides: Overrides,
  publishes: boolean,
): { own: Fields; desired: Fields; kept: Overrides } {
  const own: Fields = { ...fieldsOfDocument(document), ...(publishes && { published: true }) }
  const kept = Object.fromEntries(
    Object.entries(overrides).filter(([field, { over }]) => equalValue(own[field], over ?? undefined)),
  )
  const desired: Record<string, FieldValue> = { ...own }
  for (const [field, { value }] of Object.entries(kept)) {
    if (value === null) delete desired[field]
    else desired[field] = value
  }
  return { own, desired, kept }
}

interface More {
  /** The product's own fields, without what was taken over from the store. */
  own?: Fields
  overrides?: Overrides
  revision?: number
  /** At which its prices are converted; null: they are not. */
  rate?: number | null
  remote?: RemoteListing
  problem?: string | null
  wake_at?: Date | null
  settings?: PushSettings
  seen_at?: Date
  key?: string
  who?: { user_id: string }
}

/** Writes a step and everything that belongs to it. */
export async function writeStep(
  tx: Tx,
  row: ListingRecord,
  { listing, notes }: ListingStep,
  now: Date,
  more: More = {},
): Promise<void> {
  const overrides = { ...(more.overrides ?? overridesOf(row)), ...taken(row, notes, more.own) }
  const { remote } = more
  const shown = remote && shownFields(remote)
  const state_changed = listing.state !== row.state
  await tx
    .updateTable('listings')
    .set({
      ...listing,
      desired: JSON.stringify(listing.desired),
      ours: JSON.stringify(listing.ours),
      theirs: JSON.stringify(listing.theirs),
      seen: listing.seen === null ? null : JSON.stringify(listing.seen),
      unread: [...listing.unread],
      conflicts: [...listing.conflicts],
      open: listing.open === null ? null : JSON.stringify(listing.open),
      created_as: JSON.stringify(listing.created_as),
      refused: listing.refused === null ? null : JSON.stringify(listing.refused),
      overrides: JSON.stringify(overrides),
      ...(more.settings && { settings: JSON.stringify(more.settings) }),
      ...(more.revision !== undefined && { revision: more.revision }),
      ...(more.rate !== undefined && { rate: more.rate }),
      ...(more.key !== undefined && { key: more.key }),
      ...(remote && { remote: JSON.stringify(remote), ...shown }),
      ...(more.seen_at && { seen_at: more.seen_at }),
      problem: more.problem === undefined ? problemAfter(row, listing, remote ?? remoteOf(row)) : more.problem,
      ...(more.wake_at !== undefined && { wake_at: more.wake_at }),
      version: row.version + 1,
      updated_at: state_changed || notes.length > 0 ? now : row.updated_at,
    })
    .where('workplace_id', '=', row.workplace_id)
    .where('listing_id', '=', row.listing_id)
    .execute()
  await insertNotes(tx, row, notes, more.who)
  if (row.product_id !== null && (state_changed || shown)) await notePushed(tx, row.workplace_id, row.product_id)
  if (state_changed || notes.length > 0 || shown)
    await tellWorkplace(tx, row.workplace_id, 'listings.changed', { listing_ids: [row.listing_id] })
}

/** A refusal, why a send that is open waits, or what the store holds against what it took. */
const problemAfter = (row: ListingRecord, { state }: Listing, remote: RemoteListing | null) =>
  state === 'refused' || (state === 'sending' && row.open !== null) ? row.problem : (remote?.problems?.[0] ?? null)

/**
 * What is taken over stands until the product's own value changes. After an earlier one, what was desired is what was
 * taken then, not the product's own.
 */
const taken = (row: ListingRecord, notes: readonly ListingNote[], own: Fields | undefined): Overrides =>
  Object.fromEntries(
    notes.flatMap(({ is, field, after }) => {
      if (is !== 'taken' || field === undefined) return []
      return [[field, { value: after ?? null, over: ownValue(row, field, own) ?? null }]]
    }),
  )

function ownValue(row: ListingRecord, field: string, own: Fields | undefined): FieldValue | null | undefined {
  if (own) return own[field]
  const earlier = overridesOf(row)[field]
  return earlier ? earlier.over : fields(row.desired)[field]
}

/** What lists show of a listing. */
export function shownFields(remote: RemoteListing) {
  const prices = remote.variants.map(({ price }) => price)
  return {
    title: remote.title,
    image: remote.pictures[0]?.url ?? null,
    url: remote.url,
    status: remote.status,
    variants: remote.variants.length,
    price_min: prices.length === 0 ? null : Math.min(...prices),
    price_max: prices.length === 0 ? null : Math.max(...prices),
  }
}

async function insertNotes(
  tx: Tx,
  { workplace_id, listing_id }: ListingRecord,
  notes: readonly ListingNote[],
  who: More['who'],
): Promise<void> {
  if (notes.length === 0) return
  await tx
    .insertInto('listing_notes')
    .values(
      notes.map(({ is, field, before, after }) => ({
        workplace_id,
        listing_id,
        who: who ? 'person' : is === 'sent' ? 'omni' : 'store',
        user_id: who?.user_id ?? null,
        says: is,
        field: field ?? null,
        before: before === undefined ? null : JSON.stringify(before),
        after: after === undefined ? null : JSON.stringify(after),
      })),
    )
    .execute()
}

/** Where the product stands over all its stores (sourcing spec §3, product center counts). */
export async function notePushed(tx: Tx, workplace_id: string, product_id: string): Promise<void> {
  const { rows } = await sql`
    update products p set pushed = n.pushed from (
      select case when bool_or(l.status = 'active') then 'active' when count(*) > 0 then 'draft' else 'unpushed' end as pushed
      from listings l where l.workplace_id = ${workplace_id} and l.product_id = ${product_id}
        and l.remote_id is not null and l.state not in ('gone', 'removed')) n
    where p.workplace_id = ${workplace_id} and p.product_id = ${product_id} and p.pushed <> n.pushed
    returning p.product_id`.execute(tx)
  if (rows.length > 0) await tellWorkplace(tx, workplace_id, 'products.changed', {})
}

/** Learns which of the store's pictures are ours, and shows the listing in our fields. */
export async function readRemote(tx: Tx, row: ListingRecord, remote: RemoteListing): Promise<Fields> {
  const wanted = new Set([...picturesIn(row.desired), ...picturesIn(row.open)])
  const known = await tx
    .selectFrom('store_pictures')
    .select(['picture_key', 'remote_picture_id'])
    .where('workplace_id', '=', row.workplace_id)
    .where('store_id', '=', row.store_id)
    .where(
      'remote_picture_id',
      'in',
      remote.pictures.length === 0 ? [''] : remote.pictures.map(({ remote_picture_id }) => remote_picture_id),
    )
    .execute()
  const keys = Object.fromEntries(known.map(({ picture_key, remote_picture_id }) => [remote_picture_id, picture_key]))
  const missing = [...wanted].filter((key) => !Object.values(keys).includes(key))
  const fresh: { picture_key: string; remote_picture_id: string }[] = []
  const strangers = remote.pictures.filter(({ remote_picture_id }) => !(remote_picture_id in keys))
  for (const picture_key of missing) {
    const found = strangers.find(({ file_name, url }) => (file_name ?? url).includes(picture_key))
    if (found) fresh.push({ picture_key, remote_picture_id: found.remote_picture_id })
  }
  // A store that keeps its own file names, or has none before it has fetched the files, shows new pictures in the order
  // they were sent.
  const unnamed = strangers.filter(
    ({ remote_picture_id }) => !fresh.some((one) => one.remote_picture_id === remote_picture_id),
  )
  const left = missing.filter((key) => !fresh.some((one) => one.picture_key === key))
  const written = row.open !== null || row.unread.includes('pictures')
  if (written && unnamed.length === left.length)
    for (const [at, picture_key] of left.entries()) {
      const picture = unnamed[at]
      if (picture) fresh.push({ picture_key, remote_picture_id: picture.remote_picture_id })
    }
  if (fresh.length > 0)
    await tx
      .insertInto('store_pictures')
      .values(fresh.map((one) => ({ workplace_id: row.workplace_id, store_id: row.store_id, ...one })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  for (const { picture_key, remote_picture_id } of fresh) keys[remote_picture_id] = picture_key
  const tags = [...tagsIn(row.desired), ...tagsIn(row.ours)]
  return fieldsOfRemote(remote, { picture_keys: keys, tags: new Set(tags) })
}

const list = (value: unknown, name: string): string[] => {
  const found = (value as Record<string, unknown> | null)?.[name]
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : []
}
const picturesIn = (value: unknown) => [
  ...list(value, 'pictures'),
  ...list((value as { put?: unknown } | null)?.put, 'pictures'),
]
const tagsIn = (value: unknown) => list(value, 'tags')
