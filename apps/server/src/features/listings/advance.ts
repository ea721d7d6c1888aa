import type { RemoteListing } from '@omni/domain/channels/document.ts'
import type { Fields } from '@omni/domain/channels/fields.ts'
import { type ListingEvent, type ListingStep, next } from '@omni/domain/channels/listing.ts'
import { sql } from 'kysely'
import { type CommitNews, committingTogether, runAttempt } from '../../platform/attempt-jobs.ts'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { together, togetherOrAlone } from '../../platform/together.ts'
import { type OpenStore, openStore } from '../stores/open-store.ts'
import { bringPictures } from './bring-pictures.ts'
import {
  type ListingId,
  type ListingRecord,
  lockListings,
  policiesOf,
  type StepWrite,
  toListing,
  writeStep,
  writeSteps,
} from './listing-row.ts'
import { readRemotes } from './read-remotes.ts'
import { type ListingSend, sendOf } from './send-listing.ts'
import { readSources, renew, takeTurns, type Turn, type TurnRequest } from './take-turns.ts'
import { rulesOf } from './writes.ts'

/** A write that does not show yet is read again. */
const READ_AGAIN_MS = [300, 1_000, 2_000]
const READ_LATER_MS = 5_000
const MOST_STEPS = 40

/** What was just made is looked at by itself, or with many others by one export of the store. */
export type Reading = 'alone' | 'together'
/** What is needed to take in what a store showed. */
export type ListeningCtx = Pick<JobCtx, 'db' | 'clock' | 'config'>

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Listings of one store that are worked side by side: what they need at the same time is done for all at once. */
export interface Shared {
  kind: ListingSend
  take: (request: TurnRequest) => Promise<Turn | null>
  commit: CommitNews
}

/** Where many are under way, each waits a little for the others: a statement costs as much for one as for ten. */
const MANY = 8
const GATHER_MS = 60

export function sharing(ctx: JobCtx, store: OpenStore, listings: number): Shared {
  const gather_ms = listings >= MANY ? GATHER_MS : 0
  const open = together(async (asked: { epoch: number }[]) => {
    const now = await openStore(ctx, store)
    return asked.map(({ epoch }) => (now?.epoch === epoch ? now : null))
  })
  const kind = sendOf(store.platform, ctx.config, (_ctx, input) => open(input))
  return {
    kind,
    take: togetherOrAlone((requests) => ctx.db.tx((tx) => takeTurns(tx, ctx, store, requests)), { gather_ms }),
    commit: committingTogether(ctx, kind, gather_ms),
  }
}

/**
 * Makes a store equal to what is wanted, step by step, until there is nothing left to do now: everything is there, the
 * store refused, a person is asked, or an outcome is not known yet. No connection is held while the store is waited for.
 */
export async function advance(
  ctx: JobCtx,
  store: OpenStore,
  id: ListingId,
  read: Reading,
  { kind, take, commit }: Shared,
): Promise<void> {
  let reads = 0
  let sent = false
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    // What an export did not show is read by itself.
    const may_leave = sent && read === 'together' && store.channel.listings.startExport !== undefined
    const step = await take({ listing_id: id.listing_id, just_read: reads > 0, may_leave })
    if (!step) return
    if (step.attempt) {
      await runAttempt(ctx, kind, step.attempt, { commit, row: step.attempt })
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
    else {
      if (reads > 0) await sleep(READ_AGAIN_MS[reads - 1] ?? 0)
      if (reads > READ_AGAIN_MS.length) return enqueueLater(ctx, id)
      reads++
      await readOne(ctx, store, id)
    }
  }
}

const enqueueLater = async (ctx: JobCtx, { workplace_id, listing_id }: ListingId): Promise<void> => {
  const due_at = new Date(ctx.clock().getTime() + READ_LATER_MS)
  await ctx.db.tx((tx) =>
    tx
      .updateTable('listings')
      .set({ due_at })
      .where('workplace_id', '=', workplace_id)
      .where('listing_id', '=', listing_id)
      .execute(),
  )
}

/** Whether a create that had no answer happened after all. */
async function find(ctx: JobCtx, store: OpenStore, id: ListingId): Promise<void> {
  const row = await ctx.db.read((tx) => readListing(tx, id))
  if (!row) return
  const found = await store.channel.listings.find({ key: row.key, sku: '' })
  const remote_ids = found.filter(({ key }) => key === row.key).map(({ remote_id }) => remote_id)
  await handle(ctx, store, [id.listing_id], (_tx, rows) => rows.map(() => ({ event: { is: 'found', remote_ids } })))
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
  await handleRemote(ctx, store, id, remote ?? null, asked_at)
}

