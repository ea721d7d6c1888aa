import { sql } from 'kysely'
import type pg from 'pg'
import type { Session } from './ctx.ts'
import { inOnePacket } from './db.ts'
import { Fail } from './fail.ts'
import type { Runtime } from './runtime.ts'
import { tokenHash } from './secrets.ts'

export const SESSION_COOKIE = 'omni_session'
const SEEN_EVERY_MS = 5 * 60_000 // last_seen_at is a hint for the session list, not worth a write per call

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A read of one row that leaves with the session check and runs behind it, in the scope that it opened. */
export interface ReadBehind {
  /** Of the prepared statement. */
  name: string
  text: string
}
/** What is read with the session check: `open_account` gives the account's row, as one JSON value. */
export type Opening = 'open_account' | ReadBehind
/** schema/accounts.sql */
const OPEN_SESSION = { name: 'open_session', text: 'select * from open_session($1, $2, $3)' }
const OPEN_ACCOUNT = { name: 'open_account', text: 'select open_account($1, $2, $3) as opened' }

interface Row {
  session_id: string | null
  user_id: string
  workplace_id: string | null
  own_workplaces: string[] | null
  last_seen_at: string
  store_id: string | null
  opened?: Row | null
}

/**
 * Who is calling, and inside which workplace: one round trip. The connection comes back inside the session's scope, so
 * a
 * read can go on on it; the caller releases it.
 */
export async function openSession(
  runtime: Runtime,
  token: string,
  workplaceId: string | undefined,
  storeId?: string,
  opening?: Opening,
): Promise<{ session: Session | null; client: pg.PoolClient; opened: unknown }> {
  const hash = tokenHash(token)
  const client = await runtime.pool.connect()
  try {
    const wanted = workplaceId && UUID.test(workplaceId) ? workplaceId : null
    const store = storeId && UUID.test(storeId) ? storeId : null
    if (typeof opening === 'object') inOnePacket(client)
    const [first, behind] = await Promise.all([
      client.query<Row>({
        ...(opening === 'open_account' ? OPEN_ACCOUNT : OPEN_SESSION),
        values: [hash, wanted, store],
      }),
      typeof opening === 'object' ? client.query(opening) : undefined,
    ])
    const row = opening === 'open_account' ? first.rows[0]?.opened : first.rows[0]
    if (!row?.session_id) return { session: null, client, opened: undefined }
    // Not a uuid at all is answered like a uuid that is nobody's.
    const workplace_id = workplaceId && wanted === null ? null : row.workplace_id
    touch(runtime, row.session_id, row.last_seen_at)
    return {
      session: {
        session_id: row.session_id,
        user_id: row.user_id,
        workplace_id,
        own_workplaces: row.own_workplaces ?? [],
        store_id: workplace_id === null ? null : row.store_id,
      },
      client,
      opened: behind ? behind.rows[0] : row,
    }
  } catch (error) {
    client.release(true)
    throw error
  }
}

function touch(runtime: Runtime, session_id: string, last_seen_at: string): void {
  if (runtime.now().getTime() - Date.parse(last_seen_at) < SEEN_EVERY_MS) return
  runtime
    .db({})
    .read((tx) => sql`update sessions set last_seen_at = now() where session_id = ${session_id}`.execute(tx))
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
