/**
 * `npm run maintenance -- "Back at noon" [--until 2026-12-01T12:00:00Z]` shows a notice to everyone; `npm run
 * maintenance -- off` ends it.
 */
import pg from 'pg'

const [message, flag, until] = process.argv.slice(2)
const url = process.env['DATABASE_URL']
if (!url || !message || (flag && (flag !== '--until' || Number.isNaN(Date.parse(until ?? ''))))) {
  console.error(
    'Usage: DATABASE_URL=… npm run maintenance -- "What is going on" [--until 2026-12-01T12:00:00Z], or: npm run maintenance -- off',
  )
  process.exit(1)
}
const client = new pg.Client({ connectionString: url })
await client.connect()
await client.query(`delete from operator_settings where key = 'maintenance'`)
if (message !== 'off')
  await client.query(`insert into operator_settings (key, value) values ('maintenance', $1)`, [
    JSON.stringify({ message, from: new Date().toISOString(), until: until ?? null }),
  ])
await client.end()
console.log(message === 'off' ? 'The notice is gone.' : 'The notice is shown.')
