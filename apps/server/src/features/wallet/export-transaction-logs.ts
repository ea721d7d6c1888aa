import type { In, Out } from '@omni/contracts/kernel.ts'
import { MAX_EXPORTED, type walletCalls } from '@omni/contracts/wallet.calls.ts'
import { toDecimal } from '@omni/domain/money.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { type Movement, readMovements, sinceOf } from './movements.ts'

const HEADINGS = ['when', 'kind', 'amount', 'held', 'bonus', 'balance', 'currency', 'order', 'transaction']
/** A cell that a spreadsheet could take for a formula is written as text. */
const quote = (text: string) => `"${(/^[=+@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
const money = (amount: number | null) => (amount === null ? '' : toDecimal(amount, WALLET_CURRENCY))

const toCells = (row: Movement): string[] => [
  row.happened_at,
  row.kind,
  money(row.amount),
  money(row.held),
  money(row.bonus),
  money(row.balance),
  WALLET_CURRENCY,
  row.order_number ?? '',
  row.txn_id,
]

/** spec: not shown. */
export async function exportTransactionLogs(
  { db, workplace_id, now }: Ctx,
  { type, days, format }: In<typeof walletCalls.exportTransactionLogs>,
): Promise<Out<typeof walletCalls.exportTransactionLogs>> {
  const filter = { type, since: sinceOf(days, now) }
  const read = await db.read((tx) => readMovements(tx, workplace_id, filter, null, MAX_EXPORTED + 1))
  const rows = read.slice(0, MAX_EXPORTED)
  const csv = () => [HEADINGS, ...rows.map(toCells)].map((cells) => cells.map(quote).join(',')).join('\r\n')
  const text = format === 'csv' ? csv() : JSON.stringify({ currency: WALLET_CURRENCY, movements: rows }, null, 2)
  return {
    name: `wallet-${now.toISOString().slice(0, 10)}.${format}`,
    type: format === 'csv' ? 'text/csv' : 'application/json',
    text,
    rows: rows.length,
    is_capped: read.length > rows.length,
  }
}
