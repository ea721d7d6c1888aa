import { countryName } from '@omni/domain/countries.ts'
import { intlLocale, useLanguage, useT } from '../../platform/i18n.ts'
import { wayText } from '../../product-cards/buying-way.ts'
import classes from './detail.module.css'

/** So many are named; of more the number is said. */
const MOST_NAMED = 6

interface BuyingRowProps {
  source: string
  /** Where somebody was quoted a way to, or the supplier says so. Empty: nobody knows. */
  countries: readonly string[]
}

/** How it would be bought and where it ships, before it is imported. */
export function BuyingRow({ source, countries }: BuyingRowProps) {
  const t = useT()
  const locale = intlLocale(useLanguage())
  const names = countries.slice(0, MOST_NAMED).map((code) => countryName(code, locale))
  const named = new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(names)
  const more = countries.length - names.length
  const all = more > 0 ? t('detail.ships_to_more', { countries: named, more }) : named
  return (
    <p className={classes.quiet}>
      {t(wayText(source))} ·{' '}
      {countries.length === 0 ? t('detail.ships_to_unknown') : t('detail.ships_to', { countries: all })}
    </p>
  )
}
