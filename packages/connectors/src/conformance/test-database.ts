import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

type StartPostgres = (
  folder: string,
  options: { fsync: boolean },
) => Promise<{ url(): string; stop(): Promise<unknown> }>

/** For tests: a database of its own on the PostgreSQL of the test run, or else on one of our own. */
export async function testDatabase(
  startPostgres: StartPostgres,
  stops: (() => Promise<unknown> | void)[],
): Promise<string> {
  let server = process.env['TEST_DATABASE_URL']
  if (!server) {
    const folder = mkdtempSync(join(tmpdir(), 'omni-conformance-'))
    chmodSync(folder, 0o755) // as root, PostgreSQL runs as another user and must be able to enter
    stops.push(() => rmSync(folder, { recursive: true, force: true }))
    const postgres = await startPostgres(folder, { fsync: false })
    stops.push(() => postgres.stop())
    server = postgres.url()
  }
  const name = `conformance_${randomBytes(6).toString('hex')}`
  const run = async (sql: string) => {
    const admin = new pg.Client(server)
    await admin.connect()
    await admin.query(sql).finally(() => admin.end())
  }
  await run(`create database ${name}`)
  stops.push(() => run(`drop database if exists ${name} with (force)`))
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}
