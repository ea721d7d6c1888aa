/**
 * What a migration may do while the version before it still serves people. Checked by scripts/check-migrations.ts;
 * docs/deploy.md says how each is done instead.
 */

/** On the first line of a migration that holds `concurrently`, which PostgreSQL refuses inside a transaction. */
const OUTSIDE = '-- outside a transaction'
export const runsOutside = (sql: string) => sql.startsWith(OUTSIDE)

/** On the first line of a migration that may rename: docs/deploy.md lists them, and says what is stopped first. */
const STOPPED = '-- the version before must be stopped'

/** Statements one by one: several at once would be a transaction again. */
export const statementsOf = (sql: string): string[] =>
  sql
    .replace(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')

/** Not tenants' tables, although they name a workplace: reports of clients, write-only for the app. */
const NOT_TENANT = ['telemetry_events', 'workplaces']
/** Functions that differ from row to row: as a default they write every row of the table anew. */
const VOLATILE = /\bdefault\s+(new_id|gen_random_uuid|uuidv7|uuid_generate_v4|random|clock_timestamp|nextval)\s*\(/

const ALWAYS: readonly [pattern: RegExp, problem: string][] = [
  [/\bdrop\s+(table|column|schema)\b/, 'drops data; add a new shape, move, and remove in a later release'],
  [/\btruncate\s+table\b/, 'empties a table'],
  [/\bbypassrls\b(?<!nobypassrls)/, 'gives a role the right to bypass row-level security'],
  [/\bdisable\s+row\s+level\s+security\b|\bno\s+force\s+row\s+level\s+security\b/, 'takes row-level security off'],
]

const LOCKING: readonly [pattern: RegExp, problem: string][] = [
  [/\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/, 'changes the type of a column, which writes the table anew'],
  [
    /\balter\s+column\s+\w+\s+set\s+not\s+null\b/,
    'set not null reads the whole table; add a check not valid, validate it',
  ],
  [/\b(vacuum\s+full|cluster|lock\s+table)\b/, 'locks a whole table'],
  [/\breindex\b(?!.*\bconcurrently\b)/, 'reindex without concurrently'],
]

const RENAMES = /\brename\s+(to|column)\b/

/** Why a migration must not run on a live database. */
export function migrationProblems(sql: string): string[] {
  const plain = sql
    .replace(/--.*$/gm, '')
    .replace(/\$\$[\s\S]*?\$\$/g, '')
    .toLowerCase()
  const problems = ALWAYS.filter(([pattern]) => pattern.test(plain)).map(([, problem]) => problem)
  if (RENAMES.test(plain) && !sql.startsWith(STOPPED))
    problems.push('renames; the running version still uses the old name')
  const created = new Set([...plain.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, table]) => table))
  problems.push(...tenantProblems(plain))
  problems.push(...LOCKING.filter(([pattern]) => pattern.test(plain)).map(([, problem]) => problem))
  for (const statement of statementsOf(plain)) problems.push(...lockProblems(statement, created))
  const concurrent = /\bconcurrently\b/.test(plain)
  if (concurrent && !runsOutside(sql)) problems.push(`concurrently needs "${OUTSIDE}" on the first line`)
  if (runsOutside(sql) && !concurrent) problems.push('needs no place outside a transaction')
  for (const [, index] of plain.matchAll(/create (?:unique )?index concurrently (\w+)/g))
    if (!plain.includes(`drop index concurrently if exists ${index}`))
      problems.push(`drop index concurrently if exists ${index} first: a try that failed leaves a broken one behind`)
  return problems
}

function lockProblems(statement: string, created: ReadonlySet<string | undefined>): string[] {
  const problems: string[] = []
  const [, concurrently, on] = /^create (?:unique )?index (concurrently )?.*?\bon (\w+)/s.exec(statement) ?? []
  if (on && !concurrently && !created.has(on)) problems.push(`an index on ${on} without concurrently`)
  const table = /^alter table (?:only )?(?:if exists )?(\w+)/.exec(statement)?.[1]
  if (!table || created.has(table)) return problems
  if (/\badd\s+(constraint\s+\w+\s+)?(check|foreign\s+key)\b/.test(statement) && !/\bnot\s+valid\b/.test(statement))
    problems.push(`a constraint on ${table} without not valid`)
  if (/\badd\s+(constraint\s+\w+\s+)?(unique|primary\s+key)\s*\(/.test(statement))
    problems.push(`a key on ${table} without an index that was made concurrently before (using index)`)
  if (/\badd\s+column\b/.test(statement)) {
    if (VOLATILE.test(statement)) problems.push(`a column of ${table} with a default that differs by row`)
    if (/\bgenerated\s+always\s+as\b/.test(statement)) problems.push(`a stored generated column of ${table}`)
    if (/\bcheck\s*\(/.test(statement)) problems.push(`a column of ${table} with a check; add it not valid`)
    if (/\breferences\b/.test(statement)) problems.push(`a column of ${table} with references; add it not valid`)
    if (/\bnot\s+null\b/.test(statement) && !/\bdefault\b/.test(statement))
      problems.push(`a column of ${table} that is not null and has no default`)
  }
  return problems
}

function tenantProblems(plain: string): string[] {
  const problems: string[] = []
  for (const [, table = '', body = ''] of plain.matchAll(/create table (?:if not exists )?(\w+) \(([\s\S]*?)\n\);/g)) {
    if (!/\bworkplace_id uuid\b/.test(body) || NOT_TENANT.includes(table)) continue
    if (!/primary key \(workplace_id/.test(body)) problems.push(`${table} must have workplace_id first in its key`)
    if (!plain.includes(`protect_tenant_table('${table}')`))
      problems.push(`${table} must be closed off: select protect_tenant_table('${table}')`)
  }
  return problems
}
