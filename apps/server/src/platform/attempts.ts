/**
 * The shell around domain/attempts: loads a row, runs `next`, writes what it returned in one transaction. Operations
 * start, decide and stop; only jobs send and look (attempt-jobs.ts).
 */
import {
  type Attempt,
  type AttemptEvent,
  type AttemptProfile,
  type AttemptState,
  type AttemptStep,
  isSettled,
  next,
} from '@omni/domain/attempts/attempt.ts'
import { attemptReference } from '@omni/domain/attempts/reference.ts'
import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Config } from './config.ts'
import type { JobCtx } from './ctx.ts'
import type { Tx } from './db.ts'
import type { DB } from './db-types.ts'
import { inputHash } from './input-hash.ts'
import { addingOne, enqueue, forget, job } from './jobs.ts'
import { attemptAlarms } from './metrics.ts'

/** What became of one send. Anything thrown counts as `unknown`. */
export type SendOutcome =
  | { outcome: 'done'; effect: string; detail?: unknown }
  /** On the vendor's closed list of "nothing was done". `later`: a rate limit or a token, to be sent again. */
  | { outcome: 'refused'; later: boolean; error_key: string; retry_after_s?: number | undefined; detail?: unknown }
  | { outcome: 'unknown'; detail?: unknown }
  | { outcome: 'not_sent'; detail?: unknown }

export interface Addressed<I> {
  attempt_id: string
  subject_id: string
  account_key: string
  reference: string
  input: I
}

export interface AttemptKind<I extends z.ZodObject = z.ZodObject> {
  /** Also the `subject_kind` of its rows. */
  name: string
  vendor: string
  input: I
  profile: AttemptProfile
  /**
   * Gets everything a send needs (a good token, a place in the vendor's limits) before the intent is committed; what it
   * answers sends once. `send_by` is a reading of `performance.now()`; past it nothing may be sent any more.
   */
  prepare: (ctx: JobCtx, address: Addressed<z.output<I>>) => Promise<(send_by: number) => Promise<SendOutcome>>
  /** The effects the vendor shows. Throws when it cannot be asked. Absent where `profile.find` is `none`. */
  look?: (
    ctx: JobCtx,
    /** `quiet`: nothing of it can land or be hidden any more. */
    looking: Addressed<z.output<I>> & { since: Date; quiet: boolean },
  ) => Promise<{ effect: string; detail?: unknown }[]>
  /** In the transaction that changes the state: what belongs to the same commit (postings, events, realtime). */
  changed?: (tx: Tx, change: AttemptChange<z.output<I>>) => Promise<void>
}

export interface AttemptChange<I> extends Addressed<I> {
  workplace_id: string
  from: AttemptState
  to: AttemptState
  effect: string | null
  question: Attempt['question']
  error_key: string | null
  /** What was said by whoever caused the change: a `SendOutcome`, what a look-up found, a person's word. */
  says: unknown
}

/** Declares a kind of write; an area binds it in `Feature.attempts`. */
export const attempt = <I extends z.ZodObject>(kind: AttemptKind<I>): AttemptKind<I> => kind

export interface NewAttempt<I extends z.ZodObject> {
  workplace_id: string
  /** Where the caller writes down the reference in the same breath. Left out: a new one. */
  attempt_id?: string
  /** What must be done once. An effect that may be repeated (a second refund) is another subject. */
  subject_id: string
  account_key: string
  input: z.input<I>
  /** When a job takes its turn, where the caller takes it at once itself. Left out: now. */
  turn_at?: Date
  /** Where the vendor has only a list: equal for baskets that the list could not tell apart. */
  fingerprint?: string
}

/** `started` is false when this subject has an attempt under way, or was done before: that one is answered. */
export interface StartedAttempt {
  attempt_id: string
  state: AttemptState
  started: boolean
  /** Whether the attempt that is answered has the same input. */
  same_input: boolean
}

export type AttemptRow = Selectable<DB['attempts']>

