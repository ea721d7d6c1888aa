import { MAX_IDS } from '@omni/connectors/history/archive/index.ts'
import type { PastDays } from '@omni/connectors/history/history-source.ts'
import { SOURCES } from '@omni/domain/catalog/sources.ts'
import { convert } from '@omni/domain/money.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../../platform/db.ts'
import { job, work } from '../../../platform/jobs.ts'
import { indexProducts, markIndexDirty } from '../search/index-products.ts'
import { readRates } from '../../rates/read-rates.ts'

const DAYS = 180
const SLICE_MS = 30_000

const backfillHistory = job('catalog.backfill-history', {
  payload: z.object({}),
  background: true,
  attempts: 3,
  cron: '* * * * *',
  at_start: true,
  key: () => 'history',
})

/**
 * What a product cost before we knew it, where an archive can be asked. Days we have seen ourselves are never
 * overwritten.
 */
export const backfillHistoryJob = work(backfillHistory, async (ctx) => {
  const { history } = ctx.services
  if (!history) return
  const until = performance.now() + SLICE_MS
  for (const source of SOURCES) {
    for (;;) {
      const due = await ctx.db.read((tx) =>
        tx
          .selectFrom('catalog_products')
          .select(['id', 'source_product_id'])
          .where('source', '=', source)
          .where('history_at', 'is', null)
          .where('status', '=', 'full')
          .orderBy('id')
          .limit(MAX_IDS)
          .execute(),
      )
      if (due.length === 0 || performance.now() > until) break
      const past = await history.pastDays(
        source,
        due.map((row) => row.source_product_id),
        DAYS,
      )
      await ctx.db.tx(async (tx) => {
        const rates = await readRates(tx)
        for (const { id, source_product_id } of due) {
          const found = past.find((one) => one.product_id === source_product_id)
          if (found) await storeDays(tx, id, found, rates)
        }
        const ids = due.map(({ id }) => id)
        await sql`
          update catalog_products p set history_at = ${ctx.now}, orders_week = greatest(0, p.orders - coalesce(
            (select h.orders from catalog_history h
              where h.product_id = p.id and h.day <= (${ctx.now}::timestamptz at time zone 'utc')::date - 7
              order by h.day desc limit 1), p.orders))::int
          where p.id = any (${ids}::bigint[])`.execute(tx)
        await indexProducts(tx, ids)
        await markIndexDirty(tx, ctx.now)
      })
    }
  }
})

async function storeDays(
  tx: Tx,
  product_id: number,
  { points, currency }: PastDays,
  rates: Awaited<ReturnType<typeof readRates>>,
): Promise<void> {
  const rows = points.flatMap(({ day, price, orders }) => {
    const usd = convert(price, currency, 'USD', rates)
    return usd.ok ? [{ day, price: usd.value, orders }] : []
  })
  await sql`
    insert into catalog_history (product_id, day, price, orders)
    select ${product_id}, d.day, d.price, d.orders
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (day date, price int, orders bigint)
    on conflict (product_id, day) do nothing`.execute(tx)
}
