import type { fulfilmentRequestCalls } from '@omni/contracts/fulfilment-requests.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { partialLines } from '@omni/domain/fulfilments/requests.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { lockSale } from '../orders/sale-parts.ts'
import { beginAnswer } from './begin-answer.ts'
import { linesOfRequest, lockRequest, type RequestRow, type RequestView, readViews } from './request-rows.ts'

type Input = In<typeof fulfilmentRequestCalls.answerFulfilmentRequest>

/** The answer is committed, and a job tells the store. A second click finds the request answered. */
export async function answerFulfilmentRequest(ctx: Ctx, input: Input): Promise<RequestView> {
  const { workplace_id, user_id, language, config } = ctx
  const { request_id } = input
  return ctx.db.tx(async (tx) => {
    const found = await tx
      .selectFrom('fulfilment_requests')
      .select(['store_id', 'remote_order_id'])
      .where('workplace_id', '=', workplace_id)
      .where('request_id', '=', request_id)
      .executeTakeFirst()
    if (!found) refuse('not_found')
    // Whoever buys holds the orders: it is bought before this is answered, or after.
    const parts = await lockSale(tx, workplace_id, found.store_id, found.remote_order_id)
    const request = await lockRequest(tx, workplace_id, request_id)
    if (!request) refuse('not_found')
    if (request.state !== 'open') refuse('requests.not_open')
    check(request, input)
    const isBought = (await linesOfRequest(tx, request)).some(({ is_bought }) => is_bought)
    if (request.kind === 'cancellation' && input.accept && isBought) refuse('requests.bought')
    const isBegun = await beginAnswer(
      tx,
      config,
      request,
      parts.map(({ order_id }) => order_id),
      { accepts: input.accept, declined: input.declined, note: input.note, decided_by: user_id, language },
    )
    if (!isBegun) refuse('requests.disconnected')
    const [view] = await readViews(tx, workplace_id, sql`r.request_id = ${request_id}`)
    if (!view) refuse('not_found')
    return view
  })
}

/** A yes is for all of it; a no names the lines that are the reason. */
function check({ kind, lines }: RequestRow, { accept, declined }: Input): void {
  if (kind === 'cancellation') return
  if (accept && partialLines(lines).length > 0) refuse('requests.partial')
  const isKnown = declined.every(({ item_id }) => lines.some((line) => line.item_id === item_id))
  if (!isKnown || accept !== (declined.length === 0)) refuse('requests.lines')
}
