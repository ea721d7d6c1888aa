import type { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { toDecimal } from '@omni/domain/money.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { readPaymentLogs } from './list-payment-logs.ts'
import { type ChargeRow, chargeView, payerOf, paying } from './subscription-row.ts'

/** An account that pays monthly for forty years has fewer. */
const MOST_ROWS = 1000
const HEADINGS = ['when', 'kind', 'what', 'amount', 'tax', 'currency', 'state', 'invoice', 'paid_by', 'from', 'to']
/** A cell that a spreadsheet could take for a formula is written as text. */
const quote = (text: string) => `"${(/^[=+@\t\r-]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

function toCells(row: ChargeRow): string[] {
  const { kind, name, amount, tax, currency, state, invoice_number, paid_by, period_start, period_end } =
    chargeView(row)
  const when = row.happened_at ?? row.created_at
  const money = [toDecimal(amount, currency), toDecimal(tax, currency)]
  return [
    when,
    kind,
    name,
    ...money,
    currency,
    state,
    invoice_number ?? '',
    paid_by,
    period_start ?? '',
    period_end ?? '',
  ]
}

/** spec: not shown. */
export async function exportPaymentLogs(ctx: Ctx): Promise<Out<typeof billingCalls.exportPaymentLogs>> {
  const payer = await payerOf(ctx)
  const rows = await paying(ctx, payer).read((tx) => readPaymentLogs(tx, payer, null, MOST_ROWS))
  const text = [HEADINGS, ...rows.map(toCells)].map((cells) => cells.map(quote).join(',')).join('\r\n')
  return { name: `plan-payments-${ctx.now.toISOString().slice(0, 10)}.csv`, text, rows: rows.length }
}
