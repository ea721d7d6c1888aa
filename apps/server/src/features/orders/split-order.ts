import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import { type PartPieces, piecesOf, takeParts } from '@omni/domain/orders/split-pieces.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { must, refuse } from '../../platform/refuse.ts'
import { recordEvents, recordEventsOfOrders } from './order-events.ts'
import { regroupOrders } from './regroup.ts'
import { lockSaleOf, type SalePart, sharesOf, standingsOf } from './sale-parts.ts'
import { writeOrder } from './write-order.ts'

/** Orders spec §4: splitting moves line items into a separate order. The store goes on knowing one. */
export async function splitOrder(ctx: Ctx, { order_id, parts: requested }: In<typeof orderCalls.splitOrder>) {
  const { workplace_id, user_id, now: happened_at } = ctx
  return ctx.db.tx(async (tx) => {
    const sale = await lockSaleOf(tx, workplace_id, order_id)
    const from = sale.find((part) => part.order_id === order_id)
    const [first] = sale
    if (!first || !from) refuse('not_found')
    if (from.cancelled_at !== null) refuse('orders.split_cancelled')
    const lines = (await standingsOf(tx, workplace_id, [order_id])).get(order_id) ?? []
    if (lines.some(({ is_held }) => is_held)) refuse('orders.split_bought')
    const lineOf = new Map(lines.map(({ line_id, remote_line_id }) => [line_id, remote_line_id]))
    const wanted = requested.map((part) =>
      part.lines.map(({ line_id, quantity }) => ({ remote_line_id: lineOf.get(line_id) ?? '', quantity })),
    )
    const taken = must(takeParts(piecesOf(from.document), wanted))
    const last = sale.at(-1)?.part_no ?? 1
    const made = taken.parts.map((pieces, at) => ({
      order_id: randomUUID(),
      part_no: last + at + 1,
      pieces,
      address: from.address,
    }))
    await insertParts(tx, workplace_id, { from, first }, made)
    const kept = sale.map((part) => ({ ...part, pieces: part === from ? taken.rest : piecesOf(part.document) }))
    const parts = [...kept, ...made]
    const shares = sharesOf(first.whole ?? first.document, parts)
    for (const [at, share] of shares.entries()) {
      const part = parts[at]
      if (part) await writeOrder(tx, workplace_id, part.order_id, share, part.address)
    }
    await dropMoved(tx, workplace_id, order_id, taken.rest)
    const orders = made.map((part, at) => ({ order_id: part.order_id, number: shares[kept.length + at]?.number ?? '' }))
    const numbers = orders.map(({ number }) => number).join(', ')
    await recordEvents(tx, workplace_id, order_id, [
      { kind: 'split', params: { numbers }, who: 'person', user_id, happened_at },
    ])
    const params = { number: from.document.number }
    await recordEventsOfOrders(
      tx,
      workplace_id,
      orders.map((one) => ({
        order_id: one.order_id,
        kind: 'split_from' as const,
        params,
        who: 'person' as const,
        user_id,
        happened_at,
      })),
    )
    const ids = parts.map((part) => part.order_id)
    await regroupOrders(tx, workplace_id, ids, { replan: true })
    await publishToWorkplace(tx, workplace_id, 'orders.changed', {})
    return { orders }
  })
}

interface NewPart {
  order_id: string
  part_no: number
  pieces: PartPieces
}

/** With everything that the seller said about the order so far: mark, note, archive, the suppliers chosen for its lines. */
async function insertParts(
  tx: Tx,
  workplace_id: string,
  { from, first }: { from: SalePart; first: SalePart },
  made: readonly NewPart[],
): Promise<void> {
  // From now on the first part says what the store shows, and what it has of it.
  await sql`update orders set whole = coalesce(whole, document)
    where workplace_id = ${workplace_id} and order_id = ${first.order_id}`.execute(tx)
  await sql`
    insert into orders (workplace_id, order_id, split_of, part_no, store_id, channel, remote_id, number, document, version,
      address, country_code, customer_name, currency, total, financial, fulfilment, archived_at, marker, note, ordered_at)
    select o.workplace_id, p.order_id, ${first.order_id}, p.part_no, o.store_id, o.channel, o.remote_id, o.number,
      o.document, o.version, o.address, o.country_code, o.customer_name, o.currency, 0, o.financial, o.fulfilment,
      o.archived_at, o.marker, o.note, o.ordered_at
    from orders o cross join jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as p (order_id uuid, part_no int)
    where o.workplace_id = ${workplace_id} and o.order_id = ${from.order_id}`.execute(tx)
  const moved = made.flatMap(({ order_id, pieces }) =>
    [...pieces.keys()].map((remote_line_id) => ({ order_id, remote_line_id })),
  )
  await sql`
    insert into order_lines (workplace_id, order_id, remote_line_id, position, remote_product_id, remote_variant_id,
      product_id, variant_id, title, variant_title, sku, image, quantity, wanted, unit_price, reason, sources, supplier)
    select l.workplace_id, m.order_id, l.remote_line_id, l.position, l.remote_product_id, l.remote_variant_id,
      l.product_id, l.variant_id, l.title, l.variant_title, l.sku, l.image, 0, 0, l.unit_price, l.reason, l.sources,
      l.supplier
    from order_lines l join jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m (order_id uuid, remote_line_id text)
      using (remote_line_id)
    where l.workplace_id = ${workplace_id} and l.order_id = ${from.order_id}`.execute(tx)
}

/** Lines that went to other parts with every piece. */
async function dropMoved(tx: Tx, workplace_id: string, order_id: string, rest: PartPieces): Promise<void> {
  const gone = [...rest].flatMap(([remote_line_id, { quantity }]) => (quantity === 0 ? remote_line_id : []))
  await sql`delete from order_lines where workplace_id = ${workplace_id} and order_id = ${order_id} and wanted = 0
    and remote_line_id = any(${gone}::text[])`.execute(tx)
}
