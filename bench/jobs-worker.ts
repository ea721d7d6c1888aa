/** What bench/jobs.ts measures: a worker with a job that does nothing and one that says how long it waited. */
import { sql } from 'kysely'
import { z } from 'zod'
import { job, work } from '../apps/server/src/platform/jobs.ts'
import { connectVendors } from '../apps/server/src/vendors.ts'
import { runWorker } from '../apps/server/src/platform/worker.ts'

export const empty = job('bench.empty', { payload: z.object({ n: z.int() }), attempts: 3 })
export const timed = job('bench.timed', { payload: z.object({ asked_ms: z.number() }), attempts: 3 })

if (process.send)
  await runWorker(
    [
      work(empty, async () => {}),
      work(timed, async (ctx, { asked_ms }) => {
        const waited_ms = performance.timeOrigin + performance.now() - asked_ms
        await ctx.db.tx((tx) => sql`insert into bench_waits values (${waited_ms})`.execute(tx))
      }),
    ],
    connectVendors,
  )
