import { Cron } from 'croner'
import type pg from 'pg'
import { timeNow } from './clock.ts'
import { keyOf, type JobDefinition } from './jobs.ts'

const MINUTE_MS = 60_000

/** Which of these are due in the minute that begins at `minute`; crontabs of five fields, UTC. */
export const dueAt = (definitions: readonly JobDefinition[], minute: Date): JobDefinition[] =>
  definitions.filter(({ cron }) => cron !== undefined && new Cron(cron, { timezone: 'UTC' }).match(minute))

/**
 * At every full minute the jobs of that minute are added, once over all workers: whoever moves a schedule's row to this
 * minute first adds its job. A minute in which no worker ran is not made up for.
 */
export function runSchedules(
  pool: pg.Pool,
  definitions: readonly JobDefinition[],
  failed: (error: unknown) => void,
): { stop: () => void } {
  let timer: NodeJS.Timeout | undefined
  const tick = (minute: Date) => {
    addDue(pool, dueAt(definitions, minute), minute).catch(failed)
    wait()
  }
  const wait = () => {
    const now = timeNow().getTime()
    const next = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS
    timer = setTimeout(() => tick(new Date(next)), next - now)
  }
  wait()
  return { stop: () => clearTimeout(timer) }
}

/** Adds these jobs for this minute, unless somebody did. */
export async function addDue(pool: pg.Pool, due: readonly JobDefinition[], minute: Date): Promise<void> {
  if (due.length === 0) return
  const rows = due.map((definition) => ({
    name: definition.name,
    key: keyOf(definition, {}),
    max_attempts: definition.attempts,
    queue: definition.queue?.({}) ?? null,
    priority: definition.priority ?? 0,
  }))
  await pool.query(
    `with due as (select * from jsonb_to_recordset($1::jsonb)
       as d (name text, key text, max_attempts integer, queue text, priority integer) order by name),
     mine as (
       insert into job_schedules as s (name, last_at) select name, $2 from due
       on conflict (name) do update set last_at = excluded.last_at where s.last_at < excluded.last_at
       returning name)
     select enqueue_job(name, '{}', key, max_attempts, null, queue, priority), pg_notify('jobs', 'added')
     from mine join due using (name) order by name`,
    [JSON.stringify(rows), minute],
  )
}
