import { Button, Tabs } from '@mantine/core'
import { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import {
  checkOrderSettings,
  isOrderSource,
  ORDER_SOURCES,
  type OrderSettings,
  type OrderSource,
} from '@omni/domain/order-settings/order-settings.ts'
import { same } from '@omni/domain/products/changes.ts'
import { useState } from 'react'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { fieldErrors, useCall } from '../../platform/query.ts'
import { toast } from '../../platform/toasts.tsx'
import { useUrlState } from '../../platform/url-state.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { SettingsFrame } from '../../shell/settings-frame.tsx'
import { WhenLoaded } from '../product-settings/setting-rows.tsx'
import { AllOrdersCard } from './all-orders-card.tsx'
import classes from './order-settings.module.css'
import { PayingCard } from './paying-card.tsx'
import { ShippingCard } from './shipping-card.tsx'
import { StoresCard } from './stores-card.tsx'
import { SupplierCard } from './supplier-card.tsx'

/** What somebody changed and did not save yet. */
type Draft = Partial<OrderSettings>

/** /app/setting/order/order-placement — how orders are placed, supplier by supplier. */
export function OrderPlacementPage() {
  const t = useT()
  const [url, setUrl] = useUrlState()
  const source = isOrderSource(url['source'] ?? '') ? (url['source'] as OrderSource) : ORDER_SOURCES[0] // just checked
  // Another supplier's tab does not lose what was written here.
  const [drafts, setDrafts] = useState<Partial<Record<OrderSource, Draft>>>({})
  return (
    <SettingsFrame title={t('order_settings.title')} description={t('order_settings.text')}>
      <AllOrdersCard />
      <Tabs
        value={source}
        onChange={(next) => setUrl({ source: next === ORDER_SOURCES[0] ? undefined : (next ?? undefined) })}
      >
        <Tabs.List className={classes.suppliers ?? ''} aria-label={t('order_settings.suppliers')}>
          {ORDER_SOURCES.map((one) => (
            <Tabs.Tab key={one} value={one} leftSection={<VendorBadge vendor={one} label="" size={18} />}>
              {VENDOR_NAMES[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {ORDER_SOURCES.map((one) => (
          <Tabs.Panel key={one} value={one} className={classes.panel ?? ''}>
            {one === source ? (
              <SourceForm
                source={one}
                draft={drafts[one] ?? {}}
                onDraft={(draft) => setDrafts((before) => ({ ...before, [one]: draft }))}
              />
            ) : null}
          </Tabs.Panel>
        ))}
      </Tabs>
      <StoresCard />
    </SettingsFrame>
  )
}

interface SourceFormProps {
  source: OrderSource
  draft: Draft
  onDraft: (draft: Draft) => void
}

function SourceForm({ source, draft, onDraft }: SourceFormProps) {
  const t = useT()
  const reading = useCall(orderSettingsCalls.getOrderSettings, { source }, { quiet: true })
  const save = useAct(orderSettingsCalls.updateOrderSettings, {
    refresh: [orderSettingsCalls.getOrderSettings],
    quiet: true,
  })
  const [refused, setRefused] = useState<string | null>(null)
  if (!reading.data) return <WhenLoaded reading={reading}>{null}</WhenLoaded>
  const { version, ...saved } = reading.data
  const settings: OrderSettings = { ...saved, ...draft }
  const problems = checkOrderSettings(source, settings)
  const set = (change: Draft) => {
    setRefused(null)
    onDraft({ ...draft, ...change })
  }
  const store = async () => {
    // A line that was begun and left empty is none.
    const tax_ids = settings.tax_ids.filter(({ tax_id }) => tax_id.trim() !== '')
    const reply = await save.run({ ...draft, tax_ids, source, version })
    if (!reply.success) return setRefused(Object.values(fieldErrors(reply))[0] ?? reply.message)
    onDraft({})
    toast('success', t('order_settings.saved'))
  }
  const fields = { source, settings, problems, onChange: set }
  return (
    <>
      <ShippingCard {...fields} />
      <SupplierCard {...fields} />
      <PayingCard {...fields} />
      {!same(settings, saved) || refused ? (
        <div className={classes.bar} aria-live="polite">
          <span className={classes.grow}>
            {refused ? <span role="alert">{refused}</span> : t('order_settings.unsaved')}
          </span>
          <Button
            variant="default"
            onClick={() => {
              setRefused(null)
              onDraft({})
            }}
          >
            {t('selling_price.discard')}
          </Button>
          <Button disabled={problems.length > 0} loading={save.pending} onClick={() => void store()}>
            {t('actions.save')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
