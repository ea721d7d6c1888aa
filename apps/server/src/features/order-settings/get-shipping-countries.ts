import { MAIN_COUNTRIES } from '@omni/domain/catalog/sources.ts'
import { COUNTRIES } from '@omni/domain/countries.ts'

const main: ReadonlySet<string> = new Set(MAIN_COUNTRIES)

export function getShippingCountries() {
  const others = COUNTRIES.filter(({ code }) => !main.has(code))
  return Promise.resolve({
    items: [
      ...MAIN_COUNTRIES.map((country_code) => ({ country_code, is_main: true })),
      ...others.map(({ code }) => ({ country_code: code, is_main: false })),
    ],
  })
}
