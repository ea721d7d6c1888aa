import { digits, type Cipher } from '../cipher.ts'
import type { SourceTraits } from './traits.ts'

const DIGITS_11: Cipher = { size: 10n ** 11n, factor: 6_180_339_887n }
const ENDS = ['New', 'Free Shipping', 'US Seller', 'Fast Ship', 'Gift Idea', 'Brand New', 'Ships Today']

export const ebay: SourceTraits = {
  share: 800,
  price_level: 1.7,
  is_worded_for_buyers: true,
  keeps_at: (country) => country,
  // Most of its sellers ship inside their own country only.
  reaches: (_country, by) => !by('home').chance(0.8) && !by('reach').chance(0.2),
  sellerName: ([first, second, last], number) => `${first}${second}_${last}`.toLowerCase() + number,
  sellerId: (number, salt) => `seller-${salt}-${number}`,
  seller_names: ['deals', 'outlet', 'usa', 'direct', 'finds'],
  seller_countries: ['US', 'US', 'US', 'US', 'US', 'US', 'US', 'US', 'GB', 'CN'],
  services: [
    { code: 'USPSGroundAdvantage', company: 'Ground Advantage', cost: 1, speed: 1, tracked: true },
    { code: 'ExpeditedPackage', company: 'Expedited Package', cost: 2.2, speed: 0.5, tracked: true },
  ],
  id(index, variant, n) {
    return variant < 0 ? `2${digits(index, DIGITS_11, 11)}` : `5${digits(n, DIGITS_11, 11)}`
  },
  titles: ({ brand, name, first, second, third, whom }, by) => [
    `${name} ${first} ${second} - ${by.pick(ENDS)}`,
    `${first} ${name} ${whom} ${by.pick(ENDS).toUpperCase()}`,
    `${brand} ${name} ${first} ${third} ${by.pick(ENDS)}`,
  ],
  longest_title: 80,
}
