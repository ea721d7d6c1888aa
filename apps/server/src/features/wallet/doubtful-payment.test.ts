/** Charges whose every answer is lost, at a provider whose messages never come. Its own books judge. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../platform/embedded-postgres.ts'
import { bankBooks, keepMethod, paypalBooks } from '../../testing/bank.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { type Person, testServer } from '../../testing/test-server.ts'

// Nobody listens there: every webhook is lost.
const sandbox = await sandboxProcess(100, `http://127.0.0.1:${await freePort()}`)
const server = await testServer({ ...sandbox.bank_env, ...sandbox.paypal_env, PAYMENT_LANDS_MS: '300' })
let ahead_ms = 0
Object.defineProperty(server.clock, 'now', { get: () => new Date(Date.now() + ahead_ms) })
const { ask, behind } = server
const PROVIDERS = { card: 'stripe', paypal: 'paypal' } as const

afterEach(async () => {
  ahead_ms = 0
  for (const bank of Object.values(PROVIDERS)) await sandbox.setFaults(bank, [])
})

async function until(check: () => Promise<boolean>) {
  for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    await server.runJobs()
    if (await check()) return
  }
  throw new Error('it did not come true in time')
}

/** A kept method is charged, and nobody hears what became of it. */
async function charge(kind: 'card' | 'paypal', fault: object) {
  const person = await server.person()
  await ask(walletCalls.acceptWalletPolicy, { version: 1 }, person)
  await keepMethod({ sandbox, behind }, person.workplace_id, kind)
  const { methods = [] } = (await ask(walletCalls.getPaymentSetting, {}, person)).body.data ?? {}
  await sandbox.setFaults(PROVIDERS[kind], [fault])
  const input =
    kind === 'card'
      ? { amount: 5_000, method: 'credit_card' as const }
      : { amount: 5_000, method: 'paypal' as const, method_id: methods[0]?.method_id ?? '' }
  const started = await ask(walletCalls.topupWallet, input, person, { 'idempotency-key': randomUUID() })
  const payment_id = started.body.data?.payment_id ?? ''
  // The provider forgets what it was sent sooner than it does.
  await behind.query(
    `update attempts set profile = jsonb_set(profile::jsonb, '{max_sends}', '2') where subject_id = $1`,
    [payment_id],
  )
  await until(async () => (await attemptOf(payment_id)) === 'needs_decision')
  expect((await paymentOf(person, payment_id))?.state).toBe('checking')
  await sandbox.setFaults(PROVIDERS[kind], [])
  return { person, payment_id }
}
const attemptOf = async (payment_id: string) =>
  (await behind.query<{ state: string }>('select state from attempts where subject_id = $1', [payment_id])).rows[0]
    ?.state
const paymentOf = async (person: Person, payment_id: string) =>
  (await ask(walletCalls.getPayment, { payment_id }, person)).body.data
const balance = async (person: Person) => (await ask(walletCalls.getWallet, {}, person)).body.data?.balance_topup
const checks = async (payment_id: string) =>
  (
    await behind.query<{ check_at: Date | null; polls: number }>('select * from payments where payment_id = $1', [
      payment_id,
    ])
  ).rows[0]

for (const kind of ['card', 'paypal'] as const)
  test(`${PROVIDERS[kind]} charged and nobody heard: found by our reference, credited once`, async () => {
    const { person, payment_id } = await charge(kind, {
      kind: 'drop_reply',
      endpoint: kind === 'card' ? 'payment_intents.create' : 'orders.create',
      percent: 100,
    })
    ahead_ms = 10 * 60_000
    await until(async () => {
      await ask(walletCalls.checkPayment, { payment_id }, person)
      return (await paymentOf(person, payment_id))?.state === 'succeeded'
    })
    expect(await balance(person)).toBe(5_000)
    const [bank, paypal] = [await bankBooks(sandbox), await paypalBooks(sandbox)]
    const { rows } = await behind.query<{ reference: string }>('select reference from payments where payment_id = $1', [
      payment_id,
    ])
    const taken = [...bank.movements, ...paypal.movements].filter(({ reference }) => reference === rows[0]?.reference)
    expect(taken.map(({ amount }) => amount)).toEqual([5_000])
  })

test('never charged: looked for during more than a day, then the seller is told and the operator answers', async () => {
  const { person, payment_id } = await charge('card', {
    kind: 'server_error',
    endpoint: 'payment_intents.create',
    percent: 100,
    status: 500,
  })
  const began = Date.now()
  let [looks, last] = [0, 0]
  for (let check = await checks(payment_id); check?.check_at; check = await checks(payment_id)) {
    const at = check.check_at.getTime()
    expect(looks++).toBeLessThan(80)
    last = at
    ahead_ms = Math.max(ahead_ms, at - Date.now() + 1)
    // As the sweep of every minute does.
    await ask(walletCalls.checkPayment, { payment_id }, person)
    await until(async () => ((await checks(payment_id))?.polls ?? 0) > check.polls)
  }
  expect(last - began).toBeGreaterThan(24 * 3_600_000)
  expect((await paymentOf(person, payment_id))?.state).toBe('checking')
  const { items = [] } = (await ask(notificationCalls.listNotification, {}, person)).body.data ?? {}
  expect(items.filter(({ link }) => link === '/app/setting/wallet')).toHaveLength(1)

  const operate = async (...words: string[]) =>
    (
      await promisify(execFile)(process.execPath, ['scripts/operate.ts', ...words], {
        cwd: new URL('../../../../../', import.meta.url),
        env: { ...process.env, DATABASE_URL: server.url },
      })
    ).stdout
  expect(await operate('payments')).toContain(payment_id)
  await operate('not-charged', payment_id)
  await until(async () => (await paymentOf(person, payment_id))?.state === 'failed')
  expect(await balance(person)).toBe(0)
  expect(await operate('payments')).not.toContain(payment_id)
})
