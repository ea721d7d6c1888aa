import { VendorError } from '@omni/connectors/vendor-error.ts'
import pg from 'pg'
import { JOBS_CHANNEL } from './announce.ts'
import { handleDeadLetters } from './dead-letters.ts'
import { runSchedules } from './job-schedule.ts'
import { enqueue, type Job } from './jobs.ts'
import { jobSeconds } from './metrics.ts'
import type { Runtime } from './runtime.ts'

/** A worker that was not notified looks by itself this often. */
const POLL_MS = 1000
const RECONNECT_MS = 1000
/** Somebody asks for a finished job again in this moment: its lease ends a moment later. */
const RETRY_FINISH_MS = 20
/** Leased beyond the places while whole sets of jobs end between two turns; given back when they have to wait. */
const AHEAD = 50
const AHEAD_MS = 250
const LOST_MS = 10_000
/** Of leases that are older than any reply that may still be on its way. */
const RELEASE_LOST = `select fail_job($1, job_id, 'its lease was lost', false, 0) from jobs
  where worker_id = $1 and leased_at < now() - interval '30 seconds' and job_id <> all ($2::bigint[])`
/** The turns of both sets of places, a failure, a schedule. */
const CONNECTIONS = 5

interface TakenJob {
  job_id: number
  name: string
  payload: unknown
  attempts: number
}

/** A set of places in which jobs run. */
interface Places {
  /** What it has leased, as far as it knows. */
  known: () => number[]
  /** Something may be waiting. */
  look: () => void
  /** Takes no more; resolves when everything that runs has ended. */
  stop: () => Promise<void>
}

/**
 * Runs jobs until stopped. Several workers on one database share the work: each leases jobs under its `worker_id`, and
 * must write its heartbeat (health.ts), or others take them back.
 */
export async function runJobs(
  runtime: Runtime,
  jobs: Job[],
  worker_id: string = crypto.randomUUID(),
): Promise<{ stop: () => Promise<void> }> {
  const { DATABASE_URL, WORKER_CONCURRENCY, BACKGROUND_CONCURRENCY } = runtime.config
  // Payloads name tenants, so the app's own role cannot read them; handlers get the app's pool.
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: CONNECTIONS, application_name: 'omni-worker' })
  pool.on('error', () => {}) // a connection that broke is replaced, and the next turn tries again
  pool.on('connect', (client) => void client.on('error', () => {}))
  const all = [...jobs, handleDeadLetters(jobs)]
  const isBackground = ({ definition }: Job) => definition.background === true
  const sets = [
    openPlaces(
      runtime,
      pool,
      worker_id,
      all.filter((entry) => !isBackground(entry)),
      WORKER_CONCURRENCY,
    ),
    openPlaces(runtime, pool, worker_id, all.filter(isBackground), BACKGROUND_CONCURRENCY),
  ]
  const listener = listen(DATABASE_URL, () => sets.forEach(({ look }) => look()))
  // A reply that was lost with its connection leaves a lease that its worker does not know of, and that never ends.
  const lost = setInterval(() => {
    const known = sets.flatMap((places) => places.known())
    pool
      .query(RELEASE_LOST, [worker_id, known])
      .catch((error: unknown) => runtime.log.warn({ err: error }, 'lost leases not released'))
  }, LOST_MS)
  lost.unref()
  const schedules = runSchedules(
    pool,
    all.map(({ definition }) => definition),
    (error) => runtime.log.warn({ err: error }, 'schedules not looked at'),
  )
  for (const { definition } of all)
    if (definition.at_start) await runtime.db({}).tx((tx) => enqueue(tx, definition, {}))
  return {
    async stop() {
      schedules.stop()
      clearInterval(lost)
      await Promise.all(sets.map(({ stop }) => stop()))
      await listener.stop()
      await pool.end()
    },
  }
}

