import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db.ts'
import { hasModel, modelsDir } from '../../platform/picture-model/model-file.ts'
import { isVector } from './store-vector.ts'

export interface ImageSearchState {
  state: 'ready' | 'preparing'
  indexed: number
  pictures: number
}

const COUNT_AGAIN_MS = 5000 // counting a large catalogue takes longer than a search does
let counted: { key: string; at: number; counts: { indexed: number; pictures: number } } | undefined

/** Ready as soon as there is something to find; how much of the catalogue that is, is said beside it. */
export async function imageSearchState(db: Db, config: Config): Promise<ImageSearchState> {
  if (counted?.key !== config.DATABASE_URL || performance.now() - counted.at > COUNT_AGAIN_MS) {
    const {
      rows: [row],
    } = await db.read((tx) =>
      sql<{ indexed: number; pictures: number }>`
      select count(*)::int as pictures, count(*) filter (where ${isVector})::int as indexed
      from catalog_products p left join catalog_vectors v on v.product_id = p.id
        where p.gone_at is null and p.images[1] is not null`.execute(tx),
    )
    counted = { key: config.DATABASE_URL, at: performance.now(), counts: row ?? { indexed: 0, pictures: 0 } }
  }
  const { counts } = counted
  return { state: hasModel(modelsDir(config)) && counts.indexed > 0 ? 'ready' : 'preparing', ...counts }
}
