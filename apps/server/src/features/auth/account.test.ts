import { authCalls } from '@omni/contracts/auth.calls.ts'
import { workplaceCalls } from '@omni/contracts/workplaces.calls.ts'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { SESSION_COOKIE } from '../../platform/session.ts'
import { testBrowser } from '../../testing/test-browser.ts'
import { PASSWORD, testServer, type Person } from '../../testing/test-server.ts'

const server = await testServer()
const signIn = async (me: Person): Promise<Person> => ({
  ...me,
  token: (await server.ask(authCalls.login, { email: me.email, password: PASSWORD })).body.data?.token ?? '',
})
const totp = (secret: string, offset = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now.getTime() + offset })

test('changing the password ends every other session', async () => {
  const here = await server.person()
  const there = await signIn(here)
  expect(
    (await server.ask(authCalls.changePassword, { current_password: 'wrong', password: 'a brand new one' }, here)).body
      .errors?.['current_password'],
  ).toBeTruthy()
  expect(
    (await server.ask(authCalls.changePassword, { current_password: PASSWORD, password: 'a brand new one' }, here))
      .http,
  ).toBe(200)
  expect((await server.ask(authCalls.getAccount, {}, here)).http).toBe(200)
  expect((await server.ask(authCalls.getAccount, {}, there)).http).toBe(401)
})

test('signing in again in a browser ends the session it had', async () => {
  const me = await server.person()
  const browser = testBrowser(server)
  await browser.ask(authCalls.login, { email: me.email, password: PASSWORD })
  const first = browser.cookies.get(SESSION_COOKIE) ?? ''
  await browser.ask(authCalls.login, { email: me.email, password: PASSWORD })
  expect(browser.cookies.get(SESSION_COOKIE)).not.toBe(first)
  expect((await server.ask(authCalls.getAccount, {}, { ...me, token: first })).http).toBe(401)
  expect(await browser.isIn()).toBe(true)
})

test('sessions are listed, this one first, and can be ended', async () => {
  const here = await server.person()
  await signIn(here)
  const sessions = (await server.ask(authCalls.listSessions, {}, here)).body.data?.items ?? []
  expect(sessions.map((one) => one.current)).toEqual([true, false])
  const stranger = await server.person()
  expect((await server.ask(authCalls.endSession, { session_id: sessions[1]?.session_id ?? '' }, stranger)).http).toBe(
    404,
  )
  expect((await server.ask(authCalls.endSession, { session_id: sessions[1]?.session_id ?? '' }, here)).http).toBe(200)
  expect((await server.ask(authCalls.listSessions, {}, here)).body.data?.items).toHaveLength(1)
  expect((await server.ask(authCalls.logout, {}, here)).http).toBe(200)
  expect((await server.ask(authCalls.getAccount, {}, here)).http).toBe(401)
})

test('second factor: asked at sign-in, each code good once, recovery codes work, off again', async () => {
  const me = await server.person()
  const started = await server.ask(authCalls.startTwoFactor, { password: PASSWORD }, me)
  const secret = started.body.data?.secret ?? ''
  expect((await server.ask(authCalls.confirmTwoFactor, { code: '000000' }, me)).http).toBe(422)
  const confirmed = await server.ask(authCalls.confirmTwoFactor, { code: totp(secret) }, me)
  const recovery = confirmed.body.data?.recovery_codes ?? []
  expect(recovery).toHaveLength(10)

  const ticket = async () =>
    (await server.ask(authCalls.login, { email: me.email, password: PASSWORD })).body.data?.two_factor_ticket ?? ''
  const first = await ticket()
  expect(first).toBeTruthy()
  // The code that put it in force was used with that; the next step's is good once.
  expect((await server.ask(authCalls.loginSecondFactor, { two_factor_ticket: first, code: totp(secret) })).http).toBe(
    422,
  )
  expect(
    (await server.ask(authCalls.loginSecondFactor, { two_factor_ticket: first, code: totp(secret, 30_000) })).body.data
      ?.token,
  ).toBeTruthy()
  const second = await ticket()
  expect(
    (await server.ask(authCalls.loginSecondFactor, { two_factor_ticket: second, code: totp(secret, 30_000) })).http,
  ).toBe(422)
  expect(
    (
      await server.ask(authCalls.loginSecondFactor, {
        two_factor_ticket: second,
        code: recovery[0]?.toUpperCase() ?? '',
      })
    ).http,
  ).toBe(200)
  const third = await ticket()
  expect(
    (await server.ask(authCalls.loginSecondFactor, { two_factor_ticket: third, code: recovery[0] ?? '' })).http,
  ).toBe(422)
  expect((await server.ask(authCalls.disableTwoFactor, { password: PASSWORD, code: recovery[1] ?? '' }, me)).http).toBe(
    200,
  )
  expect((await server.ask(authCalls.login, { email: me.email, password: PASSWORD })).body.data?.token).toBeTruthy()
  const { rows } = await server.behind.query('select totp_secret from users where user_id = $1', [me.user_id])
  expect(rows).toEqual([{ totp_secret: null }])
})

