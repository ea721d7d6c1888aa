import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { RemoteListing } from '@omni/domain/channels/document.ts'
import { DEFAULT_POLICIES } from '@omni/domain/channels/merge.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { JobCtx } from '../../platform/ctx.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { openStore, type OpenStore, type StoreId } from '../stores/open-store.ts'
import { readById } from '../stores/read-by-id.ts'
import { databaseTime, handleRemote, type ListeningCtx } from './advance.ts'
import { readChanged, readPending, sweepStore, workListings } from './jobs.ts'
import { shownFields } from './listing-row.ts'
import { waitForExport } from './read-together.job.ts'

const MINUTE_MS = 60_000
/** How often a store is read whatever it told us (channels design, section 5). */
const CHANGED_EVERY_MS = 10 * MINUTE_MS
const SWEEP_EVERY_MS = 24 * 60 * MINUTE_MS
/** The store's clock is not ours, and its list may lag: a window begins a little before the newest that was seen. */
const OVERLAP_MS = 5 * MINUTE_MS
const PENDING_AT_ONCE = 50
const PAGE = 50
/** A very large store takes some minutes to write everything down. */
const EXPORT_TURNS = 15
/** Several hints about one product come together; the last one is what is read. */
export const PENDING_PAUSE_MS = 2_000
/**
 * A store tells every variant that we write; the product is read when the write is over. A write that nobody answered is
 * not waited for: what the store tells may be its outcome.
 */
const isBeingWritten = sql`(l.state = 'sending' and l.intent_at > now() - interval '20 seconds')`
/** Whoever made it looks at it next: by itself, or by an export with the others. */
const isReadNext = sql`(l.read_together or (l.seen is null and l.product_id is not null and l.state = 'queued'
  and l.due_at < now() + interval '20 seconds'))`
const WRITING_PAUSE_MS = 5_000

