import type { Out } from '@omni/contracts/kernel.ts'
import type { analyticsCalls } from '@omni/contracts/analytics.calls.ts'
import { useMoney } from '../../platform/display.ts'
import { type Format, useFormat } from '../../platform/format.ts'
import { type TextKey, type Translate, useT } from '../../platform/i18n.ts'
import { ProfitAmount } from '../../product-cards/profit-amount.tsx'
import classes from './profit.module.css'

type Read = Out<typeof analyticsCalls.getOrderProfit>
type OrderProfit = NonNullable<Read['profit']>
type Part = Read['parts'][number]

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
