import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { Loaded } from '../placement/supplier-order-row.ts'

/** How a question that was answered yes, and one that was answered no, are named among what was said. */
export const pressedAs = (ask_id: string): string => `press ${ask_id}`
export const askedAs = (ask_id: string): string => `ask ${ask_id}`

/**
 * Which send a permission was for. Null: this question was never answered yes, so whoever asked it can say nothing about
 * a press, which may be somebody else's.
 */
export async function sendOf(
  tx: Tx,
  { row: { workplace_id, attempt_id } }: Pick<Loaded, 'row'>,
  ask_id: string,
): Promise<number | null> {
  const { rows } = await sql<{ send_no: number }>`
    select (says ->> 'send_no')::int as send_no from attempt_evidence
    where workplace_id = ${workplace_id} and attempt_id = ${attempt_id} and source = 'reply'
      and delivery_key = ${pressedAs(ask_id)}`.execute(tx)
  return rows[0]?.send_no ?? null
}
