import { Switch } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { CARD_PAYMENT_ID, SERVICE_NAMES } from '@omni/domain/vendors/manifest.ts'
import { Card } from '@omni/ui/card.tsx'
import { useAct } from '../../platform/act.ts'
import { type Translate, useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import classes from './wallet.module.css'

const METHODS = {
  wallet: { name: 'settings.wallet', note: 'wallet.automation_wallet' },
  credit_card: { name: 'wallet.card', note: 'wallet.automation_card' },
} as const
type MethodName = Out<typeof walletCalls.getPaymentAutomation>['methods'][number]['method']

function textsOf(t: Translate, method: MethodName): { name: string; note: string } {
  if (method === 'wallet' || method === 'credit_card')
    return { name: t(METHODS[method].name), note: t(METHODS[method].note) }
  const name = SERVICE_NAMES[method]
  return method === CARD_PAYMENT_ID
    ? { name: t('wallet.provider_page', { name }), note: t('wallet.automation_page') }
    : { name, note: t('wallet.automation_account', { name }) }
}

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
          .map(({ method, enabled }) => ({ method, enabled, ...textsOf(t, method) }))
          .map(({ method, enabled, name, note }) => (
            <li key={method} className={classes.method}>
              <div className={classes.grow}>
                <div className={classes.name}>{name}</div>
                <div className={classes.note}>{note}</div>
              </div>
              {method !== 'wallet' && method !== CARD_PAYMENT_ID ? (
                <Switch
                  aria-label={name}
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
