import { sql } from 'kysely'
import type { BaseCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'

/**
 * Makes the fresh workplace in scope a copy of the example shop, if there is one. A copy that cannot be made leaves the
 * workplace as it was: a visitor who came to look is not sent away.
 */
export async function fillExample(ctx: Pick<BaseCtx, 'log'>, tx: Tx): Promise<void> {
  await sql`savepoint example`.execute(tx)
  try {
    await sql`select fill_example()`.execute(tx)
  } catch (error) {
    ctx.log.error({ err: error }, 'the example shop could not be copied')
    await sql`rollback to savepoint example`.execute(tx)
  }
}
