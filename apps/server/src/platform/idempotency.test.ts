import { authCalls } from '@omni/contracts/auth.calls.ts'
import { workplaceCalls } from '@omni/contracts/workplaces.calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'
import type { Ctx } from './ctx.ts'
import { once } from './idempotency.ts'
import { inputHash } from './input-hash.ts'

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
  expect(other.body.message).toBe('This idempotency key was used for a different request.')
  expect((await server.ask(createWorkplace, { name: 'Third' }, you, key)).http).toBe(200)
})

test('work that was refused may be tried again under the same key', async () => {
  const me = await server.person()
  const key = { 'idempotency-key': 'k2' }
  expect((await server.ask(createWorkplace, { name: ' ' }, me, key)).http).toBe(422)
  expect((await server.ask(createWorkplace, { name: ' ' }, me, key)).http).toBe(422)
  expect((await server.ask(createWorkplace, { name: 'Now it is good' }, me, key)).http).toBe(200)
})

test('the same key in another workplace is another request', async () => {
  const me = await server.person()
  const key = { 'idempotency-key': 'k3' }
  const made = await server.ask(createWorkplace, { name: 'Second' }, me, key)
  expect(made.http).toBe(200)
  expect((await server.ask(createWorkplace, { name: 'Second' }, me, key)).http).toBe(200)
  const there = { ...key, 'workplace-id': made.body.data?.id ?? '' }
  expect((await server.ask(createWorkplace, { name: 'Second' }, me, there)).http).toBe(422)
})

