/** Dates and numbers for the reader: his language, his time zone. */
import { useMemo } from 'react'
import { intlLocale, useLanguage } from './i18n.ts'
import { observable, useObservable } from './observable.ts'

/** The zone of the settings; until they are known, the browser's. */
export const displayTimezone = observable(Intl.DateTimeFormat().resolvedOptions().timeZone)

const STYLES = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  dayMonth: { day: 'numeric', month: 'short' },
  moment: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

export interface Format {
  date: (iso: string | Date, style?: keyof typeof STYLES) => string
  /** '3 min ago'. */
  ago: (iso: string, now?: number) => string
  number: (value: number) => string
  /** 97 as a person writes it. */
  percent: (value: number) => string
  /** 8900 -> '8.9K'. */
  short: (value: number) => string
}

/** Making a formatter costs far more than using it, and a list formats hundreds of times. */
const made = new Map<string, unknown>()
function once<T>(key: string, make: () => T): T {
  if (!made.has(key)) made.set(key, make())
  return made.get(key) as T // put there by the same key
}

export function useFormat(): Format {
  const locale = intlLocale(useLanguage())
  const timeZone = useObservable(displayTimezone)
  return useMemo(
    () => ({
      date: (iso, style = 'moment') =>
        once(
          `date ${locale} ${timeZone} ${style}`,
          () => new Intl.DateTimeFormat(locale, { ...STYLES[style], timeZone }),
        ).format(new Date(iso)),
      ago: (iso, now = Date.now()) => {
        const seconds = (new Date(iso).getTime() - now) / 1000
        const words = once(
          `ago ${locale}`,
          () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
        )
        const step = STEPS.find(([, size]) => Math.abs(seconds) >= size)
        return step ? words.format(Math.trunc(seconds / step[1]), step[0]) : words.format(0, 'minute')
      },
      number: (value) => once(`number ${locale}`, () => new Intl.NumberFormat(locale)).format(value),
      percent: (value) =>
        once(`percent ${locale}`, () => new Intl.NumberFormat(locale, { style: 'percent' })).format(value / 100),
      short: (value) =>
        once(
          `short ${locale}`,
          () => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
        ).format(value),
    }),
    [locale, timeZone],
  )
}
