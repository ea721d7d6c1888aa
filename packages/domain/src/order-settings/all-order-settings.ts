/** What holds for every order of a workplace, whichever supplier delivers it. */
export interface AllOrderSettings {
  /** Orders that the buyer pays at the door are bought before the money is there. */
  places_cod: boolean
}

const DEFAULT_ALL_ORDER_SETTINGS: AllOrderSettings = { places_cod: false }

/** What a seller stored, over the defaults: a setting that is added later needs no migration. */
export const overAllOrderDefaults = (stored: Partial<AllOrderSettings>): AllOrderSettings => ({
  ...DEFAULT_ALL_ORDER_SETTINGS,
  ...stored,
})
