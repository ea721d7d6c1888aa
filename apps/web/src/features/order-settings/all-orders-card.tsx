import { NumberInput, type NumberInputProps, Switch } from '@mantine/core'
import { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import { MOST_PRICE_RISE } from '@omni/domain/order-settings/all-order-settings.ts'
import { Card } from '@omni/ui/card.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'

/** What holds whichever supplier delivers. Saved with the click. */
export function AllOrdersCard() {
  const t = useT()
  const { data } = useCall(orderSettingsCalls.getAllOrderSettings, {}, { quiet: true })
  const save = useAct(orderSettingsCalls.updateAllOrderSettings, { refresh: [orderSettingsCalls.getAllOrderSettings] })
  if (!data) return null
  return (
    <Card title={t('order_settings.all')} description={t('order_settings.all_text')}>
      <Switch
        label={t('order_settings.places_cod')}
        description={t('order_settings.places_cod_text')}
        checked={data.places_cod}
        disabled={save.pending}
        onChange={(event) => void save.run({ places_cod: event.currentTarget.checked })}
      />
      <LimitField
        label={t('order_settings.min_profit')}
        description={t('order_settings.min_profit_text')}
        prefix="$"
        decimalScale={2}
        value={data.min_profit === null ? null : data.min_profit / 100}
        onSave={(value) => void save.run({ min_profit: value === null ? null : Math.round(value * 100) })}
      />
      <LimitField
        label={t('order_settings.max_price_rise')}
        description={t('order_settings.max_price_rise_text')}
        suffix=" %"
        decimalScale={0}
        min={0}
        max={MOST_PRICE_RISE}
        value={data.max_price_rise}
        onSave={(value) => void save.run({ max_price_rise: value })}
      />
    </Card>
  )
}

interface LimitFieldProps extends Pick<
  NumberInputProps,
  'label' | 'description' | 'prefix' | 'suffix' | 'decimalScale' | 'min' | 'max'
> {
  /** Null: no limit. */
  value: number | null
  onSave: (value: number | null) => void
}

/** Saved when the field is left; empty is no limit. */
function LimitField({ value, onSave, ...field }: LimitFieldProps) {
  const [typed, setTyped] = useState<number | string>(value ?? '')
  const keep = () => {
    const wanted = typed === '' ? null : Number(typed)
    if (wanted !== value && !Number.isNaN(wanted)) onSave(wanted)
  }
  return <NumberInput {...field} value={typed} onChange={setTyped} onBlur={keep} maw={320} />
}
