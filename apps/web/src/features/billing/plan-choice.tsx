import { Button } from '@mantine/core'
import { authCalls } from '@omni/contracts/auth.calls.ts'
import { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { FEATURES } from '@omni/domain/billing/features.ts'
import { findPlan } from '@omni/domain/billing/plan-catalogue.ts'
import { isUnlimited, planClass } from '@omni/domain/billing/plan-rules.ts'
import { compare } from '@omni/domain/billing/subscription.ts'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { Money } from '@omni/ui/money.tsx'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useAccount } from '../../platform/account.ts'
import { useAct } from '../../platform/act.ts'
import { CONTACT_URL } from '../../platform/addresses.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useMoney } from '../../platform/display.ts'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { useMarkStep } from '../../platform/mark-step.ts'
import { useCall } from '../../platform/query.ts'
import { messageOf } from '../../platform/reactions.ts'
import { toast } from '../../platform/toasts.tsx'
import { track } from '../../platform/track.ts'
import { audienceOf, limitText, MAIN_FEATURES, nameOf, type Offer, offerPrice } from '../landing/plan-offers.ts'
import type { Subscription } from './billing-texts.ts'
import classes from './change-plan.module.css'

interface PlanChoiceProps {
  offer: Offer
  plan: Out<typeof billingCalls.getCurrentPlan>
  subscription: Subscription | null
  isSuggested: boolean
  isBusy: boolean
  canBuy: boolean
  onChoose: () => void
}

type Way = 'current' | 'contact' | 'free' | 'buy' | 'upgrade' | 'downgrade'

function wayOf(offer: Offer, plan: PlanChoiceProps['plan'], subscription: Subscription | null): Way {
  if (planClass(offer.key) === 'enterprise') return offer.key === plan.key ? 'current' : 'contact'
  const current = subscription?.package_id ?? plan.id
  if (offer.id === current) return 'current'
  if (offer.price === 0) return 'free'
  if (!subscription) return 'buy'
  const [to, from] = [findPlan(offer.id), findPlan(current)]
  return to && from && compare(to, from) < 0 ? 'downgrade' : 'upgrade'
}

/** One plan: what it costs, what it gives, and an honest button. */
export function PlanChoice({ offer, plan, subscription, isSuggested, isBusy, canBuy, onChoose }: PlanChoiceProps) {
  const t = useT()
  const { number } = useFormat()
  const way = wayOf(offer, plan, subscription)
  const audience = audienceOf(offer)
  const exceeded = exceededBy(offer, plan)
  return (
    <article className={classes.plan} data-suggested={isSuggested || undefined} data-plan={planClass(offer.key)}>
      <div className={classes.head}>
        <h2 className={classes.name}>{offer.name}</h2>
        {way === 'current' ? <span className={classes.tag}>{t('billing.current')}</span> : null}
        {isSuggested ? (
          <span className={classes.tag} data-accent>
            {t('billing.fits')}
          </span>
        ) : null}
      </div>
      <p className={classes.price}>
        <strong>
          <Money text={offerPrice(offer)} />
        </strong>{' '}
        {t('pricing.a_month')}
      </p>
      <p className={classes.audience}>{audience ? t(audience) : null}</p>
      <ChoiceButton
        way={way}
        offer={offer}
        subscription={subscription}
        isSuggested={isSuggested}
        disabled={isBusy || !canBuy}
        onChoose={onChoose}
      />
      <ul className={classes.list}>
        {MAIN_FEATURES.map((feature) => {
          const limit = limitText(offer, feature, t, number)
          return limit === null ? null : (
            <li key={feature}>
              <IconCheck size={16} stroke={ICON_STROKE} aria-hidden="true" />
              <span>{t('pricing.feature_line', { feature: nameOf(feature, t), limit })}</span>
            </li>
          )
        })}
      </ul>
      {exceeded && way !== 'current' ? (
        <p className={classes.warning}>
          <IconAlertTriangle size={16} stroke={ICON_STROKE} aria-hidden="true" />
          <span>
            {t('billing.exceeds', {
              feature: nameOf(exceeded.feature, t),
              used: number(exceeded.usage),
              limit: number(exceeded.limit),
            })}
          </span>
        </p>
      ) : null}
    </article>
  )
}

/** The first feature of which more exists now than the plan allows. */
function exceededBy(offer: Offer, plan: PlanChoiceProps['plan']) {
  for (const feature of FEATURES) {
    const limit = offer.features[feature]?.limit ?? 0
    const used = plan.features[feature]
    if (used?.type === 'standing' && !isUnlimited(limit) && used.usage > limit)
      return { feature, limit, usage: used.usage }
  }
  return null
}

interface ChoiceButtonProps {
  way: Way
  offer: Offer
  subscription: Subscription | null
  isSuggested: boolean
  disabled: boolean
  onChoose: () => void
}

function ChoiceButton({ way, offer, subscription, isSuggested, disabled, onChoose }: ChoiceButtonProps) {
  const t = useT()
  const money = useMoney()
  const isUndecided = useAccount().onboarding.AO.some(({ step, done }) => step === 'pricing' && !done)
  const isPaid = subscription?.state === 'active' && subscription.cancel_at === null && !subscription.is_locked
  // Asked for one plan only: the others tell what they cost once they are chosen.
  const preview = useCall(
    billingCalls.previewPlanChange,
    { package_id: offer.id },
    { quiet: true, enabled: isSuggested && way === 'upgrade' && isPaid },
  ).data
  if (way === 'current' && offer.price === 0 && isUndecided) return <KeepFree />
  if (way === 'current')
    return (
      <Button fullWidth disabled>
        {t('billing.yours')}
      </Button>
    )
  if (way === 'contact')
    return (
      <Button fullWidth variant="default" component={AppLink} href={CONTACT_URL}>
        {t('billing.contact')}
      </Button>
    )
  const isTooEarly = way === 'downgrade' && subscription?.is_first_cycle === true
  // Unpaid or ending: the notice above says what comes first.
  const isClosed = subscription !== null && way !== 'free' && !isPaid
  const words = {
    free: t('billing.move_to', { plan: offer.name }),
    buy: t('billing.choose', { plan: offer.name }),
    upgrade: preview
      ? t('billing.upgrade_for', { amount: money(preview.due_now, preview.currency).text })
      : t('billing.upgrade_to', { plan: offer.name }),
    downgrade: t('billing.move_to', { plan: offer.name }),
  }[way]
  return (
    <>
      <Button
        fullWidth
        variant={isSuggested ? 'filled' : 'default'}
        disabled={
          disabled || isTooEarly || isClosed || (way === 'free' && (!subscription || subscription.cancel_at !== null))
        }
        onClick={onChoose}
      >
        {words}
      </Button>
      {isTooEarly ? <p className={classes.small}>{t('billing.first_cycle')}</p> : null}
    </>
  )
}

/** Staying where one is is a choice too: it ends this step of the onboarding and of the quick start. */
function KeepFree() {
  const t = useT()
  const keep = useAct(authCalls.updatePricingOnboarding, { refresh: [authCalls.getAccount], quiet: true })
  const markStep = useMarkStep()
  const choose = async () => {
    track('upgrade_keep_free')
    const reply = await keep.run({})
    if (!reply.success) return toast('error', messageOf(reply))
    markStep('CHOOSE_A_PLAN')
    toast('success', t('billing.kept_free'))
  }
  return (
    <Button fullWidth variant="default" loading={keep.pending} onClick={() => void choose()}>
      {t('billing.keep_free')}
    </Button>
  )
}
