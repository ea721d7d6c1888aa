/** Lints the SQL migrations by the rules of apps/server/src/platform/migration-rules.ts. */
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { migrationProblems } from '../apps/server/src/platform/migration-rules.ts'

const folder = fileURLToPath(new URL('../apps/server/migrations/', import.meta.url))
/** What an empty database begins with: nobody is served by it meanwhile. */
const BASELINE = '0131_baseline.sql'
const problems: string[] = []
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()

names.forEach((name, index) => {
  if (!/^\d{4}_\w+\.sql$/.test(name)) problems.push(`${name}: must be called like 0042_what_it_adds.sql`)
  if (names[index - 1]?.slice(0, 4) === name.slice(0, 4)) problems.push(`${name}: the number is taken`)
  const sql = readFileSync(folder + name, 'utf8')
  for (const problem of name === BASELINE ? [] : migrationProblems(sql)) problems.push(`${name}: ${problem}`)
})

for (const problem of problems) console.error(problem)
if (problems.length > 0) console.error('docs/deploy.md says how to do it on a live database.')
console.log(problems.length === 0 ? `${names.length} migrations are clean` : `${problems.length} migration problems`)
process.exit(problems.length === 0 ? 0 : 1)
