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
  const wrong = await ask(accounts.connectByKey, { api_key: 'CJ1@api@nothing' }, me)
  expect(wrong.body.errors).toHaveProperty('api_key')
  expect(await listed(me)).toEqual([])
  const api_key = 'CJ2000001@api@00000000000000000000000000000002'
  expect((await ask(accounts.connectByKey, { api_key }, me)).body.data).toMatchObject({ source: 'cj' })
  expect(await listed(me)).toEqual(['cj'])
  const { rows } = await server.behind.query('select credentials from source_accounts')
  expect(rows[0].credentials).not.toContain('CJ2000001')
  await ask(accounts.disconnectByKey, {}, me)
  expect(await listed(me)).toEqual([])
})

const WAYS = {
  aliexpress: {
    account: '700000002',
    loginUrl: accounts.getAliexpressLoginUrl,
    finish: accounts.finishAliexpressLogin,
    disconnect: accounts.disconnectAliexpress,
  },
  alibaba: {
    account: '200000002',
    loginUrl: accounts.getAlibabaLoginUrl,
    finish: accounts.finishAlibabaLogin,
    disconnect: accounts.disconnectAlibaba,
  },
}

/** Allows us in on the supplier's own page, as a person without scripts would. */
async function allow(url: string, account: string) {
  const page = new URL(url)
  const reply = await fetch(page.origin + page.pathname, {
    method: 'POST',
    body: new URLSearchParams({ ...Object.fromEntries(page.searchParams), decision: 'allow', account }),
    redirect: 'manual',
  })
  const back = new URL(reply.headers.get('location') ?? '').searchParams
  return { code: back.get('code') ?? '', state: back.get('state') ?? '' }
}

test.each(['aliexpress', 'alibaba'] as const)(
  'an account at %s is connected through its own page, by who began, once',
  async (source) => {
    const { account, loginUrl, finish, disconnect } = WAYS[source]
    const [me, other] = [await server.person(), await server.person()]
    const { url = '' } = (await ask(loginUrl, {}, me)).body.data ?? {}
    const foreign = await ask(loginUrl, { callback_url: 'https://evil.test/' }, me)
    expect(foreign.body.errors).toHaveProperty('callback_url')
    const answer = await allow(url, account)
    expect((await ask(finish, answer, other)).http).toBe(400)
    expect((await ask(finish, answer, me)).body.data).toMatchObject({ source, health: 'ok' })
    expect((await ask(finish, answer, me)).http).toBe(400)
    expect(await listed(me)).toEqual([source])
    expect(await listed(other)).toEqual([])
    await ask(disconnect, {}, me)
    expect(await listed(me)).toEqual([])
  },
)

test('a way that began at one supplier does not end at another', async () => {
  const me = await server.person()
  const { url = '' } = (await ask(accounts.getAlibabaLoginUrl, {}, me)).body.data ?? {}
  const answer = await allow(url, WAYS.alibaba.account)
  expect((await ask(accounts.finishAliexpressLogin, answer, me)).http).toBe(400)
  const connectable = async () =>
    (await ask(accounts.listSourceAccounts, {}, me)).body.data?.connectable.map(({ source }) => source)
  expect(await connectable()).toEqual(['aliexpress', 'cj', 'alibaba'])
})
