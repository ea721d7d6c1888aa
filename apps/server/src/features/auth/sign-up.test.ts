import { authCalls } from '@omni/contracts/auth.calls.ts'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { expect, test } from 'vitest'
import { testBrowser } from '../../testing/test-browser.ts'
import { PASSWORD, testServer } from '../../testing/test-server.ts'

const server = await testServer()
const link = (text = '') =>
  // written by our own mail
  Object.fromEntries(new URL(text.match(/http\S+/)?.[0] ?? 'http://x').searchParams) as { id: string; code: string }
const newcomer = (email: string) => ({ email, password: PASSWORD, first_name: 'Nora' })

test('sign up, verify from the mail, sign in; each job run twice mails once', async () => {
  const email = 'nora@omni.test'
  const browser = testBrowser(server)
  expect((await browser.ask(authCalls.register, newcomer(email))).http).toBe(200)
  await server.runJobs(2)
  const mails = server.mails.filter((mail) => mail.to === email)
  expect(mails).toHaveLength(1)
  const before = await server.ask(authCalls.login, { email, password: PASSWORD })
  expect([before.http, before.body.status]).toEqual([403, 110])
  const code = link(mails[0]?.text)
  expect((await browser.ask(authCalls.verifyEmail, code)).http).toBe(200)
  expect(await browser.isIn()).toBe(true)
  expect((await server.ask(authCalls.verifyEmail, code)).http).toBe(422)
  expect((await server.ask(authCalls.login, { email, password: PASSWORD })).http).toBe(200)
})

test('a password of a breach is refused where one is set, one that nobody has is taken', async () => {
  for (const password of ['Michael1', 'liverpool1', 'jonathan', 'Omni2026!!']) {
    const refused = await server.ask(authCalls.register, { ...newcomer('weak@omni.test'), password })
    expect(refused.body.errors?.['password'], password).toEqual([
      'This password is too easy to guess. Choose another one.',
    ])
  }
  const me = await server.person()
  const change = (password: string) =>
    server.ask(authCalls.changePassword, { current_password: PASSWORD, password }, me)
  expect((await change('jonathan')).http).toBe(422)
  expect((await change('jonathan sells kettles')).http).toBe(200)
})

test('a taken address answers alike, and only its owner is told', async () => {
  const me = await server.person()
  const fresh = await server.ask(authCalls.register, newcomer('fresh@omni.test'))
  const taken = await server.ask(authCalls.register, { ...newcomer(me.email), password: 'another good password' })
  expect(taken.body).toEqual(fresh.body)
  await server.runJobs()
  expect(server.mails.filter((mail) => mail.to === me.email).map((mail) => mail.subject)).toEqual([
    'You already have an account',
  ])
  expect((await server.ask(authCalls.login, { email: me.email, password: PASSWORD })).http).toBe(200)
})

test('forgotten password: one answer for known and unknown, one use of the code, all sessions end', async () => {
  const me = await server.person()
  const known = await server.ask(authCalls.forgotPassword, { email: me.email })
  const unknown = await server.ask(authCalls.forgotPassword, { email: 'nobody@omni.test' })
  expect(known.body).toEqual(unknown.body)
  await server.runJobs(2)
  const mails = server.mails.filter((mail) => mail.to === me.email)
  expect(mails).toHaveLength(1)
  expect(server.mails.some((mail) => mail.to === 'nobody@omni.test')).toBe(false)
  const code = link(mails[0]?.text)
  expect((await server.ask(authCalls.resetPassword, { ...code, password: 'short' })).body.errors?.['password']).toEqual(
    ['Use at least 8 characters.'],
  )
  expect((await server.ask(authCalls.resetPassword, { ...code, password: 'a brand new one' })).http).toBe(200)
  expect((await server.ask(authCalls.resetPassword, { ...code, password: 'a brand new one' })).http).toBe(422)
  expect((await server.ask(authCalls.getAccount, {}, me)).body.status).toBe(101)
  expect((await server.ask(authCalls.login, { email: me.email, password: PASSWORD })).http).toBe(422)
  expect((await server.ask(authCalls.login, { email: me.email, password: 'a brand new one' })).http).toBe(200)
})

test('a code too old is no code', async () => {
  const me = await server.person()
  await server.ask(authCalls.forgotPassword, { email: me.email })
  await server.runJobs()
  const code = link(server.mails.findLast((mail) => mail.to === me.email)?.text)
  const now = server.clock.now
  server.clock.now = new Date(now.getTime() + 61 * 60_000)
  expect((await server.ask(authCalls.resetPassword, { ...code, password: 'a brand new one' })).http).toBe(422)
  server.clock.now = now
})

test('try now: a demo account that becomes a real one and keeps its workplace', async () => {
  const tried = await server.ask(authCalls.tryNow, {})
  const guest = { token: tried.body.data?.token ?? '', user_id: '', workplace_id: '', email: '' }
  const account = await server.ask(authCalls.getAccount, {}, guest)
  expect(account.body.data).toMatchObject({ is_demo: true, email: '' })
  expect((await server.ask(authCalls.connectAccount, newcomer('guest@omni.test'), guest)).http).toBe(200)
  await server.runJobs()
  const after = await server.ask(authCalls.getAccount, {}, guest)
  expect(after.body.data).toMatchObject({
    is_demo: false,
    email: 'guest@omni.test',
    email_verified: false,
    workplaces: account.body.data?.workplaces,
  })
  expect(server.mails.findLast((mail) => mail.to === 'guest@omni.test')?.subject).toBe('Verify your e-mail address')
})

test('a guest without an address sets no password; the time zone of the browser is the first one', async () => {
  const zone = { 'time-zone': 'Asia/Tokyo' }
  const tried = await server.ask(authCalls.tryNow, {}, null, zone)
  const guest = { token: tried.body.data?.token ?? '', user_id: '', workplace_id: '', email: '' }
  const { body } = await server.ask(authCalls.changePassword, { password: 'correct horse battery' }, guest)
  expect(body).toMatchObject({ success: false, message: expect.stringContaining('e-mail address first') })
  expect((await server.ask(authCalls.getAccount, {}, guest)).body.data?.has_password).toBe(false)
  const timezone = async (token: string) =>
    (await server.ask(settingsCalls.getSettings, {}, { ...guest, token })).body.data?.settings.timezone
  expect(await timezone(guest.token)).toBe('Asia/Tokyo')
  await server.ask(authCalls.register, newcomer('tokyo@omni.test'), null, zone)
  const { rows } = await server.behind.query(
    `select w.settings->>'timezone' as timezone from users u join workplaces w on w.workplace_id = u.last_workplace_id
      where u.email = 'tokyo@omni.test'`,
  )
  expect(rows).toEqual([{ timezone: 'Asia/Tokyo' }])
})
