import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { diskStorage, s3Storage, type Storage } from './storage.ts'

const SECRET = 'top-secret'

/** The vendor's side of an S3 request, with its own reading of Signature Version 4. */
function signatureFits(request: IncomingMessage, body: Buffer): boolean {
  const authorization = request.headers.authorization ?? ''
  const [, credential = '', signed = '', signature = ''] =
    authorization.match(/Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/) ?? []
  const [, date = '', region = '', service = ''] = credential.split('/')
  const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
  const sent = request.headers['x-amz-content-sha256']?.toString() ?? ''
  if (sent !== 'UNSIGNED-PAYLOAD' && sent !== hash(body)) return false
  const headers = signed
    .split(';')
    .map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
    .join('')
  const canonical = [request.method, request.url?.split('?')[0], '', headers, signed, sent].join('\n')
  const toSign = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    `${date}/${region}/${service}/aws4_request`,
    hash(canonical),
  ].join('\n')
  const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const key = mac(mac(mac(mac(`AWS4${SECRET}`, date), region), service), 'aws4_request')
  return mac(key, toSign).toString('hex') === signature
}

const bucket = new Map<string, Buffer>()
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
  if (!signatureFits(request, body))
    return void response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
  const key = request.url ?? ''
  if (request.method === 'PUT') bucket.set(key, body)
  if (request.method === 'DELETE') bucket.delete(key)
  const found = bucket.get(key)
  if (request.method === 'GET' && !found) return void response.writeHead(404).end()
  response.writeHead(200).end(request.method === 'GET' ? found : undefined)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
afterAll(() => {
  server.close()
})
const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
const s3 = (secret_access_key: string) =>
  s3Storage({ endpoint, bucket: 'files', region: 'eu-central-1', access_key_id: 'omni', secret_access_key })

describe.each<[string, Storage]>([
  ['disk', diskStorage(mkdtempSync(join(tmpdir(), 'omni-storage-')))],
  ['s3', s3(SECRET)],
])('%s', (_name, storage) => {
  test('keeps, returns, replaces and removes bytes', async () => {
    const key = 'exports/w1/ä b.json'
    expect(await storage.get(key)).toBeNull()
    await storage.put(key, Buffer.from([0, 1, 255]), 'application/json')
    expect([...((await storage.get(key)) ?? [])]).toEqual([0, 1, 255])
    await storage.put(key, Buffer.from('two'), 'application/json')
    expect(Buffer.from((await storage.get(key)) ?? []).toString()).toBe('two')
    await storage.remove(key)
    await storage.remove(key)
    expect(await storage.get(key)).toBeNull()
  })
})

test('a key cannot leave the folder, a wrong secret stores nothing', async () => {
  await expect(
    diskStorage(mkdtempSync(join(tmpdir(), 'omni-storage-'))).put('../../x', Buffer.from('x'), 'text/plain'),
  ).rejects.toThrow()
  await expect(s3('wrong').put('x', Buffer.from('x'), 'text/plain')).rejects.toThrow(/403/)
  expect(bucket.has('/files/x')).toBe(false)
})
