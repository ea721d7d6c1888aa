import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { runKind, type Run, type RunRow, type RunWork } from '../../platform/runs.ts'
import { openStore } from '../stores/open-store.ts'
import { PUSH, workListings } from './jobs.ts'
import { returnQuota } from './quota.ts'
import { advanceAll, readingOf } from './work-listings.job.ts'

const Input = z.object({
  store_id: z.string(),
  /** An edit of the same products: nothing is sent before it has ended, and what it refused is not sent. */
  after: z.string().optional(),
})

/** One run per store: each is paced by its own store. A push is taken back by taking the listings out. */
export const pushRun = runKind(PUSH, { input: Input, undoable: false })

const ROWS_AT_ONCE = 1_000
/** How often a run notes what it did meanwhile: whoever watches sees it go on. */
const NOTE_EVERY_MS = 3_000
/** A turn ends by finishing what is under way, when a store is not used to the full: so there are few. */
const TURN_MS = 60_000
/** Of a short turn: a store has as many products worked as any other, and then comes after them. */
const SHORT_TURN = 2

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

interface Standing {
  listing_id: string
  product_id: string
  state: string
  problem: string | null
  asked: boolean
  open: boolean
  /** It is in the store, and is looked at with the others. */
  read_together: boolean
}

async function standing(tx: Tx, run: Run, rows: readonly RunRow[]): Promise<Map<string, Standing>> {
  const { store_id } = pushRun.input.parse(run.input)
  const found = await sql<Standing>`
    select listing_id, product_id, state, problem, asked, open is not null as open, read_together from listings
    where workplace_id = ${run.workplace_id} and store_id = ${store_id}
      and product_id = any(${rows.map(({ subject_id }) => subject_id)}::uuid[])`.execute(tx)
  return new Map(found.rows.map((row) => [row.product_id, row]))
}

/** Where the first rows all wait for an outcome: those behind them that can be worked. */
async function notUnderWay(tx: Tx, run: Run): Promise<RunRow[]> {
  const { store_id } = pushRun.input.parse(run.input)
  const { rows } = await sql<RunRow>`
    select r.row, r.subject_kind, r.subject_id, r.title, r.input from run_rows r
    join listings l on l.workplace_id = r.workplace_id and l.store_id = ${store_id}
      and l.product_id = r.subject_id::uuid and l.open is null
    where r.workplace_id = ${run.workplace_id} and r.run_id = ${run.run_id} and r.status = 'processing'
    order by r.row limit ${ROWS_AT_ONCE}`.execute(tx)
  return rows
}

/** The edit that this push waits for, and the products that it refused to change. */
async function editBefore(tx: Tx, run: Run): Promise<{ ended: boolean; refused: Set<string> } | null> {
  const { after } = Input.parse(run.input)
  if (after === undefined) return null
  const edit = await tx
    .selectFrom('runs')
    .select('ended_at')
    .where('workplace_id', '=', run.workplace_id)
    .where('run_id', '=', after)
    .executeTakeFirst()
  const failed = await tx
    .selectFrom('run_rows')
    .select('subject_id')
    .where('workplace_id', '=', run.workplace_id)
    .where('run_id', '=', after)
    .where('status', '=', 'error')
    .execute()
  return { ended: !edit || edit.ended_at !== null, refused: new Set(failed.map(({ subject_id }) => subject_id)) }
}

/** What was written down for these and never sent is taken back, with its quota. What is in the store stays as it is. */
async function withdraw(tx: Tx, run: Run, rows: readonly RunRow[]): Promise<void> {
  const { store_id } = Input.parse(run.input)
  const found = await tx
    .selectFrom('listings')
    .selectAll()
    .where('workplace_id', '=', run.workplace_id)
    .where('store_id', '=', store_id)
    .where(
      'product_id',
      'in',
      rows.map(({ subject_id }) => subject_id),
    )
    .where('remote_id', 'is', null)
    .where('send_no', '=', 0)
    .forUpdate()
    .execute()
  for (const row of found) {
    await returnQuota(tx, row)
    await tx
      .deleteFrom('listings')
      .where('workplace_id', '=', row.workplace_id)
      .where('listing_id', '=', row.listing_id)
      .execute()
  }
}

