import { authCalls } from '@omni/contracts/auth.calls.ts'
import { workplaceCalls } from '@omni/contracts/workplaces.calls.ts'
import { expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const server = await testServer()
const { createWorkplace } = workplaceCalls

test('the same key and body do the work once, also 20 at a time, and get the first reply', async () => {
  const me = await server.person()
  const key = { 'idempotency-key': 'k1' }
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => server.ask(createWorkplace, { name: 'Second' }, me, key)),
  )
  expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1)
  expect(replies[0]?.http).toBe(200)
  const { rows } = await server.behind.query('select 1 from workplace_members where user_id = $1', [me.user_id])
  expect(rows).toHaveLength(2)
})

test('the same key with another body is refused, another person may use the same key', async () => {
  const [me, you] = [await server.person(), await server.person()]
  const key = { 'idempotency-key': 'k1' }
  expect((await server.ask(createWorkplace, { name: 'Second' }, me, key)).http).toBe(200)
  const other = await server.ask(createWorkplace, { name: 'Third' }, me, key)
  expect([other.http, other.body.status]).toEqual([422, 204])
  expect((await server.ask(createWorkplace, { name: 'Third' }, you, key)).http).toBe(200)
})

test('work that was refused may be tried again under the same key', async () => {
  const me = await server.person()
  const key = { 'idempotency-key': 'k2' }
  expect((await server.ask(createWorkplace, { name: ' ' }, me, key)).http).toBe(422)
  expect((await server.ask(createWorkplace, { name: ' ' }, me, key)).http).toBe(422)
  expect((await server.ask(createWorkplace, { name: 'Now it is good' }, me, key)).http).toBe(200)
})

test('a call that takes no key keeps nothing under one: neither a secret reply nor the hash of a password', async () => {
  const me = await server.person()
  const key = { 'idempotency-key': 'k3' }
  const replies = [
    await server.ask(authCalls.setLanguage, { language: 'de' }, me, key),
    await server.ask(authCalls.setLanguage, { language: 'fr' }, me, key),
    await server.ask(
      authCalls.changePassword,
      { current_password: 'wrong one', password: 'a new password 1' },
      me,
      key,
    ),
  ]
  expect(replies.slice(0, 2).map(({ http }) => http)).toEqual([200, 200])
  const { rows } = await server.behind.query('select 1 from idempotency_keys where user_id = $1', [me.user_id])
  expect(rows).toHaveLength(0)
})
