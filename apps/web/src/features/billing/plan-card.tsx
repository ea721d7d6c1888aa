import { Button, Textarea } from '@mantine/core'
import { billingCalls } from '@omni/contracts/billing.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { cycleLabel } from '@omni/domain/billing/plan-rules.ts'
import { Card } from '@omni/ui/card.tsx'
import { ConfirmDialog } from '@omni/ui/confirm-dialog.tsx'
import { Money } from '@omni/ui/money.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { useState } from 'react'
import { ENTERPRISE_KEY, PRO_KEY } from '@omni/domain/billing/plan-keys.ts'
import { useAct } from '../../platform/act.ts'
import { useMoney } from '../../platform/display.ts'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import type { Billing, Subscription } from './billing-texts.ts'
import { BILLING_READS } from './use-charge.ts'
import classes from './billing.module.css'

type Plan = Out<typeof billingCalls.getCurrentPlan>
type Dialog = 'cancel' | 'free' | null

/** The plan in force, and what happens next. */
export function PlanCard({ plan, billing, isOwn }: { plan: Plan; billing: Billing; isOwn: boolean }) {
  const t = useT()
  const money = useMoney()
  const { subscription } = billing
  const living = subscription && subscription.state !== 'ended' ? subscription : null
  const price = living?.price ?? plan.price
  const cycle = living?.cycle ?? plan.cycle
  return (
    <Card title={t('billing.your_plan')}>
      <p className={classes.plan} data-style={STYLES[plan.key]}>
        {plan.name}
      </p>
      <p className={classes.price}>
        <Money {...money(price)} /> {t(cycleLabel(cycle) === 'monthly' ? 'billing.a_month' : 'billing.a_year')}
      </p>
      {living ? <NextCharge subscription={living} /> : null}
      {!living && plan.is_free ? <p className={classes.note}>{t('billing.free_text')}</p> : null}
      {isOwn && living ? <PlanActs subscription={living} busy={billing.pending !== null} /> : null}
    </Card>
  )
}

/** Foundation spec §9: two plans have a look of their own. */
const STYLES: Record<string, string> = { [PRO_KEY]: 'pro', [ENTERPRISE_KEY]: 'enterprise' }

function NextCharge({ subscription }: { subscription: Subscription }) {
  const t = useT()
  const money = useMoney()
  const { date } = useFormat()
  const { cancel_at, next_billed_at, next_package, price, period_end } = subscription
  if (cancel_at !== null)
    return <StatusDot tone="amber">{t('billing.ends_on', { date: date(cancel_at, 'day') })}</StatusDot>
  const amount = money(next_package?.price ?? price).text
  return (
    <>
      {next_billed_at ? (
        <p className={classes.note}>{t('billing.next_charge', { amount, date: date(next_billed_at, 'day') })}</p>
      ) : null}
      {next_package ? (
        <StatusDot tone="accent">
          {t('billing.changes_to', { plan: next_package.name, date: date(period_end, 'day') })}
        </StatusDot>
      ) : null}
    </>
  )
}

function PlanActs({ subscription, busy }: { subscription: Subscription; busy: boolean }) {
  const t = useT()
  const { date } = useFormat()
  const [shown, setShown] = useState<Dialog>(null)
  const [reason, setReason] = useState('')
  const cancel = useAct(billingCalls.cancelSubscription, { refresh: BILLING_READS })
  const resume = useAct(billingCalls.resumeSubscription, { refresh: BILLING_READS })
  const reset = useAct(billingCalls.resetFreePlanAo, { refresh: BILLING_READS })
  const change = useAct(billingCalls.chargeSubscription, { refresh: BILLING_READS })
  const { cancel_at, next_package, package_id, name, period_end, state } = subscription
  const close = () => setShown(null)
  const confirm = async () => {
    const reply = shown === 'free' ? await reset.run({}) : await cancel.run({ reason })
    if (reply.success) close()
  }
  if (cancel_at !== null)
    return (
      <div className={classes.acts}>
        <Button loading={resume.pending} disabled={busy} onClick={() => void resume.run({})}>
          {t('billing.resume')}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => setShown('free')}>
          {t('billing.free_now')}
        </Button>
        <ConfirmDialog
          opened={shown === 'free'}
          onClose={close}
          title={t('billing.free_now')}
          text={t('billing.free_now_text', { plan: name })}
          confirm={t('billing.free_now')}
          danger
          loading={reset.pending}
          onConfirm={() => void confirm()}
        />
      </div>
    )
  return (
    <div className={classes.acts}>
      {next_package ? (
        <Button
          variant="default"
          loading={change.pending}
          disabled={busy}
          onClick={() => void change.run({ package_id })}
        >
          {t('billing.keep_plan', { plan: name })}
        </Button>
      ) : null}
      {state === 'active' ? (
        <Button variant="default" disabled={busy} onClick={() => setShown('cancel')}>
          {t('billing.cancel')}
        </Button>
      ) : null}
      <ConfirmDialog
        opened={shown === 'cancel'}
        onClose={close}
        title={t('billing.cancel')}
        text={t('billing.cancel_text', { plan: name, date: date(period_end, 'day') })}
        confirm={t('billing.cancel')}
        danger
        loading={cancel.pending}
        onConfirm={() => void confirm()}
      >
        <Textarea
          label={t('billing.reason')}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </div>
  )
}
