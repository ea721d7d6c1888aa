import type { TokenRow, TokenStore } from '@omni/connectors/tokens.ts'
import type { Connected } from '@omni/connectors/vendor.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import type { Secrets } from './secrets.ts'

/** A table that keeps tokens: it has the columns version, renewing_by, renewing_until, and one sealed text. */
interface TokenPlace {
  db: Db
  secrets: Secrets
  table: string
  /** The column with the sealed token. */
  sealed: string
  /** Which row. */
  key: RawBuilder<unknown>
  /** Whether the owner has to connect again; absent: nothing in the row says so. */
  over?: RawBuilder<boolean>
  /** What else changes with a token. */
  alsoWrite?: (connected: Connected<unknown>) => RawBuilder<unknown>[]
  /** In the transaction that ends the lease of a renewer whose renewal was refused for good. */
  onOver?: (tx: Tx) => Promise<void>
}

/** A token's row in PostgreSQL. Leases end by the database's clock, so that no two processes disagree. */
export function tokenStore(place: TokenPlace): TokenStore<unknown> {
  const { db, secrets, key, over = sql<boolean>`false`, alsoWrite, onOver } = place
  const table = sql.table(place.table)
  const sealed = sql.ref(place.sealed)
  const until = (ms: number) => sql`clock_timestamp() + make_interval(secs => ${ms / 1000}::float8)`
  return {
    async read() {
      const { rows } = await db.read((tx) =>
        sql<{ sealed: string | null; version: number; renewing: boolean; over: boolean }>`
          select ${sealed} as sealed, version, coalesce(renewing_until > clock_timestamp(), false) as renewing,
            ${over} as over
          from ${table} where ${key}`.execute(tx),
      )
      const [row] = rows
      if (!row) return null
      const { sealed: text, ...rest } = row
      return { ...rest, connected: text === null ? null : revive(secrets.open(text)) } satisfies TokenRow<unknown>
    },
    async lease(version, holder, ms) {
      const { rows } = await db.tx((tx) =>
        sql`
          update ${table} set renewing_by = ${holder}, renewing_until = ${until(ms)}
          where ${key} and version = ${version} and (renewing_until is null or renewing_until <= clock_timestamp())
          returning 1`.execute(tx),
      )
      return rows.length > 0
    },
    async extend(holder, ms) {
      await db.tx((tx) =>
        sql`update ${table} set renewing_until = ${until(ms)} where ${key} and renewing_by = ${holder}`.execute(tx),
      )
    },
    async write(version, holder, connected) {
      const text = secrets.seal(JSON.stringify(connected))
      const more = alsoWrite?.(connected) ?? []
      // The condition is `mayWrite` of tokens.ts. Another's lease stays.
      const { rows } = await db.tx((tx) =>
        sql`
          update ${table} set ${sql.join([
            sql`${sealed} = ${text}`,
            sql`version = version + 1`,
            sql`renewing_until = case when renewing_by = ${holder} then null else renewing_until end`,
            sql`renewing_by = nullif(renewing_by, ${holder})`,
            ...more,
          ])}
          where ${key} and (version = ${version} or renewing_by = ${holder}) returning 1`.execute(tx),
      )
      return rows.length > 0
    },
    async release(version, holder, isOver) {
      await db.tx(async (tx) => {
        await sql`update ${table} set renewing_by = null, renewing_until = null
          where ${key} and renewing_by = ${holder}`.execute(tx)
        if (!isOver || !onOver) return
        const { rows } = await sql`select from ${table} where ${key} and version = ${version} for update`.execute(tx)
        if (rows.length > 0) await onOver(tx)
      })
    },
  }
}

/** The operator's tokens. The row is made when the first token is needed. */
export function operatorTokenStore(db: Db, secrets: Secrets, vendor: string): TokenStore<unknown> {
  const store = tokenStore({ db, secrets, table: 'supplier_tokens', sealed: 'connected', key: sql`source = ${vendor}` })
  return {
    ...store,
    async read() {
      const row = await store.read()
      if (row) return row
      await db.tx((tx) =>
        sql`insert into supplier_tokens (source) values (${vendor}) on conflict do nothing`.execute(tx),
      )
      return store.read()
    },
  }
}

export function revive(text: string): Connected<unknown> {
  const raw = JSON.parse(text) as Record<'credentials' | 'account_id' | 'account_name', never> & {
    expires_at: string | null
    refresh_expires_at: string | null
  } // sealed by `write`, or when the account was connected
  const date = (value: string | null) => (value === null ? null : new Date(value))
  return { ...raw, expires_at: date(raw.expires_at), refresh_expires_at: date(raw.refresh_expires_at) }
}
