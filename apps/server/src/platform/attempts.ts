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
  next,
} from '@omni/domain/attempts/attempt.ts'
import { attemptReference } from '@omni/domain/attempts/reference.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import {
  type AttemptId,
  type AttemptRow,
  type AttemptWrite,
  type Evidence,
  idOf,
  ms,
  readRows,
  toAttempt,
  writeAttempts,
} from './attempt-rows.ts'
import type { Config } from './config.ts'
import type { JobCtx } from './ctx.ts'
import type { Tx } from './db.ts'
import { inputHash } from './input-hash.ts'
import { adding, addingOne, cancelAll, enqueueAll, job } from './jobs.ts'
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
  /** In place of `changed`, where many change in one transaction. */
  changedTogether?: (tx: Tx, changes: readonly AttemptChange<z.output<I>>[]) => Promise<void>
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
  now: Date
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
  /** Where the vendor has only a list: equal for baskets that the list could not tell apart. */
  fingerprint?: string
}

interface Timed {
  /** When a job takes its turn, where the caller takes it at once itself. Left out: now. */
  turn_at?: Date
}

/** `started` is false when this subject has an attempt under way, or was done before: that one is answered. */
export interface StartedAttempt {
  attempt_id: string
  state: AttemptState
  started: boolean
  /** Whether the attempt that is answered has the same input. */
  same_input: boolean
}

interface StartedRow extends StartedAttempt {
  /** The attempt that is answered, as it stands. */
  row: AttemptRow
}

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
  kind: AttemptKind<I>,
  { workplace_id, subject_id, account_key, fingerprint, turn_at, ...request }: NewAttempt<I> & Timed,
) {
  const input = kind.input.parse(request.input)
  const input_hash = await inputHash(input)
  const { attempt_id = randomUUID() } = request
  const reference = attemptReference(attempt_id)
  const started = sql`
    insert into attempts (workplace_id, attempt_id, subject_kind, subject_id, n, vendor, account_key, reference,
      input, input_hash, fingerprint, profile, due_at)
    values (${workplace_id}, ${attempt_id}, ${kind.name}, ${subject_id},
      -- Along the key of its numbers, also while nothing is known of how the rows are spread.
      1 + coalesce((select a.n from attempts a where a.workplace_id = ${workplace_id}
        and a.subject_kind = ${kind.name} and a.subject_id = ${subject_id} order by a.n desc limit 1), 0),
      ${kind.vendor}, ${account_key}, ${reference}, ${JSON.stringify(input)}::jsonb, ${input_hash},
      ${fingerprint ?? null}, ${JSON.stringify(kind.profile)}::jsonb, now())
    on conflict do nothing returning attempt_id`
  const turn = addingOne(takeTurn, { workplace_id, attempt_id }, turn_at)
  return { attempt_id, reference, input_hash, started, turn }
}

/** Commits the request with the caller's own work. A job sends. */
export async function startAttempt<I extends z.ZodObject>(
  tx: Tx,
  kind: AttemptKind<I>,
  request: NewAttempt<I> & Timed,
): Promise<StartedAttempt> {
  const { attempt_id, input_hash, started, turn } = await starting(kind, request)
  const { rows } = await sql<{ attempt_id: string; added: unknown }>`
    with started as (${started}) select attempt_id, ${turn} as added from started`.execute(tx)
  if (rows.length > 0) return { attempt_id, state: 'intended', started: true, same_input: true }
  const subject = { workplace_id: request.workplace_id, subject_kind: kind.name, subject_id: request.subject_id }
  const { row: _row, ...before } = await startedBefore(tx, subject, input_hash)
  return before
}

/** Several of one workplace at once, each of another subject. Answers in their order. */
export async function startAttempts<I extends z.ZodObject>(
  tx: Tx,
  kind: AttemptKind<I>,
  requests: readonly NewAttempt<I>[],
  turn_at?: Date,
): Promise<StartedRow[]> {
  const news = await Promise.all(
    requests.map(async ({ attempt_id = randomUUID(), fingerprint = null, ...request }) => {
      const input = kind.input.parse(request.input)
      const reference = attemptReference(attempt_id)
      return { ...request, attempt_id, reference, fingerprint, input, input_hash: await inputHash(input) }
    }),
  )
  const ids = news.map(({ workplace_id, attempt_id }) => ({ workplace_id, attempt_id }))
  const { rows: jobs, add } = adding(takeTurn, ids, turn_at)
  const { rows } = await sql<AttemptRow & { added: unknown }>`
    with requested as (
      select w.*, j.* from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as w (workplace_id uuid, attempt_id uuid,
          subject_id text, account_key text, reference text, input jsonb, input_hash text, fingerprint text)
        join unnest(${ids.map(({ attempt_id }) => attempt_id)}::uuid[], ${jobs.payload}::text[], ${jobs.key}::text[],
          ${jobs.queue}::text[]) as j (of_attempt, payload, key, queue) on j.of_attempt = w.attempt_id),
    started as (
      insert into attempts (workplace_id, attempt_id, subject_kind, subject_id, n, vendor, account_key, reference,
        input, input_hash, fingerprint, profile, due_at)
      select w.workplace_id, w.attempt_id, ${kind.name}, w.subject_id,
        -- Along the key of its numbers, also while nothing is known of how the rows are spread.
        1 + coalesce((select a.n from attempts a where a.workplace_id = w.workplace_id
          and a.subject_kind = ${kind.name} and a.subject_id = w.subject_id order by a.n desc limit 1), 0),
        ${kind.vendor}, w.account_key, w.reference, w.input, w.input_hash, w.fingerprint,
        ${JSON.stringify(kind.profile)}::jsonb, now()
      from requested w order by w.attempt_id
      on conflict do nothing returning *)
    select s.*, ${add} as added from started s join requested w on w.of_attempt = s.attempt_id`.execute(tx)
  const startedOf = new Map(rows.map(({ added: _void, ...row }) => [row.attempt_id, row]))
  const answers: StartedRow[] = []
  for (const { workplace_id, subject_id, attempt_id, input_hash } of news) {
    const row = startedOf.get(attempt_id)
    if (row) answers.push({ attempt_id, state: 'intended', started: true, same_input: true, row })
    else answers.push(await startedBefore(tx, { workplace_id, subject_kind: kind.name, subject_id }, input_hash))
  }
  return answers
}

