import type Dns from 'node:dns'
import { createServer } from 'node:http'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { guardedFetch } from '../../apps/server/src/platform/guarded-fetch.ts'
import { type Family, newAccount, send } from '../target.ts'

const SPELLINGS = [
  '127.0.0.1',
  'localhost',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '127.1',
  '0.0.0.0',
  '[::]',
  '127.0.0.1.',
  'LOCALHOST.',
  '①②⑦.0.0.1',
]
const ELSEWHERE = [
  'http://169.254.169.254/latest/meta-data/',
  'http://metadata.google.internal/',
  'http://10.0.0.1/',
  'http://192.168.0.1/',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:5432/',
  'ftp://127.0.0.1/',
  'data:image/png;base64,iVBORw0KGgo=',
  'http://user:pass@127.0.0.1/',
]

/** Something that must not be reached, and one that sends you on to it. */
async function inside() {
  const reached: string[] = []
  const server = createServer((request, response) => {
    const to = new URL(request.url ?? '/', 'http://x').searchParams.get('to')
    if (to) return void response.writeHead(302, { location: to }).end()
    reached.push(`${request.headers.host}${request.url}`)
    response.end('secret')
  })
  await new Promise<void>((done) => server.listen(0, done))
  return { reached, server, port: (server.address() as AddressInfo).port } // it listens on TCP
}

export const ssrf: Family = {
  name: 'ssrf',
  async run(target, check) {
    const { token } = await newAccount(target)
    const { reached, server, port } = await inside()
    const hidden = SPELLINGS.map((host) => `http://${host}:${port}/secret.png`)
    for (const link of [...hidden, ...ELSEWHERE])
      await check(link.replace(String(port), 'port'), async () => {
        const replies = [
          await send(target, '/api/center/products/galleries/upload', { token, body: { link } }),
          await send(target, '/api/center/products/find-suppliers', { token, body: { image_url: link } }),
          await send(target, `/api/center/products/find-suppliers/picture?image_url=${encodeURIComponent(link)}`, {
            token,
          }),
        ]
        const bad = replies.find(({ http, text }) => http >= 500 || text.includes('secret'))
        if (bad) return `answered ${bad.http}`
        return reached.length > 0 ? `reached ${reached.splice(0).join(', ')}` : undefined
      })
    // These need a public host of our own, so they are tried on the same code in this process.
    const allowed = await inside()
    const origin = `http://127.0.0.1:${allowed.port}`
    // A header takes plain letters only.
    for (const link of [...hidden, ...ELSEWHERE].filter((one) => !/[^ -~]/.test(one)))
      await check(`sent on by an allowed host to ${link.replace(String(port), 'port')}`, async () => {
        const outcome = await outcomeOf(`${origin}/?to=${encodeURIComponent(link)}`, origin)
        if (reached.length > 0) return `reached ${reached.splice(0).join(', ')}`
        return outcome === 'fetched' ? 'fetched' : undefined
      })
    for (const [name, answers] of Object.entries(DNS_ANSWERS))
      await check(`a name that answers ${name}`, () =>
        withDns(answers, async () => {
          await outcomeOf(`http://public.attack:${port}/first`) // what a check before the fetch would ask for
          const outcome = await outcomeOf(`http://public.attack:${port}/second`)
          if (reached.length > 0) return `reached ${reached.splice(0).join(', ')}`
          return outcome === 'fetched' ? 'fetched' : undefined
        }),
      )
    server.close()
    allowed.server.close()
  },
}

const outcomeOf = (link: string, sandbox?: string): Promise<string> =>
  guardedFetch(link, sandbox).then(
    () => 'fetched',
    (error: { reason: string }) => error.reason,
  )

/** One list for each time the name is asked for; the last one stays. Port 1 of a public address answers nobody. */
const DNS_ANSWERS: Record<string, string[][]> = {
  'with a private address': [['127.0.0.1']],
  'with private addresses of both kinds': [['::1', '127.0.0.1']],
  'first with a public, then with a private address': [['192.0.2.1'], ['127.0.0.1']],
  'with an address inside of an address': [['::ffff:127.0.0.1']],
}

/** The resolver of this process answers as told while `work` runs. */
async function withDns<T>(answers: string[][], work: () => Promise<T>): Promise<T> {
  const dns = createRequire(import.meta.url)('node:dns') as typeof Dns // the module that can be changed
  const { lookup } = dns
  let asked = 0
  const fake = (
    _host: string,
    _options: unknown,
    done: (error: null, all: { address: string; family: number }[]) => void,
  ) => {
    const list = answers[Math.min(asked++, answers.length - 1)] ?? []
    done(
      null,
      list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  Object.assign(dns, { lookup: fake })
  syncBuiltinESMExports()
  try {
    return await work()
  } finally {
    Object.assign(dns, { lookup })
    syncBuiltinESMExports()
  }
}
