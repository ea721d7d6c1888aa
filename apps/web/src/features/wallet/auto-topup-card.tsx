import { Button, Switch } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { parseMinor } from '@omni/domain/money.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { Card } from '@omni/ui/card.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { intlLocale, useLanguage, useT } from '../../platform/i18n.ts'
import { toast } from '../../platform/toasts.tsx'
import { readNumber } from '../../platform/read-amount.ts'
import { NumberField } from '../product-settings/number-field.tsx'
import classes from './wallet.module.css'

type AutoTopup = Out<typeof walletCalls.getPaymentSetting>['auto_topup']

/** Below this, charge that much, at most so much a month. */
export function AutoTopupCard({ saved, hasCard }: { saved: AutoTopup; hasCard: boolean }) {
  const t = useT()
  const locale = intlLocale(useLanguage())
  const [wanted, setWanted] = useState(saved)
  const update = useAct(walletCalls.updatePaymentSetting, {
    refresh: [walletCalls.getPaymentSetting, walletCalls.getWallet],
  })
  const cents = (text: string) => {
    const amount = parseMinor(readNumber(text, locale) ?? '', WALLET_CURRENCY)
    return amount.ok ? Math.max(0, amount.value) / 100 : 0
  }
  const field = (name: 'below' | 'amount' | 'monthly_cap', label: string) => (
    <NumberField
      label={label}
      suffix="$"
      value={wanted[name] / 100}
      clean={cents}
      onChange={(value) => setWanted({ ...wanted, [name]: Math.round(value * 100) })}
    />
  )
  const save = async (auto_topup: AutoTopup) => {
    const reply = await update.run({ auto_topup })
    if (reply.success) toast('success', t('wallet.preference_saved'))
    else setWanted(saved)
  }
  return (
    <Card title={t('wallet.auto_title')} description={t('wallet.auto_text')}>
      <Switch
        label={t('wallet.auto_switch')}
        description={hasCard ? undefined : t('wallet.auto_needs_card')}
        checked={wanted.on}
        disabled={!hasCard || update.pending}
        onChange={(event) => {
          const next = { ...wanted, on: event.currentTarget.checked }
          setWanted(next)
          void save(next)
        }}
      />
      <div className={classes.fields}>
        {field('below', t('wallet.auto_below'))}
        {field('amount', t('wallet.auto_amount'))}
        {field('monthly_cap', t('wallet.auto_cap'))}
      </div>
      <Button
        variant="default"
        loading={update.pending}
        disabled={JSON.stringify(wanted) === JSON.stringify(saved)}
        onClick={() => void save(wanted)}
      >
        {t('actions.save')}
      </Button>
    </Card>
  )
}
