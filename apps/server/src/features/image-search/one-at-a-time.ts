import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'

/**
 * Runs the work unless another process is at it: then there is nothing to do. The lock lives in a transaction of its
 * own that holds nothing else, so it ends with the process. The work commits step by step on other connections, and
 * the lock's is not one of theirs.
 */
export async function oneAtATime(
  { locks }: Pick<JobCtx, 'locks'>,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  await locks.tx(async (tx) => {
    const {
      rows: [lock],
    } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`.execute(tx)
    if (lock?.held) await work()
  })
}
