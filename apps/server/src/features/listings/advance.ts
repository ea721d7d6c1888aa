import type { ListingDocument, ListingPicture, RemoteListing } from '@omni/domain/channels/document.ts'
import { steadyRates } from '@omni/domain/auto-update/steady-rate.ts'
import { nextKey } from '@omni/domain/channels/listing-key.ts'
import type { Fields } from '@omni/domain/channels/fields.ts'
import {
  type ListingCommand,
  type ListingEvent,
  type ListingStep,
  next,
  type OpenSend,
} from '@omni/domain/channels/listing.ts'
import { sql } from 'kysely'
import { runAttempt } from '../../platform/attempt-jobs.ts'
import { type AttemptId, startAttempt } from '../../platform/attempts.ts'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { readRates } from '../catalog/ingest/rates.ts'
import { loadProducts } from '../product-center/load-products.ts'
import type { OpenStore } from '../stores/open-store.ts'
import { bringPictures } from './bring-pictures.ts'
import { desiredDocument, shippingOf } from './desired.ts'
import { readTogether } from './jobs.ts'
import {
  type ListingId,
  type ListingRecord,
  lockListing,
  type Overrides,
  overridesOf,
  policiesOf,
  readRemote,
  remoteOf,
  settingsOf,
  toListing,
  withOverrides,
  writeStep,
} from './listing-row.ts'
import { productPages } from './product-pages.ts'
import { sendOf } from './send-listing.ts'
import { rulesOf, writeOf } from './writes.ts'

/** The turn of an attempt whose caller died is taken by a job after this. */
const TAKEN_BACK_MS = 60_000
/** A write that does not show yet is read again. */
const READ_AGAIN_MS = [300, 1_000, 2_000]
const READ_LATER_MS = 5_000
/** How old a look at the store may be when something there is changed. */
const FRESH_S = 60
const MOST_STEPS = 40

/** What was just made is looked at by itself, or with many others by one export of the store. */
export type Reading = 'alone' | 'together'
/** More of the same push come meanwhile, and an export shows them all. */
const EXPORT_AFTER_MS = 5_000
/** An export that never comes is not waited for any longer. */
const EXPORT_WITHIN_MS = 10 * 60_000

/** What is needed to take in what a store showed. */
export type ListeningCtx = Pick<JobCtx, 'db' | 'clock' | 'config'>

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/**
 * Makes a store equal to what is wanted, step by step, until there is nothing left to do now: everything is there, the
 * store refused, a person is asked, or an outcome is not known yet. No connection is held while the store is waited for.
 */
export async function advance(ctx: JobCtx, store: OpenStore, id: ListingId, read: Reading = 'alone'): Promise<void> {
  let reads = 0
  let sent = false
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const step = await ctx.db.tx((tx) => takeTurn(tx, ctx, store, id, reads > 0))
    if (!step) return
    if (step.attempt) {
      await runAttempt(ctx, sendOf(store.platform, ctx.config), step.attempt)
      reads = 0
      sent = true
      continue
    }
    if (step.missing) {
      if (!(await bringPictures(ctx, store, id, step.missing))) return
      continue
    }
    const { command } = step
    if (command === null || command.do === 'send') return
    if (command.do === 'find') await find(ctx, store, id)
    // What an export did not show is read by itself.
    else if (sent && step.is_new && read === 'together' && store.channel.listings.startExport)
      return leaveToExport(ctx, store, id)
    else {
      if (reads > 0) await sleep(READ_AGAIN_MS[reads - 1] ?? 0)
      if (reads > READ_AGAIN_MS.length) return wakeLater(ctx, id)
      reads++
      await readOne(ctx, store, id)
    }
  }
}

interface Turn {
  command: ListingCommand | null
  /** It was made and never seen. */
  is_new?: boolean
  attempt?: AttemptId
  /** Pictures that are brought to the store before the next turn. */
  missing?: ListingPicture[]
}

interface Renewed {
  step: ListingStep
  document: ListingDocument
  more: { own: Fields; overrides: Overrides; revision: number; rate: number | null }
}

/**
 * The listing with what is wanted now. Before anything the store shows is judged, or an edit made here a moment ago
 * would be taken for none. A text: why it cannot be wanted.
 */
