import { createHash, createPublicKey, type JsonWebKey, randomBytes, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { OMNI, useSandbox } from '../../test-sandbox.ts'
import { identity } from './index.ts'

const sandbox = useSandbox([identity])
const CALLBACK = `${OMNI}/auth/google/callback`

/** A browser without scripts: keeps cookies, follows redirects until one leads back to Omni. */
function browser() {
  const jar = new Map<string, string>()
  return async (start: string, form?: Record<string, string>) => {
    let url = start
    let init: RequestInit = form ? { method: 'POST', body: new URLSearchParams(form) } : {}
    for (let hop = 0; hop < 10; hop++) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value) jar.set(name, value)
        else jar.delete(name)
      }
      const location = response.headers.get('location')
      if (!location) return { url, status: response.status, page: await response.text() }
      url = new URL(location, url).href
      if (url.startsWith(OMNI)) return { url, status: response.status, page: '' }
      init = {}
    }
    throw new Error('redirects without end')
  }
}

async function signIn(open: ReturnType<typeof browser>, form: Record<string, string>) {
  const { body: provider } = await sandbox.get('/identity/google/.well-known/openid-configuration')
  const verifier = randomBytes(32).toString('base64url')
  const ask = new URL(provider.authorization_endpoint)
  ask.search = new URLSearchParams({
    client_id: 'omni-google',
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid email profile',
    state: 's1',
    nonce: 'n1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()
  const chooser = await open(ask.href)
  expect(chooser.page).toContain('Continue as Maya Okafor')
  const action = /action="([^"]+)"/.exec(chooser.page)?.[1] ?? ''
  const back = new URL((await open(new URL(action, chooser.url).href, form)).url)
  expect(`${back.origin}${back.pathname}`).toBe(CALLBACK)
  expect(back.searchParams.get('state')).toBe('s1')
  return { provider, verifier, back: back.searchParams }
}

const redeem = (endpoint: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const body = new URLSearchParams({ grant_type: 'authorization_code', redirect_uri: CALLBACK, ...fields })
  return fetch(endpoint, { method: 'POST', headers, body })
}

async function verified(idToken: string, jwksUri: string) {
  const [head = '', payload = '', signature = ''] = idToken.split('.')
  const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  const jwks = await (await fetch(jwksUri)).json()
  const { keys } = jwks as { keys: (JsonWebKey & { kid: string })[] } // the JWKS format
  const key = keys.find((key) => key.kid === decode(head).kid)
  if (!key) throw new Error('the token names no known key')
  const signed = Buffer.from(`${head}.${payload}`)
  const publicKey = createPublicKey({ key, format: 'jwk' })
  expect(verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
  return decode(payload)
}

test('the code flow with PKCE, down to a verified id_token and userinfo', async () => {
  const { provider, verifier, back } = await signIn(browser(), { person: '104218330917552081001' })
  const code = back.get('code') ?? ''
  const secret = { client_id: 'omni-google', client_secret: 'sandbox-google-secret' }
  const guess = { ...secret, client_secret: 'guess' }
  const wrong = await redeem(provider.token_endpoint, { code, code_verifier: verifier, ...guess })
  expect(wrong.status).toBe(401)
  const response = await redeem(provider.token_endpoint, { code, code_verifier: verifier, ...secret })
  expect(response.status).toBe(200)
  const tokens = (await response.json()) as { id_token: string; access_token: string } // OpenID's token answer
  const claims = await verified(tokens.id_token, provider.jwks_uri)
  expect(claims).toMatchObject({
    iss: `${sandbox.url}/identity/google`,
    aud: 'omni-google',
    nonce: 'n1',
    sub: '104218330917552081001',
    email: 'maya@northwind.test',
    email_verified: true,
    name: 'Maya Okafor',
  })
  expect((await fetch(claims.picture)).headers.get('content-type')).toContain('svg')
  const me = await fetch(provider.userinfo_endpoint, { headers: { authorization: `Bearer ${tokens.access_token}` } })
  expect(await me.json()).toMatchObject({ sub: claims.sub, email: 'maya@northwind.test' })

  expect((await redeem(provider.token_endpoint, { code, code_verifier: verifier, ...secret })).status).toBe(400)
  const books = JSON.stringify(await sandbox.events('vendor=identity'))
  expect(books).not.toContain('sandbox-google-secret')
  expect(books).not.toContain(tokens.access_token)
})

test('the same browser may be someone else next time, and the keys outlive a restart and a reset', async () => {
  const open = browser()
  await signIn(open, { person: '104218330917552081001' })
  await signIn(open, { person: '104218330917552081002' })
  const keys = (await sandbox.get('/identity/google/oauth2/v3/certs')).body
  await sandbox.restart()
  await sandbox.send('POST', '/control/reset')
  expect((await sandbox.get('/identity/google/oauth2/v3/certs')).body).toEqual(keys)
  const { provider, verifier, back } = await signIn(open, { name: 'Zoë Quill', email: 'Zoe@quill.test' })
  const basic = Buffer.from('omni-google:sandbox-google-secret').toString('base64')
  const fields = { code: back.get('code') ?? '', code_verifier: verifier }
  const response = await redeem(provider.token_endpoint, fields, { authorization: `Basic ${basic}` })
  const { id_token } = (await response.json()) as { id_token: string } // OpenID's token answer
  expect(await verified(id_token, provider.jwks_uri)).toMatchObject({ name: 'Zoë Quill', email: 'zoe@quill.test' })
})

test('a wrong PKCE verifier is refused, Cancel comes back as access_denied', async () => {
  const { provider, back } = await signIn(browser(), { person: '104218330917552081002' })
  const secret = { client_id: 'omni-google', client_secret: 'sandbox-google-secret' }
  const fields = { code: back.get('code') ?? '', code_verifier: 'x'.repeat(43), ...secret }
  const answer = await redeem(provider.token_endpoint, fields)
  expect(await answer.json()).toMatchObject({ error: 'invalid_grant' })
  expect((await signIn(browser(), { cancel: '1' })).back.get('error')).toBe('access_denied')
})

test('a foreign redirect address gets a page, never a redirect; an unknown sign-in too', async () => {
  const query = 'client_id=omni-google&response_type=code&scope=openid&redirect_uri=https://evil.test/'
  const asked = await sandbox.get(`/identity/google/o/oauth2/v2/auth?${query}`)
  expect([asked.status, asked.headers.get('location')]).toEqual([400, null])
  expect((await sandbox.get('/identity/google/interaction/nope')).status).toBe(400)
})
