import { ActionIcon, Button, Radio, Select, Stack } from '@mantine/core'
import { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import { countryName } from '@omni/domain/countries.ts'
import { OTHER_COUNTRIES, type OrderSettings, type OrderSource } from '@omni/domain/order-settings/order-settings.ts'
import { type Preference, PREFERENCES } from '@omni/domain/placement/choose-method.ts'
import { Card } from '@omni/ui/card.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useFormat } from '../../platform/format.ts'
import { intlLocale, type TextKey, useLanguage, useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { useCountryOptions } from './country-options.ts'
import classes from './order-settings.module.css'
import { problemText, type SettingsFields } from './settings-fields.ts'

type Row = OrderSettings['methods'][number]

const WORDS: Record<Preference, { text: TextKey; note: TextKey }> = {
  cheapest: { text: 'order_settings.cheapest', note: 'order_settings.cheapest_text' },
  fastest: { text: 'order_settings.fastest', note: 'order_settings.fastest_text' },
}

/** Which way parcels go: a method by country, and what decides where there is none. */
export function ShippingCard({ source, settings, problems, onChange }: SettingsFields) {
  const t = useT()
  const locale = intlLocale(useLanguage())
  const { methods, preference, warehouse } = settings
  const warehouses = useCall(orderSettingsCalls.getShippingWarehouses, { source }, { quiet: true }).data?.items ?? []
  const used = methods.map(({ country_code }) => country_code)
  const countries = useCountryOptions([OTHER_COUNTRIES])
  const left = countries.filter(({ value }) => !used.includes(value))
  const change = (at: number, row: Row) => onChange({ methods: methods.with(at, row) })
  const problem = problemText(problems, 'methods')
  const from = [...new Set([...warehouses.map(({ country_code }) => country_code), ...(warehouse ? [warehouse] : [])])]
  return (
    <Card title={t('order_settings.shipping')} description={t('order_settings.shipping_text')}>
      <div className={classes.stack}>
        {methods.map((row, at) => (
          <div className={classes.line} key={row.country_code}>
            <Select
              aria-label={t('order_settings.country_of', { number: at + 1 })}
              data={countries.filter(({ value }) => value === row.country_code || !used.includes(value))}
              value={row.country_code}
              searchable
              allowDeselect={false}
              nothingFoundMessage={t('form.nothing_found')}
              onChange={(country_code) => country_code && change(at, { ...row, country_code })}
            />
            <MethodSelect
              source={source}
              row={row}
              number={at + 1}
              onChange={(method) => change(at, { ...row, method })}
            />
            <ActionIcon
              aria-label={t('order_settings.remove_line', { number: at + 1 })}
              onClick={() => onChange({ methods: methods.filter((_, other) => other !== at) })}
            >
              <IconTrash size={16} stroke={ICON_STROKE} />
            </ActionIcon>
          </div>
        ))}
        {problem ? (
          <p className={classes.problem} role="alert">
            {t(problem)}
          </p>
        ) : null}
        <AddMethod
          source={source}
          label={t(methods.length === 0 ? 'order_settings.add_method' : 'order_settings.add_country')}
          disabled={left.length === 0}
          onAdd={(method) => {
            const next =
              methods.length === 0 ? OTHER_COUNTRIES : left.find(({ value }) => value !== OTHER_COUNTRIES)?.value
            onChange({ methods: [...methods, { country_code: next ?? OTHER_COUNTRIES, method }] })
          }}
        />
        <Radio.Group
          label={t('order_settings.preference')}
          description={t('order_settings.preference_text')}
          name={`preference-${source}`}
          value={preference}
          onChange={(value) => {
            const next = PREFERENCES.find((one) => one === value)
            if (next) onChange({ preference: next })
          }}
        >
          <Stack gap={12} mt={10}>
            {PREFERENCES.map((one) => (
              <Radio key={one} value={one} label={t(WORDS[one].text)} description={t(WORDS[one].note)} />
            ))}
          </Stack>
        </Radio.Group>
        <Select
          className={classes.short ?? ''}
          label={t('order_settings.warehouse')}
          description={t('order_settings.warehouse_text')}
          placeholder={t('order_settings.any_warehouse')}
          clearable
          data={from.map((code) => ({ value: code, label: countryName(code, locale) }))}
          value={warehouse}
          onChange={(next) => onChange({ warehouse: next })}
        />
      </div>
    </Card>
  )
}

const useMethods = (source: OrderSource, country_code?: string) =>
  useCall(
    orderSettingsCalls.getShippingCarriers,
    { source, ...(country_code && country_code !== OTHER_COUNTRIES ? { country_code } : {}) },
    { quiet: true, keep: true },
  ).data?.items

interface MethodSelectProps {
  source: OrderSource
  row: Row
  number: number
  onChange: (method: string) => void
}

function MethodSelect({ source, row, number, onChange }: MethodSelectProps) {
  const t = useT()
  const format = useFormat()
  const there = useMethods(source, row.country_code)
  const anywhere = useMethods(source) ?? []
  // A country that nobody asked a quote for yet is offered every method.
  const methods = there && there.length > 0 ? there : anywhere
  const names = [...new Set([...methods.map(({ method }) => method), row.method])]
  const days = (name: string) => {
    const found = methods.find(({ method }) => method === name)
    if (!found || found.max_days === null) return name
    const range = found.min_days === null || found.min_days === found.max_days
    const shown = range
      ? format.number(found.max_days)
      : `${format.number(found.min_days ?? 0)}–${format.number(found.max_days)}`
    return t('order_settings.method_days', { name, days: shown })
  }
  return (
    <Select
      aria-label={t('order_settings.method_of', { number })}
      data={names.map((name) => ({ value: name, label: days(name) }))}
      value={row.method}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('form.nothing_found')}
      onChange={(method) => method && onChange(method)}
    />
  )
}

interface AddMethodProps {
  source: OrderSource
  label: string
  disabled: boolean
  onAdd: (method: string) => void
}

/** Begins with the method that is quoted most. Without any there is nothing to choose from yet. */
function AddMethod({ source, label, disabled, onAdd }: AddMethodProps) {
  const t = useT()
  const methods = useMethods(source)
  const [first] = methods ?? []
  if (methods && !first) return <p className={classes.words}>{t('order_settings.no_methods')}</p>
  return (
    <div>
      <Button
        variant="default"
        size="xs"
        disabled={disabled || !first}
        leftSection={<IconPlus size={14} stroke={ICON_STROKE} aria-hidden="true" />}
        onClick={() => first && onAdd(first.method)}
      >
        {label}
      </Button>
    </div>
  )
}
