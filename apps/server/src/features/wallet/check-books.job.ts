import { payments as definitions } from '@omni/connectors/payments/registry.ts'
import { countingUnread } from '@omni/connectors/rows.ts'
import type { SalesReport } from '@omni/connectors/payments/sales-report.ts'
import type { OperatorSubscriptions } from '@omni/connectors/payments/subscriptions.ts'
import { toDecimal } from '@omni/domain/money.ts'
import { PAYMENT_IDS } from '@omni/domain/vendors/manifest.ts'
import { type BookEntry, compareBooks } from '@omni/domain/wallet/compare-books.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { escapeHtml } from '@omni/domain/escape-html.ts'
import { type Job, work } from '../../platform/jobs.ts'
import { paymentAlarms } from '../../platform/metrics.ts'
import { recordUnread } from '../../platform/unread-rows.ts'
import { checkBooks } from './jobs.ts'
import { notifySeller } from './notify-seller.ts'

const DAY_MS = 86_400_000
/** Read again each night: what came late is explained then. */
const DAYS_BACK = 7
/** A page or an invoice may be paid so long after it was made. */
const MADE_BEFORE_MS = 30 * DAY_MS

interface Difference {
  provider: string
  ref: string
  kind: 'missing_here' | 'missing_there' | 'amount' | 'balance'
  currency: string
  ours: number
  theirs: number
  about_workplace: string | null
}

/** Every night: balances are the sums of their postings, and what is at a provider is what its own books say. */
export const checkBooksJob: Job = work(checkBooks, async (ctx) => {
  const found = await note(ctx, 'ledger', await faultsOfOurs(ctx))
  const unread: unknown[] = []
  for (const books of booksOf(ctx))
    try {
      found.push(...(await note(ctx, books.id, await faultsAgainst(ctx, books))))
    } catch (error) {
      // Whose books cannot be read is asked again with the next try; the others are compared all the same.
      unread.push(error)
    }
  await notifyOperator(ctx, found)
  if (unread.length > 0) throw unread[0]
})

interface TheirEntry extends BookEntry {
  happened_at: Date
}

interface TheirBooks {
  id: string
  /** How long after it happened something may be missing in what they show. */
  late_ms: number
  list: (since: Date) => Promise<TheirEntry[]>
}

/** Everybody who holds money of ours, as far as they are set up here. */
function booksOf({ services: { payments, subscriptions, sales_report }, now }: JobCtx): TheirBooks[] {
  const wallets = PAYMENT_IDS.flatMap((id) => {
    const provider = payments[id]
    const list = async (since: Date) =>
      ((await provider?.listMovements(since, now)) ?? []).map(({ source_ref: ref, amount, fee, ...row }) => ({
        ...row,
        ref,
        amount: amount - fee,
      }))
    return provider ? [{ id, late_ms: definitions[id].profile.books_late_ms, list }] : []
  })
  return [
    ...wallets,
    ...(subscriptions ? [{ id: subscriptions.id, late_ms: 0, list: paidAt(subscriptions) }] : []),
    ...(sales_report ? [{ id: sales_report.id, late_ms: REPORT_LATE_MS, list: reportedBy(sales_report) }] : []),
  ]
}

/** What is reported is posted by the next hourly read. */
const REPORT_LATE_MS = 3 * 3_600_000

const reportedBy = (report: SalesReport) => async (since: Date) =>
  (await report.listSales(since)).map(({ ref, currency, net: amount, happened_at }) => ({
    ref,
    currency,
    amount,
    happened_at,
  }))

const paidAt =
  (provider: OperatorSubscriptions) =>
  async (since: Date): Promise<TheirEntry[]> => {
    // Asked for by when they were made, and paid later.
    const rows = await provider.listTransactions({ since: new Date(since.getTime() - MADE_BEFORE_MS) })
    return rows.flatMap(({ transaction_ref: ref, status, total, tax, fee, currency, happened_at }) =>
      status === 'completed' && total !== null && total > 0 && happened_at !== null && happened_at >= since
        ? [{ ref, currency, amount: total - tax - (fee ?? 0), happened_at }]
        : [],
    )
  }

