import { Button, Radio, Stack } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { Card } from '@omni/ui/card.tsx'
import { useState } from 'react'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { patchAnswers, useCall } from '../../platform/query.ts'
import { SettingsFrame } from '../../shell/settings-frame.tsx'
import { TryRules } from '../auto-update/try-rules.tsx'
import { NumberField } from './number-field.tsx'
import classes from './product-settings.module.css'
import { SwitchRow, WhenLoaded } from './setting-rows.tsx'

type Monitoring = Out<typeof productSettingsCalls.getMonitoring>
const percent = (text: string) => Math.min(100, Math.max(0, Math.round(Number(text.replace(',', '.')) || 0)))

/** /app/setting/monitoring — what follows when a supplier changes something. spec: not shown. */
export function MonitoringPage() {
  const t = useT()
  const reading = useCall(productSettingsCalls.getMonitoring, {}, { quiet: true })
  const save = useAct(productSettingsCalls.updateMonitoring, {
    refresh: [productSettingsCalls.getMonitoring],
    optimistic: (change) =>
      patchAnswers(productSettingsCalls.getMonitoring, (before) => Object.assign({}, before, change)),
  })
  const now = reading.data
  const set = (change: Partial<Monitoring>) => void save.run(change)
  return (
    <SettingsFrame title={t('product_settings.monitoring')} description={t('product_settings.monitoring_text')}>
      <WhenLoaded reading={reading}>
        {now ? (
          <>
            <Card title={t('product_settings.watch')}>
              <div className={classes.switches}>
                <SwitchRow
                  name={t('product_settings.track_new')}
                  note={t('product_settings.track_new_text')}
                  on={now.track_new_products}
                  onChange={(track_new_products) => set({ track_new_products })}
                />
              </div>
            </Card>
            <PriceCard now={now} onSave={set} />
            <Card title={t('product_settings.on_stock')}>
              <Choice
                name="on_out_of_stock"
                label={t('product_settings.on_stock')}
                value={now.on_out_of_stock}
                options={STOCK}
                onChange={(on_out_of_stock) => set({ on_out_of_stock })}
              />
            </Card>
            <Card title={t('product_settings.on_gone')}>
              <Choice
                name="on_gone"
                label={t('product_settings.on_gone')}
                value={now.on_gone}
                options={GONE}
                onChange={(on_gone) => set({ on_gone })}
              />
            </Card>
            <Card title={t('product_settings.on_new_variant')}>
              <Choice
                name="on_new_variant"
                label={t('product_settings.on_new_variant')}
                value={now.on_new_variant}
                options={NEW_VARIANT}
                onChange={(on_new_variant) => set({ on_new_variant })}
              />
            </Card>
          </>
        ) : null}
      </WhenLoaded>
    </SettingsFrame>
  )
}

type PriceRules = Pick<Monitoring, 'on_price_change' | 'price_change_percent' | 'price_fall_percent'>
const isAutomatic = ({ on_price_change }: PriceRules) =>
  on_price_change === 'keep_margin' || on_price_change === 'apply_rule'

/**
 * A rule that changes prices by itself is tried on the last 30 days before it is switched on; the others are saved at
 * once.
 */
function PriceCard({ now, onSave }: { now: Monitoring; onSave: (change: Partial<Monitoring>) => void }) {
  const t = useT()
  const [draft, setDraft] = useState<PriceRules | null>(null)
  const [isTrying, setTrying] = useState(false)
  const { on_price_change, price_change_percent, price_fall_percent } = now
  const shown = draft ?? { on_price_change, price_change_percent, price_fall_percent }
  const change = (part: Partial<PriceRules>) => {
    const next = { ...shown, ...part }
    if (isAutomatic(next)) return setDraft(next)
    setDraft(null)
    onSave(next)
  }
  return (
    <Card title={t('product_settings.on_price')} description={t('product_settings.on_price_text')}>
      <div className={classes.stack}>
        <Choice
          name="on_price_change"
          label={t('product_settings.on_price')}
          value={shown.on_price_change}
          options={PRICE}
          onChange={(next) => change({ on_price_change: next })}
        />
        <div className={classes.fields}>
          <NumberField
            label={t('product_settings.from_percent')}
            description={t('product_settings.from_percent_text')}
            suffix="%"
            value={shown.price_change_percent}
            clean={percent}
            onChange={(next) => change({ price_change_percent: next })}
          />
          <NumberField
            label={t('product_settings.from_fall')}
            description={t('product_settings.from_fall_text')}
            suffix="%"
            value={shown.price_fall_percent}
            clean={percent}
            onChange={(next) => change({ price_fall_percent: next })}
          />
        </div>
        {draft || isTrying ? (
          <TryRules rules={shown} />
        ) : (
          <div>
            <Button variant="default" onClick={() => setTrying(true)}>
              {t('auto_update.try')}
            </Button>
          </div>
        )}
        {draft ? (
          <div className={classes.row}>
            <Button
              onClick={() => {
                onSave(draft)
                setDraft(null)
              }}
            >
              {t('auto_update.switch_on')}
            </Button>
            <Button variant="default" onClick={() => setDraft(null)}>
              {t('auto_update.not_now')}
            </Button>
          </div>
        ) : null}
      </div>
    </Card>
  )
}

type Options<V extends string> = readonly { value: V; text: TextKey; note: TextKey }[]
const IGNORE = { value: 'ignore', text: 'product_settings.ignore', note: 'product_settings.ignore_text' } as const
const ASK = { value: 'ask', text: 'product_settings.ask', note: 'product_settings.ask_text' } as const
const PRICE: Options<Monitoring['on_price_change']> = [
  { value: 'ignore', text: 'product_settings.keep_price', note: 'product_settings.keep_price_text' },
  ASK,
  { value: 'keep_margin', text: 'product_settings.keep_margin', note: 'product_settings.keep_margin_text' },
  { value: 'apply_rule', text: 'product_settings.apply_rule', note: 'product_settings.apply_rule_text' },
]
const STOCK: Options<Monitoring['on_out_of_stock']> = [
  IGNORE,
  ASK,
  { value: 'set_zero', text: 'product_settings.no_stock', note: 'product_settings.no_stock_text' },
  { value: 'disable', text: 'product_settings.disable', note: 'product_settings.disable_text' },
]
const GONE: Options<Monitoring['on_gone']> = [
  IGNORE,
  ASK,
  { value: 'draft', text: 'product_settings.draft', note: 'product_settings.draft_text' },
]
const NEW_VARIANT: Options<Monitoring['on_new_variant']> = [IGNORE, ASK]

function Choice<V extends string>({
  name,
  label,
  value,
  options,
  onChange,
}: {
  name: string
  label: string
  value: V
  options: Options<V>
  onChange: (value: V) => void
}) {
  const t = useT()
  return (
    <Radio.Group
      aria-label={label}
      name={name}
      value={value}
      onChange={(next) => {
        const found = options.find((option) => option.value === next)
        if (found) onChange(found.value)
      }}
    >
      <Stack gap={12}>
        {options.map((option) => (
          <Radio key={option.value} value={option.value} label={t(option.text)} description={t(option.note)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
