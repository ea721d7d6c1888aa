import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { RemoteListing } from '@omni/domain/channels/document.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { openStore, type OpenStore, type StoreId } from '../stores/open-store.ts'
import { databaseTime, handleRemotes } from './advance.ts'
import { readPending, readTogether, workListings } from './jobs.ts'

/** The platform's list may lag behind, and its clock is not ours. */
const OVERLAP_MS = 5 * 60_000
/** How long an export is waited for in one turn, and when it is looked at again. */
const WAIT_MS = 40_000
const LATER_MS = 15_000
const HANDLED_AT_ONCE = 20
const LOOK_MS = [250, 500, 1_000, 2_000, 5_000]

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Left to the export by `advance`, and written before the question of `asked_at` left. */
const leftToIt = ({ workplace_id, store_id }: StoreId, asked_at: Date) => sql`
  workplace_id = ${workplace_id} and store_id = ${store_id} and read_together and written_at < ${asked_at}`

export const readTogetherJob = work(readTogether, async (ctx, { export: begun, ...id }) => {
  const store = await openStore(ctx, id)
  if (!store) return
  let asked_at = await databaseTime(ctx)
  try {
    const export_id = begun?.export_id ?? (await start(ctx, store, asked_at))
    if (begun) asked_at = new Date(begun.asked_at)
    if (export_id === null) return
    const items = await waitForExport(store, export_id)
    // A large store is written down for minutes; the worker has other things to do.
    if (items === null) {
      const again = { ...id, export: { export_id, asked_at: asked_at.toISOString() } }
      await ctx.db.tx((tx) => enqueue(tx, readTogether, again, new Date(ctx.clock().getTime() + LATER_MS)))
      return
    }
    await handleAll(ctx, store, items, asked_at)
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    ctx.log.warn({ ...id, err: error }, 'an export failed: its listings are read one by one')
  }
  await ctx.db.tx(async (tx) => {
    // What it did not show is read by its id.
    await sql`update listings set read_together = false, due_at = case when seen is null then ${ctx.clock()} else due_at end
      where ${leftToIt(id, asked_at)}`.execute(tx)
    await enqueue(tx, workListings, id)
    await enqueue(tx, readPending, id)
  })
})

async function start(ctx: JobCtx, store: OpenStore, asked_at: Date): Promise<string | null> {
  const { rows } = await ctx.db.read((tx) =>
    sql<{
      first: string | null
    }>`select min(written_at) as first from listings where ${leftToIt(store, asked_at)}`.execute(tx),
  )
  const first = rows[0]?.first
  if (!first || !store.channel.listings.startExport) return null
  const changed_since = new Date(Date.parse(first) - OVERLAP_MS)
  return (await store.channel.listings.startExport({ changed_since })).export_id
}

/** Null: it is still being written. */
export async function waitForExport(
  { channel, platform }: OpenStore,
  export_id: string,
): Promise<RemoteListing[] | null> {
  const until = performance.now() + WAIT_MS
  for (let looks = 0; performance.now() < until; looks++) {
    await sleep(LOOK_MS[looks] ?? LOOK_MS.at(-1) ?? 0)
    const found = await channel.listings.readExport?.({ export_id })
    if (!found || found.state === 'failed')
      throw new VendorError(platform, 'unavailable', found?.problem ?? 'its exports cannot be read')
    if (found.state === 'done') return found.items
  }
  return null
}

async function handleAll(
  ctx: JobCtx,
  store: OpenStore,
  items: readonly RemoteListing[],
  asked_at: Date,
): Promise<void> {
  const shown = new Map(items.map((item) => [item.remote_id, item]))
  const { rows } = await ctx.db.read((tx) =>
    sql<{ listing_id: string; remote_id: string }>`
      select listing_id, remote_id from listings where ${leftToIt(store, asked_at)} and remote_id is not null`.execute(
      tx,
    ),
  )
  const known = rows.flatMap(({ listing_id, remote_id }) => {
    const remote = shown.get(remote_id)
    return remote ? [[listing_id, remote] as const] : []
  })
  for (let from = 0; from < known.length; from += HANDLED_AT_ONCE)
    await handleRemotes(ctx, store, new Map(known.slice(from, from + HANDLED_AT_ONCE)), asked_at)
}
