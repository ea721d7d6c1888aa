import type { autoUpdateCalls } from '@omni/contracts/auto-update.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { keyset } from '../../platform/cursor.ts'

type Calls = typeof autoUpdateCalls
type Row = Out<Calls['listWatched']>['items'][number]

const COUNTED = 1000
const place = keyset(z.uuid())

const STATES = {
  all: sql`true`,
  changed: sql`exists (select from variant_watch w where w.workplace_id = p.workplace_id
    and w.product_id = p.product_id and w.recorded_at is not null)`,
  pinned: sql`exists (select from variant_watch w where w.workplace_id = p.workplace_id
    and w.product_id = p.product_id and w.pinned)`,
  waiting: sql`exists (select from variant_watch w where w.workplace_id = p.workplace_id
    and w.product_id = p.product_id and w.state->>'pending' is not null)`,
  sold_out: sql`exists (select from variant_watch w where w.workplace_id = p.workplace_id
    and w.product_id = p.product_id and w.state->'out' = 'true')`,
  paused: sql`p.watch_paused`,
} satisfies Record<In<Calls['listWatched']>['state'], unknown>

/** Newest first. Every figure comes with the time of the look at the supplier it is from. */
export async function listWatched(
  ctx: Ctx,
  { state, page_size, cursor }: In<Calls['listWatched']>,
): Promise<Out<Calls['listWatched']>> {
  const after = place.read(cursor)
  return ctx.db.read(async (tx) => {
    const { workplace_id } = ctx
    const matching = sql`p.workplace_id = ${workplace_id} and p.deleted_at is null and p.watched and ${STATES[state]}`
    const { rows } = await sql<Row>`
      select p.product_id, p.title, p.image, p.sources, p.currency, p.watch_paused as paused, p.off_shelf,
        p.enabled_variants as variants, p.price_min, p.price_max, p.cost_min, p.cost_max, p.margin, p.stock,
        coalesce(w.pinned, 0) as pinned, coalesce(w.waiting, 0) as waiting, coalesce(w.sold_out, 0) as sold_out,
        n.note, n.recorded_at, s.read_at, coalesce(s.hot, false) as hot
      from products p
      left join lateral (
        select count(*) filter (where w.pinned)::int as pinned,
          count(*) filter (where w.state->>'pending' is not null)::int as waiting,
          count(*) filter (where w.state->'out' = 'true')::int as sold_out
        from variant_watch w where w.workplace_id = p.workplace_id and w.product_id = p.product_id) w on true
      left join lateral (
        select w.note, w.recorded_at from variant_watch w
        where w.workplace_id = p.workplace_id and w.product_id = p.product_id and w.recorded_at is not null
        order by w.recorded_at desc, w.variant_id limit 1) n on true
      left join lateral (
        select min(case when c.gone_at is null then c.detail_at else c.seen_at end) as read_at, bool_or(d.hot) as hot
        from (select distinct l.source, l.source_product_id from variant_suppliers l
          where l.workplace_id = p.workplace_id and l.product_id = p.product_id) l
        join catalog_products c on c.source = l.source and c.source_product_id = l.source_product_id
        left join watched_sources d on d.workplace_id = p.workplace_id and d.source = l.source
          and d.source_product_id = l.source_product_id) s on true
      where ${matching} ${after ? sql`and p.product_id < ${after}` : sql``}
      order by p.product_id desc limit ${page_size + 1}`.execute(tx)
    const { rows: counted } = await sql<{ total: number }>`
      select count(*)::int as total from (select from products p where ${matching} limit ${COUNTED + 1}) m`.execute(tx)
    const total = counted[0]?.total ?? 0
    const items = rows.slice(0, page_size)
    const last = items.at(-1)
    return {
      items,
      next_cursor: rows.length > page_size && last ? place.write(last.product_id) : null,
      total: Math.min(total, COUNTED),
      total_is_capped: total > COUNTED,
    }
  })
}