/** When a question leaves, by the one clock that all workers share. */
export const databaseTime = (ctx: Pick<JobCtx, 'db'>): Promise<Date> =>
  ctx.db.read(async (tx) => {
    const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(tx)
    return new Date(rows[0]?.now ?? 0)
  })

/** What a read showed. `asked_at`: when the question left; what was sent since is not judged by it. */
export const handleRemote = (
  ctx: ListeningCtx,
  store: OpenStore,
  { listing_id }: ListingId,
  remote: RemoteListing | null,
  asked_at: Date,
): Promise<void> => handleRemotes(ctx, store, new Map([[listing_id, remote]]), asked_at)

/** The same of many, by their listings, in one transaction. Null: it was asked for, and was not there. */
export const handleRemotes = (
  ctx: ListeningCtx,
  store: OpenStore,
  shown: ReadonlyMap<string, RemoteListing | null>,
  asked_at: Date,
): Promise<void> =>
  handle(ctx, store, [...shown.keys()], async (tx, rows) => {
    const seen = rows.flatMap((row) => {
      const remote = shown.get(row.listing_id)
      return remote ? [{ row, remote }] : []
    })
    const fields = await readRemotes(tx, store, seen)
    const fieldsOf = new Map(seen.map(({ row }, at) => [row.listing_id, fields[at] ?? {}]))
    return rows.map((row) =>
      readOf(ctx, store, row, asked_at, shown.get(row.listing_id) ?? null, fieldsOf.get(row.listing_id) ?? {}),
    )
  })

function readOf(
  { config }: ListeningCtx,
  store: OpenStore,
  row: ListingRecord,
  asked_at: Date,
  remote: RemoteListing | null,
  fields: Fields,
): Handled {
  const isSince = (time: string | null) => time !== null && Date.parse(time) >= asked_at.getTime()
  const version = remote?.version ?? ''
  // A later question was answered already, and the store's own dates cannot tell.
  const isOvertaken = isSince(row.seen_at) && (!remote || version === row.seen_version)
  const isBefore = isSince(row.intent_at) || isSince(row.written_at) || isOvertaken
  const asked_at_send_no = isBefore ? row.send_no - 1 : row.send_no
  const { shows_within_ms } = sendOf(store.platform, config).profile
  const quiet = row.written_at === null || asked_at.getTime() > Date.parse(row.written_at) + shows_within_ms
  if (!remote) return { event: { is: 'absent', asked_at_send_no, quiet } }
  const event = { is: 'seen' as const, asked_at_send_no, fields, version, quiet }
  const isOld = isBefore || row.open !== null || (row.seen_version !== null && version < row.seen_version)
  return isOld ? { event } : { event, remote, seen_at: asked_at }
}

type Handled = { event: ListingEvent; remote?: RemoteListing; seen_at?: Date }

/** `what` answers in the order of the rows. */
async function handle(
  ctx: ListeningCtx,
  store: OpenStore,
  listing_ids: readonly string[],
  what: (tx: Tx, rows: readonly ListingRecord[]) => Handled[] | Promise<Handled[]>,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const rows = [...(await lockListings(tx, store.workplace_id, listing_ids)).values()]
    const now = ctx.clock()
    const handled = await what(tx, rows)
    const sources = await readSources(tx, ctx, store, rows)
    const writes: StepWrite[] = []
    for (const [at, row] of rows.entries()) {
      const { event, remote, seen_at = now } = handled[at] ?? {}
      if (!event) continue
      if (row.product_id === null) {
        const isOld = event.is === 'seen' && !remote
        if (!isOld) await recordUnmapped(tx, row, remote ?? null, now)
        continue
      }
      const renewed = renew(sources, store, row, toListing(row))
      const still: ListingStep = { listing: toListing(row), command: null, notes: [] }
      const { step: changed, ...known } = typeof renewed === 'string' ? { step: still } : renewed
      const step = next(rulesOf(store.channel.definition, policiesOf(row)), changed.listing, event)
      writes.push({
        row,
        step: { ...step, notes: [...changed.notes, ...step.notes] },
        more: {
          ...('more' in known && known.more),
          ...(remote && { remote, seen_at }),
          ...(step.listing.state === 'queued' && { due_at: now }),
        },
      })
    }
    await writeSteps(tx, store.workplace_id, writes, now)
  })
}

/** A product of the store's own: shown as it is, deleted when it is gone. */
async function recordUnmapped(tx: Tx, row: ListingRecord, remote: RemoteListing | null, now: Date): Promise<void> {
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
