/**
 * Buying under fire: suppliers that do the work and lose, delay, double or falsify the reply, a person who clicks twice
 * and stops some of it, and processes that die in the middle. Judged by the suppliers' own books. The short form is
 * features/placement/placing-killed.prove.test.ts, the long one `npm run chaos -- placement`.
 */
import { toppedUp } from '@omni/domain/ledger/placing.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { placementCalls as calls } from '@omni/contracts/placement.calls.ts'
import { sourceAccountCalls } from '@omni/contracts/source-accounts.calls.ts'
import { z } from 'zod'
import { post } from '../platform/ledger.ts'
import { sell, sellGood } from './buy-setting.ts'
import type { KillableWorker, KillableWorkers } from './killable-workers.ts'
import type { SandboxProcess } from './open-sandbox.ts'
import type { Person, TestServer } from './test-server.ts'

/** What the rehearsal says of each: to send, to answer, to land, to show. The suppliers below keep within it. */
export const LANDS_MS = 3000
const LATER_MS = 1000
/** Past the end of the sender's lease: to send and to answer. */
const TOO_LATE_MS = 2 * LANDS_MS + 1000
/** When nothing of ours can land or be hidden any more: to send, to land, to show. */
export const QUIET_MS = 3 * LANDS_MS
/**
 * How long a worker stands still: its job was given to another meanwhile. Its time to send is not over, so that both
 * could send; or it is.
 */
export const FROZEN_MS = [LANDS_MS - 1000, LANDS_MS + 2000] as const
/** So long that another may have sent again, because nothing of the first was seen. */
const FROZEN_LONG_MS = 2 * QUIET_MS

/** A batch is more than these: the click is accepted first, and a worker that may be killed writes its purchases. */
export const PLACE_AT_ONCE = '3'

const VENDORS = ['zopi', 'cj'] as const
const WRITES: Record<(typeof VENDORS)[number], string[]> = {
  zopi: ['order', 'pay'],
  cj: ['order/createOrderV2', 'order/confirmOrder', 'pay/payBalance'],
}
/** CJ gives its highest level six calls a second; the others are too slow for this. The operator has a slow one. */
const FAST_CJ_KEY = 'CJ1000001@api@00000000000000000000000000000001'
export const OPERATOR_ENV = { CJ_API_KEY: 'CJ2000001@api@00000000000000000000000000000002' }
/** What of the outside is bought from. */
export const OUTSIDE = ['SANDBOX_URL', 'ZOPI_URL', 'ZOPI_API_KEY', 'CJ_URL']

export interface ChaosSetting {
  server: Pick<TestServer, 'ask' | 'behind' | 'runtime'>
  me: Person
  sandbox: SandboxProcess
}

/** Orders that are clicked together. Each plan is one click. */
export interface Batch {
  orders: string[]
  plans: string[]
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

export async function until(isSo: () => Promise<boolean>, within_ms: number, what: string, every_ms = 100) {
  const end = Date.now() + within_ms
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > end) throw new Error(`not within ${within_ms / 1000} s: ${what}`)
    await pause(every_ms)
  }
}

/** No belt of the suppliers' own: a repeated reference would make a second order. */
const FORGETFUL = { kind: 'forgets_references' }

export const hostile = (sandbox: SandboxProcess) =>
  Promise.all(
    VENDORS.map((vendor) =>
      sandbox.setFaults(vendor, [
        FORGETFUL,
        { kind: 'latency', min_ms: 20, max_ms: 400 },
        { kind: 'drop_reply', percent: 20 },
        { kind: 'answer_twice', percent: 5 },
        { kind: 'stale_reads', percent: 30, behind_ms: LATER_MS },
        ...WRITES[vendor].flatMap((endpoint) => [
          { kind: 'answer_late', percent: 10, after_ms: TOO_LATE_MS, endpoint },
          { kind: 'act_then_refuse', percent: 5, endpoint },
          { kind: 'land_late', percent: 5, after_ms: LATER_MS, endpoint },
        ]),
      ]),
    ),
  )

export const calm = (sandbox: SandboxProcess) =>
  Promise.all(VENDORS.map((vendor) => sandbox.setFaults(vendor, [FORGETFUL])))

const INTENT = 'intent_committed'
/**
 * A database that takes its time in the middle of a step, so that what stops there stops often enough to be seen. It says
 * when an intent is committed: no sooner, or a worker could not be met between that and its first byte.
 */
