import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { OMNI, useSandbox } from '../../test-sandbox.ts'
import { identity } from './index.ts'

const sandbox = useSandbox([identity])
const CALLBACK = `${OMNI}/auth/facebook/callback`
const DIALOG = '/identity/facebook/v23.0/dialog/oauth'
const ASK = { client_id: 'omni-facebook', redirect_uri: CALLBACK, state: 'a&b', scope: 'email,public_profile' }

async function choose(form: Record<string, string>) {
  const { status, body } = await sandbox.get(`${DIALOG}?${new URLSearchParams(ASK)}`)
  expect(status).toBe(200)
  expect(body).toContain('Continue as Leila Haddad')
  const posted = new URLSearchParams({ ...ASK, ...form })
  const response = await fetch(sandbox.url + DIALOG, { method: 'POST', redirect: 'manual', body: posted })
  const back = new URL(response.headers.get('location') ?? '')
  expect([`${back.origin}${back.pathname}`, back.searchParams.get('state')]).toEqual([CALLBACK, 'a&b'])
  return back.searchParams
}
const redeem = (fields: Record<string, string>) => {
  const app = { client_id: 'omni-facebook', client_secret: 'sandbox-facebook-secret' }
  const all = { ...app, redirect_uri: CALLBACK, ...fields }
  return sandbox.get(`/identity/facebook/v23.0/oauth/access_token?${new URLSearchParams(all)}`)
}
const me = (fields: Record<string, string>) => sandbox.get(`/identity/facebook/v23.0/me?${new URLSearchParams(fields)}`)

test('dialog, token and profile; a code works once', async () => {
  const code = (await choose({ person: '104218330917552081003' })).get('code') ?? ''
  const { body } = await redeem({ code })
  expect(body).toMatchObject({ token_type: 'bearer', expires_in: 5_184_000 })
  const access_token = body.access_token
  const appsecret_proof = createHmac('sha256', 'sandbox-facebook-secret').update(access_token).digest('hex')
  const profile = await me({ access_token, appsecret_proof, fields: 'id,name,email,picture' })
  const leila = { id: '104218330917552081003', name: 'Leila Haddad', email: 'leila@atlasfinds.test' }
  expect(profile.body).toMatchObject(leila)
  expect(profile.body.picture.data.url).toContain('/identity/people/')

  const forged = await me({ access_token, appsecret_proof: '0'.repeat(64) })
  expect(forged).toMatchObject({ status: 400, body: { error: { code: 100, type: 'GraphMethodException' } } })
  expect(await redeem({ code })).toMatchObject({ status: 400, body: { error: { code: 100, error_subcode: 36009 } } })

  await sandbox.send('POST', '/control/clock', { advance_ms: 61 * 86_400_000 })
  const expired = { code: 190, error_subcode: 463, type: 'OAuthException' }
  expect(await me({ access_token })).toMatchObject({ status: 400, body: { error: expired } })
})

test('anyone can be made up; Cancel is access_denied', async () => {
  const code = (await choose({ name: 'Ada <b>', email: 'ada@x.test' })).get('code') ?? ''
  const { body } = await redeem({ code })
  const ada = await me({ access_token: body.access_token, fields: 'name,email' })
  expect(ada.body).toMatchObject({ name: 'Ada <b>', email: 'ada@x.test' })
  expect((await choose({ cancel: '1' })).get('error')).toBe('access_denied')
})

test("what is wrong is said in Facebook's shape", async () => {
  const guessed = await redeem({ code: 'x', client_secret: 'guess' })
  expect(guessed.body.error).toMatchObject({ type: 'OAuthException', code: 1 })
  expect((await redeem({ code: 'x' })).body.error).toMatchObject({ code: 100, fbtrace_id: expect.any(String) })
  expect((await me({ access_token: 'made-up' })).body.error.code).toBe(190)
  expect((await me({})).body.error.code).toBe(2500)
  const evil = await sandbox.get(`${DIALOG}?${new URLSearchParams({ ...ASK, redirect_uri: 'https://evil.test' })}`)
  expect([evil.status, evil.headers.get('location')]).toEqual([400, null])
})
