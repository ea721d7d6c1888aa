type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown
// The engine hands the reviver the text of each number; TypeScript's library does not know that argument yet.
const parse = JSON.parse as (text: string, reviver?: Reviver) => unknown

const LONG_DIGITS = /\d{16}/
const WHOLE = /^-?\d+$/

/**
 * A vendor's JSON; undefined when it is none. A whole number too long for JavaScript (an id of 17 digits) stays its
 * text.
 */
export function parseVendorJson(text: string): unknown {
  try {
    return LONG_DIGITS.test(text) ? parse(text, keepLongNumbers) : parse(text)
  } catch {
    return undefined
  }
}

const keepLongNumbers: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && WHOLE.test(source)
    ? source
    : value
