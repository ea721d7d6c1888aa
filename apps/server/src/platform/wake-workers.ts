/** Tells workers that there are jobs, after the commit that added them: one word for everything added meanwhile. */
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { DB } from './db-types.ts'

/** How many jobs each open transaction has added. */
const added = new WeakMap<Kysely<DB>, number>()
interface Waker {
  jobs: number
  isBusy: boolean
}
const wakers = new WeakMap<pg.Pool, Waker>()

export const noteJob = (tx: Kysely<DB>): void => void added.set(tx, (added.get(tx) ?? 0) + 1)

/** The transaction was committed. Nobody waits for this: a worker that hears nothing looks within a second. */
export function wakeWorkers(pool: pg.Pool, tx: Kysely<DB>): void {
  const jobs = added.get(tx) ?? 0
  if (jobs === 0) return
  const waker = wakers.get(pool) ?? { jobs: 0, isBusy: false }
  wakers.set(pool, waker)
  waker.jobs += jobs
  if (!waker.isBusy) void say(pool, waker)
}

async function say(pool: pg.Pool, waker: Waker): Promise<void> {
  waker.isBusy = true
  try {
    while (waker.jobs > 0) {
      const { jobs } = waker
      waker.jobs = 0
      // Nothing is kept, so nothing has to be on disk before the lock is let go.
      await pool.query(`begin; set local synchronous_commit = off;
        select pg_notify('jobs:insert', '{"r":${Math.random()},"count":${jobs}}'); commit`)
    }
  } catch {
    // The workers look by themselves.
  } finally {
    waker.isBusy = false
  }
}
