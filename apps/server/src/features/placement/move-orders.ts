/**
 * The shell around domain/placement: loads supplier orders, runs `next` on each, and writes everything it returned in
 * one transaction, a statement a table. Operations of people and the turns of the worker all come through here.
 */
import type { Hold } from '@omni/domain/ledger/placing.ts'
import { next } from '@omni/domain/placement/next.ts'
import {
  isLive,
  type PlacementEvent,
  type PlacementStep,
  type SupplierOrder,
} from '@omni/domain/placement/placement.ts'
import { sql } from 'kysely'
import { type AttemptRow, type Evidence, recordEvidence } from '../../platform/attempt-rows.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { post } from '../../platform/ledger.ts'
import { placementAlarms } from '../../platform/metrics.ts'
import { emit } from '../../platform/outbox.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { returnFeature } from '../billing/grant-feature.ts'
import { regroupOrders } from '../orders/regroup.ts'
import { finishCardPart } from './jobs.ts'
import { moveMoney } from './money.ts'
import { type Loaded, loadSupplierOrders, type SupplierOrderWrite, writeSupplierOrders } from './supplier-order-row.ts'
import { isNumberNew, recordMoves } from './publish-order.ts'
import { writeSteps } from './write-steps.ts'

export interface Moved extends PlacementStep {
  before: Loaded
  /** As it was written. */
  after: Loaded
}

export interface StepEvidence extends Evidence {
  /** What it answers; left out: the attempt of the present step. */
  attempt_id?: string
  /** Under which the supplier has further parts of the purchase. */
  more_numbers?: readonly string[]
}

export interface Move {
  supplier_order_id: string
  event: PlacementEvent
  said?: StepEvidence | undefined
  /** What its money is held from, where that is not the wallet alone. */
  by_card?: CardHold | undefined
}

/** An authorised card, and what of it and of the wallet is held. */
interface CardHold {
  payment_id: string
  hold: Hold
}

interface Decided {
  before: Loaded
  step: PlacementStep
  evidence: StepEvidence | undefined
  by_card: CardHold | undefined
  more_numbers: readonly string[]
}

/** In the order of `moves`, each of another supplier order. Null: there is no such one in this workplace. */
export async function moveOrders(
  tx: Tx,
  workplace_id: string,
  moves: readonly Move[],
  now: Date,
): Promise<(Moved | null)[]> {
  const ids = moves.map(({ supplier_order_id }) => supplier_order_id)
  const loaded = await loadSupplierOrders(tx, workplace_id, ids, true)
  const owners = await ownersOf(tx, loaded, moves)
  const decided: Decided[] = []
  for (const { supplier_order_id, event, said, by_card } of moves) {
    const before = loaded.get(supplier_order_id)
    if (!before) continue
    const handled = withOwnNumbers(before, event, owners)
    const step = await keepLines(tx, before, next(before.profile, before.placement, handled, now.getTime()))
    const evidence = await ownEvidence(tx, before, said, now)
    decided.push({ before, step, evidence, by_card, more_numbers: said?.more_numbers ?? [] })
  }
  const { moved, unposted } = await write(tx, workplace_id, decided, now)
  await publish(tx, workplace_id, decided, now)
  await post(tx, unposted)
  return ids.map((id) => moved.get(id) ?? null)
}

interface Written extends SupplierOrderWrite {
  step: PlacementStep
  attempt: AttemptRow
}

