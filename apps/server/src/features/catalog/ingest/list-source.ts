import type { Supplier } from '@omni/connectors/suppliers/open-supplier.ts'
import { CATEGORY_WORDS } from '@omni/domain/catalog/categories.ts'
import { nextPlace, type WalkPlace, walkStart } from '@omni/domain/catalog/list-walk.ts'
import { DEFAULT_SHIP_TO, type Source } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { WORD_SOURCE_IDS } from '@omni/domain/vendors/manifest.ts'
import { timeNow } from '../../../platform/clock.ts'
import type { JobCtx } from '../../../platform/ctx.ts'
import type { Tx } from '../../../platform/db.ts'
import { storeSummaries } from './store-summaries.ts'
import { recordAnswer } from './supplier-state.ts'

const PAGE_SIZE = 100
const ROUND_EVERY_MS = 20 * 3_600_000

/** Suppliers whose search wants words are walked by the words of our categories; the others list everything. */
const NEEDS_WORDS: readonly Source[] = WORD_SOURCE_IDS
const Place = z.object({
  category_id: z.string().nullable(),
  word: z.int().nullable(),
  cursor: z.string().nullable(),
}) satisfies z.ZodType<WalkPlace>

/** A supplier's categories, asked for once in a slice. */
export interface KnownCategories {
  list?: { category_id: string; name: string }[]
}

/** Where the round's list stands; null: it is through. A new round begins when it is time for one. */
export async function listingPlace(ctx: JobCtx, source: Source): Promise<WalkPlace | null> {
  const state = await ctx.db.tx((tx) => beginRound(tx, source, timeNow()))
  if (state.phase !== 'listing') return null
  // What an older version kept as its place is no place: that round starts again.
  const kept = state.cursor === null ? null : Place.safeParse(JSON.parse(state.cursor)).data
  return kept ?? walkStart({ needs_words: NEEDS_WORDS.includes(source) })
}

/** One page of the round's list. */
export async function listPage(
  ctx: JobCtx,
  supplier: Supplier,
  source: Source,
  place: WalkPlace,
  known: KnownCategories,
): Promise<void> {
  if (!supplier.catalog) return
  const text = place.word === null ? undefined : CATEGORY_WORDS[place.word]
  const page = await supplier.catalog.search({
    ...(text && { text }),
    ...(place.category_id !== null && { category_id: place.category_id }),
    page_size: PAGE_SIZE,
    ship_to: DEFAULT_SHIP_TO,
    ...(place.cursor !== null && { cursor: place.cursor }),
  })
  const cut_off = page.cut_off === true
  // Asked for only where the walk needs them: a list that is whole has no use for categories.
  if (cut_off || place.category_id !== null) known.list ??= (await supplier.catalog.categories?.(null)) ?? []
  const categories = known.list ?? []
  const needs_words = NEEDS_WORDS.includes(source)
  const ways = { words: CATEGORY_WORDS, needs_words, category_ids: categories.map((one) => one.category_id) }
  const step = nextPlace(place, { next: page.next, cut_off }, ways)
  const name = categories.find((one) => one.category_id === place.category_id)?.name ?? place.category_id ?? text ?? ''
  await ctx.db.tx(async (tx) => {
    await storeSummaries(tx, source, page.items, timeNow())
    await tx
      .updateTable('supplier_state')
      .set(step.place ? { cursor: JSON.stringify(step.place) } : { phase: 'details', cursor: null })
      .where('source', '=', source)
      .execute()
    if (step.left_out) await recordLeftOut(tx, source, name)
  })
  await recordAnswer(ctx.db, source, null, timeNow())
}

/** Each name once. */
const recordLeftOut = (tx: Tx, source: Source, name: string) =>
  sql`update supplier_state set left_out = left_out || ${JSON.stringify([name])}::jsonb
    where source = ${source} and not left_out @> ${JSON.stringify([name])}::jsonb`.execute(tx)

async function beginRound(tx: Tx, source: Source, now: Date) {
  await tx
    .insertInto('supplier_state')
    .values({ source })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const state = await tx
    .selectFrom('supplier_state')
    .selectAll()
    .where('source', '=', source)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const due =
    state.round_started_at === null || now.getTime() - new Date(state.round_started_at).getTime() > ROUND_EVERY_MS
  if (state.phase !== 'idle' || !due) return state
  return tx
    .updateTable('supplier_state')
    .set({
      phase: 'listing',
      cursor: null,
      left_out: '[]',
      round: state.round + 1,
      round_started_at: now,
      round_ended_at: null,
    })
    .where('source', '=', source)
    .returningAll()
    .executeTakeFirstOrThrow()
}
