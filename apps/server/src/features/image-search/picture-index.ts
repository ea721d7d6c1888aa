import { SOURCES } from '@omni/domain/catalog/sources.ts'
import { createSketchIndex, type SketchIndex } from '@omni/domain/image-search/sketch-index.ts'
import type { Looks } from '@omni/domain/image-search/vectors.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db.ts'
import { DIMENSIONS } from '../../platform/picture-model/model-file.ts'
import { isVector } from './store-vector.ts'

const LOOK_AGAIN_MS = 3000
/** A row may be seen a little after the moment it says: it is asked for twice rather than missed. */
const OVERLAP = '5 seconds'
const RECONCILE_MS = 5 * 60_000
const PAGE = 1000
/**
 * 2 KB each. So many are ranked without asking the database, which makes a search four times as quick; the rest is read
 * when it is needed.
 */
const IN_MEMORY = 50_000
/**
 * The means of the sketches are learned from the first page; from less, they are learned again when there is twice as
 * much.
 */
const outgrown = ({ learned, sketches }: Held) => learned < PAGE && sketches.size >= 2 * learned + 100

export interface PictureIndex {
  sketches: SketchIndex
  looks: ReadonlyMap<number, Looks>
}
interface Held extends PictureIndex {
  key: string
  looks: Map<number, Looks>
  learned: number
  followed_to: string
  looked_at: number
  reconciled_at: number
}
interface Row {
  product_id: number
  vector: Buffer
  colours: Buffer | null
  source: string
  gone: boolean
  whole: boolean
}

/**
 * What a process knows of the catalogue's pictures: derived from catalog_vectors, and kept in step by what was made
 * since.
 */
let held: Held | undefined
let loading: { key: string; work: Promise<Held> } | undefined

export const labelOf = (source: string) => SOURCES.findIndex((one) => one === source)
export const toVector = (bytes: Buffer) => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
/** Copies: a row's buffer holds more than them. */
export const toLooks = ({ vector, colours }: Pick<Row, 'vector' | 'colours'>): Looks => ({
  vector: toVector(vector).slice(),
  colours: colours && new Uint8Array(colours),
})

const columns = sql`v.product_id, v.vector, v.colours, p.source, p.gone_at is not null as gone, ${isVector} as whole
  from catalog_vectors v join catalog_products p on p.id = v.product_id`

function put({ sketches, looks }: Pick<Held, 'sketches' | 'looks'>, row: Row): void {
  sketches.add(row.product_id, toVector(row.vector), labelOf(row.source))
  if (looks.has(row.product_id) || looks.size < IN_MEMORY) looks.set(row.product_id, toLooks(row))
}

function drop({ sketches, looks }: Held, id: number): void {
  sketches.remove(id)
  looks.delete(id)
}

async function load(db: Db, key: string): Promise<Held> {
  // The moment before the first page: what is made while we read is read again.
  const followed_to = await db.read(clock)
  const looks = new Map<number, Looks>()
  let sketches: SketchIndex | undefined
  let learned = 0
  for (let after = 0; ;) {
    const { rows } = await db.read((tx) =>
      sql<Row>`select ${columns} where v.product_id > ${after} and ${isVector} and p.gone_at is null
        order by v.product_id limit ${PAGE}`.execute(tx),
    )
    sketches ??= createSketchIndex(
      DIMENSIONS,
      rows.map(({ vector }) => toVector(vector)),
      PAGE,
    )
    learned ||= rows.length
    for (const row of rows) put({ sketches, looks }, row)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE)
      return {
        key,
        sketches,
        looks,
        learned,
        followed_to,
        looked_at: performance.now(),
        reconciled_at: performance.now(),
      }
    after = last.product_id
  }
}

const clock = async (tx: Tx) =>
  (await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(tx)).rows[0]?.now ?? ''

async function follow(db: Db, known: Held): Promise<void> {
  const { rows, now } = await db.read(async (tx) => ({
    now: await clock(tx),
    rows: (
      await sql<Row>`select ${columns}
        where v.made_at > ${known.followed_to}::timestamptz - interval '${sql.raw(OVERLAP)}'`.execute(tx)
    ).rows,
  }))
  for (const row of rows) {
    if (row.whole && !row.gone) put(known, row)
    else drop(known, row.product_id)
  }
  known.followed_to = now
  if (performance.now() - known.reconciled_at < RECONCILE_MS) return
  // Products that went away or came back leave no mark on their vectors. Search itself never shows one that is gone
  // (nearest.ts).
  const live = new Set(
    (
      await db.read((tx) =>
        sql<{
          id: number
        }>`select v.product_id as id from catalog_vectors v join catalog_products p on p.id = v.product_id
          where ${isVector} and p.gone_at is null`.execute(tx),
      )
    ).rows.map(({ id }) => id),
  )
  for (const id of known.sketches.ids()) if (!live.has(id)) drop(known, id)
  const back = [...live].filter((id) => !known.sketches.has(id))
  for (let from = 0; from < back.length; from += PAGE) {
    const { rows: more } = await db.read((tx) =>
      sql<Row>`select ${columns} where v.product_id = any (${back.slice(from, from + PAGE)}::bigint[]) and ${isVector}`.execute(
        tx,
      ),
    )
    for (const row of more) put(known, row)
  }
  known.reconciled_at = performance.now()
}

/**
 * `key` tells databases apart (the URL): one per process outside of tests. Whoever comes while it is read waits for the
 * same reading.
 */
export async function pictureIndex(db: Db, key: string): Promise<PictureIndex> {
  const known = held?.key === key && !outgrown(held) ? held : undefined
  if (known && performance.now() - known.looked_at < LOOK_AGAIN_MS) return known
  if (loading?.key !== key) {
    const work = known
      ? follow(db, known).then(() => Object.assign(known, { looked_at: performance.now() }))
      : load(db, key)
    loading = { key, work }
    const ended = () => {
      if (loading?.work === work) loading = undefined
    }
    work.then((made) => {
      held = made
      ended()
    }, ended)
    return work
  }
  return loading.work
}
