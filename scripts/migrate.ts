/**
 * `node scripts/migrate.ts`: brings the database of DATABASE_URL up to date, and makes the role of APP_DATABASE_URL.
 * Run it before the new version starts (docs/deploy.md).
 */
import { ensureAppLogin } from '../apps/server/src/platform/app-login.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'

const url = process.env['DATABASE_URL']
if (!url) {
  console.error('Set DATABASE_URL to the database to migrate.')
  process.exit(1)
}
try {
  const done = await migrate(url)
  const appUrl = process.env['APP_DATABASE_URL']
  if (appUrl) await ensureAppLogin(url, appUrl)
  console.log(done.length === 0 ? 'The database is up to date.' : `Applied ${done.join(', ')}.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
