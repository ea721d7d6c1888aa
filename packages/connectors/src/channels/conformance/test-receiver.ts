/** A machine of ours that stores reach: it takes keys and webhooks, and has pictures. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ReceivedMessage } from '../channel.ts'

export interface TestReceiver {
  url: string
  messages(): ReceivedMessage[]
  stop(): Promise<void>
}

/** One pixel; what follows its end makes it another file. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer) // no encoding is set
  return Buffer.concat(parts)
}

export async function startReceiver(): Promise<TestReceiver> {
  const messages: ReceivedMessage[] = []
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'image/png' })
      return void response.end(Buffer.concat([PIXEL, Buffer.from(request.url ?? '')]))
    }
    const raw = await bytesOf(request)
    const header = (name: string) => [request.headers[name]].flat()[0]
    messages.push({ raw, header })
    response.writeHead(200).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on TCP
    messages: () => [...messages],
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
