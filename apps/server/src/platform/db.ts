import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  DefaultQueryExecutor,
  Kysely,
  PostgresDialect,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { announceJobs } from './announce.ts'
import type { DB } from './db-types.ts'

/** A database bound to one connection, inside one scope. */
export type Tx = Kysely<DB>
/** Whose data the statements may touch; row-level security reads it. Ids here were checked before, or made by us. */
export interface Scope {
  user_id?: string | undefined
  workplace_id?: string | undefined
  /** All workplaces of the user: for what may be read across them. */
  own_workplaces?: string[] | undefined
}

interface TxOptions {
  /** PostgreSQL's default, read committed, where nothing is said. */
  isolation?: 'repeatable read' | 'serializable'
}

export interface Db {
  /**
   * One transaction in this scope. Inside another one of the same request it joins it. `work` runs again when
   * PostgreSQL asks for that (a deadlock, a serialisation failure): it may change the database and nothing else.
   */
  tx: <T>(work: (tx: Tx) => Promise<T>, options?: TxOptions) => Promise<T>
  /** Reads that need no transaction of their own: one round trip less. */
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** One statement, which is a transaction by itself: one round trip in all. Runs again where `tx` does. */
  statement: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

export const types = new pg.TypeOverrides()
types.setTypeParser(1184, (value) => new Date(value).toISOString()) // timestamptz travels as ISO text
types.setTypeParser(20, Number) // int8: our integers stay below 2^53 (money in minor units, counters)
types.setTypeParser(1082, (value) => value) // date stays the text it is

/** Whoever adds a job says so while its transaction is under way, triggers too (schema/platform.sql, `enqueue_job`). */
const JOBS_ADDED = 'jobs added'
const jobsAdded = new WeakSet<pg.ClientBase>()

/**
 * The app's pool. Every connection is omni_app from its first statement on. That it stays so is up to the role the URL
 * signs in with, which should be a member of omni_app and of nothing else (app-login.ts).
 */
export function createPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types, // Compiling a plan pays off over minutes; here every statement is over in milliseconds.
    options: '-c role=omni_app -c jit=off -c client_min_messages=notice',
    application_name: 'omni',
    connectionTimeoutMillis: 10_000,
    // Scope and first statement leave in one packet. Kysely awaits each query, so nothing else is ever in flight.
    pipeline: true,
  } as pg.PoolConfig) // @types/pg does not know `pipeline` yet
  pool.on('error', () => {}) // an idle connection that broke is replaced at the next checkout
  // One that breaks in use fails its query; without a listener the process would end as well.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    client.on('notice', ({ message }) => {
      if (message === JOBS_ADDED) jobsAdded.add(client)
    })
  })
  return pool
}

// Queries are compiled by Kysely's PostgreSQL dialect; its own driver is never asked for a connection.
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('a query outside of any scope')) })
const driver = dialect.createDriver()
const compiler = dialect.createQueryCompiler()
const adapter = dialect.createAdapter()

const MAX_PREPARED = 500 // past this many different texts a statement is sent unnamed
/** `in ($1, $2, …)` and several rows of values: a text of its own for every length, none of which comes again soon. */
const VARYING_LIST = /\bin \(\$\d+, \$\d+|\), \(\$\d+/
export function statementNames(): (sql: string) => string | undefined {
  const prepared = new Map<string, string>()
  return (sql) => {
    const known = prepared.get(sql)
    if (known || prepared.size >= MAX_PREPARED || VARYING_LIST.test(sql)) return known
    const name = createHash('sha1').update(sql).digest('base64url')
    prepared.set(sql, name)
    return name
  }
}
const statementName = statementNames()

/** What is asked for before anything is waited for leaves in one packet: sending costs more than all the rest of a statement. */
export function inOnePacket(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection // @types/pg hides it
  stream.cork()
  process.nextTick(() => stream.uncork())
}

class ClientConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  constructor(client: pg.PoolClient) {
    this.#client = client
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const name = statementName(query.sql)
    inOnePacket(this.#client)
    const result = await this.#client.query({ text: query.sql, values: [...query.parameters], ...(name && { name }) })
    return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
  }
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming is not used')
  }
}

export function onClient(client: pg.PoolClient): Tx {
  const connection = new ClientConnection(client)
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (consumer) => consumer(connection),
  })
  const tx = new Kysely<DB>({ config: { dialect }, driver, dialect, executor })
  clients.set(tx, client)
  return tx
}
const clients = new WeakMap<Tx, pg.PoolClient>()

const scopeValues = (scope: Scope) => [
  scope.user_id ?? '',
  scope.workplace_id ?? '',
  scope.own_workplaces?.length ? `{${scope.own_workplaces.join()}}` : '',
]

const SCOPE_SQL = (local: boolean) =>
  `select set_config('app.user_id', $1, ${local}), set_config('app.workplace_id', $2, ${local}), set_config('app.own_workplaces', $3, ${local})`

const setScope = (scope: Scope, local: boolean) => ({
  name: local ? 'scope_local' : 'scope',
  text: SCOPE_SQL(local),
  values: scopeValues(scope),
})

