import { expect, test } from 'vitest'
import { type Person, testServer } from '../testing/test-server.ts'
import { bearerToken, mustHaveSession, openSession } from './session.ts'

const server = await testServer()

async function open(token: string, workplace?: string) {
  const { session, client, opened } = await openSession(server.runtime, token, workplace)
  const { rows } = await client.query(
    `select current_setting('app.user_id') as user_id, current_setting('app.workplace_id') as workplace_id`,
  )
  client.release()
  return { session, opened, scope: rows[0] as { user_id: string; workplace_id: string } }
}
const lastSeen = async ({ user_id }: Person) =>
  (await server.behind.query('select last_seen_at from sessions where user_id = $1', [user_id])).rows[0].last_seen_at

test('a token opens its own session, and the connection comes back inside its scope', async () => {
  const me = await server.person()
  const { session, scope } = await open(me.token)
  expect(session).toMatchObject({
    user_id: me.user_id,
    workplace_id: me.workplace_id,
    own_workplaces: [me.workplace_id],
    store_id: null,
  })
  expect(scope).toEqual({ user_id: me.user_id, workplace_id: me.workplace_id })
})

test('an unknown, an ended and an expired token open nothing, and leave nobody’s scope', async () => {
  const [ended, expired] = [await server.person(), await server.person()]
  await server.behind.query('delete from sessions where user_id = $1', [ended.user_id])
  await server.behind.query(`update sessions set expires_at = now() - interval '1 second' where user_id = $1`, [
    expired.user_id,
  ])
  for (const token of ['x'.repeat(43), ended.token, expired.token]) {
    const { session, scope, opened } = await open(token)
    expect([session, opened]).toEqual([null, undefined])
    expect(scope).toEqual({ user_id: '', workplace_id: '' })
  }
  expect(() => mustHaveSession(null)).toThrow('101')
})

test('a header chooses among one’s own workplaces; another’s, and what is no id, give none', async () => {
  const [me, you] = [await server.person(), await server.person()]
  expect((await open(me.token, me.workplace_id)).session?.workplace_id).toBe(me.workplace_id)
  for (const other of [you.workplace_id, 'not-an-id', `${me.workplace_id} `]) {
    const { session, scope } = await open(me.token, other)
    expect(session).toMatchObject({ user_id: me.user_id, workplace_id: null })
    if (other === you.workplace_id) expect(scope.workplace_id).toBe('')
  }
})

test('being seen is noted every five minutes, not with every call', async () => {
  const me = await server.person()
  const noted = server.clock.now
  await server.behind.query('update sessions set last_seen_at = $2 where user_id = $1', [me.user_id, noted])
  const at = async (ms: number) => {
    server.clock.now = new Date(noted.getTime() + ms)
    await open(me.token)
  }
  await at(5 * 60_000 - 1)
  await new Promise((done) => setTimeout(done, 200))
  expect(await lastSeen(me)).toEqual(noted)
  await at(5 * 60_000)
  await expect.poll(async () => (await lastSeen(me)).getTime()).not.toBe(noted.getTime())
  server.clock.now = noted
})

test('only a bearer token of the right shape is read', () => {
  const token = 'a'.repeat(43)
  expect(bearerToken(`Bearer ${token}`)).toBe(token)
  for (const other of [undefined, '', token, `bearer ${token}`, `Bearer ${token} `, `xBearer ${token}`, 'Bearer short'])
    expect(bearerToken(other)).toBeUndefined()
  expect(bearerToken(`Bearer ${'a'.repeat(201)}`)).toBeUndefined()
})
