import { authCalls as auth } from '@omni/contracts/auth.calls.ts'
import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { testBrowser, type TestBrowser as Browser } from '../../testing/test-browser.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()
const PASSWORDS = { stranger: 'the password of a stranger', owner: 'the password of the owner' }

const browser = () => testBrowser(server)

/** The person whom the provider tells about; Google proves an address, Facebook does not. */
let chosen = { subject: '', email: '' }
for (const [name, email_proved] of [
  ['google', true],
  ['facebook', false],
] as const)
  server.runtime.services.socials[name] = {
    start: async ({ state }) => `https://social.test/?state=${state}`,
    finish: async () => ({ ...chosen, email_proved, first_name: 'So', last_name: 'Cial', avatar: null }),
  }

async function social(seat: Browser, name: 'google' | 'facebook', email: string, subject: string) {
  chosen = { subject, email }
  const url = (await seat.ask(auth.startSocial, { social: name })).data?.url ?? ''
  return seat.ask(auth.finishSocial, { social: name, code: 'c', state: new URL(url).searchParams.get('state') ?? '' })
}

const links = async (email: string, subject: string) => {
  await server.runJobs()
  return server.mails
    .filter((mail) => mail.to === email && mail.subject === subject)
    .map(
      (mail) =>
        Object.fromEntries(new URL(mail.text.match(/http\S+/)?.[0] ?? '').searchParams) as { id: string; code: string }, // written by our own mail
    )
}
const verificationLinks = (email: string) => links(email, 'Verify your e-mail address')

const register = (seat: Browser, who: keyof typeof PASSWORDS, email: string) =>
  seat.ask(auth.register, { email, password: PASSWORDS[who], first_name: who })
async function connect(seat: Browser, who: keyof typeof PASSWORDS, email: string) {
  await seat.ask(auth.tryNow, {})
  await seat.ask(auth.connectAccount, { email, password: PASSWORDS[who], first_name: who })
}
async function secondFactor(seat: Browser, password: string) {
  const { secret = '' } = (await seat.ask(auth.startTwoFactor, { password })).data ?? {}
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now.getTime() })
  expect((await seat.ask(auth.confirmTwoFactor, { code })).http).toBe(200)
}
const verify = async (seat: Browser, email: string, which = 0) => {
  const link = (await verificationLinks(email)).at(which)
  return seat.ask(auth.verifyEmail, link ?? { id: randomUUID(), code: 'none' })
}
async function reset(seat: Browser, email: string) {
  await seat.ask(auth.forgotPassword, { email })
  const [link] = await links(email, 'Reset your password')
  await seat.ask(auth.resetPassword, { ...(link ?? { id: '', code: '' }), password: PASSWORDS.owner })
  return seat.ask(auth.login, { email, password: PASSWORDS.owner })
}

