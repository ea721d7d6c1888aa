import { type Family, newAccount, send } from '../target.ts'

const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json',
  '',
]
/** What another site's page can do with the visitor's cookie. */
export const csrf: Family = {
  name: 'csrf',
  async run(target, check) {
    const { token } = await newAccount(target)
    const name = async () => {
      const { body } = await send(target, '/api/auth/account', { token })
      return JSON.stringify(body.data).includes('Stolen')
    }
    const headers = { cookie: `omni_session=${token}`, origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const raw = JSON.stringify({ first_name: 'Stolen', last_name: 'Stolen' })
    // A form can only POST; a script without leave may try the rest.
    for (const [method, content_type] of CONTENT_TYPES.flatMap(
      (one) =>
        [
          ['POST', one],
          ['PUT', one],
        ] as const,
    ))
      await check(`${method} of another site, ${content_type || 'no content type'}`, async () => {
        const reply = await fetch(`${target.url}/api/auth/account/profile`, {
          method,
          headers: { ...headers, ...(content_type && { 'content-type': content_type }) },
          body: new Blob([raw]),
        })
        await reply.text()
        if (reply.status < 400 || reply.status >= 500) return `answered ${reply.status}`
        return (await name()) ? 'the profile was changed' : undefined
      })
    await check('a link to a GET that changes something', async () => {
      const path = `/api/center/products/ai-snapshots/${crypto.randomUUID()}/rollback`
      const reply = await fetch(`${target.url}${path}`, { headers })
      await reply.text()
      return reply.status === 403 ? undefined : `answered ${reply.status}`
    })
    await check('asking leave for another site to send our header', async () => {
      const reply = await fetch(`${target.url}/api/auth/account`, {
        method: 'OPTIONS',
        headers: { ...headers, 'access-control-request-method': 'POST', 'access-control-request-headers': 'app' },
      })
      await reply.text()
      return reply.headers.has('access-control-allow-origin') ? 'leave was given' : undefined
    })
  },
}
