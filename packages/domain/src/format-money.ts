/** Foundation spec §3 "price-format result" and §5 "empty amounts": how money is written for a person. */
import { type Currency, DEFAULT_CURRENCY, findCurrency, INTERVAL_SEPARATOR } from './currencies.ts'
import { type Minor, toDecimal } from './money.ts'

/** The currency's fields plus three. spec: not shown what `price` and `format` hold; see each. */
export type PriceFormat = Currency & {
  /** Plain decimal text ('12.50'), '' when there is no amount. */
  price: string
  /** The localized number without a symbol. */
  format: string
  /** Symbol plus localized number: what is shown. */
  formatedAmount: string
}

export const EMPTY_AMOUNT = '--' // §5
const NO_BREAK_SPACE = '\u00a0'

// Building a formatter is about a hundred times dearer than using one, and lists show thousands of prices.
const formatters = new Map<string, Intl.NumberFormat>()

function formatterFor(locale: string, decimals: 0 | 2): Intl.NumberFormat {
  const key = `${locale} ${decimals}`
  let formatter = formatters.get(key)
  if (!formatter) {
    // Western digits everywhere: a price beside a supplier's own page must be comparable at a glance.
    formatter = new Intl.NumberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      numberingSystem: 'latn',
    })
    formatters.set(key, formatter)
  }
  return formatter
}

function currencyOrPlain(code: string): Currency {
  const known = findCurrency(code)
  if (known) return known
  return {
    currencyName: code,
    currencySymbol: code,
    currencyType: code,
    forwardCut: false,
    intervalSeparator: INTERVAL_SEPARATOR,
    language: 'en-US',
    symbolFront: true,
    decimal: 2,
    countryCode: '',
  }
}

/** A symbol made of letters needs a gap ('CHF 5'), a sign does not ('$5'); behind the amount there is always a gap. */
function withSymbol(number: string, currency: Currency): string {
  const symbol = currency.currencySymbol
  if (!currency.symbolFront) return `${number}${NO_BREAK_SPACE}${symbol}`
  return /\p{L}$/u.test(symbol) ? `${symbol}${NO_BREAK_SPACE}${number}` : `${symbol}${number}`
}

/** `locale` is the reader's; without it the currency's own locale decides grouping and decimal sign. */
export function formatPrice(
  amount: Minor | null | undefined,
  currency: string = DEFAULT_CURRENCY,
  locale?: string,
): PriceFormat {
  const known = currencyOrPlain(currency)
  if (amount === null || amount === undefined || !Number.isFinite(amount)) {
    return { ...known, price: '', format: EMPTY_AMOUNT, formatedAmount: EMPTY_AMOUNT }
  }
  const whole = Math.round(amount)
  const size = toDecimal(Math.abs(whole), known.currencyType)
  // Given as text: a float would lose the cents of very large amounts. The cast only states that it is a decimal text.
  const number = formatterFor(locale ?? known.language, known.decimal).format(size as Intl.StringNumericLiteral)
  const sign = whole < 0 ? '-' : ''
  return {
    ...known,
    price: toDecimal(whole, known.currencyType),
    format: sign + number,
    formatedAmount: sign + withSymbol(number, known),
  }
}

export const formatMinor = (amount: Minor | null | undefined, currency?: string, locale?: string): string =>
  formatPrice(amount, currency, locale).formatedAmount

/** '$1.00 - $2.00'; equal ends show once, one empty end shows the other. */
export function formatRange(
  low: Minor | null | undefined,
  high: Minor | null | undefined,
  currency?: string,
  locale?: string,
): string {
  const first = formatMinor(low, currency, locale)
  const last = formatMinor(high, currency, locale)
  if (first === last || last === EMPTY_AMOUNT) return first
  return first === EMPTY_AMOUNT ? last : first + INTERVAL_SEPARATOR + last
}
