import { COUNTRIES, findCountry } from '@omni/domain/countries.ts'
import type { SupplierOption, SupplierVariant } from './supplier.ts'

const SHIPS_FROM = /^ships?\s+from$/i
const CODE_BY_NAME = new Map(COUNTRIES.map((country) => [country.name.toLowerCase(), country.code]))
/** Names that suppliers use for a country beside its own. */
for (const [name, code] of [
  ['mainland china', 'CN'],
  ['usa', 'US'],
  ['uk', 'GB'],
  ['great britain', 'GB'],
  ['russian federation', 'RU'],
  ['czech republic', 'CZ'],
  ['korea', 'KR'],
  ['uae', 'AE'],
] as const)
  CODE_BY_NAME.set(name, code)

/** "United States", "us", "CHINA" -> ISO code; undefined when it is no country. */
export const countryCodeOf = (word: string): string | undefined =>
  CODE_BY_NAME.get(word.trim().toLowerCase()) ?? (word.trim().length === 2 ? findCountry(word.trim())?.code : undefined)

/** The options a product must have for these variants to exist, in the order in which they first occur. */
export function optionsOf(variants: readonly Pick<SupplierVariant, 'values'>[]): SupplierOption[] {
  const options = new Map<string, { name: string; values: Map<string, SupplierOption['values'][number]> }>()
  for (const { values } of variants) {
    for (const { property_id, name, value_id, value, image } of values) {
      let option = options.get(property_id)
      if (!option) options.set(property_id, (option = { name, values: new Map() }))
      if (option.values.has(value_id)) continue
      const country_code = SHIPS_FROM.test(name) ? countryCodeOf(value) : undefined
      option.values.set(value_id, { value_id, value, ...(image && { image }), ...(country_code && { country_code }) })
    }
  }
  return [...options.values()].map(({ name, values }) => ({ name, values: [...values.values()] }))
}

/** The countries named by a "Ships From" option; none when there is no such option. */
export const shipFromOf = (options: readonly SupplierOption[]): string[] => [
  ...new Set(options.flatMap((option) => option.values.flatMap((value) => value.country_code ?? []))),
]
