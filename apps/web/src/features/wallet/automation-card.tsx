import { Switch } from '@mantine/core'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { Card } from '@omni/ui/card.tsx'
import { useAct } from '../../platform/act.ts'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import classes from './wallet.module.css'

const METHODS = {
  wallet: { name: 'settings.wallet', note: 'wallet.automation_wallet' },
  credit_card: { name: 'wallet.card', note: 'wallet.automation_card' },
  paypal: { name: 'wallet.paypal', note: 'wallet.automation_paypal' },
  stripe: { name: 'wallet.stripe', note: 'wallet.automation_stripe' },
} as const satisfies Record<string, Record<string, TextKey>>

/** Which methods may pay without a click (orders spec §5, payments/automation). */
export function AutomationCard() {
  const t = useT()
  const reading = useCall(walletCalls.getPaymentAutomation, {}, { quiet: true })
  const set = useAct(walletCalls.setPaymentAutomation, { refresh: [walletCalls.getPaymentAutomation] })
  if (!reading.data) return null
  return (
    <Card title={t('wallet.automation')} description={t('wallet.automation_text')}>
      <ul className={classes.methods}>
        {reading.data.methods
          .filter(({ method, available }) => available || method === 'credit_card')
          .map(({ method, enabled }) => (
            <li key={method} className={classes.method}>
              <div className={classes.grow}>
                <div className={classes.name}>{t(METHODS[method].name)}</div>
                <div className={classes.note}>{t(METHODS[method].note)}</div>
              </div>
              {method === 'credit_card' || method === 'paypal' ? (
                <Switch
                  aria-label={t(METHODS[method].name)}
                  checked={enabled}
                  disabled={set.pending}
                  onChange={(event) =>
                    void set.run({
                      provider_method: method,
                      status: event.currentTarget.checked ? 'enable' : 'disable',
                    })
                  }
                />
              ) : null}
            </li>
          ))}
      </ul>
    </Card>
  )
}
