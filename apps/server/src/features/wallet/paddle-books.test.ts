/** The nightly check against the books of whoever charges for plans. */
import { randomUUID } from 'node:crypto'
import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../platform/embedded-postgres.ts'
import { paddleBooks, payPlan } from '../../testing/paddle.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'
import { checkBooksJob } from './check-books.job.ts'

const port = await freePort()
const sandbox = await sandboxProcess(100, `http://127.0.0.1:${port}`)
const server = await testServer({ ...sandbox.paddle_env, PAYMENT_LANDS_MS: '800' })
Object.defineProperty(server.clock, 'now', { get: () => new Date() })
const { ask, behind } = server
const { PADDLE_URL = '', PADDLE_API_KEY = '', PADDLE_PRICES = '' } = sandbox.paddle_env
afterEach(() => vi.unstubAllGlobals())
beforeAll(() => server.app.listen({ port, host: '127.0.0.1' }))

async function until(check: () => Promise<boolean>) {
  for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    await server.runJobs()
    if (await check()) return
  }
  throw new Error('it did not come true in time')
}
const check = () => checkBooksJob.run(server.runtime.jobCtx({}, 'check', 1), {})
const found = async () => (await behind.query('select provider, ref, kind from book_differences')).rows

test('what Paddle holds is what our books say; money that nobody here asked for is noted', async () => {
  const me = await server.person()
  const request = { package_id: 'basic_monthly' }
  const { body } = await ask(billingCalls.chargeSubscription, request, me, { 'idempotency-key': randomUUID() })
  const charge_id = body.data?.charge?.charge_id ?? ''
  const charge = async () => (await ask(billingCalls.getPlanCharge, { charge_id }, me)).body.data
  await until(async () => (await charge())?.state === 'open')
  await payPlan((await charge())?.url ?? '')
  await until(async () => (await charge())?.state === 'done')
  expect((await paddleBooks(sandbox)).movements.length).toBe(1)
  await check()
  expect(await found()).toEqual([])

  const price_id = /basic_monthly:([^,]+)/.exec(PADDLE_PRICES)?.[1]
  const reply = await fetch(`${PADDLE_URL}/transactions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PADDLE_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ items: [{ price_id, quantity: 1 }] }),
  })
  const { data } = (await reply.json()) as { data: { id: string; checkout: { url: string } } } // Paddle's own shape
  await payPlan(data.checkout.url)
  // Paddle tells of it, and nothing here knows whose it is.
  const told = async () =>
    (await sandbox.events('paddle')).filter(({ name }) => name === 'transaction.completed').length
  await until(async () => (await told()) >= 2)
  await check()
  expect(await found()).toEqual([{ provider: 'paddle', ref: data.id, kind: 'missing_here' }])
})

test('a row of another form is counted for the operator, and the others are compared', async () => {
  const before = await found()
  const { fetch: real } = globalThis
  vi.stubGlobal('fetch', async (...sent: Parameters<typeof fetch>) => {
    const reply = await real(...sent)
    if (!String(sent[0]).includes('/transactions?')) return reply
    const body = (await reply.json()) as { data: unknown[] } // a page of Paddle's
    return Response.json({ ...body, data: [{ id: 5 }, ...body.data] })
  })
  await check()
  expect(await found()).toEqual(before)
  const { rows } = await behind.query(`select rows, example from unread_rows where vendor = 'paddle'`)
  expect(rows).toEqual([{ rows: '1', example: 'id: invalid_type' }])
})
