import type { Minor } from '@omni/domain/money.ts'

const CENTS = 100

/**
 * Dollars as domain/format-money.ts writes them, without its table of all currencies: 4 KB on a stranger's first page.
 */
export function usd(amount: Minor, locale: string): string {
  const number = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    Math.abs(amount) / CENTS,
  )
  return `${amount < 0 ? '-' : ''}$${number}`
}
