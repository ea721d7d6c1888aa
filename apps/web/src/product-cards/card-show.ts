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
