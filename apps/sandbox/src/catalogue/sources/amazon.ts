import { hide, reveal, type Cipher } from '../cipher.ts'
import type { SourceTraits } from './traits.ts'

const ASIN_8: Cipher = { size: 36n ** 8n, factor: 1_618_033_988_749n }

export const amazon: SourceTraits = {
  share: 500,
  price_level: 1.9,
  is_worded_for_buyers: true,
  is_page_of_colour: true,
  keeps_at: (country) => (country === 'CN' ? 'US' : country),
  reaches: (country) => country === 'US',
  sellerId: (number, salt) => `A${(number * 1_000_003 + salt).toString(36).toUpperCase().padStart(13, 'Q')}`,
  seller_names: ['Goods', 'Home', 'Direct', 'Brands', 'Living'],
  seller_countries: ['US', 'US', 'US', 'CN'],
  services: [{ code: 'STANDARD', company: 'Standard', cost: 1, speed: 1, tracked: true }],
  id(_index, _variant, n) {
    return `B0${hide(n, ASIN_8).toString(36).toUpperCase().padStart(8, '0')}`
  },
  numberOf(id) {
    const letters = /^B0([0-9A-Z]{8})$/.exec(id)?.[1]
    if (letters === undefined) return null
    const value = [...letters].reduce((sum, letter) => sum * 36n + BigInt(Number.parseInt(letter, 36)), 0n)
    return reveal(value, ASIN_8)
  },
  titles: ({ brand, name, other, first, second, third, praise, whom }) => [
    `${brand} ${name}, ${first} ${second} ${other} ${whom}`,
    `${brand} ${first} ${name} - ${second}, ${third}, ${whom}`,
    `${name} by ${brand}, ${praise} and ${first}, ${whom}`,
  ],
}
