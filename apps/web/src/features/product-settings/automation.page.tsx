import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { Select, TagsInput } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { isLanguageCode, LANGUAGES } from '@omni/domain/languages.ts'
import { Card } from '@omni/ui/card.tsx'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { patchAnswers, useCall } from '../../platform/query.ts'
import { SettingsFrame } from '../../shell/settings-frame.tsx'
import classes from './product-settings.module.css'
import { SwitchRow, WhenLoaded } from './setting-rows.tsx'

type All = Out<typeof productSettingsCalls.getAllProductSettings>
const MAX_WORDS = 100
const TONES: Record<All['automation_writting']['tone'], TextKey> = {
  neutral: 'product_settings.tone_neutral',
  friendly: 'product_settings.tone_friendly',
  premium: 'product_settings.tone_premium',
  playful: 'product_settings.tone_playful',
}

/**
 * /app/setting/automation — what happens by itself on import and on pushing. Each switch says what it does and when.
 */
export function AutomationPage() {
  const t = useT()
  const reading = useCall(productSettingsCalls.getAllProductSettings, {}, { quiet: true })
  return (
    <SettingsFrame title={t('product_settings.automation')} description={t('product_settings.automation_text')}>
      <WhenLoaded reading={reading}>
        {reading.data ? (
          <>
            <OnImport settings={reading.data} />
            <Writing settings={reading.data} />
            <Images settings={reading.data} />
          </>
        ) : null}
      </WhenLoaded>
    </SettingsFrame>
  )
}

const refresh = [productSettingsCalls.getAllProductSettings]
const show = <K extends keyof All>(part: K, change: object) =>
  patchAnswers(productSettingsCalls.getAllProductSettings, (before) => ({
    ...before,
    [part]: { ...Object(before[part]), ...change },
  }))

function OnImport({ settings: { automation_product: now } }: { settings: All }) {
  const t = useT()
  const save = useAct(productSettingsCalls.updateAutomationProduct, {
    refresh,
    optimistic: (change) => show('automation_product', change),
  })
  const set = (change: Partial<All['automation_product']>) => void save.run(change)
  return (
    <Card title={t('product_settings.on_import')} description={t('product_settings.on_import_text')}>
      <div className={classes.switches}>
        <SwitchRow
          name={t('product_settings.auto_price')}
          note={t('product_settings.auto_price_text')}
          on={now.auto_price_on_import}
          onChange={(auto_price_on_import) => set({ auto_price_on_import })}
        />
        <SwitchRow
          name={t('product_settings.auto_tag')}
          note={t('product_settings.auto_tag_text')}
          on={now.auto_tag_by_source}
          onChange={(auto_tag_by_source) => set({ auto_tag_by_source })}
        />
        <SwitchRow
          name={t('product_settings.strip_links')}
          note={t('product_settings.strip_links_text')}
          on={now.strip_supplier_links}
          onChange={(strip_supplier_links) => set({ strip_supplier_links })}
        />
        <SwitchRow
          name={t('product_settings.auto_push')}
          note={t('product_settings.auto_push_text')}
          on={now.auto_push_after_import}
          onChange={(auto_push_after_import) => set({ auto_push_after_import })}
        />
      </div>
      <TagsInput
        label={t('product_settings.brand_words')}
        description={t('product_settings.brand_words_text')}
        value={now.remove_brand_words}
        maxTags={MAX_WORDS}
        splitChars={[',', ';', '\n']}
        onChange={(words) =>
          set({ remove_brand_words: [...new Set(words.map((word) => word.trim().slice(0, 100)).filter(Boolean))] })
        }
      />
    </Card>
  )
}

function Writing({ settings: { automation_writting: now } }: { settings: All }) {
  const t = useT()
  const save = useAct(productSettingsCalls.updateAutomationWritting, {
    refresh,
    optimistic: (change) => show('automation_writting', change),
  })
  const toggle = useAct(productSettingsCalls.setAutomationWrittingStatus, {
    refresh,
    optimistic: ({ status }) => show('automation_writting', { enabled: status }),
  })
  const set = (change: Partial<All['automation_writting']>) => void save.run(change)
  const pushing = t('product_settings.when_pushing')
  return (
    <Card title={t('product_settings.writing')} description={t('product_settings.writing_text')}>
      <div className={classes.switches}>
        <SwitchRow
          name={t('product_settings.writing_on')}
          note={t('product_settings.writing_on_text')}
          when={pushing}
          on={now.enabled}
          onChange={(status) => void toggle.run({ status })}
        />
        <SwitchRow
          name={t('product_settings.write_title')}
          note={t('product_settings.write_title_text')}
          disabled={!now.enabled}
          on={now.title}
          onChange={(title) => set({ title })}
        />
        <SwitchRow
          name={t('product_settings.write_description')}
          note={t('product_settings.write_description_text')}
          disabled={!now.enabled}
          on={now.description}
          onChange={(description) => set({ description })}
        />
        <SwitchRow
          name={t('product_settings.write_seo')}
          note={t('product_settings.write_seo_text')}
          disabled={!now.enabled}
          on={now.seo}
          onChange={(seo) => set({ seo })}
        />
      </div>
      <div className={classes.fields}>
        <Select
          label={t('product_settings.tone')}
          data={Object.entries(TONES).map(([value, text]) => ({ value, label: t(text) }))}
          value={now.tone}
          disabled={!now.enabled}
          allowDeselect={false}
          onChange={(tone) => {
            if (tone && tone in TONES) set({ tone: tone as keyof typeof TONES })
          }}
        />
        <Select
          label={t('product_settings.language')}
          data={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
          value={now.language}
          disabled={!now.enabled}
          allowDeselect={false}
          onChange={(language) => {
            if (language && isLanguageCode(language)) set({ language })
          }}
        />
      </div>
    </Card>
  )
}

function Images({ settings: { automation_optimize_image: now } }: { settings: All }) {
  const t = useT()
  const save = useAct(productSettingsCalls.updateAutomationOptimizeImage, {
    refresh,
    optimistic: (change) => show('automation_optimize_image', change),
  })
  const toggle = useAct(productSettingsCalls.setAutomationOptimizeImageStatus, {
    refresh,
    optimistic: ({ status }) => show('automation_optimize_image', { enabled: status }),
  })
  return (
    <Card title={t('product_settings.images')} description={t('product_settings.images_text')}>
      <div className={classes.switches}>
        <SwitchRow
          name={t('product_settings.images_on')}
          note={t('product_settings.images_on_text')}
          when={t('product_settings.when_pushing')}
          on={now.enabled}
          onChange={(status) => void toggle.run({ status })}
        />
        <SwitchRow
          name={t('product_settings.upscale')}
          note={t('product_settings.upscale_text')}
          disabled={!now.enabled}
          on={now.upscale}
          onChange={(upscale) => void save.run({ upscale })}
        />
        <SwitchRow
          name={t('product_settings.background')}
          note={t('product_settings.background_text')}
          disabled={!now.enabled}
          on={now.remove_background}
          onChange={(remove_background) => void save.run({ remove_background })}
        />
        <SwitchRow
          name={t('product_settings.square')}
          note={t('product_settings.square_text')}
          disabled={!now.enabled}
          on={now.square}
          onChange={(square) => void save.run({ square })}
        />
      </div>
    </Card>
  )
}
