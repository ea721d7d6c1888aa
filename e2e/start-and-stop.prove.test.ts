import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { freePort } from '../apps/server/src/platform/embedded-postgres.ts'
import { type RunningOmni, START, startOmni, StartFailed } from './start-omni.ts'

const folder = mkdtempSync(join(tmpdir(), 'omni-start-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const env = async () => ({ DATA_DIR: folder, PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) })
const lastWords = (error: unknown) =>
  error instanceof StartFailed ? error.said.trim().split('\n').at(-1) : String(error)
const call = (port: string, path: string, body: object, token?: string) =>
  fetch(`http://localhost:${port}/api${path}`, {
    method: 'POST',
    headers: { app: 'AO', 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
const signIn = async (port: string) =>
  (
    (await (await call(port, '/auth/login', { email: 'maya@omni.test', password: 'northwind-goods' })).json()) as {
      data: { token: string }
    }
  ).data.token // the envelope of login
/** All processes below one, found the way an operator would find them. */
const below = (pid: number): number[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .flatMap(([child = 0]) => [child, ...below(child)])

/** Every process of it, the database too. */
async function killAll({ child }: RunningOmni, data_dir: string): Promise<void> {
  const postmaster = Number(readFileSync(join(data_dir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
  const ended = new Promise((done) => child.once('exit', done))
  for (const pid of [...below(child.pid ?? 0), child.pid ?? 0, postmaster])
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      /* it went with its parent */
    }
  await ended
}

test('kill -9 of everything loses nothing that was answered; the next start works', async () => {
  const first = await startOmni(await env())
  const port = /localhost:(\d+)/.exec(first.said())?.[1] ?? ''
  const token = await signIn(port)
  expect((await call(port, '/core/settings', { settings: { display_currency: 'JPY' } }, token)).status).toBe(200)
  await killAll(first, folder)

  const again = await env()
  const second = await startOmni(again)
  const settings = await fetch(`http://localhost:${again.PORT}/api/core/settings`, {
    headers: { app: 'AO', authorization: `Bearer ${token}` },
  })
  expect(await settings.json()).toMatchObject({ data: { settings: { display_currency: 'JPY' } } })

  // The start script alone: database and processes must be found or ended, and the ports be free again.
  second.child.kill('SIGKILL')
  await new Promise((done) => second.child.once('exit', done))
  for (const address of [`localhost:${again.PORT}/healthz`, `localhost:${again.SANDBOX_PORT}/control/health`])
    await expect
      .poll(
        () =>
          fetch(`http://${address}`).then(
            () => 'up',
            () => 'down',
          ),
        { timeout: 90_000 * inject('patience') },
      )
      .toBe('down')
  const third = await startOmni(again)
  expect(await signIn(again.PORT)).toBeTruthy()

  // One process alone comes back by itself.
  const api =
    below(third.child.pid ?? 0).find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.api.ts')) ?? 0
  process.kill(api, 'SIGKILL')
  await expect
    .poll(
      () =>
        fetch(`http://localhost:${again.PORT}/readyz`).then(
          (reply) => reply.status,
          () => 0,
        ),
      { timeout: 90_000 * inject('patience'), interval: 300 },
    )
    .toBe(200)

  expect(await third.stop()).toBe(0)
  expect(() => readFileSync(join(folder, 'postgres/data/postmaster.pid'))).toThrow() // the database is stopped too
})

test('kill -9 of the database: calls answer 503 with a sentence, it comes back by itself, nothing is lost', async () => {
  const place = await env()
  const omni = await startOmni(place)
  const base = `http://localhost:${place.PORT}`
  const token = await signIn(place.PORT)
  expect((await call(place.PORT, '/core/settings', { settings: { display_currency: 'CHF' } }, token)).status).toBe(200)
  const settings = () =>
    fetch(`${base}/api/core/settings`, { headers: { app: 'AO', locale: 'fr', authorization: `Bearer ${token}` } })
  const note = join(folder, 'postgres/data/postmaster.pid')
  const postmaster = Number(readFileSync(note, 'utf8').split('\n')[0])
  process.kill(postmaster, 'SIGKILL')

  const seen = new Set<number>()
  let sentence = ''
  let ready_meanwhile = 0
  const came_back = async () => {
    expect((await fetch(`${base}/healthz`)).status).toBe(200)
    const reply = await settings()
    seen.add(reply.status)
    const body = (await reply.json()) as { message: string; data: unknown } // the envelope
    if (reply.status === 503 && sentence === '') {
      sentence = body.message
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      ready_meanwhile = (await fetch(`${base}/readyz`)).status
    }
    if (reply.status === 200 && sentence !== '')
      expect(body).toMatchObject({ data: { settings: { display_currency: 'CHF' } } })
    return reply.status === 200 && sentence !== ''
  }
  await expect.poll(came_back, { timeout: 40_000 * inject('patience'), interval: 50 }).toBe(true)
  expect([...seen].toSorted()).toEqual([200, 503])
  expect(sentence).toMatch(/^Omni est momentanément indisponible/)
  expect(ready_meanwhile).toBe(503)
  expect(omni.said()).toContain('The database ended; starting it again.')
  // Worker, realtime and sandbox find their way back as well.
  await expect
    .poll(() => fetch(`${base}/readyz`).then((reply) => reply.status), {
      timeout: 30_000 * inject('patience'),
      interval: 300,
    })
    .toBe(200)
  expect(await signIn(place.PORT)).toBeTruthy()
  expect(await omni.stop()).toBe(0)
  expect(existsSync(note)).toBe(false)
})

test.each(['SIGTERM', 'SIGKILL'] as const)(
  '%s of the first script alone stops everything behind it',
  async (signal) => {
    const place = await env()
    const omni = await startOmni(place, START)
    expect((await fetch(`http://localhost:${place.PORT}/healthz`)).status).toBe(200)
    omni.child.kill(signal)
    await expect
      .poll(
        () =>
          fetch(`http://localhost:${place.PORT}/healthz`).then(
            () => 'up',
            () => 'down',
          ),
        { timeout: 10_000 * inject('patience') },
      )
      .toBe('down')
    await expect.poll(() => existsSync(join(folder, 'postgres/data/postmaster.pid'))).toBe(false)
  },
)

test('a taken port, a wrong DATABASE_URL and an unwritable folder end in one clear sentence', async () => {
  const taken = await env()
  const other = createServer().listen(Number(taken.PORT))
  await expect(startOmni(taken).catch(lastWords)).resolves.toBe(
    `Port ${taken.PORT} is taken by another program. Set PORT to a free one.`,
  )
  other.close()

  const wrong = { ...(await env()), DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:9/none' }
  await expect(startOmni(wrong).catch(lastWords)).resolves.toMatch(
    /^No database answers at 127\.0\.0\.1:9 .*Check DATABASE_URL\.$/,
  )
  await expect(startOmni({ ...wrong, DATABASE_URL: 'mysql://x' }).catch(lastWords)).resolves.toBe(
    'DATABASE_URL must look like postgres://user:password@host:5432/name.',
  )

  // A file where the folder should be stops root as well, whom no permission stops.
  const blocked = join(folder, 'blocked')
  mkdirSync(blocked)
  writeFileSync(join(blocked, 'data'), '')
  await expect(startOmni({ ...(await env()), DATA_DIR: join(blocked, 'data') }).catch(lastWords)).resolves.toMatch(
    /^The folder .* cannot be written by .*Set DATA_DIR to one that can\.$/,
  )
})
