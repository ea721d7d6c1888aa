/** Real processes, real HTTP, `kill -9`: plans on the invoices of stores under fire. Shopify's books judge. */
import { randomUUID } from 'node:crypto'
import { billingCalls as calls } from '@omni/contracts/billing.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '../../platform/embedded-postgres.ts'
import { allowStore } from '../../testing/allow-store.ts'
import { killableWorkers } from '../../testing/killable-workers.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { decide, storeBooks } from '../../testing/store-plans.ts'
import { type Person, testServer } from '../../testing/test-server.ts'

/** Each seller buys a plan, takes a larger one and ends it: a worker dies during each. */
const SELLERS = 2
const STEPS = ['starter_monthly', 'basic_monthly', 'end'] as const
/** A job that was lost with its worker is found by the sweep, which runs once a minute. */
const MOST_MS = 150_000 * inject('patience')

const port = await freePort()
const PUBLIC_URL = `http://127.0.0.1:${port}`
const sandbox = await sandboxProcess(100, PUBLIC_URL)
const outside = { ...sandbox.env, ...sandbox.store_plans_env, PUBLIC_URL, PAYMENT_LANDS_MS: '1500' }
const server = await testServer(outside)
Object.defineProperty(server.clock, 'now', { get: () => new Date() })
const { ask, behind } = server
const { SECRETS_KEYS, STORAGE_DIR } = server.runtime.config
const workers = killableWorkers(behind, new URL('../../testing/billing.worker.ts', import.meta.url), {
  ...outside,
  DATABASE_URL: server.url,
  APP_DATABASE_URL: server.app_url,
  SECRETS_KEYS,
  STORAGE_DIR,
  MODELS_DIR: STORAGE_DIR,
})
afterAll(() => workers.killAll())
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const key = () => ({ 'idempotency-key': randomUUID() })

async function until<T>(read: () => Promise<T>, is: (value: T) => boolean): Promise<T> {
  for (const end = Date.now() + MOST_MS * inject('patience'); ;) {
    const value = await read()
    if (is(value)) return value
    if (Date.now() > end) throw new Error(`it never became so: ${JSON.stringify(value)}`)
    await pause(100)
  }
}
const planOf = async (me: Person) => (await ask(calls.getCurrentPlan, {}, me)).body.data

async function seller(name: string) {
  const me = await server.person()
  await sandbox.act('shopify', 'make_shop', { name, points_per_second: 1000 })
  const shop = `${name}.myshopify.com`
  const { url = '' } = (await ask(storeCalls.linkPlatform, { platform: 'shopify', shop }, me)).body.data ?? {}
  await ask(storeCalls.installPlatform, { platform: 'shopify', query: await allowStore(url) }, me)
  // Subscribes to the store's messages; the workers know plans alone.
  await server.runJobs()
  return { ...me, shop }
}

beforeAll(() => server.app.listen({ port, host: '127.0.0.1' }))

test(
  `${SELLERS * STEPS.length} workers killed while plans are bought, changed and ended in stores: each has its effect once`,
  async () => {
    const sellers = []
    for (let n = 0; n < SELLERS; n++) sellers.push(await seller(`killed-shop-${n}`))
    await Promise.all(Array.from({ length: 3 }, () => workers.start()))
    await sandbox.setFaults('shopify', [
      { kind: 'latency', min_ms: 50, max_ms: 150 },
      { kind: 'drop_reply', endpoint: 'appSubscriptionCreate', percent: 25 },
      { kind: 'act_then_fail', endpoint: 'appSubscriptionCancel', percent: 25, status: 500 },
      { kind: 'duplicate_callbacks' },
      { kind: 'reorder_callbacks', within_ms: 300 },
    ])
    for (const step of STEPS)
      for (const me of sellers) {
        const { body } =
          step === 'end'
            ? await ask(calls.resetFreePlanAo, {}, me, key())
            : await ask(calls.chargeSubscription, { package_id: step }, me, key())
        expect(body.success).toBe(true)
        const worker = await until(
          () => workers.holder(['attempts.turn', 'billing.poll', 'billing.poll_charge']),
          (found) => found !== undefined && found !== null,
        )
        await pause(Math.random() * 120)
        if (worker) workers.kill(worker)
        void workers.start()
        if (step !== 'end') {
          const charge_id = body.data?.charge?.charge_id ?? ''
          const page = await until(
            async () => (await ask(calls.getPlanCharge, { charge_id }, me)).body.data,
            (charge) => charge?.state === 'open' && charge.url !== null,
          )
          await decide(page?.url ?? '')
        }
        await until(
          () => planOf(me),
          (plan) => (step === 'end' ? plan?.is_free === true : plan?.id === step),
        )
      }
    await sandbox.setFaults('shopify', [])
    const waiting = async () =>
      (await behind.query('select kind, state from plan_charges where settled_at is null')).rows
    expect(await until(waiting, (rows) => rows.length === 0)).toEqual([])
    for (const { shop, user_id } of sellers) {
      const { charges, bills } = await storeBooks(sandbox, shop)
      // Pages that nobody got are still waiting there; two were approved, and both are over.
      expect(charges.filter(({ status }) => status !== 'PENDING').map(({ status }) => status)).toEqual([
        'CANCELLED',
        'CANCELLED',
      ])
      expect(bills.map(({ reason }) => reason)).toEqual(['subscription', 'proration'])
      const own = await behind.query('select state from subscriptions where user_id = $1', [user_id])
      expect(own.rows).toEqual([{ state: 'ended' }])
    }
  },
  280_000 * inject('patience'),
)
