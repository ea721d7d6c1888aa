import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { SegmentedControl, Select, TagsInput, TextInput } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { COUNTRIES, countryName } from '@omni/domain/countries.ts'
import { SPLIT_HANDLES, SPLIT_LOGICS } from '@omni/domain/import-list/split-kinds.ts'
import { cleanSplitNumber, splitCount } from '@omni/domain/import-list/split.ts'
import { MAX_TAG, MAX_TAGS } from '@omni/domain/products/product.ts'
import { Card } from '@omni/ui/card.tsx'
import { useMemo, useState } from 'react'
import { useFormat } from '../../platform/format.ts'
import { intlLocale, useLanguage, useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { patchAnswers, useCall } from '../../platform/query.ts'
import { SettingsFrame } from '../../shell/settings-frame.tsx'
import { NumberField } from './number-field.tsx'
import classes from './product-settings.module.css'
import { SwitchRow, WhenLoaded } from './setting-rows.tsx'

type Settings = Out<typeof productSettingsCalls.getProductSettings>
type Split = Settings['auto_split_variant_options']
type Listings = Settings['product_listings']

/** §5's rule is best understood with numbers: these show every turn of it. */
const EXAMPLES = [50, 100, 101, 250, 2048]

/** /app/setting/product — splitting and listing defaults (sourcing spec §3, §5). */
export function ProductPage() {
  const t = useT()
  const reading = useCall(productSettingsCalls.getProductSettings, {}, { quiet: true })
  const save = useAct(productSettingsCalls.updateProductSettings, {
    refresh: [productSettingsCalls.getProductSettings],
    optimistic: (change) =>
      patchAnswers(productSettingsCalls.getProductSettings, (before) => ({
        auto_split_variant_options: change.auto_split_variant_options ?? before.auto_split_variant_options,
        product_listings: change.product_listings ?? before.product_listings,
      })),
  })
  return (
    <SettingsFrame title={t('product_settings.product')} description={t('product_settings.product_text')}>
      <WhenLoaded reading={reading}>
        {reading.data ? (
          <SplitCard
            split={reading.data.auto_split_variant_options}
            onChange={(auto_split_variant_options) => void save.run({ auto_split_variant_options })}
          />
        ) : null}
        {reading.data ? (
          <ListingCard
            listings={reading.data.product_listings}
            onChange={(product_listings) => void save.run({ product_listings })}
          />
        ) : null}
      </WhenLoaded>
    </SettingsFrame>
  )
}

const LOGICS = { split_all: 'product_settings.split_all', split_excess: 'product_settings.split_excess' } as const
const HANDLES = { max_variants: 'product_settings.by_variants', max_products: 'product_settings.by_products' } as const

function SplitCard({ split, onChange }: { split: Split; onChange: (split: Split) => void }) {
  const t = useT()
  const format = useFormat()
  const set = (change: Partial<Split>) => onChange({ ...split, ...change })
  const { enabled, threshold, split_logic, split_handle, max_variants_per_product, max_create_products } = split
  return (
    <Card title={t('product_settings.split')} description={t('product_settings.split_text')}>
      <div className={classes.stack}>
        <SwitchRow
          name={t('product_settings.split_auto')}
          note={t('product_settings.split_auto_text')}
          on={enabled}
          onChange={(on) => set({ enabled: on })}
        />
        <div className={classes.fields}>
          <NumberField
            label={t('product_settings.threshold')}
            description={t('product_settings.threshold_text')}
            value={threshold}
            clean={cleanSplitNumber}
            onChange={(value) => set({ threshold: value })}
          />
          <div>
            <span className={classes.name} id="split-logic">
              {t('product_settings.logic')}
            </span>
            <SegmentedControl
              aria-labelledby="split-logic"
              fullWidth
              mt={6}
              value={split_logic}
              data={SPLIT_LOGICS.map((value) => ({ value, label: t(LOGICS[value]) }))}
              onChange={(value) => set({ split_logic: SPLIT_LOGICS.find((item) => item === value) ?? split_logic })}
            />
          </div>
          <div>
            <span className={classes.name} id="split-handle">
              {t('product_settings.handle')}
            </span>
            <SegmentedControl
              aria-labelledby="split-handle"
              fullWidth
              mt={6}
              value={split_handle}
              data={SPLIT_HANDLES.map((value) => ({ value, label: t(HANDLES[value]) }))}
              onChange={(value) => set({ split_handle: SPLIT_HANDLES.find((item) => item === value) ?? split_handle })}
            />
          </div>
          {split_handle === 'max_variants' ? (
            <NumberField
              label={t('product_settings.max_variants')}
              description={t('product_settings.up_to_100')}
              value={max_variants_per_product}
              clean={cleanSplitNumber}
              onChange={(value) => set({ max_variants_per_product: value })}
            />
          ) : (
            <NumberField
              label={t('product_settings.max_products')}
              description={t('product_settings.up_to_100')}
              value={max_create_products}
              clean={cleanSplitNumber}
              onChange={(value) => set({ max_create_products: value })}
            />
          )}
        </div>
        <div className={classes.example} aria-live="polite">
          <strong>{t('product_settings.example', { variants: 250, count: splitCount(250, split) })}</strong>
          <div className={classes.examples}>
            {EXAMPLES.map((variants) => (
              <span key={variants}>
                {format.number(variants)} → {t('product_settings.products', { count: splitCount(variants, split) })}
              </span>
            ))}
          </div>
        </div>
      </div>
    </Card>
  )
}

function ListingCard({ listings, onChange }: { listings: Listings; onChange: (listings: Listings) => void }) {
  const t = useT()
  const locale = intlLocale(useLanguage())
  const set = (change: Partial<Listings>) => onChange({ ...listings, ...change })
  const [vendor, setVendor] = useState(listings.default_vendor)
  const [type, setType] = useState(listings.default_type)
  const countries = useMemo(
    () =>
      COUNTRIES.map(({ code }) => ({ value: code, label: countryName(code, locale) })).sort((a, b) =>
        a.label.localeCompare(b.label, locale),
      ),
    [locale],
  )
  const pushing = t('product_settings.when_pushing')
  return (
    <>
      <Card title={t('product_settings.listing')} description={t('product_settings.listing_text')}>
        <div className={classes.fields}>
          <TextInput
            label={t('product_settings.vendor')}
            value={vendor}
            maxLength={255}
            dir="auto"
            onChange={(event) => setVendor(event.currentTarget.value)}
            onBlur={() => {
              if (vendor !== listings.default_vendor) set({ default_vendor: vendor })
            }}
          />
          <TextInput
            label={t('product_settings.type')}
            value={type}
            maxLength={255}
            dir="auto"
            onChange={(event) => setType(event.currentTarget.value)}
            onBlur={() => {
              if (type !== listings.default_type) set({ default_type: type })
            }}
          />
          <TagsInput
            label={t('product_settings.tags')}
            description={t('product_settings.tags_text')}
            value={listings.default_tags}
            maxTags={MAX_TAGS}
            splitChars={[',', ';', '\n']}
            onChange={(tags) =>
              set({ default_tags: [...new Set(tags.map((tag) => tag.trim().slice(0, MAX_TAG)).filter(Boolean))] })
            }
          />
          <Select
            label={t('product_settings.ships_from')}
            description={t('product_settings.ships_from_text')}
            placeholder={t('product_settings.ships_from_any')}
            data={countries}
            value={listings.import_ships_from}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('product_settings.ships_from_any') }}
            nothingFoundMessage={t('form.nothing_found')}
            onChange={(import_ships_from) => set({ import_ships_from })}
          />
        </div>
      </Card>
      <Card title={t('product_settings.selling')} description={t('product_settings.selling_text')}>
        <div className={classes.switches}>
          <SwitchRow
            name={t('product_settings.sell_sold_out')}
            note={t('product_settings.sell_sold_out_text')}
            on={listings.allow_sell_out_of_stock}
            onChange={(allow_sell_out_of_stock) => set({ allow_sell_out_of_stock })}
          />
          <SwitchRow
            name={t('product_settings.publish')}
            note={t('product_settings.publish_text')}
            when={pushing}
            on={listings.is_publish}
            onChange={(is_publish) => set({ is_publish })}
          />
          <SwitchRow
            name={t('product_settings.optimize_text')}
            note={t('product_settings.optimize_text_text')}
            when={pushing}
            on={listings.auto_optimize_content}
            onChange={(auto_optimize_content) => set({ auto_optimize_content })}
          />
          <SwitchRow
            name={t('product_settings.optimize_image')}
            note={t('product_settings.optimize_image_text')}
            when={pushing}
            on={listings.auto_optimize_image}
            onChange={(auto_optimize_image) => set({ auto_optimize_image })}
          />
        </div>
      </Card>
    </>
  )
}
