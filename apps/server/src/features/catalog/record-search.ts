import { fold } from '@omni/domain/catalog/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'

const MAX_KEPT = 80
/** Searches of one person within so long are written at once: a statement for each would cost more than the search. */
const WRITE_AFTER_MS = 1000

/** By workplace and user: what was searched for, and how often. */
const waiting = new Map<string, Map<string, number>>()

/**
 * What is searched for tells what the seller likes (theirs alone) and what is in demand (without saying by whom).
 * Nobody waits for it, and one that is lost with its process is no loss.
 */
export function recordSearch(ctx: Ctx, searched: string): void {
  const text = fold(searched).replace(/\s+/g, ' ').trim().slice(0, MAX_KEPT)
  if (text === '') return
  const key = `${ctx.workplace_id} ${ctx.user_id}`
  const texts = waiting.get(key)
  if (texts) {
    texts.set(text, (texts.get(text) ?? 0) + 1)
    return
  }
  waiting.set(key, new Map([[text, 1]]))
  setTimeout(() => {
    const noted = [...(waiting.get(key) ?? [])]
    waiting.delete(key)
    write(ctx, noted).catch((error: unknown) => ctx.log.info({ err: error }, 'searches were not noted'))
  }, WRITE_AFTER_MS).unref()
}

const write = (ctx: Ctx, noted: readonly [text: string, times: number][]) =>
  ctx.db.tx((tx) =>
    // In one order everywhere: two writers that meet on two texts would wait for each other.
    sql`
    with noted as (select text, times from jsonb_to_recordset(${JSON.stringify(
      noted.map(([text, times]) => ({ text, times })),
    )}::jsonb) as n (text text, times int) order by text),
    own as (
      insert into searched_words as w (workplace_id, user_id, text, times, searched_at)
        select ${ctx.workplace_id}::uuid, ${ctx.user_id}::uuid, text, times, ${ctx.now}::timestamptz from noted
      on conflict (workplace_id, user_id, text) do update
        set times = w.times + excluded.times, searched_at = excluded.searched_at)
    insert into catalog_searched as c (day, text, times)
      select (${ctx.now}::timestamptz at time zone 'utc')::date, text, times from noted
    on conflict (day, text) do update set times = c.times + excluded.times`.execute(tx),
  )