test('files are told apart by their bytes, keys of objects by nothing but their names', async () => {
  const file = (text: string, name = 'a.png') => inputHash({ file: new File([text], name), n: 1 })
  expect(await file('one')).toBe(await file('one'))
  expect(await file('one')).not.toBe(await file('two'))
  expect(await file('one')).not.toBe(await file('one', 'b.png'))
  expect(await inputHash({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(await inputHash({ b: [{ d: 3, c: 2 }], a: 1 }))
  expect(await inputHash({ a: 1 })).not.toBe(await inputHash([['a', 2]]))
  expect(await inputHash(new Date(0))).not.toBe(await inputHash(new Date(1)))
  // What has no name has none; a file is found wherever it lies; nothing is not the same as no field.
  const blob = (text: string) => inputHash([{ list: [new Blob([text])] }])
  expect(await blob('one')).toBe(await inputHash([{ list: [new File(['one'], '')] }]))
  expect(await blob('one')).not.toBe(await blob('two'))
  expect(await inputHash({ at: new Date(0) })).toBe(await inputHash({ at: new Date(0).toISOString() }))
  expect(await inputHash({ a: null })).not.toBe(await inputHash({}))
  expect(await inputHash([1, 2])).not.toBe(await inputHash([2, 1]))
  expect(await inputHash(null)).toBe(await inputHash(null))
  expect(await inputHash('x')).toMatch(/^[0-9a-f]{64}$/)
})

test('a key has at most 200 characters', async () => {
  const me = await server.person()
  const make = (length: number) =>
    server.ask(createWorkplace, { name: 'Second' }, me, { 'idempotency-key': 'k'.repeat(length) })
  expect([(await make(201)).http, (await make(200)).http]).toEqual([422, 200])
  expect((await make(201)).body.message).toBe('The idempotency key is too long.')
})

/** What `once` reads of a context. */
async function contextOf() {
  const me = await server.person()
  const session = {
    session_id: 's',
    user_id: me.user_id,
    workplace_id: me.workplace_id,
    own_workplaces: [me.workplace_id],
  }
  return { ...server.runtime.jobCtx(me, 'test', 1), session, user_id: me.user_id } as unknown as Ctx
}

test('an operation under a key cannot wait for a limit, and who copies its context does not', async () => {
  const ctx = await contextOf()
  const waits = async (inner: Ctx) => inner.limits
  await expect(once(ctx, createWorkplace, 'k7', {}, waits)).rejects.toThrow('createWorkplace waits for a limit')
  const copies = async (inner: Ctx) => Object.keys({ ...inner }).includes('limits')
  expect(await once(ctx, createWorkplace, 'k8', {}, copies)).toBe(false)
})

test('it works inside of its own person and workplace, and may enter another scope in the same transaction', async () => {
  const ctx = await contextOf()
  const run = async (inner: Ctx) => {
    const inside = await inner.db.tx((tx) => tx.selectFrom('workplaces').select('workplace_id').execute())
    const scope = await inner.db.tx((tx) =>
      sql<{ here: string }>`select current_setting('app.workplace_id') as here`.execute(tx),
    )
    expect(scope.rows[0]?.here).toBe(ctx.session.workplace_id)
    // What is no vendor is there as ever.
    expect(inner.services.storage).toBe(ctx.services.storage)
    const other = await inner
      .as({ user_id: ctx.user_id })
      .tx((tx) => tx.selectFrom('workplaces').select('workplace_id').execute())
    return { inside: inside.length, other: other.length }
  }
  expect(await once(ctx, createWorkplace, 'k9', {}, run)).toMatchObject({ inside: 1 })
  // It is kept under its own person, whatever scope the work ended in.
  const kept = `select call from idempotency_keys where key = 'k9' and user_id = $1`
  const { rows } = await server.behind.query(kept, [ctx.user_id])
  expect(rows).toEqual([{ call: 'createWorkplace' }])
})

test('another key does not wait for the first one', async () => {
  const ctx = await contextOf()
  let finish = () => {}
  let isUnderWay = false
  const first = once(ctx, createWorkplace, 'k11', {}, async () => {
    isUnderWay = true
    await new Promise<void>((done) => {
      finish = done
    })
    return 'first'
  })
  await expect.poll(() => isUnderWay).toBe(true)
  expect(await once(ctx, createWorkplace, 'k12', {}, async () => 'second')).toBe('second')
  finish()
  expect(await first).toBe('first')
})

test('a reply of the version before, which was stored as it is, is answered as it is', async () => {
  const ctx = await contextOf()
  const input_hash = await inputHash([createWorkplace.name, ctx.session.workplace_id, {}])
  await server.behind.query(
    `insert into idempotency_keys (user_id, key, call, input_hash, reply) values ($1, 'k10', 'createWorkplace', $2, $3)`,
    [ctx.user_id, input_hash, JSON.stringify({ data: { id: 'first' } })],
  )
  const never = () => Promise.reject(new Error('ran again'))
  expect(await once(ctx, createWorkplace, 'k10', {}, never)).toEqual({ id: 'first' })
})

test('an operation under a key cannot reach a vendor, and what it wrote before is taken back', async () => {
  const me = await server.person()
  const session = {
    session_id: 's',
    user_id: me.user_id,
    workplace_id: me.workplace_id,
    own_workplaces: [me.workplace_id],
  }
  const ctx = { ...server.runtime.jobCtx(me, 'test', 1), session, user_id: me.user_id } as unknown as Ctx // what `once` reads of it
  const run = async (inner: Ctx) => {
    await inner.db
      .tx((tx) => tx.insertInto('operator_settings').values({ key: 'never', value: '1' }).execute())
      .catch(() => {})
    return inner.services.suppliers.shared.cj
  }
  await expect(once(ctx, createWorkplace, 'k4', {}, run)).rejects.toThrow('createWorkplace reaches suppliers')
  const { rows } = await server.behind.query(`select 1 from idempotency_keys where key = 'k4'`)
  expect(rows).toEqual([])
})

test('a call that takes no key keeps nothing under one: neither a secret reply nor the hash of a password', async () => {
  const me = await server.person()
  const key = { 'idempotency-key': 'k5' }
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

test('what was answered is stored sealed, and twins wait without a connection', async () => {
  const me = await server.person()
  const session = {
    session_id: 's',
    user_id: me.user_id,
    workplace_id: me.workplace_id,
    own_workplaces: [me.workplace_id],
  }
  const ctx = { ...server.runtime.jobCtx(me, 'test', 1), session, user_id: me.user_id } as unknown as Ctx // what `once` reads of it
  let finish = () => {}
  let runs = 0
  const run = async () => {
    runs++
    await new Promise<void>((done) => {
      finish = done
    })
    return { answer: 'only for you' }
  }
  const twins = Array.from({ length: 12 }, () => once(ctx, createWorkplace, 'k6', {}, run))
  await expect.poll(() => runs).toBe(1)
  // The one that works has a connection. The others look now and then, and wait outside of the pool.
  const { pool } = server.runtime
  await expect.poll(() => pool.totalCount - pool.idleCount, { interval: 10 }).toBe(1)
  finish()
  expect(new Set((await Promise.all(twins)).map((data) => JSON.stringify(data))).size).toBe(1)
  expect(runs).toBe(1)
  const { rows } = await server.behind.query(`select reply::text from idempotency_keys where key = 'k6'`)
  expect(rows[0].reply).not.toContain('only for you')
})
