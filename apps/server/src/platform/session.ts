import { sql } from 'kysely'
import type pg from 'pg'
import type { Session } from './ctx.ts'
import { Fail } from './fail.ts'
import type { Runtime } from './runtime.ts'
import { tokenHash } from './secrets.ts'

export const SESSION_COOKIE = 'omni_session'
const SEEN_EVERY_MS = 5 * 60_000 // last_seen_at is a hint for the session list, not worth a write per call

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

// The scope's user is taken from the session row itself, so the second statement, sent in the same packet, can only see
// that user's memberships. A wrong or foreign workplace id finds no row: absent and foreign look the same.
const OPEN = `select set_config('app.workplace_id', '', false), set_config('app.user_id', coalesce((
  select s.user_id::text from sessions s where s.token_hash = $1 and s.expires_at > now()), ''), false)`
const FIND = `select s.session_id, s.user_id, s.last_seen_at, w.workplace_id,
    set_config('app.workplace_id', coalesce(w.workplace_id::text, ''), false)
  from sessions s join users u using (user_id)
  left join lateral (
    select m.workplace_id from workplace_members m
    where m.user_id = s.user_id and ($2::uuid is null or m.workplace_id = $2::uuid)
    order by m.workplace_id = u.last_workplace_id desc, m.created_at limit 1) w on true
  where s.token_hash = $1 and s.expires_at > now()`

interface Row extends Session { last_seen_at: string }

/**
 * Who is calling, and inside which workplace: one round trip. The connection comes back inside the session's scope, so a
 * read can go on on it; the caller releases it.
 */
export async function openSession(runtime: Runtime, token: string, workplaceId: string | undefined): Promise<{ session: Session | null; client: pg.PoolClient }> {
  const hash = tokenHash(token)
  const client = await runtime.pool.connect()
  try {
    const wanted = workplaceId && UUID.test(workplaceId) ? workplaceId : null
    const opened = client.query({ name: 'session_open', text: OPEN, values: [hash] })
    opened.catch(() => {}) // awaited below; a failure must not count as unhandled meanwhile
    const found = await client.query<Row>({ name: 'session_find', text: FIND, values: [hash, wanted] })
    await opened
    const row = found.rows[0]
    if (!row) return { session: null, client }
    // Not a uuid at all is answered like a uuid that is nobody's.
    const workplace_id = workplaceId && wanted === null ? null : row.workplace_id
    touch(runtime, row)
    return { session: { session_id: row.session_id, user_id: row.user_id, workplace_id }, client }
  } catch (error) {
    client.release(true)
    throw error
  }
}

function touch(runtime: Runtime, row: Row): void {
  if (runtime.now().getTime() - Date.parse(row.last_seen_at) < SEEN_EVERY_MS) return
  runtime.db({}).read((tx) => sql`update sessions set last_seen_at = now() where session_id = ${row.session_id}`.execute(tx))
    .catch((error: unknown) => runtime.log.warn({ err: error }, 'session not marked as seen'))
}

export function bearerToken(authorization: string | undefined): string | undefined {
  const match = authorization?.match(/^Bearer ([\w-]{20,200})$/)
  return match?.[1]
}

export const mustHaveSession = (session: Session | null): Session => {
  if (!session) throw new Fail('unauthorized')
  return session
}
