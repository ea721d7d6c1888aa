/** A statement of any account of the ledger up to a moment, for whoever runs the installation (scripts/operate.ts). */
import type pg from 'pg'
import { toDecimal } from '@omni/domain/money.ts'

/** `known`: what our books said then, which never changes later. `effective`: by when the money moved. */
export type StatementBy = 'known' | 'effective'

export interface StatementLine {
  happened_at: string
  recorded_at: string
  workplace_id: string
  kind: string
  external_ref: string | null
  currency: string
  /** Minor units; a posting from the account is below zero. */
  amount: number
  /** Of the account in this currency, after the line. */
  balance: number
}

const ORDERS = { known: 't.recorded_at', effective: 't.effective_at' } as const

/** All workplaces together: a seller's account is told apart by the column. The last line's balance is the closing one. */
export async function accountStatement(
  client: Pick<pg.ClientBase, 'query'>,
  { account, at, by }: { account: string; at: Date; by: StatementBy },
): Promise<StatementLine[]> {
  const { rows } = await client.query<StatementLine & { amount: string; balance: string }>(
    `select to_json(t.effective_at) #>> '{}' as happened_at, to_json(t.recorded_at) #>> '{}' as recorded_at,
       workplace_id, t.kind, t.external_ref, p.currency, m.amount,
       sum(m.amount) over (partition by p.currency order by ${ORDERS[by]}, t.txn_id, p.line) as balance
     from ledger_txns t join ledger_postings p using (workplace_id, txn_id)
     cross join lateral (values (case when p.credit = $1 then p.amount else -p.amount end)) as m (amount)
     where $1 in (p.debit, p.credit) and ${ORDERS[by]} <= $2
     order by p.currency, ${ORDERS[by]}, t.txn_id, p.line`,
    [account, at],
  )
  return rows.map((row) => ({ ...row, amount: Number(row.amount), balance: Number(row.balance) }))
}

const HEADINGS = ['happened_at', 'recorded_at', 'workplace_id', 'kind', 'external_ref', 'currency', 'amount', 'balance']

export function statementText(lines: readonly StatementLine[], format: 'csv' | 'json'): string {
  if (format === 'json') return JSON.stringify(lines, null, 2)
  const rows = lines.map(({ amount, balance, currency, ...line }) => [
    line.happened_at,
    line.recorded_at,
    line.workplace_id,
    line.kind,
    line.external_ref ?? '',
    currency,
    toDecimal(amount, currency),
    toDecimal(balance, currency),
  ])
  return [HEADINGS, ...rows].map((cells) => cells.join(',')).join('\n')
}
