import type { In } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import { ONE_FOR_ONE } from '@omni/domain/mapping/plan.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { claimed } from '../orders/claimed.ts'
import { recordEvents } from '../orders/order-events.ts'
import { regroupOrders } from '../orders/regroup.ts'
import type { SupplierLink } from '../product-center/load-products.ts'

type Input = In<typeof placementCalls.changeSupplier>
type Wanted = NonNullable<Input['line_items'][number]['supplier']>

/** Orders spec §7 orders/{id}/change-supplier. What is being bought, or was bought, keeps its supplier. */
export async function changeSupplier(ctx: Ctx, { id, line_items }: Input) {
  const { workplace_id, user_id, now } = ctx
  return ctx.db.tx(async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .select('order_id')
      .where('workplace_id', '=', workplace_id)
      .where('order_id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!order) refuse('not_found')
    let changed = 0
    // Whoever chooses a supplier has seen its price: it is no rise.
    for (const { line_id, supplier } of line_items) {
      const link = supplier && (await linkTo(tx, supplier))
      const { numAffectedRows } = await sql`
        update order_lines l set supplier = ${link && JSON.stringify(link)}::jsonb, cost_at_sale = null
        where l.workplace_id = ${workplace_id} and l.order_id = ${id} and l.line_id = ${line_id}
          and not exists (select from supplier_order_lines p where p.workplace_id = l.workplace_id
            and p.line_id = l.line_id and p.live) and not ${claimed}`.execute(tx)
      changed += Number(numAffectedRows ?? 0n)
    }
    if (changed === 0) refuse('placement.line_taken')
    await recordEvents(tx, workplace_id, id, [{ kind: 'supplier_changed', who: 'person', user_id, happened_at: now }])
    await regroupOrders(tx, workplace_id, [id], { replan: true })
    await publishToWorkplace(tx, workplace_id, 'orders.changed', {})
    return { changed }
  })
}

/** As the catalogue knows it now. */
async function linkTo(tx: Tx, { source, source_product_id, sku_id }: Wanted): Promise<SupplierLink> {
  const { rows } = await sql<{ sku_attr: string; price: number; quantity: number | null }>`
    select v.sku_attr, v.price, v.quantity from catalog_products p join catalog_variants v on v.product_id = p.id
    where p.source = ${source} and p.source_product_id = ${source_product_id} and v.sku_id = ${sku_id}`.execute(tx)
  const [variant] = rows
  if (!variant) refuse('placement.no_such_supplier_variant', {}, { field: 'line_items' })
  const { sku_attr, price, quantity } = variant
  return {
    ...ONE_FOR_ONE,
    rank: 0,
    variant_id: '',
    source,
    source_product_id,
    sku_id,
    sku_attr,
    sku_name: '',
    cost: price,
    quantity,
  }
}
