/** The jobs that carry attempts out. No connection is held while a vendor is waited for. */
import { VendorError } from '@omni/connectors/vendor-error.ts'
import {
  type Attempt,
  type AttemptEvent,
  type AttemptProfile,
  type AttemptStep,
  next,
  quietAt,
} from '@omni/domain/attempts/attempt.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { type AttemptId, type AttemptRow, type Evidence, readRow, toAttempt } from './attempt-rows.ts'
import {
  addressOf,
  type AttemptKind,
  type AttemptNews,
  commitStep,
  commitSteps,
  type SendOutcome,
  takeTurn,
} from './attempts.ts'
import type { JobCtx } from './ctx.ts'
import { enqueue, enqueueAll, job, type Job, work } from './jobs.ts'
import { togetherOrAlone } from './together.ts'

const SECOND_MS = 1000
const OVERDUE_S = 60
const SWEPT_AT_ONCE = 500
/** One at a time, however many workers start: two of them would wait for each other's jobs. */
const sweep = job('attempts.sweep', {
  payload: z.object({}),
  attempts: 3,
  cron: '* * * * *',
  at_start: true,
  key: () => 'all',
  queue: () => 'attempts.sweep',
})
/** How long an attempt waits whose account cannot be used now and that was not told for how long. */
const NOT_READY_S = 60

/** The jobs that send and look. */
export function attemptJobs(kinds: readonly AttemptKind[]): Job[] {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]))
  if (byName.size < kinds.length) throw new Error('two kinds of attempt share a name')
  return [
    work(takeTurn, async (ctx, id) => {
      const row = await ctx.db.read((tx) => readRow(tx, id))
      const kind = byName.get(row.subject_kind)
      if (!kind) throw new Error(`nobody makes attempts of the kind ${row.subject_kind}`)
      await runAttempt(ctx, kind, id)
    }),
    work(sweep, async (ctx) => {
      await ctx.db.tx(async (tx) => {
        const { rows } = await sql<AttemptId>`
          select workplace_id, attempt_id from overdue_attempts(${OVERDUE_S}, ${SWEPT_AT_ONCE})`.execute(tx)
        await enqueueAll(tx, takeTurn, rows)
      })
    }),
  ]
}

type Send = (send_by: number) => Promise<SendOutcome>
interface Handled {
  event: AttemptEvent
  evidence?: Evidence
}

export type CommitNews = (news: AttemptNews) => Promise<AttemptStep | 'changed'>

const commitAlone =
  <I extends z.ZodObject>(ctx: JobCtx, kind: AttemptKind<I>): CommitNews =>
  ({ id, event, evidence }) =>
    ctx.db.tx((tx) => commitStep(tx, kind, id, event, ctx.clock(), evidence))

/** What is heard of many attempts at the same time is committed in one transaction. */
export const committingTogether = <I extends z.ZodObject>(
  ctx: JobCtx,
  kind: AttemptKind<I>,
  gather_ms: number,
): CommitNews => togetherOrAlone((news) => ctx.db.tx((tx) => commitSteps(tx, kind, news, ctx.clock())), { gather_ms })

interface Running {
  commit?: CommitNews
  /** As it was just written by the caller. Left out: it is read. */
  row?: AttemptRow
}

/** One turn: prepare, commit, carry out, commit what came of it, until nothing is left to do now. */
export async function runAttempt<I extends z.ZodObject>(
  ctx: JobCtx,
  kind: AttemptKind<I>,
  id: AttemptId,
  { commit = commitAlone(ctx, kind), row: begun }: Running = {},
): Promise<void> {
  let handled: Handled = { event: { is: 'turn' } }
  let row = begun ?? (await ctx.db.read((tx) => readRow(tx, id)))
  // As far as is known here. Every commit reads it again, and is refused where somebody else moved it.
  let known = toAttempt(row)
  for (;;) {
    const { event, evidence } = handled
    const send = await prepareSend(ctx, kind, row, known, event)
    if (send === 'not_ready') return
    // Read before the intent is committed: what the commit takes counts against the deadline.
    const began = performance.now()
    const step: AttemptStep | 'changed' = await commit({ id, event, evidence })
    if (step === 'changed') {
      // Somebody else moved the attempt. A turn is dropped with its command; what a vendor said is written again.
      if (event.is === 'turn') return
      row = await ctx.db.read((tx) => readRow(tx, id))
      known = toAttempt(row)
      continue
    }
    known = step.attempt
    if (step.alarm) ctx.log.error({ ...id, alarm: step.alarm }, 'an attempt had an effect that was ruled out')
    if (step.command === null) return
    if (step.command.do === 'look') handled = await look(ctx, kind, row, known, step.command.since)
    else {
      const { send_within_ms } = row.profile as unknown as AttemptProfile // as `startAttempt` wrote it
      handled = await carryOut(ctx, id, step.command.send_no, () => send?.(began + send_within_ms))
    }
  }
}

