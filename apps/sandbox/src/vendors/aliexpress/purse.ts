import { ratesOn } from '../rates/daily-rates.ts'

/** Amounts in the currency a caller asks for. */
export interface Purse {
  currency: string
  /** From US cents to a decimal text. */
  text(cents: number): string
}

/** null: the platform does not sell in it. */
export function purseIn(currency: string | undefined, now: Date): Purse | null {
  const code = (currency || 'USD').toUpperCase()
  const rate = ratesOn(now).get(code)
  if (rate === undefined) return null
  return { currency: code, text: (cents) => ((cents / 100) * (code === 'USD' ? 1 : rate)).toFixed(2) }
}
