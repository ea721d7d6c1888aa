import { Button } from '@mantine/core'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { Money } from '@omni/ui/money.tsx'
import { IconCheck } from '@tabler/icons-react'
import { AppLink } from '../../platform/app-link.tsx'
import { useFormat } from '../../platform/format.ts'
import { intlLocale, useLanguage, useT } from '../../platform/i18n.ts'
import { audienceOf, type Cycle, limitText, MAIN_FEATURES, nameOf, type Offer, offerPrice } from './plan-offers.ts'
import { usd } from './usd.ts'
import classes from './plan-card.module.css'

export function PlanCard({ plan, cycle }: { plan: Offer; cycle: Cycle }) {
  const t = useT()
  const { number } = useFormat()
  const locale = intlLocale(useLanguage())
  const audience = audienceOf(plan)
  const yearly = cycle === 'yearly' && plan.price > 0
  const billed = yearly ? t('pricing.billed_yearly', { amount: usd(plan.price, locale) }) : t('pricing.billed_monthly')
  return (
    <article className={classes.card} data-recommended={plan.is_recommended || undefined}>
      <div className={classes.head}>
        <h3 className={classes.name}>{plan.name}</h3>
        {plan.is_recommended ? <span className={classes.tag}>{t('pricing.recommended')}</span> : null}
      </div>
      <p className={classes.price}>
        <strong>
          <Money text={offerPrice(plan)} />
        </strong>{' '}
        <span>{t('pricing.a_month')}</span>
      </p>
      <p className={classes.billed}>{plan.price === 0 ? t('pricing.no_card') : billed}</p>
      <p className={classes.audience}>{audience ? t(audience) : null}</p>
      <Button component={AppLink} href="/signup" variant={plan.is_recommended ? 'filled' : 'default'} fullWidth>
        {t('public.start_free')}
      </Button>
      <ul className={classes.list}>
        {MAIN_FEATURES.map((feature) => {
          const limit = limitText(plan, feature, t, number)
          return limit === null ? null : (
            <li key={feature}>
              <IconCheck size={16} stroke={ICON_STROKE} aria-hidden="true" />
              <span>{t('pricing.feature_line', { feature: nameOf(feature, t), limit })}</span>
            </li>
          )
        })}
      </ul>
    </article>
  )
}
