import type { AttemptCommand } from '@omni/domain/attempts/attempt.ts'
import type { PlacementStep } from '@omni/domain/placement/placement.ts'
import { randomUUID } from 'node:crypto'
import { type AttemptRow, type AttemptWrite, type Evidence, writeAttempts } from '../../platform/attempt-rows.ts'
import type { Tx } from '../../platform/db.ts'
import { attemptDue, insertAttempts, type Loaded, type NewStepAttempt } from './supplier-order-row.ts'

interface Step {
  before: Loaded
  step: PlacementStep
  evidence: Evidence | undefined
}

/** A step that was begun: the attempt it goes on with, and its first send. */
interface Begun {
  fresh: NewStepAttempt
  step: AttemptWrite['step']
}

/**
 * The attempts behind supplier orders: the old one as it ended and the new one of the next step, or the same one moved
 * on. Answers the present attempt of each.
 */
export async function writeSteps(tx: Tx, steps: readonly Step[], now: Date): Promise<AttemptRow[]> {
  const planned = steps.map((one) => ({ ...one, begun: begunBy(one) }))
  await writeAll(
    tx,
    planned.map(({ before, step, evidence, begun }) => ({
      row: before.attempt,
      evidence,
      step: begun ? endOf(before, step) : stepOf(step),
    })),
    now,
  )
  const begun = planned.flatMap((one) => one.begun ?? [])
  const inserted = await insertAttempts(
    tx,
    begun.map(({ fresh }) => fresh),
  )
  const rowOf = new Map(inserted.map((row) => [row.attempt_id, row]))
  await writeAll(
    tx,
    begun.flatMap(({ fresh, step }) => {
      const row = rowOf.get(fresh.attempt_id)
      return row && step.command ? [{ row, step }] : []
    }),
    now,
  )
  return planned.map((one) => rowOf.get(one.begun?.fresh.attempt_id ?? '') ?? one.before.attempt)
}

async function writeAll(tx: Tx, writes: readonly AttemptWrite[], now: Date): Promise<void> {
  const written = await writeAttempts(tx, writes, now)
  // The supplier orders are locked, and nobody else writes their attempts.
  if (written.size !== writes.length) throw new Error('an attempt of a supplier order was moved by somebody else')
}

function stepOf({ row: { attempt }, command }: PlacementStep): AttemptWrite['step'] {
  const sent: AttemptCommand | null =
    command?.do === 'send' ? { do: 'send', send_no: command.send_no, send_by: command.send_by } : null
  return { attempt, command: sent, due_at: attemptDue(attempt) }
}

function begunBy({ before: { row, placement, profile }, step }: Step): Begun | null {
  const { n, attempt_no, step: name } = step.row
  if (attempt_no === placement.attempt_no) return null
  const { workplace_id, supplier_order_id, vendor, account_key } = row
  const attempt_id = randomUUID()
  const fresh = { workplace_id, attempt_id, supplier_order_id, n, attempt_no, step: name, vendor, account_key, profile }
  return { fresh, step: stepOf(step) }
}

/** The step before is done: it made, or confirmed, what the next one goes on with. */
function endOf({ placement: { attempt } }: Loaded, { row }: PlacementStep): AttemptWrite['step'] {
  const isOpen = attempt.state !== 'failed' && attempt.state !== 'cancelled'
  const done = { ...attempt, state: 'done' as const, question: null, effect: row.order_no }
  return { attempt: isOpen ? done : attempt, command: null, due_at: null }
}
