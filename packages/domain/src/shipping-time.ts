/** Foundation spec §5: how a shipping time in days is shown. */

export const MAX_SHOWN_DAYS = 99 // §5: above it the figure is not believable
export const NO_SHIPPING_TIME = '-' // §5

type Days = number | null | undefined

/** '-', '7' or '7-12'; the word for days is the caller's. One empty end shows the other (spec: not shown). */
export function shippingTime(min: Days, max: Days): string {
  const ends = [min, max].filter((d): d is number => typeof d === 'number' && Number.isFinite(d))
  const [first] = ends
  if (first === undefined) return NO_SHIPPING_TIME
  if (ends.some((d) => d > MAX_SHOWN_DAYS || d < 0) || ends.every((d) => d === 0)) return NO_SHIPPING_TIME
  const low = Math.min(...ends)
  const high = Math.max(...ends)
  return low === high ? String(low) : `${low}-${high}`
}
