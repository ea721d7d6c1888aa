import { authCalls } from '@omni/contracts/auth.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { describe, expect, test } from 'vitest'
import { hostileCsvs } from '../testing/hostile-csv.ts'
import { type Person, type TestServer, testServer } from '../testing/test-server.ts'

const csvs = new Map(hostileCsvs().map((one) => [one.name, one]))
const hostile = (name: string) => {
  const { kind, text } = csvs.get(name) ?? { kind: 'csv' as const, text: '' }
  return { kind, text }
}
const TOO_MUCH = 'This is too much for one request. Do it in smaller parts: fewer products or rows at a time.'
const small = { kind: 'urls', text: 'https://cjdropshipping.com/product/lamp-p-1.html' } as const
const preview = (server: TestServer, person: Person, input: { kind: 'csv' | 'urls'; text: string }) =>
  server.ask(importListCalls.previewImport, input, person)

describe('heavy calls in processes of their own', async () => {
  const server = await testServer({}, { heavy: {} })

  test('answer as they do in the api itself: data, refusals, and what is wrong with the input', async () => {
    const me = await server.person()
    const fine = await preview(server, me, small)
    expect([fine.http, fine.body.data?.rows.length]).toEqual([200, 1])
    const long = await preview(server, me, { kind: 'urls', text: 'x'.repeat(5_000_001) })
    expect([long.http, Object.keys(long.body.errors ?? {})]).toEqual([422, ['text']])
    const many = await preview(server, me, hostile('rows of one letter'))
    expect([many.http, Object.keys(many.body.errors ?? {})]).toEqual([422, ['text']])
    const nobody = await server.ask(importListCalls.previewImport, small)
    expect(nobody.http).toBe(401)
    const german = await server.ask(importListCalls.previewImport, hostile('rows of one letter'), me, { locale: 'de' })
    expect(german.body.message).not.toBe(many.body.message)
  })

  test('a file made to keep the reader busy keeps nobody else waiting', async () => {
    const [attacker, bystander] = [await server.person(), await server.person()]
    await server.ask(authCalls.getAccount, {}, bystander)
    const attack = preview(server, attacker, hostile('one row of commas')).then(() => 'attack')
    const reply = server.ask(authCalls.getAccount, {}, bystander).then(({ http }) => http)
    expect(await Promise.race([attack, reply])).toBe(200)
    await attack
  })

  test('an account has a few at a time; more are asked to wait, others are served meanwhile', async () => {
    const [greedy, other] = [await server.person(), await server.person()]
    // Both processes are up.
    await Promise.all([greedy, other].map((person) => preview(server, person, small)))
    const round = async () => {
      const order: string[] = []
      const many = Array.from({ length: 7 }, () => preview(server, greedy, hostile('20,000 addresses')))
      const all = Promise.all(many).then((replies) => {
        order.push('greedy')
        return replies
      })
      const single = await preview(server, other, small)
      order.push('other')
      expect(single.http).toBe(200)
      const replies = await all
      const refused = replies.filter(({ http }) => http === 429)
      expect(refused).toHaveLength(2)
      expect(refused[0]?.headers['retry-after']).toBe('5')
      expect(replies.filter(({ http }) => http === 200)).toHaveLength(5)
      return order[0]
    }
    // On a busy machine the other may come when the greedy one is done; behind a queue it would always.
    await expect.poll(round).toBe('other')
  })
})

test('what takes too long is ended with a next step, and nothing of it stays', async () => {
  const server = await testServer({}, { heavy: { limit_ms: 1, processes: 1 } })
  const me = await server.person()
  const ended = await preview(server, me, hostile('20,000 full rows'))
  expect([ended.http, ended.body.message]).toEqual([422, TOO_MUCH])
})

test('what takes too much memory is ended in its own process, and the next request is served', async () => {
  const server = await testServer({}, { heavy: { memory_mb: 96, processes: 1 } })
  const me = await server.person()
  expect((await preview(server, me, small)).http).toBe(200)
  // Small values are what JSON makes large.
  const payload = `{"id":"${me.workplace_id}","changes":{"tags":[${'[],'.repeat(2_500_000)}[]]}}`
  const headers = { app: 'AO', authorization: `Bearer ${me.token}`, 'content-type': 'application/json' }
  const ended = await server.app.inject({ method: 'PUT', url: `/api/center/products/${me.user_id}`, headers, payload })
  expect([ended.statusCode, ended.json<{ message: string }>().message]).toEqual([422, TOO_MUCH])
  expect((await preview(server, me, small)).http).toBe(200)
})
