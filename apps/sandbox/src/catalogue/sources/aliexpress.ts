import { DIGITS_12, digits, type Cipher } from '../cipher.ts'
import type { SourceTraits } from './traits.ts'

const DIGITS_10: Cipher = { size: 10n ** 10n, factor: 6_180_339_887n }

export const aliexpress: SourceTraits = {
  share: 1900,
  price_level: 1,
  is_bought_by_api: true,
  chooses_warehouse: true,
  sellerId: (number, salt) => String(1_100_000_000 + number * 1000 + salt),
  seller_names: ['Store', 'Official Store', 'Factory Store', 'Global Store', 'Dropshipping Store'],
  seller_countries: ['CN', 'CN', 'CN', 'CN', 'CN', 'CN', 'ES', 'PL', 'US', 'FR'],
  services: [
    { code: 'CAINIAO_STANDARD', company: 'AliExpress Standard Shipping', cost: 1, speed: 1, tracked: true },
    { code: 'CAINIAO_ECONOMY', company: 'Cainiao Super Economy', cost: 0.6, speed: 1.7, tracked: false },
    { code: 'EMS_EXPRESS', company: 'Express Air', cost: 3.4, speed: 0.45, tracked: true },
  ],
  id(index, variant, n) {
    return variant < 0 ? `100500${digits(index, DIGITS_10, 10)}` : `12000${digits(n, DIGITS_12, 12)}`
  },
  titles: ({ name, other, first, second, third, praise, whom }, by) => [
    `${by.chance(0.4) ? '2026 New ' : ''}${first} ${name} ${second} ${other} ${whom}`,
    `${praise} ${second} ${first} ${name} ${whom} ${third}`,
    `${name} ${first} ${third} ${praise} ${other} ${whom}`,
  ],
}
