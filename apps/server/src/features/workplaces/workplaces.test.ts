import { authCalls } from '@omni/contracts/auth.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { workplaceCalls } from '@omni/contracts/workplaces.calls.ts'
import { expect, test } from 'vitest'
import { testServer, type Person } from '../../testing/test-server.ts'

const server = await testServer()
const { createWorkplace, deleteWorkplace, renameWorkplace, selectWorkplace } = workplaceCalls
const within = (workplace_id: string) => ({ 'workplace-id': workplace_id })
const store = async (me: Person, name: string) =>
  (
    await server.runtime.db({ user_id: me.user_id, workplace_id: me.workplace_id }).tx((tx) =>
      tx
        .insertInto('stores')
        .values({
          workplace_id: me.workplace_id,
          platform: 'shopify',
          platform_domain: `${name}-${me.user_id}.test`,
          domain: `${name}.test`,
          store_name: name,
        })
        .returning('store_id')
        .executeTakeFirstOrThrow(),
    )
  ).store_id

test('the plan decides how many there may be, also when two tabs create at once', async () => {
  const me = await server.person()
  const both = await Promise.all([
    server.ask(createWorkplace, { name: 'B' }, me),
    server.ask(createWorkplace, { name: 'C' }, me),
  ])
  expect(both.map((reply) => reply.body.status).sort()).toEqual([200, 401])
  expect((await server.ask(authCalls.getAccount, {}, me)).body.data?.workplaces).toHaveLength(2)
})

test('rename, switch, delete by name; the last one stays, also when both are deleted at once', async () => {
  const me = await server.person()
  const second = (await server.ask(createWorkplace, { name: '  Second  ' }, me)).body.data
  expect(second?.name).toBe('Second')
  const id = second?.id ?? ''
  expect((await server.ask(renameWorkplace, { workplace_id: id, name: 'Zwei' }, me)).body.data?.name).toBe('Zwei')
  expect((await server.ask(renameWorkplace, { workplace_id: id, name: 'x'.repeat(61) }, me)).http).toBe(422)
  await server.ask(selectWorkplace, { workplace_id: id }, me)
  expect((await server.ask(authCalls.getAccount, {}, me)).body.data?.current_workplace_id).toBe(id)
  expect((await server.ask(deleteWorkplace, { workplace_id: id, name: 'zwei' }, me)).body.message).toContain(
    'does not match',
  )
  const both = await Promise.all([
    server.ask(deleteWorkplace, { workplace_id: id, name: 'Zwei' }, me),
    server.ask(deleteWorkplace, { workplace_id: me.workplace_id, name: 'My workplace' }, me),
  ])
  expect(both.map((reply) => reply.http).sort()).toEqual([200, 422])
  expect((await server.ask(authCalls.getAccount, {}, me)).body.data?.workplaces).toHaveLength(1)
})

test('the header selects a workplace and never grants one', async () => {
  const [me, other] = [await server.person(), await server.person()]
  const foreign = await server.ask(authCalls.getAccount, {}, me, within(other.workplace_id))
  const absent = await server.ask(authCalls.getAccount, {}, me, within('00000000-0000-4000-8000-000000000000'))
  const nonsense = await server.ask(authCalls.getAccount, {}, me, within('nonsense'))
  expect(foreign.body).toEqual(absent.body)
  expect(nonsense.body).toEqual(absent.body)
  expect([foreign.http, foreign.body.status]).toEqual([409, 801])
})

test('stores: the default one first, exactly one default, none of another workplace', async () => {
  const [me, other] = [await server.person(), await server.person()]
  const [a, b] = [await store(me, 'alpha'), await store(me, 'beta')]
  const theirs = await store(other, 'gamma')
  await server.ask(storeCalls.updateDefaultStore, { store_id: a }, me)
  await Promise.all([
    server.ask(storeCalls.updateDefaultStore, { store_id: b }, me),
    server.ask(storeCalls.updateDefaultStore, { store_id: b }, me),
  ])
  const items = (await server.ask(storeCalls.listStore, {}, me)).body.data?.items ?? []
  expect(items.map((one) => [one.id, one.is_default])).toEqual([
    [b, true],
    [a, false],
  ])
  expect((await server.ask(storeCalls.updateDefaultStore, { store_id: theirs }, me)).http).toBe(404)
  const account = (await server.ask(authCalls.getAccount, {}, me)).body.data
  expect(account).toMatchObject({ has_shop: true, is_workplace_no_store: false })
  expect(account?.linked_stores['shopify']?.map((one) => one.store_name)).toEqual(['alpha', 'beta'])
})