async function renew(
  tx: Tx,
  ctx: ListeningCtx,
  store: OpenStore,
  row: ListingRecord,
): Promise<Renewed | 'deleted' | 'no_rate'> {
  const [loaded] = row.product_id === null ? [] : await loadProducts(tx, row.workplace_id, [row.product_id], false)
  if (!loaded) return 'deleted'
  const { rates, rate } = steadyRates(await readRates(tx), loaded.currency, store.currency, row.rate)
  const target = { currency: store.currency, rates, public_url: ctx.config.PUBLIC_URL }
  const pages = await productPages(tx, row.workplace_id, store.platform, [loaded.product_id])
  const link = pages.get(loaded.product_id)
  const document = desiredDocument(loaded, { ...target, settings: settingsOf(row), link })
  if (!document) return 'no_rate'
  const publishes = store.publications.length > 0 && document.status === 'active'
  const { own, desired, kept } = withOverrides(document, overridesOf(row), publishes)
  const rules = rulesOf(store.channel.definition, policiesOf(row))
  const step = next(rules, toListing(row), { is: 'changed', desired })
  return { step, document, more: { own, overrides: kept, revision: loaded.revision, rate } }
}

/** Somebody pushed it: what was taken out or deleted is listed anew, what was refused is tried again. */
async function listAsAsked(tx: Tx, ctx: JobCtx, store: OpenStore, row: ListingRecord): Promise<ListingRecord> {
  const isAway = row.state === 'gone' || row.state === 'removed'
  const rules = rulesOf(store.channel.definition, policiesOf(row))
  const step = next(rules, toListing(row), { is: 'person', says: isAway ? 'list_again' : 'list' })
  await writeStep(tx, row, step, ctx.clock(), isAway ? { key: nextKey(row.key) } : {})
  await tx
    .updateTable('listings')
    .set({ asked: false })
    .where('workplace_id', '=', row.workplace_id)
    .where('listing_id', '=', row.listing_id)
    .execute()
  return (await lockListing(tx, row)) ?? row
}

/** Runs `next`, and commits the intent with the attempt that sends it. */
async function takeTurn(tx: Tx, ctx: JobCtx, store: OpenStore, id: ListingId, justRead: boolean): Promise<Turn | null> {
  const found = await lockListing(tx, id)
  if (!found || found.product_id === null) return null
  const row = found.asked && found.open === null ? await listAsAsked(tx, ctx, store, found) : found
  const now = ctx.clock()
  const rules = rulesOf(store.channel.definition, policiesOf(row))
  const renewed = await renew(tx, ctx, store, row)
  // A product that was deleted here stays in the store until somebody takes it out there.
  if (renewed === 'deleted') {
    await dropWake(tx, id)
    return null
  }
  if (renewed === 'no_rate') {
    const still: ListingStep = { listing: { ...toListing(row), state: 'refused' }, command: null, notes: [] }
    const problem = `no rate for ${store.currency}`
    if (row.open === null) await writeStep(tx, row, still, now, { problem, wake_at: null })
    return null
  }
  const { step: changed, document, more } = renewed
  const turned = next(rules, changed.listing, { is: 'turn' })
  const { command } = turned
  // What is changed in the store between our last look and our write would be lost: a look first, unless it was just now.
  // One look is enough, however long it took: a slow store's limits would make every look too old.
  if (isChange(command) && row.seen !== null && !justRead && (await isSeenLongAgo(tx, row))) {
    await writeStep(tx, row, changed, now, { ...more, wake_at: now })
    return { command: { do: 'read' } }
  }
  const known_pictures = await knownPictures(tx, row, document)
  if (command?.do === 'send' && store.channel.pictures && namesPictures(command.send)) {
    const missing = document.pictures.filter(({ picture_key }) => !(picture_key in known_pictures))
    if (missing.length > 0) {
      await writeStep(tx, row, changed, now, { ...more, wake_at: now })
      return { command: null, missing }
    }
  }
  const notes = [...changed.notes, ...turned.notes]
  await writeStep(tx, row, { ...turned, notes }, now, { ...more, wake_at: command ? now : null })
  if (command?.do !== 'send') return { command, is_new: row.seen === null }
  const write = writeOf(store.channel.definition, command.send, {
    key: row.key,
    document,
    remote_id: row.remote_id,
    remote: remoteOf(row),
    ours: turned.listing.ours,
    known_pictures,
    publications: store.publications,
    shipping: shippingOf(settingsOf(row)),
  })
  await tx
    .updateTable('listings')
    .set({ intent_at: sql<string>`clock_timestamp()` })
    .where('workplace_id', '=', id.workplace_id)
    .where('listing_id', '=', id.listing_id)
    .execute()
  const { attempt_id } = await startAttempt(tx, sendOf(store.platform, ctx.config), {
    workplace_id: id.workplace_id,
    subject_id: `${id.listing_id} ${command.send.send_no}`,
    account_key: store.store_id,
    turn_at: new Date(now.getTime() + (ctx.config.LISTING_LANDS_MS ?? TAKEN_BACK_MS)),
    input: {
      ...id,
      store_id: store.store_id,
      epoch: store.epoch,
      send_no: command.send.send_no,
      key: row.key,
      sku: document.variants[0]?.sku ?? '',
      is: write.is,
      input: write.input,
      put: command.send.put,
    },
  })
  return { command, attempt: { workplace_id: id.workplace_id, attempt_id } }
}