const SLOW_STEPS = `
  create function slow_steps() returns trigger language plpgsql as
    $$ begin perform pg_sleep(random() * 0.15); return null; end $$;
  create trigger slow_steps before update on attempts for each statement execute function slow_steps();
  create function notify_intent() returns trigger language plpgsql as
    $$ begin perform pg_notify('${INTENT}', ''); return null; end $$;
  create trigger notify_intent after insert on attempt_sends for each statement execute function notify_intent()`

/** Enough for every order of a long run: what is left out for want of money says nothing about kills. */
const PLAY_MONEY = 1_000_000_000

async function fillWallet({ server, me: { workplace_id } }: Pick<ChaosSetting, 'server' | 'me'>): Promise<void> {
  const postings = toppedUp('sandbox', WALLET_CURRENCY, PLAY_MONEY)
  const txn = { scope: 'sandbox', key: `${workplace_id}:chaos`, kind: 'topup', postings, effective_at: new Date() }
  await server.runtime.db({ workplace_id }).tx((tx) => post(tx, [{ ...txn, subject: 'sandbox' }]))
}

/** Customers buy; one order in three comes from CJ. Every batch has three plans: two clicks at once, and one later. */
export async function sellBatches({ server, me }: ChaosSetting, batches: number, size: number): Promise<Batch[]> {
  await server.behind.query(`update users set plan_id = 'enterprise_monthly'`)
  await server.behind.query(SLOW_STEPS)
  const connected = await server.ask(sourceAccountCalls.connectByKey, { api_key: FAST_CJ_KEY }, me)
  if (!connected.body.success) throw new Error(connected.body.message)
  await fillWallet({ server, me })
  const goods = [await sellGood(server, me, 'zopi'), await sellGood(server, me, 'cj')]
  const made: Batch[] = []
  let buyer = 0
  for (let n = 0; n < batches; n++) {
    const orders: string[] = []
    for (let k = 0; k < size; k++) {
      buyer++
      const good = goods[buyer % 3 === 0 ? 1 : 0] ?? ''
      orders.push(await sell(server, me, good, { name: `Buyer ${buyer}` }))
    }
    const plans: string[] = []
    for (let k = 0; k < 3; k++) {
      const { body } = await server.ask(calls.previewOrders, { orders }, me)
      if (!body.data) throw new Error(body.message)
      plans.push(body.data.plan_id)
    }
    made.push({ orders, plans })
  }
  return made
}

/** Until every plan knows its prices. */
export const planned = ({ server: { behind } }: ChaosSetting, within_ms: number) =>
  until(
    async () => {
      const { rows } = await behind.query<{ state: string }>('select distinct state from placement_plan_orders')
      if (rows.some(({ state }) => state === 'blocked')) throw new Error('a plan is blocked')
      return rows.every(({ state }) => state === 'ready')
    },
    within_ms,
    'every plan is ready',
  )

/** How many orders the click was accepted for. */
export async function click({ server, me }: ChaosSetting, plan_id: string | undefined): Promise<number> {
  if (plan_id === undefined) return 0
  const { body } = await server.ask(calls.placeOrders, { plan_id }, me)
  if (!body.data) throw new Error(body.message)
  return body.data.accepted
}

export const clickTwice = async (setting: ChaosSetting, { plans }: Batch): Promise<number> =>
  (await Promise.all([click(setting, plans[0]), click(setting, plans[1])])).reduce((sum, n) => sum + n, 0)

/** A person changes his mind about one of them, whatever has become of it. */
export async function stopOne({ server, me }: ChaosSetting, { orders }: Batch): Promise<void> {
  let supplier_order_ids: string[] = []
  const look = async () => {
    const { rows } = await server.behind.query<{ supplier_order_id: string }>(
      'select supplier_order_id from supplier_orders where order_id = any($1) order by random() limit 1',
      [orders],
    )
    supplier_order_ids = rows.map(({ supplier_order_id }) => supplier_order_id)
    return rows.length > 0
  }
  await until(look, 60_000, 'a purchase is written', 20)
  await server.ask(calls.stopOrders, { supplier_order_ids }, me)
}

/** Whether bytes of a step have left, or are about to, and no reply is noted. */
export const isSending = async ({ server: { behind } }: ChaosSetting): Promise<boolean> =>
  (await behind.query(`select from supplier_orders where state = 'sending' limit 1`)).rows.length > 0

