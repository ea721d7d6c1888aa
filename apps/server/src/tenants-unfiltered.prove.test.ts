/**
 * The same as every-call.test.ts on a server that has lost its own conditions: every `workplace_id = $n` of every
 * statement the app sends is taken out. What is left is row-level security, and it alone must hold.
 */
import pg from 'pg'
import { expect, test } from 'vitest'
import { tenantWalls } from './testing/tenant-walls.ts'
import { testServer } from './testing/test-server.ts'

// Not the end of a longer name, such as billing_workplace_id.
const CONDITION = /(?:[\w"]+\.)?(?<!\w)"?workplace_id"? = (\$\d+)/g
let removed = 0

/** The parameter stays in the statement, or PostgreSQL could not tell its type. */
const withoutConditions = (text: string) =>
  text.replace(CONDITION, (_, parameter: string) => {
    removed++
    return `(${parameter}::uuid is not null)`
  })

interface Sent {
  text?: string
}
const query = pg.Client.prototype.query as (this: pg.Client, ...values: unknown[]) => unknown // one of its overloads
function queryWithoutConditions(this: pg.Client, ...[first, ...rest]: unknown[]): unknown {
  const name = (this as unknown as { connectionParameters: { application_name?: string } }).connectionParameters // pg's own
  if (name.application_name !== 'omni') return query.call(this, first, ...rest)
  if (typeof first === 'string') return query.call(this, withoutConditions(first), ...rest)
  const { text, ...sent } = first as Sent // a statement with values
  return query.call(this, { ...sent, ...(text !== undefined && { text: withoutConditions(text) }) }, ...rest)
}
Object.assign(pg.Client.prototype, { query: queryWithoutConditions })

await tenantWalls(await testServer())

test('conditions were taken out of the statements', () => {
  expect(removed).toBeGreaterThan(1000)
})
