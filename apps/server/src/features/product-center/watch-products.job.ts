import type { EventData } from '@omni/contracts/events.ts'
import { judgeSupplier, type Watched } from '@omni/domain/products/supplier-watch.ts'
import { toDecimal } from '@omni/domain/money.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { JobCtx } from '../../platform/ctx.ts'
import { tellWorkplace } from '../../platform/realtime.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue, job, work } from '../../platform/jobs.ts'
import { createNotification } from '../notifications/create-notification.ts'
import { loadProducts, type SupplierLink, supplies } from './load-products.ts'
import { priceOf, type Pricing, readPricing } from './pricing.ts'
import { writeColumns, writeProduct } from './write-product.ts'

const EVERY_MS = 15 * 60_000 // spec: not shown
/** What sellers sell is asked of its supplier this often, within the supplier's limits. */
const FRESH_HOURS = 1
const SLICE = 200

const watchProducts = job('products.watch', {
  payload: z.object({ workplace_id: z.string() }),
  background: true,
  attempts: 5,
  key: ({ workplace_id }) => workplace_id,
  scope: ({ workplace_id }) => ({ workplace_id }),
})

/** The first import of a workplace starts its watch; it goes on by itself. */
export async function startWatching(ctx: JobCtx, { workplace_id }: EventData<'products.imported'>): Promise<void> {
  await ctx.as({ workplace_id }).tx(async (tx) => {
    const {
      rows: [running],
    } = await sql<{ n: number }>`select is_job_waiting(${`products.watch:${workplace_id}`})::int as n`.execute(tx)
    if (!running?.n) await enqueue(tx, watchProducts, { workplace_id }, new Date(ctx.now.getTime() + EVERY_MS))
  })
}

interface News {
  product_id: string
  title: string
  kind: 'price' | 'stock' | 'gone'
  before: string
  after: string
}

/**
 * Costs and stock follow the supplier; the seller's own fields only where the settings say so, as a change that can be
 * taken back.
 */
export const watchProductsJob = work(watchProducts, async (ctx, { workplace_id }) => {
  const news: News[] = []
  for (;;) {
    const done = await ctx.db.tx(async (tx) => {
      const ids = await changedAtSupplier(tx, workplace_id)
      const pricing = await readPricing(tx, workplace_id)
      for (const product_id of ids) news.push(...(await follow(tx, ctx, workplace_id, product_id, pricing)))
      return ids.length < SLICE
    })
    if (done) break
  }
  await ctx.db.tx(async (tx) => {
    if (news.length > 0) {
      await announce(tx, ctx, workplace_id, news)
      await tellWorkplace(tx, workplace_id, 'products.changed', {})
    }
    await sql`update catalog_products c set due_at = ${ctx.now}
      where c.seen_at < ${new Date(ctx.now.getTime() - FRESH_HOURS * 3_600_000)} and c.due_at > ${ctx.now}
      and c.gone_at is null
      and (c.source || ':' || c.source_product_id) in (select name from product_word_counts
        where workplace_id = ${workplace_id} and kind = 'source' and products > 0)`.execute(tx)
    const {
      rows: [left],
    } = await sql<{ n: number }>`select count(*)::int as n from (select from products
      where workplace_id = ${workplace_id} and deleted_at is null and watched limit 1) p`.execute(tx)
    if (left?.n) await enqueue(tx, watchProducts, { workplace_id }, new Date(ctx.now.getTime() + EVERY_MS))
  })
})

