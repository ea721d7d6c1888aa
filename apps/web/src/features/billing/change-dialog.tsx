import { Skeleton } from '@mantine/core'
import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { cycleLabel } from '@omni/domain/billing/plan-rules.ts'
import { ConfirmDialog } from '@omni/ui/confirm-dialog.tsx'
import { Money } from '@omni/ui/money.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { useEffect, useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useMoney } from '../../platform/display.ts'
import { useFormat } from '../../platform/format.ts'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { toast } from '../../platform/toasts.tsx'
import { featureName } from '../../shell/feature-names.ts'
import type { Offer } from '../landing/plan-offers.ts'
import { errorText, type Preview, type Subscription } from './billing-texts.ts'
import { BILLING_READS, useStartedCharge } from './use-charge.ts'
import classes from './change-plan.module.css'

interface ChangeDialogProps {
  offer: Offer
  current: string
  subscription: Subscription | null
  onClose: () => void
}

/** Before anything is paid: the provider's own figures for changing now. */
export function ChangeDialog(props: ChangeDialogProps) {
  return props.offer.price === 0 ? <MoveToFree {...props} /> : <Change {...props} />
}

const CONFIRMS: Record<Preview['kind'], TextKey> = {
  subscribe: 'billing.go_to_page',
  upgrade: 'billing.pay_and_upgrade',
  downgrade: 'billing.change_then',
  keep: 'billing.change_then',
}

function Change({ offer, current, onClose }: ChangeDialogProps) {
  const t = useT()
  const preview = useCall(billingCalls.previewPlanChange, { package_id: offer.id }, { quiet: true, fresh: 0 })
  const change = useAct(billingCalls.chargeSubscription, {
    refresh: [...BILLING_READS, billingCalls.previewPlanChange],
    quiet: true,
  })
  const [refusal, setRefusal] = useState<string | null>(null)
  const started = useStartedCharge()
  const { charge } = started
  const confirm = async () => {
    setRefusal(null)
    const reply = await change.run({ package_id: offer.id })
    if (!reply.success) return setRefusal(reply.message)
    if (reply.data?.charge) return started.start(reply.data.charge.charge_id)
    toast('success', t('billing.change_planned', { plan: offer.name }))
    onClose()
  }
  useEffect(() => {
    if (charge?.state !== 'done') return
    toast('success', t('billing.changed', { plan: offer.name }))
    onClose()
  }, [charge?.state, offer.name, onClose, t])
  const seen = preview.data
  const failed = charge?.state === 'failed' ? t(errorText(charge.error_key)) : null
  const problem = refusal ?? failed ?? (preview.isError ? preview.error.message : null)
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('billing.dialog_title', { from: current, to: offer.name })}
      text={
        seen ? (
          <Figures preview={seen} current={current} offer={offer} />
        ) : preview.isError ? (
          ''
        ) : (
          <Skeleton height={120} />
        )
      }
      confirm={t(
        seen ? (seen.due_now === null ? 'billing.go_to_page' : CONFIRMS[seen.kind]) : 'billing.pay_and_upgrade',
      )}
      ready={seen !== undefined && !started.isBusy}
      loading={change.pending || started.isBusy}
      onConfirm={() => void confirm()}
    >
      {started.isBusy ? (
        <StatusDot tone="amber">{t(charge?.error_key ? errorText(charge.error_key) : 'billing.asking')}</StatusDot>
      ) : null}
      {problem && !started.isBusy ? (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      ) : null}
    </ConfirmDialog>
  )
}

function Figures({ preview, current, offer }: { preview: Preview; current: string; offer: Offer }) {
  const t = useT()
  const money = useMoney()
  const { date } = useFormat()
  const { kind, currency, due_now, tax, credit, charge, recurring, next_billed_at, exceeded } = preview
  const show = (amount: number) => <Money {...money(amount, currency)} />
  const every = t(cycleLabel(offer.cycle) === 'monthly' ? 'billing.then_monthly' : 'billing.then_yearly', {
    amount: money(recurring, currency).text,
  })
  const from = next_billed_at ? date(next_billed_at, 'day') : null
  return (
    <>
      {kind === 'downgrade' || kind === 'keep' ? (
        <p className={classes.plain}>
          {t('billing.downgrade_text', { plan: offer.name, from: current, date: from ?? '' })}
        </p>
      ) : (
        <dl className={classes.figures}>
          {kind === 'upgrade' && due_now !== null ? (
            <>
              <dt>{t('billing.rest_of_new', { plan: offer.name })}</dt>
              <dd>{show(charge)}</dd>
              <dt>{t('billing.rest_of_old', { plan: current })}</dt>
              <dd>{show(-credit)}</dd>
            </>
          ) : null}
          {tax > 0 ? (
            <>
              <dt>{t('billing.tax_in')}</dt>
              <dd>{show(tax)}</dd>
            </>
          ) : null}
          {due_now === null ? null : (
            <>
              <dt className={classes.due}>{t('billing.due_today')}</dt>
              <dd className={classes.due}>{show(due_now)}</dd>
            </>
          )}
        </dl>
      )}
      {due_now === null ? <p className={classes.plain}>{t('billing.in_store')}</p> : null}
      <p className={classes.plain}>
        {from && kind === 'upgrade' ? t('billing.then_from', { every, date: from }) : every}
      </p>
      {exceeded.map(({ feature, usage, limit }) => {
        const key = featureName(feature)
        return (
          <p key={feature} className={classes.plain}>
            {t('billing.exceeds', { feature: key ? t(key) : feature, used: usage, limit })}
          </p>
        )
      })}
    </>
  )
}

/** The free plan is what is left when the paid one ends. */
function MoveToFree({ current, subscription, onClose }: ChangeDialogProps) {
  const t = useT()
  const { date } = useFormat()
  const cancel = useAct(billingCalls.cancelSubscription, { refresh: BILLING_READS })
  const confirm = async () => {
    const reply = await cancel.run({})
    if (reply.success) onClose()
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('billing.cancel')}
      text={t('billing.cancel_text', { plan: current, date: subscription ? date(subscription.period_end, 'day') : '' })}
      confirm={t('billing.cancel')}
      danger
      loading={cancel.pending}
      onConfirm={() => void confirm()}
    />
  )
}
