/** Where a buyer is, as eBay wants it: the marketplace of a country, and a postal code for calculated shipping. */

/** Marketplaces of the Browse API. Others are refused (12019, 11011). */
const MARKETPLACES: ReadonlySet<string> = new Set('AT AU BE CA CH DE ES FR GB HK IE IT NL PL SG US'.split(' '))
/** Search by image knows four of them. */
const IMAGE_MARKETPLACES: ReadonlySet<string> = new Set(['EBAY_US', 'EBAY_GB', 'EBAY_DE', 'EBAY_AU'])

/** Two marketplaces speak several languages and want to be told which. */
const LANGUAGES: Readonly<Record<string, string>> = { EBAY_BE: 'nl-BE', EBAY_CA: 'en-CA' }

/** A town in the middle of things, where an operator has set no other (EBAY_ZIPS). */
const ZIPS: Readonly<Record<string, string>> = {
  US: '19406',
  GB: 'B1 1AA',
  CA: 'M5H 2N2',
  AU: '2000',
  DE: '60311',
  FR: '75001',
  ES: '28001',
  IT: '00118',
  NL: '1012',
  BR: '01310-100',
  MX: '06000',
  JP: '100-0001',
}

interface Places {
  /** Where countries without a marketplace of their own are asked for. */
  marketplace_id: string
  /** "US:19406,DE:10115" */
  zips: string
}

export const marketplaceOf = (country: string, { marketplace_id }: Places): string =>
  MARKETPLACES.has(country) ? `EBAY_${country}` : marketplace_id

export const imageMarketplaceOf = (country: string, places: Places): string => {
  const own = marketplaceOf(country, places)
  return IMAGE_MARKETPLACES.has(own) ? own : 'EBAY_US'
}

export function placeHeaders(country: string, marketplace: string, { zips }: Places): Record<string, string> {
  const zip = zipIn(zips, country) ?? ZIPS[country]
  const location = `country=${country}${zip ? `,zip=${zip}` : ''}`
  const language = LANGUAGES[marketplace]
  return {
    'X-EBAY-C-MARKETPLACE-ID': marketplace,
    'X-EBAY-C-ENDUSERCTX': `contextualLocation=${encodeURIComponent(location)}`,
    ...(language && { 'accept-language': language }),
  }
}

const zipIn = (zips: string, country: string): string | undefined =>
  zips
    .split(',')
    .map((entry) => entry.split(':').map((part) => part.trim()))
    .find(([code]) => code?.toUpperCase() === country)?.[1]
