import { PAYMENT_PROVIDERS, type PaymentProvider } from '@omni/connectors/payments/provider.ts'
import { compareBooks } from '@omni/domain/wallet/compare-books.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { type Job, work } from '../../platform/jobs.ts'
import { paymentAlarms } from '../../platform/metrics.ts'
import { createNotification } from '../notifications/create-notification.ts'
import { checkBooks } from './jobs.ts'

const DAY_MS = 86_400_000
/** Read again each night: what came late is explained then. */
const DAYS_BACK = 7

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
  await note(ctx, 'ledger', await faultsOfOurs(ctx))
  for (const id of PAYMENT_PROVIDERS) {
    const provider = ctx.services.payments[id]
    if (provider) await note(ctx, id, await faultsAgainst(ctx, provider))
  }
})

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

async function faultsAgainst(ctx: JobCtx, provider: PaymentProvider): Promise<Difference[]> {
  const { id } = provider
  const since = new Date(ctx.now.getTime() - DAYS_BACK * DAY_MS)
  // Theirs first: what moves meanwhile is in ours as well, and is told apart by their cut.
  const theirs = await provider.listMovements(since)
  const { rows } = await ctx.db.read((tx) =>
    sql<{ ref: string; currency: string; workplace_id: string; amount: number }>`
      select ref, currency, workplace_id, amount::float8 as amount
      from provider_postings(${id}, ${since})`.execute(tx),
  )
  const entries = theirs.map(({ source_ref, currency, amount, fee }) => ({
    ref: source_ref,
    currency,
    amount: amount - fee,
  }))
  return compareBooks(rows, entries).map((difference) => ({
    ...difference,
    provider: id,
    about_workplace: rows.find(({ ref }) => ref === difference.ref)?.workplace_id ?? null,
  }))
}

/** What is found is an alarm until it is explained; what is gone was explained. */
async function note(ctx: JobCtx, provider: string, found: readonly Difference[]): Promise<void> {
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
  if (found.length === 0) return
  paymentAlarms.inc({ alarm: 'books' }, found.length)
  ctx.log.error({ provider, differences: found.slice(0, 20), count: found.length }, 'the books do not agree')
  for (const difference of found) if (difference.about_workplace) await tellSeller(ctx, difference)
}

/** A seller hears of an amount that is being checked, once. */
async function tellSeller(ctx: JobCtx, { about_workplace, ref, provider }: Difference): Promise<void> {
  const workplace_id = about_workplace ?? ''
  await ctx.as({ workplace_id }).tx(async (tx) => {
    const members = await tx
      .selectFrom('workplace_members')
      .select('user_id')
      .where('workplace_id', '=', workplace_id)
      .execute()
    for (const { user_id } of members)
      await createNotification(tx, {
        workplace_id,
        user_id,
        kind: 'system',
        message_key: 'payment_checked',
        params: {},
        link: '/app/setting/wallet',
        cause: `books ${provider} ${ref}`.slice(0, 200),
      })
  })
}
