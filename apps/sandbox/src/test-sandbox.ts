import { randomBytes, randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { z } from 'zod'
import type { BookEvent } from './frame/books.ts'
import { action, defineVendor, type Vendor } from './frame/define-vendor.ts'
import type { Fault } from './frame/faults.ts'
import type { SandboxConfig } from './frame/world.ts'
import { type Sandbox, startSandbox } from './start-sandbox.ts'

/** For tests only: a whole sandbox on a database of its own, dropped when the test file ends. */
export interface TestSandbox {
  url: string
  smtpPort: number
  databaseUrl: string
  get(path: string): Promise<Answer>
  send(method: 'POST' | 'PUT', path: string, body?: unknown): Promise<Answer>
  setFaults(vendor: string, faults: Fault[]): Promise<void>
  events(query?: string): Promise<BookEvent[]>
  restart(): Promise<void>
}

interface Answer {
  status: number
  // The tests read answers as their reader would: by looking.
  body: any // oxlint-disable-line typescript/no-explicit-any -- test data of many shapes
  headers: Headers
}

export const OMNI = 'http://omni.test:3000'

export function useSandbox(vendors: readonly Vendor[], more: Partial<SandboxConfig> = {}): TestSandbox {
  const name = `sandbox_test_${randomBytes(6).toString('hex')}`
  const server = process.env['TEST_DATABASE_URL']
  if (!server) throw new Error('TEST_DATABASE_URL must name a PostgreSQL server these tests may create databases on')
  const own = new URL(server)
  own.pathname = `/${name}`
  let sandbox: Sandbox | undefined
  let config: SandboxConfig | undefined

  const admin = async (sql: string) => {
    const client = new pg.Client(server)
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  const start = async () => {
    if (!config) throw new Error('not set up')
    sandbox = await startSandbox(config, vendors)
    test.smtpPort = sandbox.ports['smtp_port'] ?? 0
  }
  const ask = async (path: string, init?: RequestInit): Promise<Answer> => {
    const response = await fetch(test.url + path, { redirect: 'manual', ...init })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: json ? JSON.parse(text) : text, headers: response.headers }
  }
  const test: TestSandbox = {
    url: '',
    smtpPort: 0,
    databaseUrl: own.href,
    get: (path) => ask(path),
    send: (method, path, body = {}) =>
      ask(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    async setFaults(vendor, faults) {
      const { status, body } = await test.send('PUT', `/control/vendors/${vendor}/faults`, faults)
      if (status !== 200) throw new Error(JSON.stringify(body))
    },
    events: async (query = '') => (await test.get(`/control/events?limit=1000&${query}`)).body.events,
    async restart() {
      await sandbox?.close()
      await start()
    },
  }

  beforeAll(async () => {
    await admin(`create database ${name}`)
    const port = await freePort()
    // The public address must be known before the port opens: the identity provider's issuer is made of it.
    test.url = `http://127.0.0.1:${port}`
    config = {
      host: '127.0.0.1',
      port,
      smtp_port: 0,
      database_url: own.href,
      public_url: test.url,
      omni_url: OMNI,
      ...more,
    }
    await start()
  }, 30_000)
  afterAll(async () => {
    await sandbox?.close()
    await admin(`drop database if exists ${name} with (force)`)
  }, 30_000)
  return test
}

/** A free port below the range from which systems number outgoing connections: none of those takes it meanwhile. */
/**
 * So many calls at once, all inside one second: what took longer under load is sent again, since the limits of a second
 * say nothing about it.
 */
export async function withinASecond<T>(count: number, send: () => Promise<T>): Promise<T[]> {
  for (;;) {
    await sleep(1000) // calls from before no longer count
    const from = performance.now()
    const answers = await Promise.all(Array.from({ length: count }, send))
    if (performance.now() - from < 1000) return answers
  }
}

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const server = createServer()
    const free = await new Promise<boolean>((done) => {
      server.once('error', () => done(false))
      server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
    })
    if (free) return port
  }
}

/** The smallest vendor with everything the frame offers: it counts, and it tells others by webhook. */
export const counterVendor = defineVendor<{ counts: { id: number; n: number } }>({
  id: 'counter',
  name: 'Counter',
  kind: 'supplier',
  badge: { glyph: 'C', colour: '#27364B' },
  endpoints: ['count', 'look', 'counted'],
  tables: 'create table if not exists counts (id int primary key, n int not null)',
  sendsCallbacks: true,
  async seed(world) {
    await world.db
      .insertInto('counts')
      .values({ id: 1, n: 0 })
      .onConflict((c) => c.doNothing())
      .execute()
  },
  routes(app, world) {
    app.post('/count', { config: { endpoint: 'count' } }, async () =>
      world.db
        .updateTable('counts')
        .set((eb) => ({ n: eb('n', '+', 1) }))
        .returning('n')
        .executeTakeFirstOrThrow(),
    )
    app.get('/look', { config: { endpoint: 'look' } }, async () =>
      world.db.selectFrom('counts').select('n').executeTakeFirstOrThrow(),
    )
  },
  expiredToken: () => ({ status: 401, body: { code: 'TOKEN_OLD' } }),
  control: {
    publish: action({
      label: 'Tell',
      input: z.object({ url: z.url(), numbers: z.array(z.int()) }),
      async run(world, { url, numbers }) {
        const sign = (body: string) => ({ 'x-signature': String(body.length) })
        for (const n of numbers) await world.callback('counted', url, { n }, {}, sign)
      },
    }),
  },
})
