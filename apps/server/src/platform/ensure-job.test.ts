import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { testServer } from '../testing/test-server.ts'
import { runJobs } from './job-runner.ts'
import { enqueue, job, work } from './jobs.ts'

/** Jobs that serve whoever asks for them: the rule that no message is left lying hangs on this. */
const server = await testServer({ WORKER_CONCURRENCY: '2' })
const shared = job('test.shared', {
  payload: z.object({ lane: z.string() }),
  attempts: 7,
  key: ({ lane }) => lane,
  queue: ({ lane }) => `lane ${lane}`,
  serves_all: true,
})
const ask = (runAt?: Date) => server.runtime.db({}).tx((tx) => enqueue(tx, shared, { lane: 'a' }, runAt))
const rows = async () => (await server.behind.query('select * from jobs order by job_id')).rows
const LONGER_THAN_A_WORD_TAKES_MS = 200
beforeEach(async () => void (await server.behind.query('delete from jobs')))

const listener = new pg.Client({ connectionString: server.url })
await listener.connect()
await listener.query('listen jobs')
let announced = 0
listener.on('notification', () => announced++)
afterAll(() => listener.end())
/** What was told before this statement has arrived when it is answered. */
const announcements = async () => {
  await listener.query('select 1')
  return announced
}

test('one that waits and is due is left as it is and not announced again', async () => {
  await ask()
  const [made, ...more] = await rows()
  expect(made).toMatchObject({ payload: { lane: 'a' }, max_attempts: 7, key: 'test.shared:a' })
  expect(more).toEqual([])
  // It is announced after the commit, and nobody waits for that.
  await expect.poll(announcements).toBe(1)
  for (let n = 0; n < 3; n++) await ask()
  expect(await rows()).toEqual([made])
  await new Promise((done) => setTimeout(done, LONGER_THAN_A_WORD_TAKES_MS))
  expect(await announcements()).toBe(1)
})

test('one that is due later is brought forward; one that was given up does not count', async () => {
  await ask(new Date(Date.now() + 3_600_000))
  await ask()
  const [made, ...more] = await rows()
  expect(more).toEqual([])
  expect(made.run_at.getTime()).toBeLessThan(Date.now() + 60_000)
  // A dead letter is no job any more.
  await server.behind.query(`select take_jobs(new_id(), '{test.shared}', 10)`)
  await server.behind.query(`update jobs set attempts = max_attempts`)
  await server.behind.query(`select release_dead_workers('0 seconds')`)
  await ask()
  expect((await rows()).filter(({ key }) => key === made.key)).toHaveLength(1)
})

test('until the transaction has committed no worker takes it: what was written there is seen by the job', async () => {
  await ask()
  const free = async () => (await server.behind.query('select from jobs for update skip locked')).rowCount
  expect(await free()).toBe(1)
  await server.runtime.db({}).tx(async (tx) => {
    await enqueue(tx, shared, { lane: 'a' })
    expect(await free()).toBe(0)
    // Two who ask do not wait for each other.
    await ask()
  })
  expect(await free()).toBe(1)
  expect(await rows()).toHaveLength(1)
})

test('asked for while it runs, it runs once more', async () => {
  let runs = 0
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await ask()
  const { stop } = await runJobs(server.runtime, [
    work(shared, async () => {
      runs++
      begun.resolve()
      await goOn.promise
    }),
  ])
  await begun.promise
  await ask()
  await ask()
  goOn.resolve()
  await expect.poll(() => runs).toBe(2)
  await expect.poll(async () => (await rows()).filter(({ key }) => key?.startsWith('test.'))).toEqual([])
  await stop()
  expect(runs).toBe(2)
})