async function write(tx: Tx, workplace_id: string, decided: readonly Decided[], now: Date) {
  const { holds, unposted } = await moveMoney(
    tx,
    decided.map(({ before, step, by_card }) => ({ before, commands: step.money, from: by_card?.hold })),
    now,
  )
  const attempts = await writeSteps(tx, decided, now)
  const writes = decided.map(({ before, step, evidence, by_card }, at): Written => {
    const attempt = attempts[at] ?? before.attempt
    const isBack = step.row.state === 'failed' || step.row.state === 'cancelled'
    return {
      before,
      step,
      attempt,
      attempt_id: attempt.attempt_id,
      hold: holds[at] ?? null,
      payment_id: by_card?.payment_id ?? before.row.payment_id,
      error_key: errorOf(before, step, evidence),
      alarm: alarmOf(before, step),
      quota_cycle: isBack ? null : before.row.quota_cycle,
    }
  })
  await writeSupplierOrders(tx, workplace_id, writes, now)
  await claimNumbers(tx, workplace_id, decided)
  for (const { before, quota_cycle } of writes) {
    const { quota_cycle: cycle_start } = before.row
    if (cycle_start !== null && quota_cycle === null)
      await returnFeature(tx, { workplace_id, feature: 'ORDER_FULFILLMENT', cycle_start }, 1)
  }
  for (const payment_id of settledPayments(decided)) await enqueue(tx, finishCardPart, { workplace_id, payment_id })
  const moved = new Map(writes.map((written) => [written.before.row.supplier_order_id, movedBy(written)]))
  return { moved, unposted }
}

/** Cards that pay for something that has come to its end. */
const settledPayments = (decided: readonly Decided[]): Set<string> =>
  new Set(decided.flatMap(({ before, step }) => (isLive(step.row) ? [] : (before.row.payment_id ?? []))))

function movedBy({ before, step, attempt, attempt_id, hold }: Written): Moved {
  const row = { ...before.row, attempt_id, version: before.row.version + 1 }
  return { ...step, before, after: { ...before, row, attempt, hold, placement: step.row } }
}

async function publish(tx: Tx, workplace_id: string, decided: readonly Decided[], now: Date): Promise<void> {
  for (const { step } of decided) for (const { is } of step.news) if (is !== 'moved') placementAlarms.inc({ alarm: is })
  const handled = decided.filter(({ before, step }) => step.news.length > 0 || isNumberNew(before, step))
  if (handled.length === 0) return
  await recordMoves(tx, workplace_id, handled, now)
  const orders = [...new Set(handled.map(({ before }) => before.row.order_id))]
  await regroupOrders(tx, workplace_id, orders, { replan: false })
  for (const run_id of unpaidRuns(handled)) await emit(tx, 'orders.unpaid', { workplace_id, run_id })
  await publishToWorkplace(tx, workplace_id, ['placement.changed', 'orders.changed'], {})
}

/** Rules that ordered to be paid later, and of which something moved. */
const unpaidRuns = (decided: readonly Decided[]): Set<string> =>
  new Set(
    decided.flatMap(({ before: { row, placement }, step }) => {
      const isUnpaid = placement.held === null && step.row.held === null && isLive(placement)
      return isUnpaid && row.rule_id !== null && row.run_id !== null ? [row.run_id] : []
    }),
  )

/** What was said about the present step. What comes late is kept with the step it answers, and decides nothing here. */
async function ownEvidence(tx: Tx, { row }: Loaded, said: StepEvidence | undefined, now: Date) {
  const { workplace_id } = row
  if (!said?.attempt_id || said.attempt_id === row.attempt_id) return said
  await recordEvidence(tx, [{ ...said, workplace_id, attempt_id: said.attempt_id }], now)
  return undefined
}

/**
 * Bought after it was settled as not bought, and its lines were bought again meanwhile: the row stays as it is, with the
 * alarm, and a person looks. The money is taken all the same, because it was spent.
 */
async function keepLines(tx: Tx, { row, placement }: Loaded, step: PlacementStep): Promise<PlacementStep> {
  if (isLive(placement) || step.row.state !== 'placed' || placement.state === 'placed') return step
  const { rows } = await sql`
    select from supplier_order_lines mine join supplier_order_lines other
      on other.workplace_id = mine.workplace_id and other.line_id = mine.line_id and other.component = mine.component
    where mine.workplace_id = ${row.workplace_id} and mine.supplier_order_id = ${row.supplier_order_id}
      and other.supplier_order_id <> mine.supplier_order_id and other.live limit 1`.execute(tx)
  if (rows.length === 0) return step
  const { order_no } = step.row
  return { ...step, row: placement, news: [{ is: 'second_purchase', order_no: order_no ?? '' }], due_at: null }
}

