import { sql } from 'kysely'
import type { Db } from '../../platform/db.ts'

/**
 * Runs the work unless another process is at it: then there is nothing to do. The lock lives in a transaction of its
 * own that holds
 * nothing else, so it ends with the process; the work commits step by step on other connections.
 */
export async function oneAtATime(db: Db, name: string, work: () => Promise<void>): Promise<void> {
  await db.tx(async (tx) => {
    const {
      rows: [lock],
    } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`.execute(tx)
    if (lock?.held) await work()
  })
}
