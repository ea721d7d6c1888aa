import { type Attempt, isSettled } from '@omni/domain/attempts/attempt.ts'
import { attemptReference } from '@omni/domain/attempts/reference.ts'
import type { Hold } from '@omni/domain/ledger/placing.ts'
import type { Placement, PlacementProfile, PlacementStep, StopReason } from '@omni/domain/placement/placement.ts'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { DB } from '../../platform/db-types.ts'
import { type AttemptRow, toAttempt } from '../../platform/attempt-rows.ts'
import { inputHash } from '../../platform/input-hash.ts'
import type { Basket } from './basket.ts'

export type SupplierOrderRow = Selectable<DB['supplier_orders']>

export interface SupplierOrderId {
  workplace_id: string
  supplier_order_id: string
}

/** A supplier order with the attempt of its present step. */
export interface Loaded {
  row: SupplierOrderRow
  attempt: AttemptRow
  placement: Placement
  profile: PlacementProfile
  basket: Basket
  hold: Hold | null
}

/** The turns of its attempts are taken by the supplier order: this keeps the sweep of attempts away from them. */
const NEVER = new Date('9999-12-31')

const at = (ms: number | null) => (ms === null ? null : new Date(ms))
const ms = (text: string | null) => (text === null ? null : Date.parse(text))

/**
 * `lock`: nobody else moves them until the end of the transaction. The orders behind them are locked first, and always
 * by their ids, as everywhere. What is not in this workplace is left out.
 */
