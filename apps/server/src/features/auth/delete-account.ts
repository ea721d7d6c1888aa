import type { authCalls } from '@omni/contracts/auth.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { sql } from 'kysely'
import { audit } from '../../platform/audit.ts'
import type { UserCtx } from '../../platform/ctx.ts'
import { enterScope } from '../../platform/db.ts'
import { emit } from '../../platform/outbox.ts'
import { mustKnowPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'

/**
 * Foundation spec §7 account/delete: the person and every workplace only they are in. The audit chain keeps ids alone.
 */
export async function deleteAccount(ctx: UserCtx, input: In<typeof authCalls.deleteAccount>): Promise<null> {
  const { user_id } = ctx
  await ctx.limits.signIn({ account: `password:${user_id}`, ip: ctx.caller.ip })
  await ctx.db.read((tx) => mustKnowPassword(tx, user_id, input.password))
  await ctx.db.tx(async (tx) => {
    const workplaces = await tx
      .selectFrom('workplace_members')
      .select('workplace_id')
      .where('user_id', '=', user_id)
      .execute()
    for (const { workplace_id } of workplaces) {
      // Members of a workplace are seen from inside it.
      await enterScope(tx, { user_id, workplace_id })
      const others = await tx
        .selectFrom('workplace_members')
        .select('user_id')
        .where('workplace_id', '=', workplace_id)
        .where('user_id', '<>', user_id)
        .executeTakeFirst()
      if (!others) await tx.deleteFrom('workplaces').where('workplace_id', '=', workplace_id).execute()
    }
    await endSessions(tx, user_id)
    await audit(tx, { chain_id: user_id, user_id, action: 'account.deleted', subject: user_id })
    await sql`select forget_telemetry(${user_id}::uuid)`.execute(tx)
    await tx
      .deleteFrom('realtime_messages')
      .where('user_id', '=', user_id)
      .where('name', '<>', 'session.ended')
      .execute()
    await tx.deleteFrom('idempotency_keys').where('user_id', '=', user_id).execute()
    await tx.deleteFrom('users').where('user_id', '=', user_id).execute()
    await emit(tx, 'account.deleted', { user_id })
  })
  ctx.cookies.session = null
  return null
}
