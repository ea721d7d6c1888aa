import { formatMinor } from '@omni/domain/format-money.ts'
import type { Minor } from '@omni/domain/money.ts'
import type { z } from 'zod'
import { type AttemptKind, startAttempt, withRehearsal } from '../../platform/attempts.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { readEvidence, useEvidence } from '../evidence/evidence-files.ts'
import { recordEvents } from '../orders/order-events.ts'
import { regroupOrders } from '../orders/regroup.ts'
import { type PurchaseRow, readPurchases, type RefundRow, type RefundView, toView } from './refund-rows.ts'

/** Locked: nobody else asks for its money meanwhile. */
export async function lockPurchase(ctx: Ctx, tx: Tx, supplier_order_id: string): Promise<PurchaseRow> {
  const [purchase] = await readPurchases(tx, ctx.workplace_id, { supplier_order_id }, true)
  return purchase ?? refuse('not_found')
}

export const refuseTooMuch = (
  { language }: Pick<Ctx, 'language'>,
  most: Minor,
  currency: string,
  field: string,
): never => refuse('refunds.too_much', { most: formatMinor(most, currency, language) }, { field })

/** What is asked back, as its row keeps it. */
type RefundClaim = Pick<RefundRow, 'type' | 'reason' | 'text' | 'pictures' | 'asked'> &
  Partial<Pick<RefundRow, 'cancel_reason'>>

/** The request is committed with its attempt, and a job sends it. `input` gets the addresses of the pictures. */
export async function writeRequest<I extends z.ZodObject>(
  ctx: Ctx,
  tx: Tx,
  { supplier_order_id, order_id, vendor, account_key, currency }: PurchaseRow,
  claim: RefundClaim,
  kind: AttemptKind<I>,
  input: (pictures: string[]) => z.input<I>,
): Promise<RefundView> {
  const { workplace_id, user_id, now } = ctx
  const links = await useEvidence(ctx, tx, workplace_id, claim.pictures)
  const row = await tx
    .insertInto('refund_requests')
    .values({
      ...claim,
      workplace_id,
      supplier_order_id,
      order_id,
      pictures: [...new Set(claim.pictures)],
      currency,
      state: 'sending',
      requested_by: user_id,
      requested_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const subject = { workplace_id, subject_id: row.refund_id, account_key }
  await startAttempt(tx, withRehearsal(kind, ctx.config), { ...subject, input: input(links) })
  const params = { source: vendor, amount: claim.asked, currency }
  await recordEvents(tx, workplace_id, order_id, [
    { kind: 'refund_requested', params, who: 'person', user_id, happened_at: now },
  ])
  await regroupOrders(tx, workplace_id, [order_id], { replan: false })
  await publishToWorkplace(tx, workplace_id, 'orders.changed', {})
  return toView(ctx, row, await readEvidence(tx, workplace_id, row.pictures))
}
