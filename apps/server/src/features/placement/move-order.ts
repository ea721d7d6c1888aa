/**
 * The shell around domain/placement: loads a supplier order, runs `next`, and writes everything it returned in one
 * transaction. Operations of people and the turns of the worker all come through here.
 */
import type { AttemptCommand } from '@omni/domain/attempts/attempt.ts'
import { next } from '@omni/domain/placement/next.ts'
import {
  isLive,
  type PlacementEvent,
  type PlacementStep,
  type SupplierOrder,
} from '@omni/domain/placement/placement.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { type Evidence, noteEvidence, writeAttempt } from '../../platform/attempts.ts'
import type { Tx } from '../../platform/db.ts'
import { placementAlarms } from '../../platform/metrics.ts'
import { tellWorkplace } from '../../platform/realtime.ts'
import { returnFeature } from '../billing/grant-feature.ts'
import { regroupOrders } from '../orders/regroup.ts'
import { moveMoney } from './money.ts'
import {
  attemptWake,
  insertAttempts,
  type Loaded,
  loadSupplierOrder,
  type SupplierOrderId,
  writeSupplierOrder,
} from './supplier-order-row.ts'
import { isNumberNew, noteMove } from './tell-order.ts'

export interface Moved extends PlacementStep {
  before: Loaded
  /** Of the present step, after the move. */
  attempt_id: string
}

export interface StepEvidence extends Evidence {
  /** What it answers; left out: the attempt of the present step. */
  attempt_id?: string
  /** Under which the supplier has further parts of the purchase. */
  more_numbers?: readonly string[]
}

/** Null: there is no such supplier order in this workplace. */
export async function moveOrder(
  tx: Tx,
  id: SupplierOrderId,
  event: PlacementEvent,
  now: Date,
  said?: StepEvidence,
): Promise<Moved | null> {
  const before = await loadSupplierOrder(tx, id, true)
  if (!before) return null
  const evidence = await ownEvidence(tx, before, said, now)
  const heard = await withOwnNumbers(tx, before, event)
  const step = await keepLines(tx, before, next(before.profile, before.placement, heard, now.getTime()))
  const hold = await moveMoney(tx, before, step.money, now)
  const attempt_id = await writeAttempts(tx, before, step, now, evidence)
  const isBack = before.row.quota_cycle !== null && (step.row.state === 'failed' || step.row.state === 'cancelled')
  await writeSupplierOrder(
    tx,
    before,
    step,
    {
      attempt_id,
      hold,
      error_key: errorOf(before, step, evidence),
      alarm: alarmOf(before, step),
      quota_cycle: isBack ? null : before.row.quota_cycle,
    },
    now,
  )
  await claimNumbers(tx, before, step, said?.more_numbers ?? [])
  if (isBack && before.row.quota_cycle !== null)
    await returnFeature(
      tx,
      { workplace_id: id.workplace_id, feature: 'ORDER_FULFILLMENT', cycle_start: before.row.quota_cycle },
      1,
    )
  for (const { is } of step.news) if (is !== 'moved') placementAlarms.inc({ alarm: is })
  if (step.news.length > 0 || isNumberNew(before, step)) {
    await noteMove(tx, before, step, now)
    await regroupOrders(tx, id.workplace_id, [before.row.order_id], { replan: false })
    await tellWorkplace(tx, id.workplace_id, 'placement.changed', {})
    await tellWorkplace(tx, id.workplace_id, 'orders.changed', {})
  }
  return { ...step, before, attempt_id }
}

/** What was said about the present step. What comes late is kept with the step it answers, and decides nothing here. */
async function ownEvidence(tx: Tx, { row }: Loaded, said: StepEvidence | undefined, now: Date) {
  const { workplace_id } = row
  if (!said?.attempt_id || said.attempt_id === row.attempt_id) return said
  await noteEvidence(tx, { workplace_id, attempt_id: said.attempt_id }, said, now)
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
  return { ...step, row: placement, news: [{ is: 'second_purchase', order_no: order_no ?? '' }], wake_at: null }
}

