import type { ListingDocument, RemoteListing } from '@omni/domain/channels/document.ts'
import { equalValue, type Fields, fieldsOfDocument, type FieldValue } from '@omni/domain/channels/fields.ts'
import type { Listing, ListingNote, ListingState, ListingStep, OpenSend } from '@omni/domain/channels/listing.ts'
import type { Policies } from '@omni/domain/channels/merge.ts'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { DB } from '../../platform/db-types.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import type { PushSettings } from './desired.ts'

export type ListingRecord = Selectable<DB['listings']>
export interface ListingId {
  workplace_id: string
  listing_id: string
}

/** A value that was changed in the store and taken over, while the product's own is still what it was then. */
interface Override {
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
  searched: row.searched,
  created_as: fields(row.created_as),
  refused: row.refused === null ? null : fields(row.refused),
  question: row.question as Listing['question'],
  conflicts: row.conflicts,
})

/** Locked until the end of the transaction: a listing moves one step at a time. Always in one order. */
export async function lockListings(
  tx: Tx,
  workplace_id: string,
  listing_ids: readonly string[],
): Promise<Map<string, ListingRecord>> {
  const { rows } = await sql<ListingRecord>`
    select * from listings where workplace_id = ${workplace_id} and listing_id = any(${[...listing_ids]}::uuid[])
    order by listing_id for update`.execute(tx)
  return new Map(rows.map((row) => [row.listing_id, row]))
}

export const lockListing = async (
  tx: Tx,
  { workplace_id, listing_id }: ListingId,
): Promise<ListingRecord | undefined> => (await lockListings(tx, workplace_id, [listing_id])).get(listing_id)

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
  due_at?: Date | null
  settings?: PushSettings
  seen_at?: Date
  key?: string
  /** What a person asked for was begun. */
  answers?: boolean
  /** It is looked at with many others, by an export. */
  read_together?: boolean
  /** By the database's clock: a send of it is committed with this step, or its outcome is. */
  stamp?: 'intent' | 'written'
  who?: { user_id: string }
}

/** A step, and everything that belongs to it. */
export interface StepWrite {
  /** Locked. */
  row: ListingRecord
  step: Pick<ListingStep, 'listing' | 'notes'>
  more?: More
}

export const writeStep = (
  tx: Tx,
  row: ListingRecord,
  step: StepWrite['step'],
  now: Date,
  more: More = {},
): Promise<void> => writeSteps(tx, row.workplace_id, [{ row, step, more }], now)

/** Writes steps of listings of one workplace: the rows, the journal, where the products stand, and one message for all. */
export async function writeSteps(tx: Tx, workplace_id: string, writes: readonly StepWrite[], now: Date): Promise<void> {
  if (writes.length === 0) return
  const values = writes.map((write) => valuesOf(write, now))
  await sql`
    update listings l set state = r.state, remote_id = r.remote_id, wants = r.wants, seen_version = r.seen_version,
      unread = r.unread, unsure = r.unsure, open = r.open, send_no = r.send_no, searched = r.searched,
      refused = r.refused, question = r.question, conflicts = r.conflicts, overrides = r.overrides, problem = r.problem,
      -- What was not changed keeps the bytes that it is stored in.
      desired = coalesce(r.desired, l.desired), ours = coalesce(r.ours, l.ours), theirs = coalesce(r.theirs, l.theirs),
      created_as = coalesce(r.created_as, l.created_as), seen = case when r.keeps_seen then l.seen else r.seen end,
      settings = coalesce(r.settings, l.settings), revision = coalesce(r.revision, l.revision),
      rate = case when r.keeps_rate then l.rate else r.rate end, key = coalesce(r.key, l.key),
      remote = coalesce(r.remote, l.remote), title = coalesce(r.title, l.title),
      image = case when r.remote is null then l.image else r.image end,
      url = case when r.remote is null then l.url else r.url end,
      status = case when r.remote is null then l.status else r.status end,
      variants = coalesce(r.variants, l.variants),
      price_min = case when r.remote is null then l.price_min else r.price_min end,
      price_max = case when r.remote is null then l.price_max else r.price_max end,
      seen_at = coalesce(r.seen_at, l.seen_at),
      due_at = case when r.keeps_due then l.due_at else r.due_at end,
      asked = l.asked and not r.answers, read_together = coalesce(r.read_together, l.read_together),
      intent_at = case when r.stamp = 'intent' then clock_timestamp() else l.intent_at end,
      written_at = case when r.stamp = 'written' then clock_timestamp() else l.written_at end,
      version = l.version + 1, updated_at = coalesce(r.updated_at, l.updated_at)
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r (listing_id uuid, state text, remote_id text,
      wants text, desired jsonb, ours jsonb, theirs jsonb, seen jsonb, keeps_seen boolean, seen_version text,
      unread text[], unsure boolean, open jsonb, send_no int, searched boolean, created_as jsonb, refused jsonb,
      question text, conflicts text[], overrides jsonb, settings jsonb, revision int, rate float8, keeps_rate boolean,
      key text, remote jsonb, title text, image text, url text, status text, variants int, price_min bigint,
      price_max bigint, seen_at timestamptz, problem text, due_at timestamptz, keeps_due boolean, answers boolean,
      read_together boolean, stamp text, updated_at timestamptz)
    where l.workplace_id = ${workplace_id} and l.listing_id = r.listing_id
      and l.listing_id = any(${writes.map(({ row }) => row.listing_id)}::uuid[])`.execute(tx)
  await insertNotes(tx, writes)
  await recordPushed(
    tx,
    workplace_id,
    writes.flatMap(({ row, step, more }) =>
      row.product_id !== null && standsElsewhere(row, step.listing, more) ? [row.product_id] : [],
    ),
  )
  const changed = writes.filter(
    ({ row, step, more }) => step.listing.state !== row.state || step.notes.length > 0 || more?.remote,
  )
  if (changed.length > 0)
    await publishToWorkplace(tx, workplace_id, 'listings.changed', {
      listing_ids: changed.map(({ row }) => row.listing_id),
    })
}

