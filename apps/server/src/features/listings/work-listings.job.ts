import { VendorError } from '@omni/connectors/vendor-error.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { openStore, type OpenStore, type StoreId } from '../stores/open-store.ts'
import { advance, type Reading, sharing } from './advance.ts'
import { PUSH, workListings } from './jobs.ts'
import { renewLapsing } from './renew-lapsing.ts'

/** How many listings of one store are worked at once; the store's own limits decide how fast. */
const AT_ONCE = 4
/** A turn of one store, then the others have theirs. */
const TURN_MS = 10_000
const PAUSE_MS = 15_000

/** Works what is due in a store: a product was edited here, something was changed there, a write has to be read. */
export const workListingsJob = work(workListings, async (ctx, id) => {
  const store = await openStore(ctx, id)
  // What stands in a store that was just connected is not known yet: the first full read ends with this job.
  if (!store?.swept) return
  const until = performance.now() + TURN_MS
  for (;;) {
    const due = await dueListings(ctx, id)
    if (due.length === 0) break
    const isOver = () => performance.now() > until
    await advanceAll(ctx, store, due, readingOf(due.length), isOver)
    if (isOver()) break
  }
  await renewLapsing(ctx, store)
  // A listing that woke up meanwhile asked for a turn at once, and this later one took its place: it is asked for again.
  for (let asked: Date | null = null; ;) {
    const due_at = await nextDue(ctx, id)
    if (!due_at || (asked && due_at >= asked)) break
    await ctx.db.tx((tx) => enqueue(tx, workListings, id, due_at))
    asked = due_at
  }
})

/** From so many on, what was made is read by one export instead of one by one. */
const READ_TOGETHER_FROM = 20

export const readingOf = (listings: number): Reading => (listings >= READ_TOGETHER_FROM ? 'together' : 'alone')

/**
 * Side by side. A store that cannot be asked now is asked later; one listing's trouble does not hold up the others. None
 * is begun once the turn is over; what is under way then is finished.
 */
export async function advanceAll(
  ctx: JobCtx,
  store: OpenStore,
  listing_ids: readonly string[],
  read: Reading,
  isOver: () => boolean,
): Promise<void> {
  const waiting = [...listing_ids]
  const shared = sharing(ctx, store, waiting.length)
  const worker = async () => {
    while (!isOver()) {
      const listing_id = waiting.shift()
      if (listing_id === undefined) return
      const id = { workplace_id: store.workplace_id, listing_id }
      try {
        await advance(ctx, store, id, read, shared)
      } catch (error) {
        if (!(error instanceof VendorError)) throw error
        ctx.log.warn({ ...id, err: error }, 'a listing waits until its store can be asked')
        await putOff(ctx, id, Math.max((error.retry_after_s ?? 0) * 1000, PAUSE_MS))
      }
    }
  }
  const at_once = store.channel.definition.at_once ?? AT_ONCE
  await Promise.all(Array.from({ length: Math.min(at_once, waiting.length) }, worker))
}

const putOff = (ctx: JobCtx, { workplace_id, listing_id }: { workplace_id: string; listing_id: string }, ms: number) =>
  ctx.db.tx((tx) =>
    tx
      .updateTable('listings')
      .set({ due_at: new Date(ctx.clock().getTime() + ms) })
      .where('workplace_id', '=', workplace_id)
      .where('listing_id', '=', listing_id)
      .execute(),
  )

const DUE_AT_ONCE = 50

/**
 * A listing whose send is open has its attempt's own turns. What a push has yet to begin or to finish is left to its run,
 * which takes turns with the pushes of other stores; its end adds this job.
 */
const isOurs = ({ workplace_id, store_id }: StoreId) => sql`
  workplace_id = ${workplace_id} and store_id = ${store_id} and state <> 'sending' and product_id is not null
  and not ((asked or seen is null) and exists (select from runs r where r.workplace_id = ${workplace_id} and r.kind = ${PUSH}
    and r.ended_at is null and r.input ->> 'store_id' = ${store_id}))`

async function dueListings(ctx: JobCtx, id: StoreId): Promise<string[]> {
  const { rows } = await ctx.db.read((tx) =>
    sql<{ listing_id: string }>`
      select listing_id from listings where due_at <= ${ctx.clock()} and ${isOurs(id)}
      order by due_at limit ${DUE_AT_ONCE}`.execute(tx),
  )
  return rows.map(({ listing_id }) => listing_id)
}

async function nextDue(ctx: JobCtx, id: StoreId): Promise<Date | null> {
  const { rows } = await ctx.db.read((tx) =>
    sql<{ due_at: string | null }>`
      select min(due_at) as due_at from listings where due_at is not null and ${isOurs(id)}`.execute(tx),
  )
  const at = rows[0]?.due_at
  return at ? new Date(at) : null
}
