import { authCalls as auth } from '@omni/contracts/auth.calls.ts'
import { SESSION_COOKIE } from '../../platform/session.ts'
import { expect, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()
const { ask } = server

test('the verification mail is sent again to an address that waits for it, and to nobody else', async () => {
  const email = 'late@omni.test'
  await ask(auth.register, { email, password: 'a long enough secret', first_name: 'Late', last_name: 'One' })
  await server.runJobs()
  server.mails.length = 0
  await ask(auth.sendVerificationEmail, { email })
  await ask(auth.sendVerificationEmail, { email: 'nobody@omni.test' })
  await server.runJobs()
  expect(server.mails.map(({ to }) => to)).toEqual([email])
})

test('a social sign-in opens an account once; the code is good in the browser that began it', async () => {
  server.runtime.services.socials.google = {
    start: async ({ state }) => `https://google.test/?state=${state}`,
    finish: async () => ({
      subject: 'g-1',
      email: 'social@omni.test',
      email_proved: true,
      first_name: 'So',
      last_name: 'Cial',
      avatar: null,
    }),
  }
  const begin = async () => {
    const started = await ask(auth.startSocial, { social: 'google' })
    const state = new URL(started.body.data?.url ?? '').searchParams.get('state') ?? ''
    const cookie = String(started.headers['set-cookie']).split(';')[0] ?? ''
    return { state, cookie }
  }
  const stolen = await begin()
  expect((await ask(auth.finishSocial, { social: 'google', code: 'c', state: stolen.state })).http).toBe(422)
  for (const _ of [1, 2]) {
    const { state, cookie } = await begin()
    const done = await ask(auth.finishSocial, { social: 'google', code: 'c', state }, null, { cookie })
    expect(String(done.headers['set-cookie'])).toContain(SESSION_COOKIE)
    expect((await ask(auth.finishSocial, { social: 'google', code: 'c', state }, null, { cookie })).http).toBe(422)
  }
  const { rows } = await server.behind.query(`select email from users where email = 'social@omni.test'`)
  expect(rows).toHaveLength(1)
})

test('the feedback board gets a signed word about who it is', async () => {
  const me = await server.person()
  const token = (await ask(auth.getFeaturebaseToken, {}, me)).body.data?.token ?? ''
  const [, payload = ''] = token.split('.')
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ email: me.email })
})

test('the statistic counts what the account has', async () => {
  const me = await server.person()
  expect((await ask(auth.getAccountStatistic, {}, me)).body.data).toMatchObject({
    workplaces: 1,
    stores: 0,
    sessions: 1,
    unread_notifications: 1,
  })
  await server.behind.query(
    `insert into stores (workplace_id, platform, platform_domain, domain, store_name)
      values ($1, 'shopify', 's.test', 's.test', 'S')`,
    [me.workplace_id],
  )
  expect((await ask(auth.getAccountStatistic, {}, me)).body.data?.stores).toBe(1)
})
