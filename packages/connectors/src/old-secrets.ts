/**
 * A secret that was replaced still signs for a while what the vendor sends: what is on its way, and what its other
 * servers sign. Each old one is accepted until the end of a day (UTC): `first@2026-12-31,second@2027-01-15`.
 */
import { z } from 'zod'

const DAY_MS = 86_400_000
const OLD_SECRET = /^(.+)@(\d{4}-\d{2}-\d{2})$/

const readOne = (text: string): { secret: string; until: number } | null => {
  const [, secret, day = ''] = OLD_SECRET.exec(text.trim()) ?? []
  const until = Date.parse(day) + DAY_MS
  return secret === undefined || Number.isNaN(until) ? null : { secret, until }
}

export const OldSecrets = z
  .string()
  .transform((text) => (text === '' ? [] : text.split(',')).map(readOne))
  .refine((all) => !all.includes(null), 'must be secret@year-month-day, separated by commas')
  .transform((all) => all.filter((one) => one !== null))
export type OldSecrets = z.output<typeof OldSecrets>

/** Today's secret first. */
export const acceptedSecrets = (secret: string, old: OldSecrets | undefined, now: Date): string[] => [
  secret,
  ...(old ?? []).flatMap((one) => (now.getTime() < one.until ? [one.secret] : [])),
]

/** The shape of it, as the pattern of a setting: what is said before anything starts. */
export const OLD_SECRETS = {
  is: String.raw`^([^,]+@\d{4}-\d\d-\d\d(,|$))*$`,
  must: 'must be secret@year-month-day, separated by commas',
}