test('deleting the account asks for the password and leaves nothing personal behind', async () => {
  const me = await server.person('Zelda')
  await server.ask(workplaceCalls.createWorkplace, { name: 'Second' }, me)
  const { url = '' } = (await server.ask(authCalls.exportAccount, {}, me)).body.data ?? {}
  const file = await server.app.inject(url)
  expect(file.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'content-disposition': 'attachment; filename="omni-account.json"',
  })
  expect(file.body).toContain(me.email)
  expect(file.body).not.toContain('argon2')
  expect((await server.ask(authCalls.deleteAccount, { password: 'wrong' }, me)).http).toBe(422)
  expect((await server.ask(authCalls.deleteAccount, { password: PASSWORD }, me)).http).toBe(200)
  expect((await server.ask(authCalls.getAccount, {}, me)).http).toBe(401)
  const { rows: tables } = await server.behind.query<{ table: string }>(`
    select distinct table_name as table from information_schema.columns
      where table_schema = 'public' and column_name in ('user_id', 'workplace_id') and table_name <> 'audit_log'`)
  for (const { table } of tables) {
    const { rows } = await server.behind.query<{ row: string }>(`select t::text as row from ${table} t`)
    expect(
      rows.filter(({ row }) => row.includes(me.email) || row.includes('Zelda') || row.includes(me.workplace_id)),
      table,
    ).toEqual([])
  }
  const { rows: log } = await server.behind.query<{ row: string }>(
    'select a::text as row from audit_log a where chain_id = $1',
    [me.user_id],
  )
  expect(log.length).toBeGreaterThan(0)
  expect(log.some(({ row }) => row.includes(me.email) || row.includes('Zelda'))).toBe(false)
})

test('language, meta keys, onboarding, first time, apps and name are kept', async () => {
  const me = await server.person()
  await server.ask(authCalls.setLanguage, { language: 'pt-BR' }, me)
  await server.ask(authCalls.updateProfile, { first_name: 'Grace', last_name: 'Hopper' }, me)
  await server.ask(authCalls.updateOnboarding, { step: 'order' }, me)
  await server.ask(authCalls.updateCoreOnboarding, { step: 'order' }, me)
  await server.ask(authCalls.updatePricingOnboarding, {}, me)
  expect((await server.ask(authCalls.updateOnboarding, { step: 'nonsense' }, me)).http).toBe(422)
  const meta = await server.ask(authCalls.updateMeta, { meta_key: 'DEMO_MODE' }, me)
  expect(meta.body.data?.remaining_meta_keys).not.toContain('DEMO_MODE')
  const account = (await server.ask(authCalls.getAccount, {}, me)).body.data
  expect(account).toMatchObject({ language: 'pt-BR', name: 'Grace Hopper' })
  expect(account?.onboarding.AO).toEqual([
    { step: 'normal_import', done: false },
    { step: 'order', done: true },
    { step: 'pricing', done: true },
  ])
  expect((await server.ask(authCalls.getFirstTimeInApp, {}, me)).body.data).toEqual({ first_time: true })
  await server.ask(authCalls.setFirstTimeInApp, {}, me)
  expect((await server.ask(authCalls.getFirstTimeInApp, {}, me)).body.data).toEqual({ first_time: false })
  const entered = (await server.ask(authCalls.enterApp, { app: 'AH' }, me)).body.data
  server.clock.now = new Date(server.clock.now.getTime() + 1000)
  expect((await server.ask(authCalls.enterApp, { app: 'AH' }, me)).body.data).toEqual(entered)
})
