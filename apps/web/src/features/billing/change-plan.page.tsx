import { Anchor, SegmentedControl, Skeleton } from '@mantine/core'
import { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { cycleLabel, isChangePlanShown, suggestedUpgrade } from '@omni/domain/billing/plan-rules.ts'
import { Card } from '@omni/ui/card.tsx'
import { ErrorState } from '@omni/ui/error-state.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { Page } from '@omni/ui/page.tsx'
import { UsageBar } from '@omni/ui/usage-bar.tsx'
import { IconChevronLeft, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useShellFlags } from '../../platform/account.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { track } from '../../platform/track.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { useUsageRows } from '../../shell/usage-rows.ts'
import { type Cycle, type Offer, offersFor } from '../landing/plan-offers.ts'
import type { Billing, Subscription } from './billing-texts.ts'
import { BillingNotices } from './billing-notices.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { PlanChoice } from './plan-choice.tsx'
import classes from './change-plan.module.css'

const BILLING = '/app/setting/billing'
const MAIN_ROWS = 4

/** /app/setting/billing-plan/change-plan — every plan, what changing costs today (look 10-change-plan). */
export function ChangePlanPage() {
  const t = useT()
  const flags = useShellFlags()
  const [url, setUrl] = useUrlState()
  const reading = useCall(billingCalls.getSubscription, {}, { quiet: true })
  const plan = useCall(billingCalls.getCurrentPlan, {}, { quiet: true, keep: true })
  const pricing = useCall(billingCalls.getPricing, {}, { quiet: true, keep: true })
  const subscription = livingOf(reading.data)
  const own: Cycle = cycleLabel(subscription?.cycle ?? plan.data?.cycle ?? 30)
  const cycle: Cycle = url['cycle'] === 'yearly' || url['cycle'] === 'monthly' ? url['cycle'] : own
  const isHidden = flags.is_user_mkt || flags.billing_hidden || !isChangePlanShown(plan.data?.key ?? '')
  const failed = [reading, plan, pricing].find((one) => one.isError && !one.data)
  return (
    <Page
      title={t('billing.change_title')}
      description={<Where name={plan.data?.name} subscription={subscription} />}
      actions={
        isHidden ? null : (
          <SegmentedControl
            aria-label={t('pricing.cycle_label')}
            value={cycle}
            onChange={(value) => setUrl({ cycle: value })}
            data={[
              { value: 'monthly', label: t('pricing.monthly') },
              { value: 'yearly', label: t('pricing.yearly') },
            ]}
          />
        )
      }
    >
      <Anchor component={AppLink} href={BILLING} className={classes.back ?? ''}>
        <IconChevronLeft size={16} stroke={ICON_STROKE} aria-hidden="true" className={classes.mirrored} />
        {t('shell.billing_plan')}
      </Anchor>
      {isHidden ? <Card>{t('billing.elsewhere')}</Card> : null}
      {failed ? (
        <Card>
          <ErrorState
            title={t('pricing.failed_title')}
            text={t('pricing.failed_text')}
            onRetry={() => void failed.refetch()}
            retrying={failed.isFetching}
          />
        </Card>
      ) : null}
      {!isHidden && reading.data && plan.data && pricing.data ? (
        <Choices billing={reading.data} plan={plan.data} offers={offersFor(pricing.data, cycle)} />
      ) : null}
      {!isHidden && !failed && !(reading.data && plan.data && pricing.data) ? <Skeleton height={420} /> : null}
    </Page>
  )
}

const livingOf = (billing: Billing | undefined): Subscription | null =>
  billing?.subscription && billing.subscription.state !== 'ended' ? billing.subscription : null

function Where({ name, subscription }: { name: string | undefined; subscription: Subscription | null }) {
  const t = useT()
  const { date } = useFormat()
  if (name === undefined) return null
  return subscription
    ? t('billing.where_paid', { plan: name, date: date(subscription.period_end, 'day') })
    : t('billing.where_free', { plan: name })
}

interface ChoicesProps {
  billing: Billing
  plan: Out<typeof billingCalls.getCurrentPlan>
  offers: readonly Offer[]
}

function Choices({ billing, plan, offers }: ChoicesProps) {
  const t = useT()
  const [chosen, setChosen] = useState<Offer | null>(null)
  const rows = useUsageRows()?.slice(0, MAIN_ROWS)
  const subscription = livingOf(billing)
  const suggested = suggestedUpgrade(plan.key)
  return (
    <>
      <BillingNotices billing={billing} />
      <Card>
        <div className={classes.usage}>
          {rows?.map(({ feature, note, ...row }) => (
            <div key={feature}>
              <UsageBar {...row} />
              <p className={classes.note} data-soon={note.soon || undefined}>
                {note.text}
              </p>
            </div>
          ))}
        </div>
      </Card>
      <div className={classes.grid}>
        {offers.map((offer) => (
          <PlanChoice
            key={offer.id}
            offer={offer}
            plan={plan}
            subscription={subscription}
            isSuggested={offer.key === suggested && offer.key !== plan.key}
            isBusy={billing.pending !== null && billing.pending.kind !== 'subscribe'}
            canBuy={billing.can_buy}
            onChoose={() => {
              track('upgrade_choose_plan', { plan: offer.id })
              setChosen(offer)
            }}
          />
        ))}
      </div>
      <div className={classes.foot}>
        <IconShieldCheck size={18} stroke={ICON_STROKE} aria-hidden="true" />
        <span>{t('billing.promise')}</span>
        <Anchor component={AppLink} href="/public/pricing" className={classes.compare ?? ''}>
          {t('pricing.compare_title')}
        </Anchor>
      </div>
      {chosen ? (
        <ChangeDialog
          key={chosen.id}
          offer={chosen}
          current={plan.name}
          subscription={subscription}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </>
  )
}
