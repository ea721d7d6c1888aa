import { MultiSelect, Select, TextInput } from '@mantine/core'
import { automationCalls } from '@omni/contracts/automation.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { BETTER_TYPES, PHONE_TYPES, SHIPPING_TYPES } from '@omni/domain/automation/settings.ts'
import { isPhone } from '@omni/domain/order-settings/order-settings.ts'
import { Card } from '@omni/ui/card.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { patchAnswers, useCall } from '../../platform/query.ts'
import { useCountryOptions } from '../order-settings/country-options.ts'
import { NumberField } from '../product-settings/number-field.tsx'
import { SwitchRow, WhenLoaded } from '../product-settings/setting-rows.tsx'
import classes from './automation.module.css'

type Panel = Out<typeof automationCalls.getAutomationPanel>
type Better = Panel['with_better_source']
const PHONES = { when_missing: 'automation.phone_missing', always: 'automation.phone_always' } as const
const SHIPPINGS = {
  as_set: 'automation.shipping_as_set',
  cheapest: 'automation.shipping_cheapest',
  fastest: 'automation.shipping_fastest',
} as const
const BETTERS = { by_priority: 'automation.better_priority', cheapest: 'automation.better_cheapest' } as const

/** What rules do beyond the click. Each switch is kept at once. */
export function PanelCard() {
  const t = useT()
  const reading = useCall(automationCalls.getAutomationPanel, {}, { quiet: true })
  const save = useAct(automationCalls.updateAutomationPanel, {
    refresh: [automationCalls.getAutomationPanel],
    optimistic: ({ version: _, ...change }) =>
      patchAnswers(automationCalls.getAutomationPanel, (before) => ({ ...before, ...change })),
  })
  const panel = reading.data
  const set = (change: Partial<Panel>) => panel && void save.run({ ...panel, ...change })
  return (
    <Card title={t('automation.panel')} description={t('automation.panel_text')}>
      <WhenLoaded reading={reading}>
        {panel ? (
          <div className={classes.stack}>
            <Phone phone={panel.phone_number} onChange={(phone_number) => set({ phone_number })} />
            <div>
              <SwitchRow
                name={t('automation.current_source')}
                note={t('automation.current_source_text')}
                on={panel.with_current_source.is_use}
                onChange={(is_use) => set({ with_current_source: { ...panel.with_current_source, is_use } })}
              />
              <Select
                className={classes.short ?? ''}
                label={t('automation.shipping')}
                data={SHIPPING_TYPES.map((type) => ({ value: type, label: t(SHIPPINGS[type]) }))}
                value={panel.with_current_source.type}
                allowDeselect={false}
                onChange={(value) => {
                  const type = SHIPPING_TYPES.find((one) => one === value)
                  if (type) set({ with_current_source: { ...panel.with_current_source, type } })
                }}
              />
            </div>
            <BetterSource
              better={panel.with_better_source}
              onChange={(better) => set({ with_better_source: better })}
            />
          </div>
        ) : null}
      </WhenLoaded>
    </Card>
  )
}

interface PhoneProps {
  phone: Panel['phone_number']
  onChange: (phone: Panel['phone_number']) => void
}

