/** Numbers and amounts as people type them, each in the manner of their own language. */
import { type Minor, parseMinor } from '@omni/domain/money.ts'

const ARABIC_ZERO = 0x0660
const signs = new Map<string, { decimal: string; group: string }>()

function signsOf(locale: string) {
  const known = signs.get(locale)
  if (known) return known
  const parts = new Intl.NumberFormat(locale).formatToParts(12345.6)
  const made = {
    decimal: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
    group: parts.find(({ type }) => type === 'group')?.value ?? ',',
  }
  signs.set(locale, made)
  return made
}

/** '1.234,50 €', '$1,234.50', '49,9' -> '1234.50', '1234.50', '49.9'. Null when it is no number. */
export function readNumber(text: string, locale: string): string | null {
  const digits = text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO))
    .replaceAll('٫', '.')
    .replaceAll('٬', '')
  // A sign of currency or its letters may stand around the number, nothing may stand inside it.
  const found = /^[^\d.,-]*(-?[\d.,'’\s  ]*\d[.,]?)[^\d.,-]*$/.exec(digits.trim())?.[1]?.replace(/['’\s  ]/g, '')
  if (!found) return null
  const marks = [...found.matchAll(/[.,]/g)]
  const last = marks.at(-1)
  if (!last) return found
  const { decimal, group } = signsOf(locale)
  const sameMarks = marks.every(([mark]) => mark === last[0])
  const behind = found.length - last.index - 1
  // One kind of mark that repeats groups; once, with three digits behind it, it groups where the reader's language says
  // so.
  const groups = sameMarks && (marks.length > 1 || (behind === 3 && last[0] === group && last[0] !== decimal))
  if (groups) return found.replace(/[.,]/g, '')
  return `${found.slice(0, last.index).replace(/[.,]/g, '')}.${found.slice(last.index + 1)}`
}

export function readAmount(text: string, currency: string, locale: string): Minor | null {
  const number = readNumber(text, locale)
  if (number === null || number.startsWith('-')) return null
  const amount = parseMinor(number.replace(/\.$/, ''), currency)
  return amount.ok ? amount.value : null
}
