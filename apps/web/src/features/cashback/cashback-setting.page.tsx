import { Button, Stack, Switch, TextInput } from '@mantine/core'
import { cashbackCalls } from '@omni/contracts/cashback.calls.ts'
import { CODES } from '@omni/contracts/codes.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { Card } from '@omni/ui/card.tsx'
import { Money } from '@omni/ui/money.tsx'
import { StatusDot, type Tone } from '@omni/ui/status-dot.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { AppLink } from '../../platform/app-link.tsx'
import { useMoney } from '../../platform/display.ts'
import { useFormat } from '../../platform/format.ts'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { openUpgrade } from '../../platform/panels.ts'
import { fieldErrors, useCall } from '../../platform/query.ts'
import { toast } from '../../platform/toasts.tsx'
import { SettingsFrame } from '../../shell/settings-frame.tsx'
import { WhenLoaded } from '../product-settings/setting-rows.tsx'
import classes from './cashback.module.css'

type Cashback = Out<typeof cashbackCalls.getCashback>
const STATES: Record<Cashback['items'][number]['state'], { text: TextKey; tone: Tone }> = {
  none: { text: 'cashback.state_none', tone: 'grey' },
  pending: { text: 'cashback.state_pending', tone: 'amber' },
  frozen: { text: 'cashback.state_frozen', tone: 'accent' },
  paid: { text: 'cashback.state_paid', tone: 'green' },
  withdrawn: { text: 'cashback.state_withdrawn', tone: 'grey' },
}

/** /app/setting/integration/cashback_setting — cashback on orders, and Admitad's. */
export function CashbackSettingPage() {
  const t = useT()
  const reading = useCall(cashbackCalls.getCashback, {}, { quiet: true })
  const settings = useCall(settingsCalls.getSettings, {}, { quiet: true }).data
  return (
    <SettingsFrame title={t('cashback.title')} description={t('cashback.text')}>
      <WhenLoaded reading={reading}>{reading.data ? <OrdersCard cashback={reading.data} /> : null}</WhenLoaded>
      {settings ? <AdmitadCard key={settings.settings.admitad.publisher_id} saved={settings.settings.admitad} /> : null}
    </SettingsFrame>
  )
}

function OrdersCard({ cashback }: { cashback: Cashback }) {
  const t = useT()
  const money = useMoney()
  const format = useFormat()
  const set = useAct(cashbackCalls.setCashback, { refresh: [cashbackCalls.getCashback] })
  const { available, enabled, percent, held_days, currency, items } = cashback
  const show = (amount: number) => <Money {...money(amount, currency)} />
  const change = async (on: boolean) => {
    if (on && !available) return openUpgrade('CASHBACK_ORDER_FULFILLMENT')
    const reply = await set.run({ enabled: on })
    if (reply.success) toast('success', t('cashback.saved'))
  }
  return (
    <Card
      title={t('cashback.orders')}
      description={t('cashback.orders_text', { percent, days: held_days })}
      actions={
        <Switch
          aria-label={t('cashback.orders')}
          checked={enabled}
          disabled={set.pending}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
      }
    >
      <dl className={classes.sums}>
        {(['pending', 'frozen', 'paid'] as const).map((state) => (
          <div key={state}>
            <dt>{t(STATES[state].text)}</dt>
            <dd>{show(cashback[state])}</dd>
          </div>
        ))}
      </dl>
      {items.length === 0 ? <p className={classes.note}>{t('cashback.none_yet')}</p> : null}
      <ul className={classes.list}>
        {items.map(({ supplier_order_id, order_id, order_number, amount, state, release_at }) => (
          <li key={supplier_order_id} className={classes.row}>
            <AppLink href={`/app/orders?order=${order_id}`}>{order_number}</AppLink>
            <StatusDot tone={STATES[state].tone}>{t(STATES[state].text)}</StatusDot>
            {state === 'pending' ? (
              <span className={classes.note}>{t('cashback.released', { date: format.date(release_at) })}</span>
            ) : null}
            <span className={classes.amount}>{show(amount)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface Admitad {
  is_enable: boolean
  publisher_id: string
}

/** The seller's own account there: links to suppliers that it pays for lead through it. */
function AdmitadCard({ saved }: { saved: Admitad }) {
  const t = useT()
  const [typed, setTyped] = useState(saved.publisher_id)
  const [problem, setProblem] = useState<string | null>(null)
  const update = useAct(settingsCalls.updateAdmitadSettings, { refresh: [settingsCalls.getSettings], quiet: true })
  const save = async (pendingAction: Admitad) => {
    if (pendingAction.is_enable && pendingAction.publisher_id === '')
      return setProblem(t('cashback.admitad_needs_code'))
    const reply = await update.run(pendingAction)
    if (reply.success) return toast('success', t('cashback.saved'))
    if (reply.status === CODES.quota_expired.status) return openUpgrade('ADMIAD_CASHBACK')
    setProblem(fieldErrors(reply)['publisher_id'] ?? reply.message)
  }
  return (
    <Card
      title={t('cashback.admitad')}
      description={t('cashback.admitad_text')}
      actions={
        <Switch
          aria-label={t('cashback.admitad')}
          checked={saved.is_enable}
          disabled={update.pending}
          onChange={(event) => void save({ is_enable: event.currentTarget.checked, publisher_id: typed.trim() })}
        />
      }
    >
      <Stack gap={12} align="start">
        <TextInput
          label={t('cashback.admitad_code')}
          description={t('cashback.admitad_code_text')}
          dir="ltr"
          maxLength={64}
          value={typed}
          error={problem}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setProblem(null)
          }}
        />
        <Button
          variant="default"
          loading={update.pending}
          onClick={() => void save({ is_enable: saved.is_enable, publisher_id: typed.trim() })}
        >
          {t('actions.save')}
        </Button>
      </Stack>
    </Card>
  )
}
