/** Amazon's regions: which credentials are asked for where, and which marketplace a country has. */

type Region = 'NA' | 'EU' | 'FE'

/** The digit behind the point of a credential's version is its region; the one before it, how its token is got. */
const VERSIONS = {
  '2.1': { region: 'NA', token_url: 'https://creatorsapi.auth.us-east-1.amazoncognito.com/oauth2/token' },
  '2.2': { region: 'EU', token_url: 'https://creatorsapi.auth.eu-south-2.amazoncognito.com/oauth2/token' },
  '2.3': { region: 'FE', token_url: 'https://creatorsapi.auth.us-west-2.amazoncognito.com/oauth2/token' },
  '3.1': { region: 'NA', token_url: 'https://api.amazon.com/auth/o2/token' },
  '3.2': { region: 'EU', token_url: 'https://api.amazon.co.uk/auth/o2/token' },
  '3.3': { region: 'FE', token_url: 'https://api.amazon.co.jp/auth/o2/token' },
} as const satisfies Record<string, { region: Region; token_url: string }>

export type CredentialVersion = keyof typeof VERSIONS
export const CREDENTIAL_VERSIONS = Object.keys(VERSIONS) as CredentialVersion[] // its own keys
export const tokenUrlOf = (version: CredentialVersion): string => VERSIONS[version].token_url
export const isVersion2 = (version: CredentialVersion): boolean => version.startsWith('2.')

const MARKETPLACES: Readonly<Record<string, { host: string; region: Region }>> = {
  US: { host: 'www.amazon.com', region: 'NA' },
  CA: { host: 'www.amazon.ca', region: 'NA' },
  MX: { host: 'www.amazon.com.mx', region: 'NA' },
  BR: { host: 'www.amazon.com.br', region: 'NA' },
  GB: { host: 'www.amazon.co.uk', region: 'EU' },
  IE: { host: 'www.amazon.ie', region: 'EU' },
  DE: { host: 'www.amazon.de', region: 'EU' },
  FR: { host: 'www.amazon.fr', region: 'EU' },
  IT: { host: 'www.amazon.it', region: 'EU' },
  ES: { host: 'www.amazon.es', region: 'EU' },
  NL: { host: 'www.amazon.nl', region: 'EU' },
  BE: { host: 'www.amazon.com.be', region: 'EU' },
  SE: { host: 'www.amazon.se', region: 'EU' },
  PL: { host: 'www.amazon.pl', region: 'EU' },
  TR: { host: 'www.amazon.com.tr', region: 'EU' },
  AE: { host: 'www.amazon.ae', region: 'EU' },
  SA: { host: 'www.amazon.sa', region: 'EU' },
  EG: { host: 'www.amazon.eg', region: 'EU' },
  IN: { host: 'www.amazon.in', region: 'EU' },
  JP: { host: 'www.amazon.co.jp', region: 'FE' },
  AU: { host: 'www.amazon.com.au', region: 'FE' },
  SG: { host: 'www.amazon.sg', region: 'FE' },
}

/** Where a marketplace sends from. */
export const countryOf = (host: string): string =>
  Object.entries(MARKETPLACES).find(([, one]) => one.host === host)?.[0] ?? 'US'

interface Places {
  credential_version: CredentialVersion
  marketplace: string
  partner_tag: string
  /** "CA:omnica-20,MX:omnimx-20": a tag is good at one marketplace alone. */
  partner_tags: string
}

/**
 * The marketplace of the buyer's country, where the credentials reach it and a tag is set up for it. Everybody else is
 * asked for at home.
 */
export function marketplaceFor(country: string, places: Places): { marketplace: string; partner_tag: string } {
  const home = { marketplace: places.marketplace, partner_tag: places.partner_tag }
  const own = MARKETPLACES[country]
  if (!own || own.host === home.marketplace || own.region !== VERSIONS[places.credential_version].region) return home
  const tag = places.partner_tags
    .split(',')
    .map((entry) => entry.split(':').map((part) => part.trim()))
    .find(([code]) => code?.toUpperCase() === country)?.[1]
  return tag ? { marketplace: own.host, partner_tag: tag } : home
}
