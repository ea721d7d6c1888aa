import { wordsOf } from '@omni/domain/catalog/words.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { CatalogIndex } from './search/catalog-index.ts'

const TELLING = 6
const MOST_HITS = 5000

/** Products that share words with a title, most in common first. None where no word of it is in the catalogue. */
export async function candidatesByTitle(tx: Tx, index: CatalogIndex, title: string, count: number): Promise<number[]> {
  const words = wordsOf(title)
    .map((word) => index.lexicon.correct(word) ?? word)
    .filter((word) => index.lexicon.docs(word) > 0)
  if (words.length === 0) return []
  // The rarest words tell most; the commonest would bring half the catalogue.
  const telling = words
    .toSorted((a, b) => index.lexicon.docs(a) - index.lexicon.docs(b))
    .slice(0, TELLING)
    .map((word) => `w:${word}`)
  const { rows } = await sql<{ product_id: number }>`
    with hits as materialized (select product_id, score, tags from catalog_search where tags && ${telling}::text[]
      limit ${MOST_HITS})
    select product_id from hits order by cardinality(array(select unnest(tags) intersect
      select unnest(${words.map((word) => `w:${word}`)}::text[]))) desc, score desc, product_id limit ${count}`.execute(
    tx,
  )
  return rows.map(({ product_id }) => product_id)
}
