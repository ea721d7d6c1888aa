import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

/** Sales of so many days say what hangs on a product. */
const SALES_DAYS = 30
const HOT_DAYS = 7

/**
 * What this workplace would have looked at: supplier products behind its watched ones, with the profit a day that hangs
 * on them. Hot: sold within a week, or waiting to be bought.
 */
export async function recordDemand(tx: Tx, workplace_id: string, now: Date): Promise<void> {
  await sql`
    with sales as (
      select l.product_id, sum(l.wanted)::float8 / ${SALES_DAYS}::int as a_day,
        bool_or(o.ordered_at > ${now}::timestamptz - make_interval(days => ${HOT_DAYS})
          or exists (select from order_groups g where g.workplace_id = o.workplace_id and g.order_id = o.order_id
            and g.status = 'placement' and g.sub_status in ('ready', 'needs_attention', 'processing'))) as hot
      from order_lines l join orders o using (workplace_id, order_id)
      where l.workplace_id = ${workplace_id} and l.product_id is not null and o.cancelled_at is null
        and o.ordered_at > ${now}::timestamptz - make_interval(days => ${SALES_DAYS}) group by l.product_id),
    wanted as (
      select s.source, s.source_product_id, sum(coalesce(a.a_day, 0) * greatest(p.profit, p.profit_at_most, 0)
          / coalesce(nullif(r.rate, 0), 1)) as worth, bool_or(coalesce(a.hot, false)) as hot
      from products p
      join lateral (select distinct l.source, l.source_product_id from variant_suppliers l
        where l.workplace_id = p.workplace_id and l.product_id = p.product_id) s on true
      left join sales a on a.product_id = p.product_id
      left join currency_rates r on r.currency = p.currency
      where p.workplace_id = ${workplace_id} and p.deleted_at is null and p.watched and not p.watch_paused
      group by s.source, s.source_product_id),
    gone as (
      delete from watched_sources w where w.workplace_id = ${workplace_id} and not exists (
        select from wanted n where n.source = w.source and n.source_product_id = w.source_product_id))
    insert into watched_sources as w (workplace_id, source, source_product_id, worth, hot)
    select ${workplace_id}, source, source_product_id, worth, hot from wanted
    on conflict (workplace_id, source, source_product_id) do update set worth = excluded.worth, hot = excluded.hot
      where (w.worth, w.hot) is distinct from (excluded.worth, excluded.hot)`.execute(tx)
}