/** The old attempt as it ended, the new one of the next step, or the same one moved on. */
async function writeAttempts(
  tx: Tx,
  { row, attempt, placement, profile }: Loaded,
  { row: after, command }: PlacementStep,
  now: Date,
  evidence?: Evidence,
): Promise<string> {
  const sent: AttemptCommand | null = command?.do === 'send' ? { do: 'send', ...sendOf(command) } : null
  const { workplace_id, supplier_order_id, vendor, account_key } = row
  if (after.attempt_no === placement.attempt_no) {
    const step = { attempt: after.attempt, command: sent, wake_at: attemptWake(after.attempt), alarm: null }
    await writeOrFail(tx, attempt, step, now, evidence)
    return row.attempt_id
  }
  // The step before is done: it made, or confirmed, what the next one goes on with.
  const isOpen = placement.attempt.state !== 'failed' && placement.attempt.state !== 'cancelled'
  const done = { ...placement.attempt, state: 'done' as const, question: null, effect: after.order_no }
  const ended = isOpen ? done : placement.attempt
  await writeOrFail(tx, attempt, { attempt: ended, command: null, wake_at: null, alarm: null }, now, evidence)
  const attempt_id = randomUUID()
  const { n, attempt_no, step } = after
  const fresh = { workplace_id, attempt_id, supplier_order_id, n, attempt_no, step, vendor, account_key, profile }
  await insertAttempts(tx, [fresh])
  if (sent) {
    const inserted = { ...attempt, ...NEW_ROW, attempt_id, version: 1 }
    const wake_at = attemptWake(after.attempt)
    await writeOrFail(tx, inserted, { attempt: after.attempt, command: sent, wake_at, alarm: null }, now)
  }
  return attempt_id
}

const sendOf = ({ send_no, send_by }: { send_no: number; send_by: number }) => ({ send_no, send_by })
/** Of an attempt that was just made. */
const NEW_ROW = { state: 'intended', send_no: 0, error_key: null, alarm: null, settled_at: null } as const

async function writeOrFail(...written: Parameters<typeof writeAttempt>): Promise<void> {
  // The supplier order is locked, and nobody else writes its attempts.
  if (!(await writeAttempt(...written))) throw new Error('an attempt of a supplier order was moved by somebody else')
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

/** A number that another supplier order has decides nothing here. */
async function withOwnNumbers(tx: Tx, { row, placement }: Loaded, event: PlacementEvent): Promise<PlacementEvent> {
  if (event.is === 'done' && (await isTaken(tx, row, event.order)))
    return { is: 'unknown', of: event.of, send_no: placement.attempt.send_no }
  if (event.is !== 'seen') return event
  const own: SupplierOrder[] = []
  for (const order of event.orders) if (!(await isTaken(tx, row, order))) own.push(order)
  return own.length === event.orders.length ? event : { is: 'look_failed', of: event.of }
}

export async function isTaken(
  tx: Tx,
  { vendor, account_key, supplier_order_id }: Loaded['row'],
  { order_no }: Pick<SupplierOrder, 'order_no'>,
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select is_order_number_taken(${vendor}, ${account_key}, ${order_no}, ${supplier_order_id}) as taken`.execute(tx)
  return rows[0]?.taken ?? false
}

async function claimNumbers(
  tx: Tx,
  { row }: Loaded,
  { row: after, news }: PlacementStep,
  more: readonly string[],
): Promise<void> {
  const late = news.find((one) => one.is === 'second_purchase')
  const order_no = late && 'order_no' in late ? late.order_no : after.order_no
  if (order_no === null || order_no === '' || order_no === row.order_no) return
  const numbers = [...new Set([order_no, ...more])]
  const { workplace_id, vendor, account_key, supplier_order_id } = row
  await tx
    .insertInto('supplier_order_numbers')
    .values(numbers.map((one) => ({ workplace_id, vendor, account_key, order_no: one, supplier_order_id, n: after.n })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
