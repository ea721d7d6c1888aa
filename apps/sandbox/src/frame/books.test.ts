import pg from 'pg'
import { expect, test } from 'vitest'
import { counterVendor, useSandbox } from '../test-sandbox.ts'

const sandbox = useSandbox([counterVendor])

test('the books can be read and added to, and nothing else', async () => {
  await sandbox.send('POST', '/counter/count')
  const client = new pg.Client(sandbox.databaseUrl)
  await client.connect()
  for (const sql of [
    "update sandbox.events set name = 'never happened'",
    'delete from sandbox.events',
    'delete from sandbox.events where false',
    'truncate sandbox.events',
  ]) {
    await expect(client.query(sql)).rejects.toThrow('append-only')
  }
  await client.end()
  expect((await sandbox.events('vendor=counter')).map((event) => event.name)).toContain('POST /count')
})

test('every call that got an answer is in the books, in order, however many come at once', async () => {
  const before = (await sandbox.events('vendor=counter')).length
  await Promise.all(Array.from({ length: 200 }, () => sandbox.send('POST', '/counter/count')))
  const events = await sandbox.events('vendor=counter')
  expect(events.length - before).toBe(200)
  expect(events.map((event) => event.id)).toEqual(events.map((event) => event.id).toSorted((a, b) => a - b))
})

test('secrets are blotted out, NUL bytes and half surrogates do no harm', async () => {
  const body = { password: 'hunter2', nested: { client_secret: 's3cret' }, name: 'a\0b\ud800c', fine: 'kept' }
  await fetch(`${sandbox.url}/counter/count?access_token=tttt`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer abcdef' },
    body: JSON.stringify(body),
  })
  const event = (await sandbox.events('vendor=counter')).at(-1)
  const text = JSON.stringify(event)
  expect(text).not.toMatch(/hunter2|s3cret|abcdef|tttt/)
  expect(event?.detail['request']).toMatchObject({ fine: 'kept', password: '[redacted]', name: 'a\ufffdb\ufffdc' })
})

test('a call to nowhere at a vendor, or with a broken body, is answered and noted', async () => {
  expect((await sandbox.get('/counter/nowhere')).status).toBe(404)
  const post = (type: string, body: BodyInit) =>
    fetch(`${sandbox.url}/counter/count`, { method: 'POST', headers: { 'content-type': type }, body })
  const broken = await post('application/json', '{"a":')
  expect(broken.status).toBe(400)
  const bytes = await post('text/plain', new Uint8Array([0xff, 0xfe, 0, 0xc3]))
  expect(bytes.status).toBe(200)
  expect((await sandbox.events('vendor=counter')).slice(-3).map((event) => event.status)).toEqual([404, 400, 200])
})
