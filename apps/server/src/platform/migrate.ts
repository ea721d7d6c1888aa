import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { runsOutside, statementsOf } from './migration-rules.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)
const LOCK = 7_214_001 // any number, the same in every process

export interface Migration {
  name: string
  sql: string
  hash: string
}

export const migrations = (): Migration[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(name, FOLDER), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    })

/**
 * How long a statement may wait for a lock. While it waits, everybody else who wants the table waits behind it, so it
 * lets go soon and tries again.
 */
const LOCK_TIMEOUT = '3s'
const LOCK_TRIES = 20
const LOCK_PAUSE_MS = 500
const LOCK_NOT_AVAILABLE = '55P03'

/** The first file, what it stands for in a database of the version before it, and how such a one comes to the same. */
const BASELINE = '0131_baseline.sql'
const LAST_BEFORE = '0130_picture_colours.sql'
const UPGRADE = new URL('upgrades/from-0130.sql', FOLDER)

/** Its comments are part of the schema: one line each. */
function upgradeTo(baseline: Migration): Migration {
  const comments = baseline.sql.split('\n').filter((line) => line.startsWith('comment on '))
  return { ...baseline, sql: [readFileSync(UPGRADE, 'utf8'), ...comments].join('\n') }
}

/**
 * Forward only, one process at a time; a changed file that was applied before is an error.
 */
export async function migrate(url: string, all: readonly Migration[] = migrations()): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'omni-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      `create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())`,
    )
    const applied = new Map(
      (await client.query<{ name: string; hash: string }>('select name, hash from migrations')).rows.map((row) => [
        row.name,
        row.hash,
      ]),
    )
    const done: string[] = []
    const [baseline] = all
    if (baseline?.name === BASELINE && applied.size > 0 && !applied.has(BASELINE)) {
      if (!applied.has(LAST_BEFORE))
        throw new Error(`This database is older than ${LAST_BEFORE}: start the version that has this file first.`)
      await apply(client, upgradeTo(baseline))
      applied.set(BASELINE, baseline.hash)
      done.push(BASELINE)
    }
    for (const { name, sql, hash } of all) {
      const before = applied.get(name)
      if (before === hash) continue
      if (before) throw new Error(`The migration ${name} was changed after it was applied; write a new one instead.`)
      await apply(client, { name, sql, hash })
      done.push(name)
    }
    await client.query('grant select on migrations to omni_app')
    await letOwnerSeeAll(client)
    return done
  } finally {
    await client.end()
  }
}

/** Again each time: a restored schema has another owner than the one it was made by. */
async function letOwnerSeeAll(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regproc('let_owner_see_all') is not null as known`, // not in a schema of an older version
  )
  if (rows[0]?.known) await client.query('select let_owner_see_all()')
}

async function apply(client: pg.Client, migration: Migration, tries = LOCK_TRIES): Promise<void> {
  try {
    await (runsOutside(migration.sql) ? applyOutside(client, migration) : applyInside(client, migration))
  } catch (error) {
    const locked = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE
    if (locked && tries > 1) {
      await new Promise((done) => setTimeout(done, LOCK_PAUSE_MS))
      return apply(client, migration, tries - 1)
    }
    throw new Error(
      `The migration ${migration.name} failed: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}

async function applyInside(client: pg.Client, { name, sql, hash }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
    await client.query(sql)
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** For `concurrently`. Each statement is safe to run again: the rules of migration-rules.ts see to it. */
async function applyOutside(client: pg.Client, { name, sql, hash }: Migration): Promise<void> {
  await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`)
  try {
    for (const statement of statementsOf(sql)) await client.query(statement)
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
  } finally {
    await client.query('reset lock_timeout')
  }
}
