import { expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const server = await testServer()

test('every foreign key of a tenant table is indexed from its first column', async () => {
  const { rows } = await server.behind.query(`
    select c.conrelid::regclass as table, a.attname as column from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])
      and a.attname <> 'user_id'`)
  expect(rows).toEqual([])
})
