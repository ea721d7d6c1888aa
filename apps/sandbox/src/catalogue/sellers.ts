import { draw } from './draw.ts'
import type { Seller, Source } from './shapes.ts'
import { TRAITS } from './sources/registry.ts'

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

export function makeSeller(seed: string, source: Source, number: number): Seller {
  const by = draw(`${seed} seller ${source} ${number}`)
  const [first, second, last] = [by.pick(FIRST), by.pick(SECOND), by.pick(TRAITS[source].seller_names)]
  const name = source === 'ebay' ? `${first}${second}_${last}`.toLowerCase() : `${first} ${second} ${last}`
  return {
    source,
    number,
    id: idOf(source, number, by.int(100, 999)),
    name: source === 'aliexpress' || source === 'ebay' ? `${name}${source === 'ebay' ? number : ''}` : name,
    score: Math.round((100 - Math.min(14, Math.abs(by.normal()) * 3)) * 10) / 10,
    country: by.pick(TRAITS[source].seller_countries),
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
