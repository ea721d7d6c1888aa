/** One turn of a supplier order. No connection is held while the supplier is waited for. */
import { type Created, type SupplyAddress, UnknownState } from '@omni/connectors/suppliers/supply-order.ts'
import type { Send } from '@omni/connectors/open-vendor.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { WriteOutcome } from '@omni/connectors/write-outcome.ts'
import { next } from '@omni/domain/placement/next.ts'
import type { AttemptKey, PlacementEvent, SupplierOrder, VendorCommand } from '@omni/domain/placement/placement.ts'
import { stepProfile } from '@omni/domain/placement/steps.ts'
import { randomUUID } from 'node:crypto'
import type { JobCtx } from '../../platform/ctx.ts'
import { totalOf } from './basket.ts'
import type { Move, Moved, StepEvidence } from './move-orders.ts'
import type { OpenSource } from './open-source.ts'
import { numbersOf, readPurchase } from './read-purchase.ts'
import { countUnknown, recordWord } from './record-word.ts'
import type { Loaded } from './supplier-order-row.ts'

const SECOND_MS = 1000
const HELD_BACK = 'held_back'
/** How long an order waits whose account cannot be used now and that was not told for how long. */
const NOT_READY_S = 60

/** What a send came to, in the words of the step function. */
type Reply = Created | { is: 'order'; order: SupplierOrder }
type SendStep = Send<Reply>
interface Handled {
  event: PlacementEvent
  evidence?: StepEvidence
}
/** A request that is ready to leave, and the attempt it was made for. */
interface Prepared {
  of: AttemptKey
  send: SendStep
}

/**
 * Prepare, commit, carry out, commit what came of it, until nothing is left to do now. `move` commits; it may wait for
 * others and write with them.
 */
export async function turnOrder(
  ctx: JobCtx,
  source: OpenSource,
  due: Loaded,
  move: (move: Move) => Promise<Moved | null>,
): Promise<void> {
  const { supplier_order_id } = due.row
  let loaded = due
  let handled: Handled = { event: { is: 'turn' } }
  for (;;) {
    const { event, evidence } = handled
    const prepared = await prepare(ctx, source, loaded, event)
    if (prepared === 'not_ready') return
    // Read before the intent is committed: what the commit takes counts against the deadline.
    const began = performance.now()
    const moved = await move({ supplier_order_id, event, said: evidence })
    if (!moved?.command) return
    loaded = moved.after
    const said = await carryOut(ctx, source, loaded, moved.command, began, prepared)
    if (!said) return
    const { attempt_id } = loaded.row
    handled = { ...said, ...(said.evidence && { evidence: { ...said.evidence, attempt_id } }) }
  }
}

/**
 * A token and a place in the limits may take long to get, and may not be had at all. So they are got before the intent
 * is committed. `loaded` may be older than what the commit finds, which then decides. Null: this event leads to no send,
 * or to one that could not be prepared and is put off as not sent. `not_ready`: nothing was written but the time of the
 * next turn.
 */
async function prepare(
  ctx: JobCtx,
  source: OpenSource,
  loaded: Loaded,
  event: PlacementEvent,
): Promise<Prepared | null | 'not_ready'> {
  const { row: after, command } = next(loaded.profile, loaded.placement, event, ctx.clock().getTime())
  if (command?.do !== 'send') return null
  try {
    return { of: command.of, send: await prepareStep(source, { ...loaded, placement: after }, command) }
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    const { supplier_order_id } = loaded.row
    ctx.log.warn({ supplier_order_id, err: error }, 'a supplier order waits until its account can be used')
    // What a supplier has just said is written in any case.
    if (event.is !== 'turn') return null
    const wait_s = error.retry_after_s ?? NOT_READY_S
    await putOff(ctx, loaded, new Date(ctx.clock().getTime() + wait_s * SECOND_MS), error.kind)
    return 'not_ready'
  }
}

export const putOff = (ctx: JobCtx, { row }: Pick<Loaded, 'row'>, due_at: Date, error_key: string | null) =>
  ctx.db.tx((tx) =>
    tx
      .updateTable('supplier_orders')
      .set({ due_at, error_key, version: row.version + 1 })
      .where('workplace_id', '=', row.workplace_id)
      .where('supplier_order_id', '=', row.supplier_order_id)
      .where('version', '=', row.version)
      .execute(),
  )

async function prepareStep(
  { orders }: OpenSource,
  { row, attempt, basket, placement }: Loaded,
  { step, order_no }: Extract<VendorCommand, { do: 'send' }>,
): Promise<SendStep> {
  if (step === 'create') {
    const address = row.ship_to as unknown as SupplyAddress | null // as `placeOrders` wrote it
    if (!address) throw new Error('the customer of this order was forgotten')
    return orders.create.prepare({
      reference: attempt.reference,
      lines: basket.lines,
      address,
      method: basket.method ?? '',
      ship_from: basket.ship_from,
      note: basket.note ?? '',
      max_total: placement.held ?? row.approved,
    })
  }
  if (order_no === null) throw new Error(`${step} without a number`)
  const total = placement.total ?? row.approved
  const send =
    step === 'confirm' ? await orders.confirm?.prepare({ order_no }) : await orders.pay?.prepare({ order_no, total })
  if (!send) throw new Error(`${row.vendor} has no step ${step}`)
  return async (send_by) => {
    const outcome = await send(send_by)
    return outcome.outcome === 'done' ? { outcome: 'done', reply: { is: 'order', order: outcome.reply } } : outcome
  }
}

