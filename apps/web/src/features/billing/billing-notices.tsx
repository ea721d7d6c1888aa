import { Button } from '@mantine/core'
import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { ConfirmDialog } from '@omni/ui/confirm-dialog.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { type Billing, errorText, KINDS, type Subscription } from './billing-texts.ts'
import { BILLING_READS, useReturned, useStartedCharge } from './use-charge.ts'
import classes from './billing.module.css'

/** What needs the seller, or is under way. */
export function BillingNotices({ billing }: { billing: Billing }) {
  const t = useT()
  const { subscription, pending, can_buy } = billing
  const { hasReturned } = useReturned(pending)
  return (
    <>
      {subscription?.state === 'past_due' ? <UnpaidNotice subscription={subscription} /> : null}
      {pending ? (
        <output className={classes.notice} data-tone="amber">
          <StatusDot tone={pending.error_key ? 'red' : 'amber'}>
            {pending.state === 'open' && !hasReturned
              ? t('billing.page_open', { plan: pending.name })
              : t('billing.under_way', { what: t(KINDS[pending.kind]) })}
          </StatusDot>
          {pending.error_key ? <span>{t(errorText(pending.error_key))}</span> : null}
          {pending.url && !hasReturned ? (
            <Button component="a" href={pending.url} size="xs">
              {t('billing.pay_on_page')}
            </Button>
          ) : null}
        </output>
      ) : null}
      {can_buy ? null : <p className={classes.note}>{t('billing.not_set_up')}</p>}
    </>
  )
}

function UnpaidNotice({ subscription }: { subscription: Subscription }) {
  const t = useT()
  const { date } = useFormat()
  const [confirming, setConfirming] = useState(false)
  const method = useAct(billingCalls.updatePaymentMethod, { refresh: BILLING_READS })
  const skip = useAct(billingCalls.skipRecharge, { refresh: BILLING_READS })
  const started = useStartedCharge()
  const { grace_ends, name } = subscription
  const [now] = useState(() => Date.now())
  const isOver = grace_ends !== null && Date.parse(grace_ends) <= now
  const pay = async () => {
    const reply = await method.run({})
    if (reply.data?.charge) started.start(reply.data.charge.charge_id)
  }
  const giveUp = async () => {
    const reply = await skip.run({})
    if (reply.success) setConfirming(false)
  }
  return (
    <div className={classes.notice} data-tone="red" role="alert">
      <div className={classes.grow}>
        <strong>{t('billing.unpaid_title', { plan: name })}</strong>
        <p className={classes.plain}>
          {isOver || grace_ends === null
            ? t('billing.unpaid_over', { plan: name })
            : t('billing.unpaid_text', { plan: name, date: date(grace_ends, 'day') })}
        </p>
      </div>
      <Button size="xs" loading={method.pending || started.isBusy} onClick={() => void pay()}>
        {t('billing.pay_new_card')}
      </Button>
      <Button size="xs" variant="default" onClick={() => setConfirming(true)}>
        {t('billing.give_up')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        title={t('billing.give_up')}
        text={t('billing.give_up_text', { plan: name })}
        confirm={t('billing.give_up')}
        danger
        loading={skip.pending}
        onConfirm={() => void giveUp()}
      />
    </div>
  )
}
