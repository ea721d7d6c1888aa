/** Cashback: earned by delivery, held, frozen by a refund, paid as bonus, taken back; and not without the plan. */
import { randomUUID } from 'node:crypto'
import { cashbackCalls } from '@omni/contracts/cashback.calls.ts'
import { placementCalls } from '@omni/contracts/placement.calls.ts'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { expect, inject, test } from 'vitest'
import { preview, sell, sellGood } from '../../testing/buy-setting.ts'
import { sandboxProcess } from '../../testing/sandbox-process.ts'
import { type Person, testServer } from '../../testing/test-server.ts'
import { settleCashbacksJob } from './settle-cashbacks.job.ts'

const sandbox = await sandboxProcess(100)
const { SANDBOX_URL = '', ZOPI_URL = '', ZOPI_API_KEY = '' } = sandbox.env
// Without a bank each workplace has play money to pay with.
const server = await testServer({ SANDBOX_URL, ZOPI_URL, ZOPI_API_KEY, PLACEMENT_LANDS_MS: '300' })
let ahead = 0
const DAY_MS = 86_400_000
Object.defineProperty(server.clock, 'now', { get: () => new Date(Date.now() + ahead) })
const { ask, behind } = server

const settle = () => settleCashbacksJob.run(server.runtime.jobCtx({}, 'cashback', 1), {})
const read = async (person: Person) => (await ask(cashbackCalls.getCashback, {}, person)).body.data
const bonusOf = async (person: Person) => (await ask(walletCalls.getWallet, {}, person)).body.data?.balance_bonus
const states = async (person: Person) => (await read(person))?.items.map(({ state }) => state)

async function seller(plan: string): Promise<Person> {
  const person = await server.person()
  await behind.query('update users set plan_id = $1 where user_id = $2', [plan, person.user_id])
  return person
}

const BOUGHT_WITHIN_MS = 45_000 * inject('patience')

