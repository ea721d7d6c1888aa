import { Button, SegmentedControl } from '@mantine/core'
import { billingCalls } from '@omni/contracts/billing.calls.ts'
import { EXTRA_IDS } from '@omni/domain/billing/extras.ts'
import { Card } from '@omni/ui/card.tsx'
import { ConfirmDialog } from '@omni/ui/confirm-dialog.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useMoney } from '../../platform/display.ts'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { featureName } from '../../shell/feature-names.ts'
import { type Billing, errorText, EXTRA_NAMES, STATES } from './billing-texts.ts'
import { BILLING_READS, useStartedCharge } from './use-charge.ts'
import classes from './billing.module.css'

type Extra = Billing['extras'][number]
type PayBy = 'plan' | 'wallet'

/** More of a quota, bought once: by the card of the plan, by the wallet, or on the provider's page. */
export function ExtrasCard({ billing }: { billing: Billing }) {
  const t = useT()
  const money = useMoney()
  const { number } = useFormat()
  const [chosen, setChosen] = useState<Extra | null>(null)
  const [payBy, setPayBy] = useState<PayBy>('plan')
  const started = useStartedCharge()
  const extra = useAct(billingCalls.chargeExtra, { refresh: BILLING_READS })
  const ready = useAct(billingCalls.chargeReady2sale, { refresh: BILLING_READS })
  const hasPlan = billing.subscription !== null && billing.subscription.state === 'active'
  const buy = async () => {
    const id = EXTRA_IDS.find((known) => known === chosen?.id)
    const reply = id ? await extra.run({ extra: id, pay_by: payBy }) : await ready.run({ pay_by: payBy })
    if (!reply.data?.charge) return
    started.start(reply.data.charge.charge_id)
    setChosen(null)
  }
  const { charge } = started
  return (
    <Card title={t('billing.extras')} description={t('billing.extras_text')}>
      {charge ? (
        <output className={classes.notice} data-tone="amber">
          <StatusDot tone={STATES[charge.state].tone}>
            {t(EXTRA_NAMES[charge.item] ?? 'billing.kind_extra')}: {t(STATES[charge.state].text)}
          </StatusDot>
          {charge.error_key ? <span>{t(errorText(charge.error_key))}</span> : null}
        </output>
      ) : null}
      <ul className={classes.extras}>
        {billing.extras.map((item) => {
          const name = t(EXTRA_NAMES[item.id] ?? 'billing.kind_extra')
          return (
            <li key={item.id} className={classes.extra}>
              <div className={classes.grow}>
                <div className={classes.name}>{name}</div>
                <div className={classes.small}>
                  {item.adds
                    .map(({ feature, amount }) => {
                      const key = featureName(feature)
                      return `${key ? t(key) : feature} +${number(amount)}`
                    })
                    .join(' · ')}
                </div>
              </div>
              <Button
                size="xs"
                variant="default"
                disabled={!billing.can_buy || started.isBusy}
                aria-label={`${t('billing.buy_for', { amount: money(item.price).text })}: ${name}`}
                onClick={() => setChosen(item)}
              >
                {t('billing.buy_for', { amount: money(item.price).text })}
              </Button>
            </li>
          )
        })}
      </ul>
      <ConfirmDialog
        opened={chosen !== null}
        onClose={() => setChosen(null)}
        title={chosen ? t(EXTRA_NAMES[chosen.id] ?? 'billing.kind_extra') : ''}
        text={t(hasPlan ? 'billing.buy_text' : 'billing.buy_text_page', { amount: money(chosen?.price ?? 0).text })}
        confirm={t('billing.buy')}
        loading={extra.pending || ready.pending}
        onConfirm={() => void buy()}
      >
        <SegmentedControl
          fullWidth
          aria-label={t('billing.pay_by')}
          value={payBy}
          onChange={(value) => setPayBy(value === 'wallet' ? 'wallet' : 'plan')}
          data={[
            { value: 'plan', label: t(hasPlan ? 'billing.by_plan_card' : 'billing.by_page') },
            { value: 'wallet', label: t('settings.wallet') },
          ]}
        />
      </ConfirmDialog>
    </Card>
  )
}
