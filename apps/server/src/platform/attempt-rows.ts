/** The rows of attempts, their sends and what was said about them: how they are read and written. */
import { type Attempt, type AttemptState, type AttemptStep, isSettled } from '@omni/domain/attempts/attempt.ts'
import { type Selectable, sql } from 'kysely'
import type { Tx } from './db.ts'
import type { DB } from './db-types.ts'

export type AttemptRow = Selectable<DB['attempts']>

export interface Evidence {
  source: 'reply' | 'look' | 'person'
  delivery_key: string
  asked_at: Date
  says: unknown
  by_user?: string
  /** Which send this answers. */
  answers?: { send_no: number; outcome: 'done' | 'refused' | 'unknown' | 'not_sent' }
  error_key?: string
}

export interface AttemptId {
  workplace_id: string
  attempt_id: string
}

const at = (ms: number | null) => (ms === null ? null : new Date(ms))
export const ms = (text: string | null) => (text === null ? null : Date.parse(text))

export const toAttempt = (row: AttemptRow): Attempt => ({
  state: row.state as AttemptState, // the table's own checks, here and below
  send_no: row.send_no,
  sends: row.sends,
  first_intent_at: ms(row.first_intent_at),
  last_intent_at: ms(row.last_intent_at),
  refusal: row.refusal as Attempt['refusal'],
  clear: row.clear,
  stop: row.stop,
  question: row.question as Attempt['question'],
  effect: row.effect,
})

export async function readRows(tx: Tx, ids: readonly AttemptId[]): Promise<Map<string, AttemptRow>> {
  const { rows } = await sql<AttemptRow>`
    select * from attempts where workplace_id = ${ids[0]?.workplace_id}
      and attempt_id = any(${ids.map(({ attempt_id }) => attempt_id)}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.attempt_id, row]))
}

export const readRow = (tx: Tx, { workplace_id, attempt_id }: AttemptId) =>
  tx
    .selectFrom('attempts')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('attempt_id', '=', attempt_id)
    .executeTakeFirstOrThrow()

export interface AttemptWrite {
  /** As it was read. */
  row: AttemptRow
  step: Pick<AttemptStep, 'attempt' | 'command' | 'due_at'> & { alarm?: AttemptStep['alarm'] }
  evidence?: Evidence | undefined
}

/**
 * Writes what steps made of their rows: the state, the send, what was said. Answers the attempts that were written.
 * Another one was written by somebody else since it was read, and neither its step nor its command may be used.
 */
export async function writeAttempts(tx: Tx, writes: readonly AttemptWrite[], now: Date): Promise<Set<string>> {
  if (writes.length === 0) return new Set()
  const changes = writes.map(({ row, step: { attempt: after, due_at, alarm }, evidence }) => ({
    ...after,
    workplace_id: row.workplace_id,
    attempt_id: row.attempt_id,
    version: row.version,
    first_intent_at: at(after.first_intent_at),
    last_intent_at: at(after.last_intent_at),
    error_key: evidence?.error_key ?? row.error_key,
    alarm: alarm ?? row.alarm,
    due_at: at(due_at),
    settled_at: isSettled(after) ? (row.settled_at ?? now) : null,
  }))
  const { rows } = await sql<{ attempt_id: string }>`
    update attempts a set state = r.state, send_no = r.send_no, sends = r.sends, first_intent_at = r.first_intent_at,
      last_intent_at = r.last_intent_at, refusal = r.refusal, clear = r.clear, stop = r.stop, question = r.question,
      effect = r.effect, error_key = r.error_key, alarm = r.alarm, due_at = r.due_at, settled_at = r.settled_at,
      version = r.version + 1
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as r (workplace_id uuid, attempt_id uuid, version int,
      state text, send_no int, sends int, first_intent_at timestamptz, last_intent_at timestamptz, refusal text,
      clear boolean, stop boolean, question text, effect text, error_key text, alarm text, due_at timestamptz,
      settled_at timestamptz)
    where a.workplace_id = r.workplace_id and a.attempt_id = r.attempt_id and a.version = r.version
    returning a.attempt_id`.execute(tx)
  const written = new Set(rows.map(({ attempt_id }) => attempt_id))
  const own = writes.filter(({ row }) => written.has(row.attempt_id))
  await recordEvidence(
    tx,
    own.flatMap(({ row, evidence }) => (evidence ? [{ ...idOf(row), ...evidence }] : [])),
    now,
  )
  await closeSends(tx, own.filter(isSendOver), now)
  await insertSends(tx, own, now)
  return written
}

export const idOf = ({ workplace_id, attempt_id }: AttemptRow): AttemptId => ({ workplace_id, attempt_id })

/** A sender that never reported: its outcome is unknown from here on. What answers the send has closed it. */
const isSendOver = ({ row, step: { attempt: after }, evidence }: AttemptWrite) =>
  row.state === 'sending' &&
  (after.state !== 'sending' || after.send_no > row.send_no) &&
  evidence?.answers?.send_no !== row.send_no

async function closeSends(tx: Tx, over: readonly AttemptWrite[], now: Date): Promise<void> {
  if (over.length === 0) return
  await sql`
    update attempt_sends s set outcome = 'unknown', answered_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(over.map(({ row }) => idOf(row)))}::jsonb)
      as r (workplace_id uuid, attempt_id uuid)
    where s.workplace_id = r.workplace_id and s.attempt_id = r.attempt_id and s.outcome is null`.execute(tx)
}

async function insertSends(tx: Tx, writes: readonly AttemptWrite[], now: Date): Promise<void> {
  const sends = writes.flatMap(({ row, step: { command } }) =>
    command?.do === 'send'
      ? [{ ...idOf(row), send_no: command.send_no, input_hash: row.input_hash, send_by: new Date(command.send_by) }]
      : [],
  )
  if (sends.length === 0) return
  await sql`
    insert into attempt_sends (workplace_id, attempt_id, send_no, input_hash, intent_at, send_by)
    select r.workplace_id, r.attempt_id, r.send_no, r.input_hash, ${now}, r.send_by
    from jsonb_to_recordset(${JSON.stringify(sends)}::jsonb) as r (workplace_id uuid, attempt_id uuid, send_no int,
      input_hash text, send_by timestamptz)`.execute(tx)
}

/** What was said, once each; and which sends it answers. */
export async function recordEvidence(tx: Tx, said: readonly (AttemptId & Evidence)[], now: Date): Promise<void> {
  if (said.length === 0) return
  const rows = said.map(({ answers, ...evidence }) => ({ ...evidence, by_user: evidence.by_user ?? null, ...answers }))
  await sql`
    insert into attempt_evidence (workplace_id, attempt_id, source, delivery_key, asked_at, says, by_user)
    select r.workplace_id, r.attempt_id, r.source, r.delivery_key, r.asked_at, coalesce(r.says, 'null'), r.by_user
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (workplace_id uuid, attempt_id uuid, source text,
      delivery_key text, asked_at timestamptz, says jsonb, by_user uuid)
    on conflict do nothing`.execute(tx)
  const answered = rows.filter(({ send_no }) => send_no !== undefined)
  if (answered.length === 0) return
  await sql`
    update attempt_sends s set outcome = r.outcome, answered_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(answered)}::jsonb) as r (workplace_id uuid, attempt_id uuid, send_no int,
      outcome text)
    where s.workplace_id = r.workplace_id and s.attempt_id = r.attempt_id and s.send_no = r.send_no
      and s.outcome is null`.execute(tx)
}
