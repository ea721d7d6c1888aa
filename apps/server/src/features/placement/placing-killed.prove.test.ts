/** Real processes, real HTTP, `kill -9`: what is bought under fire is bought once (testing/placing-chaos.ts). */
import { VendorError } from '@omni/connectors/vendor-error.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { place, sell, sellGood } from '../../testing/buy-setting.ts'
import { killableWorkers } from '../../testing/killable-workers.ts'
import {
  type Batch,
  calm,
  click,
  clickTwice,
  countAll,
  freezeAtIntent,
  FROZEN_MS,
  hostile,
  judge,
  LANDS_MS,
  OPERATOR_ENV,
  PLACE_AT_ONCE,
  planned,
  QUIET_MS,
  sellBatches,
  sender,
  settled,
  stopOne,
} from '../../testing/placing-chaos.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { testServer } from '../../testing/test-server.ts'
import type { OpenSource } from './open-source.ts'
import { moveOrders } from './move-orders.ts'
import { loadSupplierOrder } from './supplier-order-row.ts'
import { turnOrder } from './turn-order.ts'

const BATCHES = 5
const ORDERS_EACH = 8
const KILLS_EACH = 4
const KILLS = BATCHES * KILLS_EACH
/** How often a worker stands still between an intent and its first byte. */
const FROZEN_EARLY = 3
/** So many may be open when the suppliers become honest: what is left then ends soon. */
const OPEN_AT_CALM = 4

const sandbox = await sandboxProcess(100)
const { SANDBOX_URL = '', ZOPI_URL = '', ZOPI_API_KEY = '', CJ_URL = '' } = sandbox.env
// Of the outside, what is bought from: a worker begins to read every supplier that it knows.
const outside = { SANDBOX_URL, ZOPI_URL, ZOPI_API_KEY, CJ_URL, PLACEMENT_LANDS_MS: String(LANDS_MS) }
const server = await testServer({ ...outside, PLACE_AT_ONCE, ...OPERATOR_ENV })
Object.defineProperty(server.clock, 'now', { get: () => new Date() })
const setting = { server, sandbox, me: await server.person() }
const { SECRETS_KEYS, STORAGE_DIR } = server.runtime.config
const workers = killableWorkers(server.behind, new URL('../../testing/placing.worker.ts', import.meta.url), {
  ...outside,
  DATABASE_URL: server.url,
  APP_DATABASE_URL: server.app_url,
  SECRETS_KEYS,
  STORAGE_DIR,
  MODELS_DIR: STORAGE_DIR,
})
afterAll(() => workers.killAll())
let batches: Batch[] = []

beforeAll(async () => {
  const ready = [workers.start(), workers.start(), workers.start()]
  batches = await sellBatches(setting, BATCHES, ORDERS_EACH)
  await Promise.all(ready)
  await planned(setting, 60_000)
})

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

test(
  `${BATCHES * ORDERS_EACH} orders, clicked twice, ${KILLS} workers killed and some frozen while they send: bought once`,
  async () => {
    await hostile(sandbox)
    const frozen: Promise<void>[] = []
    for (const [n, batch] of batches.entries()) {
      if (n < FROZEN_EARLY) {
        frozen.push(freezeAtIntent(setting, workers, 10_000))
        void workers.start()
      }
      expect(await clickTwice(setting, batch)).toBe(batch.orders.length)
      await stopOne(setting, batch)
      for (let kills = 0; kills < KILLS_EACH; kills++) {
        const worker = await sender(setting, workers, 30_000)
        await pause(Math.random() * 200)
        workers.kill(worker)
        // The next one starts while the others go on.
        void workers.start()
      }
      for (const ms of FROZEN_MS) {
        frozen.push(workers.freeze(await sender(setting, workers, 30_000), ms))
        void workers.start()
      }
      // What was stopped before and is free again is bought by this click.
      await click(setting, batches[n - 1]?.plans[2])
    }
    await Promise.all(frozen)
    // On a slow machine it takes too long with hostile suppliers; what was lost until then is enough.
    await settled(setting, 40_000, OPEN_AT_CALM).catch(() => undefined)
    await calm(sandbox)
    await settled(setting, 120_000)
    const counts = await countAll(setting)
    console.log(`placing, ${KILLS} kills: ${JSON.stringify(counts)}`)
    const clicked = batches.flatMap(({ orders }) => orders)
    expect(await judge(setting, clicked)).toEqual([])
    // What was given up stays so, also when everything under way had time to land and to show.
    await pause(QUIET_MS)
    expect(await judge(setting, clicked)).toEqual([])
    expect(counts.unknown).toBeGreaterThan(0)
    expect(counts.looks).toBeGreaterThan(0)
  },
  300_000 * inject('patience'),
)

