import { randomUUID } from 'node:crypto'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'
import { signedFileUrl } from './files.ts'

const server = await testServer()
const { storage } = server.runtime.services
const MINUTE_MS = 60_000
const get = async (url: string) => (await server.app.inject(url)).statusCode

test('a picture of a gallery is public; every other key is as good as absent, whatever is stored there', async () => {
  const [owner, id] = [randomUUID(), randomUUID()]
  const stored = [
    `galleries/${owner}/${id}.webp`,
    `galleries/${owner}/${id}.html`,
    `galleries/${owner}/${id}.json`,
    `galleries/${owner}/deeper/${id}.webp`,
    `other/${owner}/${id}.webp`,
    `private/exports/${owner}/omni-account.json`,
    `private/pictures/${owner}/${id}.webp`,
  ]
  for (const key of stored) await storage.put(key, Buffer.from('bytes'), 'text/plain')
  const open = []
  for (const key of stored) if ((await get(`/files/${key}`)) === 200) open.push(key)
  expect(open).toEqual(stored.slice(0, 1))
  for (const path of ['', '..%2f..%2fetc%2fpasswd', `galleries%2f..%2f${stored[4]}`, `x/galleries/${owner}/${id}.webp`])
    expect(await get(`/files/${path}`)).toBe(404)
})

test('a private file opens by its own signed address alone, until that ends', async () => {
  const [mine, yours] = [randomUUID(), randomUUID()].map((id) => `private/exports/${id}/omni-account.json`)
  if (!mine || !yours) return expect.fail('two keys')
  for (const key of [mine, yours]) await storage.put(key, Buffer.from('{"a":1}'), 'application/json')
  const ends_at = new Date(server.clock.now.getTime() + MINUTE_MS)
  const url = signedFileUrl(server.runtime.secrets, mine, ends_at)
  const reply = await server.app.inject(url)
  expect([reply.statusCode, reply.body]).toEqual([200, '{"a":1}'])
  expect(reply.headers['cache-control']).toBe('private, no-store')

  const [path = '', query = ''] = url.split('?')
  const changed = (name: string, value: string) => {
    const parameters = new URLSearchParams(query)
    parameters.set(name, value)
    return `${path}?${parameters}`
  }
  const later = String(ends_at.getTime() + 1)
  const signature = new URLSearchParams(query).get('signature') ?? ''
  const wrong = [
    path,
    `/files/${yours}?${query}`,
    changed('ends', later),
    changed('ends', 'Infinity'),
    changed('signature', ''),
    changed('signature', `k9.${signature.split('.')[1]}`),
    changed('signature', signature.slice(0, -1)),
    `${url}&ends=${later}`,
    changed('signature', server.runtime.secrets.sign('another purpose', `${ends_at.getTime()} ${mine}`)),
  ]
  for (const address of wrong) expect(await get(address), address).toBe(404)
  server.clock.now = new Date(ends_at.getTime() - 1)
  expect(await get(url)).toBe(200)
  server.clock.now = ends_at
  expect(await get(url)).toBe(404)
})

test('an export is removed when its address has ended', async () => {
  const me = await server.person()
  const { url = '', ends_at = '' } = (await server.ask(authCalls.exportAccount, {}, me)).body.data ?? {}
  const key = `private/exports/${me.user_id}/omni-account.json`
  expect(await get(url)).toBe(200)
  await server.runJobs(2)
  expect(await storage.get(key)).not.toBeNull()
  server.clock.now = new Date(ends_at)
  expect(await server.runJobs(2)).toContain('auth.remove-export')
  expect(await storage.get(key)).toBeNull()
})
