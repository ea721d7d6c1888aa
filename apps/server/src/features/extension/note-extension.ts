import type { In } from '@omni/contracts/kernel.ts'
import type { extensionCalls } from '@omni/contracts/extension.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { emit } from '../../platform/outbox.ts'

/** One without it, a phone for example, says nothing about the browser that had it this month. */
const STAYS = '30 days'

export async function noteExtension(ctx: Ctx, { is_here }: In<typeof extensionCalls.noteExtension>) {
  const { workplace_id, now } = ctx
  return ctx.db.tx(async (tx) => {
    const { rows } = await sql<{ has_extension: boolean; before: boolean | null }>`
      with known as (select has_extension, extension_seen_at from buying_facts where workplace_id = ${workplace_id})
      insert into buying_facts as f (workplace_id, has_extension, extension_seen_at)
      values (${workplace_id}, ${is_here}, ${is_here ? now : null})
      on conflict (workplace_id) do update set
        has_extension = ${is_here} or coalesce(f.extension_seen_at > ${now}::timestamptz - ${STAYS}::interval, false),
        extension_seen_at = coalesce(excluded.extension_seen_at, f.extension_seen_at)
      returning has_extension, (select has_extension from known) as before`.execute(tx)
    const { has_extension = is_here, before = null } = rows[0] ?? {}
    // Not known and there is the same to an order.
    if ((before ?? true) !== has_extension) await emit(tx, 'extension.changed', { workplace_id })
    return { has_extension }
  })
}
