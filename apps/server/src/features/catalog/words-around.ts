import { namingWords } from '@omni/domain/catalog/same-good.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

export const SHOWN = 10

const SAMPLE = 300

/**
 * The words that stand most often in the titles of the best products carrying some tags, beyond how often they stand
 * anywhere.
 */
export async function wordsAround(tx: Tx, tags: string[], without: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    with best as (select tags from catalog_search where tags @> ${tags}::text[] order by score desc limit ${SAMPLE}),
      counted as (select substr(tag, 3) as word, count(*) as here from best, unnest(best.tags) as tag
        where tag like 'w:%' group by tag)
    select word from counted join catalog_tags t on t.tag = 'w:' || word
    where length(word) > 2 and word !~ '^[0-9]+$' and not (word = any (${[...without]}::text[])) and here > 1
    order by here::float * here / t.products desc, word limit ${4 * SHOWN}`.execute(tx)
  // Praise stands in every title; it names nothing one could search for.
  return rows
    .map(({ word }) => word)
    .filter((word) => namingWords(word).length > 0)
    .slice(0, SHOWN)
}
