/** Where the sandbox's suppliers deliver to: distance from China in zones, and the name as shown to buyers. */
export const COUNTRIES = {
  US: ['United States', 2],
  GB: ['United Kingdom', 2],
  CA: ['Canada', 2],
  AU: ['Australia', 2],
  NZ: ['New Zealand', 3],
  DE: ['Germany', 2],
  FR: ['France', 2],
  ES: ['Spain', 2],
  IT: ['Italy', 2],
  NL: ['Netherlands', 2],
  BE: ['Belgium', 2],
  AT: ['Austria', 2],
  CH: ['Switzerland', 3],
  IE: ['Ireland', 2],
  SE: ['Sweden', 2],
  DK: ['Denmark', 2],
  NO: ['Norway', 3],
  FI: ['Finland', 2],
  PL: ['Poland', 2],
  CZ: ['Czech Republic', 2],
  PT: ['Portugal', 2],
  GR: ['Greece', 2],
  HU: ['Hungary', 2],
  RO: ['Romania', 2],
  TR: ['Turkey', 3],
  IL: ['Israel', 2],
  AE: ['United Arab Emirates', 2],
  SA: ['Saudi Arabia', 2],
  JP: ['Japan', 1],
  KR: ['South Korea', 1],
  CN: ['China', 0],
  HK: ['Hong Kong', 1],
  SG: ['Singapore', 1],
  MY: ['Malaysia', 1],
  TH: ['Thailand', 1],
  VN: ['Vietnam', 1],
  PH: ['Philippines', 1],
  ID: ['Indonesia', 1],
  IN: ['India', 2],
  BR: ['Brazil', 4],
  MX: ['Mexico', 3],
  CL: ['Chile', 4],
  CO: ['Colombia', 4],
  PE: ['Peru', 4],
  AR: ['Argentina', 4],
  ZA: ['South Africa', 4],
  NG: ['Nigeria', 4],
  EG: ['Egypt', 3],
  MA: ['Morocco', 3],
  UA: ['Ukraine', 3],
} as const satisfies Record<string, readonly [string, number]>

export type CountryCode = keyof typeof COUNTRIES

export const isCountry = (code: string): code is CountryCode => Object.hasOwn(COUNTRIES, code)
export const nameOf = (code: string): string => (isCountry(code) ? COUNTRIES[code][0] : code)

const EUROPE = new Set([
  'DE',
  'FR',
  'ES',
  'IT',
  'NL',
  'BE',
  'AT',
  'IE',
  'SE',
  'DK',
  'FI',
  'PL',
  'CZ',
  'PT',
  'GR',
  'HU',
  'RO',
  'GB',
  'CH',
  'NO',
])

/** 0: the same country; 1: next door (inside Europe, around China); up to 4: far and slow. */
export function zonesBetween(from: string, to: string): number {
  if (from === to) return 0
  if (EUROPE.has(from) && EUROPE.has(to)) return 1
  if (from === 'US' && (to === 'CA' || to === 'MX')) return 1
  if (from === 'CN' || from === 'VN' || from === 'TH') return isCountry(to) ? Math.max(1, COUNTRIES[to][1]) : 4
  return isCountry(to) ? Math.max(2, COUNTRIES[to][1]) : 4
}
