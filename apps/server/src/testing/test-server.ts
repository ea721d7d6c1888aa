import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mail } from '@omni/connectors/mail/mailer.ts'
import type { CallInput, Call, Envelope } from '@omni/contracts/kernel.ts'
import { pathParams } from '@omni/contracts/requests.ts'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import type { z } from 'zod'
import { createUser } from '../features/auth/create-user.ts'
import { hashPassword } from '../features/auth/passwords.ts'
import { allJobs, features } from '../features.ts'
import { createApi } from '../platform/api.ts'
import { readConfig } from '../platform/config.ts'
import type { Tx } from '../platform/db.ts'
import { createHeavy, type HeavyOptions } from '../platform/heavy.ts'
import { createRuntime, type Runtime } from '../platform/runtime.ts'
import type { PaceTime } from '../platform/vendor-pace.ts'
import { newToken, tokenHash } from '../platform/secrets.ts'
import { connectVendors } from '../vendors.ts'
import { TEMPLATE } from './postgres.setup.ts'

export interface Person {
  user_id: string
  workplace_id: string
  email: string
  token: string
}
interface Asked<D = unknown> {
  http: number
  headers: Record<string, unknown>
  body: Envelope<D>
}

/** A server on its own copy of the migrated database. Mail is kept in `mails`; jobs run when a test says so. */
export interface TestServer {
  url: string
  /** What the app itself signs in with. */
  app_url: string
  runtime: Runtime
  app: FastifyInstance
  mails: Mail[]
  clock: { now: Date }
  /** The URL's own role: sees everything, for looking behind the walls. */
  behind: pg.Pool
  person: (name?: string) => Promise<Person>
  /** Their session lives again, with the same token: some calls end the session that they are made with. */
  signInAgain: (person: Person) => Promise<void>
  ask: <C extends Pick<Call, 'method' | 'path'> & { input: z.ZodType; data: z.ZodType }>(
    call: C,
    input?: CallInput<C>,
    as?: Person | null,
    headers?: Record<string, string>,
  ) => Promise<Asked<z.output<C['data']>>>
  /** Runs every job that is due, and those they add, each one `times` times in a row. */
  runJobs: (times?: number) => Promise<string[]>
}

export const PASSWORD = 'correct horse battery'

/**
 * `heavy`: calls declared so run in other processes, as in production. A test that freezes time or reads
 * statements leaves it out, and they run here. `time`: steps instead of waiting for vendors' limits.
 */
export async function testServer(
  env: Record<string, string> = {},
  { heavy, time }: { heavy?: HeavyOptions; time?: PaceTime } = {},
): Promise<TestServer> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const name = `t_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name} template ${TEMPLATE}`)
  const url = Object.assign(new URL(inject('postgresUrl')), { pathname: `/${name}` }).href
  const app_url = Object.assign(new URL(inject('postgresAppUrl')), { pathname: `/${name}` }).href
  const files = mkdtempSync(join(tmpdir(), 'omni-files-'))
  // The database keeps its own time and ends sessions by it: a fixed day here would lie behind it one day.
  const clock = { now: new Date() }
  const runtime = createRuntime(
    readConfig({
      NODE_ENV: 'test',
      DATABASE_URL: url,
      APP_DATABASE_URL: app_url,
      SECRETS_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
      LOG_LEVEL: 'fatal',
      DB_POOL: '8',
      RATE_LIMIT_USER: '1000000',
      RATE_LIMIT_IP: '1000000',
      PUBLIC_URL: 'http://omni.test',
      FEATUREBASE_SSO_KEY: 'test-key',
      STORAGE_DIR: files,
      ...env,
    }),
    'test',
    (parts) => connectVendors({ ...parts, ...(time && { time }) }),
    () => clock.now,
  )
  const mails: Mail[] = []
  runtime.services.mail = {
    send: async (mail) => {
      mails.push(mail)
    },
    close: () => {},
  }
  const app = await createApi(runtime, features, heavy && createHeavy(runtime.config, heavy))
  const behind = new pg.Pool({ connectionString: url, max: 3 })
  behind.on('error', () => {}) // the database is dropped under it at the end
  afterAll(async () => {
    await app.close()
    await runtime.close()
    await behind.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    rmSync(files, { recursive: true, force: true })
  })
  const password_hash = await hashPassword(PASSWORD)
  const openSession = (tx: Tx, { user_id, token }: Pick<Person, 'user_id' | 'token'>) =>
    tx
      .insertInto('sessions')
      .values({ user_id, token_hash: tokenHash(token), expires_at: new Date(Date.now() + 86_400_000) })
      .onConflict((conflict) => conflict.column('token_hash').doNothing())
      .execute()

  return {
    url,
    app_url,
    runtime,
    app,
    mails,
    clock,
    behind,
    async person(first_name = 'Ada') {
      const email = `${randomUUID()}@omni.test`
      const token = newToken()
      const made = await runtime.db({}).tx(async (tx) => {
        const user = await createUser(
          tx,
          { email, password_hash, verified: true, first_name, last_name: 'Test', language: 'en' },
          clock.now,
        )
        if (!user) throw new Error('taken')
        await openSession(tx, { user_id: user.user_id, token })
        return user
      })
      return { ...made, email, token }
    },
    async signInAgain(person) {
      await runtime.db({}).tx((tx) => openSession(tx, person))
    },
    async ask(call, input, as = null, headers = {}) {
      const sent: Record<string, unknown> = { ...(input as object | undefined) }
      let path = call.path
      for (const param of pathParams(call.path)) {
        path = path.replace(`{${param}}`, encodeURIComponent(String(sent[param])))
        delete sent[param]
      }
      const query =
        call.method === 'GET'
          ? `?${new URLSearchParams(
              Object.entries(sent)
                .filter(([, value]) => value !== undefined)
                // As the browser does: a list is its name several times.
                .flatMap(([key, value]) => [value].flat().map((item) => [key, String(item)])),
            )}`
          : ''
      const response = await app.inject({
        method: call.method,
        url: `/api${path}${query}`,
        headers: {
          app: 'AO',
          ...(as && { authorization: `Bearer ${as.token}` }),
          ...(call.method !== 'GET' && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(call.method !== 'GET' && { payload: JSON.stringify(sent) }),
      })
      return { http: response.statusCode, headers: response.headers, body: response.json() }
    },
    async runJobs(times = 1) {
      const jobs = new Map(allJobs().map((job) => [job.definition.name, job]))
      const ran: string[] = []
      for (;;) {
        // One that is for later was given its time by the frozen clock, and waits for that clock. One that was asked for
        // again has the time of the last asking.
        const { rows } = await behind.query<{ id: string; task: string; payload: unknown }>(
          `
          delete from jobs where job_id = (select job_id from jobs where abs(extract(epoch
            from run_at - asked_at)) < 0.9 or run_at <= $1 order by job_id limit 1)
          returning job_id::text as id, name as task, payload`,
          [clock.now],
        )
        const [next] = rows
        if (!next) return ran
        const job = jobs.get(next.task)
        if (!job) throw new Error(`no such job: ${next.task}`)
        for (let n = 0; n < times; n++) {
          const scope = job.definition.scope?.(job.definition.payload.parse(next.payload)) ?? {}
          await job.run(runtime.jobCtx(scope, next.id, n + 1), next.payload)
        }
        ran.push(next.task)
      }
    },
  }
}
