/** Money in the seller's display currency with the original on hover (design/ui.md). */
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { DEFAULT_CURRENCY } from '@omni/domain/currencies.ts'
import { formatMinor } from '@omni/domain/format-money.ts'
import { convert, type Minor } from '@omni/domain/money.ts'
import { intlLocale, useLanguage } from './i18n.ts'
import { useCall } from './query.ts'

export interface ShownMoney {
  text: string
  /** Only when the amount was converted. */
  original?: string
}

/** Without a rate the amount is shown as it is: a wrong number is worse than a foreign one. */
export function useMoney(): (amount: Minor | null, currency?: string) => ShownMoney {
  const locale = intlLocale(useLanguage())
  const settings = useCall(settingsCalls.getSettings, {}, { quiet: true })
  const rates = useCall(settingsCalls.getCurrencyRates, {}, { quiet: true })
  const wanted = settings.data?.settings.display_currency ?? DEFAULT_CURRENCY
  return (amount, currency = DEFAULT_CURRENCY) => {
    const original = formatMinor(amount, currency, locale)
    if (amount === null || currency === wanted || !rates.data) return { text: original }
    const converted = convert(amount, currency, wanted, rates.data.rates)
    return converted.ok ? { text: formatMinor(converted.value, wanted, locale), original } : { text: original }
  }
}
