import { decimalsOf, findCurrency, supplierDecimalsOf } from '@omni/domain/currencies.ts'
import { type Minor, parseMinor } from '@omni/domain/money.ts'
import { VendorError } from '../vendor-error.ts'

const RANGE = /^(.*?\d.*?)\s*(?:-+|–|—|~|to)\s*([^\d]*\d.*)$/
/** Digits with their separators. A space or an apostrophe separates thousands, so three digits follow it. */
const AMOUNT = /\d{1,3}(?:[\s\u00a0\u202f'’]\d{3})+(?!\d)(?:[.,]\d+)?|\d[\d.,]*|[.,]\d+/
const NEGATIVE = /[-−]\s*[^\d\s]{0,4}\s*$/
const SPACES = /[\s\u00a0\u202f'’]/g

/** Arabic and Persian pages write their own digits and separators. */
const toLatin = (text: string): string =>
  text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')

/**
 * Where the decimals begin: at '.', at ',' or nowhere ('').
 * Two kinds of separators: the last one. The same one twice: thousands. One alone with other than three digits behind
 * it: decimals. One alone with three digits ("1.234") can be both; see `beginsDecimals`.
 */
function decimalSign(digits: string, currency: string, isBareNumber: boolean): '.' | ',' | '' {
  const signs = digits.replace(/\d/g, '')
  const last = signs.at(-1)
  if (last !== '.' && last !== ',') return ''
  if (signs.includes(last === '.' ? ',' : '.')) return last
  if (signs.length > 1) return ''
  const behind = digits.length - digits.indexOf(last) - 1
  return behind !== 3 || beginsDecimals(digits, last, currency, isBareNumber) ? last : ''
}

/** Whether the sign in "1.234" or "1,234" begins decimals. */
function beginsDecimals(digits: string, sign: '.' | ',', currency: string, isBareNumber: boolean): boolean {
  if (supplierDecimalsOf(currency) === 3 || /^0?[.,]/.test(digits)) return true
  if (decimalsOf(currency) === 0 || sign === ',') return false
  // A number written by a program has a point before its decimals. In a text for people it depends on the country.
  return isBareNumber || new Intl.NumberFormat(findCurrency(currency)?.language ?? 'en').format(1.5).includes('.')
}

function readOne(price: string | number, currency: string): Minor | undefined {
  const text = toLatin(String(price))
  const found = AMOUNT.exec(text)
  if (!found || NEGATIVE.test(text.slice(0, found.index))) return undefined
  const digits = found[0].replace(SPACES, '').replace(/[.,]$/, '')
  const sign = decimalSign(digits, currency, text.trim() === found[0])
  const cut = sign === '' ? -1 : digits.lastIndexOf(sign)
  const [whole, decimals] = cut < 0 ? [digits, ''] : [digits.slice(0, cut), digits.slice(cut + 1)]
  // "1.23.45" is no amount: behind a sign for thousands stand three digits, or two and three as in India.
  if (/[.,]/.test(whole) && !/^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/.test(whole)) return undefined
  const read = parseMinor(`${whole.replace(/[.,]/g, '') || '0'}.${decimals}`, currency, supplierDecimalsOf(currency))
  return read.ok ? read.value : undefined
}

/**
 * 8.13, "8.13", "US $8.13", "8,49€", "1.234,56", "1 234,56 zł", "8.13-10.00": the lowest and the highest; undefined
 * when it is no price. In the currency's smallest unit, three decimals where it has them.
 */
export function readPriceRange(
  price: string | number | null | undefined,
  currency: string,
): [Minor, Minor] | undefined {
  if (price == null) return undefined
  if (typeof price === 'number') return numberRange(price, currency)
  const parts = RANGE.exec(price.trim())
  const low = readOne(parts?.[1] ?? price, currency)
  const high = parts ? readOne(parts[2] ?? '', currency) : low
  if (low === undefined || high === undefined) return undefined
  return low <= high ? [low, high] : [high, low]
}

function numberRange(price: number, currency: string): [Minor, Minor] | undefined {
  const read = parseMinor(price, currency, supplierDecimalsOf(currency))
  return read.ok && read.value >= 0 ? [read.value, read.value] : undefined
}

/** A vendor's price that must be there. Of a range, the highest: what a seller pays at most. */
export function mustReadPrice(vendor: string, price: string | number | null | undefined, currency: string): Minor {
  const range = readPriceRange(price, currency)
  if (!range) throw new VendorError(vendor, 'unknown', `"${String(price).slice(0, 40)}" is not a price`)
  return range[1]
}

/** Over all variants; what has no variant has no price. */
export function priceRangeOf(prices: readonly Minor[]): [Minor, Minor] {
  let [low, high] = [prices[0] ?? 0, prices[0] ?? 0]
  for (const price of prices) [low, high] = [Math.min(low, price), Math.max(high, price)]
  return [low, high]
}
