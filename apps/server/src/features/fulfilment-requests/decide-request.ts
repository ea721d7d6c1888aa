import { unmendable } from '@omni/domain/orders/address.ts'
import { mayBeBought } from '@omni/domain/orders/groups.ts'
import { matchLanguage } from '@omni/domain/languages.ts'
import { partialLines } from '@omni/domain/fulfilments/requests.ts'
import type { ProductSettings } from '@omni/contracts/product-settings.calls.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { emit } from '../../platform/outbox.ts'
import { readAllOrderSettings } from '../order-settings/all-order-settings.ts'
import { lockSale, type SalePart } from '../orders/sale-parts.ts'
import { regroupOrders } from '../orders/regroup.ts'
import { beginAnswer, type Decision } from './begin-answer.ts'
import { linesOfRequest, lockRequest, type OrderLine, type RequestRow } from './request-rows.ts'
import { notifySeller } from './notify-seller.ts'

export type RequestMode = ProductSettings['channels'][number]['fulfilment_requests']

/**
 * What needs nobody is answered: a part is declined, a cancellation by whether anything is bought, and where the seller
 * wants it, what can be bought is accepted. Everything else is told to the seller, once.
 */
export async function decideRequest(
  ctx: JobCtx,
  { workplace_id, request_id, store_id, remote_order_id }: RequestRow,
  mode: RequestMode,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const parts = await lockSale(tx, workplace_id, store_id, remote_order_id)
    const request = await lockRequest(tx, workplace_id, request_id)
    // An answer that the store did not take is given by a person.
    if (request?.state !== 'open' || request.problem !== null) return
    // The order comes in first; the next round finds it.
    if (parts.length === 0)
      return emit(tx, 'store.orders_changed_remotely', { workplace_id, store_id, remote_ids: [remote_order_id] })
    const order_ids = parts.map(({ order_id }) => order_id)
    const { places_cod } = await readAllOrderSettings(tx, workplace_id)
    const decision = decide(request, parts, await linesOfRequest(tx, request), { mode, places_cod })
    if (decision) {
      const language = await languageOf(tx, workplace_id)
      await beginAnswer(tx, ctx.config, request, order_ids, { ...decision, note: '', decided_by: null, language })
    }
    if (request.notified_at !== null) return
    await tx
      .updateTable('fulfilment_requests')
      .set({ notified_at: ctx.clock() })
      .where('workplace_id', '=', workplace_id)
      .where('request_id', '=', request_id)
      .execute()
    if (decision) return
    await regroupOrders(tx, workplace_id, order_ids, { replan: false })
    await notifySeller(tx, request, order_ids, { problem: false, words: '' }, ctx.now)
  })
}

function decide(
  { kind, lines }: RequestRow,
  parts: readonly SalePart[],
  known: readonly OrderLine[],
  { mode, places_cod }: { mode: RequestMode; places_cod: boolean },
): Pick<Decision, 'accepts' | 'declined'> | null {
  if (kind === 'cancellation') return { accepts: !known.some(({ is_bought }) => is_bought), declined: [] }
  const declined = partialLines(lines)
  if (declined.length > 0) return { accepts: false, declined }
  const isAll = lines.every(({ remote_line_id }) => known.some((one) => one.remote_line_id === remote_line_id))
  const isBuyable =
    isAll && known.every(({ reason }) => reason === null) && parts.every((part) => isReady(part, places_cod))
  return mode === 'accept' && isBuyable ? { accepts: true, declined: [] } : null
}

/** Paid for, or to be paid at the door where the seller buys such orders; wanted, with an address that suppliers take. */
const isReady = ({ document, address, cancelled_at }: SalePart, places_cod: boolean): boolean =>
  cancelled_at === null &&
  mayBeBought({ financial: document.financial, cash_on_delivery: document.cash_on_delivery ?? false }, places_cod) &&
  address !== null &&
  unmendable(address).length === 0

/** Of whoever has been here longest: the store's merchant is most likely them. */
async function languageOf(tx: Tx, workplace_id: string) {
  const { rows } = await sql<{ language: string }>`
    select u.language from workplace_members m join users u using (user_id)
    where m.workplace_id = ${workplace_id} order by m.user_id limit 1`.execute(tx)
  return matchLanguage([rows[0]?.language ?? ''])
}
