/** A period of a list, as the address has it: so many days up to today, or dates. */
import { dateIn } from '@omni/domain/automation/schedule.ts'
import { useState } from 'react'
import { displayTimezone } from './format.ts'
import { useObservable } from './observable.ts'
import type { UrlChanges, UrlValues } from './url-state.ts'

export const PERIOD_DAYS = ['7', '30', '90'] as const
type Days = (typeof PERIOD_DAYS)[number]

export interface Period {
  /** Null: dates, or any time. */
  days: Days | null
  from: string
  to: string
}

export const NO_PERIOD: UrlChanges = { days: undefined, from: undefined, to: undefined }

const DAY_MS = 86_400_000
const isDate = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** Anything can stand in an address: what is no period is left out. */
export function readPeriod(url: UrlValues): Period {
  const days = PERIOD_DAYS.find((one) => one === url['days']) ?? null
  const date = (text: string | undefined) => (days === null && isDate(text) ? text : '')
  return { days, from: date(url['from']), to: date(url['to']) }
}

export const isAnyTime = ({ days, from, to }: Period): boolean => days === null && from === '' && to === ''

/** The dates that a list is asked for. The last 7 days are today and the six before it. */
export function datesOf({ days, from, to }: Period, today: string): { from_date?: string; to_date?: string } {
  if (days === null) return { ...(from && { from_date: from }), ...(to && { to_date: to }) }
  return { from_date: new Date(Date.parse(today) - (Number(days) - 1) * DAY_MS).toISOString().slice(0, 10) }
}

/** The date where the workplace is. It must not change while somebody reads. */
export function useToday(): string {
  const [now] = useState(() => new Date())
  return dateIn(now, useObservable(displayTimezone))
}
