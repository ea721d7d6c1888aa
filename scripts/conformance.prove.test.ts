import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { freePort, startPostgres } from '../apps/server/src/platform/embedded-postgres.ts'
import { startSandboxProcess } from '../packages/connectors/src/conformance/sandbox-process.ts'
import { testDatabase } from '../packages/connectors/src/conformance/test-database.ts'

const MINUTE_MS = 60_000
const stops: (() => Promise<unknown> | void)[] = []
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
}, MINUTE_MS)

/** A supplier that answers like the sandbox, but for two fields of its products. */
async function startStranger(behind: string): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const { authorization = '' } = request.headers
      const body: Buffer[] = []
      for await (const chunk of request) body.push(chunk as Buffer) // no encoding is set
      const reply = await fetch(behind + request.url, {
        method: request.method ?? 'GET',
        headers: { authorization, 'content-type': request.headers['content-type'] ?? 'application/json' },
        ...(body.length > 0 && { body: Buffer.concat(body) }),
      })
      const text = (await reply.text()).replace(/"orders":\d+/g, '"orders":null').replaceAll('"rating":', '"stars":')
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(text)
    })()
  }).listen(0)
  stops.push(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/zopi/v1` // it listens on a port
}

test(
  'what another system answers otherwise than the sandbox is printed, call by call',
  async () => {
    const sandbox = await startSandboxProcess(await testDatabase(startPostgres, stops), 1300, await freePort())
    stops.push(() => sandbox.stop())
    const url = await startStranger(sandbox.url)
    const script = fileURLToPath(new URL('conformance.ts', import.meta.url))
    const run = spawn(process.execPath, [script, 'zopi', `ZOPI_URL=${url}`, 'ZOPI_API_KEY=zopi-sandbox-key'])
    let said = ''
    for (const stream of [run.stdout, run.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
    await new Promise((done) => run.on('exit', done))
    const lines = said.slice(said.indexOf('Otherwise than the sandbox')).split('\n')
    expect(lines, said).toContainEqual(expect.stringMatching(/products.*orders: null where the sandbox has number/))
    expect(lines).toContainEqual(expect.stringMatching(/products.*rating: missing/))
    expect(lines).toContainEqual(expect.stringMatching(/products.*does not have: .*stars/))
  },
  5 * MINUTE_MS,
)
