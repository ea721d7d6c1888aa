import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { OrderGroup } from '@omni/domain/orders/groups.ts'
import { stateTag, tagChange } from '@omni/domain/orders/store-tags.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { openStore } from '../stores/open-store.ts'
import { tagOrder } from './jobs.ts'
import { ordersOfSale } from './sale-parts.ts'
import { isOn } from './enqueue-tags.ts'

const SEND_WITHIN_MS = 5_000
/** Nobody knows what became of a write: so long after, the tags are read again. */
const AGAIN_MS = 30_000

interface Sale {
  store_id: string
  remote_id: string
  store_tag: string | null
  groups: Pick<OrderGroup, 'status' | 'sub_status'>[]
}

/**
 * The store's own tags are read first and only the difference is written, so that this may run again whenever nobody
 * knows what became of a write: what is there already is not added twice, and what the merchant tags is not touched.
 */
export const tagOrderJob = work(tagOrder, async (ctx, { workplace_id, order_id }) => {
  const sale = await readSale(ctx, workplace_id, order_id)
  if (!sale) return
  const wanted = stateTag(sale.groups)
  if (wanted === sale.store_tag) return
  const store = await openStore(ctx, { workplace_id, store_id: sale.store_id })
  // Connected again, its orders are read, and what stands elsewhere by then is told.
  if (!store?.channel.orders?.tag) return
  const [shown] = await store.channel.orders.read({ remote_ids: [sale.remote_id] })
  if (!shown) return
  const change = tagChange(shown.tags, wanted)
  if (change.add.length > 0 || change.remove.length > 0) {
    const send = await store.channel.orders.tag.prepare({ remote_order_id: sale.remote_id, ...change })
    const outcome = await send(performance.now() + SEND_WITHIN_MS)
    if (outcome.outcome === 'refused') throw new VendorError(store.platform, 'invalid', outcome.message)
    if (outcome.outcome !== 'done') {
      const at = new Date(ctx.clock().getTime() + AGAIN_MS)
      await ctx.db.tx((tx) => enqueue(tx, tagOrder, { workplace_id, order_id }, at))
      return
    }
  }
  await ctx.db.tx((tx) =>
    sql`update orders set store_tag = ${wanted}
      where workplace_id = ${workplace_id} and order_id = ${order_id}`.execute(tx),
  )
})

/** Undefined: it is gone, or nobody wants tags any more. */
async function readSale(ctx: JobCtx, workplace_id: string, order_id: string): Promise<Sale | undefined> {
  return ctx.db.read(async (tx) => {
    if (!(await isOn(tx, workplace_id))) return undefined
    const { rows } = await sql<Sale>`
      select o.store_id, o.remote_id, o.store_tag, coalesce((select jsonb_agg(jsonb_build_object('status', g.status,
          'sub_status', g.sub_status)) from order_groups g where g.workplace_id = o.workplace_id
          and g.order_id in ${ordersOfSale(workplace_id, order_id)}), '[]') as groups
      from orders o where o.workplace_id = ${workplace_id} and o.order_id = ${order_id}
        and o.store_id is not null`.execute(tx)
    return rows[0]
  })
}