/** What a read showed goes to the listing it is about. One that is not ours becomes a listing that waits for a supplier. */
export async function handleItem(
  ctx: ListeningCtx,
  store: OpenStore,
  remote: RemoteListing,
  asked_at: Date,
): Promise<string> {
  const { workplace_id, store_id } = store
  const { rows } = await ctx.db.read((tx) =>
    sql<{ listing_id: string }>`
      select listing_id from listings where workplace_id = ${workplace_id} and store_id = ${store_id}
        and (remote_id = ${remote.remote_id} or (remote_id is null and key = ${remote.key}))
      order by (remote_id is null) limit 1`.execute(tx),
  )
  const [known] = rows
  if (known) {
    await handleRemote(ctx, store, { workplace_id, listing_id: known.listing_id }, remote, asked_at)
    return known.listing_id
  }
  const listing_id = randomUUID()
  await ctx.db.tx(async (tx) => {
    await tx
      .insertInto('listings')
      .values({
        workplace_id,
        listing_id,
        store_id,
        // A copy that was made in the store's admin carries our key; the first one keeps it.
        key: `found-${listing_id}`,
        state: 'idle',
        remote_id: remote.remote_id,
        policies: JSON.stringify(DEFAULT_POLICIES),
        remote: JSON.stringify(remote),
        ...shownFields(remote),
        seen_version: remote.version,
        seen_at: asked_at,
        epoch: store.epoch,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await publishToWorkplace(tx, workplace_id, 'listings.changed', { listing_ids: [listing_id] })
  })
  return listing_id
}

/** A store that cannot be asked now is asked at the next time; its health says so. */
const isPassing = (error: unknown) => error instanceof VendorError

async function goOn(ctx: JobCtx, id: StoreId): Promise<void> {
  await ctx.db.tx((tx) => enqueue(tx, workListings, id))
}

/** A question that left this long after a hint came has its answer in it. */
const COVERED_AFTER = '1 second'

/** Most hints are the echo of our own writes, which were read since: to read them again would cost what a push needs. */
const dropCovered = (ctx: JobCtx, { workplace_id, store_id }: StoreId) =>
  ctx.db.tx((tx) =>
    sql`delete from store_dirty d using listings l
      where d.workplace_id = ${workplace_id} and d.store_id = ${store_id} and l.workplace_id = d.workplace_id
        and l.store_id = d.store_id and l.remote_id = d.remote_id and l.state = 'idle'
        and l.seen_at > d.changed_at + ${COVERED_AFTER}::interval`.execute(tx),
  )

export const readPendingJob = work(readPending, async (ctx, id) => {
  const store = await openStore(ctx, id)
  if (!store) return
  // What is hinted at from now on has a job of its own, after its pause: a store that tells us of the same few products
  // all the time is not asked all the time.
  const began = await databaseTime(ctx)
  for (;;) {
    await dropCovered(ctx, id)
    const { rows: webhooks } = await ctx.db.read((tx) =>
      sql<{ remote_id: string; changed_at: string }>`
        select remote_id, changed_at::text from store_dirty d
        where workplace_id = ${id.workplace_id} and store_id = ${id.store_id}
          -- The clock that was read has no microseconds.
          and changed_at < ${began}::timestamptz + interval '1 millisecond'
          -- The echo of what was just made, and of what is being written: it is read afterwards.
          and not exists (select from listings l where l.workplace_id = d.workplace_id and l.store_id = d.store_id
            and l.remote_id = d.remote_id and (${isReadNext} or ${isBeingWritten}))
        order by changed_at limit ${PENDING_AT_ONCE}`.execute(tx),
    )
    if (webhooks.length === 0) break
    const asked_at = await databaseTime(ctx)
    const remote_ids = webhooks.map(({ remote_id }) => remote_id)
    const { found, absent } = await readById(store.channel.listings.read, remote_ids)
    for (const remote of found) await handleItem(ctx, store, remote, asked_at)
    await handleAbsent(ctx, store, absent, asked_at)
    // Hinted at again meanwhile: it stays, and is read again.
    await ctx.db.tx((tx) =>
      sql`delete from store_dirty d using unnest(${remote_ids}::text[],
          ${webhooks.map(({ changed_at }) => changed_at)}::text[]) as h (remote_id, changed_at)
        where d.workplace_id = ${id.workplace_id} and d.store_id = ${id.store_id} and d.remote_id = h.remote_id
          and d.changed_at = h.changed_at::timestamptz`.execute(tx),
    )
  }
  await goOn(ctx, id)
  await ctx.db.tx(async (tx) => {
    const { rows } = await sql`
      select from store_dirty d join listings l on l.workplace_id = d.workplace_id and l.store_id = d.store_id
        and l.remote_id = d.remote_id and (${isReadNext} or ${isBeingWritten}) and not l.read_together
      where d.workplace_id = ${id.workplace_id} and d.store_id = ${id.store_id} limit 1`.execute(tx)
    if (rows.length > 0) await enqueue(tx, readPending, id, new Date(ctx.clock().getTime() + WRITING_PAUSE_MS))
  })
})

async function handleAbsent(ctx: JobCtx, store: OpenStore, remote_ids: string[], asked_at: Date): Promise<void> {
  if (remote_ids.length === 0) return
  const { workplace_id, store_id } = store
  const rows = await ctx.db.read((tx) =>
    tx
      .selectFrom('listings')
      .select('listing_id')
      .where('workplace_id', '=', workplace_id)
      .where('store_id', '=', store_id)
      .where(sql<boolean>`remote_id = any(${remote_ids}::text[])`)
      .execute(),
  )
  for (const { listing_id } of rows) await handleRemote(ctx, store, { workplace_id, listing_id }, null, asked_at)
}

export const readChangedJob = work(readChanged, async (ctx, id) => {
  const store = await openStore(ctx, id)
  // A channel that cannot tell what changed is read as a whole instead.
  if (!store || store.channel.definition.reads_all_every_ms !== undefined) return
  try {
    const since = await newestSeen(ctx, id)
    await readPages(ctx, store, new Date(since.getTime() - OVERLAP_MS))
  } catch (error) {
    if (!isPassing(error)) throw error
    ctx.log.warn({ ...id, err: error }, 'a store could not be read')
  }
  await goOn(ctx, id)
  const next = new Date(ctx.clock().getTime() + CHANGED_EVERY_MS)
  await ctx.db.tx((tx) => enqueue(tx, readChanged, id, next))
})

/** The newest change that was seen, by the store's own clock; never "now". */
async function newestSeen(ctx: JobCtx, { workplace_id, store_id }: StoreId): Promise<Date> {
  const { rows } = await ctx.db.read((tx) =>
    sql<{ newest: string | null }>`
      select max(remote ->> 'version') as newest from listings
      where workplace_id = ${workplace_id} and store_id = ${store_id}`.execute(tx),
  )
  return new Date(rows[0]?.newest ?? 0)
}

async function readPages(ctx: JobCtx, store: OpenStore, changed_since?: Date): Promise<Set<string>> {
  const seen = new Set<string>()
  let cursor: string | undefined
  do {
    const asked_at = await databaseTime(ctx)
    const page = await store.channel.listings.list({
      page_size: PAGE,
      ...(cursor !== undefined && { cursor }),
      ...(changed_since && { changed_since }),
    })
    for (const remote of page.items) {
      seen.add(remote.remote_id)
      await handleItem(ctx, store, remote, asked_at)
    }
    cursor = page.next ?? undefined
    // More than a page, and all of them are wanted: one export costs less than the other pages.
    if (cursor !== undefined && !changed_since && store.channel.listings.startExport) {
      const all = await readExported(ctx, store)
      if (all) return all
    }
  } while (cursor !== undefined)
  return seen
}

/** Null: the store could not write it down, and is read page by page. */
async function readExported(ctx: JobCtx, store: OpenStore): Promise<Set<string> | null> {
  const { startExport } = store.channel.listings
  if (!startExport) return null
  try {
    const asked_at = await databaseTime(ctx)
    const { export_id } = await startExport({})
    for (let turns = 0; turns < EXPORT_TURNS; turns++) {
      const items = await waitForExport(store, export_id)
      for (const remote of items ?? []) await handleItem(ctx, store, remote, asked_at)
      if (items) return new Set(items.map(({ remote_id }) => remote_id))
    }
  } catch (error) {
    if (!isPassing(error)) throw error
    ctx.log.warn({ store_id: store.store_id, err: error }, 'an export failed: the store is read page by page')
  }
  return null
}

/** Everything in the store. What we know and did not meet is asked for by its id before it counts as gone. */
export const sweepStoreJob = work(sweepStore, async (ctx, id) => {
  const store = await openStore(ctx, id)
  if (!store) return
  const seen = await readPages(ctx, store)
  const known = await ctx.db.read((tx) =>
    tx
      .selectFrom('listings')
      .select('remote_id')
      .where('workplace_id', '=', id.workplace_id)
      .where('store_id', '=', id.store_id)
      .where('remote_id', 'is not', null)
      .where('state', 'not in', ['gone', 'removed'])
      .execute(),
  )
  const missing = known.flatMap(({ remote_id }) => (remote_id !== null && !seen.has(remote_id) ? [remote_id] : []))
  for (let at = 0; at < missing.length; at += PENDING_AT_ONCE) {
    const asked_at = await databaseTime(ctx)
    const remote_ids = missing.slice(at, at + PENDING_AT_ONCE)
    const { found, absent } = await readById(store.channel.listings.read, remote_ids)
    for (const remote of found) await handleItem(ctx, store, remote, asked_at)
    await handleAbsent(ctx, store, absent, asked_at)
  }
  await ctx.db.tx(async (tx) => {
    await tx
      .updateTable('store_connections')
      .set({ swept_at: ctx.clock() })
      .where('workplace_id', '=', id.workplace_id)
      .where('store_id', '=', id.store_id)
      .where('epoch', '=', store.epoch)
      .execute()
    await enqueue(tx, readChanged, id, new Date(ctx.clock().getTime() + CHANGED_EVERY_MS))
    const every_ms = store.channel.definition.reads_all_every_ms ?? SWEEP_EVERY_MS
    await enqueue(tx, sweepStore, id, new Date(ctx.clock().getTime() + every_ms))
    await enqueue(tx, workListings, id)
  })
})
