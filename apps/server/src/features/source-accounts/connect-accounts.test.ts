import { sourceAccountCalls as accounts } from '@omni/contracts/source-accounts.calls.ts'
import { expect, test } from 'vitest'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'

const sandbox = await sandboxProcess(100)
const server = await testServer({ ...sandbox.env, PUBLIC_URL: 'http://localhost:3000' })
server.clock.now = new Date()
const { ask } = server
const listed = async (me: Awaited<ReturnType<typeof server.person>>) =>
  (await ask(accounts.listSourceAccounts, {}, me)).body.data?.accounts.map(({ source }) => source)

test('a CJ account is connected by its key, kept sealed, shown and taken off again', async () => {
  const me = await server.person()
  const wrong = await ask(accounts.connectCj, { api_key: 'CJ1@api@nothing' }, me)
  expect(wrong.body.errors).toHaveProperty('api_key')
  expect(await listed(me)).toEqual([])
  const api_key = 'CJ2000001@api@00000000000000000000000000000002'
  expect((await ask(accounts.connectCj, { api_key }, me)).body.data).toMatchObject({ source: 'cj' })
  expect(await listed(me)).toEqual(['cj'])
  const { rows } = await server.behind.query('select credentials from source_accounts')
  expect(rows[0].credentials).not.toContain('CJ2000001')
  await ask(accounts.disconnectCj, {}, me)
  expect(await listed(me)).toEqual([])
})

test('an AliExpress account is connected through its own page, by who began, once', async () => {
  const [me, other] = [await server.person(), await server.person()]
  const { url = '' } = (await ask(accounts.getAliexpressLoginUrl, {}, me)).body.data ?? {}
  const foreign = await ask(accounts.getAliexpressLoginUrl, { callback_url: 'https://evil.test/' }, me)
  expect(foreign.body.errors).toHaveProperty('callback_url')
  const page = new URL(url)
  const reply = await fetch(page.origin + page.pathname, {
    method: 'POST',
    body: new URLSearchParams({ ...Object.fromEntries(page.searchParams), decision: 'allow', account: '700000002' }),
    redirect: 'manual',
  })
  const back = new URL(reply.headers.get('location') ?? '').searchParams
  const answer = { code: back.get('code') ?? '', state: back.get('state') ?? '' }
  expect((await ask(accounts.finishAliexpressLogin, answer, other)).http).toBe(400)
  expect((await ask(accounts.finishAliexpressLogin, answer, me)).body.data).toMatchObject({ source: 'aliexpress' })
  expect((await ask(accounts.finishAliexpressLogin, answer, me)).http).toBe(400)
  expect(await listed(me)).toEqual(['aliexpress'])
  expect(await listed(other)).toEqual([])
  await ask(accounts.disconnectAliexpress, {}, me)
  expect(await listed(me)).toEqual([])
})
