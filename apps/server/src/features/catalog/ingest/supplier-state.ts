import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { BaseCtx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/db.ts'

/** A supplier that answered is well; since when it does not is what screens show. */
export async function recordAnswer(db: Db, source: Source, error: unknown, now: Date): Promise<void> {
  const down = error instanceof VendorError && (error.kind === 'unavailable' || error.kind === 'auth_expired')
  if (error !== null && !down) return // a "no" is an answer too, but says nothing about the supplier's health
  const message = down ? error.message.slice(0, 300) : ''
  await db.tx((tx) =>
    sql`
    insert into supplier_state as s (source, last_ok_at, failing_since, last_error)
      values (${source}, ${down ? null : now}, ${down ? now : null}, ${message})
    on conflict (source) do update set
      last_ok_at = coalesce(excluded.last_ok_at, s.last_ok_at), last_error = excluded.last_error,
      failing_since = case when excluded.failing_since is null then null
        else coalesce(s.failing_since, excluded.failing_since) end`.execute(tx),
  )
}

/** Asks a supplier and remembers whether it answered. */
export async function callSupplier<T>(
  { as, now }: Pick<BaseCtx, 'as' | 'now'>,
  source: Source,
  ask: () => Promise<T>,
): Promise<T> {
  const db = as({})
  try {
    const answer = await ask()
    await recordAnswer(db, source, null, now)
    return answer
  } catch (error) {
    await recordAnswer(db, source, error, now)
    throw error
  }
}