/** A program that writes down its intents too late is seldom seen to send: then whoever works is as good. */
const SEEN_SENDING_MS = 5_000

/** Whoever buys now, while a step is being sent. */
export async function sender(setting: ChaosSetting, workers: KillableWorkers, within_ms: number) {
  let worker: KillableWorker | undefined
  const began = Date.now()
  const look = async () => {
    const isLate = Date.now() > began + SEEN_SENDING_MS
    worker = isLate || (await isSending(setting)) ? await workers.holder(['placement.work']) : undefined
    return worker !== undefined
  }
  await until(look, within_ms, 'a worker sends', 5)
  if (!worker) throw new Error('nobody sends')
  return worker
}

/** Whoever has just committed an intent stands still before its bytes leave. Nobody does while the database is away. */
export async function freezeAtIntent(
  { server: { behind } }: ChaosSetting,
  workers: KillableWorkers,
  within_ms: number,
) {
  const client = await behind.connect()
  const lost = new Promise<void>((done) => client.once('error', () => done()))
  try {
    const handled = new Promise<void>((done) => client.once('notification', () => done(workers.stopAll())))
    await client.query(`listen ${INTENT}`)
    await Promise.race([handled, lost, pause(within_ms)])
  } finally {
    client.release(true) // it listens
  }
  await workers.goOn(['placement.work'], FROZEN_LONG_MS)
}

/** At most so many are under way: the others are bought, not bought, or a person is asked. */
export const settled = ({ server: { behind } }: ChaosSetting, within_ms: number, rest = 0) =>
  until(
    async () => {
      const { rows } = await behind.query(`select from supplier_orders
        where state not in ('placed', 'failed', 'cancelled', 'needs_decision')
        union all select from placement_clicks`)
      return rows.length <= rest
    },
    within_ms,
    'everything is settled or asked',
  )

const Books = z.object({
  orders: z.array(z.object({ no: z.coerce.number(), reference: z.string(), buyer: z.string() })),
  payments: z.array(z.object({ order_no: z.coerce.number(), amount: z.coerce.number() })),
})

interface Bought {
  order_id: string
  buyer: string
  vendor: string
  state: string
  order_no: string | null
  total: string | null
  alarm: string | null
}

/** What the suppliers' books say against ours, a sentence each. */
export async function judge({ server: { behind }, me, sandbox }: ChaosSetting, clicked: readonly string[]) {
  const wrong: string[] = []
  const { rows } = await behind.query<Bought>(`
    select s.order_id, o.address ->> 'name' as buyer, s.vendor, s.state, s.order_no, s.total, s.alarm
    from supplier_orders s join orders o using (workplace_id, order_id)`)
  const byBuyer = Map.groupBy(rows, ({ buyer }) => buyer)
  const paidBuyers = new Map<string, number>()
  const takings = new Map<string, number>()
  for (const vendor of VENDORS) {
    const { orders, payments } = Books.parse(await sandbox.control(`/${vendor}/books`))
    const paid = Map.groupBy(payments, ({ order_no }) => order_no)
    takings.set(vendor, 0)
    for (const [reference, same] of Map.groupBy(orders, (order) => order.reference))
      if (same.length > 1) wrong.push(`${vendor} ${reference}: sent again while the first could still land`)
    for (const { no, buyer } of orders) {
      const amounts = (paid.get(no) ?? []).map(({ amount }) => amount)
      const amount = amounts.reduce((sum, one) => sum + one, 0)
      if (amounts.length > 1) wrong.push(`${vendor} ${no}, ${buyer}: paid ${amounts.join(', ')}`)
      if (amounts.length === 0) continue
      paidBuyers.set(buyer, (paidBuyers.get(buyer) ?? 0) + 1)
      const ours = byBuyer.get(buyer) ?? []
      const isAsked = ours.some(({ state }) => state === 'needs_decision')
      const found = ours.find(({ state, order_no }) => state === 'placed' && order_no?.endsWith(String(no)))
      if (!found && !isAsked) wrong.push(`${vendor} ${no}, ${buyer}: bought, and ours is ${statesOf(ours)}`)
      if (found && Number(found.total) !== amount)
        wrong.push(`${vendor} ${no}: took ${amount}, ours says ${found.total}`)
      if (found) takings.set(vendor, (takings.get(vendor) ?? 0) + amount)
    }
  }
  for (const [buyer, n] of paidBuyers) if (n > 1) wrong.push(`${buyer}: bought ${n} times`)
  for (const { buyer, state, alarm, order_no } of rows) {
    if (state === 'placed' && !paidBuyers.has(buyer)) wrong.push(`${buyer}: placed as ${order_no}, and not bought`)
    if (alarm) wrong.push(`${buyer}: ${alarm}`)
  }
  const bought = new Set(rows.map(({ order_id }) => order_id))
  const { rows: told } = await behind.query<{ order_id: string; problem: string }>(
    `select l ->> 'order_id' as order_id, l ->> 'problem' as problem
      from placement_plans, jsonb_array_elements(placed -> 'left_out') as l where l ->> 'problem' <> 'already_placing'`,
  )
  const whyOf = new Map(told.map(({ order_id, problem }) => [order_id, problem]))
  for (const order_id of clicked)
    if (!bought.has(order_id)) wrong.push(`${order_id}: the click is lost, ${whyOf.get(order_id) ?? 'nobody says why'}`)
  const { rows: claims } = await behind.query<{ order_id: string }>(
    'select unnest(orders) as order_id from placement_clicks',
  )
  for (const { order_id } of claims) wrong.push(`${order_id}: accepted, and nothing came of it`)
  return [...wrong, ...(await judgeMoney({ behind, me }, takings.get('zopi') ?? 0))]
}

