import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { runKind, type Run, type RunRow, type RunWork } from '../../platform/runs.ts'
import { openStore } from '../stores/open-store.ts'
import { workListings } from './jobs.ts'
import { advanceAll } from './work-listings.job.ts'

/** One run per store: each is paced by its own store. A push is taken back by taking the listings out. */
export const pushRun = runKind('push', { input: z.object({ store_id: z.string() }), undoable: false })

const ROWS_AT_ONCE = 20

interface Standing {
  listing_id: string
  product_id: string
  state: string
  problem: string | null
  asked: boolean
  open: boolean
}

async function standing(tx: Tx, run: Run, rows: readonly RunRow[]): Promise<Map<string, Standing>> {
  const { store_id } = pushRun.input.parse(run.input)
  const found = await sql<Standing>`
    select listing_id, product_id, state, problem, asked, open is not null as open from listings
    where workplace_id = ${run.workplace_id} and store_id = ${store_id}
      and product_id = any(${rows.map(({ subject_id }) => subject_id)}::uuid[])`.execute(tx)
  return new Map(found.rows.map((row) => [row.product_id, row]))
}

const isSettled = (listing: Standing | undefined) =>
  listing === undefined || (!listing.asked && listing.state !== 'queued' && listing.state !== 'sending')

export const pushWork: RunWork = {
  kind: pushRun,
  chunk: ROWS_AT_ONCE,
  /** Sends, and says which rows have come to an end. An unknown outcome keeps its row waiting, not the others. */
  async prepare(ctx, run, rows) {
    const { store_id } = pushRun.input.parse(run.input)
    const store = await openStore(ctx, { workplace_id: run.workplace_id, store_id })
    if (!store) return [...rows] // `rows` says why
    // Nothing is pushed before everything in the store was read once (channels design, section 1).
    if (!store.swept) return []
    const before = await ctx.db.read((tx) => standing(tx, run, rows))
    const due = rows.flatMap(({ subject_id }) => {
      const listing = before.get(subject_id)
      return listing && !isSettled(listing) && !listing.open ? [listing.listing_id] : []
    })
    await advanceAll(ctx, store, due)
    const after = await ctx.db.read((tx) => standing(tx, run, rows))
    const ended = rows.filter(({ subject_id }) => isSettled(after.get(subject_id)))
    // These all wait for an outcome. What comes after them in the run is worked as what is due in the store.
    if (ended.length === 0)
      await ctx.db.tx((tx) => enqueue(tx, workListings, { workplace_id: run.workplace_id, store_id }))
    return ended
  },
  async rows(tx, _ctx, run, rows) {
    const listings = await standing(tx, run, rows)
    const connected = await tx
      .selectFrom('store_connections')
      .select('store_id')
      .where('workplace_id', '=', run.workplace_id)
      .where('store_id', '=', pushRun.input.parse(run.input).store_id)
      .where('credentials', 'is not', null)
      .executeTakeFirst()
    return rows.map(({ row, subject_id }) => {
      const listing = listings.get(subject_id)
      if (!connected) return { row, ok: false, error_key: 'listings.store_disconnected' }
      if (!listing) return { row, ok: false, error_key: 'listings.product_gone' }
      if (listing.state === 'refused')
        return { row, ok: false, error_key: 'listings.refused', error_params: { message: listing.problem ?? '' } }
      if (listing.state === 'gone') return { row, ok: false, error_key: 'listings.gone' }
      return { row, ok: true }
    })
  },
}
