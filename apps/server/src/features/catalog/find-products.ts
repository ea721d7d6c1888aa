import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { type Sort, TOTAL_CAP } from '@omni/domain/catalog/search-options.ts'
import { asSource, toIsoCountry } from '@omni/domain/catalog/sources.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { cardsOf } from './cards.ts'
import { noteSearch } from './note-search.ts'
import { type CatalogIndex, catalogIndex } from './search/catalog-index.ts'
import { planSearch, readWords } from './search/plan-search.ts'
import { placeIn, search, type SearchAsk, type SearchHits } from './search/search.ts'

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
  const found = await ctx.db.read(async (tx) => {
    const index = await catalogIndex(tx, ctx.config.DATABASE_URL)
    const { words, corrected } = readWords(index, input.text, input.exact)
    const offset = input.cursor ? 0 : ((input.page ?? 1) - 1) * input.page_size
    if (offset + input.page_size > TOTAL_CAP) refuse('catalog.page_too_deep', { count: TOTAL_CAP }, { field: 'page' })
    const plan = planSearch({ ...input, ...(input.sort === undefined && preset.sort && { sort: preset.sort }) }, words)
    const ask: SearchAsk = {
      ...plan,
      tags: [...plan.tags, ...(preset.tags ?? [])],
      after: placeIn(plan.sort).read(input.cursor) ?? undefined,
      offset,
      limit: input.page_size,
    }
    const { hits, relaxed } = await searchOrRelax(tx, index, ask, words)
    const items = await cardsOf(tx, ctx, hits.ids, toIsoCountry(input.ship_to))
    return { items, hits, sort: plan.sort, corrected, relaxed, stale_sources: await staleSources(tx, input.source) }
  })
  if (input.text.trim() !== '' && !input.cursor && (input.page ?? 1) === 1 && found.items.length > 0)
    noteSearch(ctx, found.corrected ?? input.text)
  const { hits } = found
  return {
    items: found.items,
    next_cursor: hits.has_more && hits.last ? placeIn(found.sort).write(hits.last) : null,
    total: hits.total,
    total_is_capped: hits.total_is_capped,
    corrected: found.corrected,
    relaxed: found.relaxed,
    stale_sources: found.stale_sources,
  }
}

/** When nothing holds all words: the same without the word that is rarest, and so on, down to one. */
async function searchOrRelax(
  tx: Tx,
  index: CatalogIndex,
  ask: SearchAsk,
  words: readonly string[],
): Promise<{ hits: SearchHits; relaxed: boolean }> {
  const hits = await search(tx, index, ask)
  if (hits.total > 0 || words.length < 2) return { hits, relaxed: false }
  const byRarity = [...words].sort((a, b) => index.lexicon.docs(a) - index.lexicon.docs(b))
  for (let drop = 1; drop < words.length; drop++) {
    const dropped = new Set(byRarity.slice(0, drop).map((word) => `w:${word}`))
    const fewer = await search(tx, index, { ...ask, tags: ask.tags.filter((tag) => !dropped.has(tag)) })
    if (fewer.total > 0) return { hits: fewer, relaxed: true }
  }
  return { hits, relaxed: false }
}

async function staleSources(tx: Tx, wanted: readonly string[] | undefined): Promise<Found['stale_sources']> {
  const rows = await tx
    .selectFrom('supplier_state')
    .select(['source', 'failing_since', 'last_ok_at'])
    .where('failing_since', 'is not', null)
    .execute()
  return rows
    .filter(({ source }) => !wanted || wanted.includes(source))
    .map(({ source, failing_since, last_ok_at }) => ({
      source: asSource(source),
      since: last_ok_at ?? failing_since ?? '',
    }))
}