function Phone({ phone, onChange }: PhoneProps) {
  const t = useT()
  const [typed, setTyped] = useState<string | null>(null)
  const number = typed ?? phone.override
  const isBad = number !== '' && !isPhone(number)
  return (
    <div>
      <SwitchRow
        name={t('automation.phone')}
        note={t('automation.phone_text')}
        on={phone.is_use}
        onChange={(is_use) => onChange({ ...phone, is_use, type: phone.override === '' ? 'when_missing' : phone.type })}
      />
      <div className={classes.fields}>
        <TextInput
          label={t('order_settings.phone_number')}
          type="tel"
          dir="ltr"
          maxLength={20}
          placeholder="+15551234567"
          disabled={!phone.is_use}
          value={number}
          error={isBad ? t('order_settings.phone_invalid') : null}
          onChange={(event) => setTyped(event.currentTarget.value.replace(/[\s()./-]/g, ''))}
          onBlur={() => {
            if (typed === null || isBad) return
            setTyped(null)
            if (typed !== phone.override)
              onChange({ ...phone, override: typed, type: typed === '' ? 'when_missing' : phone.type })
          }}
        />
        <Select
          label={t('automation.phone_when')}
          data={PHONE_TYPES.map((type) => ({ value: type, label: t(PHONES[type]) }))}
          value={phone.type}
          disabled={!phone.is_use || phone.override === ''}
          allowDeselect={false}
          onChange={(value) => {
            const type = PHONE_TYPES.find((one) => one === value)
            if (type) onChange({ ...phone, type })
          }}
        />
      </div>
    </div>
  )
}

function BetterSource({ better, onChange }: { better: Better; onChange: (better: Better) => void }) {
  const t = useT()
  const countries = useCountryOptions()
  const { conditions } = better
  const off = !better.is_use
  const set = (change: Partial<Better['conditions']>) =>
    onChange({ ...better, conditions: { ...conditions, ...change } })
  const whole = (text: string, least: number, most: number) =>
    Math.min(most, Math.max(least, Math.round(Number(text)) || least))
  return (
    <div>
      <SwitchRow
        name={t('automation.better_source')}
        note={t('automation.better_source_text')}
        on={better.is_use}
        onChange={(is_use) => onChange({ ...better, is_use })}
      />
      <Select
        className={classes.short ?? ''}
        label={t('automation.better_order')}
        data={BETTER_TYPES.map((type) => ({ value: type, label: t(BETTERS[type]) }))}
        value={better.type}
        disabled={off}
        allowDeselect={false}
        onChange={(value) => {
          const type = BETTER_TYPES.find((one) => one === value)
          if (type) onChange({ ...better, type })
        }}
      />
      <div className={classes.inner}>
        <SwitchRow
          name={t('automation.on_place_error')}
          note={t('automation.on_place_error_text')}
          disabled={off}
          on={conditions.place_error.is_use}
          onChange={(is_use) => set({ place_error: { is_use } })}
        />
        <SwitchRow
          name={t('automation.on_profit')}
          note={t('automation.on_profit_text')}
          disabled={off}
          on={conditions.profit.is_use}
          onChange={(is_use) => set({ profit: { ...conditions.profit, is_use } })}
        />
        {conditions.profit.is_use ? (
          <NumberField
            label={t('automation.least_margin')}
            suffix="%"
            value={conditions.profit.values}
            disabled={off}
            clean={(text) => whole(text, -100, 100)}
            onChange={(values) => set({ profit: { is_use: true, values } })}
          />
        ) : null}
        <SwitchRow
          name={t('automation.on_time')}
          note={t('automation.on_time_text')}
          disabled={off}
          on={conditions.shipping_time.is_use}
          onChange={(is_use) => set({ shipping_time: { ...conditions.shipping_time, is_use } })}
        />
        {conditions.shipping_time.is_use ? (
          <NumberField
            label={t('automation.most_days')}
            value={conditions.shipping_time.values}
            disabled={off}
            clean={(text) => whole(text, 1, 365)}
            onChange={(values) => set({ shipping_time: { is_use: true, values } })}
          />
        ) : null}
        <SwitchRow
          name={t('automation.on_country')}
          note={t('automation.on_country_text')}
          disabled={off}
          on={conditions.ship_to_country.is_use}
          onChange={(is_use) => set({ ship_to_country: { ...conditions.ship_to_country, is_use } })}
        />
        {conditions.ship_to_country.is_use ? (
          <MultiSelect
            label={t('automation.countries')}
            data={countries}
            searchable
            disabled={off}
            value={conditions.ship_to_country.values}
            onChange={(values) => set({ ship_to_country: { is_use: true, values } })}
          />
        ) : null}
      </div>
    </div>
  )
}
