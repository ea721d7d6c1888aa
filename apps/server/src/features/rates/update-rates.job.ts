import { findCurrency } from '@omni/domain/currencies.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { job, work } from '../../platform/jobs.ts'

const updateRates = job('rates.update', {
  payload: z.object({}),
  attempts: 5,
  cron: '5 * * * *',
  at_start: true,
  key: () => 'rates',
})

/** Hourly. Rates older than those we have are left alone, so a rerun or a late reply changes nothing. */
export const updateRatesJob = work(updateRates, async (ctx) => {
  if (!ctx.services.rates) return // no provider configured: the last known table stays, with its age shown
  const { as_of, rates } = await ctx.services.rates.latest()
  const known = Object.entries(rates).filter(([currency]) => findCurrency(currency))
  const table = JSON.stringify(Object.fromEntries(known))
  await ctx.db.tx(async (tx) => {
    await sql`
    insert into currency_rates as c (currency, rate, as_of)
    select key, value::double precision, ${as_of}
      from jsonb_each_text(${table}::jsonb)
    on conflict (currency) do update set rate = excluded.rate, as_of = excluded.as_of where c.as_of < excluded.as_of`.execute(
      tx,
    )
    // The first rates of a day stay those of the day: what was converted by them stays as it is.
    await sql`
      insert into currency_rate_days (day, currency, rate)
      select (${as_of}::timestamptz at time zone 'UTC')::date, key, value::double precision
      from jsonb_each_text(${table}::jsonb) on conflict do nothing`.execute(tx)
  })
})
