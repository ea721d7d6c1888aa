import { authCalls as auth } from '@omni/contracts/auth.calls.ts'
import { LANGUAGES } from '@omni/domain/languages.ts'
import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { addressKey, MAIL_TRIES, SECOND_FACTOR_TRIES, SIGN_IN_TRIES, SIGN_UP_TRIES } from '../../platform/rate-limit.ts'
import { testBrowser, type TestBrowser } from '../../testing/test-browser.ts'
import { PASSWORD, testServer, type Person } from '../../testing/test-server.ts'

const server = await testServer()
const browser = () => testBrowser(server)
const signIn = (seat: TestBrowser, me: Person, password = PASSWORD) =>
  seat.ask(auth.login, { email: me.email, password })

const codeNow = (secret: string, offset_s = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now.getTime() + offset_s * 1000 })

async function withSecondFactor(): Promise<{ me: Person; secret: string; recovery: string[] }> {
  const me = await server.person()
  const { secret = '' } = (await server.ask(auth.startTwoFactor, { password: PASSWORD }, me)).body.data ?? {}
  const confirmed = await server.ask(auth.confirmTwoFactor, { code: codeNow(secret) }, me)
  return { me, secret, recovery: confirmed.body.data?.recovery_codes ?? [] }
}

test('wrong codes are counted per account: a new ticket, a right password and another address start no new count', async () => {
  const { me, secret } = await withSecondFactor()
  const guess = async (n: number, code = '000000') => {
    const ticket = (await signIn(browser(), me)).data?.two_factor_ticket ?? ''
    expect(ticket).toBeTruthy()
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/auth/login/two-factor',
      remoteAddress: `10.0.0.${n}`,
      headers: { app: 'AO', 'content-type': 'application/json' },
      payload: JSON.stringify({ two_factor_ticket: ticket, code }),
    })
    return reply.statusCode
  }
  for (let n = 0; n < SECOND_FACTOR_TRIES; n++) expect(await guess(n)).toBe(422)
  expect(await guess(50)).toBe(429)
  // Not even the right code gets in now.
  expect(await guess(51, codeNow(secret, 30))).toBe(429)
  await server.runJobs(2)
  expect(server.mails.filter((mail) => mail.to === me.email).map((mail) => mail.subject)).toEqual([
    'Somebody may know your password',
  ])
})

test('the mail about wrong codes is in the language of the account', async () => {
  const subjects = new Set<string>()
  for (const { code: language } of LANGUAGES) {
    const me = await server.person()
    await server.ask(auth.setLanguage, { language }, me)
    await server.runtime.db({}).tx(async (tx) => {
      const { emit } = await import('../../platform/outbox.ts')
      await emit(tx, 'account.second_factor_limited', { user_id: me.user_id })
    })
    await server.runJobs()
    const mail = server.mails.find(({ to }) => to === me.email)
    expect(mail?.html).toContain(`lang="${language}"`)
    subjects.add(mail?.subject ?? '')
  }
  expect(subjects.size).toBe(LANGUAGES.length)
})

test('guesses of a stranger do not lock out a browser that the account knows, by password or by code', async () => {
  const { me, secret } = await withSecondFactor()
  const known = browser()
  const ticket = async (seat: TestBrowser) => (await signIn(seat, me)).data?.two_factor_ticket ?? ''
  const second = async (seat: TestBrowser, code: string) =>
    (await seat.ask(auth.loginSecondFactor, { two_factor_ticket: await ticket(seat), code })).http
  expect(await second(known, codeNow(secret, 30))).toBe(200)
  const stranger = browser()
  for (let n = 0; n < SECOND_FACTOR_TRIES; n++) await second(stranger, '000000')
  expect(await second(stranger, '000000')).toBe(429)
  for (let n = 0; n <= SIGN_IN_TRIES.account; n++) await signIn(stranger, me, 'wrong')
  expect((await signIn(stranger, me)).http).toBe(429)
  expect((await signIn(browser(), me)).http).toBe(429)
  server.clock.now = new Date(server.clock.now.getTime() + 120_000)
  expect(await second(known, codeNow(secret))).toBe(200)
})

test('a known browser has a limit of its own, and its key opens no other account', async () => {
  const [me, other] = [await server.person(), await server.person()]
  const known = browser()
  expect((await signIn(known, me)).http).toBe(200)
  for (let n = 0; n < SIGN_IN_TRIES.account; n++) expect((await signIn(known, me, 'wrong')).http).toBe(422)
  expect((await signIn(known, me)).http).toBe(429)
  // Elsewhere the count of the account was not touched.
  expect((await signIn(browser(), me)).http).toBe(200)
  for (let n = 0; n < SIGN_IN_TRIES.account; n++) await signIn(browser(), other, 'wrong')
  expect((await signIn(known, other)).http).toBe(429)
})

