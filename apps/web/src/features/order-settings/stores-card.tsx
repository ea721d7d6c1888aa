import { Select, Switch } from '@mantine/core'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { CHANNEL_FACTS, CHANNEL_IDS } from '@omni/domain/vendors/manifest.ts'
import { Card } from '@omni/ui/card.tsx'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import classes from './order-settings.module.css'

const SELLING = CHANNEL_IDS.filter((id) => CHANNEL_FACTS[id].sells)
const SWITCHES = [
  { name: 'sync_order', text: 'order_settings.sync_order', channels: SELLING },
  { name: 'sync_tracking', text: 'order_settings.sync_tracking', channels: SELLING },
  { name: 'tag_orders', text: 'order_settings.tag_orders', channels: SELLING.filter((id) => CHANNEL_FACTS[id].tags) },
] as const

const REQUEST_MODES = ['off', 'ask', 'accept'] as const
const REQUEST_TEXTS = {
  off: 'order_settings.requests_off',
  ask: 'order_settings.requests_ask',
  accept: 'order_settings.requests_accept',
} as const

const DEFAULTS = { sync_order: true, sync_tracking: true, tag_orders: false }

/** What is taken from the stores of each channel, and what they are told. Saved with the click. */
export function StoresCard() {
  const t = useT()
  const { data } = useCall(productSettingsCalls.getAllProductSettings, {}, { quiet: true })
  const save = useAct(productSettingsCalls.updateChannelSettings, {
    refresh: [productSettingsCalls.getAllProductSettings],
  })
  if (!data) return null
  return (
    <Card title={t('order_settings.stores')} description={t('order_settings.stores_text')}>
      {SELLING.map((channel) => {
        const saved = data.channels.find((one) => one.channel === channel)
        return (
          <fieldset key={channel} className={classes.store}>
            <legend>
              <VendorBadge vendor={channel} label="" size={18} /> {VENDOR_NAMES[channel]}
            </legend>
            {SWITCHES.filter(({ channels }) => channels.some((one) => one === channel)).map(({ name, text }) => (
              <Switch
                key={name}
                label={t(text)}
                checked={saved?.[name] ?? DEFAULTS[name]}
                disabled={save.pending}
                onChange={(event) => void save.run({ channel, [name]: event.currentTarget.checked })}
              />
            ))}
            {CHANNEL_FACTS[channel].fulfilment_requests ? (
              <Select
                className={classes.short}
                label={t('order_settings.requests')}
                description={t('order_settings.requests_text')}
                allowDeselect={false}
                disabled={save.pending}
                data={REQUEST_MODES.map((mode) => ({ value: mode, label: t(REQUEST_TEXTS[mode]) }))}
                value={saved?.fulfilment_requests ?? 'off'}
                onChange={(value) => {
                  const fulfilment_requests = REQUEST_MODES.find((mode) => mode === value)
                  if (fulfilment_requests) void save.run({ channel, fulfilment_requests })
                }}
              />
            ) : null}
          </fieldset>
        )
      })}
    </Card>
  )
}
