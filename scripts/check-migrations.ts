/**
 * Lints the SQL migrations: forward only, tenant tables behind forced row-level security, nothing that locks a live
 * table.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../apps/server/migrations/', import.meta.url))
const problems: string[] = []
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()
/** Not tenants' tables, although they name a workplace: reports of clients, write-only for the app. */
const NOT_TENANT = ['telemetry_events']

names.forEach((name, index) => {
  if (!/^\d{4}_\w+\.sql$/.test(name)) problems.push(`${name}: must be called like 0042_what_it_adds.sql`)
  if (names[index - 1]?.slice(0, 4) === name.slice(0, 4)) problems.push(`${name}: the number is taken`)
  const sql = readFileSync(folder + name, 'utf8')
  const plain = sql.replace(/--.*$/gm, '').toLowerCase()
  const forbid = (pattern: RegExp, why: string) => {
    if (pattern.test(plain)) problems.push(`${name}: ${why}`)
  }
  forbid(
    /\bdrop\s+(table|column|schema)\b/,
    'drops data; add a new shape, move, and remove in a later release (docs/deploy.md)',
  )
  forbid(/\btruncate\s+table\b/, 'empties a table')
  forbid(/\brename\s+(to|column)\b/, 'renames; the running version still uses the old name')
  forbid(/\bbypassrls\b(?<!nobypassrls)/, 'gives a role the right to bypass row-level security')
  forbid(/\bdisable\s+row\s+level\s+security\b|\bno\s+force\s+row\s+level\s+security\b/, 'takes row-level security off')
  for (const [, table = '', body = ''] of plain.matchAll(/create table (?:if not exists )?(\w+) \(([\s\S]*?)\n\);/g)) {
    if (!/\bworkplace_id uuid\b/.test(body) || NOT_TENANT.includes(table) || table === 'workplaces') continue
    if (!/primary key \(workplace_id/.test(body))
      problems.push(`${name}: ${table} must have workplace_id first in its key`)
    for (const part of ['enable', 'force'])
      if (!plain.includes(`alter table ${table} ${part} row level security`))
        problems.push(`${name}: ${table} must ${part} row level security`)
    if (!plain.includes(` on ${table} to omni_app`) && !plain.includes(`on ${table} for select to omni_app`))
      problems.push(`${name}: ${table} needs a policy for omni_app`)
  }
})

for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? `${names.length} migrations are clean` : `${problems.length} migration problems`)
process.exit(problems.length === 0 ? 0 : 1)