async function changedAtSupplier(tx: Tx, workplace_id: string): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    select distinct p.product_id from products p
    join variant_suppliers l on l.workplace_id = p.workplace_id and l.product_id = p.product_id
    join catalog_products c on c.source = l.source and c.source_product_id = l.source_product_id
      and c.detail_at is not null
    left join catalog_variants v on v.product_id = c.id and v.sku_id = l.sku_id
    where p.workplace_id = ${workplace_id} and p.deleted_at is null and p.watched and p.status = 'ready'
      and l.sku_id <> ''
      and case when v.product_id is null or c.gone_at is not null then l.quantity is distinct from 0
        else v.price <> l.cost or v.quantity is distinct from l.quantity end
    order by p.product_id limit ${SLICE}`.execute(tx)
  return rows.map(({ product_id }) => product_id)
}

interface Now {
  source: string
  source_product_id: string
  sku_id: string
  price: number
  quantity: number | null
  gone: boolean
}

async function follow(
  tx: Tx,
  ctx: JobCtx,
  workplace_id: string,
  product_id: string,
  pricing: Pricing,
): Promise<News[]> {
  const [loaded] = await loadProducts(tx, workplace_id, [product_id], true)
  if (!loaded) return []
  const { rows } = await sql<Now>`
    select c.source, c.source_product_id, v.sku_id, v.price, v.quantity, c.gone_at is not null as gone
      from catalog_products c left join catalog_variants v on v.product_id = c.id
    where (c.source, c.source_product_id) in (select distinct source, source_product_id from variant_suppliers
      where workplace_id = ${workplace_id} and product_id = ${product_id}) and c.detail_at is not null`.execute(tx)
  const now = new Map(rows.map((row) => [`${row.source}:${row.source_product_id}:${row.sku_id}`, row]))
  const known = new Set(rows.map((row) => `${row.source}:${row.source_product_id}`))
  const nowOf = (link: { source: string; source_product_id: string; sku_id: string }) => {
    const row = now.get(`${link.source}:${link.source_product_id}:${link.sku_id}`)
    return row && !row.gone ? { cost: row.price, quantity: row.quantity } : null
  }
  const follows = (link: { source: string; source_product_id: string; sku_id: string }) =>
    link.sku_id !== '' && known.has(`${link.source}:${link.source_product_id}`)
  const before = supplies(loaded.links, loaded.ship_to)
  const wasThere = loaded.links.some(({ quantity }) => quantity !== 0)
  const isGone = (links: readonly SupplierLink[]) =>
    links.length > 0 && links.every((link) => follows(link) && nowOf(link) === null)
  const gone = wasThere && isGone(loaded.links)
  const goneVariants = new Set(
    [...Map.groupBy(loaded.links, ({ variant_id }) => variant_id)].flatMap(([id, links]) =>
      isGone(links) ? [id] : [],
    ),
  )
  loaded.links = loaded.links.map((link) => {
    const row = follows(link) ? nowOf(link) : undefined
    return row === undefined ? link : row === null ? { ...link, quantity: 0 } : { ...link, ...row }
  })
  // Where one supplier has none left, the next one counts, at its own cost.
  const watched = [...supplies(loaded.links, loaded.ship_to)].flatMap(([variant_id, { cost, quantity }]): Watched[] => {
    const was = before.get(variant_id)
    if (!was || was.cost === null || cost === null) return []
    const now = goneVariants.has(variant_id) ? null : { cost, quantity }
    return [{ variant_id, cost: was.cost, quantity: was.quantity, now }]
  })
  const outcome = judgeSupplier(loaded.product, watched, pricing.settings.monitoring, (cost) =>
    priceOf(pricing, cost, loaded.shipping_cost, loaded.currency),
  )
  await sql`update variant_suppliers l set cost = r.cost, quantity = r.quantity
    from jsonb_to_recordset(${JSON.stringify(loaded.links)}::jsonb) as r (variant_id uuid, rank int, cost bigint,
    quantity int)
    where l.workplace_id = ${workplace_id} and l.product_id = ${product_id} and l.variant_id = r.variant_id
      and l.rank = r.rank and (l.cost, l.quantity) is distinct from (r.cost, r.quantity)`.execute(tx)
  const written = await writeProduct(
    tx,
    loaded,
    outcome.patch,
    { workplace_id, user_id: null, change_id: randomUUID(), kind: 'supplier', now: ctx.now },
    pricing,
  )
  // Without an edit of its own the product's sums still follow the cost.
  if (Object.keys(written.changes).length === 0)
    await writeColumns(tx, workplace_id, loaded, loaded.product, { revision: loaded.revision, now: ctx.now }, pricing)
  else
    await tellWorkplace(tx, workplace_id, 'product.changed', { product_id, revision: written.revision, client_id: '' })
  const about = { product_id, title: loaded.product.title }
  if (gone)
    return pricing.settings.monitoring.on_gone === 'ignore' ? [] : [{ ...about, kind: 'gone', before: '', after: '' }]
  const [move] = outcome.moved
  return outcome.tell.map((kind) => ({
    ...about,
    kind,
    before: move ? toDecimal(move.before, 'USD') : '',
    after: move ? toDecimal(move.after, 'USD') : '',
  }))
}

/** One notification per kind of news, naming the product when there is one; the same news of a day is told once. */
async function announce(tx: Tx, ctx: JobCtx, workplace_id: string, news: readonly News[]): Promise<void> {
  const members = await tx
    .selectFrom('workplace_members')
    .select('user_id')
    .where('workplace_id', '=', workplace_id)
    .execute()
  for (const [kind, list] of Map.groupBy(news, (one) => one.kind)) {
    const [first] = list
    if (!first) continue
    const single = list.length === 1
    const message_key = `supplier_${kind}${single ? '' : '_more'}`
    const params = { title: first.title, count: list.length, before: `$${first.before}`, after: `$${first.after}` }
    const listed = kind === 'price' ? 'sort=margin' : 'problem=out_of_stock'
    const link = single ? `/app/products-center/editor/${first.product_id}` : `/app/products-center?${listed}`
    const cause = `watch ${kind} ${ctx.now.toISOString().slice(0, 13)} ${list
      .map(({ product_id }) => product_id)
      .sort()
      .join()
      .slice(0, 400)}`
    for (const { user_id } of members)
      await createNotification(tx, {
        workplace_id,
        user_id,
        kind: kind === 'price' ? 'supplier' : 'product',
        message_key,
        params,
        link,
        cause,
      })
  }
}
