import { Button } from '@mantine/core'
import { walletCalls } from '@omni/contracts/wallet.calls.ts'
import { Card } from '@omni/ui/card.tsx'
import { ConfirmDialog } from '@omni/ui/confirm-dialog.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { SettingsFrame } from '../../shell/settings-frame.tsx'
import { WhenLoaded } from '../product-settings/setting-rows.tsx'
import { AutoTopupCard } from './auto-topup-card.tsx'
import { AutomationCard } from './automation-card.tsx'
import { type Method, methodName } from './method-name.ts'
import { PreferenceCard } from './preference-card.tsx'
import { ReturnedBanner } from './returned-banner.tsx'
import { useStartedPayment } from './use-payment.ts'
import { errorText } from './wallet-texts.ts'
import classes from './wallet.module.css'

const refresh = [walletCalls.getPaymentSetting, walletCalls.getPaymentAutomation, walletCalls.getWallet]

/** /app/setting/payments — kept cards, how orders are paid, automatic top-up (orders spec §2, §5). */
export function PaymentsPage() {
  const t = useT()
  const reading = useCall(walletCalls.getPaymentSetting, {}, { quiet: true })
  const setting = reading.data
  return (
    <SettingsFrame title={t('settings.payments')} description={t('wallet.payments_text')}>
      <ReturnedBanner />
      <WhenLoaded reading={reading}>
        {setting ? (
          <>
            <MethodsCard methods={setting.methods} canAdd={setting.can_add_card} />
            <PreferenceCard setting={setting} />
            <AutoTopupCard
              key={JSON.stringify(setting.auto_topup)}
              saved={setting.auto_topup}
              hasCard={setting.methods.length > 0}
            />
            <AutomationCard />
          </>
        ) : null}
      </WhenLoaded>
    </SettingsFrame>
  )
}

function MethodsCard({ methods, canAdd }: { methods: readonly Method[]; canAdd: boolean }) {
  const t = useT()
  const change = useAct(walletCalls.changePaymentInfo, { refresh })
  const started = useStartedPayment()
  const { payment } = started
  const add = async () => {
    const reply = await change.run({ action: 'add' })
    if (reply.success && reply.data?.payment) started.start(reply.data.payment.payment_id)
  }
  return (
    <Card
      title={t('wallet.methods')}
      description={t('wallet.methods_text')}
      actions={
        <Button
          disabled={!canAdd}
          loading={change.pending || started.isOpening}
          variant={methods.length > 0 ? 'default' : 'filled'}
          onClick={() => void add()}
        >
          {t('wallet.add_card')}
        </Button>
      }
    >
      {payment?.state === 'failed' ? <p role="alert">{t(errorText(payment.error_key))}</p> : null}
      <ul className={classes.methods}>
        <li className={classes.method}>
          <div className={classes.grow}>
            <div className={classes.name}>{t('settings.wallet')}</div>
            <div className={classes.note}>{t('wallet.always')}</div>
          </div>
        </li>
        {methods.map((method) => (
          <MethodRow key={method.method_id} method={method} />
        ))}
      </ul>
      {methods.length === 0 ? (
        <p className={classes.note}>{t(canAdd ? 'wallet.no_cards' : 'wallet.no_provider')}</p>
      ) : null}
    </Card>
  )
}

function MethodRow({ method }: { method: Method }) {
  const t = useT()
  const [confirming, setConfirming] = useState(false)
  const change = useAct(walletCalls.changePaymentInfo, { refresh })
  const { method_id, is_default, exp_month, exp_year } = method
  const name = methodName(t, method)
  const remove = async () => {
    const reply = await change.run({ action: 'remove', method_id })
    if (reply.success) setConfirming(false)
  }
  return (
    <li className={classes.method}>
      <div className={classes.grow}>
        <div className={classes.name}>{name}</div>
        {exp_month !== null && exp_year !== null ? (
          <div className={classes.note}>
            {t('wallet.expires', { date: `${String(exp_month).padStart(2, '0')}/${exp_year}` })}
          </div>
        ) : null}
      </div>
      {is_default ? (
        <StatusDot tone="green">{t('wallet.default')}</StatusDot>
      ) : (
        <Button
          size="xs"
          variant="default"
          loading={change.pending}
          aria-label={t('wallet.make_default_named', { name })}
          onClick={() => void change.run({ action: 'default', method_id })}
        >
          {t('wallet.make_default')}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        aria-label={t('wallet.remove_named', { name })}
        onClick={() => setConfirming(true)}
      >
        {t('wallet.remove')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        title={t('wallet.remove_named', { name })}
        text={t('wallet.remove_text')}
        confirm={t('wallet.remove')}
        danger
        loading={change.pending}
        onConfirm={() => void remove()}
      />
    </li>
  )
}
