import type { In, Out } from '@omni/contracts/kernel.ts'
import type { extensionCalls } from '@omni/contracts/extension.calls.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { isExtensionSource } from '@omni/domain/placement/extension.ts'
import type { PlacementEvent, SupplierOrder } from '@omni/domain/placement/placement.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { goOn } from '../placement/handle-person.ts'
import { moveOrders, type StepEvidence, takenNumbers } from '../placement/move-orders.ts'
import { recordPurchase } from '../placement/record-seen.ts'
import { type Loaded, loadSupplierOrder } from '../placement/supplier-order-row.ts'
import { inOwnCurrency } from './own-currency.ts'
import { sendOf } from './permission.ts'

type Reported = In<typeof extensionCalls.reportExtensionTask>
type Report<Is extends Reported['report']['is']> = Extract<Reported['report'], { is: Is }>
type Found = Report<'history'>['orders'][number]
interface Handled {
  event: PlacementEvent
  said: Pick<StepEvidence, 'source' | 'error_key' | 'answers'>
}

/** What came of a task, as the extension saw it. It is heard like a supplier's own reply, and each report once. */
export async function reportExtensionTask(
  ctx: Ctx,
  reported: Reported,
): Promise<Out<typeof extensionCalls.reportExtensionTask>> {
  const { workplace_id, now, user_id } = ctx
  const { supplier_order_id, report, report_id } = reported
  return ctx.db.tx(async (tx) => {
    const loaded = await loadSupplierOrder(tx, { workplace_id, supplier_order_id }, true)
    if (!loaded || !isExtensionSource(loaded.row.vendor)) refuse('not_found')
    const handled = await handle(tx, loaded, reported, now)
    if (handled) {
      const said = {
        ...handled.said,
        delivery_key: `report ${report_id}`,
        asked_at: now,
        says: report,
        by_user: user_id,
      }
      const moved = await moveOrders(tx, workplace_id, [{ supplier_order_id, event: handled.event, said }], now)
      await goOn(
        tx,
        moved.flatMap((one) => one ?? []),
      )
    }
    if (report.is === 'order') await recordOrder(tx, loaded, report, now)
    const after = await loadSupplierOrder(tx, { workplace_id, supplier_order_id }, false)
    const { state, order_no, question } = (after ?? loaded).placement
    return { source: asSource(loaded.row.vendor), state, order_no, question }
  })
}

/** Null: it says nothing about this purchase. */
async function handle(tx: Tx, loaded: Loaded, { n, attempt_no, report }: Reported, now: Date): Promise<Handled | null> {
  const of = { n, attempt_no }
  const { send_no } = loaded.placement.attempt
  switch (report.is) {
    case 'bought': {
      const event: PlacementEvent = { is: 'done', of, order: await toOrder(tx, loaded, report) }
      const answers = send_no > 0 ? { answers: { send_no, outcome: 'done' as const } } : {}
      return { event, said: { source: 'reply', ...answers } }
    }
    case 'unknown':
    case 'not_pressed': {
      const sent = await sendOf(tx, loaded, report.ask_id)
      if (sent === null) return null
      const outcome = report.is === 'unknown' ? 'unknown' : 'not_sent'
      return {
        event: { is: outcome, of, send_no: sent },
        said: { source: 'reply', answers: { send_no: sent, outcome } },
      }
    }
    case 'cannot':
      return { event: { is: 'cannot', of }, said: { source: 'reply', error_key: report.error_key } }
    case 'history': {
      const orders = await ownOrders(tx, loaded, report.orders)
      const asked_at = now.getTime() - report.asked_ago_ms
      // Nothing found proves nothing: the account may be another one, the page may be behind. A person decides.
      const event: PlacementEvent =
        orders.length === 0 ? { is: 'look_failed', of } : { is: 'seen', of, asked_at, orders }
      return { event, said: { source: 'look' } }
    }
    case 'order': {
      if (report.order_no !== loaded.placement.order_no) return null
      const order = await toOrder(tx, loaded, report)
      const asked_at = now.getTime() - report.asked_ago_ms
      return { event: { is: 'seen', of, asked_at, orders: [order] }, said: { source: 'look' } }
    }
  }
}

const toOrder = async (tx: Tx, { row }: Loaded, found: Found): Promise<SupplierOrder> => ({
  order_no: found.order_no,
  confirmed: true,
  paid: found.paid,
  closed: found.closed,
  total: await inOwnCurrency(tx, found, row.currency),
})

/** Without those that are another purchase's: what is left may be this one's. */
async function ownOrders(tx: Tx, loaded: Loaded, found: readonly Found[]): Promise<SupplierOrder[]> {
  const { row } = loaded
  const own: SupplierOrder[] = []
  for (const one of found) {
    const taken = await takenNumbers(tx, [{ row, order_no: one.order_no }])
    if (taken.size === 0) own.push(await toOrder(tx, loaded, one))
  }
  return own
}

/** What became of what was bought, as with every other supplier. */
async function recordOrder(tx: Tx, { row }: Loaded, report: Report<'order'>, now: Date): Promise<void> {
  const { workplace_id, vendor, account_key, supplier_order_id, order_id, user_id, order_no, n } = row
  if (row.state !== 'placed' || order_no === null || order_no !== report.order_no) return
  const placed = { supplier_order_id, order_id, user_id, order_no, n }
  const shipments = report.shipments.map((shipment) => ({ ...shipment, tracking_url: null }))
  const seen = { status: report.status, shipments }
  await recordPurchase(tx, { workplace_id, vendor, account_key }, placed, seen, now)
}