/** What was refused stays on the page until it goes on. */
function errorOf({ row }: Loaded, { row: after }: PlacementStep, evidence: Evidence | undefined): string | null {
  if (evidence?.error_key) return evidence.error_key
  return after.state === 'placed' || after.state === 'queued' ? null : row.error_key
}

function alarmOf({ row }: Loaded, { news }: PlacementStep): 'late' | 'second_purchase' | null {
  for (const { is } of news) if (is === 'late' || is === 'second_purchase') return is
  return row.alarm as 'late' | 'second_purchase' | null // the table's own check
}

const numbersIn = (event: PlacementEvent): readonly SupplierOrder[] => {
  if (event.is === 'done') return [event.order]
  return event.is === 'seen' ? event.orders : []
}

/** Names a number by the account that gave it out. */
const numberKey = ({ vendor, account_key }: Loaded['row'], order_no: string) => `${vendor} ${account_key} ${order_no}`

/** To whom the numbers belong that were heard, by `numberKey`. Of two who hear one at once, it is the first one's. */
async function ownersOf(tx: Tx, loaded: Map<string, Loaded>, moves: readonly Move[]): Promise<Map<string, string>> {
  const handled = moves.flatMap(({ supplier_order_id, event }) => {
    const row = loaded.get(supplier_order_id)?.row
    return row ? numbersIn(event).map(({ order_no }) => ({ row, order_no })) : []
  })
  const taken = await takenNumbers(tx, handled)
  const owners = new Map([...taken].map((key) => [key, 'another']))
  for (const { row, order_no } of handled) {
    const key = numberKey(row, order_no)
    if (!owners.has(key)) owners.set(key, row.supplier_order_id)
  }
  return owners
}

/** Those that another supplier order has, by `numberKey`. */
export async function takenNumbers(
  tx: Tx,
  numbers: readonly { row: Loaded['row']; order_no: string }[],
): Promise<Set<string>> {
  if (numbers.length === 0) return new Set()
  const rows = numbers.map(({ row, order_no }) => ({
    key: numberKey(row, order_no),
    vendor: row.vendor,
    account_key: row.account_key,
    supplier_order_id: row.supplier_order_id,
    order_no,
  }))
  const taken = await sql<{ key: string }>`
    select r.key from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (key text, vendor text, account_key text,
      order_no text, supplier_order_id uuid)
    where is_order_number_taken(r.vendor, r.account_key, r.order_no, r.supplier_order_id)`.execute(tx)
  return new Set(taken.rows.map(({ key }) => key))
}

/** A number that another supplier order has decides nothing here. */
function withOwnNumbers({ row, placement }: Loaded, event: PlacementEvent, owners: Map<string, string>) {
  const isOwn = ({ order_no }: SupplierOrder) => owners.get(numberKey(row, order_no)) === row.supplier_order_id
  if (numbersIn(event).every(isOwn)) return event
  if (event.is === 'done') return { is: 'unknown' as const, of: event.of, send_no: placement.attempt.send_no }
  return event.is === 'seen' ? { is: 'look_failed' as const, of: event.of } : event
}

async function claimNumbers(tx: Tx, workplace_id: string, decided: readonly Decided[]): Promise<void> {
  const claims = decided.flatMap(({ before: { row }, step: { row: after, news }, more_numbers }) => {
    const late = news.find(({ is }) => is === 'second_purchase')
    const order_no = late && 'order_no' in late ? late.order_no : after.order_no
    if (order_no === null || order_no === '' || order_no === row.order_no) return []
    const { vendor, account_key, supplier_order_id } = row
    const numbers = [...new Set([order_no, ...more_numbers])]
    return numbers.map((one) => ({ workplace_id, vendor, account_key, order_no: one, supplier_order_id, n: after.n }))
  })
  if (claims.length === 0) return
  await tx
    .insertInto('supplier_order_numbers')
    .values(claims)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