export const takeTurn = job('attempts.turn', {
  payload: z.object({ workplace_id: z.string(), attempt_id: z.string() }),
  attempts: 25,
  key: ({ attempt_id }) => attempt_id,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

/**
 * For a statement that starts an attempt and does something beside it: `started` is the part that writes it down, a row
 * with its `attempt_id` or none, and `turn` adds its job for that row.
 */
export async function starting<I extends z.ZodObject>(
  tx: Tx,
  kind: AttemptKind<I>,
  { workplace_id, subject_id, account_key, fingerprint, turn_at, ...wish }: NewAttempt<I>,
) {
  const input = kind.input.parse(wish.input)
  const input_hash = await inputHash(input)
  const { attempt_id = randomUUID() } = wish
  const reference = attemptReference(attempt_id)
  const started = sql`
    insert into attempts (workplace_id, attempt_id, subject_kind, subject_id, n, vendor, account_key, reference,
      input, input_hash, fingerprint, profile, wake_at)
    values (${workplace_id}, ${attempt_id}, ${kind.name}, ${subject_id},
      -- Along the key of its numbers, also while nothing is known of how the rows are spread.
      1 + coalesce((select a.n from attempts a where a.workplace_id = ${workplace_id}
        and a.subject_kind = ${kind.name} and a.subject_id = ${subject_id} order by a.n desc limit 1), 0),
      ${kind.vendor}, ${account_key}, ${reference}, ${JSON.stringify(input)}::jsonb, ${input_hash},
      ${fingerprint ?? null}, ${JSON.stringify(kind.profile)}::jsonb, now())
    on conflict do nothing returning attempt_id`
  const turn = addingOne(tx, takeTurn, { workplace_id, attempt_id }, turn_at)
  return { attempt_id, reference, input_hash, started, turn }
}

/** Commits the wish with the caller's own work. A job sends. */
export async function startAttempt<I extends z.ZodObject>(
  tx: Tx,
  kind: AttemptKind<I>,
  wish: NewAttempt<I>,
): Promise<StartedAttempt> {
  const { attempt_id, input_hash, started, turn } = await starting(tx, kind, wish)
  const { rows } = await sql<{ attempt_id: string }>`
    with started as (${started}) select attempt_id, ${turn} from started`.execute(tx)
  if (rows.length > 0) return { attempt_id, state: 'intended', started: true, same_input: true }
  const subject = { workplace_id: wish.workplace_id, subject_kind: kind.name, subject_id: wish.subject_id }
  const other = await tx
    .selectFrom('attempts')
    .select(['attempt_id', 'state', 'input_hash'])
    .where((eb) => eb.and(subject))
    .where('state', 'not in', ['failed', 'cancelled'])
    .executeTakeFirstOrThrow()
  const state = other.state as AttemptState // the table's own check
  return { attempt_id: other.attempt_id, state, started: false, same_input: other.input_hash === input_hash }
}

/** A person says what is there, or wants it stopped. In the operation's own transaction. */
export async function tellAttempt<I extends z.ZodObject>(
  tx: Tx,
  kind: AttemptKind<I>,
  id: { workplace_id: string; attempt_id: string; user_id: string },
  event: Extract<AttemptEvent, { is: 'person' | 'cancel' }>,
  now: Date,
): Promise<AttemptState> {
  const evidence = { source: 'person' as const, delivery_key: randomUUID(), asked_at: now, says: event }
  const { workplace_id, attempt_id, user_id } = id
  for (;;) {
    const step = await commitStep(tx, kind, { workplace_id, attempt_id }, event, now, { ...evidence, by_user: user_id })
    if (step !== 'changed') return step.attempt.state
  }
}

export interface Evidence {
  source: 'reply' | 'look' | 'person'
  delivery_key: string
  asked_at: Date
  says: unknown
  by_user?: string
  /** Which send this answers. */
  answers?: { send_no: number; outcome: SendOutcome['outcome'] }
  error_key?: string
}

export interface AttemptId {
  workplace_id: string
  attempt_id: string
}

const at = (ms: number | null) => (ms === null ? null : new Date(ms))
const ms = (text: string | null) => (text === null ? null : Date.parse(text))

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

export const readRow = (tx: Tx, { workplace_id, attempt_id }: AttemptId) =>
  tx
    .selectFrom('attempts')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('attempt_id', '=', attempt_id)
    .executeTakeFirstOrThrow()

/**
 * Runs `next` on the row and writes everything it returned. `changed`: somebody else wrote the row since it was read,
 * and neither the step nor its command may be used. Two equal attempts that start at once end here with an error of the
 * key `attempts_twins`; the engine runs the loser again.
 */
export async function commitStep<I extends z.ZodObject>(
  tx: Tx,
  kind: AttemptKind<I>,
  id: AttemptId,
  event: AttemptEvent,
  now: Date,
  evidence?: Evidence,
): Promise<AttemptStep | 'changed'> {
  const row = await readRow(tx, id)
  const before = toAttempt(row)
  const profile = row.profile as unknown as AttemptProfile // as `startAttempt` wrote it
  let step = next(profile, before, await withTwin(tx, row, event), now.getTime())
  if (step.alarm === 'late' && (await hasSuccessor(tx, row))) {
    // Another attempt of the subject is under way or done. Both rows stay as they are, and somebody must look.
    step = { attempt: before, command: null, wake_at: ms(row.wake_at), alarm: 'second_effect' }
  }
  const { attempt: after } = step
  if ((await writeAttempts(tx, [{ row, step, evidence }], now)).size === 0) return 'changed'
  if (step.wake_at !== null) await enqueue(tx, takeTurn, id, new Date(step.wake_at))
  // The turn that would have found it unfinished is not needed: thousands of them would be waded through by all others.
  else await forget(tx, takeTurn, id)
  if (step.alarm) attemptAlarms.inc({ alarm: step.alarm })
  if (after.state !== before.state)
    await kind.changed?.(tx, {
      ...addressOf(kind, row),
      workplace_id: row.workplace_id,
      from: before.state,
      to: after.state,
      effect: after.effect,
      question: after.question,
      error_key: evidence?.error_key ?? row.error_key,
      says: evidence?.says ?? null,
    })
  return step
}

export interface AttemptWrite {
  /** As it was read. */
  row: AttemptRow
  step: Pick<AttemptStep, 'attempt' | 'command' | 'wake_at'> & { alarm?: AttemptStep['alarm'] }
  evidence?: Evidence | undefined
}

/**
 * Writes what steps made of their rows: the state, the send, what was said. Answers the attempts that were written.
 * Another one was written by somebody else since it was read, and neither its step nor its command may be used.
 */
export async function writeAttempts(tx: Tx, writes: readonly AttemptWrite[], now: Date): Promise<Set<string>> {
  if (writes.length === 0) return new Set()
  const changes = writes.map(({ row, step: { attempt: after, wake_at, alarm }, evidence }) => ({
    ...after,
    workplace_id: row.workplace_id,
    attempt_id: row.attempt_id,
    version: row.version,
    first_intent_at: at(after.first_intent_at),
    last_intent_at: at(after.last_intent_at),
    error_key: evidence?.error_key ?? row.error_key,
    alarm: alarm ?? row.alarm,
    wake_at: at(wake_at),
    settled_at: isSettled(after) ? (row.settled_at ?? now) : null,
  }))
  const { rows } = await sql<{ attempt_id: string }>`
    update attempts a set state = r.state, send_no = r.send_no, sends = r.sends, first_intent_at = r.first_intent_at,
      last_intent_at = r.last_intent_at, refusal = r.refusal, clear = r.clear, stop = r.stop, question = r.question,
      effect = r.effect, error_key = r.error_key, alarm = r.alarm, wake_at = r.wake_at, settled_at = r.settled_at,
      version = r.version + 1
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as r (workplace_id uuid, attempt_id uuid, version int,
      state text, send_no int, sends int, first_intent_at timestamptz, last_intent_at timestamptz, refusal text,
      clear boolean, stop boolean, question text, effect text, error_key text, alarm text, wake_at timestamptz,
      settled_at timestamptz)
    where a.workplace_id = r.workplace_id and a.attempt_id = r.attempt_id and a.version = r.version
    returning a.attempt_id`.execute(tx)
  const written = new Set(rows.map(({ attempt_id }) => attempt_id))
  const own = writes.filter(({ row }) => written.has(row.attempt_id))
  await noteEvidence(
    tx,
    own.flatMap(({ row, evidence }) => (evidence ? [{ ...idOf(row), ...evidence }] : [])),
    now,
  )
  await closeSends(tx, own.filter(isSendOver), now)
  await insertSends(tx, own, now)
  return written
}

const idOf = ({ workplace_id, attempt_id }: AttemptRow): AttemptId => ({ workplace_id, attempt_id })

/** A sender that never reported: its outcome is unknown from here on. */
const isSendOver = ({ row, step: { attempt: after } }: AttemptWrite) =>
  row.state === 'sending' && (after.state !== 'sending' || after.send_no > row.send_no)

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

/** A turn asks whether an equal one is under way; the unique key `attempts_twins` holds in any case. */
async function withTwin(tx: Tx, row: AttemptRow, event: AttemptEvent): Promise<AttemptEvent> {
  if (event.is !== 'turn' || row.fingerprint === null) return event
  const { rows } = await sql<{ twin: boolean }>`
    select has_live_twin(${row.vendor}, ${row.account_key}, ${row.fingerprint}, ${row.attempt_id}) as twin`.execute(tx)
  return { ...event, twin_live: rows[0]?.twin ?? false }
}

async function hasSuccessor(tx: Tx, { workplace_id, subject_kind, subject_id, attempt_id }: AttemptRow) {
  const other = await tx
    .selectFrom('attempts')
    .select('attempt_id')
    .where((eb) => eb.and({ workplace_id, subject_kind, subject_id }))
    .where('attempt_id', '<>', attempt_id)
    .where('state', 'not in', ['failed', 'cancelled'])
    .executeTakeFirst()
  return other !== undefined
}

/** What was said, once each; and which sends it answers. */
export async function noteEvidence(tx: Tx, said: readonly (AttemptId & Evidence)[], now: Date): Promise<void> {
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

export const addressOf = <I extends z.ZodObject>(kind: AttemptKind<I>, row: AttemptRow): Addressed<z.output<I>> => ({
  attempt_id: row.attempt_id,
  subject_id: row.subject_id,
  account_key: row.account_key,
  reference: row.reference,
  input: kind.input.parse(row.input),
})

/** A rehearsal may say how long the supplier takes; what has begun keeps its own times. */
export function withRehearsal<I extends z.ZodObject>(
  kind: AttemptKind<I>,
  { PLACEMENT_LANDS_MS: ms }: Pick<Config, 'PLACEMENT_LANDS_MS'>,
): AttemptKind<I> {
  if (ms === undefined) return kind
  const quick = { answers_within_ms: ms, lands_within_ms: ms, shows_within_ms: ms }
  return { ...kind, profile: { ...kind.profile, send_within_ms: Math.min(kind.profile.send_within_ms, ms), ...quick } }
}

/** The same for what is written to a store. */
export function withStoreRehearsal<K extends { profile: AttemptProfile }>(
  kind: K,
  { LISTING_LANDS_MS: ms }: Pick<Config, 'LISTING_LANDS_MS'>,
): K {
  if (ms === undefined) return kind
  return { ...kind, profile: { ...kind.profile, answers_within_ms: ms, lands_within_ms: ms, shows_within_ms: ms } }
}
