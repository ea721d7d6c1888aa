/**
 * Foundation spec §3: GB is displayed as UK. Apart from the list of countries: the first screen needs the one and not
 * the other.
 */
export const shownCountryCode = (code: string): string => (code === 'GB' ? 'UK' : code)
export const fromShownCountryCode = (code: string): string => (code === 'UK' ? 'GB' : code)
