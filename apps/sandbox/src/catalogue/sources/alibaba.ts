import { DIGITS_12, digits } from '../cipher.ts'
import type { SourceTraits } from './traits.ts'

export const alibaba: SourceTraits = {
  share: 200,
  price_level: 0.45,
  is_captured: true,
  sellerId: (number, salt) => String(210_000_000 + number * 1000 + salt),
  seller_names: ['Trading Co., Ltd.', 'Industrial Co., Ltd.', 'Manufacture Co., Ltd.', 'Import & Export Co., Ltd.'],
  seller_countries: ['CN', 'CN', 'CN', 'CN', 'VN', 'IN'],
  services: [
    { code: 'AIR', company: 'Air freight', cost: 1.4, speed: 0.9, tracked: true },
    { code: 'SEA', company: 'Sea freight', cost: 0.5, speed: 3, tracked: false },
  ],
  id(index, variant, n) {
    return variant < 0
      ? `1600${digits(index, { size: 10n ** 9n, factor: 618_033_989n }, 9)}`
      : `10${digits(n, DIGITS_12, 12)}`
  },
  titles: ({ name, first, second, praise }) => [
    `Wholesale Custom ${first} ${name} ${second} OEM ODM`,
    `Factory Supply ${name} ${first} ${praise} with Logo`,
    `Hot Sale ${second} ${first} ${name} Manufacturer`,
  ],
}