const isChange = (command: ListingCommand | null) => command?.do === 'send' && command.send.kind === 'update'

const namesPictures = ({ kind, put }: OpenSend) => kind === 'create' || 'pictures' in put

async function isSeenLongAgo(tx: Tx, { seen_at }: ListingRecord): Promise<boolean> {
  const { rows } = await sql<{ long_ago: boolean }>`
    select coalesce(${seen_at}::timestamptz < clock_timestamp() - make_interval(secs => ${FRESH_S}), true) as long_ago`.execute(
    tx,
  )
  return rows[0]?.long_ago ?? true
}

const dropWake = (tx: Tx, { workplace_id, listing_id }: ListingId) =>
  tx
    .updateTable('listings')
    .set({ wake_at: null })
    .where('workplace_id', '=', workplace_id)
    .where('listing_id', '=', listing_id)
    .execute()

const wakeLater = async (ctx: JobCtx, { workplace_id, listing_id }: ListingId): Promise<void> => {
  const wake_at = new Date(ctx.clock().getTime() + READ_LATER_MS)
  await ctx.db.tx((tx) =>
    tx
      .updateTable('listings')
      .set({ wake_at })
      .where('workplace_id', '=', workplace_id)
      .where('listing_id', '=', listing_id)
      .execute(),
  )
}

async function leaveToExport(
  ctx: JobCtx,
  { store_id }: OpenStore,
  { workplace_id, listing_id }: ListingId,
): Promise<void> {
  const now = ctx.clock().getTime()
  await ctx.db.tx(async (tx) => {
    await tx
      .updateTable('listings')
      .set({ read_together: true, wake_at: new Date(now + EXPORT_WITHIN_MS) })
      .where('workplace_id', '=', workplace_id)
      .where('listing_id', '=', listing_id)
      .execute()
    await enqueue(tx, readTogether, { workplace_id, store_id }, new Date(now + EXPORT_AFTER_MS))
  })
}

/** Of the pictures that are wanted or there, those that the store has from us. */
async function knownPictures(
  tx: Tx,
  row: ListingRecord,
  { pictures }: ListingDocument,
): Promise<Record<string, string>> {
  const keys = pictures.map(({ picture_key }) => picture_key)
  const there = remoteOf(row)?.pictures.map(({ remote_picture_id }) => remote_picture_id) ?? []
  const { rows } = await sql<{ picture_key: string; remote_picture_id: string }>`
    select picture_key, remote_picture_id from store_pictures
    where workplace_id = ${row.workplace_id} and store_id = ${row.store_id}
      and (picture_key = any(${keys}::text[]) or remote_picture_id = any(${there}::text[]))`.execute(tx)
  return Object.fromEntries(rows.map(({ picture_key, remote_picture_id }) => [picture_key, remote_picture_id]))
}

/** Whether a create that had no answer happened after all. */
async function find(ctx: JobCtx, store: OpenStore, id: ListingId): Promise<void> {
  const row = await ctx.db.read((tx) => readListing(tx, id))
  if (!row) return
  const found = await store.channel.listings.find({ key: row.key, sku: '' })
  const remote_ids = found.filter(({ key }) => key === row.key).map(({ remote_id }) => remote_id)
  await hear(ctx, store, id, () => ({ event: { is: 'found', remote_ids } }))
}