/** Sends statements without waiting; `settled` must be awaited before anything read behind them is trusted. */
function ahead(client: pg.PoolClient, queries: (string | pg.QueryConfig)[]): { settled: () => Promise<unknown> } {
  inOnePacket(client)
  const sent = Promise.all(queries.map((query) => client.query(query)))
  sent.catch(() => {}) // reported by `settled`; without this Node would call it unhandled
  return { settled: () => sent }
}

type Announcement = (pool: pg.Pool) => void
const announcements = new WeakMap<Tx, Announcement[]>()

/** Runs once the work on `tx` has committed, and never when it was taken back. It must not fail. */
export function afterCommit(tx: Tx, announcement: Announcement): void {
  announcements.get(tx)?.push(announcement)
}

/** A transaction, and what it wants told afterwards. */
function begun(client: pg.PoolClient): { tx: Tx; committed: (pool: pg.Pool) => void } {
  const tx = onClient(client)
  const wanted: Announcement[] = []
  announcements.set(tx, wanted)
  return {
    tx,
    committed: (pool) => {
      for (const announcement of wanted) announcement(pool)
    },
  }
}

/** What was done is committed: whoever waits for it is told. */
function finished(pool: pg.Pool, client: pg.PoolClient, committed: (pool: pg.Pool) => void): void {
  const isJobAdded = jobsAdded.delete(client)
  client.release()
  committed(pool)
  if (isJobAdded) announceJobs(pool)
}

/** The only ways onto a connection: all set the scope first, so no earlier request's scope is ever seen. */
export function scopedDb(pool: pg.Pool, scope: Scope): Db {
  const read: Db['read'] = async (work) => {
    const client = await pool.connect()
    try {
      const scoped = ahead(client, [setScope(scope, false)])
      const { tx, committed } = begun(client)
      const result = await work(tx)
      await scoped.settled()
      finished(pool, client, committed)
      return result
    } catch (error) {
      jobsAdded.delete(client)
      release(client, error)
      throw error
    }
  }
  return {
    read,
    statement: (work) => untilNoConflict(() => read(work)),
    tx: (work, options = {}) => untilNoConflict(() => runOnce(pool, scope, work, options)),
  }
}

const MAX_TRIES = 5
const FIRST_PAUSE_MS = 5
/** Serialisation failure, deadlock: PostgreSQL took the transaction back, and it may be run again. */
const CONFLICTS = ['40001', '40P01']
const isConflict = (error: unknown) => error instanceof pg.DatabaseError && CONFLICTS.includes(error.code ?? '')

async function untilNoConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (!isConflict(error) || tries >= MAX_TRIES) throw error
      await new Promise((done) => setTimeout(done, Math.random() * FIRST_PAUSE_MS * 2 ** tries))
    }
  }
}

async function runOnce<T>(
  pool: pg.Pool,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
  { isolation }: TxOptions,
): Promise<T> {
  const client = await pool.connect()
  try {
    const begin = isolation ? `begin isolation level ${isolation}` : 'begin'
    const scoped = ahead(client, [begin, setScope(scope, true)])
    const { tx, committed } = begun(client)
    const result = await work(tx)
    await scoped.settled()
    await client.query('commit')
    finished(pool, client, committed)
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    jobsAdded.delete(client)
    release(client, error)
    throw error
  }
}

/**
 * Moves a running transaction into another scope. Only for ids that were made or checked inside it. It has left when
 * this returns: statements that are sent before it is awaited run behind it, in the same packet.
 */
export function enterScope(tx: Tx, scope: Scope): Promise<unknown> {
  const client = clients.get(tx)
  if (!client) throw new Error('not a transaction of ours')
  const { settled } = ahead(client, [setScope(scope, true)])
  return settled()
}

/**
 * Everything inside runs in the one transaction given, moved into a scope: how a key and its operation commit together.
 */
export function joinedDb(tx: Tx, scope: Scope): Db {
  const join = async <T>(work: (tx: Tx) => Promise<T>) => {
    const entered = enterScope(tx, scope)
    const result = await work(tx)
    await entered
    return result
  }
  return { tx: join, read: join, statement: join }
}

/** Classes of PostgreSQL's codes: connection, work taken back, out of resources, stopped by an operator. */
const AWAY_CLASSES = ['08', '40', '53', '57']
const AWAY_ERRORS = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']
/** pg gives these no code: a connection that broke, and a pool that had none free in time. */
const AWAY_MESSAGES = /^(Connection terminated|timeout exceeded when trying to connect|Client (was|has) )/

/**
 * Whether an error means that the database could not be asked at all, or took the work back: the same request may
 * succeed in a moment, so the caller is told to come again.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return AWAY_CLASSES.includes(error.code?.slice(0, 2) ?? '')
  if (!(error instanceof Error)) return false
  return ('code' in error && AWAY_ERRORS.includes(String(error.code))) || AWAY_MESSAGES.test(error.message)
}

/** A connection that failed in itself is not used again; one that refused a statement is fine. */
function release(client: pg.PoolClient, error: unknown): void {
  const lost = !(error instanceof pg.DatabaseError) && error instanceof Error && 'code' in error
  client.release(lost)
}
