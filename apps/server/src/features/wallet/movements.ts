import type { Out } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { kindsOf, MOVEMENT_KINDS, type MovementKind } from '@omni/domain/wallet/movements.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

export type Movement = Out<typeof walletCalls.listTransactionLogs>['items'][number]
export interface MovementFilter {
  type: 'all' | 'in' | 'out' | 'held'
  since: Date | null
}
export interface Position {
  at: string
  id: string
}

const DAY_MS = 86_400_000
export const sinceOf = (days: number | undefined, now: Date): Date | null =>
  days === undefined ? null : new Date(now.getTime() - days * DAY_MS)

const HELD = sql`('hold_bonus', 'hold_topup')`
const FREE = sql`('wallet_bonus', 'wallet_topup')`
const BONUS = sql`('wallet_bonus', 'hold_bonus')`
/** By how much a transaction `t` changes accounts of these kinds. */
const changeOf = (kinds: RawBuilder<unknown>) => sql`
  coalesce(sum(p.amount) filter (where p.credit_kind in ${kinds}), 0)
    - coalesce(sum(p.amount) filter (where p.debit_kind in ${kinds}), 0)`

interface Row {
  txn_id: string
  kind: MovementKind
  subject: string | null
  happened_at: string
  free: number
  held: number
  bonus: number
  held_bonus: number
  order_id: string | null
  order_number: string | null
}

/** Newest first. Kinds are indexed, so a filter walks only its own rows. */
export async function readMovements(
  tx: Tx,
  workplace_id: string,
  { type, since }: MovementFilter,
  after: Position | null,
  limit: number,
): Promise<Movement[]> {
  const below = after ? sql`and (t.effective_at, t.txn_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  const { rows } = await sql<Row>`
    select t.txn_id, t.kind, t.subject, to_json(t.effective_at) #>> '{}' as happened_at, m.free::float8 as free,
      m.held::float8 as held, m.bonus::float8 as bonus, m.held_bonus::float8 as held_bonus,
      o.order_id, o.number as order_number
    from ledger_txns t
    cross join lateral (
      select ${changeOf(FREE)} as free, ${changeOf(HELD)} as held, ${changeOf(BONUS)} as bonus,
        coalesce(sum(p.amount) filter (where p.debit_kind in ${BONUS} and p.credit_kind in ${BONUS}), 0) as held_bonus
      from ledger_postings p where p.workplace_id = t.workplace_id and p.txn_id = t.txn_id
        and p.currency = ${WALLET_CURRENCY}) m
    left join supplier_orders s on s.workplace_id = t.workplace_id and s.supplier_order_id::text = t.subject
    left join orders o on o.workplace_id = s.workplace_id and o.order_id = s.order_id
    where t.workplace_id = ${workplace_id} and t.kind = any(${kindsOf(type)}::text[])
      and (${since}::timestamptz is null or t.effective_at >= ${since}) ${below}
    order by t.effective_at desc, t.txn_id desc limit ${limit}`.execute(tx)
  const balances = type === 'all' ? await balancesAfter(tx, workplace_id, rows) : rows.map(() => null)
  return rows.map((row, i): Movement => {
    const direction = MOVEMENT_KINDS[row.kind]
    const isHeld = direction === 'held'
    return {
      txn_id: row.txn_id,
      kind: row.kind,
      direction,
      amount: row.free + row.held,
      held: isHeld ? Math.abs(row.held) : 0,
      bonus: isHeld ? row.held_bonus : Math.abs(row.bonus),
      balance: balances[i] ?? null,
      subject: row.subject,
      order_id: row.order_id,
      order_number: row.order_number,
      happened_at: row.happened_at,
    }
  })
}

/** What the wallet held after each row: what it holds now, less everything since. */
async function balancesAfter(tx: Tx, workplace_id: string, rows: readonly Row[]): Promise<number[]> {
  const [first] = rows
  if (!first) return []
  const { rows: sums } = await sql<{ now: number; since: number }>`
    select (select coalesce(sum(b.amount), 0) from ledger_balances b where b.workplace_id = ${workplace_id}
        and b.currency = ${WALLET_CURRENCY} and b.account in ('wallet_bonus', 'wallet_topup', 'hold_bonus', 'hold_topup')
      )::float8 as now,
      (select ${changeOf(sql`('wallet_bonus', 'wallet_topup', 'hold_bonus', 'hold_topup')`)} from ledger_txns t
        join ledger_postings p on p.workplace_id = t.workplace_id and p.txn_id = t.txn_id
        where t.workplace_id = ${workplace_id} and p.currency = ${WALLET_CURRENCY}
          and (t.effective_at, t.txn_id) > (${first.happened_at}::timestamptz, ${first.txn_id}::uuid))::float8 as since
    `.execute(tx)
  let balance = (sums[0]?.now ?? 0) - (sums[0]?.since ?? 0)
  return rows.map(({ free, held }) => {
    const after = balance
    balance -= free + held
    return after
  })
}
