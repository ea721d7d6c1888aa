import { expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'
import { audit, findBrokenSeal } from './audit.ts'

const server = await testServer()

test('the chain seals every row, also when many are written at once, and shows where it was broken', async () => {
  const { user_id } = await server.person()
  const db = server.runtime.db({ user_id })
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      db.tx((tx) =>
        audit(tx, { chain_id: user_id, user_id, action: 'test', subject: String(n), before: null, after: { n } }),
      ),
    ),
  )
  expect(await db.read((tx) => findBrokenSeal(tx, user_id))).toBeNull()
  // Only who owns the table can even try: the trigger has to be switched off first.
  await server.behind.query('alter table audit_log disable trigger audit_log_append_only')
  await server.behind.query(`update audit_log set after = '{"n": 99}' where chain_id = $1 and seq = 5`, [user_id])
  expect(await db.read((tx) => findBrokenSeal(tx, user_id))).toBe(5)
  await server.behind.query(`delete from audit_log where chain_id = $1 and seq = 5`, [user_id])
  expect(await db.read((tx) => findBrokenSeal(tx, user_id))).toBe(6)
  await server.behind.query('alter table audit_log enable trigger audit_log_append_only')
})

test('nobody edits the log: not the app, not the owner', async () => {
  const { user_id } = await server.person()
  await expect(server.runtime.db({ user_id }).tx((tx) => tx.deleteFrom('audit_log').execute())).rejects.toThrow(
    /permission denied/,
  )
  await expect(server.behind.query('delete from audit_log')).rejects.toThrow(/append-only/)
})