function openPlaces(runtime: Runtime, pool: pg.Pool, worker_id: string, jobs: Job[], places: number): Places {
  const byName = new Map(jobs.map((entry) => [entry.definition.name, entry]))
  const names = [...byName.keys()]
  const running = new Set<Promise<void>>()
  const begun = new Set<number>()
  /** Leased, and not begun: only while jobs end as fast as they are fetched. */
  let ahead: TakenJob[] = []
  let taken_at = 0
  let done: number[] = []
  let finishing: number[] = []
  let ended_since = 0
  let wanted = true
  let stopping = false
  let resume = () => {}
  const look = () => {
    wanted = true
    resume()
  }

  function begin(): void {
    while (running.size < places && !stopping) {
      const next = ahead.shift()
      const entry = next && byName.get(next.name)
      if (!next || !entry) return
      const ended = perform(runtime, pool, worker_id, entry, next).then((is_done) => {
        if (is_done) done.push(next.job_id)
        ended_since++
        running.delete(ended)
        begun.delete(next.job_id)
        begin()
        look() // its place is free, and its queue
      })
      running.add(ended)
      begun.add(next.job_id)
    }
  }

  async function finish(): Promise<void> {
    if (done.length === 0) return
    finishing = done
    done = []
    try {
      const { rows } = await pool.query<{ left: string[] }>({
        name: 'finish_jobs',
        text: 'select finish_jobs($1, $2) as left',
        values: [worker_id, finishing],
      })
      done.push(...(rows[0]?.left ?? []).map(Number))
    } catch (error) {
      done.push(...finishing)
      throw error
    } finally {
      finishing = []
    }
  }

  async function take(): Promise<void> {
    const free = places - running.size - ahead.length
    if (free <= 0 || stopping || !wanted) return
    wanted = false
    const at_most = free + (ended_since >= places ? AHEAD : 0)
    ended_since = 0
    const { rows } = await pool.query<Omit<TakenJob, 'job_id'> & { job_id: string }>({
      name: 'take_jobs',
      text: 'select job_id, name, payload, attempts from take_jobs($1, $2, $3)',
      values: [worker_id, names, at_most],
    })
    taken_at = performance.now()
    if (rows.length === at_most) wanted = true // there may be more
    ahead.push(...rows.map((row) => ({ ...row, job_id: Number(row.job_id) })))
    begin()
  }

  /** Slow jobs have taken all places: other workers may have some. */
  async function giveBack(): Promise<void> {
    if (ahead.length === 0 || (!stopping && performance.now() - taken_at < AHEAD_MS)) return
    const unbegun = ahead.map(({ job_id }) => job_id)
    ahead = []
    // One that is not given back is not known here any more, and is released with the other lost leases.
    await pool.query('select return_jobs($1, $2)', [worker_id, unbegun])
  }

  /** One turn after another: what ended meanwhile is written together, and its places are filled at once. */
  async function turns(): Promise<void> {
    while (!stopping || running.size > 0 || done.length > 0 || ahead.length > 0) {
      try {
        await Promise.all([finish(), take()])
        await giveBack()
      } catch (error) {
        runtime.log.warn({ err: error }, 'jobs not taken')
        await new Promise((next) => setTimeout(next, RECONNECT_MS))
        if (stopping && running.size === 0) return // what was not noted is taken back from this worker
      }
      const has_place = running.size + ahead.length < places && !stopping
      if (wanted && has_place) continue
      const resumed = new Promise<void>((next) => {
        resume = next
      })
      const timer = setTimeout(look, done.length > 0 ? RETRY_FINISH_MS : ahead.length > 0 ? AHEAD_MS : POLL_MS)
      await resumed
      clearTimeout(timer)
    }
  }
  const ended = turns()
  return {
    look,
    known: () => [...begun, ...done, ...finishing, ...ahead.map(({ job_id }) => job_id)],
    async stop() {
      stopping = true
      look()
      await ended
    },
  }
}

/** Resolves with whether it is done; a failure is noted here. */
async function perform(
  runtime: Runtime,
  pool: pg.Pool,
  worker_id: string,
  { definition, run }: Job,
  { job_id, payload, attempts }: TakenJob,
): Promise<boolean> {
  const stop = jobSeconds.startTimer({ job: definition.name })
  try {
    const scope = definition.scope?.(definition.payload.parse(payload)) ?? {}
    await run(runtime.jobCtx(scope, String(job_id), attempts), payload)
    stop({ outcome: 'done' })
    return true
  } catch (error) {
    stop({ outcome: 'failed' })
    // The vendor's final no: trying again would be answered the same.
    const isFinal = error instanceof VendorError && !error.retryable
    const wait_s = error instanceof VendorError ? (error.retry_after_s ?? 0) : 0
    const context = { job: definition.name, job_id: String(job_id), attempt: attempts, err: error }
    runtime.log.warn(context, isFinal ? 'job failed, the vendor said no' : 'job failed')
    const reason = error instanceof Error ? error.message : String(error)
    await pool
      .query('select fail_job($1, $2, $3, $4, $5)', [worker_id, job_id, reason, isFinal, wait_s])
      .catch((lost: unknown) => runtime.log.warn({ ...context, err: lost }, 'the failure of a job was not noted'))
    return false
  }
}

/** Hears of jobs that were added. A connection that breaks is opened anew; until then the workers poll. */
function listen(url: string, handled: () => void): { stop: () => Promise<void> } {
  let client: pg.Client | undefined
  let stopped = false
  const connect = async () => {
    if (stopped) return
    const next = new pg.Client({ connectionString: url, application_name: 'omni-worker-listen', keepAlive: true })
    client = next
    const again = () => {
      if (client !== next) return
      client = undefined
      setTimeout(() => void connect(), RECONNECT_MS).unref()
    }
    next.on('error', again)
    next.on('end', again)
    next.on('notification', handled)
    await next
      .connect()
      .then(() => next.query(`listen ${JOBS_CHANNEL}`))
      .then(handled, again)
  }
  void connect()
  return {
    async stop() {
      stopped = true
      const last = client
      client = undefined
      await last?.end().catch(() => {})
    },
  }
}
