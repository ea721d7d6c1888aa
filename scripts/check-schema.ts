/**
 * Whether everything that is generated from the schema is what a migrated database says: `schema/<area>.sql`,
 * docs/schema.md and the types of the query builder. With `--write` (`npm run schema`) they are written. On the same
 * database the server's raw SQL is checked (check-sql.ts).
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { checkSql } from './check-sql.ts'
import { dbTypes } from './schema/db-types.ts'
import { schemaPages } from './schema/pages.ts'
import { readSchema } from './schema/read-schema.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'omni-schema-'))
chmodSync(folder, 0o755) // as root, PostgreSQL runs as another user and must be able to enter
const postgres = await startPostgres(folder, { fsync: false })
const wrong: string[] = []
try {
  await migrate(postgres.url())
  const client = new pg.Client({ connectionString: postgres.url() })
  await client.connect()
  const pages = schemaPages(await readSchema(client))
  pages.set('apps/server/src/platform/db-types.ts', await dbTypes(client))
  for (const [path, text] of pages) {
    const file = join(root, path)
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    if (process.argv.includes('--write')) writeFileSync(file, text)
    else wrong.push(`${path} is not what the migrations make: npm run schema`)
  }
  wrong.push(...(await checkSql(client, process.argv.includes('--list'))))
  await client.end()
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
for (const sentence of wrong) console.error(sentence)
process.exit(wrong.length === 0 ? 0 : 1)
