import { NO_SHIPPING_TIME, shippingTime } from '@omni/domain/shipping-time.ts'
import { useMemo } from 'react'
import { type ShowMoney, useMoney } from '../platform/display.ts'
import { type Format, useFormat } from '../platform/format.ts'
import { type Translate, useT } from '../platform/i18n.ts'

/**
 * How cards write words, money and numbers. Asked once per grid: a thousand cards must not each follow the settings.
 */
export interface CardShow {
  t: Translate
  money: ShowMoney
  format: Format
}

export function useCardShow(): CardShow {
  const t = useT()
  const money = useMoney()
  const format = useFormat()
  return useMemo(() => ({ t, money, format }), [t, money, format])
}

type Days = number | null

/** '9–16', with the dash of a range; null when it is not known or not believable. */
export function shownDays(min: Days, max: Days): string | null {
  const text = shippingTime(min, max)
  return text === NO_SHIPPING_TIME ? null : text.replace('-', '–')
}
