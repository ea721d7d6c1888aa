import { NO_SHIPPING_TIME, shippingTime } from '@omni/domain/shipping-time.ts'

type Days = number | null

/** '9–16', with the dash of a range; null when it is not known or not believable. */
export function shownDays(min: Days, max: Days): string | null {
  const text = shippingTime(min, max)
  return text === NO_SHIPPING_TIME ? null : text.replace('-', '–')
}
