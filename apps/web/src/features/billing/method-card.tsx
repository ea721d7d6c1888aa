import { Button } from '@mantine/core'
import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { STORE_PLANS_ID } from '@omni/domain/vendors/manifest.ts'
import { Card } from '@omni/ui/card.tsx'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { type Billing, errorText } from './billing-texts.ts'
import { BILLING_READS, useStartedCharge } from './use-charge.ts'
import classes from './billing.module.css'

/** What pays for the plan. Another card is typed on the provider's page. */
export function MethodCard({ billing: { subscription, billed_by } }: { billing: Billing }) {
  const t = useT()
  const change = useAct(billingCalls.updatePaymentMethod, { refresh: BILLING_READS })
  const started = useStartedCharge()
  const living = subscription && subscription.state !== 'ended' ? subscription : null
  const open = async () => {
    const reply = await change.run({})
    if (reply.data?.charge) started.start(reply.data.charge.charge_id)
  }
  const method = living?.method ?? null
  const failed = started.charge?.state === 'failed' ? errorText(started.charge.error_key) : null
  if (billed_by === STORE_PLANS_ID)
    return (
      <Card title={t('billing.method')}>
        <p className={classes.note}>{t('billing.in_store')}</p>
      </Card>
    )
  return (
    <Card title={t('billing.method')}>
      {method ? (
        <>
          <p className={classes.plan}>
            <bdi>{`${method.brand.toUpperCase()} •••• ${method.last4}`}</bdi>
          </p>
          <p className={classes.note}>
            {t('billing.expires', { date: `${String(method.exp_month).padStart(2, '0')}/${method.exp_year}` })}
          </p>
        </>
      ) : (
        <p className={classes.note}>{t(living ? 'billing.method_unknown' : 'billing.no_method')}</p>
      )}
      {living ? (
        <div className={classes.acts}>
          <Button variant="default" loading={change.pending || started.isBusy} onClick={() => void open()}>
            {t('billing.other_card')}
          </Button>
        </div>
      ) : null}
      {failed ? (
        <p role="alert" className={classes.note}>
          {t(failed)}
        </p>
      ) : null}
    </Card>
  )
}
