import { type ComboboxItem, Select } from '@mantine/core'
import { COUNTRIES, countryName } from '@omni/domain/countries.ts'
import { shownCountryCode } from '@omni/domain/country-codes.ts'
import { LAYERS } from '@omni/ui/measures.ts'
import { useMemo } from 'react'
import { intlLocale, useLanguage, useT } from '../platform/i18n.ts'
import classes from './ship-to-picker.module.css'

const HEIGHT = 400 // sourcing spec §9

interface ShipToPickerProps {
  /** ISO code. */
  value: string
  onChange: (code: string) => void
  label?: string
  /** Keeps its width in a row of fields; `code`: on a phone it shows the country's code alone. */
  compact?: boolean | 'code'
}

/** By name or by code, in any case; GB is UK to a seller (§2). Exported for its test. */
export function matchesCountry({ value, label }: { value: string; label: string }, typed: string): boolean {
  const text = typed.trim().toLowerCase()
  return [label, value, shownCountryCode(value)].some((item) => item.toLowerCase().includes(text))
}

export function ShipToPicker({ value, onChange, label, compact = false }: ShipToPickerProps) {
  const t = useT()
  const locale = intlLocale(useLanguage())
  // All of them: where a product is sent to is known only once its supplier has answered.
  const data = useMemo(
    () =>
      COUNTRIES.map(({ code }) => ({ value: code, label: countryName(code, locale) })).sort((a, b) =>
        a.label.localeCompare(b.label, locale),
      ),
    [locale],
  )
  return (
    <Select
      className={compact ? `${classes.compact} ${compact === 'code' ? classes.codeOnly : ''}` : ''}
      aria-label={label ?? t('ship_to.label')}
      data={data}
      value={value}
      searchable
      allowDeselect={false}
      maxDropdownHeight={HEIGHT}
      nothingFoundMessage={t('form.nothing_found')}
      comboboxProps={{ width: 280, position: 'bottom-end', zIndex: LAYERS.modal }}
      leftSection={
        <span className={classes.code} aria-hidden="true">
          {shownCountryCode(value)}
        </span>
      }
      leftSectionWidth={44}
      // the data has no groups
      filter={({ options, search }) => (options as ComboboxItem[]).filter((option) => matchesCountry(option, search))}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span className={classes.code}>{shownCountryCode(option.value)}</span>
          {option.label}
        </span>
      )}
      onChange={(code) => {
        if (code) onChange(code)
      }}
    />
  )
}
