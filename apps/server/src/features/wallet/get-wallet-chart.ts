import type { In, Out } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { kindsOf } from '@omni/domain/wallet/movements.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'

/** The database lists its zones by reading a file for each; these are the same names. */
const ZONES = new Set(Intl.supportedValuesOf('timeZone'))

/** Orders spec §7 payments/user/wallets/chart-summary. Days are the caller's. */
export async function getWalletChart(
  { db, workplace_id, now, caller }: Ctx,
  { days }: In<typeof walletCalls.getWalletChart>,
): Promise<Out<typeof walletCalls.getWalletChart>> {
  const zone = ZONES.has(caller.time_zone) ? caller.time_zone : 'UTC'
  const { rows } = await db.read((tx) =>
    sql<{ day: string; money_in: number; money_out: number }>`
      with today as (select (${now}::timestamptz at time zone ${zone}::text)::date as day),
      moved as (
        select (t.effective_at at time zone ${zone}::text)::date as day, t.kind = any(${kindsOf('in')}::text[]) as is_in,
          sum(p.amount) filter (where p.credit_kind in ('wallet_bonus', 'wallet_topup', 'hold_bonus', 'hold_topup')) as got,
          sum(p.amount) filter (where p.debit_kind in ('wallet_bonus', 'wallet_topup', 'hold_bonus', 'hold_topup')) as gave
        from ledger_txns t join ledger_postings p on p.workplace_id = t.workplace_id and p.txn_id = t.txn_id
        where t.workplace_id = ${workplace_id} and t.kind = any(${[...kindsOf('in'), ...kindsOf('out')]}::text[])
          and p.currency = ${WALLET_CURRENCY} and t.effective_at >= ${now}::timestamptz - make_interval(days => ${days + 1})
        group by 1, 2)
      select d.day::date::text as day, coalesce(sum(m.got) filter (where m.is_in), 0)::float8 as money_in,
        coalesce(sum(coalesce(m.gave, 0) - coalesce(m.got, 0)) filter (where not m.is_in), 0)::float8 as money_out
      from today, generate_series(today.day - (${days} - 1)::int, today.day, interval '1 day') as d (day)
      left join moved m on m.day = d.day::date
      group by d.day order by d.day`.execute(tx),
  )
  const sum = (name: 'money_in' | 'money_out') => rows.reduce((total, row) => total + row[name], 0)
  return { currency: WALLET_CURRENCY, money_in: sum('money_in'), money_out: sum('money_out'), days: rows }
}
