import { Select } from '@mantine/core'
import { CURRENCIES } from '@omni/domain/currencies.ts'
import { isLanguageCode, type LanguageCode, LANGUAGES } from '@omni/domain/languages.ts'
import { detectTimezone, TIMEZONE_IDS, timezoneLabel } from '@omni/domain/timezones.ts'
import { useMemo, useState } from 'react'
import { intlLocale, useLanguage, useT } from '../platform/i18n.ts'

interface FieldProps<T extends string = string> {
  value: T
  onChange: (value: T) => void
  disabled?: boolean
}

/** Names in the reader's language; a currency Intl does not know keeps its English name. */
export function CurrencyField({ value, onChange, disabled = false }: FieldProps) {
  const t = useT()
  const locale = intlLocale(useLanguage())
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'currency', fallback: 'none' })
    return CURRENCIES.map(({ currencyType, currencyName }) => ({
      value: currencyType,
      label: `${currencyType} · ${names.of(currencyType) ?? currencyName}`,
    }))
  }, [locale])
  return (
    <Select
      label={t('settings.display_currency')}
      description={t('settings.display_currency_text')}
      data={options}
      value={value}
      disabled={disabled}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('form.nothing_found')}
      onChange={(next) => {
        if (next) onChange(next)
      }}
    />
  )
}

/** '(GMT+02:00)' would turn its brackets round in Arabic. */
const LEFT_TO_RIGHT = '\u200E'

/** What the browser says, as one of the zones on offer. */
export const detectedTimezone = () =>
  detectTimezone(TIMEZONE_IDS, Intl.DateTimeFormat().resolvedOptions().timeZone, new Date())

export function TimezoneField({ value, onChange, disabled = false }: FieldProps) {
  const t = useT()
  const [now] = useState(() => new Date())
  const options = useMemo(() => {
    const ids = TIMEZONE_IDS.includes(value) ? TIMEZONE_IDS : [value, ...TIMEZONE_IDS]
    return ids.map((id) => ({ value: id, label: LEFT_TO_RIGHT + timezoneLabel(id, now) }))
  }, [value, now])
  return (
    <Select
      label={t('settings.timezone')}
      description={t('settings.timezone_text')}
      data={options}
      value={value}
      disabled={disabled}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('form.nothing_found')}
      onChange={(next) => {
        if (next) onChange(next)
      }}
    />
  )
}

export function LanguageField({ value, onChange }: FieldProps<LanguageCode>) {
  const t = useT()
  return (
    <Select
      label={t('shell.language')}
      data={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
      value={value}
      allowDeselect={false}
      onChange={(next) => {
        if (next && isLanguageCode(next)) onChange(next)
      }}
    />
  )
}
