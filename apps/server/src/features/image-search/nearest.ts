import { isSameByLooks } from '@omni/domain/image-search/match.ts'
import { type Looks, type Near, rank, rankByViews } from '@omni/domain/image-search/vectors.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db.ts'
import { labelOf, pictureIndex, toLooks } from './picture-index.ts'
import { isVector } from './store-vector.ts'

/** Ranked exactly: enough that the true nearest are among them (`npm run bench -- image`). */
const CANDIDATES = 400
/** Put in order by all views of the picture. */
const VIEWED = 40

export interface NearestAsk {
  count: number
  /** Of the picture that is searched for, with more around it: asked where nothing is the very same. */
  views?: readonly Int8Array[]
  colours?: Uint8Array | null
  source?: Source | undefined
  /** Ranked too, whatever their sketches say. */
  also?: readonly number[]
  candidates?: number
}

/**
 * The products whose pictures are nearest, none that is gone. Candidates by sketch from memory, the order from the
 * vectors themselves.
 */
export async function nearest(
  db: Db,
  key: string,
  query: Int8Array,
  { also = [], candidates = CANDIDATES, ...ask }: NearestAsk,
): Promise<Near[]> {
  const index = await pictureIndex(db, key)
  const ids = new Set([...index.sketches.candidates(query, candidates, ask.source && labelOf(ask.source)), ...also])
  return db.read((tx) => rankProducts(tx, query, [...ids], ask, index.looks))
}

/**
 * Some products in the order of their pictures. Who is gone is asked of the first few alone: hundreds are ranked, and
 * few shown.
 */
export async function rankProducts(
  tx: Tx,
  query: Int8Array,
  ids: readonly number[],
  { count, source, views = [], colours = null }: NearestAsk,
  known: ReadonlyMap<number, Looks> = new Map(),
): Promise<Near[]> {
  const read = await readLooks(
    tx,
    ids.filter((id) => !known.has(id)),
  )
  const looksOf = (id: number) => known.get(id) ?? read.get(id)
  const bySelf = rank(
    query,
    ids.flatMap((id) => {
      const looks = looksOf(id)
      return looks ? [[id, looks.vector] as const] : []
    }),
    ids.length,
  )
  const isFound = bySelf[0] !== undefined && isSameByLooks(bySelf[0].similarity)
  const ranked =
    views.length === 0 || isFound
      ? bySelf
      : [...rankByViews([query, ...views], colours, bySelf.slice(0, VIEWED), looksOf), ...bySelf.slice(VIEWED)]
  const kept: Near[] = []
  for (let from = 0; from < ranked.length && kept.length < count; from += 2 * count) {
    const some = ranked.slice(from, from + 2 * count)
    const { rows } = await sql<{ id: number }>`
      select id from catalog_products where id = any (${some.map(({ id }) => id)}::bigint[])
        and gone_at is null ${source ? sql`and source = ${source}` : sql``}`.execute(tx)
    const alive = new Set(rows.map(({ id }) => id))
    kept.push(...some.filter(({ id }) => alive.has(id)))
  }
  return kept.slice(0, count)
}

async function readLooks(tx: Tx, ids: readonly number[]): Promise<Map<number, Looks>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{
    id: number
    vector: Buffer
    colours: Buffer | null
  }>`select v.product_id as id, v.vector, v.colours from catalog_vectors v
    where v.product_id = any (${[...ids]}::bigint[]) and ${isVector}`.execute(tx)
  return new Map(rows.map((row) => [row.id, toLooks(row)]))
}