/**
 * A token and a place in the limits may take long to get, and may not be had at all. So they are got before the intent
 * is committed. Null: this event leads to no send. `not_ready`: nothing was written but the time of the next turn.
 */
async function prepareSend<I extends z.ZodObject>(
  ctx: JobCtx,
  kind: AttemptKind<I>,
  before: AttemptRow,
  known: Attempt,
  event: AttemptEvent,
): Promise<Send | null | 'not_ready'> {
  const profile = before.profile as unknown as AttemptProfile // as `startAttempt` wrote it
  if (next(profile, known, event, ctx.clock().getTime()).command?.do !== 'send') return null
  const { workplace_id, attempt_id } = before
  const id = { workplace_id, attempt_id }
  // After a first turn the row was written, here or elsewhere, and what is written below counts on its version.
  const row = event.is === 'turn' ? before : await ctx.db.read((tx) => readRow(tx, id))
  try {
    return await kind.prepare(ctx, addressOf(kind, row))
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    ctx.log.warn({ ...id, err: error }, 'an attempt waits until its account can be used')
    const due_at = new Date(ctx.clock().getTime() + (error.retry_after_s ?? NOT_READY_S) * SECOND_MS)
    await ctx.db.tx(async (tx) => {
      await tx
        .updateTable('attempts')
        .set({ due_at, error_key: error.kind, version: row.version + 1 })
        .where((eb) => eb.and(id))
        .where('version', '=', row.version)
        .execute()
      await enqueue(tx, takeTurn, id, due_at)
    })
    return 'not_ready'
  }
}

async function look<I extends z.ZodObject>(
  ctx: JobCtx,
  kind: AttemptKind<I>,
  row: AttemptRow,
  known: Attempt,
  since: number,
): Promise<Handled> {
  const asked_at = ctx.clock()
  const profile = row.profile as unknown as AttemptProfile // as `startAttempt` wrote it
  const quiet = asked_at.getTime() > quietAt(profile, known)
  const evidence = { source: 'look' as const, delivery_key: randomUUID(), asked_at }
  try {
    if (!kind.look) throw new Error(`${kind.name} has nothing to look with`)
    const found = await kind.look(ctx, { ...addressOf(kind, row), since: new Date(since), quiet })
    const effects = [...new Set(found.map(({ effect }) => effect))]
    return { event: { is: 'seen', asked_at: asked_at.getTime(), effects }, evidence: { ...evidence, says: { found } } }
  } catch (error) {
    ctx.log.warn({ attempt_id: row.attempt_id, err: error }, 'an attempt could not be looked up')
    const says = { look_failed: error instanceof Error ? error.message.slice(0, 300) : 'unknown' }
    return { event: { is: 'look_failed' }, evidence: { ...evidence, says } }
  }
}

async function carryOut(
  ctx: JobCtx,
  { attempt_id }: AttemptId,
  send_no: number,
  send: () => Promise<SendOutcome> | undefined,
): Promise<Handled> {
  const asked_at = ctx.clock()
  // Nothing was prepared: somebody else moved the attempt to where it is sent. The next turn prepares and sends it.
  const sending = send() ?? Promise.resolve<SendOutcome>({ outcome: 'not_sent' })
  const outcome = await sending.catch((error: unknown): SendOutcome => {
    ctx.log.warn({ attempt_id, err: error }, 'the outcome of a send is not known')
    return { outcome: 'unknown', detail: error instanceof Error ? error.message.slice(0, 300) : undefined }
  })
  const answers = { send_no, outcome: outcome.outcome }
  const evidence: Evidence = { source: 'reply', delivery_key: `send ${send_no}`, asked_at, says: outcome, answers }
  switch (outcome.outcome) {
    case 'done':
      return { event: { is: 'done', effect: outcome.effect }, evidence }
    case 'refused': {
      const { later, error_key, retry_after_s } = outcome
      const wait = retry_after_s === undefined ? {} : { retry_after_ms: retry_after_s * SECOND_MS }
      return { event: { is: 'refused', send_no, later, ...wait }, evidence: { ...evidence, error_key } }
    }
    default:
      return { event: { is: outcome.outcome, send_no }, evidence }
  }
}