test('a browser is forgotten when the password is reset', async () => {
  const me = await server.person()
  const known = browser()
  await signIn(known, me)
  await server.ask(auth.forgotPassword, { email: me.email })
  await server.runJobs()
  const text = server.mails.findLast(({ to }) => to === me.email)?.text ?? ''
  const { id = '', code = '' } = Object.fromEntries(new URL(text.match(/http\S+/)?.[0] ?? '').searchParams)
  await browser().ask(auth.resetPassword, { id, code, password: 'a brand new one' })
  for (let n = 0; n < SIGN_IN_TRIES.account; n++) await signIn(browser(), me, 'wrong')
  expect((await signIn(known, me, 'a brand new one')).http).toBe(429)
})

test('a reset password does not take the second factor off, nor start a new count of its tries', async () => {
  const { me, recovery } = await withSecondFactor()
  const second = async (password: string, code: string) => {
    const seat = browser()
    const ticket = (await signIn(seat, me, password)).data?.two_factor_ticket ?? ''
    expect(ticket).toBeTruthy()
    return (await seat.ask(auth.loginSecondFactor, { two_factor_ticket: ticket, code })).http
  }
  for (let n = 0; n < SECOND_FACTOR_TRIES; n++) expect(await second(PASSWORD, '000000')).toBe(422)
  await server.ask(auth.forgotPassword, { email: me.email })
  await server.runJobs()
  const text = server.mails.findLast(({ to }) => to === me.email)?.text ?? ''
  const { id = '', code = '' } = Object.fromEntries(new URL(text.match(/http\S+/)?.[0] ?? '').searchParams)
  expect((await browser().ask(auth.resetPassword, { id, code, password: 'a brand new one' })).http).toBe(200)
  expect(await second('a brand new one', recovery[0] ?? '')).toBe(429)
})

test('a mailbox is sent so many mails and no more, whatever asks for them', async () => {
  const email = `${randomUUID()}@omni.test`
  const newcomer = { email, password: PASSWORD, first_name: 'Nora' }
  const outcomes = []
  for (let n = 0; n < MAIL_TRIES.mailbox + 2; n++) {
    const call = [auth.forgotPassword, auth.sendVerificationEmail][n % 2] ?? auth.forgotPassword
    outcomes.push((await server.ask(n === 0 ? auth.register : call, n === 0 ? newcomer : { email })).http)
  }
  expect(outcomes).toEqual([200, 200, 200, 200, 200, 429, 429])
  await server.runJobs()
  expect(server.mails.filter(({ to }) => to === email)).toHaveLength(MAIL_TRIES.mailbox)
})

test('one network address opens so many accounts and causes so many mails an hour', async () => {
  const strict = await testServer({ RATE_LIMIT_IP: '1200' })
  const at = (remoteAddress: string, path: string, body: object = {}) =>
    strict.app
      .inject({
        method: 'POST',
        url: `/api/auth/${path}`,
        remoteAddress,
        headers: { app: 'AO', 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      })
      .then(({ statusCode }) => statusCode)
  for (let n = 0; n < SIGN_UP_TRIES; n++) expect(await at(`2001:db8:1:2::${n + 1}`, 'try-now')).toBe(200)
  expect(await at('2001:db8:1:2:ffff::1', 'try-now')).toBe(429)
  const newcomer = { email: `${randomUUID()}@omni.test`, password: PASSWORD, first_name: 'Nora' }
  expect(await at('2001:db8:1:2::1', 'register', newcomer)).toBe(429)
  expect(await at('2001:db8:1:3::1', 'register', newcomer)).toBe(200)
  const forgot = () => at('192.0.2.7', 'forgot-password', { email: `${randomUUID()}@omni.test` })
  for (let n = 0; n < MAIL_TRIES.ip; n++) expect(await forgot()).toBe(200)
  expect(await forgot()).toBe(429)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key)
})

test('a name in a mail is plain words: no address, no line of its own', async () => {
  const email = `${randomUUID()}@omni.test`
  const first_name = 'Win www.evil.test\r\nhttp://evil.test/x'
  await server.ask(auth.register, { email, password: PASSWORD, first_name })
  await server.runJobs()
  const mail = server.mails.find(({ to }) => to === email)
  expect(mail?.text.split('\n')[0]).toBe('Hello Win www evil test http evil test x,')
  expect(`${mail?.text} ${mail?.html}`).not.toMatch(/evil\.test/)
  const nameless = `${randomUUID()}@omni.test`
  await server.ask(auth.register, { email: nameless, password: PASSWORD, first_name: '12345 .' })
  await server.runJobs()
  expect(server.mails.find(({ to }) => to === nameless)?.text.split('\n')[0]).toBe('Hello,')
})

test('the longest address that is accepted can sign in and be mailed', async () => {
  const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.test`
  expect(email.length).toBeGreaterThan(245)
  expect((await server.ask(auth.login, { email, password: 'wrong' })).http).toBe(422)
  expect((await server.ask(auth.forgotPassword, { email })).http).toBe(200)
})
