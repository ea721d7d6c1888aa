/** Money in the seller's display currency with the original on hover (design/ui.md). */
import { ratesCalls } from '@omni/contracts/rates.calls.ts'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { DEFAULT_CURRENCY } from '@omni/domain/currencies.ts'
import { formatMinor } from '@omni/domain/format-money.ts'
import { convert, type Minor } from '@omni/domain/money.ts'
import { useMemo } from 'react'
import { intlLocale, useLanguage } from './i18n.ts'
import { useCall } from './query.ts'

interface ShownMoney {
  text: string
  /** Only when the amount was converted. */
  original?: string
}

export type ShowMoney = (amount: Minor | null, currency?: string) => ShownMoney

/** Without a rate the amount is shown as it is: a wrong number is worse than a foreign one. */
export function useMoney(): ShowMoney {
  const locale = intlLocale(useLanguage())
  const settings = useCall(settingsCalls.getSettings, {}, { quiet: true })
  const rates = useCall(ratesCalls.getCurrencyRates, {}, { quiet: true })
  const wanted = settings.data?.settings.display_currency ?? DEFAULT_CURRENCY
  const table = rates.data?.rates
  // The same function while nothing changed: a grid of a thousand cards is drawn again only when its prices are.
  return useMemo<ShowMoney>(
    () =>
      (amount, currency = DEFAULT_CURRENCY) => {
        const original = formatMinor(amount, currency, locale)
        if (amount === null || currency === wanted || !table) return { text: original }
        const converted = convert(amount, currency, wanted, table)
        return converted.ok ? { text: formatMinor(converted.value, wanted, locale), original } : { text: original }
      },
    [locale, wanted, table],
  )
}
