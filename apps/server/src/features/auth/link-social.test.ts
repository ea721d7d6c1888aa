import { authCalls as auth } from '@omni/contracts/auth.calls.ts'
import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { SIGN_IN_TRIES } from '../../platform/rate-limit.ts'
import { testBrowser, type TestBrowser } from '../../testing/test-browser.ts'
import { PASSWORD, testServer, type Person } from '../../testing/test-server.ts'

const server = await testServer()
let chosen = { subject: '', email: '' }
server.runtime.services.socials.facebook = {
  start: async ({ state }) => `https://facebook.test/?state=${state}`,
  finish: async () => ({ ...chosen, email_proved: false, first_name: 'So', last_name: 'Cial', avatar: null }),
}
const browser = () => testBrowser(server)

async function facebook(seat: TestBrowser, email: string, subject = email, finishIn = seat) {
  chosen = { subject, email }
  const url = (await seat.ask(auth.startSocial, { social: 'facebook' })).data?.url ?? ''
  const state = new URL(url).searchParams.get('state') ?? ''
  return finishIn.ask(auth.finishSocial, { social: 'facebook', code: 'c', state })
}
const mailedLink = async (me: Person) => {
  await server.runJobs(2)
  const mails = server.mails.filter(({ to, subject }) => to === me.email && subject.startsWith('Link'))
  expect(mails).toHaveLength(1)
  const link = new URL(mails[0]?.text.match(/http\S+/)?.[0] ?? '')
  expect(link.pathname).toBe('/auth/facebook/callback')
  return link.searchParams.get('link') ?? ''
}

test('Facebook’s word for an address opens no account of that address; with its password it does, from then on alone', async () => {
  const me = await server.person()
  const seat = browser()
  const { data } = await facebook(seat, me.email)
  expect(data).toMatchObject({ token: null, two_factor_ticket: null })
  expect(await seat.isIn()).toBe(false)
  const ticket = data?.link_ticket ?? ''
  expect((await seat.ask(auth.linkSocial, { ticket, password: 'wrong' })).body.errors).toHaveProperty('password')
  // The ticket is not the code of a mail: without a password it is nothing.
  expect((await seat.ask(auth.linkSocial, { ticket })).http).toBe(422)
  expect((await browser().ask(auth.linkSocial, { ticket, password: PASSWORD })).http).toBe(422)
  expect((await seat.ask(auth.linkSocial, { ticket, password: PASSWORD })).http).toBe(200)
  expect((await seat.ask(auth.getAccount)).data).toMatchObject({ email: me.email })
  expect((await seat.ask(auth.linkSocial, { ticket, password: PASSWORD })).http).toBe(422)
  const elsewhere = browser()
  await facebook(elsewhere, me.email)
  expect(await elsewhere.isIn()).toBe(true)
})

test('the mailed link does the same, in the browser that asked for it alone, and once', async () => {
  const me = await server.person()
  const seat = browser()
  const ticket = (await facebook(seat, me.email)).data?.link_ticket ?? ''
  expect((await seat.ask(auth.mailSocialLink, { ticket })).http).toBe(200)
  const code = await mailedLink(me)
  // The owner who opens a link that a stranger caused links nothing.
  const owner = browser()
  expect((await owner.ask(auth.linkSocial, { ticket: code })).body.message).toContain('browser')
  expect((await seat.ask(auth.linkSocial, { ticket: code, password: PASSWORD })).http).toBe(422)
  expect((await seat.ask(auth.linkSocial, { ticket: code })).http).toBe(200)
  expect(await seat.isIn()).toBe(true)
  expect((await seat.ask(auth.linkSocial, { ticket: code })).http).toBe(422)
})

test('neither way gets past the second factor', async () => {
  const me = await server.person()
  const { secret = '' } = (await server.ask(auth.startTwoFactor, { password: PASSWORD }, me)).body.data ?? {}
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now.getTime() })
  await server.ask(auth.confirmTwoFactor, { code }, me)
  const seat = browser()
  const ticket = (await facebook(seat, me.email)).data?.link_ticket ?? ''
  const linked = await seat.ask(auth.linkSocial, { ticket, password: PASSWORD })
  expect(linked.data?.two_factor_ticket).toBeTruthy()
  expect(await seat.isIn()).toBe(false)
  const again = await facebook(seat, me.email)
  expect(again.data?.two_factor_ticket).toBeTruthy()
  expect(await seat.isIn()).toBe(false)
})

test('passwords tried at the link count like those of a sign-in', async () => {
  const me = await server.person()
  for (let n = 0; n < SIGN_IN_TRIES.account; n++) {
    const seat = browser()
    const ticket = (await facebook(seat, me.email)).data?.link_ticket ?? ''
    expect((await seat.ask(auth.linkSocial, { ticket, password: 'wrong' })).http).toBe(422)
  }
  const seat = browser()
  const ticket = (await facebook(seat, me.email)).data?.link_ticket ?? ''
  expect((await seat.ask(auth.linkSocial, { ticket, password: PASSWORD })).http).toBe(429)
  expect((await browser().ask(auth.login, { email: me.email, password: PASSWORD })).http).toBe(429)
})

test('an address that waits for its proof: the password is not enough, the mail proves it', async () => {
  const email = `${randomUUID()}@omni.test`
  const stranger = browser()
  await stranger.ask(auth.register, { email, password: PASSWORD, first_name: 'Stranger' })
  const seat = browser()
  const ticket = (await facebook(seat, email)).data?.link_ticket ?? ''
  expect((await seat.ask(auth.linkSocial, { ticket, password: PASSWORD })).body.status).toBe(110)
  await seat.ask(auth.mailSocialLink, { ticket })
  const code = await mailedLink({ email, token: '', user_id: '', workplace_id: '' })
  expect((await seat.ask(auth.linkSocial, { ticket: code })).http).toBe(200)
  expect((await seat.ask(auth.getAccount)).data).toMatchObject({ email_verified: true, has_password: false })
  expect((await stranger.ask(auth.login, { email, password: PASSWORD })).http).toBe(422)
})

test('an attempt is finished in the browser that began it', async () => {
  const [mine, theirs] = [browser(), browser()]
  await facebook(theirs, 'other@omni.test')
  const email = `${randomUUID()}@omni.test`
  expect((await facebook(mine, email, email, theirs)).http).toBe(422)
  const { rows } = await server.behind.query('select 1 from users where email = $1', [email])
  expect(rows).toEqual([])
})
