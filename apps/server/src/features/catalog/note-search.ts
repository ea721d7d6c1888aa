import { fold } from '@omni/domain/catalog/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'

const MAX_KEPT = 80

/**
 * What is searched for tells what the seller likes (theirs alone) and what is in demand (without saying by whom).
 * Nobody waits
 * for it, and one that is lost with its process is no loss.
 */
export function noteSearch(ctx: Ctx, searched: string): void {
  const text = fold(searched).replace(/\s+/g, ' ').trim().slice(0, MAX_KEPT)
  if (text === '') return
  ctx.db
    .tx((tx) =>
      sql`
    with own as (
      insert into searched_words as w (workplace_id, user_id, text, searched_at)
        values (${ctx.workplace_id}, ${ctx.user_id}, ${text}, ${ctx.now})
      on conflict (workplace_id, user_id, text) do update set times = w.times + 1, searched_at = excluded.searched_at)
    insert into catalog_searched as c (day, text) values ((${ctx.now}::timestamptz at time zone 'utc')::date, ${text})
    on conflict (day, text) do update set times = c.times + 1`.execute(tx),
    )
    .catch((error: unknown) => ctx.log.info({ err: error }, 'a search was not noted'))
}
