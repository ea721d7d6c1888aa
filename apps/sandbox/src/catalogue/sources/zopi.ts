import type { SourceTraits } from './traits.ts'

export const zopi: SourceTraits = {
  share: 400,
  price_level: 1.1,
  is_bought_by_api: true,
  is_worded_for_buyers: true,
  sellerId: (number) => `ZS-${1000 + number}`,
  seller_names: ['Verified Supply', 'Fulfilment', 'Agent', 'Warehouse'],
  seller_countries: ['CN', 'CN', 'VN', 'US'],
  services: [
    { code: 'ZOPI_STANDARD', company: 'Zopi Standard', cost: 0.9, speed: 0.8, tracked: true },
    { code: 'ZOPI_EXPRESS', company: 'Zopi Express', cost: 2.1, speed: 0.4, tracked: true },
  ],
  id(index, variant) {
    return variant < 0 ? `ZP-${100_000 + index}` : `ZP-${100_000 + index}-${String(variant + 1).padStart(4, '0')}`
  },
  titles: ({ name, first, second, third, whom }) => [
    `${first} ${name}`,
    `${first} ${second} ${name} ${whom}`,
    `${name}, ${first}, ${third}`,
  ],
}
