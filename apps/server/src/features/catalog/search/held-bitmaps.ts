import { MAIN_COUNTRIES } from '@omni/domain/catalog/sources.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../../../platform/db.ts'
import { type BitmapIndex, createBitmapIndex, type IndexRow } from './bitmap-index.ts'
import { JOURNAL_HOURS } from './index-products.ts'

/** Rows that are read and put at a time: some 10 ms of the thread. */
const PAGE = 500
/** The first rows name most of the tags, and a bitmap has to be made for each. */
const FIRST_PAGE = 100
const LOOK_AGAIN_MS = 1000
/** Older than this the index is not asked: a change is seen within it. */
const MAX_BEHIND_MS = 5000
/** Of a small catalogue the index is there at once; nobody waits longer than this for a large one. */
const WAIT_MS = 250
const SLICE_MS = 10
const HOUR_MS = 3_600_000
const RETIRED_MS = 60_000

interface Held {
  index: BitmapIndex
  /** What the database showed when the index was last brought up to date. */
  snapshot: string
  looked_at: number
}

const columns = sql`json_build_array(product_id, array_to_string(tags, ' '), score, price, orders, listings, rating,
  shipping)`

const readRows = async (db: Db, which: RawBuilder<unknown>): Promise<IndexRow[]> => {
  const { rows } = await db.read((tx) =>
    sql<{ page: string }>`select coalesce(json_agg(${columns}), '[]')::text as page
      from (select * from catalog_search where ${which}) as page`.execute(tx),
  )
  return JSON.parse(rows[0]?.page ?? '[]') as IndexRow[] // made by `columns`
}

async function build(db: Db): Promise<Held> {
  // The snapshot before the first page: what changes while we read is read again.
  const [state] = (
    await db.read((tx) =>
      sql<{ snapshot: string; docs: number }>`select pg_current_snapshot()::text as snapshot,
        (select count(*)::int from catalog_search) as docs`.execute(tx),
    )
  ).rows
  const index = createBitmapIndex(state?.docs ?? 0)
  for (const code of MAIN_COUNTRIES) {
    index.countryOf(code)
    await new Promise(setImmediate)
  }
  let size = FIRST_PAGE
  const pageAfter = (id: number) => {
    const page = readRows(db, sql`product_id > ${id} order by product_id limit ${size}`)
    size = Math.min(PAGE, size * 2)
    return page
  }
  for (let page = await pageAfter(0); page.length > 0;) {
    const last = page.at(-1)
    // The database makes the next page while this one is put; the question has to be on its way first.
    const next = last ? pageAfter(last[0]) : Promise.resolve([])
    await new Promise(setImmediate)
    await inSlices(putAll(index, page))
    page = await next
  }
  await inSlices(index.settle())
  const held = { index, snapshot: state?.snapshot ?? '', looked_at: performance.now() }
  if (!(await follow(db, held))) throw new Error('the catalogue outgrew the search index while it was being built')
  return held
}

/**
 * Exactly what the last snapshot did not show: no change is missed however long its transaction took. false: there is
 * no room for it.
 */
async function follow(db: Db, held: Held): Promise<boolean> {
  const [news] = (
    await db.read((tx) =>
      sql<{ snapshot: string; ids: number[] | null }>`
        select pg_current_snapshot()::text as snapshot, array_agg(distinct product_id)::float8[] as ids
        from catalog_search_changes where changed >= pg_snapshot_xmin(${held.snapshot}::pg_snapshot)
          and not pg_visible_in_snapshot(changed, ${held.snapshot}::pg_snapshot)`.execute(tx),
    )
  ).rows
  const ids = news?.ids ?? []
  for (let from = 0; from < ids.length; from += PAGE) {
    if (held.index.needsSweep() || held.index.room() < PAGE) await inSlices(held.index.sweep())
    if (held.index.room() < PAGE) return false
    const some = ids.slice(from, from + PAGE)
    const rows = await readRows(db, sql`product_id = any (${some}::bigint[])`)
    const there = new Set(rows.map(([id]) => id))
    for (const id of some) if (!there.has(id)) held.index.remove(id)
    await inSlices(putAll(held.index, rows))
  }
  held.snapshot = news?.snapshot ?? held.snapshot
  held.looked_at = performance.now()
  return true
}

/** Most rows are nothing; one that names tags nobody had before is not. */
function* putAll(index: BitmapIndex, rows: IndexRow[]): Generator<void> {
  for (const row of rows) {
    index.put(row)
    yield
  }
}

async function inSlices(steps: Generator<void>): Promise<void> {
  let from = performance.now()
  for (const _ of steps) {
    if (performance.now() - from < SLICE_MS) continue
    await new Promise(setImmediate)
    from = performance.now()
  }
}

interface Holder {
  key: string
  held: Held | null
  /** Building or following; one at a time. */
  work: Promise<void> | null
}
/** One database per process outside of tests; tests have one per file. */
let holder: Holder | undefined

/** What a process holds of the catalogue: where to read it, and where a failure is told. */
export interface Holding {
  db: Db
  /** Tells databases apart. */
  key: string
  log: Pick<Logger, 'error'>
}

/**
 * This process's index, at most MAX_BEHIND_MS behind the record; null while it is being built, and then the record
 * itself is asked.
 */
export async function heldBitmaps({ db, key, log }: Holding): Promise<BitmapIndex | null> {
  if (holder?.key !== key) {
    if (holder) retire(holder)
    holder = { key, held: null, work: null }
  }
  const mine = holder
  if (behind(mine) < LOOK_AGAIN_MS) return mine.held?.index ?? null
  mine.work ??= renew(db, mine)
    .catch((error: unknown) => log.error({ err: error }, 'the search index could not be brought up to date'))
    .finally(() => {
      mine.work = null
    })
  await Promise.race([mine.work, new Promise((resolve) => setTimeout(resolve, WAIT_MS).unref())])
  return behind(mine) < MAX_BEHIND_MS ? (mine.held?.index ?? null) : null
}

const behind = ({ held }: Holder) => (held ? performance.now() - held.looked_at : Number.POSITIVE_INFINITY)

async function renew(db: Db, mine: Holder): Promise<void> {
  const journaled = behind(mine) < JOURNAL_HOURS * HOUR_MS
  if (mine.held && journaled && (await follow(db, mine.held))) return
  retire(mine)
  mine.held = await build(db)
}

/** Whoever is being answered from it still is, for a moment. */
function retire(mine: Holder): void {
  const old = mine.held?.index
  mine.held = null
  if (old) setTimeout(() => old.dispose(), RETIRED_MS).unref()
}