/** Null: nothing came of it that anybody waits for. */
async function carryOut(
  ctx: JobCtx,
  source: OpenSource,
  loaded: Loaded,
  command: VendorCommand,
  began: number,
  prepared: Prepared | null,
): Promise<Handled | null> {
  switch (command.do) {
    case 'send': {
      const within = stepProfile(loaded.profile, command.step)?.send_within_ms ?? 0
      // Somebody else may have moved it on meanwhile, and the intent is of another step than what was prepared.
      const { n, attempt_no } = command.of
      const isMeant = prepared?.of.n === n && prepared.of.attempt_no === attempt_no
      return sendStep(ctx, loaded, command, () => (isMeant ? prepared.send(began + within) : undefined))
    }
    case 'look':
    case 'read':
      return look(ctx, source, loaded, command)
    case 'quote':
      return quote(ctx, source, loaded, command.of)
    case 'tidy':
      await tidy(ctx, source, command.order_no)
      return null
  }
}

/** Further numbers of the same purchase, where the supplier splits it. */
const numbersIn = (reply: Reply) => ('more_numbers' in reply ? { more_numbers: reply.more_numbers } : {})

async function sendStep(
  ctx: JobCtx,
  { row }: Loaded,
  { of, send_no }: Extract<VendorCommand, { do: 'send' }>,
  send: () => Promise<WriteOutcome<Reply>> | undefined,
): Promise<Handled> {
  const asked_at = ctx.clock()
  const sending = send() ?? Promise.resolve<WriteOutcome<Reply>>({ outcome: 'not_sent', reason: 'not prepared' })
  const outcome = await sending.catch((error: unknown): WriteOutcome<Reply> => {
    ctx.log.warn({ supplier_order_id: row.supplier_order_id, err: error }, 'the outcome of a send is not known')
    return { outcome: 'unknown', reason: error instanceof Error ? error.message.slice(0, 300) : 'unknown' }
  })
  const answers = { send_no, outcome: outcome.outcome }
  const evidence: StepEvidence = { source: 'reply', delivery_key: `send ${send_no}`, asked_at, says: outcome, answers }
  switch (outcome.outcome) {
    case 'done':
      if (outcome.reply.is === 'repeated') return { event: { is: 'repeated', of, send_no }, evidence }
      if ('says' in outcome.reply && outcome.reply.says) await recordWord(ctx, row, outcome.reply.says)
      return {
        event: { is: 'done', of, order: outcome.reply.order },
        evidence: {
          ...evidence,
          ...numbersIn(outcome.reply),
          ...(outcome.reply.order.held_back && { error_key: HELD_BACK }),
        },
      }
    case 'refused': {
      const { kind, retry_after_s } = outcome
      const later = kind === 'rate_limited' || kind === 'auth_expired'
      const wait = retry_after_s === undefined ? {} : { retry_after_ms: retry_after_s * SECOND_MS }
      return { event: { is: 'refused', of, send_no, later, ...wait }, evidence: { ...evidence, error_key: kind } }
    }
    default:
      return { event: { is: outcome.outcome, of, send_no }, evidence }
  }
}

/** By our reference, or by the supplier's number. Dated by when the question left. */
async function look(
  ctx: JobCtx,
  { orders }: OpenSource,
  { row, attempt }: Loaded,
  command: Extract<VendorCommand, { do: 'look' | 'read' }>,
): Promise<Handled> {
  const { of } = command
  const asked_at = ctx.clock()
  const evidence = { source: 'look' as const, delivery_key: randomUUID(), asked_at }
  try {
    const found =
      command.do === 'read'
        ? [await readPurchase(orders, await numbersOf(ctx, row, command.order_no))]
        : await findByReference(orders, attempt.reference)
    // What keeps an order back is not in what reads show: that word stays.
    if (row.vendor_word !== null && row.error_key !== HELD_BACK && found.length > 0) await recordWord(ctx, row, null)
    const event: PlacementEvent = { is: 'seen', of, asked_at: asked_at.getTime(), orders: found }
    return { event, evidence: { ...evidence, says: { found } } }
  } catch (error) {
    ctx.log.warn({ supplier_order_id: row.supplier_order_id, err: error }, 'a supplier order could not be looked up')
    if (error instanceof UnknownState) {
      countUnknown(error)
      await recordWord(ctx, row, error.word)
    }
    const says = { look_failed: error instanceof Error ? error.message.slice(0, 300) : 'unknown' }
    return { event: { is: 'look_failed', of }, evidence: { ...evidence, says } }
  }
}

function findByReference({ find }: OpenSource['orders'], reference: string) {
  if (!find) throw new Error('this supplier cannot be asked by reference')
  return find({ reference })
}

/** What it would cost now. A supplier that cannot say leaves it waiting: the next turn asks again. */
async function quote(
  ctx: JobCtx,
  { orders }: OpenSource,
  { row, basket }: Loaded,
  of: AttemptKey,
): Promise<Handled | null> {
  const asked_at = ctx.clock().getTime()
  try {
    const quoted = await orders.quote(basket)
    const total = totalOf({ ...basket, quote: quoted })
    if (total !== null) return { event: { is: 'quoted', of, asked_at, total } }
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    ctx.log.warn({ supplier_order_id: row.supplier_order_id, err: error }, 'a supplier order could not be priced')
  }
  return null
}

/** Nothing depends on it: an unpaid order that nobody wants costs nothing. */
export async function tidy(ctx: JobCtx, { orders, source }: OpenSource, order_no: string): Promise<void> {
  try {
    const send = await orders.cancel?.prepare({ order_no })
    await send?.(performance.now() + 5 * SECOND_MS)
  } catch (error) {
    ctx.log.warn({ source, order_no, err: error }, 'an unpaid order was not deleted')
  }
}
