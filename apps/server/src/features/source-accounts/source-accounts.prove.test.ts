/** Sellers' own accounts at the sandbox's suppliers: connected, looked after, over, connected again. */
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { afterAll, expect, test } from 'vitest'
import { createRuntime } from '../../platform/runtime.ts'
import { connectVendors } from '../../vendors.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { connectAliexpress } from '../../testing/connect-aliexpress.ts'
import { steppedTime } from '../../testing/stepped-time.ts'
import { type Person, testServer } from '../../testing/test-server.ts'
import { openAccount } from './open-account.ts'

const NORTHWIND = 'CJ2000001@api@00000000000000000000000000000002'
const FJORD = 'CJ2000002@api@00000000000000000000000000000003'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const sandbox = await sandboxProcess(150)
/** The supplier's time goes on with ours: it limits by the same clock. */
const time = steppedTime((advance_ms) => sandbox.step(advance_ms))
const env = {
  ...sandbox.env,
  CJ_API_KEY: '',
  ALIEXPRESS_REFRESH_TOKEN: '',
  PUBLIC_URL: 'http://localhost:3000', // where the sandbox's AliExpress leads back to
}
const server = await testServer(env, { time })
server.clock.now = new Date()

const list = async (me: Person) => (await server.ask(sourceAccountCalls.listSourceAccounts, {}, me)).body.data?.accounts
const connectByKey = (me: Person, api_key: string) => server.ask(sourceAccountCalls.connectByKey, { api_key }, me)
const calls = async (vendor: string, name: string) =>
  (await sandbox.events(vendor)).filter((event) => event.kind === 'call' && event.name.includes(name)).length
const told = async (me: Person) =>
  (await server.ask(notificationCalls.listNotification, { page_size: 50 }, me)).body.data?.items.filter(
    ({ link }) => link === '/app/setting/source-account',
  ) ?? []
/** Time goes on here and there: the supplier ends tokens by its own clock. */
async function later(ms: number) {
  server.clock.now = new Date(server.clock.now.getTime() + ms)
  await sandbox.step(ms)
}

test('a CJ account: connected by its key, its level asked for, used through its own limits, left', async () => {
  const me = await server.person()
  const refused = await connectByKey(me, 'CJ2000001@api@wrong')
  expect([refused.http, refused.body.errors?.['api_key']]).toEqual([422, [expect.any(String)]])
  const made = await connectByKey(me, NORTHWIND)
  expect(made.body.data).toMatchObject({ source: 'cj', account_id: 'CJ2000001', health: 'ok' })
  expect(await server.runJobs(2)).toContain('source-accounts.renew')
  const { rows } = await server.behind.query<{ account_key: string; per_second: number }>(
    `select account_key, per_second from vendor_pace where vendor = 'cj' and per_second is not null`,
  )
  // CJ's setting names no level: it is believed up to the highest one, until a refusal names the true one. What is asked
  // after the account was connected may have brought that refusal already.
  expect(rows).toEqual([{ account_key: expect.stringMatching(/^[\w-]{24}$/), per_second: expect.toBeOneOf([1, 6]) }])
  const supplier = await openAccount(server.runtime.jobCtx({}, 'test', 1), me.workplace_id, 'cj')
  const search = () => supplier?.catalog?.search({ page_size: 2, ship_to: 'US' })
  const found = await Promise.all([search(), search()])
  expect(found.map((page) => page?.items.length)).toEqual([2, 2])
  const { rows: points } = await server.behind.query<{ spent: string; per_day: string }>(
    `select spent, per_day from vendor_pace where per_second = 1`,
  )
  // As CJ's own replies said. A call that was refused for its pace cost nothing there, but counts here until CJ says so.
  expect(points[0]?.per_day).toBe('50000')
  expect(Number(points[0]?.spent)).toBeGreaterThan(95)
  expect(Number(points[0]?.spent)).toBeLessThanOrEqual(200)
  expect((await server.ask(sourceAccountCalls.disconnectByKey, {}, me)).http).toBe(200)
  expect(await calls('cj', 'logout')).toBe(1)
  expect(await list(me)).toEqual([])
  expect(await openAccount(server.runtime.jobCtx({}, 'test', 1), me.workplace_id, 'cj')).toBeNull()
})

test('a token is renewed before its end, once, though two workers look after it', async () => {
  const me = await server.person()
  await connectByKey(me, FJORD)
  await server.runJobs()
  const [before] = (await list(me)) ?? []
  await later(14.8 * DAY_MS) // it ends after 15 days
  const renewals = await calls('cj', 'refreshAccessToken')
  expect(await server.runJobs(2)).toContain('source-accounts.renew')
  expect((await calls('cj', 'refreshAccessToken')) - renewals).toBe(1)
  const [after] = (await list(me)) ?? []
  expect(Date.parse(after?.token_ends_at ?? '')).toBeGreaterThan(Date.parse(before?.token_ends_at ?? '') + 14 * DAY_MS)
  expect(after).toMatchObject({ health: 'ok', checked_at: server.clock.now.toISOString() })
  expect(await told(me)).toEqual([])
})