export async function loadSupplierOrders(
  tx: Tx,
  workplace_id: string,
  ids: readonly string[],
  lock: boolean,
): Promise<Map<string, Loaded>> {
  if (lock)
    await sql`select from orders o where o.workplace_id = ${workplace_id} and o.order_id in (
      select order_id from supplier_orders where workplace_id = ${workplace_id}
        and supplier_order_id = any(${ids}::uuid[])) order by o.order_id for update`.execute(tx)
  let query = tx
    .selectFrom('supplier_orders')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('supplier_order_id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('supplier_order_id')
  if (lock) query = query.forUpdate()
  const rows = await query.execute()
  const attempts = await tx
    .selectFrom('attempts')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('attempt_id', '=', sql<string>`any(${rows.map(({ attempt_id }) => attempt_id)}::uuid[])`)
    .execute()
  const attemptOf = new Map(attempts.map((attempt) => [attempt.attempt_id, attempt]))
  return new Map(
    rows.map((row) => {
      const attempt = attemptOf.get(row.attempt_id)
      if (!attempt) throw new Error(`the supplier order ${row.supplier_order_id} has no attempt`)
      return [row.supplier_order_id, toLoaded(row, attempt)]
    }),
  )
}

/** Undefined: there is none in this workplace. */
export const loadSupplierOrder = async (tx: Tx, { workplace_id, supplier_order_id }: SupplierOrderId, lock: boolean) =>
  (await loadSupplierOrders(tx, workplace_id, [supplier_order_id], lock)).get(supplier_order_id)

const toLoaded = (row: SupplierOrderRow, attempt: AttemptRow): Loaded => ({
  row,
  attempt,
  placement: toPlacement(row, toAttempt(attempt)),
  // As `placeOrders` and `writeSupplierOrders` wrote them.
  profile: row.profile as unknown as PlacementProfile,
  basket: row.basket as unknown as Basket,
  hold: row.hold as Hold | null,
})

const toPlacement = (row: SupplierOrderRow, attempt: Attempt): Placement => ({
  state: row.state as Placement['state'], // the table's own checks, here and below
  n: row.n,
  step: row.step as Placement['step'],
  attempt_no: row.attempt_no,
  attempt,
  order_no: row.order_no,
  held: row.held,
  total: row.total,
  question: row.question as Placement['question'],
  stop: row.stop_because === null ? null : { because: row.stop_because as StopReason, at: ms(row.stop_at) ?? 0 },
  is_absent: row.is_absent,
  unpaid_since: ms(row.unpaid_since),
})

export interface SupplierOrderWrite {
  before: Loaded
  step: Pick<PlacementStep, 'row' | 'due_at'>
  attempt_id: string
  hold: Hold | null
  payment_id: string | null
  error_key: string | null
  alarm: 'late' | 'second_purchase' | null
  quota_cycle: string | null
}

export async function writeSupplierOrders(
  tx: Tx,
  workplace_id: string,
  writes: readonly SupplierOrderWrite[],
  now: Date,
): Promise<void> {
  const changes = writes.map(
    ({ before: { row }, step, attempt_id, hold, payment_id, error_key, alarm, quota_cycle }) => {
      const { attempt: _, stop, unpaid_since, ...after } = step.row
      const isOver = after.state === 'placed' || after.state === 'failed' || after.state === 'cancelled'
      return {
        ...after,
        supplier_order_id: row.supplier_order_id,
        version: row.version,
        attempt_id,
        hold,
        payment_id,
        error_key,
        alarm,
        quota_cycle,
        stop_because: stop?.because ?? null,
        stop_at: at(stop?.at ?? null),
        unpaid_since: at(unpaid_since),
        due_at: at(step.due_at),
        settled_at: isOver ? (row.settled_at ?? now) : null,
      }
    },
  )
  const { numAffectedRows } = await sql`
    update supplier_orders s set state = r.state, n = r.n, step = r.step, attempt_no = r.attempt_no,
      attempt_id = r.attempt_id, order_no = r.order_no, held = r.held, total = r.total, question = r.question,
      is_absent = r.is_absent, error_key = r.error_key, alarm = r.alarm, hold = r.hold, payment_id = r.payment_id, stop_because = r.stop_because,
      stop_at = r.stop_at, unpaid_since = r.unpaid_since, quota_cycle = r.quota_cycle, version = r.version + 1,
      due_at = r.due_at, settled_at = r.settled_at
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as r (supplier_order_id uuid, version int, state text,
      n int, step text, attempt_no int, attempt_id uuid, order_no text, held bigint, total bigint, question text,
      is_absent boolean, error_key text, alarm text, hold jsonb, payment_id uuid, stop_because text, stop_at timestamptz,
      unpaid_since timestamptz, quota_cycle date, due_at timestamptz, settled_at timestamptz)
    where s.workplace_id = ${workplace_id} and s.supplier_order_id = r.supplier_order_id
      and s.version = r.version`.execute(tx)
  // They are locked: nobody else writes them.
  if (Number(numAffectedRows) !== writes.length) throw new Error('a supplier order was moved by somebody else')
}

/** What belongs to one step of one try. */
export interface NewStepAttempt {
  workplace_id: string
  attempt_id: string
  supplier_order_id: string
  n: number
  attempt_no: number
  step: Placement['step']
  vendor: string
  account_key: string
  profile: PlacementProfile
}

/** The attempt of a step: the next one under its subject, with a reference that is its own. */
export async function insertAttempts(tx: Tx, attempts: readonly NewStepAttempt[]): Promise<AttemptRow[]> {
  if (attempts.length === 0) return []
  const rows = await Promise.all(
    attempts.map(async ({ supplier_order_id, n, step, attempt_no, profile, ...attempt }) => {
      const input = { supplier_order_id, n, step }
      const promised = step === 'create' ? profile.create : profile[step]
      return {
        ...attempt,
        subject_kind: `placement.${step}`,
        subject_id: `${supplier_order_id}/${n}`,
        n: attempt_no,
        reference: attemptReference(attempt.attempt_id),
        input,
        input_hash: await inputHash(input),
        profile: typeof promised === 'object' && promised ? promised : {},
      }
    }),
  )
  const inserted = await sql<AttemptRow>`
    insert into attempts (workplace_id, attempt_id, subject_kind, subject_id, n, vendor, account_key, reference, input,
      input_hash, profile, due_at)
    select r.workplace_id, r.attempt_id, r.subject_kind, r.subject_id, r.n, r.vendor, r.account_key, r.reference, r.input,
      r.input_hash, r.profile, ${NEVER}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (workplace_id uuid, attempt_id uuid, subject_kind text,
      subject_id text, n int, vendor text, account_key text, reference text, input jsonb, input_hash text,
      profile jsonb)
    returning *`.execute(tx)
  return inserted.rows
}

/** When its attempt would be swept: never, until it is settled. */
export const attemptDue = (attempt: Pick<Attempt, 'state'>): number | null =>
  isSettled(attempt) ? null : NEVER.getTime()