function valuesOf({ row, step: { listing, notes }, more = {} }: StepWrite, now: Date) {
  const { remote, own, overrides = overridesOf(row), due_at, rate, ...rest } = more
  const changed = (after: Fields, before: unknown) => (isSame(after, fields(before)) ? undefined : after)
  return {
    ...listing,
    listing_id: row.listing_id,
    desired: changed(listing.desired, row.desired),
    ours: changed(listing.ours, row.ours),
    theirs: changed(listing.theirs, row.theirs),
    created_as: changed(listing.created_as, row.created_as),
    keeps_seen: listing.seen === row.seen,
    ...(listing.seen === row.seen && { seen: undefined }),
    overrides: { ...overrides, ...taken(row, notes, own) },
    settings: rest.settings,
    revision: rest.revision,
    rate,
    keeps_rate: rate === undefined,
    key: rest.key,
    remote,
    ...(remote && shownFields(remote)),
    seen_at: rest.seen_at,
    problem: rest.problem === undefined ? problemAfter(row, listing, remote ?? remoteOf(row)) : rest.problem,
    due_at,
    keeps_due: due_at === undefined,
    answers: rest.answers ?? false,
    read_together: rest.read_together,
    stamp: rest.stamp,
    updated_at: listing.state !== row.state || notes.length > 0 ? now : undefined,
  }
}

const isSame = (after: Fields, before: Fields): boolean => {
  const names = Object.keys(after)
  return (
    after === before ||
    (names.length === Object.keys(before).length &&
      names.every((name) => name in before && equalValue(after[name], before[name])))
  )
}

const isAway = (state: string) => state === 'gone' || state === 'removed'

/** Whether what `recordPushed` counts may have changed. */
const standsElsewhere = (row: ListingRecord, { state, remote_id }: Listing, more: More | undefined): boolean =>
  remote_id !== row.remote_id || isAway(state) !== isAway(row.state) || more?.remote !== undefined

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

async function insertNotes(tx: Tx, writes: readonly StepWrite[]): Promise<void> {
  const notes = writes.flatMap(({ row: { workplace_id, listing_id }, step, more }) =>
    step.notes.map(({ is, field, before, after }) => ({
      workplace_id,
      listing_id,
      who: more?.who ? 'person' : is === 'sent' ? 'omni' : 'store',
      user_id: more?.who?.user_id,
      says: is,
      field,
      before,
      after,
    })),
  )
  if (notes.length === 0) return
  await sql`
    insert into listing_notes (workplace_id, listing_id, who, user_id, says, field, before, after)
    select n.workplace_id, n.listing_id, n.who, n.user_id, n.says, n.field, n.before, n.after
    from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as n (workplace_id uuid, listing_id uuid, who text,
      user_id uuid, says text, field text, before jsonb, after jsonb)`.execute(tx)
}

/** Where products stand over all their stores (sourcing spec §3, product center counts). */
export async function recordPushed(tx: Tx, workplace_id: string, product_ids: readonly string[]): Promise<void> {
  if (product_ids.length === 0) return
  const { rows } = await sql`
    with moved as (
      select p.product_id, n.pushed from unnest(${[...new Set(product_ids)]}::uuid[]) as w (product_id)
        cross join lateral (
          select case when bool_or(l.status = 'active') then 'active' when count(*) > 0 then 'draft' else 'unpushed' end
            as pushed
          from listings l where l.workplace_id = ${workplace_id} and l.product_id = w.product_id
            and l.remote_id is not null and l.state not in ('gone', 'removed')) n
        join products p on p.workplace_id = ${workplace_id} and p.product_id = w.product_id
      where p.pushed <> n.pushed
      -- Always in one order, so that two pushes of the same products never wait for one another.
      order by p.product_id for update of p)
    update products p set pushed = m.pushed from moved m
    where p.workplace_id = ${workplace_id} and p.product_id = m.product_id
    returning p.product_id`.execute(tx)
  if (rows.length > 0) await publishToWorkplace(tx, workplace_id, 'products.changed', {})
}
