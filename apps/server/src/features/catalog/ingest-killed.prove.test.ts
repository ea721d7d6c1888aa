import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, inject, test } from 'vitest'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'

const sandbox = await sandboxProcess(220)
const server = await testServer()
const env = { ...sandbox.env, ALIEXPRESS_REFRESH_TOKEN: '', EBAY_APP_ID: '', AMAZON_CREDENTIAL_ID: '' }

const kill: (() => void)[] = []
afterAll(() => {
  for (const one of kill) one()
})

async function startWorker() {
  const child = fork(fileURLToPath(new URL('../../main.worker.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: server.url,
      SECRETS_KEYS: server.runtime.config.SECRETS_KEYS,
      PUBLIC_URL: 'http://omni.test',
      LOG_LEVEL: 'fatal',
      SMTP_URL: 'smtp://127.0.0.1:1',
      DEAD_WORKER_S: '3',
      ...env,
    },
  })
  kill.push(() => child.kill('SIGKILL'))
  await new Promise<void>((done) => {
    child.once('message', () => done())
  })
  return child
}

const counts = async () =>
  (
    await server.behind.query<{ all: number; whole: number }>(
      `select count(*)::int as all, count(*) filter (where detail_at is not null)::int as whole from catalog_products`,
    )
  ).rows[0] ?? { all: 0, whole: 0 }
async function until(check: () => Promise<boolean>, seconds: number) {
  for (let n = 0; n < seconds * 5 * inject('patience'); n++) {
    if (await check()) return
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error(`it did not happen within ${seconds} s`)
}

test(
  'kill -9 in the middle of an ingest: another worker goes on where it was, and nothing is there twice',
  async () => {
    const first = await startWorker()
    await until(async () => (await counts()).whole >= 5, 60)
    // While it lives, everything it holds is known to be its own: nobody takes a long job out of its hands.
    const {
      rows: [held],
    } = await server.behind.query<{ held: number; nobodys: number }>(`
    select count(*)::int as held, count(*) filter (where not exists (select from worker_heartbeats h
      where h.worker_id = j.worker_id::text))::int as nobodys
    from jobs j where worker_id is not null`)
    expect(held?.held).toBeGreaterThan(0)
    expect(held?.nobodys).toBe(0)
    first.kill('SIGKILL')
    const before = await counts()
    expect(before.whole).toBeLessThan(before.all)
    await startWorker()
    await until(async () => {
      const now = await counts()
      return now.whole === now.all && now.all > 20
    }, 150)
    const { rows } = await server.behind.query<{ twice: number; partial: number; locked: number }>(`
    select (select count(*)::int from (select from catalog_products group by source, source_product_id
      having count(*) > 1) t) as twice,
      (select count(*)::int from catalog_products p where not exists (select from catalog_search s
        where s.product_id = p.id) and p.stock is distinct from 0) as partial`)
    expect(rows[0]).toEqual({ twice: 0, partial: 0 })
  },
  240_000 * inject('patience'),
)
