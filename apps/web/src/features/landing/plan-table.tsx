import { FEATURE_TYPES, FEATURES, type FeatureType, isBuilt } from '@omni/domain/billing/features.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { Money } from '@omni/ui/money.tsx'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useFormat } from '../../platform/format.ts'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { limitText, nameOf, type Offer, offerPrice } from './plan-offers.ts'
import hidden from './hidden.module.css'
import classes from './plan-table.module.css'

/** How a number is to be read: per month, or as what may exist at one time. */
const COUNTED: Record<FeatureType, TextKey> = {
  per_cycle: 'pricing.counted_monthly',
  standing: 'pricing.counted_standing',
  switch: 'pricing.counted_switch',
}

/** Every feature of every plan (foundation spec §6). */
export function PlanTable({ plans }: { plans: readonly Offer[] }) {
  const t = useT()
  const { number } = useFormat()
  return (
    // Focusable, so that the keyboard can scroll it sideways on a small screen.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.scroll} aria-label={t('pricing.compare_title')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              {t('pricing.feature')}
            </th>
            {plans.map((plan) => (
              <th key={plan.id} scope="col" data-recommended={plan.is_recommended || undefined}>
                {plan.name}
                <span className={classes.price}>
                  <Money text={offerPrice(plan)} />
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {FEATURES.filter(isBuilt).map((feature) => (
            <tr key={feature}>
              <th scope="row">
                {nameOf(feature, t)}
                <span className={classes.counted}>{t(COUNTED[FEATURE_TYPES[feature]])}</span>
              </th>
              {plans.map((plan) => {
                const limit = limitText(plan, feature, t, number)
                const Icon = limit === null ? IconMinus : FEATURE_TYPES[feature] === 'switch' ? IconCheck : null
                return (
                  <td key={plan.id} data-none={limit === null || undefined}>
                    {Icon ? <Icon size={18} stroke={ICON_STROKE} aria-hidden="true" /> : null}
                    <span className={Icon ? hidden.hidden : undefined}>{limit ?? t('pricing.not_included')}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