type Orders = OpenSource['orders']
const VENDOR_DOWN = new VendorError('cj', 'unavailable', 'not now')
const unpaid = (order_no: string) => ({ order_no, confirmed: false, paid: false, closed: false, total: 1 })

/** A supplier order at CJ, and turns of it with whatever the supplier answers. */
async function atCj() {
  workers.killAll()
  const { me } = setting
  const order_id = await sell(server, me, await sellGood(server, me, 'cj'))
  await place(server, me, [order_id])
  const { rows } = await server.behind.query<{ supplier_order_id: string; account_key: string }>(
    'select supplier_order_id, account_key from supplier_orders where order_id = $1',
    [order_id],
  )
  const { supplier_order_id = '', account_key = '' } = rows[0] ?? {}
  const id = { workplace_id: me.workplace_id, supplier_order_id }
  const turn = async (orders: Partial<Record<keyof Orders, unknown>>, later_ms = 0) => {
    const ctx = { ...server.runtime.jobCtx(id, 'test', 1), clock: () => new Date(Date.now() + later_ms) }
    const due = await ctx.db.read((tx) => loadSupplierOrder(tx, id, false))
    if (!due) throw new Error('nothing was placed')
    const source: OpenSource = { source: 'cj', account_key, orders: orders as Orders } // what the turn uses of it
    await turnOrder(ctx, source, due, async (move) => {
      const [moved] = await ctx.db.tx((tx) => moveOrders(tx, id.workplace_id, [move], ctx.clock()))
      return moved ?? null
    })
  }
  return { id, turn }
}

/** Sends nothing: it answers what the test says, when it says so. */
const write = (send: () => Promise<unknown>) => ({ prepare: async () => send })
const made = (order_no: string) => ({ outcome: 'done', reply: { is: 'order', order: unpaid(order_no) } })

test('what was prepared for one step is not sent for the next, which somebody else got to meanwhile', async () => {
  const { turn } = await atCj()
  let goOn = () => {}
  const waiting = new Promise<void>((resolve) => (goOn = resolve))
  const sent: string[] = []
  const slow = turn({
    create: {
      prepare: async () => {
        await waiting
        return async () => {
          sent.push('create by the slow worker')
          return made('SD1')
        }
      },
    },
  })
  await turn({
    create: write(async () => {
      sent.push('create')
      return made('SD1')
    }),
    confirm: { prepare: () => Promise.reject(VENDOR_DOWN) },
  })
  goOn()
  await slow
  expect(sent).toEqual(['create'])
})

test('a reply that comes when the next step is under way is noted for the step it answers', async () => {
  const { id, turn } = await atCj()
  let reply = (_: unknown) => {}
  const late = turn({
    create: write(() => new Promise((resolve) => (reply = resolve))),
    confirm: write(() => Promise.reject(new Error('it was sent although it is under way'))),
  })
  let confirm = (_: unknown) => {}
  const sends = async () =>
    (
      await server.behind.query(
        `select a.subject_kind, s.outcome from attempt_sends s join attempts a using (workplace_id, attempt_id)
         where a.subject_id like $1 || '/%' order by s.intent_at`,
        [id.supplier_order_id],
      )
    ).rows.map(({ subject_kind, outcome }) => `${subject_kind} ${outcome}`)
  await expect.poll(sends).toEqual(['placement.create null'])
  await turn({ find: async () => [unpaid('SD2')] }, QUIET_MS)
  const other = turn({ confirm: write(() => new Promise((resolve) => (confirm = resolve))) }, QUIET_MS)
  await expect.poll(sends).toEqual(['placement.create unknown', 'placement.confirm null'])
  reply(made('SD2'))
  await late
  expect(await sends()).toEqual(['placement.create unknown', 'placement.confirm null'])
  confirm({ outcome: 'unknown', reason: 'lost' })
  await other
  expect(await sends()).toEqual(['placement.create unknown', 'placement.confirm unknown'])
})
