import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'

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
 * Forward only, each in its own transaction, one process at a time; a changed file that was applied before is an error.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'omni-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await runMigrations({ connectionString: url })
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
    for (const { name, sql, hash } of migrations()) {
      const before = applied.get(name)
      if (before === hash) continue
      if (before) throw new Error(`The migration ${name} was changed after it was applied; write a new one instead.`)
      await client.query('begin')
      try {
        await client.query(sql)
        await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        })
      }
      done.push(name)
    }
    await client.query('grant select on migrations to omni_app')
    return done
  } finally {
    await client.end()
  }
}