test('a supplier that does not answer is unreachable, and well again when it does', async () => {
  const me = await server.person()
  await connectAliexpress(server, me)
  await server.runJobs()
  await later(29.8 * DAY_MS) // it ends after 30 days
  await sandbox.setFaults('aliexpress', [{ kind: 'server_error', status: 503 }])
  await server.runJobs()
  expect(await list(me)).toMatchObject([{ health: 'unreachable' }])
  await sandbox.setFaults('aliexpress', [])
  await later(HOUR_MS / 4)
  await server.runJobs()
  expect(await list(me)).toMatchObject([{ health: 'ok' }])
  expect(await told(me)).toEqual([])
  expect((await server.ask(sourceAccountCalls.disconnectAliexpress, {}, me)).http).toBe(200)
})

test('consent that is over: the account says so, each member is told once, and connecting again mends it', async () => {
  const me = await server.person()
  const { first, again } = await connectAliexpress(server, me)
  expect(first.body.data).toMatchObject({ source: 'aliexpress', health: 'ok' })
  expect((await again()).http).toBe(400) // the way back is good once
  await server.runJobs()
  await later(61 * DAY_MS) // the right to renew ends after 60 days
  const renewals = await calls('aliexpress', 'token/refresh')
  await server.runJobs(2)
  expect(await list(me)).toMatchObject([{ health: 'expired' }])
  expect(await told(me)).toEqual([
    expect.objectContaining({ title: 'AliExpress must be connected again', link: '/app/setting/source-account' }),
  ])
  expect((await calls('aliexpress', 'token/refresh')) - renewals).toBe(1)
  // Nobody asks the supplier again in vain, and nobody is told again.
  const supplier = await openAccount(server.runtime.jobCtx({}, 'test', 1), me.workplace_id, 'aliexpress')
  await expect(supplier?.catalog?.search({ text: 'x', page_size: 1, ship_to: 'US' })).rejects.toMatchObject({
    kind: 'auth_expired',
  })
  await later(DAY_MS)
  await server.runJobs()
  expect((await calls('aliexpress', 'token/refresh')) - renewals).toBe(1)
  expect(await told(me)).toHaveLength(1)
  await connectAliexpress(server, me)
  expect(await server.runJobs()).toContain('source-accounts.renew')
  expect(await list(me)).toMatchObject([{ health: 'ok' }])
})

test('found over in the middle of a call: the call fails, the account says so and the seller is told', async () => {
  const me = await server.person()
  await connectAliexpress(server, me)
  await later(61 * DAY_MS)
  const supplier = await openAccount(server.runtime.jobCtx({}, 'test', 1), me.workplace_id, 'aliexpress')
  await expect(supplier?.catalog?.search({ text: 'x', page_size: 1, ship_to: 'US' })).rejects.toMatchObject({
    kind: 'auth_expired',
  })
  expect(await list(me)).toMatchObject([{ health: 'expired' }])
  expect(await told(me)).toHaveLength(1)
})

test('two processes that find a seller’s token ended renew it once', async () => {
  const me = await server.person()
  await connectAliexpress(server, me)
  const second = createRuntime(
    server.runtime.config,
    'second',
    (parts) => connectVendors({ ...parts, time }),
    () => server.clock.now,
  )
  afterAll(() => second.close())
  await later(30 * DAY_MS)
  const renewals = await calls('aliexpress', 'token/refresh')
  const searches = [server.runtime, second, server.runtime, second].map(async (runtime) => {
    const supplier = await openAccount(runtime.jobCtx({}, 'test', 1), me.workplace_id, 'aliexpress')
    return supplier?.catalog?.search({ text: 'lamp', page_size: 1, ship_to: 'US' })
  })
  await Promise.all(searches)
  expect((await calls('aliexpress', 'token/refresh')) - renewals).toBe(1)
})

test('another workplace sees nothing of it', async () => {
  const [me, stranger] = [await server.person(), await server.person()]
  await connectAliexpress(server, me)
  expect(await list(stranger)).toEqual([])
  expect((await server.ask(sourceAccountCalls.disconnectAliexpress, {}, stranger)).http).toBe(404)
  const ctx = server.runtime.jobCtx({}, 'test', 1)
  const inStrangersScope = { ...ctx, as: () => ctx.as({ workplace_id: stranger.workplace_id }) }
  expect(await openAccount(inStrangersScope, me.workplace_id, 'aliexpress')).toBeNull()
})
