import { type Attempt, isSettled } from '@omni/domain/attempts/attempt.ts'
import { attemptReference } from '@omni/domain/attempts/reference.ts'
import type { Hold } from '@omni/domain/ledger/placing.ts'
import type { Placement, PlacementProfile, PlacementStep, StopReason } from '@omni/domain/placement/placement.ts'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { DB } from '../../platform/db-types.ts'
import { type AttemptRow, readRow, toAttempt } from '../../platform/attempts.ts'
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
export const NEVER = new Date('9999-12-31')

const at = (ms: number | null) => (ms === null ? null : new Date(ms))
const ms = (text: string | null) => (text === null ? null : Date.parse(text))

/**
 * `lock`: nobody else moves it until the end of the transaction. The order behind it is locked first, as everywhere.
 * Undefined: there is none in this workplace.
 */
export async function loadSupplierOrder(
  tx: Tx,
  { workplace_id, supplier_order_id }: SupplierOrderId,
  lock: boolean,
): Promise<Loaded | undefined> {
  if (lock)
    await sql`select from orders o where o.workplace_id = ${workplace_id} and o.order_id = (
      select order_id from supplier_orders where workplace_id = ${workplace_id}
        and supplier_order_id = ${supplier_order_id}) for update`.execute(tx)
  let query = tx
    .selectFrom('supplier_orders')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('supplier_order_id', '=', supplier_order_id)
  if (lock) query = query.forUpdate()
  const row = await query.executeTakeFirst()
  if (!row) return undefined
  const attempt = await readRow(tx, { workplace_id, attempt_id: row.attempt_id })
  return {
    row,
    attempt,
    placement: toPlacement(row, toAttempt(attempt)),
    // As `placeOrders` and `writeSupplierOrder` wrote them.
    profile: row.profile as unknown as PlacementProfile,
    basket: row.basket as unknown as Basket,
    hold: row.hold as Hold | null,
  }
}

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

interface Written {
  attempt_id: string
  hold: Hold | null
  error_key: string | null
  alarm: 'late' | 'second_purchase' | null
  quota_cycle: string | null
}

export async function writeSupplierOrder(
  tx: Tx,
  { row }: Loaded,
  { row: after, wake_at }: Pick<PlacementStep, 'row' | 'wake_at'>,
  { attempt_id, hold, error_key, alarm, quota_cycle }: Written,
  now: Date,
): Promise<void> {
  const { state, n, step, attempt_no, order_no, held, total, question, stop, is_absent, unpaid_since } = after
  const isOver = state === 'placed' || state === 'failed' || state === 'cancelled'
  await tx
    .updateTable('supplier_orders')
    .set({
      state,
      n,
      step,
      attempt_no,
      attempt_id,
      order_no,
      held,
      total,
      question,
      is_absent,
      error_key,
      alarm,
      hold: hold && JSON.stringify(hold),
      stop_because: stop?.because ?? null,
      stop_at: at(stop?.at ?? null),
      unpaid_since: at(unpaid_since),
      quota_cycle,
      version: row.version + 1,
      wake_at: at(wake_at),
      settled_at: isOver ? (row.settled_at ?? now) : null,
    })
    .where('workplace_id', '=', row.workplace_id)
    .where('supplier_order_id', '=', row.supplier_order_id)
    .where('version', '=', row.version)
    .executeTakeFirstOrThrow()
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
export async function insertAttempts(tx: Tx, attempts: readonly NewStepAttempt[]): Promise<void> {
  if (attempts.length === 0) return
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
  await sql`
    insert into attempts (workplace_id, attempt_id, subject_kind, subject_id, n, vendor, account_key, reference, input,
      input_hash, profile, wake_at)
    select r.workplace_id, r.attempt_id, r.subject_kind, r.subject_id, r.n, r.vendor, r.account_key, r.reference, r.input,
      r.input_hash, r.profile, ${NEVER}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (workplace_id uuid, attempt_id uuid, subject_kind text,
      subject_id text, n int, vendor text, account_key text, reference text, input jsonb, input_hash text,
      profile jsonb)`.execute(tx)
}

/** When its attempt would be swept: never, until it is settled. */
export const attemptWake = (attempt: Pick<Attempt, 'state'>): number | null =>
  isSettled(attempt) ? null : NEVER.getTime()
