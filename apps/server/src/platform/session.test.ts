import { expect, test } from 'vitest'
import { type Person, testServer } from '../testing/test-server.ts'
import { bearerToken, mustHaveSession, openSession, type Opening } from './session.ts'

const server = await testServer()

async function open(token: string, workplace?: string, store?: string, opening?: Opening) {
  const { session, client, opened } = await openSession(server.runtime, token, workplace, store, opening)
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

test('a header chooses among the stores of the workplace; what is no store of it is none', async () => {
  const [me, you] = [await server.person(), await server.person()]
  const storeOf = async ({ workplace_id }: Person) => {
    const made = await server.behind.query<{ store_id: string }>(
      `insert into stores (workplace_id, platform, platform_domain, domain, store_name)
       values ($1, 'woocommerce', $2, $2, 'Shop') returning store_id`,
      [workplace_id, `${workplace_id}.test`],
    )
    return made.rows[0]?.store_id ?? ''
  }
  const [mine, yours] = [await storeOf(me), await storeOf(you)]
  const store = async (id: string, workplace?: string) => (await open(me.token, workplace, id)).session?.store_id
  expect(await store(mine)).toBe(mine)
  expect([await store(yours), await store('not-an-id'), await store('')]).toEqual([null, null, null])
  // Without a workplace there is no store.
  expect(await store(mine, 'not-an-id')).toBeNull()
})

test('the account is read with its session in one statement, and only of a session there is', async () => {
  const me = await server.person()
  const { session, opened } = await open(me.token, undefined, undefined, 'open_account')
  expect(session).toMatchObject({ user_id: me.user_id, workplace_id: me.workplace_id })
  expect(opened).toMatchObject({ user_id: me.user_id })
  expect(Object.keys(opened as object).length).toBeGreaterThan(6)
  expect((await open('x'.repeat(43), undefined, undefined, 'open_account')).session).toBeNull()
})

test('what is read behind the session check is read in the scope it opened, whatever the connection did before', async () => {
  const [me, you] = [await server.person(), await server.person()]
  const behind = { name: 'test_behind', text: 'select scope_workplace() as workplace_id' }
  const read = async (token: string, workplace?: string) => (await open(token, workplace, undefined, behind)).opened
  expect(await read(me.token)).toEqual({ workplace_id: me.workplace_id })
  expect(await read(you.token)).toEqual({ workplace_id: you.workplace_id })
  expect(await read(me.token, you.workplace_id)).toEqual({ workplace_id: null })
  expect(await read('x'.repeat(43))).toBeUndefined()
})

test('a session that cannot be looked up gives its connection back, broken', async () => {
  const released: unknown[] = []
  const client = {
    query: () => Promise.reject(new Error('gone away')),
    release: (isBroken: unknown) => released.push(isBroken),
  }
  const pool = { connect: async () => client }
  const runtime = { ...server.runtime, pool } as unknown as typeof server.runtime // what `openSession` reads of it
  await expect(openSession(runtime, 'x'.repeat(43), undefined)).rejects.toThrow('gone away')
  expect(released).toEqual([true])
})

test('who has a session has it', async () => {
  const { session } = await open((await server.person()).token)
  expect(mustHaveSession(session)).toBe(session)
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
