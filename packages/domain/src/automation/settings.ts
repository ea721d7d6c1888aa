/** Orders spec §3, automation setting: what rules do beyond the click that they save. */

export const PHONE_TYPES = ['when_missing', 'always'] as const
/** How the parcel is sent: as it is set for the supplier, or by a preference. */
export const SHIPPING_TYPES = ['as_set', 'cheapest', 'fastest'] as const
/** In which order other suppliers are tried. */
export const BETTER_TYPES = ['by_priority', 'cheapest'] as const

interface Switched {
  is_use: boolean
}

export interface AutomationSetting {
  /** The phone number that suppliers are told in place of the customer's. */
  phone_number: Switched & { type: (typeof PHONE_TYPES)[number]; override: string }
  /** Places with the supplier that an order has. */
  with_current_source: Switched & { type: (typeof SHIPPING_TYPES)[number] }
  /** Tries another supplier of the product, where one of the conditions asks for it. */
  with_better_source: Switched & {
    type: (typeof BETTER_TYPES)[number]
    conditions: {
      /** Margin, per cent: below it another supplier is tried, and kept if it earns more. */
      profit: Switched & { values: number }
      /** Days: above it another supplier is tried, and kept if it is faster. */
      shipping_time: Switched & { values: number }
      /** The supplier cannot deliver, or refused. */
      place_error: Switched
      /** Customers in these countries. */
      ship_to_country: Switched & { values: string[] }
    }
  }
}

/** Orders spec §9: all three on, the better source for place errors alone. */
export const DEFAULT_AUTOMATION_SETTING: AutomationSetting = {
  phone_number: { is_use: true, type: 'when_missing', override: '' },
  with_current_source: { is_use: true, type: 'as_set' },
  with_better_source: {
    is_use: true,
    type: 'by_priority',
    conditions: {
      profit: { is_use: false, values: 10 },
      shipping_time: { is_use: false, values: 20 },
      place_error: { is_use: true },
      ship_to_country: { is_use: false, values: [] },
    },
  },
}

/** What a plan says about one order. */
export interface PlanFigures {
  is_ready: boolean
  /** Per cent; null: not known. */
  margin: number | null
  max_days: number | null
  country_code: string
}

export type BetterReason = 'place_error' | 'profit' | 'shipping_time' | 'ship_to_country' | 'current_source_off'

/** Why another supplier is tried; null: the current one is good. */
export function wantsBetter(
  { with_current_source, with_better_source: { is_use, conditions } }: AutomationSetting,
  plan: PlanFigures,
): BetterReason | null {
  if (!is_use) return null
  const { place_error, profit, shipping_time, ship_to_country } = conditions
  if (place_error.is_use && !plan.is_ready) return 'place_error'
  if (!plan.is_ready) return null
  if (!with_current_source.is_use) return 'current_source_off'
  if (ship_to_country.is_use && ship_to_country.values.includes(plan.country_code)) return 'ship_to_country'
  if (profit.is_use && plan.margin !== null && plan.margin < profit.values) return 'profit'
  if (shipping_time.is_use && plan.max_days !== null && plan.max_days > shipping_time.values) return 'shipping_time'
  return null
}

/** Whether the plan with another supplier is kept. */
export function isBetter(because: BetterReason, before: PlanFigures, after: PlanFigures): boolean {
  if (!after.is_ready) return false
  switch (because) {
    case 'profit':
      return after.margin !== null && (before.margin === null || after.margin > before.margin)
    case 'shipping_time':
      return after.max_days !== null && (before.max_days === null || after.max_days < before.max_days)
    case 'place_error':
    case 'ship_to_country':
    case 'current_source_off':
      return true
  }
}
