/** Sourcing spec §1: where products come from. The marketplaces a seller's own shop runs on are not among them. */
import { fromShownCountryCode } from '../country-codes.ts'
import { SOURCE_IDS } from '../vendors/manifest.ts'

export const SOURCES = SOURCE_IDS
export type Source = (typeof SOURCES)[number]

export const isSource = (text: string): text is Source => (SOURCES as readonly string[]).includes(text)

/**
 * A source read from our own tables. One that is not known there was written by a newer version or is a defect: it is
 * never taken for another.
 */
export function asSource(text: string): Source {
  if (!isSource(text)) throw new Error(`"${text}" is not a source`)
  return text
}

export const DEFAULT_SHIP_TO = 'US' // §9
export const DEFAULT_SHIP_FROM = 'CN' // §9

/**
 * Offered first where a country is chosen. Shipping to these is asked for ahead, to DEFAULT_SHIP_TO first and to the
 * others as far as the suppliers' budgets go; to any other when somebody wants to know. spec: not shown.
 */
export const MAIN_COUNTRIES = ['US', 'GB', 'DE', 'FR', 'ES', 'IT', 'NL', 'CA', 'AU', 'BR', 'MX', 'SA'] as const

/** §2: GB is treated as UK. Suppliers and tables speak ISO, so the other way round on the way in. */
export const toIsoCountry = (code: string): string => fromShownCountryCode(code.toUpperCase())
