import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { MultiSelect, Select, TagsInput, TextInput } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { Card } from '@omni/ui/card.tsx'
import { useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { patchAnswers, useCall } from '../../platform/query.ts'
import classes from './product-settings.module.css'
import { SwitchRow, WhenLoaded } from './setting-rows.tsx'

type All = Out<typeof productSettingsCalls.getAllProductSettings>
const MAX_WORDS = 100

/** What happens by itself on import and on pushing. Each switch says what it does and when. */
export function ProductAutomation() {
  const reading = useCall(productSettingsCalls.getAllProductSettings, {}, { quiet: true })
  return (
    <WhenLoaded reading={reading}>
      {reading.data ? (
        <>
          <OnImport settings={reading.data} />
          <AutoPush automation={reading.data.automation_product} />
        </>
      ) : null}
    </WhenLoaded>
  )
}

const refresh = [productSettingsCalls.getAllProductSettings]
const show = <K extends keyof All>(part: K, change: object) =>
  patchAnswers(productSettingsCalls.getAllProductSettings, (before) => ({
    ...before,
    [part]: { ...Object(before[part]), ...change },
  }))

type Automation = All['automation_product']

function OnImport({ settings: { automation_product: automation } }: { settings: All }) {
  const t = useT()
  const save = useAct(productSettingsCalls.updateAutomationProduct, {
    refresh,
    optimistic: ({ actions, ...change }) =>
      show('automation_product', { ...change, actions: { ...automation.actions, ...actions } }),
  })
  const now = automation.actions
  const set = (actions: Partial<Automation['actions']>) => void save.run({ actions })
  return (
    <Card title={t('product_settings.on_import')} description={t('product_settings.on_import_text')}>
      <div className={classes.switches}>
        <SwitchRow
          name={t('product_settings.automation_on')}
          note={t('product_settings.automation_on_text')}
          on={automation.is_enable}
          onChange={(is_enable) => void save.run({ is_enable })}
        />
        <SwitchRow
          name={t('product_settings.auto_price')}
          note={t('product_settings.auto_price_text')}
          disabled={!automation.is_enable}
          on={now.auto_price_on_import}
          onChange={(auto_price_on_import) => set({ auto_price_on_import })}
        />
        <SwitchRow
          name={t('product_settings.auto_tag')}
          note={t('product_settings.auto_tag_text')}
          disabled={!automation.is_enable}
          on={now.auto_tag_by_source}
          onChange={(auto_tag_by_source) => set({ auto_tag_by_source })}
        />
        <SwitchRow
          name={t('product_settings.strip_links')}
          note={t('product_settings.strip_links_text')}
          disabled={!automation.is_enable}
          on={now.strip_supplier_links}
          onChange={(strip_supplier_links) => set({ strip_supplier_links })}
        />
      </div>
      <TagsInput
        label={t('product_settings.brand_words')}
        description={t('product_settings.brand_words_text')}
        value={now.remove_brand_words}
        disabled={!automation.is_enable}
        maxTags={MAX_WORDS}
        splitChars={[',', ';', '\n']}
        onChange={(words) =>
          set({ remove_brand_words: [...new Set(words.map((word) => word.trim().slice(0, 100)).filter(Boolean))] })
        }
      />
    </Card>
  )
}

/** Orders spec §5: applies when it is on, a store is chosen, and the hours fit. */
function AutoPush({ automation }: { automation: Automation }) {
  const t = useT()
  const stores = useCall(storeCalls.listStore, {}, { quiet: true }).data?.items ?? []
  const save = useAct(productSettingsCalls.updateAutomationProduct, {
    refresh,
    optimistic: ({ actions, ...change }) =>
      show('automation_product', { ...change, actions: { ...automation.actions, ...actions } }),
  })
  const { pushed_connected_channels: push } = automation.actions
  const setPush = (change: Partial<typeof push>) =>
    void save.run({ actions: { pushed_connected_channels: { ...push, ...change } } })
  const { time_frame } = automation
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const setFrame = (part: Partial<typeof time_frame>) =>
    void save.run({ time_frame: { ...time_frame, ...part, time_zone: timeZone } })
  const off = !automation.is_enable
  return (
    <Card title={t('product_settings.auto_push')} description={t('product_settings.auto_push_text')}>
      <div className={classes.stack}>
        <MultiSelect
          label={t('product_settings.push_stores')}
          description={t('product_settings.push_stores_text')}
          data={stores
            .filter(({ status, id }) => status === 'active' || push.store_ids.includes(id))
            .map(({ id, store_name, domain }) => ({ value: id, label: store_name || domain }))}
          value={push.store_ids}
          disabled={off}
          onChange={(store_ids) => setPush({ store_ids })}
        />
        <div className={classes.fields}>
          <Select
            label={t('product_settings.push_as')}
            data={[
              { value: 'active', label: t('push.active') },
              { value: 'draft', label: t('product_center.status_draft') },
            ]}
            value={push.publish_status}
            disabled={off}
            allowDeselect={false}
            onChange={(status) => setPush({ publish_status: status === 'draft' ? 'draft' : 'active' })}
          />
          <Select
            label={t('product_settings.push_when')}
            data={[
              { value: 'all_day', label: t('product_settings.all_day') },
              { value: 'time_frame', label: t('product_settings.time_frame') },
            ]}
            value={automation.time_schedule}
            disabled={off}
            allowDeselect={false}
            onChange={(schedule) =>
              void save.run({ time_schedule: schedule === 'time_frame' ? 'time_frame' : 'all_day' })
            }
          />
          {automation.time_schedule === 'time_frame' ? (
            <>
              <TextInput
                type="time"
                label={t('product_settings.time_from')}
                value={time_frame.start}
                disabled={off}
                onChange={(event) => event.currentTarget.value && setFrame({ start: event.currentTarget.value })}
              />
              <TextInput
                type="time"
                label={t('product_settings.time_to')}
                value={time_frame.end}
                disabled={off}
                onChange={(event) => event.currentTarget.value && setFrame({ end: event.currentTarget.value })}
              />
            </>
          ) : null}
        </div>
      </div>
    </Card>
  )
}
