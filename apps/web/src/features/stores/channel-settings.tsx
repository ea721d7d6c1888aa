import { Select, Switch, TextInput } from '@mantine/core'
import type { CallInput, Out } from '@omni/contracts/kernel.ts'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { DEFAULT_CURRENCY } from '@omni/domain/currencies.ts'
import { Card } from '@omni/ui/card.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { patchAnswers, useCall } from '../../platform/query.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { AmountField } from '../../platform/amount-field.tsx'
import classes from './stores.module.css'

type Settings = Out<typeof productSettingsCalls.updateChannelSettings>['channels'][number]

/** Push defaults and fees of a channel (sourcing spec §3, channel push settings). */
export function ChannelSettings({ platforms }: { platforms: readonly Settings['channel'][] }) {
  const t = useT()
  const all = useCall(productSettingsCalls.getAllProductSettings, {}, { quiet: true })
  const [chosen, setChosen] = useState<string | null>(null)
  const save = useAct(productSettingsCalls.updateChannelSettings, {
    refresh: [productSettingsCalls.getAllProductSettings],
    optimistic: (change) =>
      patchAnswers(productSettingsCalls.getAllProductSettings, (before) => ({
        ...before,
        channels: before.channels.map((one) => (one.channel === change.channel ? { ...one, ...defined(change) } : one)),
      })),
  })
  const channels = all.data?.channels.filter(({ channel }) => platforms.includes(channel)) ?? []
  const one = channels.find(({ channel }) => channel === chosen) ?? channels[0]
  if (!one) return null
  const set = (change: Partial<Settings>) => void save.run({ channel: one.channel, ...change })
  return (
    <Card title={t('channels.by_channel')} description={t('channels.by_channel_text')}>
      <div className={classes.settings}>
        <Select
          label={t('channels.channel')}
          allowDeselect={false}
          maw={320}
          data={channels.map(({ channel }) => ({ value: channel, label: VENDOR_NAMES[channel] }))}
          value={one.channel}
          onChange={setChosen}
        />
        <Switch
          label={t('channels.publish')}
          description={t('channels.publish_text')}
          checked={one.is_publish}
          onChange={(event) => set({ is_publish: event.currentTarget.checked })}
        />
        <Switch
          label={t('push.sell_out_of_stock')}
          checked={one.allow_sell_out_of_stock}
          onChange={(event) => set({ allow_sell_out_of_stock: event.currentTarget.checked })}
        />
        <Switch
          label={t('channels.sync_orders')}
          description={t('channels.sync_orders_text')}
          checked={one.sync_order}
          onChange={(event) => set({ sync_order: event.currentTarget.checked })}
        />
        <FeeField key={one.channel} value={one.fee_percent} onChange={(fee_percent) => set({ fee_percent })} />
        <AmountField
          key={`${one.channel} fixed`}
          label={t('channels.fee_fixed')}
          description={t('channels.fee_fixed_text')}
          className={classes.fee}
          value={one.fee_fixed}
          currency={all.data?.selling_price.currency ?? DEFAULT_CURRENCY}
          onChange={(fee_fixed) => set({ fee_fixed: fee_fixed ?? 0 })}
        />
      </div>
    </Card>
  )
}

/** What was left out stays as it is. */
const defined = (change: CallInput<typeof productSettingsCalls.updateChannelSettings>): Partial<Settings> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

const MOST_PERCENT = 100

/** Empty: as the selling-price settings say. */
function FeeField({ value, onChange }: { value: number | null; onChange: (value: number | null) => void }) {
  const t = useT()
  const [typed, setTyped] = useState<string | null>(null)
  const done = () => {
    if (typed === null) return
    const number = Number(typed.trim().replace(',', '.'))
    setTyped(null)
    if (typed.trim() === '') return onChange(null)
    if (Number.isFinite(number)) onChange(Math.min(MOST_PERCENT, Math.max(0, number)))
  }
  return (
    <TextInput
      label={t('channels.fee')}
      description={t('channels.fee_text')}
      inputMode="decimal"
      dir="ltr"
      maw={320}
      value={typed ?? (value === null ? '' : String(value))}
      rightSection={<span aria-hidden="true">%</span>}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={done}
    />
  )
}
