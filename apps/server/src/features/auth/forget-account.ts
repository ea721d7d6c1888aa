import { sql } from 'kysely'
import { audit } from '../../platform/audit.ts'
import { enterScope, type Tx } from '../../platform/db.ts'
import { deleteExample } from '../example-shop/delete-example.ts'
import { endSessions } from './sessions.ts'

/** The person and every workplace only they are in. The audit chain keeps ids alone. */
export async function forgetAccount(tx: Tx, user_id: string): Promise<void> {
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
    if (!others) await deleteWorkplaceOf(tx, { user_id, workplace_id })
  }
  await endSessions(tx, user_id)
  await audit(tx, { chain_id: user_id, user_id, action: 'account.deleted', subject: user_id })
  await sql`select forget_telemetry(${user_id}::uuid)`.execute(tx)
  await tx.deleteFrom('realtime_messages').where('user_id', '=', user_id).where('name', '<>', 'session.ended').execute()
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('users').where('user_id', '=', user_id).execute()
}

async function deleteWorkplaceOf(tx: Tx, id: { user_id: string; workplace_id: string }): Promise<void> {
  const { workplace_id } = id
  const { is_example } = await tx
    .selectFrom('workplaces')
    .select('is_example')
    .where('workplace_id', '=', workplace_id)
    .executeTakeFirstOrThrow()
  if (is_example) await deleteExample(tx, id)
  else await tx.deleteFrom('workplaces').where('workplace_id', '=', workplace_id).execute()
}