type Step = (seats: { stranger: Browser; owner: Browser }, email: string) => Promise<unknown>
/** Each order of events: what the two did before the address was proved, and how the owner proved it. */
const ORDERS: Record<string, { before: Step; proof: Step; keeps_password: boolean }> = {
  'stranger registers, owner registers and opens the newest mail': {
    before: async ({ stranger, owner }, email) => {
      await register(stranger, 'stranger', email)
      await register(owner, 'owner', email)
    },
    proof: ({ owner }, email) => verify(owner, email, -1),
    keeps_password: true,
  },
  'stranger registers, owner registers and opens the mail that the stranger caused': {
    before: async ({ stranger, owner }, email) => {
      await register(stranger, 'stranger', email)
      await register(owner, 'owner', email)
    },
    proof: ({ owner }, email) => verify(owner, email, 0),
    keeps_password: true,
  },
  'owner registers, stranger registers after, owner verifies': {
    before: async ({ stranger, owner }, email) => {
      await register(owner, 'owner', email)
      await register(stranger, 'stranger', email)
    },
    proof: ({ owner }, email) => verify(owner, email, -1),
    keeps_password: true,
  },
  'stranger registers, owner opens the mail without having signed up': {
    before: ({ stranger }, email) => register(stranger, 'stranger', email),
    proof: ({ owner }, email) => verify(owner, email),
    keeps_password: false,
  },
  'stranger connects a demo, owner registers and verifies': {
    before: async ({ stranger, owner }, email) => {
      await connect(stranger, 'stranger', email)
      await register(owner, 'owner', email)
    },
    proof: ({ owner }, email) => verify(owner, email, -1),
    keeps_password: true,
  },
  'stranger connects a demo with a second factor, owner registers and verifies': {
    before: async ({ stranger, owner }, email) => {
      await connect(stranger, 'stranger', email)
      await secondFactor(stranger, PASSWORDS.stranger)
      await register(owner, 'owner', email)
    },
    proof: ({ owner }, email) => verify(owner, email, -1),
    keeps_password: true,
  },
  'owner registers, stranger connects in vain, owner verifies': {
    before: async ({ stranger, owner }, email) => {
      await register(owner, 'owner', email)
      await connect(stranger, 'stranger', email)
    },
    proof: ({ owner }, email) => verify(owner, email, -1),
    keeps_password: true,
  },
  'stranger connects, owner connects in vain, stranger changes the password, owner verifies': {
    before: async ({ stranger, owner }, email) => {
      await connect(stranger, 'stranger', email)
      await connect(owner, 'owner', email)
      await stranger.ask(auth.changePassword, { current_password: PASSWORDS.stranger, password: 'yet another secret' })
    },
    proof: ({ owner }, email) => verify(owner, email, -1),
    keeps_password: true,
  },
  'stranger connects a demo with a second factor, owner resets the password': {
    before: async ({ stranger }, email) => {
      await connect(stranger, 'stranger', email)
      await secondFactor(stranger, PASSWORDS.stranger)
    },
    proof: ({ owner }, email) => reset(owner, email),
    keeps_password: true,
  },
  'stranger opens by Facebook, owner registers and verifies': {
    before: async ({ stranger, owner }, email) => {
      await social(stranger, 'facebook', email, `stranger of ${email}`)
      await register(owner, 'owner', email)
    },
    proof: ({ owner }, email) => verify(owner, email, -1),
    keeps_password: true,
  },
  'stranger opens by Facebook, owner resets the password': {
    before: ({ stranger }, email) => social(stranger, 'facebook', email, `stranger of ${email}`),
    proof: ({ owner }, email) => reset(owner, email),
    keeps_password: true,
  },
  'stranger opens by Facebook, owner comes by Google': {
    before: ({ stranger }, email) => social(stranger, 'facebook', email, `stranger of ${email}`),
    proof: ({ owner }, email) => social(owner, 'google', email, `owner of ${email}`),
    keeps_password: false,
  },
  'stranger registers, owner comes by Google': {
    before: ({ stranger }, email) => register(stranger, 'stranger', email),
    proof: ({ owner }, email) => social(owner, 'google', email, `owner of ${email}`),
    keeps_password: false,
  },
  'stranger connects a demo with a second factor, owner comes by Google': {
    before: async ({ stranger }, email) => {
      await connect(stranger, 'stranger', email)
      await secondFactor(stranger, PASSWORDS.stranger)
    },
    proof: ({ owner }, email) => social(owner, 'google', email, `owner of ${email}`),
    keeps_password: false,
  },
  'owner registers and verifies, stranger registers afterwards': {
    before: async ({ owner }, email) => register(owner, 'owner', email),
    proof: async ({ stranger, owner }, email) => {
      await verify(owner, email)
      await register(stranger, 'stranger', email)
    },
    keeps_password: true,
  },
}

test.each(Object.entries(ORDERS))(
  '%s: the account is the owner’s alone',
  async (_, { before, proof, keeps_password }) => {
    const email = `${randomUUID()}@omni.test`
    const seats = { stranger: browser(), owner: browser() }
    await before(seats, email)
    await proof(seats, email)
    const account = (await seats.owner.ask(auth.getAccount)).data
    expect(account).toMatchObject({ email, email_verified: true, two_factor_enabled: false })
    // A demo whose address was taken stays the stranger's own demo; what counts is the account of the address.
    const held = (await seats.stranger.ask(auth.getAccount)).data
    expect(held?.email ?? '').toBe('')
    for (const password of [PASSWORDS.stranger, 'yet another secret']) {
      expect((await browser().ask(auth.login, { email, password })).http).toBe(422)
    }
    const again = await social(browser(), 'facebook', email, `stranger of ${email}`)
    expect(again.data).toMatchObject({ token: null, two_factor_ticket: null })
    expect(again.data?.link_ticket).toBeTruthy()
    const by_password = await browser().ask(auth.login, { email, password: PASSWORDS.owner })
    expect(by_password.http).toBe(keeps_password ? 200 : 422)
    if (keeps_password) expect(by_password.data?.two_factor_ticket).toBeNull()
    // The owner's own session goes on.
    expect(await seats.owner.isIn()).toBe(true)
  },
)

