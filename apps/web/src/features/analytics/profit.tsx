import type { Out } from '@omni/contracts/kernel.ts'
import type { analyticsCalls } from '@omni/contracts/analytics.calls.ts'
import { toDecimal } from '@omni/domain/money.ts'
import { Money } from '@omni/ui/money.tsx'
import { type ShowMoney, useMoney } from '../../platform/display.ts'
import { type Format, useFormat } from '../../platform/format.ts'
import { type TextKey, type Translate, useT } from '../../platform/i18n.ts'
import classes from './profit.module.css'

type Read = Out<typeof analyticsCalls.getOrderProfit>
export type OrderProfit = NonNullable<Read['profit']>
type Part = Read['parts'][number]

/** A firm profit as it is, an estimate with its sign, and with an unknown part what it would be at most. */
function profitText(t: Translate, money: ShowMoney, { state, amount, currency }: OrderProfit): string {
  const { text } = money(amount, currency)
  if (state === 'unknown') return t('profit.at_most', { amount: text })
  return state === 'estimated' ? `≈ ${text}` : text
}

/** Null: its currency has no rate. What is not known is never green. */
export function ProfitAmount({ profit }: { profit: OrderProfit | null }) {
  const t = useT()
  const money = useMoney()
  if (!profit) return <span className={classes.grey}>–</span>
  const text = profitText(t, money, profit)
  const { state, amount } = profit
  if (state === 'unknown') return <span className={amount < 0 ? classes.loss : classes.grey}>{text}</span>
  return <Money text={text} tone={amount < 0 ? 'loss' : amount > 0 ? 'gain' : 'plain'} />
}

/** Digits for a file; with an unknown part there is no figure. */
export const profitCsv = (profit: OrderProfit | null): string =>
  !profit || profit.state === 'unknown' ? '' : toDecimal(profit.amount, profit.currency)

const PART_TEXTS: Record<Part['part'], TextKey> = {
  goods: 'profit.part_goods',
  buyer_shipping: 'profit.part_buyer_shipping',
  tax: 'profit.part_tax',
  fees: 'profit.part_fees',
  supplier_goods: 'profit.part_supplier_goods',
  supplier_shipping: 'profit.part_supplier_shipping',
  supplier_charges: 'profit.part_supplier_charges',
  refunds: 'profit.part_refunds',
  recovered: 'profit.part_recovered',
}

const SOURCE_TEXTS: Record<Part['source'], TextKey> = {
  store: 'profit.source_store',
  fee_terms: 'profit.source_fee_terms',
  supplier: 'profit.source_supplier',
  agreed: 'profit.source_agreed',
  quote: 'profit.source_quote',
  catalogue: 'profit.source_catalogue',
  expected: 'profit.source_expected',
  nobody: 'profit.source_nobody',
}

/** Whose word it is, and how old. */
const sourceText = (t: Translate, format: Format, { source, as_of }: Part): string =>
  [t(SOURCE_TEXTS[source]), as_of === null ? '' : format.ago(as_of)].filter(Boolean).join(' · ')

/** What a profit is made of, part by part, and the sum. */
export function ProfitParts({ profit, parts }: { profit: OrderProfit; parts: readonly Part[] }) {
  const t = useT()
  const money = useMoney()
  const format = useFormat()
  const { currency, margin } = profit
  return (
    <dl className={classes.parts}>
      {parts.map((one) => (
        <div key={one.part} data-apart={one.part === 'tax' || undefined}>
          <dt>
            <span>{t(PART_TEXTS[one.part])}</span>
            <span className={classes.source}>{sourceText(t, format, one)}</span>
          </dt>
          <dd>{one.state === 'unknown' ? '?' : money(one.amount, currency).text}</dd>
        </div>
      ))}
      <div className={classes.sum}>
        <dt>
          <span>{t('profit.title')}</span>
          {margin === null ? null : (
            <span className={classes.source}>{t('profit.margin', { margin: format.percent(margin) })}</span>
          )}
        </dt>
        <dd>
          <ProfitAmount profit={profit} />
        </dd>
      </div>
    </dl>
  )
}
