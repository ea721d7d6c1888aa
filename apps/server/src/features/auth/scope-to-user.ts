import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Moves a transaction into the scope of a user who has just proved who they are. */
export const scopeToUser = (tx: Tx, user_id: string) => sql`select set_config('app.user_id', ${user_id}, true)`.execute(tx)