async function recordWhile(advancing: Promise<void>, note: () => Promise<void>): Promise<void> {
  const ended = advancing.then(() => true)
  ended.catch(() => {}) // told by whoever waits for it; nobody does when a note failed
  while (!(await Promise.race([ended, sleep(NOTE_EVERY_MS)]))) await note()
}

const isSettled = (listing: Standing | undefined) =>
  listing === undefined ||
  (!listing.asked && (listing.read_together || (listing.state !== 'queued' && listing.state !== 'sending')))

export const pushWork: RunWork = {
  kind: pushRun,
  chunk: ROWS_AT_ONCE,
  /** Sends, and says which rows have come to an end. An unknown outcome keeps its row waiting, not the others. */
  async prepare(ctx, run, rows, turn) {
    const { store_id } = pushRun.input.parse(run.input)
    const store = await openStore(ctx, { workplace_id: run.workplace_id, store_id })
    if (!store) return [...rows] // `rows` says why
    // Nothing is pushed before everything in the store was read once (channels design, section 1).
    if (!store.swept) return []
    const edit = await ctx.db.read((tx) => editBefore(tx, run))
    if (edit && !edit.ended) return []
    const isRefused = ({ subject_id }: RunRow) => edit?.refused.has(subject_id) === true
    const hasEnded = (row: RunRow, found: Map<string, Standing>) =>
      isRefused(row) || isSettled(found.get(row.subject_id))
    const before = await ctx.db.read((tx) => standing(tx, run, rows))
    const isWaiting = (row: RunRow) => before.get(row.subject_id)?.open === true && !hasEnded(row, before)
    const next = rows.every(isWaiting) ? await ctx.db.read((tx) => notUnderWay(tx, run)) : rows
    const found = next === rows ? before : await ctx.db.read((tx) => standing(tx, run, next))
    const due = next.flatMap((row) => {
      const listing = found.get(row.subject_id)
      return listing && !hasEnded(row, found) && !listing.open ? [listing.listing_id] : []
    })
    const isShort = turn.short()
    const until = performance.now() + TURN_MS
    const isOver = () => performance.now() > until || (!isShort && turn.short())
    const some = isShort ? due.slice(0, SHORT_TURN) : due
    let left = next
    const takeEnded = async () => {
      const now = await ctx.db.read((tx) => standing(tx, run, left))
      const ended = left.filter((row) => hasEnded(row, now))
      left = left.filter((row) => !hasEnded(row, now))
      return ended
    }
    const advancing = advanceAll(ctx, store, some, readingOf(run.total), isOver)
    await recordWhile(advancing, async () => turn.note(await takeEnded()))
    return takeEnded()
  },
  /** What it leaves unsent, and what woke up meanwhile, is due in the store. */
  async finished(tx, run) {
    const { store_id } = pushRun.input.parse(run.input)
    await enqueue(tx, workListings, { workplace_id: run.workplace_id, store_id })
  },
  async rows(tx, _ctx, run, rows) {
    const edit = await editBefore(tx, run)
    const unsent = rows.filter(({ subject_id }) => edit?.refused.has(subject_id))
    if (unsent.length > 0) await withdraw(tx, run, unsent)
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
      if (unsent.some((one) => one.row === row)) return { row, ok: false, error_key: 'listings.edit_refused' }
      if (!connected) return { row, ok: false, error_key: 'listings.store_disconnected' }
      if (!listing) return { row, ok: false, error_key: 'listings.product_gone' }
      if (listing.state === 'refused')
        return { row, ok: false, error_key: 'listings.refused', error_params: { message: said(listing.problem) } }
      if (listing.state === 'gone') return { row, ok: false, error_key: 'listings.gone' }
      return { row, ok: true }
    })
  },
}

/** A store's own sentence, as a part of ours. */
const said = (problem: string | null) => (problem ?? '').replace(/[\s.]+$/, '')
