import type { PublicCtx } from '../../platform/ctx.ts'

/** Foundation spec §3: the USD-based rate table, with the age of its oldest entry. */
export async function getCurrencyRates(ctx: PublicCtx) {
  const rows = await ctx.db.read((tx) =>
    tx.selectFrom('currency_rates').select(['currency', 'rate', 'as_of']).execute(),
  )
  const as_of = rows.reduce<string | null>(
    (oldest, row) => (oldest === null || row.as_of < oldest ? row.as_of : oldest),
    null,
  )
  return {
    base: 'USD' as const,
    rates: { ...Object.fromEntries(rows.map(({ currency, rate }) => [currency, rate])), USD: 1 },
    as_of,
  }
}