/** Bought from the house supplier, paid, and delivered just now. */
async function delivered(person: Person): Promise<{ supplier_order_id: string; order_id: string; total: number }> {
  const variant = await sellGood(server, person, 'zopi')
  const order_id = await sell(server, person, variant, { name: randomUUID() })
  const { plan_id } = await preview(server, person, [order_id])
  await ask(placementCalls.placeOrders, { plan_id }, person, { 'idempotency-key': randomUUID() })
  for (const until = performance.now() + BOUGHT_WITHIN_MS; performance.now() < until;) {
    await server.runJobs()
    const { rows } = await behind.query<{ supplier_order_id: string; total: string }>(
      `update supplier_orders set supplier_status = 'delivered' where order_id = $1 and state = 'placed'
       returning supplier_order_id, total`,
      [order_id],
    )
    const [row] = rows
    if (row) return { supplier_order_id: row.supplier_order_id, order_id, total: Number(row.total) }
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('it was not bought')
}

const refund = async (
  person: Person,
  { supplier_order_id, order_id }: { supplier_order_id: string; order_id: string },
) => {
  const { rows } = await behind.query<{ refund_id: string }>(
    `insert into refund_requests (workplace_id, supplier_order_id, order_id, type, asked, currency, state, requested_at,
       updated_at) values ($1, $2, $3, 'refund', 100, 'USD', 'pending', now(), now()) returning refund_id`,
    [person.workplace_id, supplier_order_id, order_id],
  )
  return (state: string) =>
    behind.query('update refund_requests set state = $1 where refund_id = $2', [state, rows[0]?.refund_id])
}

test('delivered it is held, after 30 days it is bonus, once, however often the job runs', async () => {
  const person = await seller('pro_tier_1_monthly')
  const { total } = await delivered(person)
  const earned = Math.floor((total * 2) / 100)
  expect(earned).toBeGreaterThan(0)
  await Promise.all([settle(), settle(), settle()])
  expect(await read(person)).toMatchObject({ available: true, enabled: true, pending: earned, frozen: 0, paid: 0 })
  ahead = 29 * DAY_MS
  await settle()
  expect([await states(person), await bonusOf(person)]).toEqual([['pending'], 0])
  ahead = 31 * DAY_MS
  await Promise.all([settle(), settle(), settle()])
  expect([await states(person), await bonusOf(person)]).toEqual([['paid'], earned])
  const logs = (await ask(walletCalls.listTransactionLogs, { type: 'in' }, person)).body.data
  expect(logs?.items.map(({ kind, amount, bonus }) => [kind, amount, bonus])).toContainEqual([
    'cashback',
    earned,
    earned,
  ])
  ahead = 0
})

test('a refund freezes it; refused it goes on, accepted it is taken back, also when it was paid', async () => {
  const person = await seller('pro_tier_1_monthly')
  const first = await delivered(person)
  await settle()
  const decide = await refund(person, first)
  await settle()
  expect(await states(person)).toEqual(['frozen'])
  ahead = 40 * DAY_MS
  await settle()
  expect([await states(person), await bonusOf(person)]).toEqual([['frozen'], 0])
  await decide('rejected')
  await settle()
  expect(await states(person)).toEqual(['paid'])
  // Paid, and then a second refund is accepted.
  const earned = (await bonusOf(person)) ?? 0
  await (
    await refund(person, first)
  )('accepted')
  await settle()
  await settle()
  expect([await states(person), await bonusOf(person)]).toEqual([['withdrawn'], 0])
  expect(earned).toBeGreaterThan(0)
  ahead = 0
  const second = await delivered(person)
  await settle()
  await (
    await refund(person, second)
  )('completed')
  await settle()
  expect((await states(person))?.toSorted()).toEqual(['withdrawn', 'withdrawn'])
  expect(await read(person)).toMatchObject({ pending: 0, frozen: 0, paid: 0 })
  const { rows } = await behind.query('select * from ledger_faults()')
  expect(rows).toEqual([])
})

test('CASHBACK_ORDER_FULFILLMENT and ADMIAD_CASHBACK: not in the plan, not earned and not switched on', async () => {
  const free = await seller('free')
  await delivered(free)
  await settle()
  expect(await read(free)).toMatchObject({ available: false, enabled: false, pending: 0, items: [] })
  const refused = await ask(cashbackCalls.setCashback, { enabled: true }, free)
  expect(refused.body.message).toBe('Cashback is unavailable in your plan. Choose a larger one.')
  const admitad = { is_enable: true, publisher_id: 'code1' }
  const link = await ask(settingsCalls.updateAdmitadSettings, admitad, free)
  expect(link.body.message).toContain('Cashback is unavailable')
  // Starter has cashback on orders alone.
  const starter = await seller('starter_monthly')
  expect((await ask(settingsCalls.updateAdmitadSettings, admitad, starter)).body.success).toBe(false)
  const basic = await seller('basic_monthly')
  const on = await ask(settingsCalls.updateAdmitadSettings, admitad, basic)
  expect(on.body.data?.settings.admitad).toEqual(admitad)
  // A smaller plan later: it is off.
  await behind.query(`update users set plan_id = 'free' where user_id = $1`, [basic.user_id])
  const later = await ask(settingsCalls.getSettings, {}, basic)
  expect(later.body.data?.settings.admitad).toEqual({ ...admitad, is_enable: false })

  const off = await seller('pro_tier_1_monthly')
  expect((await ask(cashbackCalls.setCashback, { enabled: false }, off)).body.data?.enabled).toBe(false)
  await delivered(off)
  await settle()
  expect(await read(off)).toMatchObject({ available: true, enabled: false, items: [] })
})

test('what was looked at is not looked at again until something happens; what is bought elsewhere earns nothing', async () => {
  const me = await seller('enterprise_monthly')
  const purchase = await delivered(me)
  const looks = async () => {
    const { rows } = await behind.query<{ at_once: boolean }>(
      `select due_at = '-infinity' as at_once from cashback_checks where workplace_id = $1 order by due_at`,
      [me.workplace_id],
    )
    return rows.map(({ at_once }) => at_once)
  }
  expect(await looks()).toEqual([true])
  await settle()
  // Only the day of its payment is left to come.
  expect(await looks()).toEqual([false])
  await refund(me, purchase)
  expect(await looks()).toEqual([true, false])
  await settle()
  expect([await looks(), await states(me)]).toEqual([[false], ['frozen']])

  const other = await delivered(me)
  await behind.query(`update supplier_orders set vendor = 'cj' where supplier_order_id = $1`, [other.supplier_order_id])
  await settle()
  expect([await looks(), await states(me)]).toEqual([[false], ['frozen']])
})
