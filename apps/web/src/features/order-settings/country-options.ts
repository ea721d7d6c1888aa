import { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import { countryName } from '@omni/domain/countries.ts'
import { OTHER_COUNTRIES } from '@omni/domain/order-settings/order-settings.ts'
import { intlLocale, useLanguage, useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'

/** Countries by name, those that are sold to most first. `before` come in front of them. */
export function useCountryOptions(before: readonly string[] = []): { value: string; label: string }[] {
  const t = useT()
  const locale = intlLocale(useLanguage())
  const items = useCall(orderSettingsCalls.getShippingCountries, {}, { quiet: true }).data?.items ?? []
  const named = items.map(({ country_code, is_main }) => ({
    value: country_code,
    label: countryName(country_code, locale),
    is_main,
  }))
  const others = named.filter(({ is_main }) => !is_main).sort((a, b) => a.label.localeCompare(b.label, locale))
  const first = before.map((code) => ({
    value: code,
    label: code === OTHER_COUNTRIES ? t('order_settings.other_countries') : countryName(code, locale),
  }))
  return [
    ...first,
    ...[...named.filter(({ is_main }) => is_main), ...others].map(({ value, label }) => ({ value, label })),
  ]
}
