import { buildLexicon, type Lexicon } from '@omni/domain/catalog/lexicon.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db.ts'

/**
 * What a process knows of the index without asking: how many products carry each tag. Derived, and renewed when it
 * moved.
 */
export interface CatalogIndex {
  version: number
  docs: number
  lexicon: Lexicon
  /** Of any tag, words included. */
  products(tag: string): number
  tags(prefix: string): [tag: string, products: number][]
}

const LOOK_AGAIN_MS = 5000
const WORD = 'w:'

interface Held {
  index: CatalogIndex
  looked_at: number
}
/** One database per process outside of tests; tests have one per file. */
let held: { key: string; value: Promise<Held> } | undefined

async function load(tx: Tx): Promise<CatalogIndex> {
  const state = await tx.selectFrom('catalog_index').select(['version', 'docs']).executeTakeFirstOrThrow()
  const rows = await tx.selectFrom('catalog_tags').select(['tag', 'products']).execute()
  const all = new Map(rows.map(({ tag, products }) => [tag, products]))
  return {
    version: state.version,
    docs: state.docs,
    lexicon: buildLexicon(
      rows
        .filter(({ tag }) => tag.startsWith(WORD))
        .map(({ tag, products }) => [tag.slice(WORD.length), products] as const),
    ),
    products: (tag) => all.get(tag) ?? 0,
    tags: (prefix) => [...all].filter(([tag]) => tag.startsWith(prefix)),
  }
}

/** `key` tells databases apart (the URL). */
export async function catalogIndex(tx: Tx, key: string): Promise<CatalogIndex> {
  const known = held?.key === key ? await held.value.catch(() => undefined) : undefined
  if (known && performance.now() - known.looked_at < LOOK_AGAIN_MS) return known.index
  if (known) {
    const {
      rows: [state],
    } = await sql<{ version: number }>`select version from catalog_index`.execute(tx)
    if (state?.version === known.index.version) {
      known.looked_at = performance.now()
      return known.index
    }
  }
  const value = load(tx).then((index) => ({ index, looked_at: performance.now() }))
  held = { key, value }
  return (await value).index
}
