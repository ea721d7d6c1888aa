import { draw } from './draw.ts'
import type { Seller, Source } from './shapes.ts'

const FIRST = [
  'Amber',
  'Blue',
  'Bright',
  'Cedar',
  'Coral',
  'Crane',
  'Dawn',
  'East',
  'Ember',
  'Fair',
  'Fern',
  'Golden',
  'Harbor',
  'Hill',
  'Ivy',
  'Jade',
  'Kind',
  'Lantern',
  'Lime',
  'Lotus',
  'Maple',
  'Moon',
  'North',
  'Ocean',
  'Olive',
  'Peach',
  'Pine',
  'Quiet',
  'River',
  'Silver',
  'Sunny',
  'Swift',
  'Tidy',
  'Union',
  'Velvet',
  'Willow',
]
const SECOND = [
  'Bay',
  'Bridge',
  'Brook',
  'Corner',
  'Craft',
  'Field',
  'Forest',
  'Garden',
  'Gate',
  'Grove',
  'Haven',
  'House',
  'Lane',
  'Meadow',
  'Mill',
  'Peak',
  'Pier',
  'Port',
  'Ridge',
  'Shore',
  'Spring',
  'Stone',
  'Street',
  'Valley',
  'View',
  'Yard',
]
const LAST: Record<Source, readonly string[]> = {
  aliexpress: ['Store', 'Official Store', 'Factory Store', 'Global Store', 'Dropshipping Store'],
  cj: ['Supply', 'Warehouse', 'Sourcing'],
  ebay: ['deals', 'outlet', 'usa', 'direct', 'finds'],
  amazon: ['Goods', 'Home', 'Direct', 'Brands', 'Living'],
  zopi: ['Verified Supply', 'Fulfilment', 'Agent', 'Warehouse'],
  temu: ['Shop', 'Select', 'Local', 'Trend'],
  alibaba: ['Trading Co., Ltd.', 'Industrial Co., Ltd.', 'Manufacture Co., Ltd.', 'Import & Export Co., Ltd.'],
}
/** Where sellers of a source sit, most common first in proportion to how often it is written. */
const COUNTRIES: Record<Source, readonly string[]> = {
  aliexpress: ['CN', 'CN', 'CN', 'CN', 'CN', 'CN', 'ES', 'PL', 'US', 'FR'],
  cj: ['CN', 'CN', 'CN', 'US', 'DE', 'TH'],
  ebay: ['US', 'US', 'US', 'US', 'US', 'US', 'US', 'US', 'GB', 'CN'],
  amazon: ['US', 'US', 'US', 'CN'],
  zopi: ['CN', 'CN', 'VN', 'US'],
  temu: ['CN', 'CN', 'CN', 'US'],
  alibaba: ['CN', 'CN', 'CN', 'CN', 'VN', 'IN'],
}

export function makeSeller(seed: string, source: Source, number: number): Seller {
  const by = draw(`${seed} seller ${source} ${number}`)
  const [first, second, last] = [by.pick(FIRST), by.pick(SECOND), by.pick(LAST[source])]
  const name = source === 'ebay' ? `${first}${second}_${last}`.toLowerCase() : `${first} ${second} ${last}`
  return {
    source,
    number,
    id: idOf(source, number, by.int(100, 999)),
    name: source === 'aliexpress' || source === 'ebay' ? `${name}${source === 'ebay' ? number : ''}` : name,
    score: Math.round((100 - Math.min(14, Math.abs(by.normal()) * 3)) * 10) / 10,
    country: by.pick(COUNTRIES[source]),
    years: by.int(1, 12),
    followers: Math.round(Math.exp(by.normal() * 1.6 + 6)),
  }
}

function idOf(source: Source, number: number, salt: number): string {
  if (source === 'aliexpress') return String(1_100_000_000 + number * 1000 + salt)
  if (source === 'ebay') return `seller-${salt}-${number}`
  if (source === 'amazon') return `A${(number * 1_000_003 + salt).toString(36).toUpperCase().padStart(13, 'Q')}`
  if (source === 'zopi') return `ZS-${1000 + number}`
  if (source === 'temu') return String(634_418_210_000_000 + number * 1000 + salt)
  return String(210_000_000 + number * 1000 + salt)
}
