import type { Out } from '@omni/contracts/kernel.ts'
import type { extensionCalls } from '@omni/contracts/extension.calls.ts'
import { AT_CHECKOUT, EXTENSION_SOURCES } from '@omni/domain/placement/extension.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { extensionAccount } from '../placement/extension-source.ts'

/** What a browser works off in one go; the rest comes when these are done. */
const AT_ONCE = 50
/** How old what is known of a purchase may be before its page is read again. */
const READ_AGAIN = '6 hours'

type ExtensionTasks = Out<typeof extensionCalls.listExtensionTasks>

/** What is to be bought first, then what may have been bought, then what became of what was bought. */
export async function listExtensionTasks(ctx: Ctx): Promise<ExtensionTasks> {
  const { workplace_id } = ctx
  const isOurs = sql`s.workplace_id = ${workplace_id} and s.account_key = ${extensionAccount(workplace_id)}
    and s.vendor = any(${EXTENSION_SOURCES}::text[])`
  const { rows } = await ctx.db.read((tx) =>
    sql<ExtensionTasks['items'][number] & { total: number }>`
      with due as (
        select s.*, case when s.state = 'queued' then 'fulfil' else 'read' end as task from supplier_orders s
        where ${isOurs} and s.due_at is not null
          and (s.state = 'queued' or (s.state in ('created', 'checking') and s.order_no is not null))
        union all
        select s.*, 'look' from supplier_orders s
        where ${isOurs} and s.state = 'needs_decision' and s.question in ('exists', 'which')
        union all
        select s.*, 'read' from supplier_orders s
        where ${isOurs} and s.state = 'placed'
          and coalesce(s.supplier_status, '') not in ('delivered', 'cancelled', 'refunded')
          and coalesce(s.synced_at, s.settled_at) < ${ctx.now}::timestamptz - ${READ_AGAIN}::interval
          and (s.sync_error is distinct from 'cancel_order'
            or s.sync_requested_at < ${ctx.now}::timestamptz - ${READ_AGAIN}::interval))
      select d.task as is, d.supplier_order_id, d.n, d.attempt_no, d.vendor as source, coalesce(o.number, '') as number,
        (select coalesce(jsonb_agg(jsonb_build_object('product_id', l ->> 'product_id', 'sku_id', l ->> 'sku_id',
            'sku_attr', coalesce(l ->> 'sku_attr', ''), 'title', l ->> 'title', 'quantity', (l ->> 'quantity')::int,
            'url', coalesce((select p.product_link from catalog_products p where p.source = d.vendor
              and p.source_product_id = l ->> 'product_id'), ''))), '[]')
          from jsonb_array_elements(d.basket -> 'lines') l) as lines,
        case when d.task <> 'read' then d.ship_to - 'phone_country' - 'country_name' end as ship_to,
        coalesce(d.basket ->> 'note', '') as note,
        case when d.basket ->> 'method' = ${AT_CHECKOUT} then '' else coalesce(d.basket ->> 'method', '') end
          as service_name,
        coalesce(d.held, d.approved) as max_total, d.currency, a.first_intent_at as since, d.order_no,
        count(*) over ()::int as total
      from due d left join orders o using (workplace_id, order_id)
      join attempts a on a.workplace_id = d.workplace_id and a.attempt_id = d.attempt_id
      order by d.task = 'fulfil' desc, d.task = 'look' desc, d.created_at, d.turn_no limit ${AT_ONCE}`.execute(tx),
  )
  return { items: rows.map(({ total: _, ...task }) => task), total: rows[0]?.total ?? 0 }
}
