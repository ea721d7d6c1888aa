import type { REPORT_PROBLEMS } from '@omni/contracts/fulfilments.calls.ts'
import type { Tx } from '../../platform/db.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'

type Problem = (typeof REPORT_PROBLEMS)[number]

const MINUTE_MS = 60_000
const LONGEST_WAIT_MS = 60 * MINUTE_MS

/** When a store that could not be told is tried again: ever more seldom, never sooner than it said. */
export const laterAt = (now: Date, tries: number, retry_after_s = 0): Date =>
  new Date(now.getTime() + Math.max(retry_after_s * 1000, Math.min(MINUTE_MS * 2 ** tries, LONGEST_WAIT_MS)))

/** One row of `store_fulfilments`. */
export interface FulfilmentId {
  workplace_id: string
  supplier_order_id: string
  parcel_no: number
}

/** Names one send. The first parcel of a purchase is named as it was when there was one alone. */
export const subjectOf = (
  { supplier_order_id, parcel_no }: Omit<FulfilmentId, 'workplace_id'>,
  send_no: number,
): string => `${supplier_order_id}${parcel_no === 1 ? '' : `/${parcel_no}`} ${send_no}`

/** It waits, and says why. */
export async function recordWaiting(
  tx: Tx,
  { workplace_id, supplier_order_id, parcel_no }: FulfilmentId,
  why: { problem: Problem; problem_text?: string | null; tries?: number },
): Promise<void> {
  await tx
    .updateTable('store_fulfilments')
    .set({ problem_text: null, ...why })
    .where('workplace_id', '=', workplace_id)
    .where('supplier_order_id', '=', supplier_order_id)
    .where('parcel_no', '=', parcel_no)
    .where('state', '=', 'waiting')
    .execute()
  await publishToWorkplace(tx, workplace_id, 'placement.changed', {})
}
