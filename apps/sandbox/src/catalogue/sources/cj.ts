import { hide, reveal, type Cipher } from '../cipher.ts'
import type { SourceTraits } from './traits.ts'

const HEX_12: Cipher = { size: 16n ** 12n, factor: 173_205_080_756_887n }
const HEAD_12: Cipher = { size: 16n ** 12n, factor: 244_948_974_278_317n }

export const cj: SourceTraits = {
  share: 1000,
  price_level: 0.95,
  is_bought_by_api: true,
  sellerId: (number, salt) => String(210_000_000 + number * 1000 + salt),
  seller_names: ['Supply', 'Warehouse', 'Sourcing'],
  seller_countries: ['CN', 'CN', 'CN', 'US', 'DE', 'TH'],
  services: [
    { code: 'CJPacket Ordinary', company: 'CJPacket Ordinary', cost: 1, speed: 1, tracked: true },
    { code: 'CJPacket Sensitive', company: 'CJPacket Sensitive', cost: 1.25, speed: 1.1, tracked: true },
    { code: 'CJPacket Fast Line', company: 'CJPacket Fast Line', cost: 1.7, speed: 0.65, tracked: true },
    { code: 'Express Official', company: 'Express Official', cost: 3.8, speed: 0.4, tracked: true },
  ],
  id(_index, _variant, n) {
    const hex = hide(n, HEX_12).toString(16).toUpperCase().padStart(12, '0')
    const head = hide(n, HEAD_12).toString(16).toUpperCase().padStart(12, '0')
    return `${head.slice(0, 8)}-${head.slice(8)}-4${hex.slice(1, 4)}-A${hex.slice(5, 8)}-${hex}`
  },
  numberOf(id) {
    const hex = /^[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-A[0-9A-F]{3}-([0-9A-F]{12})$/.exec(id)?.[1]
    return hex === undefined ? null : reveal(BigInt(`0x${hex}`), HEX_12)
  },
  titles: ({ name, first, second, praise, whom }) => [
    `${first} ${name} ${whom}`,
    `${second} And ${first} ${name}`,
    `${praise} ${name} ${first}`,
  ],
}
