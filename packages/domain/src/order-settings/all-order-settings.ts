import { type BuyingLimits, DEFAULT_BUYING_LIMITS } from '../placement/stops.ts'

/** What holds for every order of a workplace, whichever supplier delivers it. */
export interface AllOrderSettings extends BuyingLimits {
  /** Orders that the buyer pays at the door are bought before the money is there. */
  places_cod: boolean
}

const DEFAULT_ALL_ORDER_SETTINGS: AllOrderSettings = { places_cod: false, ...DEFAULT_BUYING_LIMITS }
export const MOST_PRICE_RISE = 1000

/** What a seller stored, over the defaults: a setting that is added later needs no migration. */
export const overAllOrderDefaults = (stored: Partial<AllOrderSettings>): AllOrderSettings => ({
  ...DEFAULT_ALL_ORDER_SETTINGS,
  ...stored,
})