async function faultsOfOurs(ctx: JobCtx): Promise<Difference[]> {
  const { rows } = await ctx.db.read((tx) =>
    sql<{ account: string; currency: string; workplace_id: string | null; booked: number; summed: number }>`
      select account, currency, workplace_id, booked::float8 as booked, summed::float8 as summed
      from ledger_faults()`.execute(tx),
  )
  return rows.map(({ account, currency, workplace_id, booked, summed }) => ({
    provider: 'ledger',
    ref: [account, currency, workplace_id].filter(Boolean).join(' '),
    kind: 'balance',
    currency,
    ours: booked,
    theirs: summed,
    about_workplace: workplace_id,
  }))
}

async function faultsAgainst(ctx: JobCtx, { id, late_ms, list }: TheirBooks): Promise<Difference[]> {
  const since = new Date(ctx.now.getTime() - DAYS_BACK * DAY_MS)
  // Theirs first, and both up to one moment: what moves meanwhile is looked at tomorrow.
  const until = new Date(ctx.now.getTime() - late_ms)
  const { value, unread } = await countingUnread(() => list(since))
  // Left out, it is a difference of its own; without the others nothing would be compared.
  if (unread.rows > 0) await recordUnread(ctx.db, id)({ ...unread, capability: 'books' })
  const theirs = value.filter(({ happened_at }) => happened_at < until)
  const { rows } = await ctx.db.read((tx) =>
    sql<{ ref: string; currency: string; workplace_id: string; amount: number }>`
      select ref, currency, workplace_id, amount::float8 as amount
      from provider_postings(${id}, ${since}, ${until})`.execute(tx),
  )
  return compareBooks(rows, theirs).map((difference) => ({
    ...difference,
    provider: id,
    about_workplace: rows.find(({ ref }) => ref === difference.ref)?.workplace_id ?? null,
  }))
}

/** What is found is an alarm until it is explained; what is gone was explained. */
async function note(ctx: JobCtx, provider: string, found: Difference[]): Promise<Difference[]> {
  await ctx.db.tx(async (tx) => {
    await sql`update book_differences set explained_at = ${ctx.now} where provider = ${provider}
      and explained_at is null and ref <> all(${found.map(({ ref }) => ref)}::text[])`.execute(tx)
    await sql`
      insert into book_differences as b (provider, ref, kind, currency, ours, theirs, about_workplace)
      select d.* from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as d (provider text, ref text, kind text,
        currency text, ours bigint, theirs bigint, about_workplace uuid)
      on conflict (provider, ref) do update set kind = excluded.kind, ours = excluded.ours, theirs = excluded.theirs,
        last_seen = now(), explained_at = null,
        first_seen = case when b.explained_at is null then b.first_seen else now() end`.execute(tx)
  })
  if (found.length === 0) return found
  paymentAlarms.inc({ alarm: 'books' }, found.length)
  ctx.log.error({ provider, differences: found.slice(0, 20), count: found.length }, 'the books do not agree')
  for (const difference of found)
    if (difference.about_workplace) {
      const workplace_id = difference.about_workplace
      const cause = `books ${provider} ${difference.ref}`
      await ctx.as({ workplace_id }).tx((tx) => notifySeller(tx, { workplace_id, cause }))
    }
  return found
}

const MAILED = 50

/** Every night until it is explained. For whoever runs this installation, in the language of its logs. */
async function notifyOperator(ctx: JobCtx, found: readonly Difference[]): Promise<void> {
  const { ALARM_MAIL: to } = ctx.config
  if (to === '' || found.length === 0) return
  const rows = found.map(
    ({ provider, ref, kind, currency, ours, theirs }) =>
      `${provider} ${ref}: ${kind}, ours ${toDecimal(ours, currency)}, theirs ${toDecimal(theirs, currency)} ${currency}`,
  )
  const text = [
    `${found.length} differences between our books and the providers' are not explained:`,
    ...rows.slice(0, MAILED),
    ...(rows.length > MAILED ? [`and ${rows.length - MAILED} more`] : []),
    'All of them: npm run operate -- books',
  ].join('\n')
  await ctx.services.mail.send({
    to,
    subject: `Omni: the books do not agree (${found.length})`,
    text,
    html: `<pre>${escapeHtml(text)}</pre>`,
    message_id: `books-${ctx.now.toISOString().slice(0, 10)}-${found.length}@omni`,
  })
}
