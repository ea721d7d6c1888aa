import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from './platform/embedded-postgres.ts'
import { emit } from './platform/outbox.ts'
import { testServer } from './testing/test-server.ts'

/** Two api and two worker processes on one database, as they run in production: no state in any of them. */
const server = await testServer()
const children: ChildProcess[] = []
const ports: number[] = []

async function start(file: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      APP_DATABASE_URL: server.app_url,
      SECRETS_KEYS: server.runtime.config.SECRETS_KEYS,
      PUBLIC_URL: 'http://omni.test',
      LOG_LEVEL: 'fatal',
      SMTP_URL: 'smtp://127.0.0.1:1',
      HOST: '127.0.0.1',
      ...env,
    },
  })
  children.push(child)
  await new Promise<void>((done, fail) => {
    child.once('message', () => done())
    child.once('exit', () => fail(new Error(`${file} ended`)))
  })
  return child
}

beforeAll(async () => {
  ports.push(await freePort(), await freePort())
  await Promise.all([
    ...ports.map((port) => start('./main.api.ts', { PORT: String(port) })),
    start('./main.worker.ts', { DATABASE_URL: server.url }),
    start('./main.worker.ts', { DATABASE_URL: server.url }),
  ])
})
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

const until = async (check: () => Promise<boolean>) => {
  for (let n = 0; n < 300 * inject('patience'); n++) {
    if (await check()) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('it did not happen within 30 s')
}

test('a message made through one process reaches a browser on the other', async () => {
  const me = await server.person()
  const headers = { app: 'AO', authorization: `Bearer ${me.token}` }
  const stop = new AbortController()
  const stream = await fetch(`http://127.0.0.1:${ports[1]}/api/realtime`, { headers, signal: stop.signal })
  const reader = stream.body?.getReader()
  const read = async () => Buffer.from((await reader?.read())?.value ?? []).toString()
  await read() // the opening line
  const put = await fetch(`http://127.0.0.1:${ports[0]}/api/auth/account/profile`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"first_name":"Over","last_name":"There"}',
  })
  expect(put.status).toBe(200)
  // A new stream is given what was told in the last seconds: that may come first.
  let told = ''
  while (!told.includes('event: account.changed')) {
    const more = await read()
    expect(more, 'the stream ended').not.toBe('')
    told += more
  }
  stop.abort()
})

test('both say they are ready and count the same two workers', async () => {
  for (const port of ports) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`)
    expect(await ready.json()).toMatchObject({ ready: true, checks: { worker: { detail: '2 running' } } })
  }
})

test('a job runs once, whichever worker takes it', async () => {
  const me = await server.person()
  const scope = { user_id: me.user_id, workplace_id: me.workplace_id }
  // Each run of the job touches the row of the person: it says so.
  await server.behind.query(`create table ran (n int);
    create function note_run() returns trigger language plpgsql security definer as
      $$ begin insert into public.ran values (1); return null; end $$;
    create trigger note_run after update on users for each statement execute function note_run()`)
  for (let n = 0; n < 40; n++)
    await server.runtime.db(scope).tx((tx) => emit(tx, 'plan.chosen', { user_id: me.user_id }))
  const count = async (sql: string) => (await server.behind.query<{ n: number }>(sql)).rows[0]?.n
  await until(async () => (await count(`select count(*)::int as n from jobs where name like 'on.plan.chosen%'`)) === 0)
  expect(await count('select count(*)::int as n from ran')).toBe(40)
  await server.behind.query('drop function note_run cascade; drop table ran')
})

test('kill -9 of an api and a worker: what was answered stays, the others go on, the job is done later', async () => {
  const me = await server.person()
  const headers = { app: 'AO', authorization: `Bearer ${me.token}`, 'content-type': 'application/json' }
  const answered: number[] = []
  const killed = Promise.withResolvers<void>()
  const writes = Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      // The later ones leave after the kill.
      if (n >= 30) await killed.promise
      const reply = await fetch(`http://127.0.0.1:${ports[0]}/api/log/user_action`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ action: `w${n}` }),
      }).catch(() => null)
      if (reply?.status === 200) answered.push(n)
    }),
  )
  await expect.poll(() => answered.length, { interval: 5 }).toBeGreaterThan(0)
  children[0]?.kill('SIGKILL')
  children[2]?.kill('SIGKILL')
  killed.resolve()
  await writes
  expect(answered.length).toBeGreaterThan(0)
  expect(answered.length).toBeLessThan(60)
  const { rows } = await server.behind.query<{ action: string }>(
    `select data->>'action' as action from telemetry_events where kind = 'user_action' and user_id = $1`,
    [me.user_id],
  )
  const stored = new Set(rows.map(({ action }) => action))
  for (const n of answered) expect(stored.has(`w${n}`)).toBe(true)
  const account = await fetch(`http://127.0.0.1:${ports[1]}/api${authCalls.getAccount.path}`, { headers })
  expect(account.status).toBe(200)
  await fetch(`http://127.0.0.1:${ports[1]}/api/auth/forgot-password`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: me.email }),
  })
  await until(
    async () =>
      Number(
        (
          await server.behind.query<{ n: string }>(
            `select count(*) as n from outbox where name = 'account.password_forgotten' and not exists (
              select from jobs where name like 'on.account.password_forgotten%' and attempts = 0)`,
          )
        ).rows[0]?.n,
      ) === 1,
  )
})
