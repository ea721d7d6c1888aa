import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'
import { statementNames, type Tx } from './db.ts'

const server = await testServer()
const db = server.runtime.db({})
const add = (tx: Tx, key: string) => sql`update rate_limits set points = points + 1 where key = ${key}`.execute(tx)
const points = async (key: string) =>
  (await server.behind.query('select points from rate_limits where key = $1', [key])).rows[0].points
const make = (key: string) => server.behind.query('insert into rate_limits (key) values ($1)', [key])

test('two transactions that lock each other out: PostgreSQL ends one, it runs again, and both are done', async () => {
  await Promise.all([make('a'), make('b')])
  let [runs, holding] = [0, 0]
  const bothHold = Promise.withResolvers<void>()
  const both = (first: string, second: string) =>
    db.tx(async (tx) => {
      runs++
      await add(tx, first)
      if (++holding === 2) bothHold.resolve()
      await bothHold.promise
      await add(tx, second)
    })
  await Promise.all([both('a', 'b'), both('b', 'a')])
  expect([await points('a'), await points('b')]).toEqual([2, 2])
  expect(runs).toBeGreaterThan(2)
})

test('serializable: a read that somebody overwrote is read again', async () => {
  await make('c')
  const increase = () =>
    db.tx(
      async (tx) => {
        const { rows } = await sql<{ points: number }>`select points from rate_limits where key = 'c'`.execute(tx)
        await new Promise((done) => setTimeout(done, 30))
        await sql`update rate_limits set points = ${(rows[0]?.points ?? 0) + 1} where key = 'c'`.execute(tx)
      },
      { isolation: 'serializable' },
    )
  await Promise.all([increase(), increase(), increase()])
  expect(await points('c')).toBe(3)
})

test('a conflict that does not end is given up, and other errors are not repeated', async () => {
  let runs = 0
  const fail = (code: string) =>
    db.tx(async (tx) => {
      runs++
      await sql`select 1`.execute(tx)
      await sql.raw(`do $$ begin raise exception 'x' using errcode = '${code}'; end $$`).execute(tx)
    })
  await expect(fail('40001')).rejects.toThrow('x')
  expect(runs).toBe(5)
  runs = 0
  await expect(fail('23505')).rejects.toThrow('x')
  expect(runs).toBe(1)
})

test('one statement is a transaction by itself, inside the scope, and runs again after a conflict', async () => {
  const scoped = server.runtime.db({ workplace_id: randomUUID() })
  await make('d')
  let runs = 0
  const work = (tx: Tx) => {
    runs++
    return sql<{
      workplace: string
    }>`with added as (update rate_limits set points = points + 1 where key = 'd' returning 1)
      select scope_workplace() as workplace, case when ${runs}::int < 3 then conflict_for_test() end from added`.execute(
      tx,
    )
  }
  await server.behind.query(`create function conflict_for_test() returns int language plpgsql as
    $$ begin raise exception 'x' using errcode = '40001'; end $$`)
  const { rows } = await scoped.statement(work)
  expect(rows).toMatchObject([{ workplace: expect.stringMatching(/-/) }])
  expect([runs, await points('d')]).toEqual([3, 1])
})

test('only statements whose text comes again are named', () => {
  const statementName = statementNames()
  expect(statementName('select 1 from a where b = $1 and c = $2')).toMatch(/^[\w-]{20,}$/)
  expect(statementName('select 1 from a where b in ($1)')).toBeDefined()
  expect(statementName('select 1 from a where b in ($1, $2, $3)')).toBeUndefined()
  expect(statementName('insert into a (b, c) values ($1, $2), ($3, $4)')).toBeUndefined()
  expect(statementName('insert into a (b, c) values ($1, $2)')).toBeDefined()
})