export const readListing = (tx: Tx, { workplace_id, listing_id }: ListingId) =>
  tx
    .selectFrom('listings')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('listing_id', '=', listing_id)
    .executeTakeFirst()

async function readOne(ctx: JobCtx, store: OpenStore, id: ListingId): Promise<void> {
  const row = await ctx.db.read((tx) => readListing(tx, id))
  if (!row?.remote_id) return
  const asked_at = await databaseTime(ctx)
  const [remote] = await store.channel.listings.read({ remote_ids: [row.remote_id] })
  await hearRemote(ctx, store, id, remote ?? null, asked_at)
}

/** When a question leaves, by the one clock that all workers share. */
export const databaseTime = (ctx: Pick<JobCtx, 'db'>): Promise<Date> =>
  ctx.db.read(async (tx) => {
    const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(tx)
    return new Date(rows[0]?.now ?? 0)
  })

/** What a read showed. `asked_at`: when the question left; what was sent since is not judged by it. */
export const hearRemote = (
  ctx: ListeningCtx,
  store: OpenStore,
  id: ListingId,
  remote: RemoteListing | null,
  asked_at: Date,
): Promise<void> =>
  hear(ctx, store, id, async (tx, row) => {
    const isSince = (time: string | null) => time !== null && Date.parse(time) >= asked_at.getTime()
    const version = remote?.version ?? ''
    // A later question was answered already, and the store's own dates cannot tell.
    const isOvertaken = isSince(row.seen_at) && (!remote || version === row.seen_version)
    const isBefore = isSince(row.intent_at) || isSince(row.written_at) || isOvertaken
    const asked_at_send_no = isBefore ? row.send_no - 1 : row.send_no
    const { shows_within_ms } = sendOf(store.platform, ctx.config).profile
    const quiet = row.written_at === null || asked_at.getTime() > Date.parse(row.written_at) + shows_within_ms
    if (!remote) return { event: { is: 'absent', asked_at_send_no, quiet } }
    const fields = await readRemote(tx, row, remote)
    const event = { is: 'seen' as const, asked_at_send_no, fields, version, quiet }
    const isOld = isBefore || row.open !== null || (row.seen_version !== null && version < row.seen_version)
    return isOld ? { event } : { event, remote, seen_at: asked_at }
  })

type Heard = { event: ListingEvent; remote?: RemoteListing; seen_at?: Date }

async function hear(
  ctx: ListeningCtx,
  store: OpenStore,
  id: ListingId,
  what: (tx: Tx, row: ListingRecord) => Heard | Promise<Heard>,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const row = await lockListing(tx, id)
    if (!row) return
    const now = ctx.clock()
    const { event, remote, seen_at = now } = await what(tx, row)
    if (row.product_id === null) {
      const isOld = event.is === 'seen' && !remote
      return isOld ? undefined : noteUnmapped(tx, row, remote ?? null, now)
    }
    const renewed = await renew(tx, ctx, store, row)
    const still: ListingStep = { listing: toListing(row), command: null, notes: [] }
    const { step: changed, ...known } = typeof renewed === 'string' ? { step: still } : renewed
    const heard = next(rulesOf(store.channel.definition, policiesOf(row)), changed.listing, event)
    const step = { ...heard, notes: [...changed.notes, ...heard.notes] }
    await writeStep(tx, row, step, now, {
      ...('more' in known && known.more),
      ...(remote && { remote, seen_at }),
      ...(step.listing.state === 'queued' && { wake_at: now }),
    })
  })
}

/** A product of the store's own: shown as it is, deleted when it is gone. */
async function noteUnmapped(tx: Tx, row: ListingRecord, remote: RemoteListing | null, now: Date): Promise<void> {
  if (!remote) {
    await tx
      .deleteFrom('listings')
      .where('workplace_id', '=', row.workplace_id)
      .where('listing_id', '=', row.listing_id)
      .execute()
    return
  }
  const step: ListingStep = { listing: toListing(row), command: null, notes: [] }
  await writeStep(tx, row, step, now, { remote, seen_at: now })
}
