/** Amounts as people and shops write them: `$1,234.56`, `1.234,56 €`, `R$ 52,39`, `CHF 1'234.50`. */

export type DecimalSign = '.' | ','

/** A currency by its sign, its code or its usual short name. Other letters mean that it is not an amount. */
const UNIT = String.raw`(?:[A-Z]{1,3}\s?\p{Sc}|\p{Sc}[A-Z]{0,3}|[A-Z]{3}|zł|kr\.?|Ft|Kč|lei|лв\.?|Rp|RM|Fr\.?)`
/** Spaces and apostrophes between digits separate thousands. */
const AMOUNT = new RegExp(String.raw`^(-?)${UNIT}?\s*(-?)(\d[\d.,'’\s]*)${UNIT}?$`, 'u')
/** Longer than any amount. */
const MAX_AMOUNT = 60

function digitsOf(text: string): { minus: boolean; digits: string } | null {
  const found = text.length > MAX_AMOUNT ? null : AMOUNT.exec(text.trim())
  if (!found) return null
  const [, before, after, digits = ''] = found
  if (before && after) return null
  return { minus: before === '-' || after === '-', digits: digits.replace(/['’\s]/g, '') }
}

/** Which sign ends the whole units, where the text itself says so: the later of two, or one not followed by three. */
function ownSign(digits: string): DecimalSign | null {
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')]
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ','
  const at = Math.max(point, comma)
  if (at < 0) return null
  const sign = digits.charAt(at) === ',' ? ',' : '.'
  const isRepeated = digits.indexOf(sign) !== at
  // Twice the same sign separates thousands, so the other one would be the decimal sign.
  if (isRepeated) return sign === ',' ? '.' : ','
  return digits.length - at - 1 === 3 && at <= 3 && digits.charAt(0) !== '0' ? null : sign
}

/** The habit of a whole list: what most of the amounts that say so use. Null: none of them says so. */
export function decimalSignOf(texts: readonly string[]): DecimalSign | null {
  let commas = 0
  let points = 0
  for (const text of texts) {
    const sign = ownSign(digitsOf(text)?.digits ?? '')
    if (sign === ',') commas++
    if (sign === '.') points++
  }
  if (commas === points) return commas === 0 ? null : '.'
  return commas > points ? ',' : '.'
}

const GROUPED = { '.': /^\d{1,3}(?:,\d{2,3})*,\d{3}$/, ',': /^\d{1,3}(?:\.\d{2,3})*\.\d{3}$/ }

/**
 * The plain decimal text of an amount (`1234.56`); null: it is not an amount. `habit` decides what could be either,
 * like `1.234`.
 */
export function readAmount(text: string, habit: DecimalSign = '.'): string | null {
  const found = digitsOf(text)
  if (!found) return null
  const { minus, digits } = found
  const sign = ownSign(digits) ?? habit
  const at = digits.lastIndexOf(sign)
  const whole = at < 0 ? digits : digits.slice(0, at)
  const rest = at < 0 ? '' : digits.slice(at + 1)
  if (/\D/.test(rest)) return null
  if (/\D/.test(whole) && !GROUPED[sign].test(whole)) return null
  const plain = whole.replace(/\D/g, '')
  return `${minus ? '-' : ''}${plain}${rest === '' ? '' : `.${rest}`}`
}
