import { type Minor, parseMinor } from '@omni/domain/money.ts'
import { VendorError } from '../vendor-error.ts'

const RANGE = /^(.+?\d)\s*(?:-+|–|~|to)\s*([^\d]*\d.*)$/
const NOT_AMOUNT = /[^\d.-]/g

function readOne(text: string, currency: string): Minor | undefined {
  const digits = text.replaceAll(',', '').replace(NOT_AMOUNT, '')
  const read = digits === '' ? undefined : parseMinor(digits, currency)
  return read?.ok && read.value >= 0 ? read.value : undefined
}

/** 8.13, "8.13", "US $8.13", "8.13-10.00": the lowest and the highest; undefined when it is no price. */
export function readPriceRange(
  price: string | number | null | undefined,
  currency: string,
): [Minor, Minor] | undefined {
  if (price == null) return undefined
  const parts = typeof price === 'number' ? null : RANGE.exec(price.trim())
  const low = readOne(String(parts?.[1] ?? price), currency)
  const high = parts ? readOne(parts[2] ?? '', currency) : low
  if (low === undefined || high === undefined) return undefined
  return low <= high ? [low, high] : [high, low]
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