async function startedBefore(
  tx: Tx,
  subject: { workplace_id: string; subject_kind: string; subject_id: string },
  input_hash: string,
): Promise<StartedRow> {
  const row = await tx
    .selectFrom('attempts')
    .selectAll()
    .where((eb) => eb.and(subject))
    .where('state', 'not in', ['failed', 'cancelled'])
    .executeTakeFirstOrThrow()
  const state = row.state as AttemptState // the table's own check
  return { attempt_id: row.attempt_id, state, started: false, same_input: row.input_hash === input_hash, row }
}

/** A person says what is there, or wants it stopped. In the operation's own transaction. */
export async function reportAttempt<I extends z.ZodObject>(
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

/** What is heard of an attempt. */
export interface AttemptNews {
  id: AttemptId
  event: AttemptEvent
  evidence?: Evidence | undefined
}

export async function commitStep<I extends z.ZodObject>(
  tx: Tx,
  kind: AttemptKind<I>,
  id: AttemptId,
  event: AttemptEvent,
  now: Date,
  evidence?: Evidence,
): Promise<AttemptStep | 'changed'> {
  const [step] = await commitSteps(tx, kind, [{ id, event, evidence }], now)
  if (!step) throw new Error('a step was not committed')
  return step
}

/**
 * Runs `next` on each row and writes everything it returned; answers in the order of the news, which are of different
 * attempts of one workplace. `changed`: somebody else wrote the row since it was read, and neither the step nor its
 * command may be used. Two equal attempts that start at once end here with an error of the key `attempts_twins`; the
 * engine runs the loser again.
 */
export async function commitSteps<I extends z.ZodObject>(
  tx: Tx,
  kind: AttemptKind<I>,
  news: readonly AttemptNews[],
  now: Date,
): Promise<(AttemptStep | 'changed')[]> {
  const rows = await readRows(
    tx,
    news.map(({ id }) => id),
  )
  const moves: (AttemptWrite & { step: AttemptStep })[] = []
  for (const { id, event, evidence } of news) {
    const row = rows.get(id.attempt_id)
    if (!row) throw new Error(`there is no attempt ${id.attempt_id}`)
    const before = toAttempt(row)
    const profile = row.profile as unknown as AttemptProfile // as `startAttempts` wrote it
    let step = next(profile, before, await withTwin(tx, row, event), now.getTime())
    if (step.alarm === 'late' && (await hasSuccessor(tx, row))) {
      // Another attempt of the subject is under way or done. Both rows stay as they are, and somebody must look.
      step = { attempt: before, command: null, due_at: ms(row.due_at), alarm: 'second_effect' }
    }
    moves.push({ row, step, evidence })
  }
  const written = await writeAttempts(tx, moves, now)
  const own = moves.filter(({ row }) => written.has(row.attempt_id))
  const turns = Map.groupBy(own, ({ step }) => step.due_at)
  for (const [due_at, due] of turns) {
    const ids = due.map(({ row }) => idOf(row))
    if (due_at !== null) await enqueueAll(tx, takeTurn, ids, new Date(due_at))
    // The turn that would have found it unfinished is not needed: thousands of them would be waded through by all others.
    else await cancelAll(tx, takeTurn, ids)
  }
  for (const { step } of own) if (step.alarm) attemptAlarms.inc({ alarm: step.alarm })
  await reportChanges(
    tx,
    kind,
    own.filter(({ row, step }) => step.attempt.state !== row.state),
    now,
  )
  return moves.map(({ row, step }) => (written.has(row.attempt_id) ? step : 'changed'))
}

async function reportChanges<I extends z.ZodObject>(
  tx: Tx,
  kind: AttemptKind<I>,
  moves: readonly AttemptWrite[],
  now: Date,
): Promise<void> {
  if (moves.length === 0) return
  const changes = moves.map(({ row, step: { attempt: after }, evidence }) => ({
    ...addressOf(kind, row),
    workplace_id: row.workplace_id,
    from: row.state as AttemptState, // the table's own check
    to: after.state,
    effect: after.effect,
    question: after.question,
    error_key: evidence?.error_key ?? row.error_key,
    says: evidence?.says ?? null,
    now,
  }))
  if (kind.changedTogether) return kind.changedTogether(tx, changes)
  for (const change of changes) await kind.changed?.(tx, change)
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
