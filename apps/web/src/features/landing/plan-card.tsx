import { Button } from '@mantine/core'
import { isChangePlanShown, planClass } from '@omni/domain/billing/plan-rules.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { Money } from '@omni/ui/money.tsx'
import { IconCheck } from '@tabler/icons-react'
import { CONTACT_URL } from '../../platform/addresses.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useFormat } from '../../platform/format.ts'
import { intlLocale, useLanguage, useT } from '../../platform/i18n.ts'
import { audienceOf, type Cycle, limitText, MAIN_FEATURES, nameOf, type Offer, offerPrice } from './plan-offers.ts'
import { usd } from './usd.ts'
import classes from './plan-card.module.css'

interface PlanCardProps {
  plan: Offer
  cycle: Cycle
  /** The plan of whoever looks, where somebody is signed in. */
  current?: { id: string; key: string } | undefined
}

const CHANGE_PLAN = '/app/setting/billing-plan/change-plan'

/** A stranger starts for free; a seller sees the own plan and the way to another; the largest is agreed on in person. */
function PlanButton({ plan, cycle, current }: PlanCardProps) {
  const t = useT()
  const variant = plan.is_recommended ? 'filled' : 'default'
  if (current && current.id === plan.id)
    return (
      <Button fullWidth disabled>
        {t('pricing.your_plan')}
      </Button>
    )
  if (planClass(plan.key) === 'enterprise')
    return (
      <Button component={AppLink} href={CONTACT_URL} variant="default" fullWidth>
        {t('pricing.contact')}
      </Button>
    )
  if (current && isChangePlanShown(current.key))
    return (
      <Button component={AppLink} href={`${CHANGE_PLAN}?cycle=${cycle}`} variant={variant} fullWidth>
        {t('pricing.choose', { plan: plan.name })}
      </Button>
    )
  return current ? null : (
    <Button component={AppLink} href="/signup" variant={variant} fullWidth>
      {t('public.start_free')}
    </Button>
  )
}

export function PlanCard({ plan, cycle, current }: PlanCardProps) {
  const t = useT()
  const { number } = useFormat()
  const locale = intlLocale(useLanguage())
  const audience = audienceOf(plan)
  const yearly = cycle === 'yearly' && plan.price > 0
  const billed = yearly ? t('pricing.billed_yearly', { amount: usd(plan.price, locale) }) : t('pricing.billed_monthly')
  return (
    <article
      className={classes.card}
      data-recommended={plan.is_recommended || undefined}
      data-plan={planClass(plan.key)}
    >
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
      <PlanButton plan={plan} cycle={cycle} current={current} />
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
