import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { type Sort, TOTAL_CAP } from '@omni/domain/catalog/search-options.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { cardsOf } from './cards.ts'
import { recordSearch } from './record-search.ts'
import { bitmapSearch } from './search/bitmap-search.ts'
import { type CatalogIndex, catalogIndex } from './search/catalog-index.ts'
import { heldBitmaps } from './search/held-bitmaps.ts'
import { planSearch } from './search/plan-search.ts'
import { postgresSearch } from './search/postgres-search.ts'
import { readWords } from './search/read-words.ts'
import { placeIn, type SearchEngine, type SearchHits, type SearchRequest } from './search/search-port.ts'

type Filters = In<typeof catalogCalls.findProducts>

export type Found = Out<typeof catalogCalls.findProducts>

/** Sourcing spec §2, find product: words, filters, order, pages. */
export const findProducts = (ctx: Ctx, input: Filters): Promise<Found> => find(ctx, input, {})

export const searchCatalogue = (ctx: Ctx, input: Filters): Promise<Found> => find(ctx, input, { sort: 'relevant' })

export const findResearchProducts = (ctx: Ctx, input: Filters): Promise<Found> =>
  find(ctx, input, { sort: 'desc_lastest_volume' })

/** Sold one by one: what a shop can order for one customer. */
export const listDropshippingProducts = (ctx: Ctx, input: Filters): Promise<Found> =>
  find(ctx, input, { tags: ['x:single'] })

export async function find(ctx: Ctx, input: Filters, preset: { sort?: Sort; tags?: string[] }): Promise<Found> {
  const bitmaps = await heldBitmaps({ db: ctx.as({}), key: ctx.config.DATABASE_URL, log: ctx.log })
  const first_page = !input.cursor && (input.page ?? 1) === 1
  const found = await ctx.db.read(async (tx) => {
    const index = await catalogIndex(tx, ctx.config.DATABASE_URL)
    const engine = bitmaps ? bitmapSearch(bitmaps) : postgresSearch(tx, index)
    const { words, corrected } = await readWords(engine, index.lexicon, input.text, input.exact)
    const offset = input.cursor ? 0 : ((input.page ?? 1) - 1) * input.page_size
    if (offset + input.page_size > TOTAL_CAP) refuse('catalog.page_too_deep', { count: TOTAL_CAP }, { field: 'page' })
    const plan = planSearch({ ...input, ...(input.sort === undefined && preset.sort && { sort: preset.sort }) }, words)
    const { hidden, stale_sources } = await aroundTheList(tx, ctx, input.source)
    const request: SearchRequest = {
      ...plan,
      tags: [...plan.tags, ...(preset.tags ?? [])],
      without: hidden,
      after: placeIn(plan.sort).read(input.cursor) ?? undefined,
      offset,
      limit: input.page_size,
      counted: !input.cursor,
    }
    const { hits, answered } = await searchOrRelax(engine, index, request, words)
    return {
      hits,
      items: await cardsOf(tx, ctx, hits.ids, plan.ship_to),
      facets: hits.facets,
      sort: plan.sort,
      corrected,
      relaxed: answered !== request,
      wordless: input.text !== '' && words.length === 0,
      stale_sources,
    }
  })
  const { hits, sort, ...answer } = found
  // What was shown for other words than these says nothing about what sellers look for.
  if (first_page && input.text !== '' && !found.wordless && !found.relaxed && found.items.length > 0)
    recordSearch(ctx, found.corrected ?? input.text)
  return {
    ...answer,
    next_cursor: hits.has_more && hits.last ? placeIn(sort).write(hits.last) : null,
    total: hits.total,
    total_is_capped: hits.total_is_capped,
  }
}

/** When nothing holds all words: the same without the word that is rarest, and so on, down to one. */
async function searchOrRelax(
  engine: SearchEngine,
  index: CatalogIndex,
  request: SearchRequest,
  words: readonly string[],
): Promise<{ hits: SearchHits; answered: SearchRequest }> {
  const hits = await engine.search(request)
  if (hits.total > 0 || words.length < 2) return { hits, answered: request }
  const byRarity = [...words].sort((a, b) => index.lexicon.docs(a) - index.lexicon.docs(b))
  for (let drop = 1; drop < words.length; drop++) {
    const dropped = new Set(byRarity.slice(0, drop).map((word) => `w:${word}`))
    const answered = { ...request, tags: request.tags.filter((tag) => !dropped.has(tag)) }
    const fewer = await engine.search(answered)
    if (fewer.total > 0) return { hits: fewer, answered }
  }
  return { hits, answered: request }
}

/** What this workplace has hidden, and which suppliers could not be asked lately. */
async function aroundTheList(
  tx: Tx,
  { workplace_id }: { workplace_id: string },
  wanted: readonly string[] | undefined,
): Promise<{ hidden: number[]; stale_sources: Found['stale_sources'] }> {
  const { rows } = await sql<{ product_id: number | null; source: string | null; since: string | null }>`
    select product_id, null as source, null::timestamptz as since from hidden_products
      where workplace_id = ${workplace_id}
    union all select null, source, coalesce(last_ok_at, failing_since) from supplier_state
      where failing_since is not null`.execute(tx)
  return {
    hidden: rows.flatMap(({ product_id }) => product_id ?? []),
    stale_sources: rows.flatMap(({ source, since }) =>
      source !== null && (!wanted || wanted.includes(source)) ? [{ source: asSource(source), since: since ?? '' }] : [],
    ),
  }
}
