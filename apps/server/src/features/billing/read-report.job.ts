/** What was billed for plans on the invoices of stores, as the platform reports it to the operator. */
import type { ReportedSale } from '@omni/connectors/payments/sales-report.ts'
import { reportedSale } from '@omni/domain/ledger/plans.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { type Job, work } from '../../platform/jobs.ts'
import { post } from '../../platform/ledger.ts'
import { readReport } from './jobs.ts'
import { type ChargeRow, lockCharge, lockPayer, type Payer } from './subscription-row.ts'
import { publishPlan, writeCharge } from './write-charge.ts'

const DAY_MS = 86_400_000
/** Read again each time: a sale may be reported late, or before its approval was heard here. */
const AGAIN_MS = 7 * DAY_MS
const AT_FIRST_MS = 90 * DAY_MS

export const readReportJob: Job = work(readReport, async (ctx) => {
  const report = ctx.services.sales_report
  if (!report) return
  const { id } = report
  const before = await ctx.db.read((tx) =>
    tx.selectFrom('subscription_events_read').select('read_at').where('provider', '=', id).executeTakeFirst(),
  )
  const since = new Date(before ? Date.parse(before.read_at) - AGAIN_MS : ctx.now.getTime() - AT_FIRST_MS)
  // No connection is held while the report is waited for.
  const sales = await report.listSales(since)
  const known = await ctx.db.read((tx) =>
    sql<{ ref: string }>`select ref from provider_postings(${id}, ${since}, 'infinity')`.execute(tx),
  )
  const posted = new Set(known.rows.map(({ ref }) => ref))
  const news = sales.filter(({ ref }) => !posted.has(ref))
  // Oldest first: the first sale of a charge is what was approved, the others are its renewals.
  for (const sale of news.toSorted((a, b) => a.happened_at.getTime() - b.happened_at.getTime()))
    await settleSale(ctx, id, sale)
  await ctx.db.tx((tx) =>
    sql`insert into subscription_events_read (provider, event_id, read_at)
      values (${id}, ${sales.at(-1)?.ref ?? ''}, ${ctx.now})
      on conflict (provider) do update set event_id = excluded.event_id, read_at = excluded.read_at`.execute(tx),
  )
})

/** Nobody here asked for it: the nightly check of the books names it (wallet/check-books.job.ts). */
async function settleSale(ctx: JobCtx, provider: string, sale: ReportedSale): Promise<void> {
  const { rows } = await ctx.db.read((tx) =>
    sql<Payer & { charge_id: string }>`
      select workplace_id, user_id, charge_id
      from plan_charge_of(${provider}, '{}'::text[], ${[sale.charge_ref]}::text[])`.execute(tx),
  )
  const [found] = rows
  if (!found) return
  await ctx.as({ ...found }).tx(async (tx) => {
    await lockPayer(tx, found)
    const row = await lockCharge(tx, found.workplace_id, found.charge_id)
    if (row) await writeSale(tx, provider, row, sale, ctx.clock())
  })
}

async function writeSale(tx: Tx, provider: string, row: ChargeRow, sale: ReportedSale, now: Date): Promise<void> {
  const { ref, currency, gross, net, happened_at } = sale
  const shared = { scope: provider, effective_at: happened_at, subject: row.charge_id, external_ref: ref }
  const { paid, kept } = reportedSale(provider, currency, { gross, net })
  const [first] = await post(tx, [
    { ...shared, key: `${ref}:completed`, kind: gross < 0 ? 'plan_refund' : 'plan_paid', postings: paid },
    { ...shared, key: `${ref}:fee`, kind: 'fee', postings: kept },
  ])
  // Posted before, or money back: that is a credit on the store's invoice, and no payment of the seller.
  if (!first?.posted || gross <= 0) return
  const money = { amount: gross, fee: gross - net, currency, happened_at }
  if (row.fee === null) return writeCharge(tx, row, money)
  const { workplace_id, user_id, subscription_id, store_workplace_id, store_id, item } = row
  await tx
    .insertInto('plan_charges')
    .values({
      workplace_id,
      user_id,
      subscription_id,
      provider,
      store_workplace_id,
      store_id,
      item,
      ...money,
      kind: 'renewal',
      state: 'done',
      settled_at: now,
      transaction_ref: ref,
      created_at: happened_at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'transaction_ref']).doNothing())
    .execute()
  await publishPlan(tx, user_id)
}
