import { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { Card } from '@omni/ui/card.tsx'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { useFormat } from '../../platform/format.ts'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import classes from './source-accounts.module.css'

/** By what the supplier counts. */
const UNITS = {
  points: { budget: 'ingest_plan.budget_points', each: 'ingest_plan.each_points' },
  calls: { budget: 'ingest_plan.budget_calls', each: 'ingest_plan.each_calls' },
} as const satisfies Record<Plan['unit'], Record<string, TextKey>>

type Plan = Out<typeof catalogCalls.getIngestPlan>['sources'][number]

/** How far the catalogue is at each supplier, and how long the rest takes. Nothing where no supplier is asked here. */
export function CataloguePlan() {
  const t = useT()
  const plan = useCall(catalogCalls.getIngestPlan, {}, { quiet: true })
  if (!plan.data || plan.data.sources.length === 0) return null
  return (
    <Card title={t('ingest_plan.title')} description={t('ingest_plan.text')}>
      <ul className={classes.plans}>
        {plan.data.sources.map((source) => (
          <PlanRow key={source.source} plan={source} />
        ))}
      </ul>
    </Card>
  )
}

const MOST_NAMES = 10
const named = (parts: readonly string[]): string =>
  [...parts.slice(0, MOST_NAMES), ...(parts.length > MOST_NAMES ? ['…'] : [])].join(', ')

function PlanRow({ plan }: { plan: Plan }) {
  const t = useT()
  const format = useFormat()
  const { per_day, left_today, products_a_day, days, quotes_left, quote_days, left_out, unit } = plan
  const facts = [
    per_day !== null && left_today !== null
      ? t(UNITS[unit].budget, { left: format.number(left_today), total: format.number(per_day) })
      : t('ingest_plan.no_budget'),
    products_a_day === null
      ? ''
      : t(UNITS[unit].each, { points: format.number(plan.per_product), products: format.number(products_a_day) }),
    plan.stretch > 1 ? t('ingest_plan.stretched', { times: format.number(Math.round(plan.stretch * 10) / 10) }) : '',
    t('ingest_plan.counted', { when: format.ago(plan.counted_at) }),
  ].filter(Boolean)
  const daysText = (count: number | null) => {
    if (count === null) return t('ingest_plan.never')
    return count === 0 ? t('ingest_plan.done') : t('ingest_plan.days', { days: format.number(count) })
  }
  const known = { whole: format.number(plan.whole), products: format.number(plan.products) }
  return (
    <li className={classes.plan}>
      <VendorBadge vendor={plan.source} label="" />
      <div className={classes.words}>
        <div className={classes.name}>{VENDOR_NAMES[plan.source]}</div>
        <div>
          {t('ingest_plan.whole', known)} · {daysText(days)}
        </div>
        {quotes_left === null ? null : (
          <div>
            {quotes_left === 0
              ? t('ingest_plan.quotes_done')
              : `${t('ingest_plan.quotes_left', { quotes: format.number(quotes_left) })} · ${daysText(quote_days)}`}
          </div>
        )}
        {left_out.length > 0 ? (
          <div className={classes.leftOut}>{t('ingest_plan.left_out', { parts: named(left_out) })}</div>
        ) : null}
        <div className={classes.note}>{facts.join(' · ')}</div>
      </div>
    </li>
  )
}
