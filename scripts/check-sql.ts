/**
 * Whether the raw SQL of the server is what its types say: each statement is prepared and planned as the app's role on a
 * migrated database, and its columns are compared with T. Part of scripts/check-schema.ts, which has such a database;
 * `node scripts/check-schema.ts --list` names what is not checked.
 */
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { compareRow, compareValue } from './sql/compare.ts'
import { Describer } from './sql/describe.ts'
import { readStatements } from './sql/read-statements.ts'

/** Texts that cannot be worked out from the source: what renewing a vendor's token writes beside it, its caller decides. */
const MOST_UNREAD = 1
/** Expressions that read the tables of the builder's query around them: PostgreSQL cannot say what they are without it. */
const MOST_INSIDE = 11

const root = fileURLToPath(new URL('..', import.meta.url))
const PLANTED = 'scripts/sql/planted.ts'
const isChecked = (path: string) =>
  path === PLANTED || (/^apps\/server\/src\/(?!testing\/)/.test(path) && !/\.(test|process|worker)\./.test(path))
const STATEMENT = /^\s*(?:--[^\n]*\s+)*(?:select|with|insert|update|delete|merge|values)\b/i
/** PostgreSQL's codes of a table or column that is not there, and of what is no expression. */
const NEEDS_ITS_QUERY = ['42P01', '42703', '42601']

/** Sentences about what is wrong; none when all is right. */
export async function checkSql(client: pg.Client, list: boolean): Promise<string[]> {
  const describer = await Describer.on(client)
  const [wrong, unread, inside]: [string[], string[], string[]] = [[], [], []]
  let ways = 0
  const raws = readStatements(root, isChecked)
  for (const raw of raws) {
    const isStatement = raw.executed || raw.texts.some((text) => STATEMENT.test(text))
    const found = new Set<string>()
    if (raw.unresolved) unread.push(`${raw.at}: ${raw.unresolved}`)
    for (const text of raw.texts) {
      ways++
      const described = await describer.describe(isStatement ? text : `select ${text}`)
      if ('columns' in described) {
        for (const sentence of (isStatement ? compareRow : compareValue)(described.columns, raw)) found.add(sentence)
        const stopped = isStatement && (await describer.explain(text))
        if (stopped) found.add(stopped)
      } else if (isStatement || !NEEDS_ITS_QUERY.includes(described.code)) found.add(described.message)
      else inside.push(`${raw.at}: ${described.message}`)
    }
    if (!raw.at.startsWith(PLANTED)) for (const sentence of found) wrong.push(`${raw.at}: ${sentence}`)
    else if (found.size === 0) wrong.push(`${raw.at}: a planted mistake was taken for right`)
  }
  if (unread.length > MOST_UNREAD)
    wrong.push(`${unread.length} statements cannot be read, at most ${MOST_UNREAD} may:`, ...unread)
  if (inside.length > MOST_INSIDE)
    wrong.push(`${inside.length} expressions are not checked, at most ${MOST_INSIDE} may:`, ...inside)
  if (list) {
    console.log(`${raws.length} templates, ${ways} ways to read them.`)
    for (const line of [...unread, ...inside]) console.log(`not checked: ${line}`)
  }
  return wrong
}
