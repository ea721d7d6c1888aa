import type { autoUpdateCalls } from '@omni/contracts/auto-update.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import type { BreakerReason } from '@omni/domain/auto-update/breaker.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { planState } from '../billing/usage.ts'

type Overview = Out<typeof autoUpdateCalls.getAutoUpdate>

interface Counts {
  watched: number
  paused: number
  pinned: number
  hot: number
  hot_read_at: string | null
}

export async function getAutoUpdate(ctx: Ctx): Promise<Overview> {
  return ctx.db.read(async (tx) => {
    const { workplace_id } = ctx
    const { plan } = await planState(tx, ctx.user_id, ctx.now)
    const { rows } = await sql<Counts>`
      select count(*) filter (where not p.watch_paused)::int as watched,
        count(*) filter (where p.watch_paused)::int as paused,
        (select count(distinct w.product_id)::int from variant_watch w join products q using (workplace_id, product_id)
          where w.workplace_id = ${workplace_id} and w.pinned and q.deleted_at is null and q.watched) as pinned,
        (select count(*)::int from watched_sources s where s.workplace_id = ${workplace_id} and s.hot) as hot,
        (select min(c.detail_at) from watched_sources s join catalog_products c using (source, source_product_id)
          where s.workplace_id = ${workplace_id} and s.hot and c.gone_at is null) as hot_read_at
      from products p where p.workplace_id = ${workplace_id} and p.deleted_at is null and p.watched`.execute(tx)
    const counts = rows[0] ?? { watched: 0, paused: 0, pinned: 0, hot: 0, hot_read_at: null }
    const { rows: questions } = await sql<{
      question_id: string
      source: string
      reason: BreakerReason
      asked_at: string
      items: Overview['questions'][number]['items']
    }>`
      select q.question_id, q.source, q.reason, q.asked_at, (
        select coalesce(jsonb_agg(jsonb_build_object('product_id', p.product_id, 'title', p.title,
          'variant', coalesce(array_to_string(v.option_values, ' / '), ''), 'before', i.item->'cost',
          'after', i.item->'now_cost', 'quantity', i.item->'now_quantity') order by i.place), '[]')
        from jsonb_array_elements(q.items) with ordinality i (item, place)
        join products p on p.workplace_id = q.workplace_id and p.product_id = (i.item->>'product_id')::uuid
        left join product_variants v on v.workplace_id = p.workplace_id and v.product_id = p.product_id
          and v.variant_id = (i.item->>'variant_id')::uuid) as items
      from auto_update_questions q where q.workplace_id = ${workplace_id} and q.answer is null
      order by q.asked_at`.execute(tx)
    return {
      ...counts,
      limit: plan.features.AUTO_UPDATE_STOCK_PRODUCT.limit,
      questions: questions.map((question) => ({ ...question, source: asSource(question.source) })),
    }
  })
}
