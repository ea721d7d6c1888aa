import { request } from 'node:http'
import { type Family, newAccount, send, type Target } from '../target.ts'

const BODIES = [
  '{"__proto__":{"is_demo":false,"polluted":1},"first_name":"A"}',
  '{"constructor":{"prototype":{"polluted":1}},"first_name":"A"}',
  '{"first_name":"A","user_id":"00000000-0000-4000-8000-000000000000","workplace_id":"x","plan_id":"enterprise_monthly"}',
  '{"first_name":{"toString":1}}',
  '{"first_name":"\\u0000"}',
  '{"first_name":"\\ud800"}',
  '[]',
  'null',
  '"x"',
  '{"first_name":"A"}}',
]
const HEADERS: Record<string, string>[] = [
  { 'workplace-id': '__proto__' },
  { 'workplace-id': `' or 1=1 --` },
  { 'store-id': '../../etc/passwd' },
  { locale: '__proto__' },
  { locale: '../../../etc/passwd' },
  { 'accept-language': 'constructor' },
  { 'accept-language': `${'en;q=0.1,'.repeat(1000)}x` },
  { 'time-zone': `Etc/${'x'.repeat(5000)}` },
  { 'idempotency-key': '__proto__' },
  { 'idempotency-key': 'x'.repeat(5000) },
  { authorization: `Bearer ${'x'.repeat(8000)}` },
  { authorization: 'Bearer __proto__' },
  { cookie: `omni_session=${'%00'.repeat(100)}` },
  { cookie: '__proto__=1; constructor=2; omni_session=' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-for': '127.0.0.1, 10.0.0.1', 'x-forwarded-host': 'evil.test', host: 'evil.test' },
  { 'content-encoding': 'gzip' },
  { range: `bytes=${'0-,'.repeat(1000)}` },
]
const PATHS = [
  '/api/__proto__',
  '/api/%',
  '/api/%00',
  '/api/..%2f..%2fetc/passwd',
  '/files/..%2f..%2fetc%2fpasswd',
  '//evil.test',
]

/** Keys and headers with a meaning of their own. */
export const keys: Family = {
  name: 'keys',
  async run(target, check) {
    const { token } = await newAccount(target)
    const before = await planOf(target, token)
    const judge = async (http: number, text: string) => {
      if (http >= 500) return `answered ${http}`
      if (/root:x:|polluted/.test(text)) return 'answered what it should not know'
      return (await planOf(target, token)) === before ? undefined : 'the plan is another one'
    }
    for (const raw of BODIES)
      await check(`body ${raw.slice(0, 60)}`, async () => {
        const headers = { 'content-type': 'application/json' }
        const { http, text } = await send(target, '/api/auth/account/profile', { method: 'PUT', token, headers, raw })
        return judge(http, text)
      })
    for (const headers of HEADERS)
      await check(`header ${JSON.stringify(headers).slice(0, 60)}`, async () => {
        const { http, text } = await rawRequest(target, '/api/auth/account', {
          authorization: `Bearer ${token}`,
          ...headers,
        })
        return text.includes('evil.test') ? 'a foreign host was believed' : judge(http, text)
      })
    for (const path of PATHS)
      await check(`path ${path}`, async () => {
        const { http, text } = await rawRequest(target, path, {})
        return judge(http, text)
      })
  },
}

const planOf = async (target: Target, token: string) =>
  (await send(target, '/api/payments/user/current-plan', { token })).text.replace(/"[\d-]+T[^"]+"/g, '')

/** Paths and headers that `fetch` would mend or refuse. */
const rawRequest = (target: Target, path: string, headers: Record<string, string>) =>
  new Promise<{ http: number; text: string }>((done, fail) => {
    const { hostname, port } = new URL(target.url)
    const sent = request({ hostname, port, path, headers: { app: 'AO', ...headers } }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk))
      response.on('end', () => done({ http: response.statusCode ?? 0, text }))
    })
    sent.on('error', fail)
    sent.end()
  })
