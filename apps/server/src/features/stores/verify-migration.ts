import type { In } from '@omni/contracts/kernel.ts'
import type { storeCalls } from '@omni/contracts/stores.calls.ts'
import { sql } from 'kysely'
import type { PublicCtx } from '../../platform/ctx.ts'
import { enqueue } from '../../platform/jobs.ts'
import { refuse } from '../../platform/refuse.ts'
import { tokenHash } from '../../platform/secrets.ts'
import { moveStore } from './jobs.ts'

interface Confirmed {
  workplace_id: string
  migration_id: string
  user_id: string
  store_name: string
  was_confirmed: boolean
}

/** Foundation spec §8: 510 a code that is wrong, used or too old; 512 said twice while the store is being moved. */
export const verifyMigration = async (ctx: PublicCtx, { code }: In<typeof storeCalls.verifyMigration>) => {
  const found = await ctx.db.tx(async (tx) => {
    const { rows } = await sql<Confirmed>`select * from confirm_store_migration(${tokenHash(code)})`.execute(tx)
    const [row] = rows
    if (!row) return undefined
    const { workplace_id, migration_id, user_id } = row
    await enqueue(tx, moveStore, { workplace_id, migration_id, user_id })
    return row
  })
  if (!found) refuse('store_migrate_owner')
  if (found.was_confirmed) refuse('store_migrate_in_process')
  return { store_name: found.store_name }
}