test('verified in another browser than the one of the sign-up: in, and asked to choose a password', async () => {
  const email = `${randomUUID()}@omni.test`
  const [laptop, phone] = [browser(), browser()]
  await register(laptop, 'owner', email)
  expect((await verify(phone, email)).data).toMatchObject({ choose_password: true })
  expect((await phone.ask(auth.getAccount)).data).toMatchObject({ has_password: false })
  expect((await phone.ask(auth.changePassword, { password: 'chosen on the phone' })).http).toBe(200)
  expect((await laptop.ask(auth.login, { email, password: 'chosen on the phone' })).http).toBe(200)
})

test('verified in the browser of the sign-up: nothing has to be chosen again', async () => {
  const email = `${randomUUID()}@omni.test`
  const seat = browser()
  await register(seat, 'owner', email)
  expect((await verify(seat, email)).data).toMatchObject({ choose_password: false })
  expect((await seat.ask(auth.getAccount)).data).toMatchObject({ first_name: 'owner', has_password: true })
})

test('a demo that was connected keeps its workplace and its password in its own browser', async () => {
  const email = `${randomUUID()}@omni.test`
  const seat = browser()
  await connect(seat, 'owner', email)
  const before = (await seat.ask(auth.getAccount)).data
  expect((await verify(seat, email)).data).toMatchObject({ choose_password: false })
  const after = (await seat.ask(auth.getAccount)).data
  expect(after).toMatchObject({ id: before?.id, workplaces: before?.workplaces, email_verified: true })
  expect((await browser().ask(auth.login, { email, password: PASSWORDS.owner })).http).toBe(200)
})

test('who opened the account by Facebook keeps it when they prove the address in that browser', async () => {
  const email = `${randomUUID()}@omni.test`
  const seat = browser()
  await social(seat, 'facebook', email, `mine ${email}`)
  expect((await seat.ask(auth.getAccount)).data).toMatchObject({ email_verified: false })
  expect((await verify(seat, email)).data).toMatchObject({ choose_password: false })
  const elsewhere = browser()
  await social(elsewhere, 'facebook', email, `mine ${email}`)
  expect((await elsewhere.ask(auth.getAccount)).data).toMatchObject({ email, email_verified: true })
})

test('a link to verify opens nothing once the address is proved, second factor or not', async () => {
  const email = `${randomUUID()}@omni.test`
  const seat = browser()
  await register(seat, 'owner', email)
  const [link] = await verificationLinks(email)
  // A mail that was being written while the address was proved carries a code that is still good.
  const { rows } = await server.behind.query('select * from account_codes where user_id = $1 and purpose = $2', [
    link?.id,
    'verify_email',
  ])
  await verify(seat, email)
  await secondFactor(seat, PASSWORDS.owner)
  await server.behind.query(
    `insert into account_codes (code_hash, user_id, purpose, expires_at) values ($1, $2, 'verify_email', $3)`,
    [rows[0].code_hash, link?.id, rows[0].expires_at],
  )
  const thief = browser()
  expect((await thief.ask(auth.verifyEmail, link ?? { id: '', code: '' })).http).toBe(422)
  expect(await thief.isIn()).toBe(false)
  expect((await seat.ask(auth.getAccount)).data).toMatchObject({ two_factor_enabled: true, has_password: true })
})

test('a code is good for the id and the purpose it was made for, and for no other', async () => {
  const [email, other] = [`${randomUUID()}@omni.test`, `${randomUUID()}@omni.test`]
  const seat = browser()
  await register(seat, 'owner', email)
  await register(browser(), 'owner', other)
  const [mine, theirs] = [(await verificationLinks(email))[0], (await verificationLinks(other))[0]]
  const code = mine?.code ?? ''
  expect((await seat.ask(auth.verifyEmail, { id: theirs?.id ?? '', code })).http).toBe(422)
  expect((await seat.ask(auth.resetPassword, { id: mine?.id ?? '', code, password: 'a brand new one' })).http).toBe(422)
  expect((await seat.ask(auth.loginSecondFactor, { two_factor_ticket: code, code: '123456' })).http).toBe(422)
  expect((await seat.ask(auth.verifyEmail, { id: mine?.id ?? '', code })).http).toBe(200)
  await seat.ask(auth.forgotPassword, { email: other })
  const [reset_link] = await links(other, 'Reset your password')
  expect((await seat.ask(auth.verifyEmail, reset_link ?? { id: '', code: '' })).http).toBe(422)
})

test('a session ends when its time is over', async () => {
  const me = await server.person()
  expect((await server.ask(auth.getAccount, {}, me)).http).toBe(200)
  await server.behind.query(`update sessions set expires_at = now() - interval '1 second' where user_id = $1`, [
    me.user_id,
  ])
  expect((await server.ask(auth.getAccount, {}, me)).http).toBe(401)
  expect((await server.ask(auth.listSessions, {}, me)).http).toBe(401)
})
