import { sql } from 'kysely'
import { migrations } from './migrate.ts'
import type { Runtime } from './runtime.ts'

const LONGEST_BEAT_MS = 5000
/** A worker may miss two beats before it counts as dead. */
const BEATS_MISSED = 3
const FRESH_S = 20
const ASK_MS = 2000

type State = { state: 'ok' | 'warning' | 'failed' | 'not configured'; detail?: string }

/** What /readyz tells: each part by name. A sandbox that is not configured is fine: production has none. */
export async function readiness(runtime: Runtime): Promise<{ ready: boolean; checks: Record<string, State> }> {
  const checks: Record<string, State> = {
    database: await check(async () => {
      await runtime.db({}).read((tx) => sql`select 1`.execute(tx))
      return ''
    }),
    login: await checkLogin(runtime),
    migrations: await check(async () => {
      const expected = migrations().length
      const { rows } = await runtime
        .db({})
        .read((tx) => sql<{ n: number }>`select count(*)::int as n from migrations`.execute(tx))
      const applied = rows[0]?.n ?? 0
      if (applied < expected) throw new Error(`${applied} of ${expected} applied`)
      return `${applied} applied`
    }),
    worker: await check(async () => {
      const { rows } = await runtime.db({}).read((tx) =>
        sql<{ n: number }>`
        select count(*)::int as n from worker_heartbeats where beat_at > now() - make_interval(secs => ${FRESH_S})`.execute(
          tx,
        ),
      )
      if (!rows[0]?.n) throw new Error('no worker is running')
      return `${rows[0].n} running`
    }),
    sandbox:
      runtime.config.SANDBOX_URL === ''
        ? { state: 'not configured' }
        : await check(async () => {
            const response = await fetch(`${runtime.config.SANDBOX_URL}/healthz`, {
              signal: AbortSignal.timeout(ASK_MS),
            })
            if (!response.ok) throw new Error(`answered ${response.status}`)
            return ''
          }),
  }
  return { ready: Object.values(checks).every(({ state }) => state !== 'failed'), checks }
}

const LOGIN_WARNING =
  'the app signs in with a role that can become the owner of the schema: set APP_DATABASE_URL (docs/deploy.md)'

/** Whether whoever gets a statement into the app's connection could step out of row-level security. */
async function canBecomeOwner(runtime: Runtime): Promise<boolean> {
  const { rows } = await runtime.db({}).read((tx) =>
    sql<{ rises: boolean }>`
      select rolsuper or rolbypassrls or exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind = 'r' and pg_has_role(session_user, c.relowner, 'member')) as rises
      from pg_roles where rolname = session_user`.execute(tx),
  )
  return rows[0]?.rises !== false
}

async function checkLogin(runtime: Runtime): Promise<State> {
  const rises = await canBecomeOwner(runtime).catch(() => null)
  if (rises === null) return { state: 'failed', detail: 'the database does not answer' }
  return rises ? { state: 'warning', detail: LOGIN_WARNING } : { state: 'ok' }
}

/** At the start of a process: it works on, and says what is open. */
export async function warnOfLogin(runtime: Runtime): Promise<void> {
  const rises = await canBecomeOwner(runtime).catch(() => false) // a database that is away is reported elsewhere
  if (rises) runtime.log.warn(LOGIN_WARNING)
}

async function check(ask: () => Promise<string>): Promise<State> {
  try {
    const detail = await ask()
    return { state: 'ok', ...(detail && { detail }) }
  } catch (error) {
    return { state: 'failed', detail: error instanceof Error ? error.message.slice(0, 200) : 'failed' }
  }
}

/**
 * A worker's heartbeat: while it beats, its leases hold; the row goes when it stops. On the way it takes back the jobs of
 * workers that were killed: what they had begun is begun again, which every handler is safe for.
 */
export async function beat(runtime: Runtime, worker_id: string): Promise<{ stop: () => Promise<void> }> {
  const { DEAD_WORKER_S } = runtime.config
  const write = () =>
    runtime
      .db({})
      .read(async (tx) => {
        await sql`
      insert into worker_heartbeats (worker_id, beat_at) values (${worker_id}, now())
      on conflict (worker_id) do update set beat_at = now()`.execute(tx)
        await sql`select release_dead_workers(make_interval(secs => ${DEAD_WORKER_S}))`.execute(tx)
      })
      .catch((error: unknown) => runtime.log.warn({ err: error }, 'heartbeat not written'))
  await write()
  const timer = setInterval(() => void write(), Math.min(LONGEST_BEAT_MS, (DEAD_WORKER_S * 1000) / BEATS_MISSED))
  return {
    async stop() {
      clearInterval(timer)
      await runtime
        .db({})
        .read((tx) => sql`delete from worker_heartbeats where worker_id = ${worker_id}`.execute(tx))
        .catch(() => {})
    },
  }
}
