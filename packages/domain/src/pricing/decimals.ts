/**
 * Decimal rounding of computed amounts: binary fractions are settled first, so that 0.1 * 3 rounded up to tenths stays
 * 0.3.
 */

const SURE_DIGITS = 13 // of the 15 to 17 a number has: what the operations of one formula cannot spoil
const MAX_PLACES = 6

/** Without the dust of binary fractions: 3.0000000000000004 is 3. */
export const settle = (value: number): number =>
  Number.isFinite(value) ? Number(value.toPrecision(SURE_DIGITS)) : value

/** Moves the decimal point without a multiplication, which would bring dust back in. */
function shift(value: number, places: number): number {
  const [digits = '0', exponent = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}

/** Half away from zero, as amounts are. Places from 0 to 6. */
export function roundPlaces(value: number, places: number): number {
  if (!Number.isFinite(value)) return value
  const kept = Math.max(0, Math.min(MAX_PLACES, Math.trunc(places) || 0))
  return Math.sign(value) * shift(Math.round(shift(Math.abs(settle(value)), kept)), -kept) || 0
}
