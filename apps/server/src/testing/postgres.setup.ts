import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import pg from 'pg'
import { ensureAppLogin } from '../platform/app-login.ts'
import { startPostgres } from '../platform/embedded-postgres.ts'
import { migrate } from '../platform/migrate.ts'

export const TEMPLATE = 'omni_template'

// Several test files run at once, each with its pools and some with worker processes of their own.
const CONNECTIONS = 600

/** One PostgreSQL for all test files, with one migrated template; each file copies it (test-server.ts). */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'omni-test-'))
  chmodSync(folder, 0o755) // as root, PostgreSQL runs as another user and must be able to enter
  const postgres = await startPostgres(folder, { fsync: false, connections: CONNECTIONS })
  const admin = new pg.Client({ connectionString: postgres.url() })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await migrate(postgres.url(TEMPLATE))
  await ensureAppLogin(postgres.url(), postgres.appUrl())
  await admin.query(`alter database ${TEMPLATE} with is_template true allow_connections false`)
  await admin.end()
  process.env['TEST_DATABASE_URL'] = postgres.url()
  project.provide('postgresUrl', postgres.url())
  project.provide('postgresAppUrl', postgres.appUrl())
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** How many times the usual time a test waits for what comes when the machine gets to it. */
    patience: number
    postgresUrl: string
    postgresAppUrl: string
  }
}
