import type { LanguageCode } from '@omni/domain/languages.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { enterScope, type Tx } from '../../platform/db.ts'
import { deleteExample } from '../example-shop/delete-example.ts'
import { openWorkplace } from './create-user.ts'

/** Who had a copy of the example shop gets an empty workplace instead of it, with the same time zone. */
export async function leaveExample(
  tx: Tx,
  { user_id, language }: { user_id: string; language: LanguageCode },
  now: Date,
): Promise<void> {
  for (const { workplace_id, timezone } of await examplesOf(tx, user_id)) {
    await deleteExample(tx, { user_id, workplace_id })
    const own = randomUUID()
    await openWorkplace(tx, { user_id, workplace_id: own, language, timezone }, now)
    await tx.updateTable('users').set({ last_workplace_id: own }).where('user_id', '=', user_id).execute()
  }
}

/** Copies of the example shop that a person is in. */
async function examplesOf(tx: Tx, user_id: string): Promise<{ workplace_id: string; timezone: string }[]> {
  const members = await tx
    .selectFrom('workplace_members')
    .select('workplace_id')
    .where('user_id', '=', user_id)
    .execute()
  await enterScope(tx, { user_id, own_workplaces: members.map(({ workplace_id }) => workplace_id) })
  const { rows } = await sql<{ workplace_id: string; timezone: string }>`
    select workplace_id, coalesce(settings ->> 'timezone', 'UTC') as timezone from workplaces where is_example`.execute(
    tx,
  )
  return rows
}
