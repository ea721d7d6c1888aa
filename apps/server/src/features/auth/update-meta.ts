import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { isMetaKey, META_KEYS } from '@omni/domain/onboarding/onboarding-steps.ts'
import { sql } from 'kysely'
import type { UserCtx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'

/** Foundation spec §3, meta key update: a key is set once and stays. */
export async function updateMeta(ctx: UserCtx, { meta_key }: In<typeof authCalls.updateMeta>) {
  if (!isMetaKey(meta_key)) refuse('invalid.choice', { choices: META_KEYS.join(', ') }, { field: 'meta_key' })
  const { meta_keys } = await ctx.db.tx((tx) =>
    tx
      .updateTable('users')
      .set({
        meta_keys: sql`case when ${meta_key} = any(meta_keys) then meta_keys
          else array_append(meta_keys, ${meta_key}) end`,
      })
      .where('user_id', '=', ctx.user_id)
      .returning('meta_keys')
      .executeTakeFirstOrThrow(),
  )
  return { remaining_meta_keys: META_KEYS.filter((key) => !meta_keys.includes(key)) }
}