const statesOf = (ours: readonly Bought[]) => ours.map(({ state }) => state).join(', ') || 'unknown'

async function judgeMoney({ behind, me }: { behind: TestServer['behind']; me: Person }, takings: number) {
  const { rows } = await behind.query<{ account: string; amount: string }>(
    'select account, amount from ledger_balances where workplace_id = $1',
    [me.workplace_id],
  )
  const balance = (account: string) => Number(rows.find((row) => row.account === account)?.amount ?? 0)
  const { rows: open } = await behind.query<{ held: string }>(
    `select coalesce(sum(held), 0) as held from supplier_orders where vendor = 'zopi'`,
  )
  const { rows: posted } = await behind.query<{ captured: string }>(
    `select coalesce(sum(amount), 0) as captured from ledger_postings where workplace_id = $1
      and 'supplier_payable.zopi' in (debit, credit)`,
    [me.workplace_id],
  )
  const captured = Number(posted[0]?.captured ?? 0)
  const held = Number(open[0]?.held ?? 0)
  const holds = balance('hold_topup') + balance('hold_bonus')
  const wrong: string[] = []
  if (captured !== takings) wrong.push(`the ledger captured ${captured}, zopi took ${takings}`)
  if (holds !== held) wrong.push(`the ledger holds ${holds}, what is under way needs ${held}`)
  if (balance('order_receivable') !== 0) wrong.push(`${balance('order_receivable')} was spent without a hold`)
  const { rows: silent } =
    await behind.query(`select from attempt_sends x join attempts a using (workplace_id, attempt_id)
    where x.outcome is null and a.state in ('done', 'failed', 'cancelled')`)
  if (silent.length > 0) wrong.push(`${silent.length} sends of settled attempts have no outcome`)
  return wrong
}

export interface ChaosCounts {
  unknown: number
  resends: number
  looks: number
  asked: number
  [other: string]: number
}

/** What the run met. One without unknown outcomes proves nothing. */
export async function countAll({ server: { behind } }: ChaosSetting): Promise<ChaosCounts> {
  const count = async (sql: string): Promise<number> =>
    (await behind.query<{ n: number }>(`select count(*)::int as n from ${sql}`)).rows[0]?.n ?? 0
  const { rows } = await behind.query<{ state: string; n: number }>(
    'select state, count(*)::int as n from supplier_orders group by 1 order by 1',
  )
  return {
    ...Object.fromEntries(rows.map(({ state, n }) => [state, n])),
    sends: await count('attempt_sends'),
    not_sent: await count(`attempt_sends where outcome = 'not_sent'`),
    refused: await count(`attempt_sends where outcome = 'refused'`),
    unknown: await count(`attempt_sends where outcome = 'unknown'`),
    resends: await count('attempt_sends where send_no > 1'),
    looks: await count(`attempt_evidence where source = 'look'`),
    asked: await count(`supplier_orders where state = 'needs_decision'`),
  }
}
