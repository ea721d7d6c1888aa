import { DIGITS_12, digits } from '../cipher.ts'
import type { SourceTraits } from './traits.ts'

export const temu: SourceTraits = {
  share: 400,
  price_level: 0.8,
  is_captured: true,
  is_worded_for_buyers: true,
  sellerId: (number, salt) => String(634_418_210_000_000 + number * 1000 + salt),
  seller_names: ['Shop', 'Select', 'Local', 'Trend'],
  seller_countries: ['CN', 'CN', 'CN', 'US'],
  services: [{ code: 'STANDARD', company: 'Standard', cost: 0.8, speed: 0.9, tracked: true }],
  id(index, variant, n) {
    return variant < 0
      ? `6010995${digits(index, { size: 10n ** 8n, factor: 61_803_397n }, 8)}`
      : `17592${digits(n, DIGITS_12, 12)}`
  },
  titles: ({ name, first, second, third, praise, whom }) => [
    `1pc ${first} ${name}, ${second}, ${third}, ${whom}`,
    `${praise} ${name} With ${first} Design, ${second}, ${whom}`,
    `1 Set ${second} ${first} ${name} ${whom}`,
  ],
}
