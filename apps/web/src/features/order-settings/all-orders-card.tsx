import { Switch } from '@mantine/core'
import { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import { Card } from '@omni/ui/card.tsx'
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
    </Card>
  )
}
